// Of which shifts that the facility called off late something is due: not of those that were worked, nor outside the assignment.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice, unbilledDifferences } from "../../../support/billing/billed_time.ts";
import { send } from "../../../support/billing/invoices.ts";
import type { Firm } from "../../../support/firm.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { correct } from "../../../support/time/corrections.ts";
import { guarantee } from "../../../support/time/guarantees.ts";
import { asLastWeek, cancel, plan, planAhead, planPattern } from "../../../support/time/plans.ts";
import { enterShift } from "../../../support/time/shifts.ts";

const MONDAY = "2026-03-02";
const WEDNESDAY = "2026-03-04";
const SHIFT = ["2026-03-04 07:00 MST", "2026-03-04 15:30 MST"] as const;
const DUE = { pay: ["4.00 × 20.00 = 80.00"], bill: ["6.00 × 50.00 = 300.00"] };
const NOTHING = { pay: [], bill: [] };

/** An assignment that runs on, and the shift of Wednesday, planned; four hours are paid and six billed of a late cancellation. */
async function planned({ sql }: Firm, assignment: string) {
  await sql`update facilities set cancellation_notice_hours = 24`;
  await guarantee(sql, assignment, { code: "cancelled", pay: "4", bill: "6" });
  await sql`
    insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
    values (${assignment}, 'cancelled', '2026-01-01', 50, 20)`;
  return await planAhead(sql, assignment, ...SHIFT, 30);
}

const callOff = (sql: postgres.Sql, id: string) => cancel(sql, id, { at: "2026-03-04 06:00 MST" });

/** Lines that guarantees come to in the week, on each side. */
async function due(sql: postgres.Sql) {
  const of = async (side: string) => {
    const rows = await sql<{ line: string }[]>`
      select concat_ws(' ', quantity || ' ×', rate, '=', amount) as line
        from private.guarantees_of_weeks(array(select contractor_id from assignments), array[${MONDAY}::date], ${side})`;
    return rows.map(({ line }) => line);
  };
  return { pay: await of("pay"), bill: await of("bill") };
}

/** Pays and bills the week, and forgets which weeks had to be looked at until then. */
async function settle({ sql, facilityId }: Firm) {
  await close(sql, await prepare(sql, MONDAY));
  await send(sql, [(await createInvoice(sql, facilityId)).id]);
  await sql`delete from private.due_marks`;
  assertEquals(await unbilledDifferences(sql), []);
}

const isMarked = async (sql: postgres.Sql) =>
  (await sql`select from private.due_marks where day between ${MONDAY} and ${MONDAY}::date + 6`)
    .count > 0;

Deno.test(
  "guarantees/of_a_late_cancellation_that_was_paid_and_billed_are_not_taken_back_by_a_draft",
  withMovingClock(WEDNESDAY, async (firm, setClock) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await callOff(sql, (await planned(firm, assignment)).id);
    await setClock("2026-03-10 12:00 America/Denver");
    await settle(firm);
    await setClock("2026-03-12 12:00 America/Denver");
    await sql`
      insert into time_entries (assignment_id, work_date, hours, code) values (${assignment}, ${WEDNESDAY}, 3, 'cancelled')`;
    assertEquals(await due(sql), DUE);
    assertEquals(await unbilledDifferences(sql), []);
    await sql`delete from time_entries`;
    await enterShift(sql, assignment, ...SHIFT, { breakMinutes: 30 });
    assertEquals(await due(sql), DUE);
    assertEquals(await unbilledDifferences(sql), []);
    await sql`update time_entries set status = 'submitted'`;
    assertEquals(await due(sql), DUE);
    // What is approved does: it was worked after all.
    await sql`update time_entries set status = 'approved'`;
    assertEquals(await due(sql), NOTHING);
    assertEquals((await unbilledDifferences(sql)).length, 1);
    assert(await isMarked(sql));
  }),
);

for (const isEnded of ["before", "after"] as const) {
  Deno.test(
    `guarantees/of_a_late_cancellation_promise_nothing_once_the_assignment_ended_${isEnded}_it_is_written_down`,
    withMovingClock("2026-03-10", async (firm) => {
      const { sql } = firm;
      const assignment = await firm.assignment();
      const { id } = await planned(firm, assignment);
      await firm.entry(assignment, "approved", MONDAY, "8");
      if (isEnded === "before") {
        await sql`update assignments set end_date = '2026-03-03'`;
        await callOff(sql, id);
      } else {
        await callOff(sql, id);
        assertEquals(await due(sql), DUE);
        await settle(firm);
        await sql`update assignments set end_date = '2026-03-03'`;
        assertEquals((await unbilledDifferences(sql)).length, 1);
        assert(await isMarked(sql));
      }
      assertEquals(await due(sql), NOTHING);
      await sql`update assignments set end_date = ${WEDNESDAY}`;
      assertEquals(await due(sql), DUE);
    }),
  );
}

