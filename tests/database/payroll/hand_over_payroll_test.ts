// A closed batch goes to the payroll provider once, and again only on request.
import {
  assert,
  assertEquals,
  assertMatch,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { createHash } from "node:crypto";
import type postgres from "postgres";
import { close, discard, draftOf, prepare } from "../../support/payroll/batches.ts";
import { earningsFile, enterCodes, handOver } from "../../support/payroll/earnings.ts";
import { adjustment } from "../../support/payroll/extras.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { work } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NOON = "2026-03-10 19:00:00+00";
const HEAD = "employment,line,contractor_id,payroll_number,last_name,first_name,employment_type," +
  "period_start,period_end,pay_date,batch_status,week_start,earning,earning_code,work_state,hours," +
  "overtime_hours,doubletime_hours,rate,amount\r\n";

/** A closed batch that pays a W-2 person 480 and a bonus, and nobody else. */
async function closedBatch(sql: postgres.Sql): Promise<{ batch: string; contractorId: string }> {
  const { contractorId } = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
  await adjustment(sql, contractorId, MONDAY, "bonus", "20");
  await enterCodes(sql);
  const batch = await prepare(sql, MONDAY);
  await close(sql, batch);
  return { batch, contractorId };
}

const handovers = (sql: postgres.Sql) =>
  sql<{ row: string }[]>`
    select concat_ws(' ', employment, nth, people, lines, amount) as row from payroll_handovers order by employment, nth`;

/** Words of a refusal. */
async function refusalOf(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(() => null, (error: unknown) => error);
  assert(error instanceof Error, "not refused");
  return error.message;
}

Deno.test("hand_over_payroll/answers_the_file_and_keeps_who_when_and_what", () =>
  withDatabase(async ({ sql }) => {
    const { batch, contractorId } = await closedBatch(sql);
    const number = `P${contractorId.slice(0, 8)}`;
    const line = (n: number, what: string) =>
      `w2,${n},${contractorId},${number},Nurse,Ada,w2,2026-03-02,2026-03-08,2026-03-13,closed,2026-03-02,${what}\r\n`;
    const file = await handOver(sql, batch, "w2");
    assertStrictEquals(
      file,
      HEAD + line(1, "straight,STRAIGHT,CO,8.00,,,60.00,480.00") +
        line(2, "bonus,BONUS,CO,,,,,20.00"),
    );
    const { columns } = await sql`select * from payroll_earnings(${batch})`;
    assertEquals(columns.map(({ name }) => name), [
      ...HEAD.trim().split(","),
      "code",
      "unit",
      "quantity",
    ]);
    const [handover] = await sql`select *, handed_over_at::text as at from payroll_handovers`;
    assertEquals(
      [handover?.people, handover?.lines, handover?.amount, handover?.at, handover?.handed_over_by],
      [1, 2, "500.00", NOON, null],
    );
    assertStrictEquals(handover?.digest, createHash("sha256").update(file).digest("hex"));
    const log =
      await sql`select procedure, row_id from audit_log where table_name = 'payroll_handovers'`;
    assertEquals(log.map((row) => ({ ...row })), [
      { procedure: "hand_over_payroll", row_id: handover?.id },
    ]);
  }, { clock: NOON }));

Deno.test("hand_over_payroll/is_refused_a_second_time_and_on_request_answers_the_same_byte_for_byte", () =>
  withDatabase(async ({ sql }) => {
    const { batch } = await closedBatch(sql);
    const file = await handOver(sql, batch, "w2");
    await assertRefusedUnchanged(sql, () => handOver(sql, batch, "w2"), 409, "payroll_handed_over");
    // In Denver's time: the firm's.
    assertEquals(
      await refusalOf(handOver(sql, batch, "w2")),
      "The w2 file of this batch was handed over on 2026-03-10 at 13:00.",
    );
    assertStrictEquals(await handOver(sql, batch, "w2", { again: true }), file);
    await sql.begin(async (sql) => {
      await sql`set local datestyle = 'German'`;
      assertStrictEquals(await handOver(sql, batch, "w2", { again: true }), file);
    });
    assertEquals((await handovers(sql)).map(({ row }) => row), [
      "w2 1 1 2 500.00",
      "w2 2 1 2 500.00",
      "w2 3 1 2 500.00",
    ]);
  }, { clock: NOON }));

Deno.test("hand_over_payroll/is_refused_where_the_file_changed_until_it_is_said_to_be_corrected", () =>
  withDatabase(async ({ sql }) => {
    const { batch } = await closedBatch(sql);
    const again = (options = {}) => handOver(sql, batch, "w2", { again: true, ...options });
    const file = await handOver(sql, batch, "w2");
    for (
      const [change, back] of [
        [
          "update contractors set payroll_number = '77'",
          "update contractors set payroll_number = 'P' || left(id::text, 8)",
        ],
        [
          "update earning_codes set code = 'X'",
          "update earning_codes set code = upper(left(earning, 8))",
        ],
        ["update facilities set work_state = 'CA'", "update facilities set work_state = 'CO'"],
      ] as const
    ) {
      await sql.unsafe(change);
      await assertRefusedUnchanged(sql, again, 409, "payroll_file_changed");
      await assertRefused(
        handOver(sql, batch, "w2", { corrected: true }),
        409,
        "payroll_handed_over",
      );
      await sql.unsafe(back);
      assertStrictEquals(await again(), file);
    }
    await sql`update earning_codes set code = 'X'`;
    const corrected = await again({ corrected: true });
    assertStrictEquals(corrected, await earningsFile(sql, batch, "w2"));
    assertNotStrictEquals(corrected, file);
    assertStrictEquals(await again(), corrected);
    // What people are called now is not what the batch was built with: the file stays.
    await sql`update contractors set last_name = 'Else'`;
    assertStrictEquals(await again(), corrected);
  }));

Deno.test("hand_over_payroll/has_a_file_for_w2_and_one_for_1099_each_handed_over_by_itself", () =>
  withDatabase(async ({ sql }) => {
    const shift = [{ date: MONDAY, hours: 8, rule: "flsa" as const }];
    const { contractorId } = await work(sql, shift);
    await sql`update contractors set last_name = '=1', first_name = '@Ada, "A"' where id = ${contractorId}`;
    const own = await work(sql, shift, { employmentType: "1099" });
    const firm = await work(sql, shift, { employmentType: "corp_to_corp" });
    await enterCodes(sql);
    await sql`update earning_codes set code = 'FEE' where employment = '1099'`;
    const batch = await prepare(sql, MONDAY);
    await close(sql, batch);
    const employed = await handOver(sql, batch, "w2");
    const others = await handOver(sql, batch, "1099");
    assertEquals(employed.split("\r\n").length, 3);
    assert(employed.includes(`,'=1,"'@Ada, ""A""",w2,`), employed);
    const paid = others.trim().split("\r\n").slice(1).map((line) => line.split(","));
    assertEquals(
      paid.map(([employment, , id, , , , type, , , , , , , code]) => [employment, id, type, code])
        .sort(),
      [["1099", own.contractorId, "1099", "FEE"], [
        "1099",
        firm.contractorId,
        "corp_to_corp",
        "FEE",
      ]].sort(),
    );
    assertEquals((await handovers(sql)).map(({ row }) => row), [
      "1099 1 2 2 960.00",
      "w2 1 1 1 480.00",
    ]);
  }));

Deno.test("hand_over_payroll/is_refused_while_a_number_a_code_or_a_state_is_missing_and_names_all", () =>
  withDatabase(async ({ sql }) => {
    const { batch, contractorId } = await closedBatch(sql);
    await sql`update contractors set payroll_number = null`;
    await sql`update earning_codes set code = null where earning in ('straight', 'bonus', 'difference')`;
    await sql`update facilities set work_state = null`;
    const [{ name }] = await sql<[{ name: string }]>`
      select facility.name from facilities as facility join assignments on facility_id = facility.id
       where contractor_id = ${contractorId} and overtime_rule = 'flsa'`;
    const hand = () => handOver(sql, batch, "w2");
    await assertRefusedUnchanged(sql, hand, 409, "payroll_file_incomplete");
    assertEquals(
      await refusalOf(hand()),
      `No payroll number: Ada Nurse. No code: bonus, straight. No work state: ${name}.`,
    );
    assertMatch(
      await earningsFile(sql, batch, "w2"),
      /,closed,2026-03-02,straight,,,8.00,,,60.00,480.00\r\n/,
    );
    await enterCodes(sql);
    await hand();
  }));

Deno.test("hand_over_payroll/names_ten_and_counts_the_rest_and_asks_for_no_state_of_1099", () =>
  withDatabase(async ({ sql }) => {
    for (let n = 1; n <= 12; n++) {
      const { contractorId } = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }], {
        employmentType: "1099",
      });
      await sql`update contractors set last_name = ${
        String(n).padStart(2, "0")
      } where id = ${contractorId}`;
    }
    const batch = await prepare(sql, MONDAY);
    await close(sql, batch);
    await sql`update earning_codes set code = 'FEE'`;
    const ten = [...Array(10).keys()].map((n) => `Ada ${String(n + 1).padStart(2, "0")}`).join(
      ", ",
    );
    assertEquals(
      await refusalOf(handOver(sql, batch, "1099")),
      `No payroll number: ${ten} and 2 more.`,
    );
    await sql`update contractors set payroll_number = id::text`;
    await handOver(sql, batch, "1099");
  }));

