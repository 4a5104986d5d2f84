// What marks a workweek as due, and what removes its marks.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { pastTriggers } from "../../../fixtures/past_triggers.ts";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { apply, rateHit } from "../../support/assignments/rate_hits.ts";
import { close, discard, draftOf, prepare, rebuild } from "../../support/payroll/batches.ts";
import { adjustment, payRate, stipend } from "../../support/payroll/extras.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { dayOfWeek, entryOf, work, type Worker } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const TUESDAY = dayOfWeek(MONDAY, 2);
const NEXT_MONDAY = dayOfWeek(MONDAY, 8);
const DAYS = [MONDAY, TUESDAY, NEXT_MONDAY];

/** The days that are marked, each once. */
async function marks(sql: postgres.Sql): Promise<string[]> {
  const days = await sql<{ day: string }[]>`
    select distinct day::text as day from private.due_marks order by 1`;
  return days.map(({ day }) => day);
}

/** Registers a test on somebody who worked on Monday, on Tuesday and a week later, all of it paid. */
function testPaid(
  name: string,
  test: (worker: Worker, sql: postgres.Sql) => Promise<void>,
  { fresh = false } = {},
): void {
  Deno.test(`due_marks/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const worker = await work(sql, DAYS.map((date) => ({ date, hours: 8, rule: "flsa" })));
      await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "100", { to: TUESDAY });
      assertEquals(await marks(sql), DAYS);
      const batch = await prepare(sql, MONDAY, 2);
      assertEquals(await marks(sql), DAYS);
      await close(sql, batch);
      await test(worker, sql);
    }, { fresh }));
}

testPaid("vanish_when_a_closed_batch_has_paid_the_week", async (_, sql) => {
  assertEquals(await marks(sql), []);
});

testPaid("stay_of_the_week_alone_that_changed_after_its_draft_was_built", async (worker, sql) => {
  await payRate(sql, worker.assignmentIds.flsa, MONDAY, "61");
  const batch = await prepare(sql, MONDAY, 2);
  assertEquals(await marks(sql), DAYS);
  await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "50", { from: NEXT_MONDAY });
  await close(sql, batch);
  assertEquals(await marks(sql), [NEXT_MONDAY]);
  await close(sql, await prepare(sql, MONDAY, 2));
  assertEquals(await marks(sql), []);
});

testPaid("are_all_compared_where_a_draft_is_of_a_release_that_kept_none", async (worker, sql) => {
  await payRate(sql, worker.assignmentIds.flsa, MONDAY, "61");
  const batch = await prepare(sql, MONDAY, 2);
  await sql`delete from private.draft_marks`;
  await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "50", { from: NEXT_MONDAY });
  await close(sql, batch);
  assertEquals(await marks(sql), [NEXT_MONDAY]);
});

testPaid("that_a_draft_saw_are_kept_until_it_is_closed_or_discarded", async (worker, sql) => {
  const kept = async () => {
    const [{ count }] = await sql<[{ count: number }]>`
      select coalesce(sum(upper(seen) - lower(seen)), 0)::int as count
        from private.draft_marks as draft cross join unnest(draft.mark_ids) as seen`;
    return count;
  };
  assertStrictEquals(await kept(), 0);
  await payRate(sql, worker.assignmentIds.flsa, MONDAY, "61");
  const batch = await prepare(sql, MONDAY, 2);
  assertStrictEquals(await kept(), 3);
  await discard(sql, batch);
  assertStrictEquals(await kept(), 0);
  assertEquals(await marks(sql), DAYS);
});

/** Change, and the days that it concerns. */
const CHANGES: Readonly<
  Record<string, readonly [days: readonly string[], change: (w: Worker) => string]>
> = {
  a_stipend_that_is_entered: [
    DAYS.slice(1),
    ({ assignmentIds }) =>
      `insert into assignment_stipends (assignment_id, weekly_amount, kind, effective_from)
     values ('${assignmentIds.flsa}', 50, 'reimbursement', '${TUESDAY}')`,
  ],
  a_stipend_that_ends_later: [
    [NEXT_MONDAY],
    () => "update assignment_stipends set effective_to = null",
  ],
  a_stipend_that_ends_earlier: [
    [TUESDAY],
    () => `update assignment_stipends set effective_to = '${MONDAY}'`,
  ],
  an_approved_adjustment: [
    ["2026-03-04"],
    ({ contractorId }) =>
      `insert into payroll_adjustments (contractor_id, payable_on, kind, amount, approved_at)
     values ('${contractorId}', '2026-03-04', 'bonus', 5, now()),
            ('${contractorId}', '2026-03-05', 'bonus', 5, null)`,
  ],
  an_approved_bonus_in_each_week_that_earned_it: [
    ["2026-02-26", "2026-03-05", "2026-03-10", "2026-03-18"],
    ({ contractorId }) =>
      `insert into payroll_adjustments
       (contractor_id, payable_on, kind, amount, approved_at, earned_from, earned_to)
     values ('${contractorId}', '2026-03-18', 'bonus', 5, now(), '2026-02-26', '2026-03-10'),
            ('${contractorId}', '2026-03-19', 'bonus', 5, null, '2026-01-01', '2026-03-10')`,
  ],
  a_missed_break_that_is_decided: [
    [TUESDAY],
    ({ contractorId, assignmentIds }) =>
      `insert into break_premiums (contractor_id, work_date, kind, assignment_id, confirmed_at)
     values ('${contractorId}', '${TUESDAY}', 'meal', '${assignmentIds.flsa}', now())`,
  ],
  a_pay_rate_that_changes: [DAYS, () => "update assignment_rates set pay_rate = pay_rate + 1"],
  a_pay_rate_that_begins: [
    DAYS.slice(1),
    ({ assignmentIds }) =>
      `insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
     values ('${assignmentIds.flsa}', '${TUESDAY}', 100, 61)`,
  ],
  time_that_is_approved: [
    ["2026-03-06"],
    ({ assignmentIds }) =>
      `insert into time_entries (assignment_id, work_date, hours, status)
     values ('${assignmentIds.flsa}', '2026-03-06', 1, 'approved'),
            ('${assignmentIds.flsa}', '2026-03-07', 1, 'draft')`,
  ],
};

for (const [what, [days, change]] of Object.entries(CHANGES)) {
  testPaid(`are_set_by_${what}`, async (worker, sql) => {
    await sql.unsafe(change(worker));
    assertEquals(await marks(sql), days);
  });
}

for (
  const [how, undo] of [
    ["changes", "update payroll_adjustments set amount = 6"],
    ["is_removed", "delete from payroll_adjustments"],
  ] as const
) {
  testPaid(`are_set_in_each_week_that_earned_a_bonus_when_it_${how}`, async (worker, sql) => {
    await adjustment(sql, worker.contractorId, "2026-03-18", "bonus", "5", {
      inRegularRate: true,
      earned: [TUESDAY, NEXT_MONDAY],
    });
    await sql`delete from private.due_marks`;
    await sql.unsafe(undo);
    assertEquals((await marks(sql)).slice(0, 2), [TUESDAY, NEXT_MONDAY]);
  });
}

testPaid("are_set_by_a_shift_also_on_the_day_after_it", async (worker, sql) => {
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status, shift_id, shift_contractor_id, started_at,
                              ended_at, break_minutes)
    select ${worker.assignmentIds.flsa}, '2026-03-06', 8, 'approved', gen_random_uuid(), ${worker.contractorId},
           start, start + interval '8 hours', 0
      from (select timestamp '2026-03-06 08:00' at time zone operating_timezone as start
              from organization_settings) as shift`;
  assertEquals(await marks(sql), ["2026-03-06", "2026-03-07"]);
  await sql`delete from private.due_marks`;
  await sql`update time_entries set status = 'draft' where shift_id is not null`;
  assertEquals(await marks(sql), ["2026-03-06", "2026-03-07"]);
});

