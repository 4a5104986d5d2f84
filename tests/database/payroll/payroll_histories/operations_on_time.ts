/** Possible acts on contractors' time, and on what else their pay follows. Some of it is refused. */
import fc from "fast-check";
import type { OvertimeRule } from "../../../../fixtures/assignments.ts";
import { lockEndedAssignments } from "../../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import { adjustment } from "../../../support/payroll/extras.ts";
import { correct } from "../../../support/time/corrections.ts";
import { shift } from "../../../support/time/premiums.ts";
import { setAside, takeBack } from "../../../support/time/set_aside.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import { day, type Deed, END, fixed, type History, onOne, rule, week, who } from "./operation.ts";

/** The assignment of a worker under a rule. */
export function assignmentOf({ workers }: History, who: number, rule: OvertimeRule): string {
  return workers[who]?.assignmentIds[rule] ?? "";
}

/** Whole weeks, which bring overtime, and single entries. */
export const enter = fc.record({
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

const CODED = {
  charge: "hours",
  call_back: "hours",
  cancelled: "hours",
  holiday_worked: "hours",
  on_call: "hours",
  sick: "hours",
  mileage: "quantity",
  visit: "quantity",
} as const;

/** Time of a code, on a day or on three: hours that are worked or not, or units. */
export const enterCode = fc.record({
  who,
  rule,
  code: fc.constantFrom(...Object.keys(CODED) as (keyof typeof CODED)[]),
  days: fc.oneof(
    day.map((one) => [one]),
    week.map((start) => [1, 3, 6].map((n) => dayOfWeek(start, n))),
  ),
  amount: fc.constantFrom("0.25", "3.75", "8", "12"),
  status: fc.constantFrom("approved", "approved", "submitted"),
}).map(({ who, rule, code, days, amount, status }) =>
  fixed(
    `${amount} of ${code} ${status} on ${days} of ${who} under ${rule}`,
    (history) =>
      history.sql`
        insert into time_entries (assignment_id, work_date, hours, quantity, code, status)
        select ${assignmentOf(history, who, rule)}, day,
               case ${CODED[code]} when 'hours' then ${amount}::text::numeric else 0 end,
               case ${
        CODED[code]
      } when 'quantity' then ${amount}::text::numeric end, ${code}, ${status}
          from unnest(${days}::text[]::date[]) as day`,
  )
);

/**
 * Approved shifts on some days, in the day, in the evening, or over midnight: of hours alone nobody knows the clock. Some have
 * half an hour of break, so many hours after their begin, or when nobody said.
 */
export const enterShifts = fc.record({
  who,
  rule,
  days: fc.oneof(
    day.map((one) => [one]),
    week.map((start) => [1, 2, 5, 6].map((n) => dayOfWeek(start, n))),
  ),
  begins: fc.constantFrom("07:00", "15:00", "19:00"),
  hours: fc.constantFrom(4, 7.75, 8),
  rest: fc.constantFrom("none", "somewhere", 0.25, 1, 3),
}).map(({ who, rule, days, begins, hours, rest }) =>
  fixed(
    `a shift of ${hours} h from ${begins} on ${days} of ${who} under ${rule}, with rest ${rest}`,
    async (history) => {
      const { sql } = history;
      for (const day of days) {
        const [times] = await sql<[{ end: string; rest: string }]>`
          select (began + ${hours}::float8 * interval '1 hour')::text as end,
                 ((began + ${
          typeof rest === "number" ? rest : 0
        }::float8 * interval '1 hour') at time zone 'America/Denver')::text as rest
            from (select ${`${day} ${begins}`}::text::timestamp) as begun (began)`;
        await shift(sql, assignmentOf(history, who, rule), `${day} ${begins}`, times.end, {
          breakMinutes: rest === "none" ? 0 : 30,
          breakStartedAt: typeof rest === "number" ? times.rest : null,
        });
      }
    },
  )
);

/** All time of a week goes a step on. */
export const moveWeek = fc.record({
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

const entries = (condition: string) =>
  `time_entries where ${condition} order by work_date, created_at, id`;
const moveEntry = (what: string, from: string, to: string) =>
  onOne(
    what,
    entries(from),
    ({ sql }, id) => sql`update time_entries set status = ${to} where id = ${id}`,
  );
/** The correction of an entry begins. */
export const sendBack = moveEntry(
  "an entry is sent back",
  "status in ('submitted', 'pending_approval', 'approved')",
  "draft",
);
/** Other acts on time and adjustments, the job included. */
export const rarer = fc.oneof(
  moveEntry("an entry waits for approval", "status in ('submitted', 'locked')", "pending_approval"),
  moveEntry("an entry is approved", "status = 'pending_approval'", "approved"),
  onOne(
    "a draft of time is corrected",
    entries("status = 'draft' and started_at is null"),
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

/** Corrects approved time that turns out wrong: in its hours, in its day of the week, or at all. */
export const correctTime = fc.oneof(
  { weight: 3, arbitrary: hoursTurnOutOtherwise() },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 6 }).chain((nth) =>
      onOne(
        `correct_time_entry to the ${nth}th day`,
        entries("is_payable"),
        async ({ sql }, id) => {
          const [entry] = await sql<{ day: string }[]>`
            select (private.workweek_start(work_date) + ${nth}::int)::text as day
              from time_entries where id = ${id}`;
          return await correct(sql, id, { day: entry?.day ?? null });
        },
        { then: "its week is as it comes to", repeats: true },
      )
    ),
  },
  {
    weight: 1,
    arbitrary: onOne(
      "correct_time_entry to a quantity of 7.5",
      entries("is_payable and quantity is not null"),
      ({ sql }, id) => correct(sql, id, { quantity: "7.5" }),
      { then: "its week is as it comes to", repeats: true },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0.5, 2).chain((after) =>
      onOne(
        `correct_time_entry to a break ${after} h after its begin`,
        entries("is_payable and break_minutes > 0"),
        async ({ sql }, id) => {
          const [entry] = await sql<{ at: string }[]>`
            select (started_at + ${after}::float8 * interval '1 hour')::text as at from time_entries where id = ${id}`;
          return await correct(sql, id, { breakStartedAt: entry?.at ?? null });
        },
        { then: "its week is as it comes to", repeats: true },
      )
    ),
  },
  {
    weight: 2,
    arbitrary: onOne(
      "set_aside_time",
      entries("is_payable"),
      ({ sql }, id) => setAside(sql, [id]),
      { then: "its week is as it comes to", repeats: true },
    ),
  },
  {
    weight: 2,
    arbitrary: onOne(
      "take_back_set_aside_time",
      entries("set_aside_at is not null"),
      ({ sql }, id) => takeBack(sql, [id]),
      { repeats: true },
    ),
  },
);

function hoursTurnOutOtherwise() {
  return fc.constantFrom("0.25", "5.5", "8", "13").chain((hours) =>
    onOne(
      `correct_time_entry to ${hours} h`,
      entries("is_payable"),
      ({ sql }, id) => correct(sql, id, { hours }),
      { then: "its week is as it comes to", repeats: true },
    )
  );
}

/** An approved adjustment. */
export const adjust = fc.record({
  who,
  day,
  kind: fc.constantFrom("bonus", "reimbursement", "deduction"),
  amount: fc.constantFrom("0.01", "33.33", "250"),
  inRegularRate: fc.boolean(),
  isFlatSum: fc.boolean(),
}).map(({ who, day, kind, amount, inRegularRate, isFlatSum }) =>
  fixed(
    `a ${kind} of ${amount} on ${day} for ${who}, ${inRegularRate}, ${isFlatSum}`,
    ({ sql, workers }) =>
      adjustment(sql, workers[who]?.contractorId ?? "", day, kind, amount, {
        inRegularRate: inRegularRate && kind === "bonus",
        isFlatSum: isFlatSum && inRegularRate && kind === "bonus",
      }),
  )
);

/** A rate hit, which may be retroactive. */
export const hit = fc.record({
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
