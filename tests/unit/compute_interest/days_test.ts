import { assertEquals } from "@std/assert";
import { amounts, owed } from "./owed.ts";

Deno.test("compute_interest/due_1_April_and_paid_11_April_is_ten_days", () => {
  const result = owed({
    dueDate: "2026-04-01",
    payments: [{ paidOn: "2026-04-11", amount: "36500.00" }],
    asOf: "2026-12-31",
  });
  assertEquals(result.total, "100.00");
  assertEquals(result.accruedThrough, "2026-04-11");
  assertEquals(result.segments.map(({ from, to, days }) => ({ from, to, days })), [
    { from: "2026-04-02", to: "2026-04-11", days: 10 },
  ]);
});

Deno.test("compute_interest/counts_through_as_of", () => {
  assertEquals(owed({ asOf: "2026-03-02" }).total, "10.00");
  assertEquals(owed({ asOf: "2026-03-02" }).accruedThrough, "2026-03-02");
});

Deno.test("compute_interest/nothing_is_owed_before_and_on_the_due_date", () => {
  for (const asOf of ["2025-01-01", "2026-02-28", "2026-03-01"]) {
    const result = owed({ asOf }, { fixedFee: "40.00" });
    assertEquals(amounts(result), "0.00 + 0.00 = 0.00");
    assertEquals(result.accruedThrough, "2026-03-01");
    assertEquals(result.segments, []);
  }
});

Deno.test("compute_interest/an_invoice_of_nothing_owes_nothing", () => {
  const result = owed({ principal: "0.00" }, { fixedFee: "40.00" });
  assertEquals(amounts(result), "0.00 + 0.00 = 0.00");
  assertEquals(result.accruedThrough, "2026-03-01");
});

Deno.test("compute_interest/counts_29_February_in_a_leap_year_only", () => {
  assertEquals(owed({ dueDate: "2024-02-28", asOf: "2024-03-01" }).total, "20.00");
  assertEquals(owed({ dueDate: "2026-02-28", asOf: "2026-03-01" }).total, "10.00");
  assertEquals(owed({ dueDate: "1900-02-28", asOf: "1900-03-01" }).total, "10.00");
});
