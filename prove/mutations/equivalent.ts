import { changeOf, lineOf, type Mutant } from "./bodies.ts";

/** A place of the tree that may be changed so without any call having another answer. */
interface Equivalent {
  /** The function or view. */
  readonly body: string;
  /** The line in which the change begins. */
  readonly line: string;
  /** The change, as a run tells it. */
  readonly change: string;
}

/** Mutants that no test can tell from the tree, by the reason. */
export const EQUIVALENT: Readonly<Record<string, readonly Equivalent[]>> = {
  "The condition finds by an index what another condition decides.": [
    {
      body: "public.purchase_order_usage",
      line: "where draft.facility_id = purchase_order.facility_id",
      change: "`draft.facility_id = purchase_order.facility_id` → `true`",
    },
    {
      body: "private.classified_time",
      line: "where assignment.contractor_id = any (classified_time.contractor_ids)",
      change: "`assignment.contractor_id = any (classified_time.contractor_ids)` → `true`",
    },
  ],
  "A mark, or a week, too many is compared in vain.": [
    {
      body: "private.mark_adjustments",
      line: "where former.earned_from is not null));",
      change: "`former.earned_from is not null` → `true`",
    },
  ],
};

/** True if a mutant is known to be the same as the tree. */
export function isEquivalent(mutant: Mutant): boolean {
  const [line, change] = [lineOf(mutant), changeOf(mutant)];
  return Object.values(EQUIVALENT).flat().some((known) =>
    known.body === mutant.body.name && known.line === line && known.change === change
  );
}
