// Shifts are divided where the firm's workday begins, from the workweek on from which it does.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { enterShift } from "../../../support/time/shifts.ts";

const NOW = { clock: "2026-12-01 12:00:00+00" };

async function workday(sql: postgres.Sql, startsAt: string, from: string | null): Promise<void> {
  await sql`
    update organization_settings
       set workday_starts_at = ${startsAt}::text::time, workday_starts_from = ${from}::text::date`;
}

function test(
  name: string,
  body: (of: { sql: postgres.Sql; firm: Firm; assignment: string }) => Promise<void>,
): void {
  Deno.test(`enter_shift/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await sql`update facilities set timezone = 'America/Denver'`;
      await body({ sql, firm, assignment: await firm.assignment() });
    }, NOW));
}

test("is_divided_where_the_workday_begins", async ({ sql, assignment }) => {
  await workday(sql, "07:00", "2026-03-02");
  const enter = (begin: string, end: string, breakMinutes = 0) =>
    enterShift(sql, assignment, `${begin} MST`, `${end} MST`, { breakMinutes });
  assertEquals(await enter("2026-03-02 19:00", "2026-03-03 07:00", 30), ["2026-03-02 11.50 - 30"]);
  assertEquals(await enter("2026-03-03 19:00", "2026-03-04 07:30", 30), [
    "2026-03-03 11.50 - 30",
    "2026-03-04 0.50",
  ]);
  assertEquals(await enter("2026-03-05 00:00", "2026-03-05 08:00"), [
    "2026-03-04 7.00",
    "2026-03-05 1.00",
  ]);
  assertEquals(await enter("2026-03-05 08:00", "2026-03-06 07:00"), ["2026-03-05 23.00"]);
});

test("has_the_hours_that_passed_in_its_workday_when_the_clock_is_changed", async (of) => {
  const { sql, assignment } = of;
  await workday(sql, "07:00", "2026-03-02");
  assertEquals(
    await enterShift(sql, assignment, "2026-03-07 19:00 MST", "2026-03-08 08:00 MDT"),
    ["2026-03-07 11.00", "2026-03-08 1.00"],
  );
  assertEquals(
    await enterShift(sql, assignment, "2026-10-31 19:00 MDT", "2026-11-01 08:00 MST"),
    ["2026-10-31 13.00", "2026-11-01 1.00"],
  );
});

for (
  const [hour, night, ...shift] of [
    // 02:30 is skipped: the workday begins 24 hours after the one before, at 03:30.
    ["02:30", "2026-03-07 22:00 MST", "2026-03-08 05:00 MDT", "2026-03-07 4.50", "2026-03-08 1.50"],
    // 01:30 comes twice: the first is 24 hours after the one before.
    ["01:30", "2026-10-31 22:00 MDT", "2026-11-01 05:00 MST", "2026-10-31 3.50", "2026-11-01 4.50"],
  ] as const
) {
  test(`has_a_workday_that_begins_at_${hour.replace(":", "")}_though_the_clock_is_changed`, async (of) => {
    const [end, ...entries] = shift;
    await workday(of.sql, hour, "2026-03-02");
    assertEquals(await enterShift(of.sql, of.assignment, night, end), entries);
  });
}

test("goes_by_the_clock_of_each_facility", async ({ sql, assignment }) => {
  await workday(sql, "07:00", "2026-03-02");
  const there = await Firm.create(sql, "Bay");
  await sql`update facilities set timezone = 'America/Los_Angeles' where id = ${there.facilityId}`;
  const [{ contractor_id }] = await sql<[{ contractor_id: string }]>`
    select contractor_id from assignments where id = ${assignment}`;
  const other = await there.assignmentOf(contractor_id);
  // The same instant is 07:30 in Denver, and 06:30 in California.
  assertEquals(await enterShift(sql, assignment, "2026-03-03 14:00Z", "2026-03-03 14:30Z"), [
    "2026-03-03 0.50",
  ]);
  assertEquals(await enterShift(sql, other, "2026-03-03 14:30Z", "2026-03-03 15:30Z"), [
    "2026-03-02 0.50",
    "2026-03-03 0.50",
  ]);
});

test("begins_the_workweek_at_that_hour", async ({ sql, assignment }) => {
  await workday(sql, "07:00", "2026-03-02");
  assertEquals(
    await enterShift(sql, assignment, "2026-03-08 19:00 MDT", "2026-03-09 07:30 MDT"),
    ["2026-03-08 12.00", "2026-03-09 0.50"],
  );
});

test("is_divided_as_its_week_was_when_it_is_entered_late", async ({ sql, assignment }) => {
  await workday(sql, "07:00", "2026-03-09");
  await workday(sql, "12:00", "2026-04-06");
  const night = (day: string, next: string) =>
    enterShift(sql, assignment, `2026-${day} 19:00 MDT`, `2026-${next} 07:30 MDT`);
  assertEquals(await night("04-07", "04-08"), ["2026-04-07 12.50"]);
  assertEquals(await night("03-10", "03-11"), ["2026-03-10 12.00", "2026-03-11 0.50"]);
  assertEquals(
    await enterShift(sql, assignment, "2026-03-03 19:00 MST", "2026-03-04 07:30 MST"),
    ["2026-03-03 5.00", "2026-03-04 7.50"],
  );
});

test("has_the_time_between_both_hours_apart_in_the_night_of_the_change", async (of) => {
  const { sql, assignment } = of;
  await workday(sql, "07:00", "2026-03-16");
  await workday(sql, "00:00", "2026-04-13");
  assertEquals(
    await enterShift(sql, assignment, "2026-03-15 19:00 MDT", "2026-03-16 07:30 MDT", {
      breakMinutes: 30,
    }),
    ["2026-03-15 5.00", "2026-03-15 6.50 - 30", "2026-03-16 0.50"],
  );
  assertEquals(
    await enterShift(sql, assignment, "2026-04-12 19:00 MDT", "2026-04-13 07:30 MDT"),
    ["2026-04-12 5.00", "2026-04-13 7.00", "2026-04-13 0.50"],
  );
  // Again is the same shift.
  await enterShift(sql, assignment, "2026-04-12 19:00 MDT", "2026-04-13 07:30 MDT");
  assertEquals((await sql`select from time_entries`).count, 6);
});

test("keeps_its_days_when_the_workday_is_changed_later", async ({ sql, assignment }) => {
  await enterShift(sql, assignment, "2026-03-03 19:00 MST", "2026-03-04 07:30 MST");
  await workday(sql, "07:00", "2026-03-09");
  await sql`update time_entries set status = 'submitted'`;
  await sql`update time_entries set status = 'approved'`;
  const [later] = await sql<[{ id: string }]>`
    select id from time_entries where work_date = '2026-03-04'`;
  // Corrected by its times, it is still of the day that began at midnight.
  const [corrected] = await sql`
    select work_date::text as work_date, hours
      from correct_time_entry(${later.id}, 'Left at seven.', ended_at => '2026-03-04 07:00 MST')`;
  assertEquals({ ...corrected }, { work_date: "2026-03-04", hours: "7.00" });
});

test("is_corrected_within_its_workday", async ({ sql, assignment }) => {
  await workday(sql, "07:00", "2026-03-02");
  await enterShift(sql, assignment, "2026-03-03 19:00 MST", "2026-03-04 06:00 MST");
  await sql`update time_entries set status = 'submitted'`;
  await sql`update time_entries set status = 'approved'`;
  const [{ id }] = await sql<[{ id: string }]>`select id from time_entries`;
  const until = (end: string) =>
    sql`
    select hours from correct_time_entry(${id}, 'Stayed.', ended_at => ${end}::text::timestamptz)`;
  assertEquals((await until("2026-03-04 07:00 MST"))[0]?.hours, "12.00");
  await assertRefused(until("2026-03-04 07:30 MST"), 400, "shift_day_not_right");
});

Deno.test("workday/is_refused_where_it_cannot_begin", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await assertRefused(workday(sql, "07:00", null), 400, "workday_without_week");
    await assertRefused(workday(sql, "07:00", "2026-03-03"), 400, "workday_starts_in_a_week");
    await assertRefused(workday(sql, "07:00", "infinity"), 400, "date_not_finite");
    await assertRefused(workday(sql, "07:00", "0026-03-02"), 400, "day_out_of_range");
    await enterShift(sql, assignment, "2026-03-10 19:00 MST", "2026-03-11 07:30 MST");
    for (const from of ["2026-03-02", "2026-03-09"]) {
      await assertRefused(workday(sql, "07:00", from), 409, "workday_has_shifts");
    }
    await workday(sql, "07:00", "2026-03-16");
    await assertRefused(
      sql`update organization_settings set workweek_starts_on = 7`,
      409,
      "workweek_start_is_fixed",
    );
    // While there are no shifts since, it is put right, or withdrawn.
    await workday(sql, "06:00", "2026-03-16");
    await workday(sql, "00:00", null);
    await sql`update organization_settings set workweek_starts_on = 7`;
    assertEquals((await sql`select from private.workday_starts`).count, 0);
  }, NOW));

Deno.test("workday/that_has_not_begun_gives_way_to_another", () =>
  withDatabase(async ({ sql }) => {
    await workday(sql, "07:00", "2026-11-02");
    await workday(sql, "06:00", "2027-01-04");
    await workday(sql, "05:00", "2027-01-11");
    const changes = await sql`
      select effective_from::text as from, starts_at::text as at from private.workday_starts order by 1`;
    assertEquals([...changes].map(({ from, at }) => `${from} ${at}`), [
      "2026-11-02 07:00:00",
      "2027-01-11 05:00:00",
    ]);
  }, NOW));
