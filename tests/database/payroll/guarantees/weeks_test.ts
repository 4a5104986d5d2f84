// Hours that were promised and not worked: what is due of a week, and when.
import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import { createInvoice, unbilledDifferences } from "../../../support/billing/billed_time.ts";
import { send } from "../../../support/billing/invoices.ts";
import { advance, close, discard, prepare } from "../../../support/payroll/batches.ts";
import { codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { itemOf } from "../../../support/payroll/items.ts";
import { withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { except, guarantee } from "../../../support/time/guarantees.ts";
import { setAside, takeBack } from "../../../support/time/set_aside.ts";
import { dayOfWeek, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NEXT = "2026-03-09";
/** The Monday after the week, in the firm's timezone. */
const CLOCK = { clock: "2026-03-09 18:00:00+00" };

/** The lines of a batch that are no straight pay, such as `"guarantee 6.00 × 40.00 = 240.00, 36.00 guaranteed, 30.00 worked"`. */
async function extrasOf(sql: postgres.Sql, batchId: string): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', line.kind, line.code, line.quantity || ' ×', line.rate, '=', line.amount)
               || coalesce(', ' || line.description, '') as line
      from payroll_item_lines as line join payroll_items as item on item.id = line.payroll_item_id
     where item.payroll_batch_id = ${batchId} and line.kind <> 'straight'
     order by line.week_start, line.kind, line.amount`;
  return lines.map(({ line }) => line);
}

/** Somebody who works so many hours from Monday on, at 40.00 an hour, and is guaranteed 36 a week. */
async function nurse(sql: postgres.Sql, hours: readonly number[]) {
  const made = await work(
    sql,
    hours.map((each, nth) => ({ date: dayOfWeek(MONDAY, nth + 1), hours: each, rule: "flsa" })),
  );
  const assignment = made.assignmentIds.flsa;
  await payRate(sql, assignment, "2020-01-01", "40");
  await codeRate(sql, assignment, "on_call", "3");
  return { ...made, assignment };
}

/** Adds an entry that nobody approved. Gives its id. */
async function open(
  sql: postgres.Sql,
  assignmentId: string,
  day: string,
  hours = "6",
  status = "draft",
): Promise<string> {
  const [entry] = await sql<[{ id: string }]>`
    insert into time_entries (assignment_id, work_date, hours, status)
    values (${assignmentId}, ${day}, ${hours}, ${status}) returning id`;
  return entry.id;
}

async function approve(sql: postgres.Sql, id: string, status = "draft"): Promise<void> {
  if (status === "draft") await sql`update time_entries set status = 'submitted' where id = ${id}`;
  await sql`update time_entries set status = 'approved' where id = ${id}`;
}

const SIX = "guarantee 6.00 × 40.00 = 240.00, 36.00 guaranteed, 30.00 worked";

Deno.test("guarantees/pay_what_is_missing_of_a_week_in_a_line_of_its_own", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId, assignment } = await nurse(sql, [10, 10, 10]);
    await guarantee(sql, assignment);
    const batch = await prepare(sql, MONDAY);
    assertEquals(await extrasOf(sql, batch), [SIX]);
    const [line] = await sql`
      select hours, overtime_hours, assignment_id, pay_kind, flsa_premium from payroll_item_lines where kind = 'guarantee'`;
    assertEquals(line, {
      hours: null,
      overtime_hours: null,
      assignment_id: assignment,
      pay_kind: null,
      flsa_premium: null,
    });
    const paid = await itemOf(sql, batch, contractorId);
    assertEquals([paid?.regular_hours, paid?.gross_pay], ["30.00", "1440.00"]);
    const [item] = await sql`select code_pay, premium_pay from payroll_items`;
    assertEquals(item, { code_pay: "240.00", premium_pay: "0.00" });
    await close(sql, batch);
    await assertRefused(prepare(sql, MONDAY), 409, "nothing_to_pay");
  }, CLOCK));

/** Hours worked and what else is in the week, beside what is due of 36 guaranteed hours. */
const WEEKS: Readonly<
  Record<
    string,
    {
      hours: readonly number[];
      also?: (sql: postgres.Sql, assignment: string) => Promise<unknown>;
      due: readonly string[];
    }
  >
> = {
  nothing_where_all_of_it_was_worked: { hours: [12, 12, 12], due: [] },
  nothing_where_more_was_worked: { hours: [12, 12, 12, 4], due: [] },
  all_of_it_where_nothing_was_worked: {
    hours: [],
    due: ["guarantee 36.00 × 40.00 = 1440.00, 36.00 guaranteed, 0.00 worked"],
  },
  nothing_where_the_rest_was_called_in_sick: {
    hours: [12, 12],
    also: (sql, assignment) => except(sql, assignment, "2026-03-04", "12", "called_in_sick"),
    due: [],
  },
  nothing_where_the_facility_may_call_the_rest_off: {
    hours: [12, 12],
    also: (sql, assignment) => except(sql, assignment, "2026-03-04", "12", "call_off_allowed"),
    due: [],
  },
  what_is_left_beside_what_was_declined: {
    hours: [12],
    also: (sql, assignment) => except(sql, assignment, "2026-03-08", "12"),
    due: ["guarantee 12.00 × 40.00 = 480.00, 36.00 guaranteed, 12.00 declined, 12.00 worked"],
  },
  and_an_exception_of_another_week_lessens_nothing: {
    hours: [12, 12],
    also: async (sql, assignment) => {
      await except(sql, assignment, "2026-03-01", "12");
      await except(sql, assignment, "2026-03-09", "12");
    },
    due: ["guarantee 12.00 × 40.00 = 480.00, 36.00 guaranteed, 24.00 worked"],
  },
  what_time_on_call_does_not_count_toward: {
    hours: [12, 12],
    also: (sql, assignment) =>
      enterCoded(sql, assignment, "2026-03-04", "on_call", { hours: "12" }),
    due: [
      "code on_call 12.00 × 3.00 = 36.00",
      "guarantee 12.00 × 40.00 = 480.00, 36.00 guaranteed, 24.00 worked",
    ],
  },
  less_where_somebody_was_called_back: {
    hours: [12, 12],
    also: (sql, assignment) =>
      enterCoded(sql, assignment, "2026-03-04", "call_back", { hours: "4" }),
    due: ["guarantee 8.00 × 40.00 = 320.00, 36.00 guaranteed, 28.00 worked"],
  },
  less_where_a_cancelled_shift_is_paid: {
    hours: [12, 12],
    also: (sql, assignment) =>
      enterCoded(sql, assignment, "2026-03-04", "cancelled", { hours: "4" }),
    due: [
      "code cancelled 4.00 × 40.00 = 160.00",
      "guarantee 8.00 × 40.00 = 320.00, 36.00 guaranteed, 24.00 worked, 4.00 cancelled",
    ],
  },
  as_much_beside_leave: {
    hours: [12, 12],
    also: (sql, assignment) => enterCoded(sql, assignment, "2026-03-04", "sick", { hours: "12" }),
    due: [
      "code sick 12.00 × 40.00 = 480.00",
      "guarantee 12.00 × 40.00 = 480.00, 36.00 guaranteed, 24.00 worked",
    ],
  },
  at_the_rate_of_the_last_day: {
    hours: [12, 12],
    also: (sql, assignment) => payRate(sql, assignment, "2026-03-08", "42"),
    due: ["guarantee 12.00 × 42.00 = 504.00, 36.00 guaranteed, 24.00 worked"],
  },
};

for (const [what, { hours, also, due }] of Object.entries(WEEKS)) {
  Deno.test(`guarantees/pay_${what}`, () =>
    withDatabase(async ({ sql }) => {
      const { assignment } = await nurse(sql, hours);
      await guarantee(sql, assignment);
      await also?.(sql, assignment);
      assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), due);
    }, CLOCK));
}

Deno.test("guarantees/of_the_bill_alone_pay_nothing", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [10]);
    await guarantee(sql, assignment, { pay: null });
    assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), []);
  }, CLOCK));

Deno.test(
  "guarantees/wait_until_the_week_is_over",
  withMovingClock("2026-03-09", async ({ sql }, setClock) => {
    const { assignment } = await nurse(sql, [10, 10, 10]);
    await guarantee(sql, assignment);
    // Sunday evening, and Monday by UTC.
    await setClock("2026-03-09 02:00:00+00");
    const batch = await prepare(sql, MONDAY);
    assertEquals(await extrasOf(sql, batch), []);
    await close(sql, batch);
    await assertRefused(prepare(sql, MONDAY), 409, "nothing_to_pay");
    await setClock("2026-03-09 18:00:00+00");
    assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), [SIX]);
  }),
);

Deno.test(
  "guarantees/are_found_for_each_week_that_ends_without_any_time",
  withMovingClock("2026-03-09", async ({ sql }, setClock) => {
    const { assignment } = await nurse(sql, []);
    await guarantee(sql, assignment, { pay: "1", to: "2026-03-22" });
    const due = async () =>
      (await sql`select week_start::text as week from private.marked_weeks('2026-12-27') order by 1`)
        .map(({ week }) => week);
    assertEquals(await due(), [MONDAY]);
    await sql`select private.mark_guaranteed_weeks()`;
    assertEquals(await due(), [MONDAY]);
    await setClock("2026-05-04 18:00:00+00");
    assertEquals(await due(), [MONDAY, NEXT, "2026-03-16"]);
    await sql`select private.mark_guaranteed_weeks()`;
    await sql`select private.mark_guaranteed_weeks()`;
    const [{ marks }] = await sql<[{ marks: number }]>`
      select count(*)::int as marks from private.due_marks where day = ${NEXT}`;
    assertStrictEquals(marks, 1);
    assertEquals(await due(), [MONDAY, NEXT, "2026-03-16"]);
  }),
);

for (const status of ["draft", "submitted", "pending_approval"]) {
  Deno.test(`guarantees/are_held_back_by_time_that_is_${status}`, () =>
    withDatabase(async ({ sql }) => {
      const { assignment } = await nurse(sql, [10, 10, 10]);
      await guarantee(sql, assignment);
      const id = await open(sql, assignment, "2026-03-08", "4", status);
      const batch = await prepare(sql, MONDAY);
      assertEquals(await extrasOf(sql, batch), []);
      await close(sql, batch);
      await approve(sql, id, status);
      const next = await prepare(sql, MONDAY);
      assertEquals(await extrasOf(sql, next), [
        "guarantee 2.00 × 40.00 = 80.00, 36.00 guaranteed, 34.00 worked",
      ]);
    }, CLOCK));
}

Deno.test("guarantees/are_not_held_back_by_time_of_another_week_or_assignment", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, assignmentIds } = await nurse(sql, [10, 10, 10]);
    await guarantee(sql, assignment);
    await open(sql, assignment, NEXT);
    await open(sql, assignment, "2026-03-01");
    await open(sql, assignmentIds.none, "2026-03-05");
    assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), [SIX]);
  }, CLOCK));

const GOES: Readonly<Record<string, (sql: postgres.Sql, id: string) => Promise<unknown>>> = {
  set_aside: (sql, id) => setAside(sql, [id]),
  deleted: (sql, id) => sql`delete from time_entries where id = ${id}`,
  moved_to_another_week: (sql, id) =>
    sql`update time_entries set work_date = ${NEXT} where id = ${id}`,
};

for (const [how, go] of Object.entries(GOES)) {
  Deno.test(`guarantees/are_due_once_the_last_open_time_is_${how}`, () =>
    withDatabase(async ({ sql }) => {
      const { assignment } = await nurse(sql, [10, 10, 10]);
      await guarantee(sql, assignment);
      const id = await open(sql, assignment, "2026-03-08");
      await close(sql, await prepare(sql, MONDAY));
      await assertRefused(prepare(sql, MONDAY), 409, "nothing_to_pay");
      await go(sql, id);
      assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), [SIX]);
    }, CLOCK));
}

Deno.test("guarantees/that_were_paid_stay_while_late_time_waits_and_lessen_once_it_is_approved", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [10, 10, 10]);
    await guarantee(sql, assignment);
    await close(sql, await prepare(sql, MONDAY));
    const id = await open(sql, assignment, "2026-03-08", "4");
    await sql`insert into private.due_marks (contractor_id, day) select contractor_id, ${MONDAY} from assignments limit 1`;
    await assertRefused(prepare(sql, MONDAY), 409, "nothing_to_pay");
    await approve(sql, id);
    const batch = await prepare(sql, MONDAY);
    assertEquals(await extrasOf(sql, batch), ["difference = -160.00"]);
    const [item] = await sql`select gross_pay from payroll_items where payroll_batch_id = ${batch}`;
    assertEquals(item?.gross_pay, "0.00");
  }, CLOCK));

Deno.test("guarantees/come_to_a_difference_by_exceptions_that_come_go_and_move", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [10, 10, 10]);
    await guarantee(sql, assignment);
    await close(sql, await prepare(sql, MONDAY));
    await except(sql, assignment, "2026-03-06", "2.5");
    // An overpayment: nothing is taken back at once.
    const batch = await prepare(sql, MONDAY);
    assertEquals(await extrasOf(sql, batch), ["difference = -100.00", "overpayment = 100.00"]);
    await close(sql, batch);
    await sql`update guarantee_exceptions set hours = 2`;
    const second = await prepare(sql, MONDAY);
    assertEquals((await extrasOf(sql, second))[0], "difference = 20.00");
    await close(sql, second);
    await sql`delete from guarantee_exceptions`;
    assertEquals((await extrasOf(sql, await prepare(sql, MONDAY)))[0], "difference = 80.00");
  }, CLOCK));

Deno.test("guarantees/follow_a_rate_of_the_last_day_that_comes_late", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [10, 10, 10]);
    await guarantee(sql, assignment);
    await close(sql, await prepare(sql, MONDAY));
    await payRate(sql, assignment, "2026-03-08", "41");
    assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), ["difference = 6.00"]);
  }, CLOCK));

Deno.test("guarantees/are_of_whole_weeks_of_the_guarantee_and_of_the_assignment", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [10, 10, 10]);
    const id = await guarantee(sql, assignment, { from: "2026-03-03" });
    const due = async () => await extrasOf(sql, await prepare(sql, MONDAY));
    assertEquals(await due(), []);
    await sql`update guarantees set effective_from = '2026-03-02' where id = ${id}`;
    assertEquals(await due(), [SIX]);
    await sql`update guarantees set effective_to = '2026-03-07' where id = ${id}`;
    assertEquals(await due(), []);
    await sql`update guarantees set effective_to = '2026-03-08' where id = ${id}`;
    assertEquals(await due(), [SIX]);
    await sql`update assignments set end_date = '2026-03-07' where id = ${assignment}`;
    assertEquals(await due(), []);
    await sql`update assignments set end_date = '2026-03-08' where id = ${assignment}`;
    assertEquals(await due(), [SIX]);
    await sql`update assignments set start_date = '2026-03-02' where id = ${assignment}`;
    assertEquals(await due(), [SIX]);
  }, CLOCK));

Deno.test("guarantees/that_end_before_a_week_that_was_paid_take_it_back", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [10, 10, 10]);
    const id = await guarantee(sql, assignment);
    await close(sql, await prepare(sql, MONDAY));
    await sql`update guarantees set effective_to = '2026-03-07' where id = ${id}`;
    assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), [
      "difference = -240.00",
      "overpayment = 240.00",
    ]);
  }, CLOCK));

Deno.test("guarantees/follow_an_assignment_that_ends_earlier_or_goes_on", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [10, 10, 10]);
    await guarantee(sql, assignment);
    await close(sql, await prepare(sql, MONDAY));
    await sql`update assignments set end_date = '2026-03-06' where id = ${assignment}`;
    const batch = await prepare(sql, MONDAY);
    assertEquals((await extrasOf(sql, batch))[0], "difference = -240.00");
    await close(sql, batch);
    await sql`update assignments set end_date = null where id = ${assignment}`;
    assertEquals((await extrasOf(sql, await prepare(sql, MONDAY)))[0], "difference = 240.00");
  }, CLOCK));

Deno.test("guarantees/are_in_no_regular_rate_and_lessen_no_overtime", () =>
  withDatabase(async ({ sql }) => {
    const made = await work(sql, [
      { date: MONDAY, hours: 10, rule: "flsa" },
      ...[2, 3, 4, 5].map((day) => ({
        date: dayOfWeek(MONDAY, day),
        hours: 10,
        rule: "california" as const,
      })),
    ]);
    for (const id of [made.assignmentIds.flsa, made.assignmentIds.california]) {
      await payRate(sql, id, "2020-01-01", "20");
    }
    const premiums = async () => {
      const [{ amount }] = await sql<[{ amount: string }]>`
        select sum(amount) as amount
          from private.pay_of_weeks(array[${made.contractorId}::uuid], array[${MONDAY}::date])
         where kind = 'overtime_premium'`;
      return amount;
    };
    const before = await premiums();
    await guarantee(sql, made.assignmentIds.flsa);
    assertStrictEquals(await premiums(), before);
    assertEquals((await extrasOf(sql, await prepare(sql, MONDAY))).slice(0, 1), [
      "guarantee 26.00 × 20.00 = 520.00, 36.00 guaranteed, 10.00 worked",
    ]);
  }, CLOCK));

Deno.test("guarantees/of_calls_and_cancelled_shifts_add_to_each_entry_at_the_rate_of_its_code", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [12]);
    await codeRate(sql, assignment, "call_back", "60");
    await guarantee(sql, assignment, { code: "call_back", pay: "2" });
    await guarantee(sql, assignment, { code: "cancelled", pay: "4" });
    await enterCoded(sql, assignment, "2026-03-03", "call_back", { hours: "0.75" });
    await enterCoded(sql, assignment, "2026-03-04", "call_back", { hours: "1.5" });
    await enterCoded(sql, assignment, "2026-03-05", "call_back", { hours: "3" });
    await enterCoded(sql, assignment, "2026-03-06", "cancelled", { hours: "3" });
    const lines = async () =>
      (await extrasOf(sql, await prepare(sql, MONDAY))).filter((line) =>
        line.startsWith("guarantee")
      );
    const least = [
      "guarantee 1.00 × 40.00 = 40.00, Cancelled shift: 4.00 guaranteed, 3.00 entered",
      "guarantee 1.75 × 60.00 = 105.00, Call-back: 4.00 guaranteed, 2.25 worked",
    ];
    assertEquals(await lines(), least);
    // 12 and 5.25 worked, 3 cancelled, and what the two guarantees above add.
    await guarantee(sql, assignment);
    assertEquals(await lines(), [
      ...least,
      "guarantee 13.00 × 40.00 = 520.00, 36.00 guaranteed, 17.25 worked, 3.00 cancelled, 2.75 guaranteed by code",
    ]);
  }, CLOCK));

Deno.test("guarantees/of_calls_have_no_one_rate_where_their_days_have_several", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [12]);
    await codeRate(sql, assignment, "call_back", "60");
    await codeRate(sql, assignment, "call_back", "61", "2026-03-04");
    await guarantee(sql, assignment, { code: "call_back", pay: "2", to: "2026-03-04" });
    await enterCoded(sql, assignment, "2026-03-03", "call_back", { hours: "1" });
    await enterCoded(sql, assignment, "2026-03-04", "call_back", { hours: "1" });
    await enterCoded(sql, assignment, "2026-03-05", "call_back", { hours: "1" });
    assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), [
      "guarantee 2.00 × = 121.00, Call-back: 4.00 guaranteed, 2.00 worked",
    ]);
  }, CLOCK));

Deno.test("guarantees/of_a_discarded_batch_are_due_again", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [10, 10, 10]);
    await guarantee(sql, assignment);
    await discard(sql, await prepare(sql, MONDAY), "Not yet.");
    assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), [SIX]);
  }, CLOCK));

Deno.test("guarantees/wait_again_for_time_that_is_taken_back", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [10, 10, 10]);
    await guarantee(sql, assignment);
    const id = await open(sql, assignment, "2026-03-08");
    await setAside(sql, [id]);
    assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), [SIX]);
    await takeBack(sql, [id]);
    assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), []);
  }, CLOCK));

// A hit from Thursday on, when there is no time any more: the week's last day has its rate all the same.
Deno.test("guarantees/of_a_draft_batch_follow_a_rate_hit_that_reaches_no_time", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [10, 10, 10]);
    await guarantee(sql, assignment);
    const batch = await prepare(sql, MONDAY);
    const hit = await rateHit(sql, assignment, "2026-03-05", { bill: "0", pay: "2" });
    const [reach] = await sql`
      select documents, entries, amount, change from rate_hit_reach(${hit}) where target = 'draft_batches'`;
    assertEquals({ ...reach }, { documents: 1, entries: 0, amount: "240.00", change: "12.00" });
    await apply(sql, hit);
    const followed = ["guarantee 6.00 × 42.00 = 252.00, 36.00 guaranteed, 30.00 worked"];
    assertEquals(await extrasOf(sql, batch), followed);
    await advance(sql, batch);
    const next = await rateHit(sql, assignment, "2026-03-06", { bill: "0", pay: "2" });
    await assertRefused(apply(sql, next, true), 409, "payroll_batch_under_review");
    assertEquals(await extrasOf(sql, batch), followed);
    // From the day after the week it reaches nothing.
    await apply(sql, await rateHit(sql, assignment, "2026-03-09", { bill: "0", pay: "2" }));
  }, CLOCK));

Deno.test("guarantees/that_were_paid_or_billed_are_reached_by_a_rate_hit_that_is_retroactive", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await nurse(sql, [10, 10, 10]);
    await guarantee(sql, assignment);
    await close(sql, await prepare(sql, MONDAY));
    const [{ facility }] = await sql<[{ facility: string }]>`
      select facility_id as facility from assignments where id = ${assignment}`;
    await send(sql, [(await createInvoice(sql, facility)).id]);
    const hit = await rateHit(sql, assignment, "2026-03-05", { bill: "2", pay: "2" });
    const reached = await sql<{ row: string }[]>`
      select concat_ws(' ', target, documents, entries, amount, change) as row from rate_hit_reach(${hit})
       where documents > 0 order by target`;
    assertEquals(reached.map(({ row }) => row), [
      "closed_batches 1 0 240.00 12.00",
      "sent_invoices 1 0 600.00 12.00",
    ]);
    await assertRefused(apply(sql, hit), 409, "rate_hit_reaches_billed_or_paid_time");
    const { message } = await assertRejects(() => apply(sql, hit), Error);
    assertStrictEquals(
      message,
      "The rate hit of 2026-03-05 reaches time up to 2026-03-08: 0 time entries and 1 guaranteed week on sent invoices, " +
        "0 time entries and 1 guaranteed week in closed payroll batches.",
    );
    await apply(sql, hit, true);
    assertEquals(await extrasOf(sql, await prepare(sql, MONDAY)), ["difference = 12.00"]);
    assertEquals(await unbilledDifferences(sql), ["2026-03-02 3600.00 3612.00 12.00"]);
  }, CLOCK));
