import { assertEquals, assertStrictEquals } from "@std/assert";
import { owed, tenPercent } from "./owed.ts";

/** from, through, days by the US (NASD) rule; those marked * are Microsoft's DAYS360 examples. */
const PERIODS: readonly (readonly [string, string, number])[] = [
  ["2011-01-30", "2011-02-01", 1], // *
  ["2011-01-01", "2011-12-31", 360], // *
  ["2011-01-01", "2011-02-01", 30], // *
  ["2026-01-15", "2026-01-31", 16],
  ["2026-01-15", "2026-02-01", 16],
  ["2026-01-15", "2026-02-28", 43],
  ["2026-01-15", "2026-03-01", 46],
  ["2026-01-29", "2026-03-31", 62],
  ["2026-01-30", "2026-03-31", 60],
  ["2026-01-31", "2026-02-28", 28],
  ["2026-01-31", "2026-03-30", 60],
  ["2026-01-31", "2026-03-31", 60],
  ["2026-02-27", "2026-02-28", 1],
  ["2026-02-28", "2026-03-01", 1],
  ["2026-02-28", "2026-03-31", 30],
  ["2024-02-28", "2024-02-29", 1],
  ["2024-02-28", "2024-03-01", 3],
  ["2024-02-29", "2024-03-31", 30],
  ["2024-02-29", "2025-02-28", 360],
  ["2023-02-28", "2024-02-28", 358],
  ["2023-02-28", "2024-02-29", 360],
  ["2026-08-30", "2026-08-31", 0],
  ["2025-12-31", "2026-12-31", 360],
];

for (const [dueDate, asOf, days] of PERIODS) {
  Deno.test(`compute_interest/30_360_days_from_${dueDate}_to_${asOf}_are_${days}`, () => {
    const result = owed({ principal: "36000.00", dueDate, asOf }, { dayCount: "30/360" });
    assertEquals(result.interest, `${days * 10}.00`);
    assertStrictEquals(result.segments[0]?.days, days);
  });
}

Deno.test("compute_interest/30_360_splits_a_period_without_changing_its_days", () => {
  const period = { principal: "36000.00", dueDate: "2026-01-30", asOf: "2026-04-15" };
  for (const effectiveFrom of ["2026-02-01", "2026-02-28", "2026-03-01", "2026-04-01"]) {
    const terms = [
      tenPercent({ dayCount: "30/360" }),
      tenPercent({ effectiveFrom, annualRate: "0.100000000001" }),
    ];
    const { segments, interest } = owed({ ...period, terms });
    assertEquals(segments.length, 2);
    assertEquals(segments.reduce((sum, { days }) => sum + days, 0), 75);
    assertEquals(interest, "750.00");
  }
});
