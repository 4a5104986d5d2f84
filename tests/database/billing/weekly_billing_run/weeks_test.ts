// Which week is billed, and which days are its own.
import { assertEquals } from "@std/assert";
import { billed, facilityWithTime, runWeek } from "../../../support/billing/runs.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged, assertViolates } from "../../../support/sql/refusal.ts";

/** The last day of a week is a day of Denver's: 23:30 of it is already the next day in UTC. */
const CLOCKS: readonly [clock: string, startsOn: number, week: string][] = [
  ["2026-02-01 23:30:00-07", 1, "2026-01-19 2026-01-25"],
  ["2026-02-02 00:30:00-07", 1, "2026-01-26 2026-02-01"],
  ["2026-02-04 12:00:00-07", 1, "2026-01-26 2026-02-01"],
  // Clocks go forward on the last day of the week, and back.
  ["2026-03-08 23:30:00-06", 1, "2026-02-23 2026-03-01"],
  ["2026-03-09 00:30:00-06", 1, "2026-03-02 2026-03-08"],
  ["2026-11-01 23:30:00-07", 1, "2026-10-19 2026-10-25"],
  ["2026-11-02 00:30:00-07", 1, "2026-10-26 2026-11-01"],
  // Across the year's end.
  ["2027-01-03 23:30:00-07", 1, "2026-12-21 2026-12-27"],
  ["2027-01-04 00:30:00-07", 1, "2026-12-28 2027-01-03"],
  // Weeks from Sunday on.
  ["2026-03-07 23:30:00-07", 7, "2026-02-22 2026-02-28"],
  ["2026-03-08 00:30:00-07", 7, "2026-03-01 2026-03-07"],
];

Deno.test("weekly_billing_run/takes_the_last_complete_week_in_denver_when_none_is_given", () =>
  withDatabase(async ({ sql }) => {
    for (const [clock, startsOn, week] of CLOCKS) {
      await sql`update organization_settings set workweek_starts_on = ${startsOn}`;
      const run = await sql.begin(async (sql) => {
        await sql`select set_config('app.clock', ${clock}, true)`;
        return await runWeek(sql, null);
      });
      assertEquals(`${run.week_start} ${run.week_end}`, week, clock);
    }
  }));

const WEEKS: readonly [start: string, before: string, last: string, after: string][] = [
  ["2026-03-02", "2026-03-01", "2026-03-08", "2026-03-09"],
  ["2026-10-26", "2026-10-25", "2026-11-01", "2026-11-02"],
  ["2026-12-28", "2026-12-27", "2027-01-03", "2027-01-04"],
];

for (const [start, before, last, after] of WEEKS) {
  Deno.test(`weekly_billing_run/bills_the_seven_days_from_${start}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await facilityWithTime(sql, "Mercy", before, start, last, after);
      const run = await runWeek(sql, start);
      assertEquals([run.week_start, run.week_end], [start, last]);
      assertEquals(await billed(firm), [
        `${start} regular 8.00 800.00`,
        `${last} regular 8.00 800.00`,
      ]);
      const invoices = await sql`select period_start::text, period_end::text from invoices`;
      assertEquals([...invoices], [{ period_start: start, period_end: last }]);
    }, { clock: "2027-01-11 12:00:00+00" }));
}

Deno.test("weekly_billing_run/bills_weeks_that_start_on_sunday", () =>
  withDatabase(async ({ sql }) => {
    await sql`update organization_settings set workweek_starts_on = 7`;
    const firm = await facilityWithTime(sql, "Mercy", "2026-03-01", "2026-03-07", "2026-03-08");
    const run = await runWeek(sql, "2026-03-01");
    assertEquals(run.week_end, "2026-03-07");
    assertEquals(await billed(firm), [
      "2026-03-01 regular 8.00 800.00",
      "2026-03-07 regular 8.00 800.00",
    ]);
    await assertRefusedUnchanged(
      sql,
      () => runWeek(sql, "2026-03-02"),
      400,
      "week_start_not_first_day",
    );
  }));

Deno.test("weekly_billing_run/refuses_a_start_of_no_workweek_and_leaves_no_row", () =>
  withDatabase(async ({ sql }) => {
    await facilityWithTime(sql, "Mercy", "2026-03-02");
    for (const dryRun of [false, true]) {
      for (const day of ["2026-03-01", "2026-03-03", "2026-03-08"]) {
        const attempt = () => runWeek(sql, day, { dryRun });
        await assertRefusedUnchanged(sql, attempt, 400, "week_start_not_first_day");
      }
      for (const day of ["infinity", "-infinity"]) {
        const attempt = () => runWeek(sql, day, { dryRun });
        await assertRefusedUnchanged(sql, attempt, 400, "date_not_finite");
      }
    }
  }));

Deno.test("weekly_billing_run/has_a_row_of_seven_days_whoever_writes_it", () =>
  withDatabase(async ({ sql }) => {
    const run = (start: string, end: string) =>
      sql.unsafe(`insert into billing_runs (week_start, week_end) values ('${start}', '${end}')`);
    await run("2026-03-02", "2026-03-08");
    for (const end of ["2026-03-07", "2026-03-09", "2026-02-24"]) {
      await assertViolates(run("2026-03-02", end), "billing_run_covers_a_week");
    }
    await assertViolates(run("5874897-12-31", "2026-03-08"), "billing_run_covers_a_week");
    await assertViolates(run("-infinity", "2026-03-08"), "week_start_is_finite");
    await assertViolates(run("2026-03-02", "infinity"), "week_end_is_finite");
  }));
