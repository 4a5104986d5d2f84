// Whatever happens to time and pay, in whatever order: every hour is paid once, and every week what it comes to.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import postgres from "postgres";
import { countOf, test } from "../../../support/histories.ts";
import {
  close,
  closePeriod,
  discard,
  moveTo,
  payGroup,
  periodOf,
  periodOfGroup,
  prepare,
} from "../../../support/payroll/batches.ts";
import { addPlan, openWith } from "../../../support/leave/leave.ts";
import { assertCodesArePaid } from "../../../support/payroll/codes_paid.ts";
import { adjustment, stipend } from "../../../support/payroll/extras.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertPayIsPosted } from "../../journal/pay.ts";
import { contents } from "../../../support/sql/rows.ts";
import { work } from "../../../support/time/worked_time.ts";
import {
  assertAddsUp,
  assertAllIsPaid,
  assertKept,
  assertLocksItsTime,
  assertPaidAsMade,
  assertTheyArePaid,
  assertWeekFollows,
  closedRows,
  isFinished,
} from "./invariants.ts";
import { END, type History, type Operation, PERIODS, PERIODS_OF_SECOND } from "./operation.ts";
import { afterBonuses, afterPay, type Course, histories } from "./operations.ts";
import { look, type State } from "../../../support/payroll/state.ts";
import {
  assertProfitIsJournal,
  burdenAndShare,
} from "../../../support/profit/profit_is_journal.ts";

/** After all others: it pays what they leave. */
const LAST_PERIOD = "2026-03-30";
/** The day before it, when no batch is closed yet. */
const LAST_WORKED_SUNDAY = "2026-03-29";

/**
 * Two contractors, in three states and one that is not known, with stipends and leave of the first, and periods without a
 * batch.
 */
async function begin(
  sql: postgres.Sql,
  pool: postgres.Sql,
  { leave: terms, stipends }: Course,
): Promise<History> {
  const employed = await work(sql, []);
  const independent = await work(sql, [], { employmentType: "1099" });
  await sql`update assignments set end_date = ${END} where overtime_rule = 'colorado'`;
  await sql`
    update facilities set work_state = case overtime_rule when 'colorado' then 'CO' when 'california' then 'CA'
                                                          when 'flsa' then 'NV' end
      from assignments where assignments.facility_id = facilities.id`;
  await sql`
    insert into facility_code_rates (facility_id, code, effective_from, bill_rate, pay_rate)
    select facility.id, rate.code, '2020-01-01', 0, rate.pay_rate
      from facilities as facility
     cross join (values ('charge', 64.44), ('on_call', 4.25), ('mileage', 0.7), ('visit', 33.33)) as rate (code, pay_rate)`;
  await sql`update facilities set cancellation_notice_hours = 24`;
  const leave = await addPlan(sql, { state: null, in_use_from: "2026-02-16" }, {
    hours_per_hour_accrued: 8,
    ...terms,
  });
  await openWith(sql, leave, employed.contractorId, "2026-02-16", 40);
  for (const { rule, kind, amount, ...when } of stipends) {
    await stipend(sql, employed.assignmentIds[rule], kind, amount, when);
  }
  for (const { start, weeks } of PERIODS) await periodOf(sql, start, weeks);
  await burdenAndShare(sql);
  const secondGroup = await payGroup(sql);
  for (const { start, weeks } of PERIODS_OF_SECOND) {
    await periodOfGroup(sql, secondGroup, start, weeks);
  }
  return { sql, pool, workers: [employed, independent], secondGroup };
}

/** Does something. Gives the slug of the project's error that refuses it, or null. */
async function attempt(does: PromiseLike<unknown>): Promise<string | null> {
  try {
    await does;
    return null;
  } catch (error) {
    assert(error instanceof postgres.PostgresError, String(error));
    assertMatch(error.code, /^PT4\d\d$/, error.message);
    return error.detail ?? "";
  }
}

/** The state in which each item was there first. */
type Made = Map<string, State>;

/** Looks, and remembers what is new. */
async function lookAnew(sql: postgres.Sql, made: Made): Promise<State> {
  const state = await look(sql);
  for (const { id } of state.items) if (!made.has(id)) made.set(id, state);
  return state;
}

/** Lets something happen, and gives what there is then. */
async function happen(
  history: History,
  { choose, period = "", people = [], then, repeats = false }: Operation,
  before: State,
  made: Made,
): Promise<State> {
  const { sql } = history;
  const deed = await choose(history);
  const refusal = await attempt(deed());
  const after = await lookAnew(sql, made);
  assertAddsUp(after);
  assertKept(closedRows(before), closedRows(after));
  if (then === "all is paid" && (refusal === null || refusal === "nothing_to_pay")) {
    assertAllIsPaid(after, period);
  }
  if (then === "its people are paid" && refusal === null) {
    assertTheyArePaid(
      after,
      period,
      people.map((who) => history.workers[who]?.contractorId ?? ""),
    );
  }
  if (then === "time is locked") assertLocksItsTime(before, after);
  if (then === "its week is as it comes to" && refusal === null) assertWeekFollows(before, after);
  assertPaidAsMade(before, after, made);
  if (then === "the period was finished") {
    assertStrictEquals(refusal === null, isFinished(before, period), `refused by ${refusal}`);
  }
  if (refusal === null && repeats) {
    const all = await contents(sql);
    assertEquals(await attempt(deed()), null, "done again, it is refused");
    assertEquals(await contents(sql), all, "done again, it changes something");
  }
  return after;
}

