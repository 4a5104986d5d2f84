// Stipends that are entered, raised or ended for weeks that were paid.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { discard, prepare } from "../../../support/payroll/batches.ts";
import { stipend } from "../../../support/payroll/extras.ts";
import { linesOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import type { Worker } from "../../../support/time/worked_time.ts";
import { approveAll, MONDAY, NEXT_MONDAY, prepareAndClose, weekOf } from "./late_weeks.ts";

/** Pay of that week made due by {@link raise} and {@link end} of a stipend of 100 from Monday. */
const TAKEN_BACK = `${MONDAY} difference 0.00 0.00 = -100.00`;
const OVERPAID = `${MONDAY} overpayment = 100.00`;

/** Registers a test on somebody who worked on Monday and Tuesday, which a closed batch has paid. */
function testPaid(
  name: string,
  test: (worker: Worker, sql: postgres.Sql) => Promise<void>,
  { weekly = null as string | null, late = [] as readonly number[] } = {},
): void {
  Deno.test(`payroll_draft/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const worker = await weekOf(sql, [8, 8], { late });
      if (weekly !== null) {
        await stipend(sql, worker.assignmentIds.flsa, "reimbursement", weekly, {
          from: "2026-02-23",
        });
      }
      await prepareAndClose(sql);
      await test(worker, sql);
    }));
}

/** The stipend ends on a day. */
const end = (sql: postgres.Sql, day: string) =>
  sql`update assignment_stipends set effective_to = ${day}`;

testPaid("pays_a_stipend_that_was_entered_after_its_week_was_paid", async (worker, sql) => {
  await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "100", { from: MONDAY });
  const batch = await prepareAndClose(sql, NEXT_MONDAY);
  assertEquals(await linesOf(sql, batch), [`${MONDAY} stipend = 100.00`]);
  await assertRefused(prepare(sql, NEXT_MONDAY), 409, "nothing_to_pay");
});

testPaid("pays_the_premium_that_a_late_stipend_for_hours_driven_adds", async (worker, sql) => {
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    select ${worker.assignmentIds.flsa}, ${MONDAY}::date + day, 12, 'approved' from generate_series(2, 3) as day`;
  await prepareAndClose(sql); // 40 hours
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    values (${worker.assignmentIds.flsa}, ${MONDAY}::date + 4, 10, 'approved')`;
  await prepareAndClose(sql); // and ten of overtime
  await stipend(sql, worker.assignmentIds.flsa, "hours_driven", "100", { from: MONDAY });
  assertEquals(await linesOf(sql, await prepare(sql, NEXT_MONDAY)), [
    `${MONDAY} stipend = 100.00`,
    `${MONDAY} difference 0.00 0.00 = 10.00`, // ten hours at half of 100 / 50
  ]);
});

testPaid("pays_a_raise_as_the_end_of_a_stipend_and_a_new_one", async (worker, sql) => {
  await end(sql, "2026-03-01"); // the day before Monday
  await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "130", { from: MONDAY });
  const batch = await prepare(sql, NEXT_MONDAY);
  assertEquals(await linesOf(sql, batch), [`${MONDAY} stipend = 130.00`, TAKEN_BACK]);
  const [{ total }] = await sql<[{ total: string }]>`
    select gross_total as total from payroll_batches where id = ${batch}`;
  assertEquals(total, "30.00");
}, { weekly: "100" });

testPaid("takes_back_a_stipend_that_ended_before_a_week_that_was_paid", async (_, sql) => {
  await end(sql, "2026-03-01");
  assertEquals(await linesOf(sql, await prepare(sql, NEXT_MONDAY)), [TAKEN_BACK, OVERPAID]);
}, { weekly: "100" });

testPaid("pays_again_a_stipend_whose_end_moves_to_and_fro", async (_, sql) => {
  await end(sql, "2026-03-01");
  await prepare(sql, NEXT_MONDAY);
  await end(sql, "2026-03-31");
  const emptied = await prepare(sql, NEXT_MONDAY);
  const [batch] = await sql`select status from payroll_batches where id = ${emptied}`;
  assertEquals(batch?.["status"], "discarded");
  await assertRefused(prepare(sql, NEXT_MONDAY), 409, "nothing_to_pay");
}, { weekly: "100" });

testPaid("leaves_a_stipend_alone_that_ends_after_all_its_payable_days", async (_, sql) => {
  await end(sql, "2026-03-08");
  await assertRefused(prepare(sql, NEXT_MONDAY), 409, "nothing_to_pay");
}, { weekly: "100" });

// A late hour once paid the stipend of its week at whatever amount its row had that day.
testPaid("does_not_pay_a_stipend_again_with_a_late_hour_of_its_week", async (_, sql) => {
  await approveAll(sql);
  const change = sql`update assignment_stipends set weekly_amount = 500`;
  await assertRefused(change, 409, "stipend_was_paid");
  assertEquals(await linesOf(sql, await prepare(sql, NEXT_MONDAY)), [
    `${MONDAY} straight 8.00 60.00 = 480.00`,
  ]);
}, { weekly: "100", late: [2] });

testPaid("leaves_due_what_a_discarded_batch_would_have_paid", async (worker, sql) => {
  await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "100", { from: MONDAY });
  const first = await prepare(sql, NEXT_MONDAY);
  await assertRefused(prepare(sql, "2026-03-16"), 409, "nothing_to_pay");
  await discard(sql, first);
  assertEquals(await linesOf(sql, await prepare(sql, "2026-03-16")), [
    `${MONDAY} stipend = 100.00`,
  ]);
});

/** Columns of a paid stipend that may no longer change, and the attempt to change each. */
const FIXED = {
  amount: "weekly_amount = 130",
  kind: "kind = 'hours_driven'",
  first_day: "effective_from = '2026-02-24'",
  assignment: "assignment_id = (select id from assignments where overtime_rule = 'none')",
} as const;

for (const [what, change] of Object.entries(FIXED)) {
  testPaid(`keeps_the_${what}_of_a_stipend_that_was_paid`, async (_, sql) => {
    const attempt = sql.unsafe(`update assignment_stipends set ${change}`);
    await assertRefused(attempt, 409, "stipend_was_paid");
    await assertRefused(sql`delete from assignment_stipends`, 409, "in_payroll_batch");
    await end(sql, "2026-06-30");
  }, { weekly: "100" });
}

Deno.test("payroll_draft/lets_a_stipend_change_until_it_was_paid", () =>
  withDatabase(async ({ sql }) => {
    const worker = await weekOf(sql, [8]);
    await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "100");
    await discard(sql, await prepare(sql, MONDAY));
    await prepare(sql, MONDAY);
    for (const change of Object.values(FIXED).slice(0, 3)) {
      assertEquals((await sql.unsafe(`update assignment_stipends set ${change}`)).count, 1);
    }
    assertEquals(await linesOf(sql, await prepare(sql, MONDAY)), [
      `${MONDAY} stipend = 130.00`,
      `${MONDAY} straight 8.00 60.00 = 480.00`,
    ]);
  }));
