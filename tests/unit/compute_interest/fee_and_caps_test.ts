import { assertEquals } from "@std/assert";
import { amounts, owed, tenPercent } from "./owed.ts";

Deno.test("compute_interest/the_fee_is_owed_once_interest_is_and_counts_in_the_total", () => {
  assertEquals(amounts(owed({}, { fixedFee: "40.00" })), "100.00 + 40.00 = 140.00");
});

Deno.test("compute_interest/interest_that_rounds_to_nothing_is_not_owed_nor_the_fee", () => {
  const asked = { principal: "18.24", asOf: "2026-03-02" }; // 0.004997 a day
  assertEquals(amounts(owed(asked, { fixedFee: "40.00" })), "0.00 + 0.00 = 0.00");
  const rounded = owed({ ...asked, principal: "18.25" }, { fixedFee: "40.00" });
  assertEquals(amounts(rounded), "0.01 + 40.00 = 40.01");
});

Deno.test("compute_interest/a_rate_of_zero_owes_no_fee", () => {
  assertEquals(owed({}, { annualRate: "0", fixedFee: "40.00" }).total, "0.00");
});

Deno.test("compute_interest/interest_below_waive_below_is_not_owed_nor_the_fee", () => {
  assertEquals(
    amounts(owed({}, { waiveBelow: "100.01", fixedFee: "40.00" })),
    "0.00 + 0.00 = 0.00",
  );
  assertEquals(
    amounts(owed({}, { waiveBelow: "100.00", fixedFee: "40.00" })),
    "100.00 + 40.00 = 140.00",
  );
});

Deno.test("compute_interest/waive_below_looks_at_interest_before_it_is_rounded", () => {
  // 0.995 a day of 3631.75 at 10 % is less than one dollar, in the words of 5 CFR 1315.
  const asked = { principal: "3631.75", asOf: "2026-03-02" };
  const limit = { waiveBelow: "1.00", fixedFee: "40.00" };
  assertEquals(amounts(owed(asked, limit)), "0.00 + 0.00 = 0.00");
  assertEquals(owed({ ...asked, principal: "3650.00" }, limit).interest, "1.00");
  assertEquals(owed({ ...asked, principal: "3651.00" }, { waiveBelow: "0.99" }).interest, "1.00");
  assertEquals(owed(asked, { waiveBelow: "0.99" }).interest, "1.00");
});

Deno.test("compute_interest/waive_below_looks_at_capped_interest", () => {
  const capped = { maximumFraction: "0.001" }; // 36.50
  assertEquals(owed({}, { ...capped, waiveBelow: "36.50" }).interest, "36.50");
  assertEquals(owed({}, { ...capped, waiveBelow: "36.51" }).interest, "0.00");
});

Deno.test("compute_interest/waived_interest_still_shows_its_days", () => {
  const { segments, accruedThrough } = owed({}, { waiveBelow: "100.01" });
  assertEquals(segments[0]?.interest, "100.00");
  assertEquals(accruedThrough, "2026-03-11");
});

Deno.test("compute_interest/maximum_days_counts_days_that_accrued", () => {
  const result = owed({}, { maximumDays: 4 });
  assertEquals(result.interest, "40.00");
  assertEquals(result.accruedThrough, "2026-03-05");
  assertEquals(owed({}, { maximumDays: 0, fixedFee: "40.00" }).total, "0.00");
  assertEquals(owed({}, { maximumDays: 10 }).interest, "100.00");
});

Deno.test("compute_interest/maximum_days_does_not_count_grace_days_or_days_before_terms", () => {
  const grace = { graceDays: 5, accrueFrom: "grace_end", maximumDays: 4 } as const;
  assertEquals(owed({}, grace).accruedThrough, "2026-03-10");
  const terms = [tenPercent({ effectiveFrom: "2026-03-07", maximumDays: 4 })];
  assertEquals(owed({ terms }).accruedThrough, "2026-03-10");
});

Deno.test("compute_interest/maximum_fraction_caps_interest_without_the_fee", () => {
  const capped = owed({}, { maximumFraction: "0.002", fixedFee: "40.00" });
  assertEquals(amounts(capped), "73.00 + 40.00 = 113.00");
});

Deno.test("compute_interest/maximum_fraction_is_of_the_invoice_total_not_of_what_is_unpaid", () => {
  const payments = [{ paidOn: "2026-02-01", amount: "18250.00" }];
  const year = { payments, asOf: "2026-12-31" };
  assertEquals(owed(year, { maximumFraction: "0.01" }).interest, "365.00");
});

Deno.test("compute_interest/maximum_fraction_of_zero_owes_nothing_and_null_caps_nothing", () => {
  assertEquals(owed({}, { maximumFraction: "0", fixedFee: "40.00" }).total, "0.00");
  assertEquals(owed({}, { maximumFraction: null, maximumDays: null }).total, "100.00");
});
