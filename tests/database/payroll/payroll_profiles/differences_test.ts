// What has changed of codes, as providers take it: hours have a code of their own there, and some take nothing below zero.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { earningsFile, enterCodes, workState } from "../../../support/payroll/earnings.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { addProfile, rowsOfFile } from "../../../support/payroll/provider_batch.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { correct } from "../../../support/time/corrections.ts";
import { setAside } from "../../../support/time/set_aside.ts";
import { dayOfWeek, entryOf, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NEXT = "2026-03-09";
const CODES = ["charge", "call_back", "on_call"] as const;
type Hours = { readonly [code in typeof CODES[number]]?: string };

/** A week that was paid: so many hours on each day from Monday on, and on Friday hours of codes, in Texas. */
async function paid(sql: postgres.Sql, rate: string, days: readonly string[], coded: Hours) {
  const made = await work(
    sql,
    days.map((hours, n) => ({ date: dayOfWeek(MONDAY, n + 1), hours, rule: "flsa" as const })),
  );
  const assignment = made.assignmentIds.flsa;
  await payRate(sql, assignment, "2020-01-01", rate);
  for (const [code, each] of [["charge", "24"], ["call_back", "20"], ["on_call", "3"]] as const) {
    await codeRate(sql, assignment, code, each);
  }
  await workState(sql, assignment, "TX");
  const entries: Record<string, string> = {};
  for (const code of CODES) {
    const hours = coded[code];
    if (hours === undefined) continue;
    entries[code] = await enterCoded(sql, assignment, dayOfWeek(MONDAY, 5), code, { hours });
  }
  await enterCodes(sql);
  await sql`update contractors set payroll_number = '1' where id = ${made.contractorId}`;
  await sql`update time_codes set earning_code = 'CHG' where name = 'charge'`;
  await sql`update time_codes set earning_code = 'CALL' where name = 'on_call'`;
  await close(sql, await prepare(sql, MONDAY));
  await addProfile(sql, "run", { company_code: "1", pay_frequency: "W", state: "not_carried" });
  await addProfile(sql, "workforce_now", {
    company_code: "ABC",
    fields: { CHG: 4 },
    state: "not_carried",
  });
  return { ...made, assignment, entries };
}

/** Differences in our own file, such as `"charge -0.01"`. */
async function own(sql: postgres.Sql, batch: string): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', earning_code, amount) as row from payroll_earnings(${batch}) order by line`;
  return rows.map(({ row }) => row);
}

/** Earning codes and dollars of the file of RUN, which takes nothing below zero. */
async function run(sql: postgres.Sql, batch: string): Promise<string[]> {
  const obstacles = await sql`select name from payroll_file_obstacles(${batch}, 'w2', 'run')`;
  assertEquals([...obstacles], []);
  const [, ...lines] = (await earningsFile(sql, batch, "w2", "run")).split("\r\n");
  return rowsOfFile(lines.join("\r\n")).map((row) => `${row["Earnings Code"]} ${row["Dollars"]}`);
}

/** Earnings of the file of Workforce Now, by field. */
async function paydata(sql: postgres.Sql, batch: string): Promise<string[]> {
  const rows = rowsOfFile(await earningsFile(sql, batch, "w2", "workforce_now"));
  return rows.flatMap((row) =>
    [3, 4, 5].filter((n) => row[`Earnings ${n} Code`]).map((n) =>
      `${n} ${row[`Earnings ${n} Code`]} ${row[`Earnings ${n} Amount`]}`
    )
  );
}

function test(name: string, body: (sql: postgres.Sql) => Promise<void>): void {
  Deno.test(`payroll_profiles/${name}`, () => withDatabase(({ sql }) => body(sql)));
}

test("hand_over_a_cent_that_rounding_takes_from_another_code_as_one_difference", async (sql) => {
  const made = await paid(sql, "20.01", ["8", "7.5"], { charge: "8" });
  await correct(sql, entryOf(made, 1), { hours: "8.5" });
  const batch = await prepare(sql, NEXT);
  assertEquals(await own(sql, batch), ["DIFFEREN 10.01", "CHG -0.01"]);
  assertEquals(await run(sql, batch), ["DIFFEREN 10.00"]);
});

test("net_hours_that_turn_out_to_be_of_another_code", async (sql) => {
  const made = await paid(sql, "20", ["8"], { call_back: "1" });
  await setAside(sql, [made.entries["call_back"] ?? null]);
  await correct(sql, entryOf(made, 1), { hours: "9" });
  const batch = await prepare(sql, NEXT);
  assertEquals(await own(sql, batch), ["DIFFEREN 20.00", "DIFFEREN -20.00"]);
  assertEquals(await run(sql, batch), []);
  assertEquals(await paydata(sql, batch), []);
});

test("have_one_difference_where_nothing_may_be_below_zero_whichever_code_lost", async (sql) => {
  const made = await paid(sql, "20", ["8"], { on_call: "12" });
  await setAside(sql, [made.entries["on_call"] ?? null]);
  await correct(sql, entryOf(made, 1), { hours: "10" });
  const batch = await prepare(sql, NEXT);
  assertEquals(await run(sql, batch), ["DIFFEREN 4.00"]);
  assertEquals(await paydata(sql, batch), ["3 DIFFEREN 40.00", "3 CALL -36.00"]);
});

test("have_no_amount_under_the_code_of_hours", async (sql) => {
  const made = await paid(sql, "20", ["8"], { charge: "8" });
  await codeRate(sql, made.assignment, "charge", "25");
  const batch = await prepare(sql, NEXT);
  assertEquals(await own(sql, batch), ["CHG 8.00"]);
  assertEquals(await paydata(sql, batch), ["3 DIFFEREN 8.00"]);
});