Deno.test(
  "guarantees/of_a_late_cancellation_before_another_first_day_are_taken_back",
  withMovingClock("2026-03-26", async (firm) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await callOff(sql, (await planned(firm, assignment)).id);
    await settle(firm);
    await sql`update assignments set start_date = '2026-03-23'`;
    assertEquals(await due(sql), NOTHING);
    assertEquals((await unbilledDifferences(sql)).length, 1);
    assert(await isMarked(sql));
  }),
);

Deno.test(
  "cancel_planned_shift/refuses_a_shift_whose_hours_are_entered_by_the_day",
  withMovingClock("2026-03-05", async (firm) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    const { id } = await planned(firm, assignment);
    const entry = await firm.entry(assignment, "draft", WEDNESDAY, "8");
    await assertRefusedUnchanged(sql, () => callOff(sql, id), 409, "planned_shift_worked");
    // Hours that another shift of the day was planned for are not of this one.
    await plan(sql, assignment, "2026-03-03 23:00 MST", "2026-03-04 06:00 MST");
    await assertRefused(callOff(sql, id), 409, "planned_shift_worked");
    await sql`update time_entries set hours = 6 where id = ${entry}`;
    await callOff(sql, id);
    await sql`delete from time_entries`;
    await plan(sql, assignment, ...SHIFT, 30);
    await sql`insert into time_entries (assignment_id, work_date, hours, code) values (${assignment}, ${WEDNESDAY}, 9, 'cancelled')`;
    await callOff(sql, id); // nobody worked
  }),
);

Deno.test(
  "guarantees/of_a_late_cancellation_promise_nothing_for_a_shift_whose_hours_were_approved_without_times",
  withMovingClock("2026-03-05", async (firm, setClock) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await callOff(sql, (await planned(firm, assignment)).id);
    await setClock("2026-03-10 12:00 America/Denver");
    assertEquals(await due(sql), DUE);
    await settle(firm);
    const entry = await firm.entry(assignment, "draft", WEDNESDAY, "8");
    assertEquals(await due(sql), DUE);
    await sql`update time_entries set status = 'submitted' where id = ${entry}`;
    await sql`update time_entries set status = 'approved' where id = ${entry}`;
    assertEquals(await due(sql), NOTHING);
    assertEquals((await unbilledDifferences(sql)).length, 1);
    assert(await isMarked(sql));
  }),
);

Deno.test(
  "guarantees/of_a_night_that_was_called_off_late_are_due_beside_hours_of_the_night_before",
  withMovingClock("2026-03-04", async (firm, setClock) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await planned(firm, assignment);
    await sql`delete from planned_shifts`;
    await plan(sql, assignment, "2026-03-02 19:00 MST", "2026-03-03 07:00 MST");
    const { id } = await planAhead(sql, assignment, "2026-03-03 19:00 MST", "2026-03-04 07:00 MST");
    await firm.entry(assignment, "approved", MONDAY, "5");
    await firm.entry(assignment, "approved", "2026-03-03", "7");
    await cancel(sql, id, { at: "2026-03-03 18:00 MST" });
    await setClock("2026-03-10 12:00 America/Denver");
    assertEquals(await due(sql), DUE);
  }),
);

Deno.test(
  "guarantees/of_a_day_shift_that_was_called_off_late_are_due_beside_hours_by_the_day_of_the_night_before_it",
  withMovingClock(WEDNESDAY, async (firm, setClock) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    const { id } = await planned(firm, assignment);
    await planAhead(sql, assignment, "2026-03-03 23:00 MST", "2026-03-04 06:00 MST");
    await firm.entry(assignment, "approved", "2026-03-03", "1");
    const entry = await firm.entry(assignment, "approved", WEDNESDAY, "6");
    assert((await callOff(sql, id)).is_within_notice);
    await setClock("2026-03-10 12:00 America/Denver");
    assertEquals(await due(sql), DUE);
    // More than the night was planned for.
    await correct(sql, entry, { hours: "6.25" });
    assertEquals(await due(sql), NOTHING);
    await correct(sql, entry, { hours: "6" });
    await settle(firm);
    assertEquals(await due(sql), DUE);
  }),
);

