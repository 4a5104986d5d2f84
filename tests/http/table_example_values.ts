import type postgres from "postgres";
import { Firm } from "../support/firm.ts";
import { addKind } from "../support/people/credentials.ts";

/**
 * Per table what the placeholders of its example in docs/api.md stand for, which are columns of the rows that it adds.
 * Called anew for each example, on the project that the HTTP tests speak to, as its owner: makes the rows.
 */
export const VALUES: Readonly<
  Record<string, (sql: postgres.Sql) => Promise<Readonly<Record<string, string>>>>
> = {
  assignment_bill_terms: assignment,
  assignment_code_rates: assignment,
  assignment_recruiters: async (sql) => ({ ...await assignment(sql), ...await recruiter(sql) }),
  assignment_stipends: assignment,
  burden_rates: () => Promise.resolve({}),
  checks: facility,
  contractor_details: contractor,
  credential_kinds: () => Promise.resolve({}),
  credentials: async (sql) => ({
    ...await contractor(sql),
    credential_kind_id: await addKind(sql, `License ${crypto.randomUUID()}`),
  }),
  requirements: async (sql) => ({
    ...await facility(sql),
    credential_kind_id: await addKind(sql, `License ${crypto.randomUUID()}`),
  }),
  facility_code_rates: facility,
  facility_contacts: facility,
  facility_fees: facility,
  facility_interest_terms: facility,
  facility_reminders: facility,
  facility_staff: facility,
  facility_taxes: facility,
  guarantee_exceptions: assignment,
  guarantees: assignment,
  holiday_calendar_days: async (sql) => {
    const [calendar] = await sql<[{ id: string }]>`
      insert into public.holiday_calendars (title) values ('Holidays of the example') returning id`;
    return { calendar_id: calendar.id };
  },
  holiday_calendars: () => Promise.resolve({}),
  holidays: () => Promise.resolve({}),
  import_mappings: () => Promise.resolve({}),
  notes: async (sql) => ({ about_id: (await Firm.create(sql)).facilityId }),
  mileage_rates: () => Promise.resolve({}),
  minimum_wages: () => Promise.resolve({}),
  overtime_rules: () => Promise.resolve({}),
  journal_accounts: () => Promise.resolve({}),
  leave_plan_terms: async (sql) => {
    const [plan] = await sql<[{ id: string }]>`
      insert into public.leave_plans (name) values (${`Leave ${crypto.randomUUID()}`}) returning id`;
    return { leave_plan_id: plan.id };
  },
  leave_plans: () => Promise.resolve({}),
  pay_groups: () => Promise.resolve({}),
  payroll_adjustments: contractor,
  payroll_profiles: () => Promise.resolve({}),
  payroll_periods: () => Promise.resolve({}),
  premium_rules: facility,
  purchase_orders: facility,
  recruiter_commissions: recruiter,
  sales_taxes: () => Promise.resolve({}),
  staff_members: () => Promise.resolve({}),
  time_codes: () => Promise.resolve({}),
  time_entries: assignment,
};

async function assignment(sql: postgres.Sql) {
  return { assignment_id: await (await Firm.create(sql)).assignment() };
}

async function recruiter(sql: postgres.Sql) {
  const [member] = await sql<[{ id: string }]>`
    insert into public.staff_members (name, email)
    values ('Rae Recruiter', ${`${crypto.randomUUID()}@example.org`}) returning id`;
  return { staff_member_id: member.id };
}

async function contractor(sql: postgres.Sql) {
  const { assignment_id } = await assignment(sql);
  const [row] = await sql<[{ contractor_id: string }]>`
    select contractor_id from public.assignments where id = ${assignment_id}`;
  return { ...row };
}

async function facility(sql: postgres.Sql) {
  return { facility_id: (await Firm.create(sql)).facilityId };
}
