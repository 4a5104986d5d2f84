import { assertEquals } from "@std/assert";
import type { OvertimeRule } from "../../../../fixtures/assignments.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek, type Shift, splitOf, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

/** Shifts from `[day of the week, hours, rule]`. */
function shifts(...list: [day: number, hours: number, rule: OvertimeRule][]): Shift[] {
  return list.map(([day, hours, rule]) => ({ date: dayOfWeek(MONDAY, day), hours, rule }));
}

/** Asserts how a contractor's shifts split, each as regular/overtime/doubletime. */
async function assertSplit(
  expected: string[],
  worked: Shift[],
  employmentType: "w2" | "1099" = "w2",
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const worker = await work(sql, worked, { employmentType });
    assertEquals(await splitOf(sql, worker, MONDAY), expected);
  });
}

/** The same hours on the first so many days, under one rule. */
const days = (count: number, hours: number, rule: OvertimeRule) =>
  shifts(
    ...Array.from(
      { length: count },
      (_, i) => [i + 1, hours, rule] as [number, number, OvertimeRule],
    ),
  );

Deno.test("classified_time/flsa_has_overtime_after_40_hours_however_long_the_days", () =>
  assertSplit(
    ["24/0/0", "12/0/0", "4/2.5/0", "0/1/0"],
    shifts([1, 24, "flsa"], [2, 12, "flsa"], [4, 6.5, "flsa"], [7, 1, "flsa"]),
  ));

Deno.test("classified_time/exactly_40_hours_have_no_overtime", () =>
  assertSplit(Array(5).fill("8/0/0"), days(5, 8, "flsa")));

Deno.test("classified_time/colorado_has_overtime_over_twelve_hours_a_day", () =>
  assertSplit(
    ["12/0/0", "12/0.25/0", "12/2/0", "4/0/0"],
    shifts([1, 12, "colorado"], [2, 12.25, "colorado"], [3, 14, "colorado"], [4, 4, "colorado"]),
  ));

Deno.test("classified_time/colorado_has_the_greater_of_the_daily_and_the_weekly_count", () =>
  // 3 hours by the day, 52 − 40 = 12 by the week.
  assertSplit(
    ["12/1/0", "12/1/0", "12/1/0", "4/9/0"],
    days(4, 13, "colorado"),
  ));

Deno.test("classified_time/california_has_overtime_over_eight_and_doubletime_over_twelve_hours", () =>
  assertSplit(
    ["8/0/0", "8/4/0", "8/4/0.5", "8/4/12", "8/2/0", "0/8/0"],
    shifts(
      [1, 8, "california"],
      [2, 12, "california"],
      [3, 12.5, "california"],
      [4, 24, "california"],
      [5, 10, "california"],
      [6, 8, "california"],
    ),
  ));

Deno.test("classified_time/the_seventh_day_in_california_is_overtime_and_over_eight_doubletime", () =>
  assertSplit(
    [...Array(6).fill("4/0/0"), "0/8/2"],
    [...days(6, 4, "california"), ...shifts([7, 10, "california"])],
  ));

Deno.test("classified_time/the_last_day_of_six_worked_in_california_is_a_day_like_any_other", () =>
  assertSplit(
    [...Array(5).fill("4/0/0"), "8/2/0"],
    [...days(5, 4, "california"), ...shifts([7, 10, "california"])],
  ));

Deno.test("classified_time/two_entries_on_one_of_six_days_do_not_make_a_seventh_day", () =>
  assertSplit(
    [...Array(6).fill("4/0/0"), "4/0/0"],
    [...days(5, 4, "california"), ...shifts([5, 4, "california"], [7, 4, "california"])],
  ));

Deno.test("classified_time/the_seventh_day_is_split_over_its_entries", () =>
  assertSplit(
    [...Array(6).fill("4/0/0"), "0/5/0", "0/3/2"],
    [...days(6, 4, "california"), ...shifts([7, 5, "california"], [7, 5, "california"])],
  ));

Deno.test("classified_time/the_seventh_day_in_kentucky_is_overtime_in_a_week_of_more_than_40_hours", () =>
  assertSplit([...Array(6).fill("6/0/0"), "0/6/0"], days(7, 6, "kentucky")));

Deno.test("classified_time/the_seventh_day_in_kentucky_is_like_any_other_in_a_week_of_40_hours", () =>
  assertSplit(
    [...Array(6).fill("6/0/0"), "4/0/0"],
    [...days(6, 6, "kentucky"), ...shifts([7, 4, "kentucky"])],
  ));

