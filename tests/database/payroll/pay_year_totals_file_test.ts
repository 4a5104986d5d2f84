// The year for the payroll provider: a row per person and state, that adds up to pay_year_totals.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { parse } from "csv-parse/sync";
import type postgres from "postgres";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { close, periodOf, prepare } from "../../support/payroll/batches.ts";
import { enterCodes, workState } from "../../support/payroll/earnings.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import {
  arrange,
  FIRST,
  FOURTH,
  overpaid,
  settle,
  takeBackSettlement,
  THIRD,
} from "../../support/payroll/overpaid.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { dayOfWeek, work, type Worker } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const golden = (name: string) =>
  Deno.readTextFile(new URL(`../../golden/${name}`, import.meta.url));

async function file(
  sql: postgres.Sql,
  year: number | null,
  employment: string | null,
): Promise<string> {
  const [{ file }] = await sql<[{ file: string }]>`
    select pay_year_totals_file(${year}, ${employment}) as file`;
  return file;
}

type Line = Readonly<Record<string, string>>;
const linesOf = (csv: string) => parse(csv, { columns: true }) as Line[];

/** Names somebody, whom the provider knows by a number. */
async function name(
  sql: postgres.Sql,
  { contractorId }: Pick<Worker, "contractorId">,
  first: string,
  last: string,
  number: string | null,
): Promise<void> {
  await sql`
    update contractors set first_name = ${first}, last_name = ${last}, payroll_number = ${number}
     where id = ${contractorId}`;
}

/** So many hours on each of the days of a week, from its first on. */
const days = (hours: readonly number[], rule: "colorado" | "california" | "none", week = MONDAY) =>
  hours.map((each, nth) => ({ date: dayOfWeek(week, nth + 1), hours: each, rule }));

/** Four people of W-2 and three others, of whom one is a company, paid in 2026. */
async function paidYear(sql: postgres.Sql): Promise<void> {
  const two = await work(sql, [
    ...days([10, 10, 10], "colorado"),
    { date: dayOfWeek(MONDAY, 4), hours: 12, rule: "california" },
  ]);
  await name(sql, two, "Ada", 'O"Hara, =x', "107");
  await workState(sql, two.assignmentIds.california, "CA");
  await stipend(sql, two.assignmentIds.colorado, "reimbursement", "80");
  await adjustment(sql, two.contractorId, MONDAY, "deduction", "35.50");
  const nowhere = await work(sql, days([8], "none"));
  await name(sql, nowhere, "Bo", "@Sum", "020");
  await workState(sql, nowhere.assignmentIds.none, null);
  const repaid = await work(sql, []);
  await name(sql, repaid, "Cy", "Refund", "1");
  await adjustment(sql, repaid.contractorId, MONDAY, "reimbursement", "12.34");

  const above = await work(sql, days([10, 10, 10, 4], "none"), { employmentType: "1099" });
  await name(sql, above, "Di", "Above", "A-2");
  const below = await work(sql, days([10, 10, 10, 3], "none"), { employmentType: "1099" });
  await name(sql, below, "Ed", "Below", "A-1");
  await sql`
    insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
    select id, '2026-01-01', 100, 60.60 from unnest(${[below.assignmentIds.none]}::uuid[]) as id
        on conflict (assignment_id, effective_from) do update set pay_rate = excluded.pay_rate`;
  const company = await work(sql, [
    ...days([10], "colorado"),
    { date: dayOfWeek(MONDAY, 2), hours: 30 / 4, rule: "none" },
    { date: dayOfWeek(MONDAY, 3), hours: 20, rule: "none" },
  ], { employmentType: "corp_to_corp" });
  await name(sql, company, "Fi", "Company", "C");
  await workState(sql, company.assignmentIds.none, "TX");
  await close(sql, await prepare(sql, MONDAY));
}

