// The hours that premiums by clock and calendar are for: windows over midnight, nights in which the clock is changed,
// breaks, days of calendars, and time without a begin and an end.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { addCoded } from "../../../support/time/codes.ts";
import {
  addCalendar,
  addedTo,
  addPremium,
  nurse,
  type Premium,
  shift,
} from "../../../support/time/premiums.ts";
import type { ShiftOptions } from "../../../support/time/shifts.ts";

/** Sums that rules add to shifts, each from one time of Denver's clock to another. */
async function added(
  sql: postgres.Sql,
  rules: readonly Premium[],
  ...shifts: readonly [string, string, ShiftOptions?][]
): Promise<string[]> {
  const firm = await Firm.create(sql);
  const { assignment } = await nurse(firm);
  for (const rule of rules) await addPremium(sql, rule);
  for (const [from, to, options] of shifts) await shift(sql, assignment, from, to, options);
  return await addedTo(sql, assignment);
}

const NIGHT: Premium = { clock: "19:00-07:00" };

Deno.test("differentials/are_for_the_hours_of_a_window_alone", () =>
  withDatabase(async ({ sql }) => {
    assertEquals(
      await added(
        sql,
        [{ clock: "15:00-23:00" }],
        ["2026-03-03 07:00", "2026-03-03 15:00"],
        ["2026-03-04 07:00", "2026-03-04 17:00"],
        ["2026-03-05 13:00", "2026-03-05 23:00"],
        ["2026-03-06 16:15", "2026-03-06 18:35"],
      ),
      [
        "2026-03-04 Night 2.00 × 5.00",
        "2026-03-05 Night 8.00 × 5.00",
        "2026-03-06 Night 2.33 × 5.00",
      ],
    );
  }));

Deno.test("differentials/of_a_window_over_midnight_belong_to_the_day_on_which_it_began", () =>
  withDatabase(async ({ sql }) => {
    assertEquals(
      await added(
        sql,
        [{ ...NIGHT, days: [5] }],
        ["2026-03-05 19:00", "2026-03-06 07:00"], // Thursday's night
        ["2026-03-06 19:00", "2026-03-07 09:00"], // Friday's
        ["2026-03-07 19:00", "2026-03-07 23:00"],
      ),
      ["2026-03-06 Night 5.00 × 5.00", "2026-03-07 Night 7.00 × 5.00"],
    );
  }));

Deno.test("differentials/that_end_at_midnight_or_go_around_the_clock_are_told_by_their_times", () =>
  withDatabase(async ({ sql }) => {
    assertEquals(
      await added(
        sql,
        [
          { title: "Evening", clock: "19:00-00:00", combines: "adds" },
          { title: "From seven to seven", clock: "07:00-07:00", days: [3], combines: "adds" },
        ],
        ["2026-03-04 05:00", "2026-03-04 09:00"], // Wednesday
        ["2026-03-04 22:00", "2026-03-05 08:00"],
      ),
      [
        "2026-03-04 From seven to seven 2.00 × 5.00",
        "2026-03-04 Evening 2.00 × 5.00",
        "2026-03-04 From seven to seven 2.00 × 5.00",
        "2026-03-05 From seven to seven 7.00 × 5.00",
      ],
    );
  }));

Deno.test("differentials/count_what_really_passed_in_nights_in_which_the_clock_is_changed", () =>
  withDatabase(async ({ sql }) => {
    assertEquals(
      await added(
        sql,
        [{ clock: "23:00-07:00" }],
        ["2025-11-01 19:00", "2025-11-02 07:00"], // back: 13 hours
        ["2026-03-07 19:00", "2026-03-08 07:00"], // forward: 11
      ),
      [
        "2025-11-01 Night 1.00 × 5.00",
        "2025-11-02 Night 8.00 × 5.00",
        "2026-03-07 Night 1.00 × 5.00",
        "2026-03-08 Night 6.00 × 5.00",
      ].filter((line) => line >= "2026"),
      "the rule begins in 2026",
    );
    const firm = await Firm.create(sql, "Other Hospital");
    const { assignment } = await nurse(firm);
    await addPremium(sql, { title: "Old", clock: "23:00-07:00", from: "2025-01-01", pay: "+ 7" });
    await shift(sql, assignment, "2025-11-01 19:00", "2025-11-02 07:00");
    assertEquals(await addedTo(sql, assignment), [
      "2025-11-01 Old 1.00 × 7.00",
      "2025-11-02 Old 8.00 × 7.00",
    ]);
  }));

Deno.test("differentials/leave_the_break_out_of_the_longest_piece_of_its_entry", () =>
  withDatabase(async ({ sql }) => {
    const evening = { clock: "15:00-23:00" };
    assertEquals(
      await added(
        sql,
        [evening],
        ["2026-03-02 07:00", "2026-03-02 17:00", { breakMinutes: 30 }], // eight hours of day
        ["2026-03-03 13:00", "2026-03-03 23:00", { breakMinutes: 30 }], // eight of evening
        ["2026-03-04 12:00", "2026-03-04 18:00", { breakMinutes: 45 }], // three and three: the first
        // Of midnight's two parts it lies in the longer one.
        ["2026-03-05 19:00", "2026-03-06 07:00", { breakMinutes: 30 }],
      ),
      [
        "2026-03-02 Night 2.00 × 5.00",
        "2026-03-03 Night 7.50 × 5.00",
        "2026-03-04 Night 3.00 × 5.00",
        "2026-03-05 Night 4.00 × 5.00",
      ],
    );
  }));

