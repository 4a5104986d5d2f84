// Draft payroll batches follow a hit, closed ones do not.
import { assertEquals, assertNotEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, everything, rateHit } from "../../../support/assignments/rate_hits.ts";
import { close, discard, draftOf, prepare, rebuild } from "../../../support/payroll/batches.ts";
import { stipend } from "../../../support/payroll/extras.ts";
import { linesOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { dayOfWeek, work, type Worker } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NEXT_MONDAY = "2026-03-09";

/** Somebody who works five days of ten hours from Monday on, with a stipend for hours driven. */
async function nurse(sql: postgres.Sql, monday = MONDAY): Promise<Worker> {
  const worker = await work(
    sql,
    [1, 2, 3, 4, 5].map((day) => ({ date: dayOfWeek(monday, day), hours: 10, rule: "flsa" })),
  );
  await stipend(sql, worker.assignmentIds.flsa, "hours_driven", "100");
  return worker;
}

Deno.test("apply_rate_hit/reprices_a_draft_batch_as_if_it_were_prepared_anew", () =>
  withDatabase(async ({ sql }) => {
    const { assignmentIds } = await nurse(sql);
    await nurse(sql);
    const batch = await prepare(sql, MONDAY);
    await sql.begin(async (sql) => {
      const [hit] = await sql<[{ id: string }]>`
        insert into rate_hits (assignment_id, effective_on, bill_rate_change, pay_rate_change)
        values (${assignmentIds.flsa}, '2026-03-05', 0, 10) returning id`;
      await apply(sql, hit.id);
      const lines = await linesOf(sql, batch);
      // (1,800 + 1,400 + 100) / 50 = 66 against (3,000 + 100) / 50 = 62.
      assertEquals(
        lines.filter((line) => line.endsWith("straight 10.00 70.00 = 700.00")).length,
        2,
      );
      assertEquals(
        lines.filter((line) => line.includes("premium")).toSorted(),
        [`${MONDAY} overtime_premium 10.00 = 310.00`, `${MONDAY} overtime_premium 10.00 = 330.00`],
      );
    });
    const repriced = await linesOf(sql, batch);
    const [{ total }] = await sql<[{ total: string }]>`
      select gross_total as total from payroll_batches`;
    assertEquals(total, "7040.00");
    await discard(sql, batch);
    assertEquals(await linesOf(sql, await prepare(sql, MONDAY)), repriced);
  }));

Deno.test("apply_rate_hit/says_in_the_audit_log_what_the_total_of_a_draft_batch_was", () =>
  withDatabase(async ({ sql }) => {
    const { assignmentIds } = await nurse(sql);
    const batch = await prepare(sql, MONDAY);
    await draftOf(sql, NEXT_MONDAY);
    await apply(sql, await rateHit(sql, assignmentIds.flsa, MONDAY, { pay: "1" }));
    const log = await sql`
      select procedure, row_id, old ->> 'gross_total' as old, new ->> 'gross_total' as new
        from audit_log where table_name = 'payroll_batches' and procedure = 'apply_rate_hit'`;
    assertEquals([...log], [
      { procedure: "apply_rate_hit", row_id: batch, old: "3410.00", new: "3465.00" },
    ]);
  }));

Deno.test("apply_rate_hit/logs_no_draft_batch_whose_total_comes_to_the_same_cents", () =>
  withDatabase(async ({ sql }) => {
    const { assignmentIds } = await work(sql, [{ date: MONDAY, hours: "0.25", rule: "flsa" }]);
    const batch = await prepare(sql, MONDAY);
    await apply(sql, await rateHit(sql, assignmentIds.flsa, MONDAY, { pay: "0.01" }));
    assertEquals(await linesOf(sql, batch), [`${MONDAY} straight 0.25 60.01 = 15.00`]);
    const log =
      await sql`select from audit_log where row_id = ${batch} and procedure = 'apply_rate_hit'`;
    assertStrictEquals(log.length, 0);
  }));

Deno.test("apply_rate_hit/pays_what_it_changes_of_a_closed_week_in_the_draft_it_touches", () =>
  withDatabase(async ({ sql }) => {
    const { assignmentIds, contractorId } = await nurse(sql);
    await close(sql, await prepare(sql, MONDAY));
    const worked = await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${assignmentIds.flsa}, ${NEXT_MONDAY}, 8, 'approved') returning id`;
    assertEquals(worked.length, 1);
    const draft = await prepare(sql, NEXT_MONDAY);
    await apply(sql, await rateHit(sql, assignmentIds.flsa, "2026-03-06", { pay: "-5" }), true);
    const repriced = await linesOf(sql, draft, contractorId);
    assertEquals(repriced, [
      `${MONDAY} difference 0.00 0.00 = -55.00`,
      `${MONDAY} overpayment = 55.00`,
      `${NEXT_MONDAY} stipend = 100.00`,
      `${NEXT_MONDAY} straight 8.00 55.00 = 440.00`,
    ]);
    assertEquals(await linesOf(sql, await rebuild(sql, draft)), repriced);
  }));

Deno.test("apply_rate_hit/discards_a_draft_that_paid_what_an_earlier_hit_changed_alone", () =>
  withDatabase(async ({ sql }) => {
    const { assignmentIds } = await nurse(sql);
    await close(sql, await prepare(sql, MONDAY));
    await apply(sql, await rateHit(sql, assignmentIds.flsa, "2026-03-06", { pay: "5" }), true);
    const draft = await prepare(sql, NEXT_MONDAY);
    await apply(sql, await rateHit(sql, assignmentIds.flsa, "2026-03-06", { pay: "-5" }), true);
    const [left] = await sql`select status, gross_total from payroll_batches where id = ${draft}`;
    assertEquals({ ...left }, { status: "discarded", gross_total: "0.00" });
    const log = await sql`
      select from audit_log where row_id = ${draft} and procedure = 'apply_rate_hit'`;
    assertStrictEquals(log.length, 1);
  }));

Deno.test("apply_rate_hit/writes_nothing_of_a_draft_batch_but_what_it_pays_the_contractor", () =>
  withDatabase(async ({ sql }) => {
    const { assignmentIds, contractorId } = await nurse(sql);
    const other = await nurse(sql);
    const batch = await prepare(sql, MONDAY);
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${other.assignmentIds.flsa}, ${dayOfWeek(MONDAY, 6)}, 8, 'approved')`; // for the next prepare
    const written = (contractor: string) =>
      sql`select item.xmin::text as item, line.xmin::text as line, line.id
            from payroll_items as item join payroll_item_lines as line on payroll_item_id = item.id
           where contractor_id = ${contractor} order by line.id`;
    const before = [await written(contractorId), await written(other.contractorId)];
    await apply(sql, await rateHit(sql, assignmentIds.flsa, MONDAY, { pay: "1" }));
    assertNotEquals([...await written(contractorId)], [...before[0] ?? []]);
    assertEquals([...await written(other.contractorId)], [...before[1] ?? []]);
    const [row] = await sql`select gross_total from payroll_batches where id = ${batch}`;
    assertEquals(row?.gross_total, "6875.00"); // 55 more of 3,410 for the one
  }));