Deno.test("pay_year_totals_file/has_a_row_of_each_person_and_state_by_payroll_number", () =>
  withDatabase(async ({ sql }) => {
    await paidYear(sql);
    assertStrictEquals(await file(sql, 2026, "w2"), await golden("pay_year_2026_w2.csv"));
    assertStrictEquals(await file(sql, 2026, "1099"), await golden("pay_year_2026_1099.csv"));
    assertStrictEquals(
      await file(sql, 2025, "w2"),
      `${(await golden("pay_year_2026_w2.csv")).split("\r\n")[0]}\r\n`,
    );
  }));

Deno.test("pay_year_totals_file/adds_up_to_the_totals_of_each_person", () =>
  withDatabase(async ({ sql }) => {
    await paidYear(sql);
    for (const employment of ["w2", "1099"]) {
      const columns = [
        "wages",
        "reimbursements",
        "recoveries",
        "qualified_overtime",
        "nonemployee_pay",
        "prior_year_recoveries",
        "repaid",
      ];
      const totals = await sql<Record<string, string>[]>`
        select payroll_number, ${sql(columns)} from pay_year_totals(2026)
         where employment = ${employment} order by payroll_number collate "C"`;
      const cents = (amount: string | undefined) => Math.round(Number(amount) * 100);
      const sums = new Map<string, number[]>();
      for (const line of linesOf(await file(sql, 2026, employment))) {
        const number = line["payroll_number"] ?? "";
        const before = sums.get(number) ?? columns.map(() => 0);
        sums.set(number, columns.map((column, nth) => (before[nth] ?? 0) + cents(line[column])));
      }
      assertEquals(
        [...sums],
        totals.map((total) => [total["payroll_number"], columns.map((each) => cents(total[each]))]),
      );
    }
  }));

Deno.test("pay_year_totals_file/marks_who_is_below_the_threshold_of_the_year_and_lists_them", () =>
  withDatabase(async ({ sql }) => {
    const paid = async (first: string, hours: number, week: string) => {
      const person = await work(sql, days([hours], "none", week), { employmentType: "1099" });
      await name(sql, person, first, "Own", `${first} ${week}`);
    };
    // 60 an hour: a cent of an hour is 0.60.
    await paid("below", 9.99, "2025-03-03");
    await paid("at", 10, "2025-03-03");
    await paid("below", 16.66, MONDAY);
    await paid("at", 16.67, MONDAY);
    await sql`
      insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
      select id, start_date, 200, 120 from assignments where contractor_id in (
          select id from contractors where payroll_number like ${`% ${MONDAY}`})
          on conflict (assignment_id, effective_from) do update set pay_rate = excluded.pay_rate`;
    await close(sql, await prepare(sql, "2025-03-03"));
    await close(sql, await prepare(sql, MONDAY));
    const marks = async (year: number) =>
      linesOf(await file(sql, year, "1099")).map((line) =>
        `${line["first_name"]} ${line["nonemployee_pay"]} ${line["below_threshold"]}`
      );
    assertEquals(await marks(2025), ["at 600.00 no", "below 599.40 yes"]);
    assertEquals(await marks(2026), ["at 2000.40 no", "below 1999.20 yes"]);
  }));

