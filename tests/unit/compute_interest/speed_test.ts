import assert from "node:assert/strict";
import type { InterestInput } from "../../../supabase/functions/_shared/interest/compute_interest.ts";
import { owed, tenPercent } from "./owed.ts";

// Limits are some twenty times what a small machine needs: they catch a loop over days, not a bad day.

function milliseconds(calls: number, input: Partial<InterestInput>): number {
  const started = performance.now();
  for (let call = 0; call < calls; call++) owed(input);
  return performance.now() - started;
}

Deno.test("compute_interest/a_thousand_everyday_invoices_take_less_than_a_second", () => {
  const everyday = {
    asOf: "2026-05-30",
    payments: [{ paidOn: "2026-03-20", amount: "100.00" }, {
      paidOn: "2026-04-20",
      amount: "1.00",
    }],
    terms: [
      tenPercent(),
      tenPercent({ effectiveFrom: "2026-01-01" }),
      tenPercent({ effectiveFrom: "2026-04-01", annualRate: "0.12" }),
    ],
  };
  assert.ok(milliseconds(1000, everyday) < 1000);
});

Deno.test("compute_interest/a_thousand_years_late_costs_no_more_than_ninety_days", () => {
  assert.ok(milliseconds(1000, { dueDate: "2026-03-01", asOf: "3026-03-01" }) < 1000);
});

Deno.test("compute_interest/a_thousand_years_of_compounding_end_soon", () => {
  const terms = [tenPercent({ annualRate: "0.02", compounding: "every_30_days" })];
  assert.ok(milliseconds(1, { asOf: "3026-03-01", terms }) < 5000);
});
