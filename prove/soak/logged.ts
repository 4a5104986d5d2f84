/** No change without its log, and no log without its change. */
import type postgres from "postgres";
import type { Found } from "./invariant.ts";

/** Tables that are watched (logged_tables.sql), and not asked about, each with the reason. */
export const UNASKED: Readonly<Record<string, string>> = {
  organization_settings: "its row was there before it was watched",
  holidays: "rows were there before they were watched",
  minimum_wages: "rows were there before they were watched",
  mileage_rates: "rows were there before they were watched",
  overtime_rules: "rows were there before they were watched",
  time_codes: "rows were there before they were watched",
  pay_groups: "a row was there before they were watched",
  earning_codes: "rows were there before they were watched",
  import_mappings: "rows were there before they were watched",
  leave_plans: "rows were there before they were watched",
  leave_plan_terms: "rows were there before they were watched",
  approval_policies: "rows were there before they were watched",
  journal_accounts: "rows were there before they were watched",
  closed_areas: "rows were there before they were watched",
  retention: "rows were there before they were watched",
  assignment_recruiters: "a division of an assignment has no key that the question knows",
  recruiter_commissions: "a recruiter's commission has no key that the question knows",
  holiday_calendar_days: "a day of a calendar has no key that the question knows",
};

/** Tables whose rows are all in the log from their first. */
const BY_ID = [
  "staff_members",
  "contractors",
  "facilities",
  "facility_contacts",
  "facility_interest_terms",
  "purchase_orders",
  "assignments",
  "assignment_stipends",
  "guarantees",
  "guarantee_exceptions",
  "rate_hits",
  "checks",
  "check_reconciliations",
  "check_reconciliation_lines",
  "payroll_periods",
  "payroll_adjustments",
  "payroll_profiles",
  "book_closings",
  "facility_fees",
  "facility_reminders",
  "facility_taxes",
  "sales_taxes",
  "webhooks",
  "recovery_arrangements",
  "overpayment_settlements",
  "break_premiums",
  "burden_rates",
  "holiday_calendars",
  "premium_rules",
  "client_time",
  "approvals",
  "credential_kinds",
  "credentials",
  "requirements",
];
const BY_DAY = [
  "assignment_rates",
  "assignment_bill_terms",
  "assignment_code_rates",
  "facility_code_rates",
];

/** The key of a row: a changed row's entry has its id in row_id, or else the key among its columns. */
const keyOf = (row: string, id: string): string =>
  `case when table_name = any ('{${BY_DAY}}')
        then concat_ws(' ', coalesce(${row} ->> 'assignment_id', ${row} ->> 'facility_id'),
                       ${row} ->> 'code', ${row} ->> 'effective_from')
        else ${id} end`;
/** The columns of rows, each with its value. */
const parts = (from: string, row: string, id: string, sign: string) =>
  `select table_name, ${keyOf(row, id)} as key,
          ${sign}hashtextextended(field.key || ' ' || field.value::text, 0)::numeric as part
     from ${from} cross join lateral jsonb_each(${row}) as field`;

/** The tables that are asked about. */
export const NAMES: readonly string[] = [...BY_ID, ...BY_DAY];

/**
 * Each logged change has what it changed before and after, column by column: added up, afters less befores, only the
 * row as it stands is left, whatever the order. Instants of the log cannot tell it: they are those at which transactions began.
 */
const QUERY = `
  select table_name, key from (
    ${parts("audit_log", "new", "row_id::text", "")} where table_name = any ($1)
    union all
    ${parts("audit_log", "old", "row_id::text", "-")} where table_name = any ($1)
    union all
    ${
  NAMES.map((name) =>
    parts(
      `(select '${name}' as table_name, to_jsonb(made) as row from ${name} as made) as made`,
      "row",
      "row ->> 'id'",
      "-",
    )
  )
    .join(" union all ")
}) as part
   group by table_name, key having sum(part) <> 0`;

/** The rows of logged tables that are not what their log makes of them. */
export async function unlogged(sql: postgres.TransactionSql): Promise<Found> {
  const rows = await sql.unsafe<{ table_name: string; key: string }[]>(QUERY, [[...NAMES]]);
  return { wrong: rows.map(({ table_name, key }) => `${table_name} ${key}`) };
}
