import type { RelationName } from "./rows.ts";

/** Facts about a table or view that its lists need. */
export interface ResourceFacts {
  /** The column that no two rows share. */
  readonly key: string;
  /** True if its lists say how many rows there are: not where there may be millions. */
  readonly isCounted: boolean;
}

const counted = (key = "id"): ResourceFacts => ({ key, isCounted: true });
const uncounted = (key = "id"): ResourceFacts => ({ key, isCounted: false });

const FACTS: { readonly [N in RelationName]?: ResourceFacts } = {
  ar_aging: counted("facility_id"),
  assignment_margin: uncounted("assignment_id"),
  audit_log: uncounted(),
  candidates: counted(),
  checks: counted(),
  contractors: counted(),
  facilities: counted(),
  facility_credits: counted(),
  facility_time: uncounted("time_entry_id"),
  invoice_lines: uncounted(),
  invoices: counted(),
  job_health: counted("job"),
  job_runs: uncounted(),
  missing_time: counted("assignment_id"),
  outbox: uncounted(),
  payroll_item_lines: uncounted(),
  remittance_states: uncounted(),
  renewals_due: counted("contract_renewal_id"),
  time_entries: uncounted(),
  user_names: counted("user_id"),
  unapproved_time: uncounted("time_entry_id"),
  unbilled_time: uncounted("time_entry_id"),
};

/** The facts of a table or view; most have an id and stay short. */
export function factsOf(name: string): ResourceFacts {
  return FACTS[name as RelationName] ?? counted();
}
