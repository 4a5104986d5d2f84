import { assertEquals } from "@std/assert";
import { amounts, owed } from "./owed.ts";

const fromDue = { graceDays: 5, accrueFrom: "due_date" } as const;
const fromGraceEnd = { graceDays: 5, accrueFrom: "grace_end" } as const;
const paidInFull = (paidOn: string) => ({ payments: [{ paidOn, amount: "36500.00" }] });

Deno.test("compute_interest/within_the_grace_days_nothing_is_owed", () => {
  for (const terms of [fromDue, fromGraceEnd]) {
    const result = owed({ asOf: "2026-03-06" }, { ...terms, fixedFee: "40.00" });
    assertEquals(amounts(result), "0.00 + 0.00 = 0.00");
    assertEquals(result.accruedThrough, "2026-03-01");
  }
});

Deno.test("compute_interest/once_grace_is_past_due_date_counts_from_the_due_date", () => {
  const result = owed({ asOf: "2026-03-07" }, fromDue);
  assertEquals(result.interest, "60.00");
  assertEquals(result.segments[0]?.from, "2026-03-02");
});

Deno.test("compute_interest/once_grace_is_past_grace_end_counts_from_the_day_after_it", () => {
  const result = owed({ asOf: "2026-03-07" }, fromGraceEnd);
  assertEquals(result.interest, "10.00");
  assertEquals(result.segments[0]?.from, "2026-03-07");
});

Deno.test("compute_interest/paid_in_full_within_the_grace_days_owes_nothing_whenever_asked", () => {
  for (const terms of [fromDue, fromGraceEnd]) {
    assertEquals(owed(paidInFull("2026-03-06"), terms).total, "0.00");
  }
});

Deno.test("compute_interest/paid_in_full_a_day_after_grace_owes_interest", () => {
  assertEquals(owed(paidInFull("2026-03-07"), fromDue).interest, "60.00");
  assertEquals(owed(paidInFull("2026-03-07"), fromGraceEnd).interest, "10.00");
});

Deno.test("compute_interest/paid_in_part_within_the_grace_days_still_owes_interest", () => {
  const payments = [{ paidOn: "2026-03-03", amount: "18250.00" }];
  assertEquals(owed({ payments }, fromDue).interest, "60.00"); // 2 × 10.00 + 8 × 5.00
  assertEquals(owed({ payments }, fromGraceEnd).interest, "25.00"); // 5 × 5.00
});
