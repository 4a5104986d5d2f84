/** Acts of the secret key on pay beside time and on rates, past every procedure. Some of it is refused. */
import fc from "fast-check";
import { plusDays } from "../../../../fixtures/days.ts";
import { adjustment, payRate, stipend } from "../../../support/payroll/extras.ts";
import type { LeaveTerms } from "../../../support/payroll/leave_plans.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import {
  day,
  type Deed,
  edge,
  fixed,
  type History,
  MONDAY,
  onOne,
  rule,
  who,
} from "./operation.ts";
import { assignmentOf } from "./operations_on_time.ts";

/** Does it as the secret key, which passes by the policies. */
async function byKey<T>({ sql }: History, work: () => PromiseLike<T>): Promise<T> {
  await sql`set role service_role`;
  try {
    return await work();
  } finally {
    await sql`reset role`;
  }
}

const amount = fc.constantFrom("33.33", "0.01", "200");
const kind = fc.constantFrom("hours_driven", "reimbursement", "flat_sum");
const per = fc.constantFrom("week", "day", "shift");
const enterStipend = fc.record({ kind, per, amount, from: edge }).chain((
  { kind, amount, ...when },
) =>
  onOne(
    `a ${kind} stipend of ${amount} a ${when.per} from ${when.from} on`,
    `assignments as assignment
      where exists (select from time_entries where assignment_id = assignment.id and approved_at is not null)
      order by id`,
    async (history, id) => {
      if (id !== null) await byKey(history, () => stipend(history.sql, id, kind, amount, when));
    },
  )
);

/** A change of a row of a table, by its id. */
function change(what: string, table: string, statement: string, ...values: string[]) {
  return onOne(
    what,
    `${table} order by created_at, id`,
    (history, id) => byKey(history, () => history.sql.unsafe(statement, [id, ...values])),
  );
}

/** On any day, on its first, or never. */
const endStipend = fc.oneof(edge, fc.constantFrom(dayOfWeek(MONDAY, -6), dayOfWeek(MONDAY, 400)))
  .chain((day) =>
    change(
      `a stipend ends on ${day}`,
      "assignment_stipends",
      `update assignment_stipends set effective_to = greatest(effective_from, $2::date) where id = $1`,
      day,
    )
  );
const raiseStipend = edge.chain((day) =>
  change(
    `a stipend is raised from ${day} on`,
    "assignment_stipends",
    `with ended as (
       update assignment_stipends set effective_to = $2::date - 1
        where id = $1 and effective_from < $2 and coalesce(effective_to, 'infinity') >= $2 returning *)
     insert into assignment_stipends (assignment_id, weekly_amount, daily_amount, shift_amount, kind, effective_from)
     select assignment_id, weekly_amount + 7, daily_amount + 7, shift_amount + 7, kind, $2 from ended`,
    day,
  )
);
const rewriteStipend = fc.constantFrom(
  "weekly_amount = weekly_amount + 1, daily_amount = daily_amount + 1, shift_amount = shift_amount + 1",
  "weekly_amount = null, daily_amount = coalesce(daily_amount, weekly_amount, shift_amount), shift_amount = null",
  "kind = case kind when 'hours_driven' then 'flat_sum' else 'hours_driven' end",
  "effective_from = effective_from - 7",
).chain((set) =>
  change(
    `a stipend gets ${set}`,
    "assignment_stipends",
    `update assignment_stipends set ${set} where id = $1`,
  )
);
const removeStipend = change(
  "a stipend is removed",
  "assignment_stipends",
  "delete from assignment_stipends where id = $1",
);

const rewriteAdjustment = fc.constantFrom(
  "amount = amount + 1",
  "is_flat_sum = in_regular_rate and not is_flat_sum",
  "earned_from = earned_from + 7, earned_to = greatest(earned_from + 7, earned_to)",
  "payable_on = payable_on + 7, earned_to = earned_to + 7",
  "earned_from = null, earned_to = null",
).chain((set) =>
  change(
    `an adjustment gets ${set}, and is approved at once`,
    "payroll_adjustments",
    `update payroll_adjustments set ${set}, approved_at = now() + interval '1 s'
      where id = $1 and coalesce(greatest(earned_from + 7, earned_to), payable_on) <= payable_on
        and (payable_on <= '2026-03-29' or ${!set.startsWith(
      "payable_on",
    )}) -- none is left after the last period`,
  )
);
/** Of one to three weeks up to the day, or of a part of a week, mostly of the first contractor, who is employed. */
export const earnBonus = fc.record({
  who,
  to: day,
  days: fc.constantFrom(0, 3, 7, 14),
  later: fc.constantFrom(0, 0, 1, 7, 14),
  amount: fc.constantFrom("33.33", "100", "250"),
  isFlatSum: fc.boolean(),
}).map(({ who, to, days, later, amount, isFlatSum }): Deed => {
  const earned = [plusDays(to, -days), to] as const;
  return fixed(
    `a bonus of ${amount} for ${who}, earned ${earned}, ${later} days later, ${isFlatSum}`,
    (history) =>
      byKey(history, () =>
        adjustment(
          history.sql,
          history.workers[who]?.contractorId ?? "",
          plusDays(to, later),
          "bonus",
          amount,
          { inRegularRate: true, isFlatSum, earned },
        )),
  );
});
const removeAdjustment = change(
  "an adjustment is removed",
  "payroll_adjustments",
  "delete from payroll_adjustments where id = $1",
);

