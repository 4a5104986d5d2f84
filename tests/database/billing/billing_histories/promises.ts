/** Premium rules, their holidays, and guarantees: what a facility pays beside the hours of its time. Some is refused. */
import fc from "fast-check";
import type postgres from "postgres";
import { except } from "../../../support/time/guarantees.ts";
import { cancel, planAhead } from "../../../support/time/plans.ts";
import { addPremium, shift } from "../../../support/time/premiums.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import type { History, Operation } from "./history.ts";

const MONDAY = "2026-03-02";

const assignment = fc.integer({ min: 0, max: 2 });
const day = fc.integer({ min: 1, max: 14 }).map((n) => dayOfWeek(MONDAY, n));

function deed(what: string, does: (history: History) => PromiseLike<unknown>): Operation {
  return { what, repeats: false, choose: (history) => Promise.resolve(() => does(history)) };
}

/**
 * A shift in the day or over midnight: of hours alone nobody knows the clock. Some have half an hour of break, so many hours
 * after their begin, or when nobody said.
 */
export const shifts = fc.record({
  assignment,
  day,
  begins: fc.constantFrom("07:00", "19:00"),
  rest: fc.constantFrom("none", "somewhere", 1, 5.5),
}).map(({ assignment, day, begins, rest }) =>
  deed(
    `a shift from ${begins} on ${day} of assignment ${assignment}, with rest ${rest}`,
    async ({ sql, assignments }) => {
      const [times] = await sql<[{ end: string; rest: string }]>`
        select (began + interval '8:20')::text as end,
               ((began + ${
        typeof rest === "number" ? rest : 0
      }::float8 * interval '1 hour') at time zone 'America/Denver')::text as rest
          from (select ${`${day} ${begins}`}::text::timestamp) as begun (began)`;
      await shift(sql, assignments[assignment] ?? "", `${day} ${begins}`, times.end, {
        breakMinutes: rest === "none" ? 0 : 30,
        breakStartedAt: typeof rest === "number" ? times.rest : null,
      });
    },
  )
);

const enterRule = fc.record({
  assignment,
  place: fc.constantFrom("firm", "facility", "assignment"),
  from: day,
  lasts: fc.constantFrom(null, 6),
  days: fc.option(fc.constantFrom([6, 7], [1, 2, 3])),
  clock: fc.option(fc.constantFrom("19:00-07:00", "12:00-00:00")),
  holidays: fc.constantFrom(false, false, true),
  bill: fc.constantFrom("× 1.5", "× 1.333", "+ 10", "+ 0.01"),
  combines: fc.constantFrom<"highest" | "adds">("highest", "adds"),
  codes: fc.constantFrom(["regular"], ["regular", "charge", "holiday_worked"]),
}).map(({ assignment, place, from, lasts, days, clock, holidays, bill, combines, codes }) =>
  deed(
    `a premium ${bill} of the ${place} of assignment ${assignment} from ${from} for ${lasts}, ${days} ${clock} ${holidays} ${codes}, ${combines}`,
    async ({ sql, assignments, facilities }) => {
      const [calendar] = await sql<[{ id: string }]>`select id from holiday_calendars`;
      await addPremium(sql, {
        from,
        to: lasts === null ? null : dayOfWeek(from, 1 + lasts),
        bill,
        combines,
        codes,
        ...place === "facility" ? { facility: facilities[assignment % 2] ?? "" } : {},
        ...place === "assignment" ? { assignment: assignments[assignment] ?? "" } : {},
        ...days === null ? {} : { days },
        ...clock === null ? {} : { clock },
        ...holidays ? { calendar: calendar.id } : {},
      });
    },
  )
);

/** A deed on the n-th row of a table. */
function onRow(
  what: string,
  table: string,
  does: (sql: postgres.Sql, id: string) => PromiseLike<unknown>,
): fc.Arbitrary<Operation> {
  return fc.nat({ max: 3 }).map((nth) => ({
    what: `${what}, the ${nth}th`,
    repeats: false,
    choose: async ({ sql }) => {
      const rows = await sql.unsafe<{ id: string }[]>(
        `select id from ${table} order by created_at, id`,
      );
      const id = rows[nth % Math.max(1, rows.length)]?.id;
      return () => id === undefined ? Promise.resolve() : does(sql, id);
    },
  }));
}

const endRule = day.chain((day) =>
  onRow(
    `a premium ends on ${day}`,
    "premium_rules",
    (sql, id) =>
      sql`update premium_rules set effective_to = greatest(effective_from, ${day}) where id = ${id}`,
  )
);
const changeRule = onRow(
  "a premium bills more",
  "premium_rules",
  (sql, id) => sql`update premium_rules set bill_amount = bill_amount + 1.11 where id = ${id}`,
);
const removeRule = onRow(
  "a premium is removed",
  "premium_rules",
  (sql, id) => sql`delete from premium_rules where id = ${id}`,
);
const holidays = fc.tuple(day, fc.boolean()).map(([day, isNew]) =>
  deed(
    `${day} is ${isNew ? "a" : "no"} holiday`,
    ({ sql }) =>
      isNew
        ? sql`insert into holiday_calendar_days (calendar_id, day, name)
            select id, ${day}, 'Holiday' from holiday_calendars on conflict do nothing`
        : sql`delete from holiday_calendar_days where day = ${day}`,
  )
);

