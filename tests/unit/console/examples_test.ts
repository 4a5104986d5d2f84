// Examples that the settings show: a week with a premium, and what a week of work accrues of leave.
import { assertEquals } from "@std/assert";
import { Decimal } from "decimal.js";
import { leaveWeekOf } from "../../../console/src/screens/settings/leave_week.ts";
import { exampleWeekOf } from "../../../console/src/ui/premium_week.ts";

const premium = (hours: string, pay: string, isCreditable: boolean) => {
  const week = exampleWeekOf(
    { hours: new Decimal(hours), pay: new Decimal(pay), isCreditable },
    "40.00",
  );
  return [week.added, week.regularRate, week.asked, week.credit, week.total]
    .map((each) => each.toFixed(2));
};

Deno.test("console/the_example_of_a_premium_has_the_regular_rate_of_its_week", () => {
  // 1,920 and 32 over 48 hours; half of that for eight of overtime (29 CFR 778.207(b)).
  assertEquals(premium("8", "4", false), ["32.00", "40.67", "162.67", "0.00", "2114.67"]);
  // A holiday of twelve hours at 20.00 more: it is set off against 160.00 (778.203).
  assertEquals(premium("12", "20", true), ["240.00", "40.00", "160.00", "160.00", "2160.00"]);
  assertEquals(premium("5", "20", true), ["100.00", "40.00", "160.00", "100.00", "2080.00"]);
});

const leave = (hours: string, cap = "", waiting = "0") => {
  const week = leaveWeekOf({
    hours_per_hour_accrued: hours,
    year_accrual_cap: cap,
    waiting_hours: waiting,
  });
  return week && [week.accrues.toFixed(2), week.most && `${week.most.hours} in ${week.most.week}`];
};

Deno.test("console/the_example_of_leave_says_when_its_most_is_reached", () => {
  assertEquals(leave("40"), ["1.00", null]);
  // 48 hours are of 1,440 worked, 36 weeks of 40; with 80 hours that accrue none, 38.
  assertEquals(leave("30", "48"), ["1.33", "48 in 36"]);
  assertEquals(leave("30", "48", "80"), ["1.33", "48 in 38"]);
  assertEquals(leave("52", "40.5"), ["0.76", null], "2,106 hours are more than a year has");
  assertEquals(leave("52", "40"), ["0.76", "40 in 52"]);
  assertEquals(leave(""), null);
  assertEquals(leave("3O"), null);
});
