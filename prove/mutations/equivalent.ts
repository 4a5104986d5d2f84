/**
 * Mutants that say the same as the tree, as a run describes them, without the line: no test can tell them from it. The
 * comment says why.
 */
export const EQUIVALENT: ReadonlySet<string> = new Set<string>([
  // A line names an order of its invoice's facility alone; the condition lets an index find the drafts.
  "supabase/schemas/receivables/purchase_order_usage.sql, public.purchase_order_usage: dropped condition, " +
  "`draft.facility_id = purchase_order.facility_id` → `true`",
  // A mark too many has a day compared in vain.
  "supabase/schemas/payroll/due_marks.sql, private.mark_adjustments: dropped condition, " +
  "`former.earned_from is not null` → `true`",
]);
