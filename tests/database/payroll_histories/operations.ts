/** What may happen to contractors' time and pay, in any order. Some of it is refused. */
import fc from "fast-check";
import type postgres from "postgres";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import {
  adjustment,
  advance,
  close,
  closeBatch,
  closePeriod,
  discard,
  periodOf,
  prepare,
} from "../../support/payroll.ts";
import { apply, rateHit } from "../../support/rate_hits.ts";
import {
  dayOfWeek,
  OVERTIME_RULES,
  type OvertimeRule,
  type Worker,
} from "../../support/worked_time.ts";

const MONDAY = "2026-03-02";

/** Of one week and of two with time, and one for what comes late: their first days and weeks. */
export const PERIODS = [[1, 1], [8, 2], [22, 1]].map(([day = 0, weeks = 0]) => ({
  start: dayOfWeek(MONDAY, day),
  weeks,
}));
/** When an assignment of each contractor ends, the one under the rule colorado. */
export const END = dayOfWeek(MONDAY, 15);

export interface History {
  /** One connection: its clock goes with the history. */
  readonly sql: postgres.Sql;
  /** For the job, which has its own transactions. */
  readonly pool: postgres.Sql;
  /** A w2 and a 1099 contractor, each with an assignment under each rule. */
  readonly workers: readonly Worker[];
}

/** Something that happens. */
export interface Operation {
  /** For the report of a failed history. */
  readonly what: string;
  /** How many hours pass before it. */
  readonly pause: number;
  /** What must hold once it is done or refused, beside what always does. */
  readonly then?: "all is paid" | "time is locked" | "the period was finished";
  /** The day of the period that it is about. */
  readonly period?: string;
  /** Whether doing it again at once must change nothing more. */
  readonly repeats?: boolean;
  /** Chooses what it is about, in the history as it stands, and gives the deed. */
  readonly choose: (history: History) => Promise<() => PromiseLike<unknown>>;
}

type Deed = Omit<Operation, "pause">;

/** An operation about things that are there from the beginning. */
function fixed(what: string, does: (history: History) => PromiseLike<unknown>): Deed {
  return { what, choose: (history) => Promise.resolve(() => does(history)) };
}

const day = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 7 }) },
  { weight: 1, arbitrary: fc.integer({ min: 8, max: 21 }) },
).map((n) => dayOfWeek(MONDAY, n));
const week = fc.constantFrom(...[1, 1, 1, 8, 15].map((n) => dayOfWeek(MONDAY, n)));
const who = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, {
  weight: 1,
  arbitrary: fc.constant(1),
});
const rule = fc.constantFrom(...OVERTIME_RULES);
const assignmentOf = ({ workers }: History, who: number, rule: OvertimeRule) =>
  workers[who]?.assignmentIds[rule] ?? "";

/** Whole weeks, which bring overtime, and single entries. */
const enter = fc.record({
  who,
  rule,
  days: fc.oneof(
    fc.tuple(week, fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 4 })).map(([start, days]) =>
      days.map((n) => dayOfWeek(start, n))
    ),
    day.map((one) => [one]),
  ),
  hours: fc.constantFrom("0.25", "3.75", "8", "8.25", "11.5", "13"),
  status: fc.constantFrom("approved", "approved", "submitted", "draft"),
}).map(({ who, rule, days, hours, status }) =>
  fixed(
    `${hours} h ${status} on ${days} of ${who} under ${rule}`,
    (history) =>
      history.sql`
        insert into time_entries (assignment_id, work_date, hours, status)
        select ${assignmentOf(history, who, rule)}, day, ${hours}::text::numeric, ${status}
          from unnest(${days}::text[]::date[]) as day`,
  )
);

const moveWeek = fc.record({
  week,
  move: fc.constantFrom(["draft", "submitted"], ["submitted", "approved"], [
    "submitted",
    "approved",
  ]),
}).map(({ week, move: [from = "", to = ""] }) =>
  fixed(
    `${from} time of the week of ${week} becomes ${to}`,
    ({ sql }) =>
      sql`update time_entries set status = ${to}
           where status = ${from} and work_date between ${week} and ${week}::text::date + 6`,
  )
);

/** An operation on the n-th row, mostly the first, of those that a query finds; on none where there are none. */
function onOne(
  what: string,
  rows: string,
  does: (history: History, id: string | null) => PromiseLike<unknown>,
  more: Partial<Deed> = {},
): fc.Arbitrary<Deed> {
  const nth = fc.oneof(fc.constant(0), fc.nat({ max: 20 }));
  return nth.map((nth) => ({
    what: `${what}, the ${nth}th`,
    ...more,
    choose: async (history) => {
      const found = await history.sql.unsafe<{ id: string }[]>(`select id from ${rows}`);
      const id = found.length === 0 ? null : found[nth % found.length]?.id ?? null;
      return () => does(history, id);
    },
  }));
}

const entries = (condition: string) =>
  `time_entries where ${condition} order by work_date, created_at, id`;
const moveEntry = (what: string, from: string, to: string) =>
  onOne(
    what,
    entries(from),
    ({ sql }, id) => sql`update time_entries set status = ${to} where id = ${id}`,
  );
