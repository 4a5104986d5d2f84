/** Acts on premium rules, their holidays and guarantees, of which pay follows. Some of it is refused. */
import fc from "fast-check";
import { addCalendar, addPremium } from "../../../support/time/premiums.ts";
import { except } from "../../../support/time/guarantees.ts";
import { cancel, planAhead } from "../../../support/time/plans.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import { day, type Deed, edge, fixed, MONDAY, onOne, rule, who } from "./operation.ts";
import { assignmentOf } from "./operations_on_time.ts";

const WEEKDAYS = [[6, 7], [1, 5], [7]] as const;

/** A rule of the firm, of a facility or of an assignment: by the clock, by days of the week, by holidays, or always. */
export const enterRule = fc.record({
  who,
  rule,
  place: fc.constantFrom("firm", "facility", "assignment", "assignment"),
  from: edge,
  lasts: fc.constantFrom(null, null, 0, 6, 13),
  days: fc.option(fc.constantFrom(...WEEKDAYS)),
  clock: fc.option(fc.constantFrom("19:00-07:00", "15:00-23:00", "21:30-00:00")),
  holidays: fc.constantFrom(false, false, true),
  pay: fc.constantFrom("× 1.5", "× 1.333", "× 2", "+ 5", "+ 0.01", "+ 3.33"),
  combines: fc.constantFrom<"highest" | "adds">("highest", "highest", "adds"),
  codes: fc.constantFrom(["regular"], ["regular", "charge"], [
    "regular",
    "call_back",
    "holiday_worked",
  ]),
  creditable: fc.boolean(),
}).map(({ who, rule, place, from, lasts, days, clock, holidays, pay, creditable, ...said }): Deed =>
  fixed(
    `a premium ${pay} of the ${place} from ${from} for ${lasts} days, ${days} ${clock} ${holidays} for ${who} under ${rule}, ${
      JSON.stringify(said)
    }, ${creditable}`,
    async (history) => {
      const { sql } = history;
      const assignment = assignmentOf(history, who, rule);
      const [placed] = await sql<[{ facility: string }]>`
        select facility_id as facility from assignments where id = ${assignment}`;
      const [calendar] = await sql<{ id: string }[]>`select id from holiday_calendars`;
      const isOfDays = clock === null && (days !== null || holidays);
      await addPremium(sql, {
        ...said,
        ...place === "firm" ? {} : place === "facility" ? placed : { assignment },
        from,
        to: lasts === null ? null : dayOfWeek(from, 1 + lasts),
        ...days === null ? {} : { days },
        ...clock === null ? {} : { clock },
        ...holidays ? { calendar: calendar?.id ?? await addCalendar(sql, [from]) } : {},
        pay,
        bill: null,
        creditable: creditable && isOfDays && ["× 1.5", "× 2"].includes(pay),
      });
    },
  )
);

const rules = "premium_rules order by created_at, id";
const endRule = edge.chain((day) =>
  onOne(
    `a premium ends on ${day}`,
    rules,
    ({ sql }, id) =>
      sql`update premium_rules set effective_to = greatest(effective_from, ${day}) where id = ${id}`,
  )
);
const endRuleNever = onOne(
  "a premium goes on",
  rules,
  ({ sql }, id) => sql`update premium_rules set effective_to = null where id = ${id}`,
);
const changeRule = fc.constantFrom(
  "pay_amount = pay_amount + 1.11, is_creditable = false",
  "days_of_week = case when days_of_week is null then '{2,3}'::smallint[] end, is_creditable = false",
  "combines = case combines when 'adds' then 'highest' else 'adds' end",
).chain((set) =>
  onOne(
    `a premium gets ${set}`,
    rules,
    ({ sql }, id) => sql.unsafe(`update premium_rules set ${set} where id = $1`, [id]),
  )
);
const removeRule = onOne(
  "a premium is removed",
  rules,
  ({ sql }, id) => sql`delete from premium_rules where id = ${id}`,
);
const addHoliday = day.chain((day) =>
  onOne(
    `${day} becomes a holiday`,
    "holiday_calendars",
    ({ sql }, id) =>
      sql`insert into holiday_calendar_days (calendar_id, day, name)
          select id, ${day}, 'Holiday' from holiday_calendars where id = ${id} on conflict do nothing`,
  )
);
const removeHoliday = fc.nat({ max: 3 }).map((nth): Deed =>
  fixed(
    `the ${nth}th holiday is none any more`,
    ({ sql }) =>
      sql`delete from holiday_calendar_days
           where day = (select day from holiday_calendar_days order by created_at, day offset ${nth} limit 1)`,
  )
);