Deno.test("differentials/leave_the_break_out_where_it_was", () =>
  withDatabase(async ({ sql }) => {
    const at = (day: string, time: string, breakMinutes = 30) => ({
      breakMinutes,
      breakStartedAt: `2026-03-0${day} ${time} MST`,
    });
    assertEquals(
      await added(
        sql,
        [{ clock: "15:00-23:00" }],
        // Eight hours of day and two of evening: the break is in the evening, in the day, and in both.
        ["2026-03-02 07:00", "2026-03-02 17:00", at("2", "16:00")],
        ["2026-03-03 07:00", "2026-03-03 17:00", at("3", "12:00")],
        ["2026-03-04 07:00", "2026-03-04 17:00", at("4", "14:45", 60)],
        // It begins and ends with the window, and covers a part of an hour after it.
        ["2026-03-05 14:00", "2026-03-06 01:00", at("5", "22:40")],
      ),
      [
        "2026-03-02 Night 1.50 × 5.00",
        "2026-03-03 Night 2.00 × 5.00",
        "2026-03-04 Night 1.25 × 5.00",
        "2026-03-05 Night 7.67 × 5.00",
      ],
    );
  }));

Deno.test("differentials/leave_a_break_over_midnight_out_of_both_parts", () =>
  withDatabase(async ({ sql }) => {
    assertEquals(
      await added(
        sql,
        [{ clock: "23:00-00:00", title: "Late", combines: "adds" }, {
          clock: "00:00-01:00",
          title: "Small",
        }],
        ["2026-03-02 15:00", "2026-03-03 06:00", {
          breakMinutes: 45,
          breakStartedAt: "2026-03-02 23:40 MST",
        }],
      ),
      ["2026-03-02 Late 0.67 × 5.00", "2026-03-03 Small 0.58 × 5.00"],
    );
  }));

Deno.test("differentials/put_what_of_a_break_the_longest_piece_does_not_hold_into_the_next_one", () =>
  withDatabase(async ({ sql }) => {
    assertEquals(
      await added(
        sql,
        [{ clock: "12:00-13:00" }],
        // One hour before the window, the hour of it, and 50 minutes after: a break of 90 minutes takes the first hour and
        // half of the second.
        ["2026-03-02 11:00", "2026-03-02 13:50", { breakMinutes: 90 }],
      ),
      ["2026-03-02 Night 0.50 × 5.00"],
    );
  }));

Deno.test("differentials/add_up_to_the_hours_of_an_entry_to_the_hundredth", () =>
  withDatabase(async ({ sql }) => {
    const rules = ["00:00-08:05", "08:05-08:15", "08:15-00:00"].map((clock, nth) => ({
      title: `Part ${nth + 1}`,
      clock,
    }));
    // Ten minutes each: 0.17, 0.16 and 0.17 are the half hour.
    assertEquals(await added(sql, rules, ["2026-03-02 07:55", "2026-03-02 08:25"]), [
      "2026-03-02 Part 1 0.17 × 5.00",
      "2026-03-02 Part 2 0.16 × 5.00",
      "2026-03-02 Part 3 0.17 × 5.00",
    ]);
  }));

