// What becomes of a shift's times: days, hours and breaks.
import { assertEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { enterParts, enterShift, type ShiftOptions } from "../../../support/time/shifts.ts";

const NOW = { clock: "2026-12-01 12:00:00+00" };

/**
 * Hours of a shift at a facility in a timezone; begin and end are times there, or of an offset that
 * they name.
 */
type Entered = (begin: string, end: string, options?: ShiftOptions) => Promise<string[]>;

/** Runs a test on a facility in a timezone, null for the firm's. */
function shiftsIn(
  timezone: string | null,
  name: string,
  test: (enter: Entered, firm: Firm, assignment: string) => Promise<void>,
): void {
  Deno.test(`enter_shift/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await sql`update facilities set timezone = ${timezone}`;
      const assignment = await firm.assignment();
      await test(
        (begin, end, options) => enterShift(sql, assignment, begin, end, options),
        firm,
        assignment,
      );
    }, NOW));
}

shiftsIn("America/New_York", "is_one_draft_within_a_day", async (_, { sql }, assignment) => {
  const parts = await enterParts(sql, assignment, "2026-03-02 07:00 EST", "2026-03-02 15:30 EST", {
    breakMinutes: 30,
    notes: "Ward 4.",
  });
  const [{ contractor_id }] = await sql<[{ contractor_id: string }]>`
    select contractor_id from assignments where id = ${assignment}`;
  const rows = await sql`select assignment_id, shift_contractor_id, shift_id from time_entries`;
  assertEquals([...rows], [{
    assignment_id: assignment,
    shift_contractor_id: contractor_id,
    shift_id: parts[0]?.shift_id,
  }]);
  assertEquals(parts.map(({ id: _, shift_id: _shift, ...rest }) => rest), [{
    work_date: "2026-03-02",
    hours: "8.00",
    break_minutes: 30,
    started_at: new Date("2026-03-02T12:00:00Z"),
    ended_at: new Date("2026-03-02T20:30:00Z"),
    status: "draft",
    notes: "Ward 4.",
  }]);
});

shiftsIn(
  "America/New_York",
  "is_two_drafts_over_midnight_of_the_facility",
  async (_, { sql }, assignment) => {
    // In Denver, the firm's timezone, it would be one.
    const parts = await enterParts(
      sql,
      assignment,
      "2026-03-02 21:00 EST",
      "2026-03-03 01:30 EST",
      {
        notes: "Ward 4.",
      },
    );
    const midnight = new Date("2026-03-03T05:00:00Z");
    assertEquals(parts.map(({ id: _, shift_id: _shift, ...rest }) => rest), [{
      work_date: "2026-03-02",
      hours: "3.00",
      break_minutes: 0,
      started_at: new Date("2026-03-03T02:00:00Z"),
      ended_at: midnight,
      status: "draft",
      notes: "Ward 4.",
    }, {
      work_date: "2026-03-03",
      hours: "1.50",
      break_minutes: 0,
      started_at: midnight,
      ended_at: new Date("2026-03-03T06:30:00Z"),
      status: "draft",
      notes: "Ward 4.",
    }]);
    assertEquals(new Set(parts.map(({ shift_id }) => shift_id)).size, 1);
  },
);

shiftsIn(null, "goes_by_the_firms_timezone_where_the_facility_has_none", async (enter, { sql }) => {
  assertEquals(await enter("2026-03-02 23:00 MST", "2026-03-03 01:00 MST"), [
    "2026-03-02 1.00",
    "2026-03-03 1.00",
  ]);
  await sql`update organization_settings set operating_timezone = 'America/Chicago'`;
  assertEquals(await enter("2026-03-03 22:30 MST", "2026-03-04 01:00 MST"), [
    "2026-03-03 0.50",
    "2026-03-04 2.00",
  ]);
});

shiftsIn(
  "America/Chicago",
  "keeps_its_days_when_the_timezone_is_changed_later",
  async (enter, { sql }) => {
    await enter("2026-03-02 22:30 CST", "2026-03-03 02:00 CST");
    await sql`update facilities set timezone = 'America/Los_Angeles'`;
    await sql`update time_entries set status = 'submitted'`;
    await sql`update time_entries set status = 'approved'`;
    const days =
      await sql`select work_date::text as day, hours from time_entries order by started_at`;
    assertEquals([...days], [
      { day: "2026-03-02", hours: "1.50" },
      { day: "2026-03-03", hours: "2.00" },
    ]);
  },
);

shiftsIn("America/Chicago", "up_to_midnight_or_from_it_is_one_entry", async (enter) => {
  assertEquals(await enter("2026-03-02 16:00 CST", "2026-03-03 00:00 CST"), [
    "2026-03-02 8.00",
  ]);
  assertEquals(await enter("2026-03-03 00:00 CST", "2026-03-04 00:00 CST"), [
    "2026-03-03 24.00",
  ]);
});

shiftsIn("America/Denver", "over_the_start_of_a_workweek_is_of_both_weeks", async (enter) => {
  assertEquals(await enter("2026-03-08 19:00 MDT", "2026-03-09 07:00 MDT"), [
    "2026-03-08 5.00",
    "2026-03-09 7.00",
  ]);
});

// The nights on which the clock goes forward, and back.
for (
  const [timezone, nights] of [
    ["America/Denver", [
      ["2026-03-07 19:00 MST", "2026-03-08 07:00 MDT", "2026-03-07 5.00", "2026-03-08 6.00"],
      ["2026-10-31 19:00 MDT", "2026-11-01 07:00 MST", "2026-10-31 5.00", "2026-11-01 8.00"],
    ]],
    ["America/New_York", [
      ["2026-03-08 00:00 EST", "2026-03-08 12:00 EDT", "2026-03-08 11.00"],
      ["2026-11-01 01:30 EDT", "2026-11-01 01:30 EST", "2026-11-01 1.00"],
    ]],
    ["Europe/Berlin", [
      ["2026-03-28 22:00+01", "2026-03-29 06:00+02", "2026-03-28 2.00", "2026-03-29 5.00"],
      ["2026-10-24 22:00+02", "2026-10-25 06:00+01", "2026-10-24 2.00", "2026-10-25 7.00"],
    ]],
    ["America/Phoenix", [
      ["2026-03-07 19:00-07", "2026-03-08 07:00-07", "2026-03-07 5.00", "2026-03-08 7.00"],
      ["2026-10-31 19:00-07", "2026-11-01 07:00-07", "2026-10-31 5.00", "2026-11-01 7.00"],
    ]],
    // Midnight itself is passed twice in Havana and on the Azores, and skipped in Santiago.
    ["America/Havana", [
      ["2026-10-31 22:00-04", "2026-11-01 06:00-05", "2026-10-31 2.00", "2026-11-01 7.00"],
      ["2027-11-07 00:10-04", "2027-11-07 00:10-05", "2027-11-07 1.00"],
    ]],
    ["Atlantic/Azores", [
      ["2026-10-24 22:00+00", "2026-10-25 02:00-01", "2026-10-24 2.00", "2026-10-25 3.00"],
    ]],
    ["America/Santiago", [
      ["2026-04-04 22:00-03", "2026-04-05 03:00-04", "2026-04-04 3.00", "2026-04-05 3.00"],
      ["2026-09-05 22:00-04", "2026-09-06 04:00-03", "2026-09-05 2.00", "2026-09-06 3.00"],
    ]],
  ] as const
) {
  shiftsIn(
    timezone,
    `counts_the_hours_that_passed_when_the_clock_is_changed_in_${timezone}`,
    async (enter) => {
      for (const [begin, end, ...entries] of nights) {
        assertEquals(await enter(begin, end), entries);
      }
    },
  );
}

shiftsIn("America/Chicago", "has_its_break_in_the_longer_part", async (enter) => {
  assertEquals(
    await enter("2026-03-02 19:00 CST", "2026-03-03 07:00 CST", { breakMinutes: 30 }),
    [
      "2026-03-02 5.00",
      "2026-03-03 6.50 - 30",
    ],
  );
  assertEquals(
    await enter("2026-03-04 15:00 CST", "2026-03-05 01:00 CST", { breakMinutes: 45 }),
    [
      "2026-03-04 8.25 - 45",
      "2026-03-05 1.00",
    ],
  );
  assertEquals(
    await enter("2026-03-06 20:00 CST", "2026-03-07 04:00 CST", { breakMinutes: 60 }),
    [
      "2026-03-06 3.00 - 60",
      "2026-03-07 4.00",
    ],
  );
  // Longer by what passed, not by the clock: from midnight to five are four hours.
  assertEquals(
    await enter("2026-03-07 19:30 CST", "2026-03-08 05:20 CDT", { breakMinutes: 30 }),
    [
      "2026-03-07 4.00 - 30",
      "2026-03-08 4.33",
    ],
  );
});

shiftsIn(
  "America/Chicago",
  "divides_a_break_at_midnight_that_says_when_it_began",
  async (enter) => {
    const breakAt = (day: string, time: string) => ({
      breakMinutes: 45,
      breakStartedAt: `2026-03-${day} ${time} CST`,
    });
    assertEquals(
      await enter("2026-03-02 19:00 CST", "2026-03-03 07:00 CST", breakAt("02", "23:40")),
      [
        "2026-03-02 4.67 - 20",
        "2026-03-03 6.58 - 25",
      ],
    );
    assertEquals(
      await enter("2026-03-04 19:00 CST", "2026-03-05 07:00 CST", breakAt("04", "23:15")),
      [
        "2026-03-04 4.25 - 45",
        "2026-03-05 7.00",
      ],
    );
    assertEquals(
      await enter("2026-03-06 19:00 CST", "2026-03-07 07:00 CST", breakAt("07", "00:00")),
      [
        "2026-03-06 5.00",
        "2026-03-07 6.25 - 45",
      ],
    );
    // No part is without work, however the break lies.
    assertEquals(
      await enter("2026-02-09 23:20 CST", "2026-02-10 00:07 CST", {
        breakMinutes: 45,
        breakStartedAt: "2026-02-09 23:21 CST",
      }),
      [
        "2026-02-09 0.02 - 39",
        "2026-02-10 0.01 - 6",
      ],
    );
  },
);

shiftsIn("America/Chicago", "rounds_hours_on_the_running_total", async (enter) => {
  for (
    const [begin, end, ...entries] of [
      ["2026-03-02 23:50", "2026-03-03 00:10", "2026-03-02 0.17", "2026-03-03 0.16"], // 0.3333
      ["2026-03-04 23:40", "2026-03-05 00:20", "2026-03-04 0.33", "2026-03-05 0.34"], // 0.6667
      ["2026-03-06 23:50", "2026-03-07 00:20", "2026-03-06 0.17", "2026-03-07 0.33"], // 0.5
      ["2026-02-09 08:00", "2026-02-09 08:01", "2026-02-09 0.02"],
    ] as const
  ) assertEquals(await enter(`${begin} CST`, `${end} CST`), entries);
});
