/** Rows of random weeks: their people, places, pay and time. */
import type postgres from "postgres";
import type { Law } from "../../../support/payroll/lawful_hours.ts";
import { dayAfter, piecesOf, type Place, type Week } from "../../../support/payroll/lawful_pay.ts";
import { isByHour } from "../../../support/payroll/lawful_codes.ts";
import { enterCodes } from "./code_rows.ts";
import { enterPromises } from "./promise_rows.ts";
import { money, type Person } from "./person.ts";

/** Names of the laws' rules. */
export const RULE_OF_LAW: Readonly<Record<Law, string>> = {
  federal: "flsa",
  california: "california",
  california_elected: "california_health_care",
  colorado: "colorado",
  alaska: "alaska",
  kentucky: "kentucky",
  exempt: "none",
};
/** Enters the people and places of weeks, and what they worked and get. */
export async function enter(sql: postgres.Sql, weeks: readonly Week[]): Promise<Person[]> {
  const people = weeks.map((week, nth) => ({
    id: crypto.randomUUID(),
    week,
    assignments: week.places.map(() => crypto.randomUUID()),
    facilities: week.places.map(() => crypto.randomUUID()),
    codes: week.codes.map((_, code) => `code_${nth}_${code}`),
  }));
  const places = people.flatMap(({ id, week, assignments, facilities }) =>
    week.places.map((place, nth) => ({
      ...place,
      assignment: assignments[nth],
      person: id,
      facility: facilities[nth],
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
  await enterStipends(sql, places);
  await enterExtras(sql, people);
  await enterCodes(sql, people);
  await enterPromises(sql, people);
  await enterTimes(sql, people);
  return people;
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
  const rows = people.flatMap(({ id, week, assignments, codes }) => {
    let shift = "";
    const sums = week.sums.map(({ place, day, code, quantity }) => {
      const amount = money(quantity);
      return {
        assignment: assignments[place],
        code: codes[code],
        day: dayAfter(week.monday, day),
        ...week.codes.slice(code, code + 1).some(isByHour)
          ? { hours: amount }
          : { hours: "0", quantity: amount },
      };
    });
    const worked = piecesOf(week).map(({ place, code, day, hours, span, breaks, begins }) => {
      if (begins) shift = crypto.randomUUID();
      const of = {
        assignment: assignments[place],
        code: code === null ? "regular" : codes[code],
        day: dayAfter(week.monday, day),
        hours: money(hours),
      };
      if (span === null) return of;
      const instant = (minutes: number) =>
        new Date(Date.parse(week.monday) + minutes * 60_000).toJSON();
      return { ...of, shift, person: id, from: instant(span.from), to: instant(span.to), breaks };
    });
    return [...worked, ...sums];
  });
  const ids = rows.map(() => crypto.randomUUID()).sort();
  await sql`
    insert into time_entries (
           id, assignment_id, work_date, hours, code, quantity, status, shift_id, shift_contractor_id, started_at,
           ended_at, break_minutes)
    select id, assignment, day, hours, code, quantity, 'approved', shift, person, "from", "to", breaks
      from jsonb_to_recordset(${
    sql.json(rows.map((row, nth) => ({ ...row, id: ids[nth] })) as never)
  }) as row (
           id uuid, assignment uuid, day date, hours numeric, code text, quantity numeric, shift uuid, person uuid,
           "from" timestamptz, "to" timestamptz, breaks int)`;
}
