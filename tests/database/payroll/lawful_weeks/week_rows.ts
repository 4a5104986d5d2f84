/** Rows of random weeks: their people, places, pay and time. */
import type postgres from "postgres";
import type { Law } from "../../../support/payroll/lawful_hours.ts";
import {
  type Coded,
  dayAfter,
  piecesOf,
  type Place,
  type Week,
} from "../../../support/payroll/lawful_pay.ts";

const RULE_OF_LAW: Readonly<Record<Law, string>> = {
  federal: "flsa",
  california: "california",
  california_elected: "california_health_care",
  colorado: "colorado",
  alaska: "alaska",
  kentucky: "kentucky",
  exempt: "none",
};
const CODE: Readonly<Record<Coded, string>> = {
  charge: "charge",
  125: "weekend",
  150: "holiday_worked",
  200: "holiday_double",
};
/** Somebody with their week. */
export interface Person {
  readonly id: string;
  readonly week: Week;
  /** By place. */
  readonly assignments: readonly string[];
}

/** Money as the database takes it. */
const money = (cents: number) => (cents / 100).toFixed(2);

/** Enters the people and places of weeks, and what they worked and get. */
export async function enter(sql: postgres.Sql, weeks: readonly Week[]): Promise<Person[]> {
  const people = weeks.map((week) => ({
    id: crypto.randomUUID(),
    week,
    assignments: week.places.map(() => crypto.randomUUID()),
  }));
  const places = people.flatMap(({ id, week, assignments }) =>
    week.places.map((place, nth) => ({
      ...place,
      assignment: assignments[nth],
      person: id,
      facility: crypto.randomUUID(),
      rule: RULE_OF_LAW[place.law],
      rates: [
        { from: "2025-01-01", rate: money(place.rate) },
        ...place.raise === null
          ? []
          : [{ from: dayAfter(week.monday, place.raise.fromDay), rate: money(place.raise.rate) }],
      ],
    }))
  );
  await sql`
    insert into contractors (id, first_name, last_name, email, employment_type)
    select id, 'Ada', 'Nurse', id || '@example.org', type
      from jsonb_to_recordset(${
    sql.json(people.map(({ id, week }) => ({ id, type: week.isEmployee ? "w2" : "1099" })))
  }) as row (id uuid, type text)`;
  const rows = sql.json(places as never);
  await sql`
    insert into facilities (id, name, work_state, minimum_wage_jurisdictions, timezone)
    select facility, 'Mercy ' || facility, state, jurisdictions, 'UTC'
      from jsonb_to_recordset(${rows}) as row (facility uuid, state text, jurisdictions text[])`;
  await sql`
    insert into assignments (id, contractor_id, facility_id, start_date, overtime_rule)
    select assignment, person, facility, '2025-01-01', rule
      from jsonb_to_recordset(${rows}) as row (assignment uuid, person uuid, facility uuid, rule text)`;
  await sql`
    insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
    select assignment, rate.from, 100, rate.rate
      from jsonb_to_recordset(${rows}) as row (assignment uuid, rates jsonb)
     cross join jsonb_to_recordset(rates) as rate ("from" date, rate numeric)`;
  await enterCodes(sql, rows);
  await enterStipends(sql, places);
  await enterExtras(sql, people);
  await enterTimes(sql, people);
  return people;
}

/** The codes that the firm does not begin with, and what each place pays for those without a multiplier. */
async function enterCodes(sql: postgres.Sql, places: postgres.Parameter): Promise<void> {
  await sql`
    insert into time_codes (
           name, title, is_worked, pay_multiplier, pay_amount, bill_multiplier, bill_amount, premium_is_creditable)
    values ('weekend', 'Weekend', true, 1.25, 0, 0, 0, false), ('holiday_double', 'Holiday', true, 2, 0, 0, 0, true)`;
  await sql`
    insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
    select assignment, rate.code, '2025-01-01', 0, round(rate.cents / 100, 2)
      from jsonb_to_recordset(${places}) as row (
           assignment uuid, charge numeric, on_call numeric, visit numeric, mileage numeric)
     cross join lateral (values ('charge', charge), ('on_call', on_call), ('visit', visit), ('mileage', mileage))
           as rate (code, cents)`;
}

