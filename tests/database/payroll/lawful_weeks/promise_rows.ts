/** Rows of the premiums for days of random weeks, and of what is promised of them. */
import type postgres from "postgres";
import { isWorked } from "../../../support/payroll/lawful_codes.ts";
import { dayAfter } from "../../../support/payroll/lawful_pay.ts";
import { money, type Person } from "./person.ts";

/** Enters them, of the days of each week alone. */
export async function enterPromises(sql: postgres.Sql, people: readonly Person[]): Promise<void> {
  const rules = people.flatMap(({ week, assignments, codes }) =>
    week.premiums.map((premium) => ({
      assignment: assignments[premium.place],
      from: week.monday,
      to: dayAfter(week.monday, 6),
      calendar: premium.isOfHolidays ? crypto.randomUUID() : null,
      holidays: premium.days.map((day) => dayAfter(week.monday, day)),
      days: premium.isOfHolidays ? null : premium.days.map((day) => day + 1),
      times: (premium.thousandths / 1000).toFixed(3),
      amount: money(premium.cents),
      combines: premium.adds ? "adds" : "highest",
      codes: [
        "regular",
        ...premium.isOfCodes
          ? week.codes.flatMap((code, nth) => isWorked(code) ? [codes[nth] ?? ""] : [])
          : [],
      ],
      special: premium.isSpecial,
    }))
  );
  const rows = sql.json(rules as never);
  await sql`
    insert into holiday_calendars (id, title)
    select calendar, 'Holidays' from jsonb_to_recordset(${rows}) as row (calendar uuid) where calendar is not null`;
  await sql`
    insert into holiday_calendar_days (calendar_id, day, name)
    select calendar, day::date, 'Holiday'
      from jsonb_to_recordset(${rows}) as row (calendar uuid, holidays jsonb)
     cross join jsonb_array_elements_text(holidays) as day
     where calendar is not null`;
  await sql`
    insert into premium_rules (
           title, assignment_id, effective_from, effective_to, days_of_week, holiday_calendar_id, pay_multiplier,
           pay_amount, combines, codes, is_creditable)
    select 'Premium', assignment, "from", "to", days, calendar, times, amount, combines, codes, special
      from jsonb_to_recordset(${rows}) as row (
           assignment uuid, "from" date, "to" date, days smallint[], calendar uuid, times numeric, amount numeric,
           combines text, codes text[], special boolean)`;
  const promises = people.flatMap(({ week, assignments, codes }) =>
    week.promises.map(({ place, code, hours, excepted }) => ({
      assignment: assignments[place],
      code: code === null ? null : codes[code],
      hours: money(hours),
      excepted: code === null ? money(excepted) : "0",
      from: week.monday,
      to: dayAfter(week.monday, 6),
      on: dayAfter(week.monday, hours % 7),
    }))
  );
  const promised = sql.json(promises as never);
  await sql`
    insert into guarantees (assignment_id, code, pay_hours, effective_from, effective_to)
    select assignment, code, hours, "from", "to"
      from jsonb_to_recordset(${promised}) as row (
           assignment uuid, code text, hours numeric, "from" date, "to" date)`;
  await sql`
    insert into guarantee_exceptions (assignment_id, day, hours, kind)
    select assignment, "on", excepted, 'declined'
      from jsonb_to_recordset(${promised}) as row (assignment uuid, "on" date, excepted numeric)
     where excepted > 0`;
}