/** Hours of a week, or of one code's time, that are guaranteed. */
export const promise = fc.record({
  assignment,
  code: fc.constantFrom(null, null, "on_call", "charge", "cancelled", "cancelled"),
  hours: fc.constantFrom("12.5", "36", "40"),
  from: fc.oneof(fc.constantFrom(MONDAY, "2026-02-23", "2026-03-09"), day),
  to: fc.constantFrom(null, "2026-03-08", "2026-03-22"),
}).map(({ assignment, code, hours, from, to }) =>
  deed(
    `${hours} h ${
      code ?? "a week"
    } are guaranteed from ${from} to ${to} for assignment ${assignment}`,
    ({ sql, assignments }) =>
      sql`
        insert into guarantees (assignment_id, code, bill_hours, effective_from, effective_to)
        select ${
        assignments[assignment] ?? ""
      }, ${code}, ${hours}::text::numeric, ${from}, ${to}::text::date
         where coalesce(${to}, '9999-01-01')::text >= ${from}::text
           and not exists (select from guarantees as other
                            where other.assignment_id = ${assignments[assignment] ?? ""}
                              and other.code is not distinct from ${code})`,
  )
);
const endPromise = day.chain((day) =>
  onRow(
    `a guarantee ends on ${day}`,
    "guarantees",
    (sql, id) =>
      sql`update guarantees set effective_to = greatest(effective_from, ${day}) where id = ${id}`,
  )
);
const changePromise = onRow(
  "a guarantee is of less",
  "guarantees",
  (sql, id) => sql`update guarantees set bill_hours = 9.25 where id = ${id}`,
);
const exceptHours = fc.tuple(assignment, day, fc.constantFrom("0.5", "12")).map(
  ([assignment, day, hours]) =>
    deed(
      `${hours} h of ${day} of assignment ${assignment} are excepted`,
      ({ sql, assignments }) => except(sql, assignments[assignment] ?? "", day, hours),
    ),
);
const removeException = onRow(
  "an exception goes",
  "guarantee_exceptions",
  (sql, id) => sql`delete from guarantee_exceptions where id = ${id}`,
);

/** A shift that is planned, and that the facility calls off an hour before. */
const callOff = fc.record({ assignment, day }).map(({ assignment, day }) =>
  deed(
    `the shift on ${day} of assignment ${assignment} is called off late`,
    async ({ sql, assignments }) => {
      const at = (time: string) => `${day} ${time} America/Denver`;
      const { id } = await planAhead(
        sql,
        assignments[assignment] ?? "",
        at("07:00"),
        at("15:30"),
        30,
      );
      await cancel(sql, id, { at: at("06:00") });
    },
  )
);
const planAgain = onRow(
  "a shift that was called off is planned again",
  "planned_shifts",
  (sql, id) =>
    sql`select plan_shift(assignment_id, starts_at, ends_at, break_minutes) from planned_shifts where id = ${id}`,
);

/** Hours of a day that come when the rest of the week may be sent already: some of a week of which there is no other time. */
const lateTime = fc.record({
  assignment,
  day: fc.constantFrom("2026-02-25", "2026-03-07", "2026-03-08", "2026-03-15"),
  hours: fc.constantFrom("0.01", "3.33", "9.5"),
}).map(({ assignment, day, hours }) =>
  deed(
    `${hours} h on ${day} of assignment ${assignment} come late`,
    ({ sql, assignments }) =>
      sql`insert into time_entries (assignment_id, work_date, hours, status)
          values (${assignments[assignment] ?? ""}, ${day}, ${hours}, 'approved')`,
  )
);

/** Anything that changes what is due of a guarantee, whatever was sent of it. */
export const lateChanges: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: lateTime },
  { weight: 3, arbitrary: exceptHours },
  { weight: 1, arbitrary: removeException },
  { weight: 2, arbitrary: endPromise },
  { weight: 3, arbitrary: callOff },
  { weight: 1, arbitrary: planAgain },
);

/** Any of them. */
export const promises: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: shifts },
  { weight: 5, arbitrary: enterRule },
  { weight: 2, arbitrary: endRule },
  { weight: 1, arbitrary: changeRule },
  { weight: 1, arbitrary: removeRule },
  { weight: 1, arbitrary: holidays },
  { weight: 4, arbitrary: promise },
  { weight: 2, arbitrary: endPromise },
  { weight: 1, arbitrary: changePromise },
  { weight: 2, arbitrary: exceptHours },
  { weight: 1, arbitrary: removeException },
  { weight: 3, arbitrary: callOff },
  { weight: 1, arbitrary: planAgain },
);
