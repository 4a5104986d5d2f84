// Shifts whose days, or whose assignment's, were moved since they were planned.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { createInvoice, unbilledDifferences } from "../../../support/billing/billed_time.ts";
import { send } from "../../../support/billing/invoices.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { guarantee } from "../../../support/time/guarantees.ts";
import {
  cancel,
  enterAsPlanned,
  plan,
  planAhead,
  planPattern,
} from "../../../support/time/plans.ts";

const WEEK = { firstDay: "2026-03-02", days: [1, 2, 3, 4, 5], to: "15:00", breakMinutes: 0 };

Deno.test(
  "enter_planned_shifts/leaves_out_what_is_outside_the_assignment_and_enters_the_rest",
  withMovingClock("2026-03-03", async (firm, setClock) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await planPattern(sql, assignment, WEEK);
    await sql`update assignments set end_date = '2026-03-04'`;
    await setClock("2026-03-09 12:00 America/Denver");
    const three = ["2026-03-02 8.00", "2026-03-03 8.00", "2026-03-04 8.00"];
    assertEquals(await enterAsPlanned(sql, assignment), three);
    assertEquals(await enterAsPlanned(sql, assignment), three);
    // A night that ends on a day after the last one is not entered in part.
    await sql`delete from time_entries`;
    await sql`delete from planned_shifts`;
    await sql`update assignments set end_date = null`;
    await plan(sql, assignment, "2026-03-04 19:00 MST", "2026-03-05 07:00 MST");
    await sql`update assignments set end_date = '2026-03-04'`;
    await assertRefused(enterAsPlanned(sql, assignment), 409, "nothing_planned_to_enter");
    await sql`update assignments set end_date = '2026-03-05'`;
    assertEquals(await enterAsPlanned(sql, assignment), ["2026-03-04 5.00", "2026-03-05 7.00"]);
    // Nor what is before the first one.
    await sql`delete from time_entries`;
    await sql`update assignments set start_date = '2026-03-05'`;
    await assertRefused(enterAsPlanned(sql, assignment), 409, "nothing_planned_to_enter");
  }),
);

Deno.test(
  "missing_time/counts_planned_hours_on_days_of_the_assignment_alone",
  withMovingClock("2026-03-03", async (firm, setClock) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await planPattern(sql, assignment, WEEK);
    await setClock("2026-03-10 12:00 America/Denver");
    const hours = async () =>
      (await sql`select planned_hours from missing_time`)[0]?.["planned_hours"];
    assertStrictEquals(await hours(), "40.00");
    await sql`update assignments set end_date = '2026-03-04'`;
    assertStrictEquals(await hours(), "24.00");
    await sql`update assignments set end_date = null, start_date = '2026-03-05'`;
    assertStrictEquals(await hours(), "16.00");
    // Of a night its part on the last day.
    await sql`delete from planned_shifts`;
    await sql`update assignments set start_date = '2026-03-02'`;
    await plan(sql, assignment, "2026-03-04 19:00 MST", "2026-03-05 07:00 MST");
    await sql`update assignments set end_date = '2026-03-04'`;
    assertStrictEquals(await hours(), "5.00");
  }),
);

const MONDAY = "2026-03-02";
const workday = (at: string, from: string) =>
  `update organization_settings set workday_starts_at = '${at}', workday_starts_from = '${from}'`;
/** Settings that move a shift from Sunday into the next week: those before, the shift, and those since. */
const MOVES = {
  the_facilitys_clock: [
    "select",
    ["2026-03-08 23:00 MDT", "2026-03-09 07:00 MDT"],
    "update facilities set timezone = 'America/Chicago'",
  ],
  the_hour_of_the_workday: [
    workday("07:00", MONDAY),
    ["2026-03-09 05:00 MDT", "2026-03-09 13:00 MDT"],
    workday("00:00", "2026-03-09"),
  ],
} as const;
for (const [what, [before, [starts, ends], since]] of Object.entries(MOVES)) {
  Deno.test(
    `plan_shift/of_a_late_cancellation_that_${what}_moved_takes_back_what_was_paid_and_billed_in_the_week_before`,
    withMovingClock("2026-03-17", async (firm) => {
      const { sql } = firm;
      const assignment = await firm.assignment();
      await sql.unsafe(before);
      await sql`update facilities set cancellation_notice_hours = 24`;
      await guarantee(sql, assignment, { code: "cancelled", pay: "4", bill: "6" });
      const { id, work_date: day } = await planAhead(sql, assignment, starts, ends);
      assertStrictEquals(day, "2026-03-08");
      assert((await cancel(sql, id, { at: "2026-03-08 22:00 MDT" })).is_within_notice);
      await close(sql, await prepare(sql, MONDAY));
      await send(sql, [(await createInvoice(sql, firm.facilityId)).id]);
      await sql`delete from private.due_marks`;
      await sql.unsafe(since);
      assertEquals(await unbilledDifferences(sql), []);
      const again = await plan(sql, assignment, starts, ends);
      assertEquals([again.id, again.cancelled_at, again.work_date], [id, null, "2026-03-09"]);
      assertEquals((await unbilledDifferences(sql)).length, 1);
      const marked = await sql`select from private.due_marks where day = ${MONDAY}`;
      assertStrictEquals(marked.count, 1);
    }),
  );
}

Deno.test(
  "assignments/keep_their_contractor_while_shifts_are_planned_or_one_was_called_off_late",
  withMovingClock("2026-03-03", async (firm) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await sql`update facilities set cancellation_notice_hours = 24`;
    const { id } = await planAhead(sql, assignment, "2026-03-04 07:00 MST", "2026-03-04 15:00 MST");
    const [somebody] = await sql<[{ id: string }]>`
      insert into contractors (first_name, last_name, email) values ('Bea', 'Nurse', 'bea@example.org') returning id`;
    const give = () =>
      sql`update assignments set contractor_id = ${somebody.id} where id = ${assignment}`;
    await assertRefusedUnchanged(sql, give, 409, "assignment_has_planned_shifts");
    await cancel(sql, id); // within the notice
    await assertRefused(give(), 409, "assignment_has_planned_shifts");
    await plan(sql, assignment, "2026-03-04 07:00 MST", "2026-03-04 15:00 MST");
    await cancel(sql, id, { by: "firm" });
    await give();
  }),
);