Deno.test("classified_time/hours_of_the_seventh_day_in_kentucky_count_toward_those_over_40_once", () =>
  assertSplit([...Array(5).fill("7/0/0"), "5/2/0", "0/7/0"], days(7, 7, "kentucky")));

Deno.test("classified_time/the_seventh_day_is_overtime_in_kentucky_beside_another_rule", () =>
  // 36 hours before; of flsa's hours of the seventh day four are regular, and kentucky's are none of them.
  assertSplit(
    [...Array(6).fill("6/0/0"), "0/6/0", "4/1/0"],
    [...days(6, 6, "flsa"), ...shifts([7, 6, "kentucky"], [7, 5, "flsa"])],
  ));

Deno.test("classified_time/an_entry_is_split_where_a_limit_falls_into_it", () =>
  assertSplit(
    ["7.75/0/0", "0.25/4/0.25", "3/0/0"],
    shifts([1, 7.75, "california"], [1, 4.5, "california"], [2, 3, "california"]),
  ));

Deno.test("classified_time/without_a_rule_all_is_regular", () =>
  assertSplit(["24/0/0", "24/0/0"], days(2, 24, "none")));

Deno.test("classified_time/1099_contractors_have_no_overtime_under_any_rule", () =>
  assertSplit(
    ["24/0/0", "24/0/0", "24/0/0"],
    shifts([1, 24, "california"], [2, 24, "colorado"], [3, 24, "flsa"]),
    "1099",
  ));

Deno.test("classified_time/hours_without_a_rule_count_toward_no_limit_of_others", () =>
  assertSplit(
    ["20/0/0", "4/0/0", "20/0/0", "12/2/0", "12/0/0", "12/1/0"],
    shifts(
      [1, 20, "none"],
      [1, 4, "flsa"],
      [2, 20, "none"],
      [3, 14, "colorado"],
      [4, 12, "colorado"],
      [5, 13, "colorado"],
    ),
  ));

Deno.test("classified_time/a_day_worked_without_a_rule_only_is_not_one_of_seven", () =>
  assertSplit(
    ["4/0/0", "4/0/0", "4/0/0", "4/0/0", "4/0/0", "4/0/0", "8/2/0"],
    [...days(5, 4, "california"), ...shifts([6, 4, "none"], [7, 10, "california"])],
  ));

Deno.test("classified_time/the_hours_of_a_day_count_over_all_assignments_each_by_its_own_rule", () =>
  // 6 hours of flsa, then the 7th under colorado, then the 8th to 14th hour of the day under california.
  assertSplit(
    ["6/0/0", "1/4/2", "1/0/0"],
    shifts([1, 6, "flsa"], [1, 7, "california"], [1, 1, "colorado"]),
  ));

Deno.test("classified_time/the_hours_of_a_week_count_over_all_assignments", () =>
  assertSplit(
    ["10/0/0", "8/2/0", "12/1/0", "10/4/0"],
    shifts([1, 10, "flsa"], [2, 10, "california"], [3, 13, "colorado"], [4, 14, "flsa"]),
  ));

Deno.test("classified_time/the_seventh_day_is_overtime_in_california_beside_another_rule", () =>
  // 24 regular hours before; flsa's hours of the seventh day stay regular and count before california's.
  assertSplit(
    [...Array(6).fill("4/0/0"), "0/3/3", "5/0/0"],
    [...days(6, 4, "california"), ...shifts([7, 6, "california"], [7, 5, "flsa"])],
  ));

for (
  const [first, second, expected] of [
    ["california", "colorado", ["2/4/0", "6/0/0"]],
    ["colorado", "california", ["6/0/0", "2/4/0"]],
  ] as const
) {
  Deno.test(`classified_time/a_day_of_two_rules_has_the_same_overtime_with_${first}_written_down_first`, () =>
    assertSplit([...expected], shifts([1, 6, first], [1, 6, second])));
}

Deno.test("classified_time/entries_of_a_day_count_by_the_daily_limit_of_their_rule_the_widest_first", () =>
  assertSplit(
    ["0/0/4", "4/2/0", "8/0/0", "4/0/0"],
    shifts([1, 4, "california"], [1, 6, "colorado"], [1, 8, "flsa"], [1, 4, "none"]),
  ));
