import { assertEquals } from "@std/assert";
import { owed, tenPercent } from "./owed.ts";

Deno.test("compute_interest/a_new_row_that_keeps_the_rate_makes_no_segment_of_its_own", () => {
  const terms = [tenPercent(), tenPercent({ effectiveFrom: "2026-03-05", fixedFee: "9.00" })];
  assertEquals(owed({ terms }), owed());
  assertEquals(owed().segments, [{
    from: "2026-03-02",
    to: "2026-03-11",
    days: 10,
    principal: "36500.00",
    rate: "0.10",
    interest: "100.00",
  }]);
});

Deno.test("compute_interest/years_late_at_one_rate_are_one_segment", () => {
  const late = { dueDate: "2021-03-01", asOf: "2026-03-01" };
  assertEquals(owed(late).segments.map(({ days }) => days), [1826]);
  assertEquals(owed(late, { dayCount: "30/360" }).segments.map(({ days }) => days), [1800]);
});

Deno.test("compute_interest/five_years_compounding_every_30_days_are_61_segments", () => {
  const late = { dueDate: "2021-03-01", asOf: "2026-03-01" };
  const { segments } = owed(late, { compounding: "every_30_days" });
  assertEquals(segments.map(({ days }) => days), [...Array<number>(60).fill(30), 26]);
});

Deno.test("compute_interest/actual_actual_over_years_of_one_length_is_one_segment", () => {
  const asked = { dueDate: "2025-12-01", asOf: "2027-02-01" };
  assertEquals(owed(asked, { dayCount: "actual/actual" }).segments.length, 1);
});

Deno.test("compute_interest/interest_paid_as_it_falls_due_makes_no_segment_of_its_own", () => {
  // 400 % leaves 4/3 of the dollar after 30 days, which bears 0.10 in each 30 days at 90 %.
  const terms = [["2026-03-02", "4"], ["2026-04-01", "0.9"]] as const;
  const { segments, interest } = owed({
    principal: "1.00",
    asOf: "2026-05-30",
    interestPayments: [{ paidOn: "2026-04-30", amount: "0.10" }],
    terms: terms.map(([effectiveFrom, annualRate]) =>
      tenPercent({
        effectiveFrom,
        annualRate,
        dayCount: "actual/360",
        compounding: "every_30_days",
      })
    ),
  });
  assertEquals(segments.map(({ days, interest }) => [days, interest]), [
    [30, "0.3333333333"],
    [60, "0.20"],
  ]);
  assertEquals(interest, "0.53");
});
