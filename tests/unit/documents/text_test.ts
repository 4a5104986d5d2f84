// Money, hours and rates are written from text, and no cent passes through a number.
import { assertEquals } from "@std/assert";
import {
  day,
  grouped,
  hoursIfAny,
  money,
  percent,
  period,
  plain,
} from "../../../supabase/functions/_shared/documents/text.ts";

Deno.test("text/writes_money_with_its_sign_and_groups", () => {
  assertEquals(
    ["0.00", "12.50", "1234.50", "-1234567.89", "9999999999999999.99"].map(money),
    ["$0.00", "$12.50", "$1,234.50", "-$1,234,567.89", "$9,999,999,999,999,999.99"],
  );
  assertEquals(money(null), "");
});

Deno.test("text/writes_hours_days_shares_and_multipliers", () => {
  assertEquals([grouped("12008.00"), hoursIfAny("0.00"), hoursIfAny("-2.00")], [
    "12,008.00",
    "",
    "-2.00",
  ]);
  assertEquals(period("2026-03-02", "2026-12-31"), "Mar 2, 2026 – Dec 31, 2026");
  assertEquals(day(null), "");
  assertEquals(["0.18", "0.1825", "0", "1.5", "0.000001", "0.1"].map(percent), [
    "18%",
    "18.25%",
    "0%",
    "150%",
    "0.0001%",
    "10%",
  ]);
  assertEquals(["1.000", "1.500", "2.125", "10"].map(plain), ["1", "1.5", "2.125", "10"]);
});
