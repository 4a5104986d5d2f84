import { assertEquals } from "@std/assert";
import type { DayCount } from "../../../supabase/functions/_shared/interest/compute_interest.ts";
import { owed } from "./owed.ts";

function interest(dayCount: DayCount, principal: string, dueDate: string, asOf: string): string {
  return owed({ principal, dueDate, asOf }, { dayCount }).interest;
}

Deno.test("compute_interest/actual_360_divides_by_360", () => {
  assertEquals(interest("actual/360", "36000.00", "2026-01-01", "2027-01-01"), "3650.00");
});

Deno.test("compute_interest/actual_365_divides_by_365_in_leap_years_too", () => {
  assertEquals(interest("actual/365", "36500.00", "2024-01-01", "2025-01-01"), "3660.00");
});

Deno.test("compute_interest/actual_actual_gives_a_leap_years_day_a_366th", () => {
  assertEquals(interest("actual/actual", "36600.00", "2024-02-28", "2024-03-01"), "20.00");
  assertEquals(interest("actual/actual", "36500.00", "2026-02-28", "2026-03-02"), "20.00");
});

Deno.test("compute_interest/actual_actual_splits_at_the_years_end", () => {
  // 133590.00 × 10 % is 36.60 a day in 365-day years and 36.50 in leap years.
  const asked = { principal: "133590.00", dueDate: "2023-12-30", asOf: "2024-01-03" };
  const result = owed(asked, { dayCount: "actual/actual" });
  assertEquals(result.interest, "146.10"); // 31 December + 3 days of 2024
  assertEquals(result.segments.map(({ to, days, interest }) => `${to} ${days} ${interest}`), [
    "2023-12-31 1 36.60",
    "2024-01-03 3 109.50",
  ]);
  assertEquals(interest("actual/actual", "133590.00", "2024-12-30", "2025-01-03"), "146.30");
});