Deno.test("hand_over_payroll/is_refused_of_a_batch_that_is_not_closed_or_pays_nobody_of_them", () =>
  withDatabase(async ({ sql }) => {
    const { batch } = await closedBatch(sql);
    const refused = (
      batch: string | null,
      employment: string | null,
      status: 400 | 404 | 409,
      slug: string,
    ) => assertRefusedUnchanged(sql, () => handOver(sql, batch, employment), status, slug);
    await refused(batch, "1099", 409, "nothing_to_hand_over");
    await refused(batch, "corp_to_corp", 400, "employment_unknown");
    await refused(batch, null, 400, "argument_missing");
    await refused(null, "w2", 400, "argument_missing");
    await refused(crypto.randomUUID(), "w2", 404, "payroll_batch_not_found");
    await assertRefused(handOver(sql, batch, "w2", { again: null }), 400, "argument_missing");
    const draft = await draftOf(sql, "2026-04-06");
    await refused(draft, "w2", 409, "payroll_batch_not_closed");
    assertStrictEquals(await earningsFile(sql, draft, "w2"), HEAD);
    await discard(sql, draft);
    await refused(draft, "w2", 409, "payroll_batch_discarded");
    await assertRefused(earningsFile(sql, batch, "all"), 400, "employment_unknown");
    await assertRefused(earningsFile(sql, null, "w2"), 400, "argument_missing");
  }));

Deno.test("earning_codes/are_there_for_every_earning_and_take_what_a_provider_can_read", () =>
  withDatabase(async ({ sql }) => {
    const [count] =
      await sql`select count(*)::int as rows, count(code)::int as codes from earning_codes`;
    assertEquals({ ...count }, { rows: 40, codes: 0 });
    for (const code of ["REG", "1", "O T-½", "01,2"]) {
      await sql`update earning_codes set code = ${code}`;
    }
    for (const code of ["", " A", "A ", "=1", "-1", "@A", "A\n", "A".repeat(41)]) {
      const error = await sql`update earning_codes set code = ${code}`.then(
        () => null,
        (error) => error,
      );
      assertEquals(error?.constraint_name, "earning_code_is_plain_text", code);
    }
    const log = await sql`
      select new ->> 'code' as code from audit_log
       where table_name = 'earning_codes' and new ->> 'earning' = 'bonus' and new ->> 'employment' = 'w2'`;
    assertEquals(log.map(({ code }) => code).sort(), ["01,2", "1", "O T-½", "REG"]);
  }));
