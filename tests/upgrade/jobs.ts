/** Both jobs of this release, which `deno task release` keeps for upgrade tests of later ones. */
export { accrueOverdueInterest } from "../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
export { lockEndedAssignments } from "../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