testPaid("are_set_by_a_pay_rate_up_to_the_next_one", async ({ assignmentIds }, sql) => {
  await payRate(sql, assignmentIds.flsa, NEXT_MONDAY, "60");
  await sql`delete from private.due_marks`;
  await payRate(sql, assignmentIds.flsa, TUESDAY, "61");
  assertEquals(await marks(sql), [TUESDAY]);
  await sql`delete from assignment_rates where effective_from = ${TUESDAY}`;
  assertEquals(await marks(sql), [TUESDAY]);
});

testPaid("are_set_by_a_stipend_that_is_per_day_or_shift_now", async ({ assignmentIds }, sql) => {
  const id = await stipend(sql, assignmentIds.flsa, "reimbursement", "50", { to: TUESDAY });
  for (
    const set of [
      "weekly_amount = null, daily_amount = 50",
      "daily_amount = null, shift_amount = 50",
      "shift_amount = 51",
    ]
  ) {
    await sql`delete from private.due_marks`;
    await sql.unsafe(`update assignment_stipends set ${set} where id = $1`, [id]);
    assertEquals(await marks(sql), [MONDAY, TUESDAY], set);
  }
});

testPaid("are_not_set_by_what_changes_no_pay", async ({ assignmentIds }, sql) => {
  await sql`update assignment_rates set bill_rate = bill_rate + 1`;
  await sql`update assignment_stipends set effective_to = ${dayOfWeek(MONDAY, 7)}`;
  await apply(sql, await rateHit(sql, assignmentIds.flsa, "2026-03-16", { pay: "1" }));
  await stipend(sql, assignmentIds.none, "reimbursement", "50");
  assertEquals(await marks(sql), []);
});