const sendBack = moveEntry(
  "an entry is sent back",
  "status in ('submitted', 'pending_approval', 'approved')",
  "draft",
);
const rarer = fc.oneof(
  moveEntry("an entry waits for approval", "status in ('submitted', 'locked')", "pending_approval"),
  moveEntry("an entry is approved", "status = 'pending_approval'", "approved"),
  onOne(
    "a draft of time is corrected",
    entries("status = 'draft'"),
    ({ sql }, id) =>
      sql`update time_entries set hours = 9.75, status = 'submitted' where id = ${id}`,
  ),
  onOne(
    "an adjustment is approved, or no longer",
    "payroll_adjustments order by created_at",
    ({ sql }, id) =>
      sql`update payroll_adjustments
             set approved_at = case when approved_at is null then now() end where id = ${id}`,
  ),
  fc.constant(fixed(
    "lock-ended",
    ({ pool }) => lockEndedAssignments(pool, { today: dayOfWeek(END, 2) }),
  )),
);

const adjust = fc.record({
  who,
  day,
  kind: fc.constantFrom("bonus", "reimbursement", "deduction"),
  amount: fc.constantFrom("0.01", "33.33", "250"),
  inRegularRate: fc.boolean(),
}).map(({ who, day, kind, amount, inRegularRate }) =>
  fixed(
    `a ${kind} of ${amount} on ${day} for ${who}, ${inRegularRate}`,
    ({ sql, workers }) =>
      adjustment(sql, workers[who]?.contractorId ?? "", day, kind, amount, {
        inRegularRate: inRegularRate && kind === "bonus",
      }),
  )
);

const hit = fc.record({
  who,
  rule,
  day,
  pay: fc.constantFrom("0.01", "3.33", "-7.77", "12"),
  retroactive: fc.boolean(),
}).map(({ who, rule, day, pay, retroactive }): Deed => ({
  what: `apply_rate_hit(${pay} from ${day} on for ${who} under ${rule}, ${retroactive})`,
  repeats: true,
  choose: async (history) => {
    const hit = await rateHit(history.sql, assignmentOf(history, who, rule), day, { pay });
    return () => apply(history.sql, hit, retroactive);
  },
}));

/** A procedure on one of the periods, mostly the first two. */
function onPeriods(
  what: string,
  does: (history: History, start: string, weeks: number) => PromiseLike<unknown>,
  more: Partial<Deed>,
): fc.Arbitrary<Deed> {
  return fc.constantFrom(0, 0, 0, 1, 1, 2).map((n) => {
    const { start, weeks } = PERIODS[n] ?? { start: MONDAY, weeks: 1 };
    return {
      ...fixed(`${what}(${start})`, (history) => does(history, start, weeks)),
      period: start,
      ...more,
    };
  });
}

const prepareDraft = onPeriods(
  "prepare_payroll_draft",
  ({ sql }, start, weeks) => prepare(sql, start, weeks),
  { then: "all is paid" },
);
const pay = onPeriods(
  "prepare, advance and close",
  async ({ sql }, start, weeks) => close(sql, await prepare(sql, start, weeks)),
  {},
);
const endPeriod = onPeriods(
  "close_payroll_period",
  async ({ sql }, start, weeks) => closePeriod(sql, await periodOf(sql, start, weeks)),
  { then: "the period was finished", repeats: true },
);

const batches = (states: string) =>
  `payroll_batches order by status not in (${states}), created_at, id`;
const step = fc.constantFrom(null, null, "draft", "in_review").chain((expected) =>
  onOne(
    `advance_payroll_batch_status (${expected})`,
    batches("'draft', 'in_review'"),
    ({ sql }, id) => advance(sql, id, expected),
    { repeats: expected !== null },
  )
);
const drop = onOne(
  "discard_payroll_batch",
  batches("'draft', 'in_review', 'approved'"),
  ({ sql }, id) => discard(sql, id),
  { repeats: true },
);
const closeAndLock = onOne(
  "close_and_lock_payroll_batch",
  batches("'approved'"),
  ({ sql }, id) => closeBatch(sql, id),
  { then: "time is locked", repeats: true },
);

/** Anything, the heavier the oftener; hours pass before some of it. */
const operation: fc.Arbitrary<Operation> = fc.record({
  pause: fc.constantFrom(0, 0, 2),
  deed: fc.oneof(
    { weight: 7, arbitrary: enter },
    { weight: 4, arbitrary: moveWeek },
    { weight: 3, arbitrary: sendBack },
    { weight: 4, arbitrary: rarer },
    { weight: 2, arbitrary: adjust },
    { weight: 4, arbitrary: hit },
    { weight: 6, arbitrary: prepareDraft },
    { weight: 3, arbitrary: pay },
    { weight: 5, arbitrary: step },
    { weight: 3, arbitrary: drop },
    { weight: 4, arbitrary: closeAndLock },
    { weight: 2, arbitrary: endPeriod },
  ),
}).map(({ pause, deed }) => ({ pause, ...deed }));

/** A stipend of the first contractor; `to` is null where it does not end. */
export interface Stipend {
  readonly rule: OvertimeRule;
  readonly kind: "hours_driven" | "reimbursement";
  readonly amount: string;
  readonly from: string;
  readonly to: string | null;
}

const stipend: fc.Arbitrary<Stipend> = fc.record({
  rule,
  kind: fc.constantFrom("hours_driven", "reimbursement"),
  amount: fc.constantFrom("33.33", "200"),
  from: day,
  to: fc.constantFrom(null, dayOfWeek(MONDAY, 21)),
});

/** The stipends of a firm, and what happens to it. */
export const histories = fc.record({
  stipends: fc.array(stipend, { maxLength: 3 }),
  operations: fc.tuple(
    fc.array(enter.map((deed) => ({ pause: 0, ...deed })), { minLength: 2, maxLength: 4 }),
    fc.array(operation, { minLength: 20, maxLength: 30 }),
  ).map((parts): Operation[] => parts.flat()),
});