async function enterStipends(
  sql: postgres.Sql,
  places: readonly (Place & { readonly assignment: string | undefined })[],
): Promise<void> {
  const rows = places.flatMap(({ assignment, stipends }) =>
    stipends.map(({ kind, per, amount, hasReason }) => ({
      assignment,
      kind,
      [per]: money(amount),
      why: kind === "reimbursement" && hasReason ? "Receipts" : null,
    }))
  );
  await sql`
    insert into assignment_stipends (
           assignment_id, weekly_amount, daily_amount, shift_amount, kind, effective_from, reimbursement_reason)
    select assignment, week, day, shift, kind, '2025-01-01', why
      from jsonb_to_recordset(${sql.json(rows as never)}) as row (
           assignment uuid, week numeric, day numeric, shift numeric, kind text, why text)`;
}

async function enterExtras(sql: postgres.Sql, people: readonly Person[]): Promise<void> {
  const rows = people.flatMap(({ id, week }) =>
    week.extras.map(({ kind, amount, weeks }) => {
      const isInRate = kind === "promised" || kind === "flat";
      const isEarned = isInRate && weeks > 1;
      return {
        person: id,
        on: dayAfter(week.monday, 6),
        kind: kind === "reimbursement" ? kind : "bonus",
        amount: money(amount),
        in_rate: isInRate,
        is_flat: kind === "flat",
        from: isEarned ? dayAfter(week.monday, -7 * (weeks - 1)) : null,
        to: isEarned ? dayAfter(week.monday, 6) : null,
      };
    })
  );
  await sql`
    insert into payroll_adjustments (
           contractor_id, payable_on, kind, amount, in_regular_rate, is_flat_sum, earned_from, earned_to, reason,
           approved_at)
    select person, "on", kind, amount, in_rate, is_flat, "from", "to", 'As it was agreed', now()
      from jsonb_to_recordset(${sql.json(rows)}) as row (
           person uuid, "on" date, kind text, amount numeric, in_rate boolean, is_flat boolean, "from" date, "to" date)`;
}

/** Hours alone of one day count in the order of their ids. */
async function enterTimes(sql: postgres.Sql, people: readonly Person[]): Promise<void> {
  const rows = people.flatMap(({ id, week, assignments }) => {
    let shift = "";
    return piecesOf(week).map(({ place, coded, day, hours, span, breaks, begins }) => {
      if (begins) shift = crypto.randomUUID();
      const of = {
        assignment: assignments[place],
        day: dayAfter(week.monday, day),
        hours: money(hours),
        code: coded === null ? "regular" : CODE[coded],
      };
      if (span === null) return of;
      const instant = (minutes: number) =>
        new Date(Date.parse(week.monday) + minutes * 60_000).toJSON();
      return { ...of, shift, person: id, from: instant(span.from), to: instant(span.to), breaks };
    });
  });
  const ids = rows.map(() => crypto.randomUUID()).sort();
  const beside = people.flatMap(({ week, assignments }) =>
    week.beside.map(({ place, day, kind, quantity }) => ({
      assignment: assignments[place],
      day: dayAfter(week.monday, day),
      code: kind,
      ...(kind === "on_call" || kind === "sick"
        ? { hours: money(quantity) }
        : { hours: "0", quantity: money(quantity) }),
    }))
  );
  await sql`
    insert into time_entries (assignment_id, work_date, code, hours, quantity, status)
    select assignment, day, code, hours, quantity, 'approved'
      from jsonb_to_recordset(${sql.json(beside as never)}) as row (
           assignment uuid, day date, code text, hours numeric, quantity numeric)`;
  await sql`
    insert into time_entries (
           id, assignment_id, work_date, hours, status, code, shift_id, shift_contractor_id, started_at, ended_at, break_minutes)
    select id, assignment, day, hours, 'approved', code, shift, person, "from", "to", breaks
      from jsonb_to_recordset(${
    sql.json(rows.map((row, nth) => ({ ...row, id: ids[nth] })) as never)
  }) as row (
           id uuid, assignment uuid, day date, hours numeric, code text, shift uuid, person uuid, "from" timestamptz,
           "to" timestamptz, breaks int)`;
}