/** Closes a batch of the last period over whatever there still is to pay; whoever moved comes back to its group. */
async function payTheRest({ sql, workers }: History): Promise<void> {
  for (const { contractorId } of workers) await moveTo(sql, contractorId, null);
  const open = await sql<{ id: string }[]>`
    select id from payroll_batches where status in ('draft', 'in_review', 'approved')`;
  for (const { id } of open) await discard(sql, id);
  const refusal = await attempt(payAtLeastNothing(sql));
  assert([null, "nothing_to_pay"].includes(refusal), `refused by ${refusal}`);
}

/** Closes a batch of the last period, in which whoever owes more than they get is let off the rest. */
async function payAtLeastNothing(sql: postgres.Sql): Promise<void> {
  const batch = await prepare(sql, LAST_PERIOD);
  const below = await sql<{ contractor: string; owed: string }[]>`
    select contractor_id as contractor, -gross_pay as owed
      from payroll_items where payroll_batch_id = ${batch} and gross_pay < 0`;
  for (const { contractor, owed } of below) {
    await adjustment(sql, contractor, LAST_PERIOD, "reimbursement", owed);
  }
  await close(sql, await prepare(sql, LAST_PERIOD));
}

/** Lets all of it happen, then pays what there still is to pay. */
async function live(history: History, operations: readonly Operation[]): Promise<void> {
  const { sql } = history;
  const made: Made = new Map();
  let state = await look(sql);
  let clock = Date.parse("2026-03-31T12:00:00Z");
  for (const operation of operations) {
    try {
      clock += operation.pause * 3_600_000;
      await sql`select set_config('app.clock', ${new Date(clock).toISOString()}, false)`;
      state = await happen(history, operation, state, made);
      await sql`select private.sum_up_batches(1)`; // gross profit reads some by sums
    } catch (error) {
      throw new Error(operation.what, { cause: error });
    }
  }
  await payTheRest(history);
  const last = await lookAnew(sql, made);
  assertAddsUp(last);
  assertKept(closedRows(state), closedRows(last));
  assertPaidAsMade(state, last, made);
  assertAllIsPaid(last, LAST_PERIOD);
  await assertCodesArePaid(sql);
  await assertPayIsPosted(sql, LAST_WORKED_SUNDAY);
  const { unpaid } = await assertProfitIsJournal(sql);
  assertStrictEquals(unpaid, "0.00", "gross profit has pay that nobody is due");
  await closePeriod(sql, await periodOf(sql, LAST_PERIOD));
  assertStrictEquals(
    (await sql`select from private.due_marks`).count,
    0,
    "a paid week is still marked",
  );
  await assertLeaveAddsUp(sql);
}

/** Holds that leave is what closed time accrued, week by week, less what was taken; below zero where accrual was taken back alone. */
async function assertLeaveAddsUp(sql: postgres.Sql): Promise<void> {
  const accrued = await sql`
    select week_start, sum(hours)
      from (select date_trunc('week', entry.work_date) as week_start, entry.hours / 8 as hours
              from time_entries as entry
              join assignments as assignment on assignment.id = entry.assignment_id
              join contractors as person on person.id = assignment.contractor_id and person.employment_type = 'w2'
             where entry.is_worked and entry.is_payable
             union all
            select date_trunc('week', day), -hours from leave_ledger where kind = 'accrued') as part
     group by week_start having abs(sum(hours)) > 0.001`;
  assertEquals([...accrued], [], "leave is not what closed time accrues");
  const taken = await sql`
    select time_entry_id, sum(hours)
      from (select entry.id as time_entry_id, entry.hours
              from time_entries as entry
              join assignments as assignment on assignment.id = entry.assignment_id
              join contractors as person on person.id = assignment.contractor_id and person.employment_type = 'w2'
             where entry.code = 'sick' and entry.is_payable
             union all
            select time_entry_id, hours from leave_ledger where kind = 'used') as part
     group by time_entry_id having sum(hours) <> 0`;
  assertEquals([...taken], [], "leave that was taken is not what its time says");
  const below = await sql`
    select contractor_id from leave_ledger group by contractor_id
    having sum(hours) < 0 and not bool_or(kind = 'accrued' and hours < 0)`;
  assertEquals([...below], [], "more leave was taken than there was");
}

for (
  const [name, operations] of [
    ["pay_every_hour_once_and_every_week_what_it_comes_to", histories],
    ["pay_or_take_back_whatever_changes_once_weeks_are_paid", afterPay],
    ["pay_in_each_week_what_bonuses_earned_over_days_come_to", afterBonuses],
  ] as const
) {
  test(`payroll_histories/${name}`, () =>
    fc.assert(
      fc.asyncProperty(operations, (course) =>
        withDatabase(async ({ sql: pool }) => {
          const sql = await pool.reserve();
          try {
            await live(await begin(sql, pool, course), course.operations);
          } finally {
            sql.release();
          }
        })),
      { numRuns: countOf(40), endOnFailure: true },
    ));
}
