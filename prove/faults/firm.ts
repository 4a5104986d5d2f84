/** The firm that faults happen to: work of every kind, half done. The same each time but for its ids. */
import type postgres from "postgres";
import { pastTriggers } from "../../fixtures/past_triggers.ts";
import { addAssignments } from "../../fixtures/assignments.ts";
import { insertInvoices } from "../../fixtures/invoices.ts";
import { addContractors, addFacilities } from "../../fixtures/people.ts";
import { addPlan, openWith } from "../../tests/support/leave/leave.ts";
import { switchMailOn } from "../../tests/support/outbox/messages.ts";
import { periodOf } from "../../tests/support/payroll/batches.ts";
import { invite, newcomer } from "../../tests/support/people/invitations.ts";
import { addCalendar, addPremium } from "../../tests/support/time/premiums.ts";
import { enterRatesOfCodes } from "../soak/firm.ts";

/** Time of its clock. */
export const CLOCK = "2026-03-20 18:00:00+00";
/** Number of mails that wait in its outbox. */
export const MAILS = 5;
const RULES = ["flsa", "california", "colorado", "none"] as const;

/**
 * Makes it: three facilities with twelve contractors, of whom some have ended; one week billed, of which one
 * invoice is sent, and one not; a batch that is approved; both weeks with time of codes, premiums, leave and what was
 * promised; checks, a rate hit, somebody to hire, overdue invoices, and invitations that wait to be mailed.
 */
export async function makeFirm(sql: postgres.Sql): Promise<void> {
  await sql`select set_config('app.clock', ${CLOCK}, false)`;
  // As the databases of tests, beside which the firm of a stack stands.
  await pastTriggers(sql, async (sql) => {
    await sql`update organization_settings set controls = 'off'`;
  });
  const facilities = await addFacilities(sql, ["Grace", "North", "South"]);
  const contractors = await addContractors(sql, 12);
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
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    select id, date '2026-03-02' + day, 4, 'approved' from assignments cross join generate_series(0, 9) as day`;
  await codesAndPromises(sql);
  await leaveInUse(sql, contractors);
  await oldDebts(sql);
  await billedAndPaid(sql);
  await switchMailOn(sql, "http", ["invitation"]);
  for (let nth = 0; nth < MAILS; nth++) await invite(sql, await newcomer(sql, "facility_contact"));
  await sql`analyze`;
}

/**
 * Of both weeks, at every assignment that goes on, time of codes, a call shorter than what is promised of each, and
 * fewer hours than what is promised of a week, some of which were declined; premiums of holidays, and of nights for
 * the shift that an act enters.
 */
async function codesAndPromises(sql: postgres.Sql): Promise<void> {
  await enterRatesOfCodes(sql);
  await addPremium(sql, { clock: "19:00-07:00", pay: "+ 4", bill: "+ 6" });
  await addPremium(sql, {
    title: "Holiday",
    calendar: await addCalendar(sql, ["2026-03-06", "2026-03-11"]),
    pay: "× 1.5",
    bill: "× 1.5",
    creditable: true,
  });
  await sql`
    insert into guarantees (assignment_id, code, pay_hours, bill_hours, effective_from)
    select id, promised.code, promised.pay, promised.bill, '2026-03-02'
      from assignments
     cross join (values (null, 40, 36), ('call_back', 4, 3)) as promised (code, pay, bill)
     where end_date is null`;
  await sql`
    insert into guarantee_exceptions (assignment_id, day, hours, kind)
    select id, day, 1.5, 'declined' from assignments cross join unnest('{2026-03-04,2026-03-12}'::date[]) as day
     where end_date is null`;
  // Worked where no other time is: which hours of a day are overtime goes by ids, which differ from firm to firm.
  await sql`
    insert into time_entries (assignment_id, work_date, code, hours, quantity, status)
    select id, entered.day::date, entered.code, entered.hours, entered.quantity, 'approved'
      from assignments
     cross join (values ('2026-03-02', 'mileage', 0, 10.25), ('2026-03-05', 'on_call', 12, null),
                        ('2026-03-09', 'mileage', 0, 10.25), ('2026-03-12', 'on_call', 12, null),
                        ('2026-03-12', 'charge', 2.5, null), ('2026-03-12', 'call_back', 1, null))
                as entered (day, code, hours, quantity)
     where end_date is null`;
}

/**
 * A leave plan in use, so that closing a batch writes what its hours accrue, and of both weeks leave that was taken of what
 * people had before, paid by the regular rate of its week.
 */
async function leaveInUse(sql: postgres.Sql, contractors: readonly string[]): Promise<void> {
  const plan = await addPlan(
    sql,
    { name: "Vacation", code: "vacation", in_use_from: "2026-03-02" },
    { hours_per_hour_accrued: 4, balance_cap: 30, pay_basis: "regular_rate_of_week" },
  );
  for (const contractor of contractors) await openWith(sql, plan, contractor, "2026-03-02", 10);
  await sql`
    insert into time_entries (assignment_id, work_date, code, hours, status)
    select id, day, 'vacation', 1.5, 'approved' from assignments cross join unnest('{2026-03-06,2026-03-12}'::date[]) as day
     where end_date is null`;
}

/** Sixty invoices that are overdue, at a facility with interest terms, and a check for some of them. */
async function oldDebts(sql: postgres.Sql): Promise<void> {
  const [east = ""] = await addFacilities(sql, ["East"]);
  await sql`
    insert into facility_interest_terms (facility_id, effective_from, annual_rate) values (${east}, '2026-01-01', 0.18)`;
  await insertInvoices(
    sql,
    sql`select gen_random_uuid() as id, ${east}::uuid as facility_id, 'manual' as kind, 'OLD-' || n as number,
               date '2026-02-10' - n % 5 as due, 1000 + n as total, 0 as interest, null::date as computed_on,
               null::date as paid_on
          from generate_series(1, 60) as n`,
  );
  await sql`
    insert into checks (facility_id, check_number, amount, received_on)
    values (${east}, '1001', 2500, '2026-03-18'), (${east}, '1002', 1700, '2026-03-19')`;
  await sql`select propose_check_reconciliation(id) from checks where check_number = '1002'`;
}

async function billedAndPaid(sql: postgres.Sql): Promise<void> {
  await sql`select weekly_billing_run('2026-03-02')`;
  await sql`
    select send_invoices(array_agg(invoice.id), '2026-03-16')
      from invoices as invoice join facilities as facility on facility.id = facility_id and name = 'Grace'
     where status = 'draft'`;
  await sql`
    insert into rate_hits (assignment_id, effective_on, bill_rate_change, pay_rate_change, codes)
    select id, '2026-03-09', 0.50, 0.25, '{charge}' from assignments where end_date is null order by id limit 1`;
  await sql`
    insert into candidates (first_name, last_name, email, status)
    values ('Cy', 'Nurse', 'cy@example.org', 'offered')`;
  const period = await periodOf(sql, "2026-03-02");
  await periodOf(sql, "2026-03-09");
  await sql`select prepare_payroll_draft(${period})`;
  await sql`select advance_payroll_batch_status(id) from payroll_batches`;
  await sql`select advance_payroll_batch_status(id) from payroll_batches`;
}
