/** The firm of the soak, and whoever works in it. */
import type postgres from "postgres";
import { addAssignments } from "../../fixtures/assignments.ts";
import { plusDays } from "../../fixtures/days.ts";
import { addContractors, addFacilities } from "../../fixtures/people.ts";
import { type DatabaseIdentity, SERVICE, signedIn } from "../../tests/support/access/callers.ts";
import { Firm } from "../../tests/support/firm.ts";
import { addWebhook, type Event, EVENTS } from "../../tests/support/outbox/webhooks.ts";
import { addPlan } from "../../tests/support/leave/leave.ts";
import { periodOf } from "../../tests/support/payroll/batches.ts";
import { enterCodes } from "../../tests/support/payroll/earnings.ts";
import { staffMember } from "../../tests/support/people/staff.ts";
import { addCalendar, addPremium } from "../../tests/support/time/premiums.ts";
import type { Who } from "./kind.ts";

/** The first day of the soak. */
export const FIRST_DAY = "2026-03-20";
/** Time of the clock on a day: noon in Denver, the same day in UTC. */
export const clockOf = (day: string): string => `${day} 18:00:00+00`;

const WEEKS = ["2026-03-02", "2026-03-09", "2026-03-16"];
const RULES = ["flsa", "california", "colorado", "none"] as const;

/** Somebody who calls, and the contractor that they are, if one. */
export interface Person {
  readonly identity: DatabaseIdentity;
  readonly contractor: string;
}

/** Everybody who may call. */
export type People = Readonly<Record<Who, readonly Person[]>>;

const person = (identity: DatabaseIdentity) => [{ identity, contractor: "" }];

/** Has the state where everybody works owe premiums for missed breaks. Releases before 1.0.0 know no states. */
export async function oweBreakPremiums(sql: postgres.Sql): Promise<void> {
  await sql`update state_rules set break_premium_source = 'As in California' where state = 'CO'`;
}

/**
 * Has time on call and miles bill and pay at all facilities, and charge at the assignments of the beginning: at those that
 * are made later nobody is in charge. Payroll files name each code, and the journal has accounts for some. Releases before 1.0.0 know no codes.
 */
export async function enterRatesOfCodes(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into facility_code_rates (facility_id, code, effective_from, bill_rate, pay_rate)
    select facility.id, rate.code, '2026-01-01', rate.bill, rate.pay
      from facilities as facility
     cross join (values ('on_call', 8, 3.33), ('mileage', 0.7, 0.67)) as rate (code, bill, pay)`;
  await sql`
    insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
    select id, 'charge', '2026-01-01', 106, 66 from assignments`;
  await sql`update time_codes set earning_code = upper(left(name, 8)) where name <> 'regular'`;
  await sql`
    insert into journal_accounts (account, type, name)
    values ('revenue_care', 'income', 'Revenue care'), ('revenue_extras', 'income', 'Revenue extras'),
           ('pay_care', 'expense', 'Pay care'), ('pay_extras', 'expense', 'Pay extras')`;
}

/**
 * A calendar of holidays, premiums of the night and of holidays, 36 hours a week that are guaranteed to some, and notice that
 * facilities give of shifts they cancel. Releases before 1.0.0 know none of them.
 */
export async function enterPremiumsAndGuarantees(sql: postgres.Sql): Promise<void> {
  const calendar = await addCalendar(sql, ["2026-03-06", "2026-03-27", "2026-04-03"]);
  await addPremium(sql, {
    clock: "19:00-07:00",
    pay: "+ 4",
    bill: "+ 6",
    codes: ["regular", "charge"],
  });
  await addPremium(sql, {
    title: "Holiday",
    calendar,
    pay: "× 1.5",
    bill: "× 1.5",
    creditable: true,
  });
  await sql`
    insert into guarantees (assignment_id, pay_hours, bill_hours, effective_from)
    select id, 36, 32, '2026-03-02' from assignments order by id limit 6`;
  await sql`update facilities set cancellation_notice_hours = 48`;
}

/** The pay group that some are moved to, beside that of everybody else. */
export const SOAKED_GROUP = "00000000-0000-4000-8000-000000000007";

/** A pay group that is paid every two weeks, and who is in it at first. Releases before 1.0.0 know no groups. */
export async function enterPayGroup(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into pay_groups (id, name, weeks, first_day, pay_day_offset)
    values (${SOAKED_GROUP}, 'Nights', 2, '2026-03-09', 5)`;
  await sql`
    insert into payroll_periods (pay_group_id, period_start, period_end, pay_date)
    select ${SOAKED_GROUP}, day::date, day::date + 13, day::date + 18
      from generate_series(date '2026-02-23', date '2026-03-09', interval '14 days') as day`;
  await sql`
    update contractors set pay_group_id = ${SOAKED_GROUP} where id in (select id from contractors order by id limit 4)`;
}

