import { assertEquals } from "@std/assert";
import { owed } from "./owed.ts";
import { assertThrowsWith } from "../../support/rejections.ts";

const monthly = { compounding: "every_30_days" } as const;
const annual = { compounding: "annual" } as const;

// 36500.00 at 10 % over 365: 300.00 in 30 days, on which 30 days more bear 2.4657….
Deno.test("compute_interest/every_30_days_unpaid_interest_joins_the_principal", () => {
  const result = owed({ asOf: "2026-04-30" }, monthly);
  assertEquals(result.interest, "602.47");
  assertEquals(result.segments, [
    {
      from: "2026-03-02",
      to: "2026-03-31",
      days: 30,
      principal: "36500.00",
      rate: "0.10",
      interest: "300.00",
    },
    {
      from: "2026-04-01",
      to: "2026-04-30",
      days: 30,
      principal: "36800.00",
      rate: "0.10",
      interest: "302.4657534247",
    },
  ]);
});

Deno.test("compute_interest/the_30th_day_itself_bears_no_interest_on_interest", () => {
  assertEquals(owed({ asOf: "2026-03-31" }, monthly).interest, "300.00");
  assertEquals(owed({ asOf: "2026-04-01" }, monthly).interest, "310.08");
});

Deno.test("compute_interest/30_day_periods_start_where_accrual_starts", () => {
  const afterGrace = { ...monthly, graceDays: 10, accrueFrom: "grace_end" } as const;
  assertEquals(owed({ asOf: "2026-04-11" }, afterGrace).interest, "310.08");
  const terms = [{ effectiveFrom: "2026-03-12", annualRate: "0.10", ...monthly }];
  assertEquals(owed({ asOf: "2026-04-11", terms }).interest, "310.08");
});

Deno.test("compute_interest/annual_joins_at_the_anniversary_of_the_start", () => {
  const interest = (asOf: string) => owed({ dueDate: "2026-03-01", asOf }, annual).interest;
  assertEquals(interest("2027-03-01"), "3650.00");
  assertEquals(interest("2027-03-02"), "3661.00"); // 40150.00 bears 11.00 a day
  assertEquals(interest("2028-03-01"), "7676.00"); // 366 days × 11.00
  assertEquals(interest("2028-03-02"), "7688.10"); // 44176.00 bears 12.1030… a day
});

Deno.test("compute_interest/the_anniversary_of_29_February_is_28_February_but_in_leap_years", () => {
  const { segments } = owed({ dueDate: "2024-02-29", asOf: "2028-12-31" }, annual);
  assertEquals(segments.map(({ to }) => to), [
    "2025-02-28",
    "2026-02-28",
    "2027-02-28",
    "2028-02-29",
    "2028-12-31",
  ]);
});

Deno.test("compute_interest/interest_paid_by_the_30th_day_does_not_join_the_principal", () => {
  const paying = (paidOn: string, amount: string) =>
    owed({ asOf: "2026-04-30", interestPayments: [{ paidOn, amount }] }, monthly);
  assertEquals(paying("2026-03-31", "300.00").interest, "600.00");
  assertEquals(paying("2026-03-31", "300.00").segments.length, 1);
  assertEquals(paying("2026-03-20", "100.00").segments.at(-1)?.principal, "36700.00");
});

Deno.test("compute_interest/interest_paid_later_leaves_what_joined_and_lessens_the_next", () => {
  const interestPayments = [{ paidOn: "2026-04-01", amount: "302.00" }];
  const { segments } = owed({ asOf: "2026-05-01", interestPayments }, monthly);
  assertEquals(segments.map(({ principal }) => principal), [
    "36500.00",
    "36800.00",
    "36800.4657534247",
  ]);
});

Deno.test("compute_interest/interest_paid_ahead_never_lowers_the_principal", () => {
  const interestPayments = [{ paidOn: "2026-03-10", amount: "99999.00" }];
  assertEquals(owed({ asOf: "2026-04-30", interestPayments }, monthly).interest, "600.00");
});

Deno.test("compute_interest/interest_payments_change_nothing_without_compounding", () => {
  const interestPayments = [{ paidOn: "2026-03-03", amount: "15.00" }];
  assertEquals(owed({ asOf: "2026-06-30", interestPayments }), owed({ asOf: "2026-06-30" }));
});

Deno.test("compute_interest/a_principal_payment_leaves_the_joined_interest_bearing", () => {
  const payments = [{ paidOn: "2026-03-31", amount: "18250.00" }];
  const { segments } = owed({ asOf: "2026-04-30", payments }, monthly);
  assertEquals(segments.at(-1)?.principal, "18550.00");
});

Deno.test("compute_interest/when_the_principal_is_paid_accrual_and_capitalisation_end", () => {
  const payments = [{ paidOn: "2026-04-10", amount: "36500.00" }];
  const onTheDay = owed({ asOf: "2026-04-10", payments }, monthly);
  assertEquals(onTheDay.interest, "400.82"); // 300.00 + 10 days of 36800.00
  assertEquals(owed({ asOf: "2031-01-01", payments }, monthly), onTheDay);
});

Deno.test("compute_interest/compounding_beyond_all_money_is_refused", () => {
  const decades = { dueDate: "1926-03-01", asOf: "2026-03-01" };
  const usury = { ...monthly, annualRate: "99" };
  assertThrowsWith(() => owed(decades, usury), {
    name: "InvalidInterestInputError",
    field: "terms",
  });
});
