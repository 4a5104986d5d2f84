/** Terms of leave plans in use, as they stand. */
import type postgres from "postgres";

/** Pay of an hour of leave, as `leave_plan_terms.pay_basis` names it. */
export type PayBasis =
  | "hourly_rate"
  | "regular_rate_of_week"
  | "regular_rate_of_week_before"
  | "average_of_days"
  | "average_of_workdays";

/** Terms that hold from a day on, until the next ones of their plan. */
export interface LeaveTerms {
  readonly code: string;
  /** Null is the firm's own plan. */
  readonly state: string | null;
  readonly inUseFrom: string;
  readonly from: string;
  readonly basis: PayBasis;
  readonly averageDays: number | null;
}

/** Looks at them. */
export async function lookAtLeave(sql: postgres.ISql): Promise<LeaveTerms[]> {
  return await sql<LeaveTerms[]>`
    select plan.code, plan.state, plan.in_use_from::text as "inUseFrom", terms.effective_from::text as from,
           terms.pay_basis as basis, terms.average_days as "averageDays"
      from leave_plans as plan join leave_plan_terms as terms on terms.leave_plan_id = plan.id
     where plan.in_use_from is not null`;
}
