import type { Row } from "../../api/rows.ts";
import { period } from "../../ui/format.ts";
import { words } from "../../words.ts";

const say = words.payroll.adjustments;

/** Effect of an adjustment on overtime pay, in words; nothing if it has none. */
export function countsOf(
  one: Pick<
    Row<"payroll_adjustments">,
    "kind" | "in_regular_rate" | "is_flat_sum" | "earned_from" | "earned_to"
  >,
): string {
  if (one.kind !== "bonus") return "";
  return [
    one.in_regular_rate ? one.is_flat_sum ? say.flatSum : say.inRate : say.notInRate,
    ...one.earned_from === null ? [] : [say.earned(period(one.earned_from, one.earned_to))],
  ].join(", ");
}