testPaid("go_when_the_next_draft_finds_that_nothing_is_due", async ({ contractorId }, sql) => {
  await adjustment(sql, contractorId, NEXT_MONDAY, "bonus", "5");
  await sql`update payroll_adjustments set approved_at = null`;
  await adjustment(sql, contractorId, MONDAY, "bonus", "7");
  assertEquals(await marks(sql), [MONDAY, NEXT_MONDAY]);
  await prepare(sql, dayOfWeek(MONDAY, 15));
  assertEquals(await marks(sql), [MONDAY]);
});

testPaid("stay_while_a_batch_that_pays_the_week_is_open", async (worker, sql) => {
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    values (${worker.assignmentIds.flsa}, '2026-03-06', 1, 'approved')`;
  const batch = await prepare(sql, dayOfWeek(MONDAY, 15));
  await assertRefused(prepare(sql, dayOfWeek(MONDAY, 22)), 409, "nothing_to_pay");
  assertEquals(await marks(sql), ["2026-03-06"]);
  await discard(sql, batch);
  assertEquals(await marks(sql), ["2026-03-06"]);
});

testPaid("stay_where_the_week_changed_after_its_batch_was_prepared", async (worker, sql) => {
  const late = dayOfWeek(MONDAY, 15);
  await adjustment(sql, worker.contractorId, MONDAY, "bonus", "5");
  const batch = await prepare(sql, late);
  await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "7", { from: NEXT_MONDAY });
  await adjustment(sql, worker.contractorId, TUESDAY, "bonus", "6");
  await close(sql, batch);
  assertEquals(await marks(sql), [MONDAY, TUESDAY, NEXT_MONDAY]);
});

testPaid("are_all_that_is_read_where_nothing_is_due", async (_, sql) => {
  const draft = await draftOf(sql, dayOfWeek(MONDAY, 15));
  await sql.begin(async (sql) => {
    const read = async () => [
      ...await sql`
        select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables
         where relname in ('time_entries', 'payroll_item_lines', 'assignment_stipends') order by 1`,
    ];
    const before = await read();
    await rebuild(sql, draft);
    assertEquals(await read(), before);
  });
}, { fresh: true });

Deno.test("due_marks/are_set_when_time_is_approved_and_when_it_is_sent_back_and_not_by_locking", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    const move = async (status: string) => {
      await sql`delete from private.due_marks`;
      await sql`update time_entries set status = ${status} where id = ${entryOf(worker, 1)}`;
      return (await marks(sql)).length;
    };
    assertEquals(await move("draft"), 1);
    assertStrictEquals(await move("submitted"), 0);
    assertEquals(await move("approved"), 1);
    await sql`delete from private.due_marks`;
    await sql`update assignments set end_date = ${MONDAY}`;
    const { locked } = await lockEndedAssignments(sql, { today: "2026-03-17" });
    assertEquals([locked, await marks(sql)], [1, []]);
  }));

Deno.test("due_marks/count_for_the_workweek_that_is_in_force_when_they_are_read", () =>
  withDatabase(async ({ sql }) => {
    const sunday = dayOfWeek(MONDAY, 7);
    await work(sql, [MONDAY, sunday].map((date) => ({ date, hours: 8, rule: "flsa" })));
    await sql`update organization_settings set workweek_starts_on = 7`;
    const batch = await prepare(sql, sunday); // its first day now
    const lines = await sql`
      select week_start::text as week from payroll_item_lines as line
        join payroll_items as item on item.id = payroll_item_id
       where payroll_batch_id = ${batch} order by 1`;
    assertEquals(lines.map(({ week }) => week), ["2026-03-01", sunday]);
  }));

Deno.test("due_marks/are_made_by_mark_due_weeks_of_what_was_loaded_past_the_triggers", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, DAYS.map((date) => ({ date, hours: 8, rule: "flsa" })));
    await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "100", { from: NEXT_MONDAY });
    await close(sql, await prepare(sql, MONDAY));
    await pastTriggers(sql, async (sql) => {
      await sql`delete from private.due_marks`;
      await sql`update assignment_stipends set effective_from = ${MONDAY}`;
      await sql`
        insert into payroll_adjustments (contractor_id, payable_on, kind, amount, in_regular_rate, approved_at)
        values (${worker.contractorId}, '2026-03-18', 'bonus', 5, true, now())`;
    });
    const marked = async () => {
      await sql`select private.mark_due_weeks()`;
      return [(await sql`select from private.due_marks`).count, ...await marks(sql)];
    };
    const due = [3, MONDAY, NEXT_MONDAY, "2026-03-16"];
    assertEquals(await marked(), due);
    assertEquals(await marked(), due);
    await close(sql, await prepare(sql, "2026-03-16"));
    assertEquals(await marked(), [0]);
  }));