/**
 * Has employees accrue an hour of leave for four that they work, up to thirty, and take it themselves. Releases before 1.0.0
 * know no leave.
 */
export async function enterLeave(sql: postgres.Sql): Promise<void> {
  await sql`update time_codes set entered_by = array_append(entered_by, 'contractor') where name = 'vacation'`;
  await addPlan(sql, { code: "vacation", in_use_from: "2026-03-02", paid_out: true }, {
    hours_per_hour_accrued: 4,
    balance_cap: 30,
    year_use_cap: 60,
  });
}

/**
 * Three facilities, twelve contractors on two assignments each, a third of which has ended, ten days of approved time, a
 * facility with twenty overdue invoices, and a webhook that is told of everything. Contractors are not among the
 * people yet: each day says who works (beginDay).
 *
 * @param events those that the database knows
 */
export async function makeFirm(
  sql: postgres.Sql,
  events: readonly Event[] = EVENTS,
): Promise<People> {
  const facilities = await addFacilities(sql, ["Mercy", "North", "South"]);
  const contractors = await addContractors(sql, 12);
  await sql`update facilities set external_number = name`;
  await sql`update contractors set external_number = id::text`;
  await addAssignments(
    sql,
    contractors.flatMap((contractorId, nth) =>
      [0, 1].map((second) => ({
        contractorId,
        facilityId: facilities[(nth + second) % 3] ?? "",
        endDate: nth % 3 === 0 && second === 1 ? "2026-03-12" : null,
        overtimeRule: RULES[nth % 4] ?? "none",
      }))
    ),
  );
  await sql`update assignments set external_number = id::text`;
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    select id, date '2026-03-02' + day, 4, 'approved' from assignments cross join generate_series(0, 9) as day`;
  for (const week of WEEKS) await periodOf(sql, week);
  await sql`
    insert into facility_interest_terms (facility_id, effective_from, annual_rate)
    select id, '2026-01-01', 0.18 from facilities`;
  const east = await Firm.create(sql, "East");
  await east.sentInvoices(20, "2026-02-10");
  await east.terms();
  await addWebhook(sql, { description: "The books", events: [...events] });
  await enterCodes(sql);
  const contacts = facilities.map(() => crypto.randomUUID());
  await sql`
    insert into facility_contacts (facility_id, user_id)
    select * from unnest(${facilities}::uuid[], ${contacts}::uuid[])`;
  await sql`
    insert into facility_contacts (facility_id, name)
    select id, 'Lee ' || n from facilities cross join generate_series(1, 3) as n`;
  return {
    contractor: [],
    contact: contacts.flatMap((user) => person(signedIn(user))),
    billing: person(await staffMember(sql, "billing")),
    payroll: person(await staffMember(sql, "payroll")),
    recruiting: person(await staffMember(sql, "recruiting")),
    admin: person(await staffMember(sql, "admin")),
    viewer: person(await staffMember(sql, "viewer")),
    service: person(SERVICE),
    schedule: [],
  };
}

/** People who apply each week, and assignments that begin to end. */
const EACH_WEEK = 2;

/**
 * Events of a day that are nobody's call: on the first of a week a payroll period, people who apply, and the oldest
 * assignments get their end; and whoever was hired signs in. Gives who works, in the order of their names.
 */
export async function beginDay(sql: postgres.Sql, day: string): Promise<Person[]> {
  if (new Date(`${day}T12:00:00Z`).getUTCDay() === 1) {
    await periodOf(sql, day);
    await sql`
      insert into candidates (first_name, last_name, email, status)
      select 'Cy', 'Nurse', gen_random_uuid() || '@example.org', 'offered' from generate_series(1, ${EACH_WEEK})`;
    await sql`
      update assignments set end_date = ${plusDays(day, 3)}
       where id in (select id from assignments where start_date < ${day} and coalesce(end_date, 'infinity') > ${
      plusDays(day, 90)
    }
                     order by start_date, id limit ${EACH_WEEK})
         and not exists (select from time_entries as entry
                          where entry.assignment_id = assignments.id and work_date > ${
      plusDays(day, 3)
    })`;
  }
  await sql`update contractors set user_id = gen_random_uuid() where user_id is null`;
  await enterCodes(sql);
  const working = await sql<{ id: string; userId: string }[]>`
    select distinct contractor.id, contractor.user_id as "userId"
      from contractors as contractor join assignments as placed on placed.contractor_id = contractor.id
     where placed.start_date <= ${day} and coalesce(placed.end_date, 'infinity') >= ${
    plusDays(day, -14)
  }
     order by contractor.id`;
  return working.map(({ id, userId }) => ({ identity: signedIn(userId), contractor: id }));
}
