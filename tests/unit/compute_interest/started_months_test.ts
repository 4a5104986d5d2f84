// "Per month or part of a month": 1.5 % of 36500.00 is 547.50 a month.
import { assertEquals } from "@std/assert";
import type { InterestInput } from "../../../supabase/functions/_shared/interest/compute_interest.ts";
import { interestByDay } from "../../../supabase/functions/_shared/jobs/interest_by_day.ts";
import { owed, tenPercent } from "./owed.ts";

const TERMS = { annualRate: "0.18", dayCount: "started_months" } as const;

function byMonths(input: Partial<InterestInput> = {}, terms: object = {}) {
  return owed(input, { ...TERMS, ...terms });
}

Deno.test("compute_interest/a_month_is_owed_whole_on_its_first_day", () => {
  const days = ["2026-03-01", "2026-03-02", "2026-04-01", "2026-04-02", "2027-03-01"];
  assertEquals(days.map((asOf) => byMonths({ asOf }).interest), [
    "0.00",
    "547.50",
    "547.50",
    "1095.00",
    "6570.00",
  ]);
});

Deno.test("compute_interest/shorter_months_begin_on_their_last_day_and_longer_ones_as_the_first", () => {
  const { segments } = byMonths({ dueDate: "2024-01-30", asOf: "2024-05-01" });
  assertEquals(segments.map(({ from, to, days }) => `${from} ${to} ${days}`), [
    "2024-01-31 2024-02-28 29",
    "2024-02-29 2024-03-30 31",
    "2024-03-31 2024-04-29 30",
    "2024-04-30 2024-05-01 2",
  ]);
});

Deno.test("compute_interest/a_payment_within_a_month_lessens_the_next_one_and_is_shown", () => {
  const payments = [{ paidOn: "2026-03-11", amount: "16500.00" }];
  const { segments, interest } = byMonths({ asOf: "2026-04-05", payments });
  assertEquals(interest, "847.50");
  const rest = { principal: "20000.00", rate: "0.18" };
  assertEquals(segments, [
    {
      ...{ from: "2026-03-02", to: "2026-03-11", days: 10, months: 1 },
      ...{ principal: "36500.00", rate: "0.18", interest: "547.50" },
    },
    { from: "2026-03-12", to: "2026-04-01", days: 21, months: 0, ...rest, interest: "0.00" },
    { from: "2026-04-02", to: "2026-04-05", days: 4, months: 1, ...rest, interest: "300.00" },
  ]);
});

Deno.test("compute_interest/what_is_paid_as_a_month_begins_still_bears_all_of_it", () => {
  const paidOn = (day: string) =>
    byMonths({ asOf: "2026-05-01", payments: [{ paidOn: day, amount: "36500.00" }] });
  assertEquals(paidOn("2026-04-01").interest, "547.50");
  assertEquals(paidOn("2026-04-02").interest, "1095.00");
  assertEquals(paidOn("2026-04-02").accruedThrough, "2026-04-02");
});

Deno.test("compute_interest/months_have_the_rate_of_their_first_day", () => {
  const terms = (rateBasis: "floating" | "fixed_at_start") => [
    tenPercent({ ...TERMS, rateBasis }),
    tenPercent({ effectiveFrom: "2026-03-20", annualRate: "0.12" }),
  ];
  const asOf = "2026-04-02";
  assertEquals(owed({ asOf, terms: terms("floating") }).interest, "912.50");
  assertEquals(owed({ asOf, terms: terms("fixed_at_start") }).interest, "1095.00");
});

Deno.test("compute_interest/started_months_know_grace_limits_caps_waiver_and_fee", () => {
  const asOf = "2026-05-15";
  assertEquals(byMonths({ asOf: "2026-03-11" }, { graceDays: 10 }).total, "0.00");
  assertEquals(byMonths({ asOf }, { graceDays: 10 }).total, "1642.50");
  const fromGraceEnd = { graceDays: 14, accrueFrom: "grace_end" }; // 16 March, 16 April
  assertEquals(byMonths({ asOf }, fromGraceEnd).total, "1095.00");
  assertEquals(byMonths({ asOf }, { maximumDays: 31 }).total, "547.50");
  assertEquals(byMonths({ asOf }, { maximumDays: 32 }).total, "1095.00");
  assertEquals(byMonths({ asOf }, { maximumFraction: "0.02" }).total, "730.00");
  assertEquals(byMonths({ asOf }, { waiveBelow: "1642.51" }).total, "0.00");
  assertEquals(byMonths({ asOf }, { fixedFee: "40.00" }).total, "1682.50");
});

Deno.test("compute_interest/thirds_of_a_cent_of_months_are_rounded_once", () => {
  // A twelfth of 10 % of 10.00 is 8.33... cents, three times 25.
  assertEquals(
    byMonths({ principal: "10.00", asOf: "2026-05-15" }, { annualRate: "0.10" }).total,
    "0.25",
  );
});

Deno.test("compute_interest/a_report_of_a_past_day_has_whole_months", () => {
  const payments = [{ paidOn: "2026-03-11", amount: "16500.00" }];
  const result = byMonths({ asOf: "2026-04-05", payments }, { fixedFee: "7.00" });
  assertEquals(interestByDay("2026-03-01", result), {
    days: ["2026-03-01", "2026-03-02", "2026-03-12", "2026-04-02", "2026-04-05"],
    onDays: ["0", "554.5", "554.5", "854.5", "854.50"],
    perDay: ["0", "0", "0", "0", "0"],
  });
});