Deno.test("differentials/are_by_the_clock_of_the_facility", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set timezone = 'America/New_York'`;
    const { assignment } = await nurse(firm);
    await addPremium(sql, NIGHT);
    await shift(sql, assignment, "2026-03-03 15:00", "2026-03-03 19:00"); // 17:00 to 21:00 there
    assertEquals(await addedTo(sql, assignment), ["2026-03-03 Night 2.00 × 5.00"]);
  }));

Deno.test("differentials/of_whole_days_are_for_hours_without_times_too_and_those_of_a_clock_are_not", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { assignment } = await nurse(firm);
    await addPremium(sql, { title: "Weekend", days: [6, 7], pay: "× 1.5" });
    await addPremium(sql, { title: "Saturday by the clock", days: [6], clock: "00:00-00:00" });
    await firm.entry(assignment, "approved", "2026-03-06", "8");
    await firm.entry(assignment, "approved", "2026-03-07", "7.25");
    await shift(sql, assignment, "2026-03-07 20:00", "2026-03-07 22:00");
    assertEquals(await addedTo(sql, assignment), [
      "2026-03-07 Weekend 2.00 × 25.00",
      "2026-03-07 Weekend 7.25 × 25.00",
    ]);
  }));

Deno.test("differentials/of_holidays_are_for_the_days_that_their_calendar_lists", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { assignment } = await nurse(firm);
    const federal = await addCalendar(sql, ["2026-07-03", "2026-09-07"]); // the 4th is a Saturday
    const clinic = await addCalendar(sql, ["2026-07-04"], firm.facilityId);
    await addPremium(sql, { title: "Federal", calendar: federal, pay: "+ 1", combines: "adds" });
    await addPremium(sql, { title: "Clinic", calendar: clinic, pay: "+ 2", combines: "adds" });
    await addPremium(sql, {
      title: "Eve",
      calendar: clinic,
      clock: "19:00-07:00",
      pay: "+ 4",
      combines: "adds",
    });
    await addPremium(sql, {
      title: "Monday",
      calendar: federal,
      days: [1],
      pay: "+ 8",
      combines: "adds",
    });
    await firm.entry(assignment, "approved", "2026-07-03", "8");
    await shift(sql, assignment, "2026-07-04 19:00", "2026-07-05 08:00");
    await firm.entry(assignment, "approved", "2026-09-07", "8");
    assertEquals(await addedTo(sql, assignment), [
      "2026-07-03 Federal 8.00 × 1.00",
      "2026-07-04 Clinic 5.00 × 2.00",
      "2026-07-04 Eve 5.00 × 4.00",
      "2026-07-05 Eve 7.00 × 4.00",
      "2026-09-07 Federal 8.00 × 1.00",
      "2026-09-07 Monday 8.00 × 8.00",
    ]);
  }));

Deno.test("differentials/are_by_the_rules_whose_days_have_begun_and_not_ended", () =>
  withDatabase(async ({ sql }) => {
    assertEquals(
      await added(
        sql,
        [
          { ...NIGHT, title: "First", from: "2026-03-02", to: "2026-03-03" },
          { ...NIGHT, title: "Second", from: "2026-03-04", pay: "+ 6" },
        ],
        ["2026-03-01 20:00", "2026-03-02 02:00"], // a night that began before it
        ["2026-03-02 20:00", "2026-03-02 22:00"],
        ["2026-03-03 20:00", "2026-03-04 02:00"], // one that began on its last day
        ["2026-03-04 20:00", "2026-03-04 22:00"],
      ),
      [
        "2026-03-02 First 2.00 × 5.00",
        "2026-03-03 First 4.00 × 5.00",
        "2026-03-04 First 2.00 × 5.00",
        "2026-03-04 Second 2.00 × 6.00",
      ],
    );
  }));

Deno.test("differentials/are_for_the_assignments_and_the_codes_that_a_rule_names", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [{ assignment }, other] = [await nurse(firm), await nurse(firm)];
    const elsewhere = await nurse(await Firm.create(sql, "Other Hospital"));
    const weekend = { days: [6, 7], combines: "adds" } as const;
    await addPremium(sql, { ...weekend, title: "Firm", pay: "+ 1" });
    await addPremium(sql, { ...weekend, title: "Facility", facility: firm.facilityId, pay: "+ 2" });
    await addPremium(sql, { ...weekend, title: "Own", assignment, pay: "+ 3" });
    await addPremium(sql, {
      ...weekend,
      title: "Orientation",
      codes: ["orientation", "call_back"],
      pay: "+ 4",
    });
    for (const each of [assignment, other.assignment, elsewhere.assignment]) {
      await firm.entry(each, "approved", "2026-03-07", "8");
    }
    await addCoded(sql, elsewhere.assignment, "orientation", { hours: "4" }, { day: "2026-03-08" });
    await addCoded(sql, elsewhere.assignment, "sick", { hours: "4" }, { day: "2026-03-08" });
    const day = "2026-03-07";
    assertEquals(await addedTo(sql, assignment), [
      `${day} Facility 8.00 × 2.00`,
      `${day} Firm 8.00 × 1.00`,
      `${day} Own 8.00 × 3.00`,
    ]);
    assertEquals(await addedTo(sql, other.assignment), [
      `${day} Facility 8.00 × 2.00`,
      `${day} Firm 8.00 × 1.00`,
    ]);
    assertEquals(await addedTo(sql, elsewhere.assignment), [
      `${day} Firm 8.00 × 1.00`,
      "2026-03-08 Orientation 4.00 × 4.00",
    ]);
  }));

Deno.test("differentials/of_which_the_highest_wins_are_chosen_hour_by_hour", () =>
  withDatabase(async ({ sql }) => {
    assertEquals(
      await added(
        sql,
        [
          { title: "Evening", clock: "15:00-23:00", pay: "+ 5" },
          { title: "Rush", clock: "16:00-18:00", pay: "+ 8" },
          { title: "Weekday", days: [1, 2, 3, 4, 5], pay: "× 1.01" },
          { title: "Always", clock: "00:00-00:00", pay: "+ 0.25", combines: "adds" },
        ],
        ["2026-03-03 13:00", "2026-03-03 20:00"],
      ),
      [
        "2026-03-03 Always 7.00 × 0.25",
        "2026-03-03 Evening 3.00 × 5.00",
        "2026-03-03 Rush 2.00 × 8.00",
        "2026-03-03 Weekday 2.00 × 0.50",
      ],
    );
  }));
