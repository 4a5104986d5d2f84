import { assertEquals } from "@std/assert";
import { amounts, owed } from "./owed.ts";

Deno.test("compute_interest/a_payments_own_day_still_bears_the_amount_before_it", () => {
  const result = owed({ payments: [{ paidOn: "2026-03-05", amount: "18250.00" }] });
  assertEquals(result.interest, "70.00"); // 4 days × 10.00 + 6 days × 5.00
  assertEquals(
    result.segments.map(({ to, days, principal }) => `${to} ${days} ${principal}`),
    ["2026-03-05 4 36500.00", "2026-03-11 6 18250.00"],
  );
});

Deno.test("compute_interest/what_was_paid_by_the_due_date_never_bears_interest", () => {
  const payments = [
    { paidOn: "2026-01-10", amount: "10000.00" },
    { paidOn: "2026-03-01", amount: "8250.00" },
  ];
  assertEquals(owed({ payments }).interest, "50.00");
});

Deno.test("compute_interest/paid_in_full_by_the_due_date_owes_nothing", () => {
  const payments = [{ paidOn: "2026-03-01", amount: "36500.00" }];
  assertEquals(amounts(owed({ payments }, { fixedFee: "40.00" })), "0.00 + 0.00 = 0.00");
});

Deno.test("compute_interest/payments_of_one_day_add_up", () => {
  const payments = [
    { paidOn: "2026-03-05", amount: "18250.00" },
    { paidOn: "2026-03-06", amount: "0.00" },
    { paidOn: "2026-03-05", amount: "18250.00" },
  ];
  assertEquals(owed({ payments }).interest, "40.00");
});

Deno.test("compute_interest/payments_and_terms_may_come_in_any_order", () => {
  const payments = [
    { paidOn: "2026-03-08", amount: "18250.00" },
    { paidOn: "2026-03-04", amount: "18249.99" },
  ];
  const terms = [
    { effectiveFrom: "2026-03-06", annualRate: "0.20" },
    { effectiveFrom: "2025-01-01", annualRate: "0.10" },
  ];
  assertEquals(
    owed({ payments, terms }),
    owed({ payments: payments.toReversed(), terms: terms.toReversed() }),
  );
});

Deno.test("compute_interest/an_overpayment_counts_as_full_payment", () => {
  const paid = (amount: string) => owed({ payments: [{ paidOn: "2026-03-04", amount }] });
  assertEquals(paid("99999.99"), paid("36500.00"));
  assertEquals(paid("99999.99").interest, "30.00");
  assertEquals(paid("99999.99").accruedThrough, "2026-03-04");
});

Deno.test("compute_interest/one_cent_short_of_full_payment_goes_on_accruing", () => {
  const result = owed({ payments: [{ paidOn: "2026-03-04", amount: "36499.99" }] });
  assertEquals(result.accruedThrough, "2026-03-11");
  assertEquals(result.segments.at(-1)?.principal, "0.01");
});

Deno.test("compute_interest/payments_after_as_of_do_not_matter_yet", () => {
  const payments = [{ paidOn: "2026-03-12", amount: "36500.00" }];
  assertEquals(owed({ payments }), owed());
});