/** Hours of a week, or of each entry of a code, where no other such promise runs. */
export const promise = fc.record({
  who,
  rule,
  code: fc.constantFrom(null, null, "call_back", "cancelled", "on_call"),
  hours: fc.constantFrom("1", "4", "36", "40"),
  from: fc.oneof(edge, fc.constantFrom(MONDAY, dayOfWeek(MONDAY, -6))),
  lasts: fc.constantFrom(null, 6, 13, 20),
}).map(({ who, rule, code, hours, from, lasts }): Deed =>
  fixed(
    `${hours} h ${
      code ?? "a week"
    } are guaranteed from ${from} for ${lasts} days to ${who} under ${rule}`,
    (history) =>
      history.sql`
        insert into guarantees (assignment_id, code, pay_hours, effective_from, effective_to)
        select ${assignmentOf(history, who, rule)}, ${code}, ${hours}::text::numeric, ${from},
               ${lasts === null ? null : dayOfWeek(from, 1 + lasts)}::text::date
         where not exists (
               select from guarantees as other
                where other.assignment_id = ${assignmentOf(history, who, rule)}
                  and other.code is not distinct from ${code}
                  and (${lasts === null} or other.effective_from <= ${
        dayOfWeek(from, 1 + (lasts ?? 0))
      }::text::date)
                  and coalesce(other.effective_to, 'infinity') >= ${from}::text::date)`,
  )
);
const guarantees = "guarantees order by created_at, id";
const endPromise = edge.chain((day) =>
  onOne(
    `a guarantee ends on ${day}`,
    guarantees,
    ({ sql }, id) =>
      sql`update guarantees set effective_to = least(effective_to, greatest(effective_from, ${day})) where id = ${id}`,
  )
);
const changePromise = fc.constantFrom(
  "pay_hours = pay_hours + 2.25",
  "code = case when code is null then 'call_back' else code end, pay_hours = 3",
).chain((set) =>
  onOne(
    `a guarantee gets ${set}`,
    "guarantees as one where not exists (select from guarantees as other where other.id <> one.id) order by id",
    ({ sql }, id) => sql.unsafe(`update guarantees set ${set} where id = $1`, [id]),
  )
);
const exceptHours = fc.tuple(day, fc.constantFrom("0.5", "8", "12")).chain(([day, hours]) =>
  onOne(
    `${hours} h of ${day} are excepted`,
    "(select assignment_id as id from guarantees order by created_at, id) as promised",
    async ({ sql }, id) => {
      if (id !== null) await except(sql, id, day, hours);
    },
  )
);
const exceptions = "guarantee_exceptions order by created_at, id";
const moveException = day.chain((day) =>
  onOne(
    `an exception is of ${day}`,
    exceptions,
    ({ sql }, id) =>
      sql`update guarantee_exceptions set day = ${day}, hours = 6.25 where id = ${id}`,
  )
);
const removeException = onOne(
  "an exception goes",
  exceptions,
  ({ sql }, id) => sql`delete from guarantee_exceptions where id = ${id}`,
);

/** A shift that is planned, and that the facility calls off an hour before. */
const callOff = fc.record({
  who,
  rule,
  day,
  times: fc.constantFrom(["06:00", "07:00", "15:30"], ["18:00", "19:00", "23:00"]),
}).map(({ who, rule, day, times: [called = "", begin = "", end = ""] }): Deed =>
  fixed(
    `the shift from ${begin} on ${day} of ${who} under ${rule} is called off late`,
    async (history) => {
      const at = (time: string) => `${day} ${time} America/Denver`;
      const { sql } = history;
      const { id } = await planAhead(sql, assignmentOf(history, who, rule), at(begin), at(end));
      await cancel(sql, id, { at: at(called) });
    },
  )
);
const planAgain = onOne(
  "a shift that was called off late is planned again",
  "planned_shifts where is_within_notice order by starts_at, id",
  ({ sql }, id) =>
    sql`select plan_shift(assignment_id, starts_at, ends_at) from planned_shifts where id = ${id}`,
);

/** Changes of premiums and promises, whatever was paid by them. */
export const promises: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 5, arbitrary: enterRule },
  { weight: 3, arbitrary: endRule },
  { weight: 1, arbitrary: endRuleNever },
  { weight: 2, arbitrary: changeRule },
  { weight: 1, arbitrary: removeRule },
  { weight: 2, arbitrary: addHoliday },
  { weight: 1, arbitrary: removeHoliday },
  { weight: 5, arbitrary: promise },
  { weight: 3, arbitrary: endPromise },
  { weight: 1, arbitrary: changePromise },
  { weight: 3, arbitrary: exceptHours },
  { weight: 1, arbitrary: moveException },
  { weight: 1, arbitrary: removeException },
  { weight: 3, arbitrary: callOff },
  { weight: 1, arbitrary: planAgain },
);