Deno.test(
  "guarantees/of_an_afternoon_that_was_called_off_late_are_due_beside_hours_by_the_day_of_the_morning",
  withMovingClock("2026-03-05", async (firm, setClock) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await planned(firm, assignment);
    await sql`delete from planned_shifts`;
    await planAhead(sql, assignment, "2026-03-04 07:00 MST", "2026-03-04 11:00 MST");
    const { id } = await planAhead(
      sql,
      assignment,
      "2026-03-04 13:00 MST",
      "2026-03-04 17:00 MST",
    );
    await firm.entry(assignment, "approved", WEDNESDAY, "4");
    assert((await cancel(sql, id, { at: "2026-03-04 12:30 MST" })).is_within_notice);
    await setClock("2026-03-10 12:00 America/Denver");
    assertEquals(await due(sql), DUE);
  }),
);

Deno.test(
  "guarantees/of_a_late_cancellation_follow_what_is_planned_beside_it_once_hours_by_the_day_are_approved",
  withMovingClock("2026-03-05", async (firm, setClock) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await callOff(sql, (await planned(firm, assignment)).id);
    await setClock("2026-03-10 12:00 America/Denver");
    await settle(firm);
    await firm.entry(assignment, "approved", WEDNESDAY, "8");
    /** Asserts what is due after a deed, that what was sent is compared with it, and that pay is looked at. */
    const follows = async (
      deed: () => PromiseLike<unknown>,
      expected: typeof DUE | typeof NOTHING,
    ) => {
      await sql`delete from private.due_marks`;
      await sql`delete from private.weeks_to_compare`;
      await deed();
      assertEquals(await due(sql), expected);
      assertEquals((await unbilledDifferences(sql)).length, expected === DUE ? 0 : 1);
      assert(await isMarked(sql));
    };
    const evening = (breakMinutes = 0) =>
      plan(sql, assignment, "2026-03-04 15:30 MST", "2026-03-04 23:30 MST", breakMinutes);
    await follows(evening, DUE);
    await follows(() => evening(30), NOTHING);
    await sql`delete from planned_shifts where cancelled_at is null`;
    const pattern = { firstDay: WEDNESDAY, days: [3], from: "15:00", to: "23:00", breakMinutes: 0 };
    await follows(() => planPattern(sql, assignment, pattern), DUE);
    await sql`delete from planned_shifts where cancelled_at is null`;
    await plan(sql, assignment, "2026-02-25 14:00 MST", "2026-02-25 22:00 MST");
    await follows(() => asLastWeek(sql, MONDAY, { assignment }), DUE);
    await sql`delete from planned_shifts where cancelled_at is null`;
    // Of a night that begins the day before, the hours after midnight.
    const night = ["2026-03-03 22:00 MST", "2026-03-04 08:00 MST"] as const;
    await follows(() => plan(sql, assignment, ...night), DUE);
    const { id } = await plan(sql, assignment, ...night);
    await follows(() => cancel(sql, id, { by: "contractor" }), NOTHING);
  }),
);

Deno.test(
  "guarantees/of_a_late_cancellation_are_taken_back_by_a_shift_whose_times_are_corrected_to_those_of_the_plan",
  withMovingClock(WEDNESDAY, async (firm, setClock) => {
    const { sql } = firm;
    const assignment = await firm.assignment();
    await callOff(sql, (await planned(firm, assignment)).id);
    await setClock("2026-03-10 12:00 America/Denver");
    await settle(firm);
    await enterShift(sql, assignment, "2026-03-04 16:00 MST", "2026-03-04 23:00 MST");
    await sql`update time_entries set status = 'submitted'`;
    await sql`update time_entries set status = 'approved'`;
    assertEquals(await due(sql), DUE);
    await sql`delete from private.due_marks`;
    await sql`delete from private.weeks_to_compare`;
    const [entry] = await sql<[{ id: string }]>`select id from time_entries`;
    // As many hours as before.
    await correct(sql, entry.id, {
      startedAt: "2026-03-04 08:00 MST",
      endedAt: "2026-03-04 15:00 MST",
    });
    assertEquals(await due(sql), NOTHING);
    assertEquals((await unbilledDifferences(sql)).length, 1);
    assert(await isMarked(sql));
  }),
);