Deno.test("pay_year_totals_file/has_what_came_back_after_the_year_and_of_earlier_years", () =>
  withDatabase(async ({ sql }) => {
    // 200 too much in the first week, whose pay day is of 2026.
    const id = await overpaid(sql);
    await name(sql, { contractorId: id }, "Ada", "Nurse", "7");
    await arrange(sql, id, { perPayDay: "120" });
    const next = await periodOf(sql, THIRD);
    await sql`update payroll_periods set pay_date = '2027-01-08' where id = ${next}`;
    const ofYear = async (year: number) => {
      const [line] = linesOf(await file(sql, year, "w2"));
      return line &&
        ["wages", "recoveries", "corrected_after", "prior_year_recoveries", "repaid"].map((
          column,
        ) => line[column]).join(" ");
    };
    assertStrictEquals(await ofYear(2026), "1000.00 0.00 0.00 0.00 0.00");
    await close(sql, await prepare(sql, THIRD));
    assertStrictEquals(await ofYear(2026), "1000.00 0.00 -120.00 0.00 0.00");
    assertStrictEquals(await ofYear(2027), "400.00 0.00 0.00 -120.00 0.00");
    const { id: check } = await settle(sql, id, FIRST, "check", "30");
    assertStrictEquals(await ofYear(2026), "1000.00 0.00 -150.00 0.00 0.00");
    assertStrictEquals(await ofYear(2027), "400.00 0.00 0.00 -120.00 30.00");
    await takeBackSettlement(sql, check);
    assertStrictEquals(await ofYear(2026), "1000.00 0.00 -120.00 0.00 0.00");
    const last = await periodOf(sql, FOURTH);
    await sql`update payroll_periods set pay_date = '2028-01-07' where id = ${last}`;
    await close(sql, await prepare(sql, FOURTH));
    assertStrictEquals(await ofYear(2026), "1000.00 0.00 -200.00 0.00 0.00");
    assertStrictEquals(await ofYear(2028), "400.00 0.00 0.00 -80.00 0.00");
    assertStrictEquals(await file(sql, 2026, "1099").then((csv) => linesOf(csv).length), 0);
  }, { clock: "2027-03-31T12:00:00Z" }));

Deno.test("pay_year_totals_file/has_no_correction_of_what_came_back_within_the_year", () =>
  withDatabase(async ({ sql }) => {
    const id = await overpaid(sql, { employmentType: "1099" });
    await name(sql, { contractorId: id }, "Ada", "Nurse", "7");
    await arrange(sql, id, { perPayDay: "150" });
    await close(sql, await prepare(sql, THIRD));
    await settle(sql, id, FIRST, "check", "30");
    const [line] = linesOf(await file(sql, 2026, "1099"));
    assertEquals(
      ["nonemployee_pay", "recoveries", "corrected_after", "repaid", "below_threshold"].map((
        each,
      ) => line?.[each]),
      ["1250.00", "-150.00", "0.00", "30.00", "yes"],
    );
  }, { clock: "2026-03-31T12:00:00Z" }));

Deno.test("pay_year_totals_file/refuses_who_has_no_payroll_number_by_name_and_what_is_none", () =>
  withDatabase(async ({ sql }) => {
    const employed = await work(sql, days([8], "none"));
    const own = await work(sql, days([8], "none"), { employmentType: "1099" });
    await name(sql, employed, "Ada", "Nurse", "1");
    await name(sql, own, "Bo", "Own", null);
    await close(sql, await prepare(sql, MONDAY));
    assertStrictEquals(linesOf(await file(sql, 2026, "w2")).length, 1);
    const refused = await file(sql, 2026, "1099").then(() => "", ({ message }) => message);
    assertStrictEquals(refused, "No payroll number: Bo Own.");
    await assertRefused(file(sql, 2026, "1099"), 409, "payroll_file_incomplete");
    await assertRefused(file(sql, 2026, "corp_to_corp"), 400, "employment_unknown");
    await assertRefused(file(sql, 2026, null), 400, "argument_missing");
    await assertRefused(file(sql, null, "w2"), 400, "argument_missing");
    await assertRefused(file(sql, 1999, "w2"), 400, "year_out_of_range");
    await assertRefused(file(sql, 2101, "w2"), 400, "year_out_of_range");
  }));

Deno.test("pay_year_totals_file/answers_payroll_alone", () =>
  withDatabase(async ({ sql }) => {
    const access = await prepareFirm(sql);
    await enterCodes(sql);
    const ask = "select pay_year_totals_file(2026, 'w2') as file";
    for (const caller of CALLERS) {
      const attempt = () => runAs(sql, access, caller, ask);
      if (["payroll", "admin", "service"].includes(caller)) {
        assertStrictEquals((await attempt()).length, 1, caller);
      } else if (caller === "signed_out") await assertDenied(attempt(), caller);
      else await assertRefusedUnchanged(sql, attempt, 403, "role_required");
    }
  }));
