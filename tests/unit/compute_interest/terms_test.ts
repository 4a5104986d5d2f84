import { assertEquals } from "@std/assert";
import { amounts, owed, tenPercent } from "./owed.ts";

Deno.test("compute_interest/without_terms_nothing_is_owed", () => {
  const result = owed({ terms: [] });
  assertEquals(amounts(result), "0.00 + 0.00 = 0.00");
  assertEquals(result.accruedThrough, "2026-03-01");
});

Deno.test("compute_interest/absent_terms_mean_actual_365_simple_floating_without_extras", () => {
  const spelledOut = {
    dayCount: "actual/365",
    compounding: "none",
    rateBasis: "floating",
    graceDays: 0,
    accrueFrom: "due_date",
    fixedFee: "0.00",
    waiveBelow: "0.00",
    maximumDays: null,
    maximumFraction: null,
  } as const;
  assertEquals(owed({ asOf: "2028-06-01" }), owed({ asOf: "2028-06-01" }, spelledOut));
});

Deno.test("compute_interest/floating_gives_each_day_the_rate_in_force_on_it", () => {
  const terms = [tenPercent(), tenPercent({ effectiveFrom: "2026-03-05", annualRate: "0.20" })];
  const result = owed({ terms });
  assertEquals(result.interest, "170.00"); // 3 days × 10.00 (2, 3, 4 March) + 7 × 20.00
  assertEquals(result.segments.map(({ from, rate }) => `${from} ${rate}`), [
    "2026-03-02 0.10",
    "2026-03-05 0.20",
  ]);
});

Deno.test("compute_interest/fixed_at_start_keeps_the_rate_of_the_first_day", () => {
  const first = tenPercent({ rateBasis: "fixed_at_start" });
  const later = tenPercent({ effectiveFrom: "2026-03-03", annualRate: "0.20" });
  assertEquals(owed({ terms: [first, later] }).interest, "100.00");
  const onFirstDay = {
    ...later,
    effectiveFrom: "2026-03-02",
    rateBasis: "fixed_at_start",
  } as const;
  assertEquals(owed({ terms: [first, onFirstDay] }).interest, "200.00");
});

Deno.test("compute_interest/fixed_at_start_after_grace_takes_the_rate_of_the_first_day_that_accrues", () => {
  const terms = [
    tenPercent({ rateBasis: "fixed_at_start", graceDays: 5, accrueFrom: "grace_end" }),
    tenPercent({ effectiveFrom: "2026-03-07", annualRate: "0.20" }),
    tenPercent({ effectiveFrom: "2026-03-08", annualRate: "0.30" }),
  ];
  assertEquals(owed({ terms }).interest, "100.00"); // 7 to 11 March × 20.00
});

Deno.test("compute_interest/all_terms_but_the_rate_come_from_the_row_of_the_day_after_the_due_date", () => {
  const onDueDate = tenPercent({ effectiveFrom: "2026-03-01", fixedFee: "1.00" });
  const dayAfter = tenPercent({ effectiveFrom: "2026-03-02", fixedFee: "2.00" });
  const later = tenPercent({
    effectiveFrom: "2026-03-03",
    dayCount: "actual/360",
    fixedFee: "3.00",
    graceDays: 30,
  });
  assertEquals(amounts(owed({ terms: [onDueDate, later] })), "100.00 + 1.00 = 101.00");
  assertEquals(amounts(owed({ terms: [onDueDate, dayAfter, later] })), "100.00 + 2.00 = 102.00");
});

Deno.test("compute_interest/terms_that_begin_later_leave_the_days_before_them_free", () => {
  const terms = [
    tenPercent({ effectiveFrom: "2026-03-07", fixedFee: "5.00" }),
    tenPercent({ effectiveFrom: "2026-03-10", annualRate: "0.20", fixedFee: "9.00" }),
  ];
  const result = owed({ terms });
  assertEquals(amounts(result), "70.00 + 5.00 = 75.00"); // 3 days × 10.00 + 2 × 20.00
  assertEquals(result.segments[0]?.from, "2026-03-07");
});

Deno.test("compute_interest/terms_that_begin_after_as_of_or_full_payment_bear_nothing", () => {
  const terms = [tenPercent({ effectiveFrom: "2026-03-12", fixedFee: "5.00" })];
  assertEquals(owed({ terms }).total, "0.00");
  const payments = [{ paidOn: "2026-03-11", amount: "36500.00" }];
  assertEquals(owed({ terms, payments, asOf: "2026-06-01" }).total, "0.00");
});

Deno.test("compute_interest/fixed_at_start_takes_the_first_rate_there_is_when_terms_begin_later", () => {
  const terms = [
    tenPercent({ effectiveFrom: "2026-03-07", rateBasis: "fixed_at_start" }),
    tenPercent({ effectiveFrom: "2026-03-10", annualRate: "0.20" }),
  ];
  assertEquals(owed({ terms }).interest, "50.00");
});
