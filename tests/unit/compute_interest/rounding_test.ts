import { assertEquals } from "@std/assert";
import { computeInterest } from "../../../supabase/functions/_shared/interest/compute_interest.ts";
import { addDays } from "../../support/interest/oracle_days.ts";
import { owed } from "./owed.ts";

Deno.test("compute_interest/half_a_cent_goes_up_and_less_goes_down", () => {
  const oneDay = (principal: string) => owed({ principal, asOf: "2026-03-02" }).interest;
  assertEquals(oneDay("91.25"), "0.03"); // 0.025
  assertEquals(oneDay("91.24"), "0.02");
  assertEquals(oneDay("54.75"), "0.02"); // 0.015
});

Deno.test("compute_interest/three_pieces_that_add_up_to_8.955_owe_8.96", () => {
  // 32685.75 dollar-days × 10 % ÷ 365, no piece of which has an end.
  const pieces = [[19, "1000.00"], [3, "989.30"], [11, "974.35"]] as const;
  const result = computeInterest({
    principal: "1000.00",
    dueDate: "2026-01-31",
    payments: [
      { paidOn: "2026-02-19", amount: "10.70" },
      { paidOn: "2026-02-22", amount: "14.95" },
    ],
    asOf: "2026-03-05",
    terms: [{ effectiveFrom: "2026-01-01", annualRate: "0.10" }],
  });
  assertEquals<unknown>(result.segments.map(({ days, principal }) => [days, principal]), pieces);
  assertEquals(result.interest, "8.96");
});

Deno.test("compute_interest/thirds_that_compound_to_0.535_owe_0.54", () => {
  // 1/3 in the first 30 days, 121/600 in the 18 after.
  const terms = { dayCount: "actual/360", compounding: "every_30_days" } as const;
  const asked = { principal: "40.00", dueDate: "2026-03-01", asOf: "2026-04-18" };
  const result = owed(asked, terms);
  assertEquals(result.segments.map(({ interest }) => interest), [
    "0.3333333333",
    "0.2016666667",
  ]);
  assertEquals(result.interest, "0.54");
});

for (const periods of [60, 12_000]) {
  Deno.test(`compute_interest/${periods}_compounded_periods_agree_with_whole_numbers`, () => {
    // 1.2 % over 360 is a thousandth per 30 days: principal × (1.001^periods − 1).
    const terms = {
      annualRate: "0.012",
      dayCount: "actual/360",
      compounding: "every_30_days",
    } as const;
    const dueDate = "2020-01-01";
    const asOf = addDays(dueDate, 30 * periods);
    const { interest } = owed({ principal: "99999999.99", dueDate, asOf }, terms);
    const whole = 1000n ** BigInt(periods);
    const grown = 9999999999n * (1001n ** BigInt(periods) - whole);
    assertEquals(interest.replace(".", ""), `${(2n * grown + whole) / (2n * whole)}`);
  });
}

Deno.test("compute_interest/five_years_of_thirds_still_end_in_exactly_half_a_cent", () => {
  // In 30 of 360 days 400 % makes 4/3 of a balance and 1500 % makes 9/4: threefold together. After
  // 30 periods of each, with 3^30 below the line on the way, a day at 180 % bears 3^30 half cents.
  const rates = Array.from({ length: 60 }, (_, period) => period < 30 ? "4" : "15");
  const terms = [...rates, "1.8"].map((annualRate, period) => ({
    effectiveFrom: addDays("2020-01-02", 30 * period),
    annualRate,
    dayCount: "actual/360" as const,
    compounding: "every_30_days" as const,
  }));
  const dueDate = "2020-01-01";
  const { interest } = owed({ principal: "1.00", dueDate, asOf: addDays(dueDate, 1801), terms });
  const grown = 3n ** 30n;
  assertEquals(interest.replace(".", ""), `${100n * (grown - 1n) + (grown + 1n) / 2n}`);
});

Deno.test("compute_interest/capped_interest_rounds_half_up_too", () => {
  const capped = owed({ principal: "1000.00" }, { maximumFraction: "0.001005" });
  assertEquals(capped.segments[0]?.interest, "2.7397260274");
  assertEquals(capped.interest, "1.01");
});