Deno.test("apply_rate_hit/leaves_draft_batches_unwritten_when_the_pay_rate_stays", () =>
  withDatabase(async ({ sql }) => {
    const { assignmentIds } = await nurse(sql);
    await prepare(sql, MONDAY);
    const written = async () => [
      ...await sql`select xmin::text, id from payroll_batches`,
      ...await sql`select xmin::text, id from payroll_item_lines order by id`,
    ];
    const before = await written();
    await apply(sql, await rateHit(sql, assignmentIds.flsa, MONDAY, { pay: "0" }));
    assertEquals(await written(), before);
  }));

Deno.test("apply_rate_hit/refuses_pay_too_large_for_a_draft_batch_and_changes_nothing", () =>
  withDatabase(async ({ sql }) => {
    const { assignmentIds } = await nurse(sql);
    await prepare(sql, MONDAY);
    const hit = await rateHit(sql, assignmentIds.flsa, MONDAY, { bill: "0", pay: "99999900" });
    await sql`insert into assignment_stipends (assignment_id, weekly_amount, kind, effective_from)
              values (${assignmentIds.flsa}, 9000000000, 'reimbursement', ${MONDAY})`;
    const before = await everything(sql);
    await assertRefused(apply(sql, hit, false, true), 409, "rate_too_large");
    assertEquals(await everything(sql), before);
  }));
