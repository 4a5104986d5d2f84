import type { AccrualWindow } from "./accrual_window.ts";
import { anniversary, type Day } from "./calendar.ts";
import type { Compounding } from "./interest_types.ts";

/**
 * The days at whose end unpaid interest joins the principal: each 30th day after the start
 * (US Prompt Payment, 5 CFR 1315), or each anniversary of it, which for 29 February is
 * 28 February in other years.
 */
export function capitalisationDays(compounding: Compounding, { start, end }: AccrualWindow): Day[] {
  if (compounding === "none") return [];
  const days: Day[] = [];
  for (let period = 1;; period++) {
    const day = compounding === "annual" ? anniversary(start, period) : start + 30 * period;
    if (day >= end) return days;
    days.push(day);
  }
}
