/**
 * Mutants that say the same as the tree, as a run describes them, without the line: no test can tell them from it. The
 * comment says why.
 */
export const EQUIVALENT: ReadonlySet<string> = new Set<string>([
  // A line names an order of its invoice's facility alone; the condition lets an index find the drafts.
  "supabase/schemas/receivables/purchase_order_usage.sql, public.purchase_order_usage: dropped condition, " +
  "`draft.facility_id = purchase_order.facility_id` → `true`",
]);