const writeRate = fc.record({ who, rule, day, rate: fc.constantFrom("60", "58.50", "71") })
  .map(({ who, rule, day, rate }): Deed =>
    fixed(
      `a pay rate of ${rate} from ${day} on for ${who} under ${rule}`,
      (history) =>
        byKey(history, () => payRate(history.sql, assignmentOf(history, who, rule), day, rate)),
    )
  );
const removeRate = fc.record({ who, rule, day }).map(({ who, rule, day }): Deed =>
  fixed(
    `the rate of ${day} for ${who} under ${rule} is removed`,
    (history) =>
      byKey(history, () =>
        history.sql`
        delete from assignment_rates
         where assignment_id = ${assignmentOf(history, who, rule)} and effective_from = ${day}
           and rate_hit_id is null`),
  )
);

/** A rate of a code of an assignment, or on its facility's list, which may say nothing of pay and hide one that does. */
const writeCodeRate = fc.record({
  place: fc.constantFrom("assignment", "facility"),
  code: fc.constantFrom("charge", "on_call", "holiday_worked", "mileage", "cancelled"),
  from: edge,
  rate: fc.constantFrom("4.44", "31", "95", null),
}).chain(({ place, code, from, rate }) =>
  onOne(
    `${code} pays ${rate} at the ${place} from ${from} on`,
    `assignments as assignment
      where exists (select from time_entries where assignment_id = assignment.id and code = '${code}')
         or exists (select from planned_shifts where assignment_id = assignment.id and '${code}' = 'cancelled') order by id`,
    (history, id) =>
      byKey(history, () =>
        history.sql.unsafe(
          `insert into ${place}_code_rates (${place}_id, code, effective_from, bill_rate, pay_rate)
           select ${
            place === "assignment" ? "id" : "facility_id"
          }, $2, $3, 0, $4 from assignments where id = $1
               on conflict (${place}_id, code, effective_from) do update set pay_rate = excluded.pay_rate`,
          [id, code, from, rate],
        )),
  )
);
const removeCodeRate = onOne(
  "a rate of a code goes",
  `(select assignment_id || ' ' || code || ' ' || effective_from as id
      from assignment_code_rates order by created_at, 1) as rates`,
  (history, id) => {
    const [assignment = null, code = null, from = null] = (id ?? "").split(" ");
    return byKey(history, () =>
      history.sql.unsafe(
        "delete from assignment_code_rates where assignment_id = $1 and code = $2 and effective_from = $3",
        id === null ? [null, null, null] : [assignment, code, from],
      ));
  },
);

/** Rate of leave by what was earned in some time, which ties its week to those before, or by its hour. */
export const leaveTerms: fc.Arbitrary<LeaveTerms> = fc.constantFrom<LeaveTerms>(
  { pay_basis: "hourly_rate" },
  { pay_basis: "regular_rate_of_week" },
  { pay_basis: "regular_rate_of_week_before" },
  { pay_basis: "average_of_days", average_days: 10 },
  { pay_basis: "average_of_workdays", average_days: 3 },
);
const changeTerms = fc.tuple(leaveTerms, edge).map((
  [{ pay_basis, average_days = null }, from],
): Deed =>
  fixed(
    `leave is paid by ${pay_basis} ${average_days} from ${from} on`,
    ({ sql }) =>
      sql`insert into leave_plan_terms (
                 leave_plan_id, effective_from, hours_per_hour_accrued, pay_basis, average_days, source)
          select id, ${from}::text::date, 8, ${pay_basis}::text, ${
        average_days?.toString() ?? null
      }::text::int, 'A test'
            from leave_plans where in_use_from is not null
              on conflict (leave_plan_id, effective_from) do update
             set pay_basis = excluded.pay_basis, average_days = excluded.average_days`,
  )
);

/** Changes of pay behind payroll's back, the oftener the likelier it is in a firm. */
export const behindItsBack: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: enterStipend },
  { weight: 3, arbitrary: endStipend },
  { weight: 3, arbitrary: raiseStipend },
  { weight: 2, arbitrary: rewriteStipend },
  { weight: 1, arbitrary: removeStipend },
  { weight: 3, arbitrary: rewriteAdjustment },
  { weight: 1, arbitrary: removeAdjustment },
  { weight: 3, arbitrary: earnBonus },
  { weight: 2, arbitrary: writeRate },
  { weight: 1, arbitrary: removeRate },
  { weight: 2, arbitrary: writeCodeRate },
  { weight: 1, arbitrary: removeCodeRate },
  { weight: 1, arbitrary: changeTerms },
);
