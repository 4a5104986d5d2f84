import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import {
  computeInterest,
  type InterestInput,
} from "../../../supabase/functions/_shared/interest/compute_interest.ts";
import { invoice } from "./arbitraries.ts";
import { oracle } from "../../support/interest/oracle.ts";

function agrees(input: InterestInput): void {
  const { segments: _, ...result } = computeInterest(input);
  assertEquals(result, oracle(input));
}

Deno.test("compute_interest/agrees_with_exact_fractions_day_by_day", () => {
  fc.assert(fc.property(invoice, agrees), { numRuns: 1000 });
});

Deno.test("compute_interest/agrees_with_exact_fractions_day_by_day_when_compounding", () => {
  const compounding = fc.record({
    asked: invoice,
    compounding: fc.constantFrom("every_30_days" as const, "annual" as const),
    annualRate: fc.constantFrom("0.1", "0.18", "2"),
  });
  fc.assert(
    fc.property(compounding, ({ asked, ...terms }) => {
      const long = { principal: "1000.00", dueDate: "2023-02-28", asOf: "2025-06-30" };
      const row = { effectiveFrom: "2020-01-01", ...terms };
      agrees({ ...asked, ...long, terms: [...asked.terms, row] });
    }),
    { numRuns: 30 },
  );
});

Deno.test("compute_interest/agrees_with_exact_fractions_day_by_day_by_started_months", () => {
  const byMonths = fc.record({
    asked: invoice,
    graceDays: fc.constantFrom(0, 10),
    accrueFrom: fc.constantFrom("due_date" as const, "grace_end" as const),
    dueDate: fc.constantFrom("2023-12-30", "2024-01-30", "2024-02-28", "2023-02-27", "2024-08-15"),
  });
  fc.assert(
    fc.property(byMonths, ({ asked, dueDate, ...terms }) => {
      const row = { effectiveFrom: "2020-01-01", annualRate: "0.18", ...terms };
      const [first] = asked.terms;
      agrees({
        ...asked,
        dueDate,
        terms: [{ ...row, dayCount: "started_months" }, ...(first ? [first] : [])],
      });
    }),
    { numRuns: 300 },
  );
});

Deno.test("compute_interest/agrees_with_exact_fractions_on_sums_that_end_in_half_a_cent", () => {
  // 3650 dollar-days bear 1.00 at 10 %: choose the last piece so that all add up to x.xx5.
  const pieces = fc.record({
    days: fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: 1, max: 29 }))),
    cents: fc.tuple(fc.integer({ min: 50, max: 90 }), fc.integer({ min: 1, max: 40 })),
  });
  let ties = 0;
  fc.assert(
    fc.property(pieces, ({ days: [a = 1, b = 1, c = 1], cents: [second, third] }) => {
      // Whole dollars: 100 a days, second b days, third c days, and one day of what is missing.
      const have = 10000 * a + 100 * second * b + 100 * third * c;
      const last = 1825 + 3650 * Math.ceil((have - 1825) / 3650) - have;
      if (last <= 0 || last >= 100 * third) return;
      ties++;
      const at = (offset: number) => new Date(Date.UTC(2025, 0, 31 + offset)).toISOString();
      const paid = (offset: number, cents: number) => ({
        paidOn: at(offset).slice(0, 10),
        amount: (cents / 100).toFixed(2),
      });
      const input: InterestInput = {
        principal: "100.00",
        dueDate: "2025-01-31",
        payments: [
          paid(a, 10000 - 100 * second),
          paid(a + b, 100 * (second - third)),
          paid(a + b + c, 100 * third - last),
        ],
        asOf: at(a + b + c + 1).slice(0, 10),
        terms: [{ effectiveFrom: "2025-01-01", annualRate: "0.10" }],
      };
      agrees(input);
      const dollarDaysInCents = BigInt(have + last);
      assertEquals(dollarDaysInCents % 3650n, 1825n);
      const expected = (dollarDaysInCents / 3650n) + 1n;
      assertStrictEquals(
        computeInterest(input).interest.replace(".", ""),
        `${expected}`.padStart(3, "0"),
      );
    }),
    { numRuns: 1000 },
  );
  assert(ties > 100, `only ${ties} ties were tried`);
});
