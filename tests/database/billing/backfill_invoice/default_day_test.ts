// Without a day, a backfill goes up to the end of the last complete workweek, where the firm is.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { backfill } from "../../../support/billing/billed_time.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** The last day that a backfill without a day bills, called at an instant (UTC). */
async function lastDayAt(clock: string, workweekStartsOn = 1): Promise<string | undefined> {
  let lastDay: string | undefined;
  await withDatabase(async ({ sql }) => {
    await sql`update organization_settings set workweek_starts_on = ${workweekStartsOn}`;
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      select ${assignment}, day::date, 1, 'approved'
        from private.clock() as clock
       cross join generate_series(timestamp '2026-01-01', greatest(clock.today, clock.business_date), '1 day') as day`;
    const { period } = await backfill(sql, firm.facilityId);
    lastDay = period.split(" ")[1];
    const [line] = await sql`select max(work_date)::text as last_day from invoice_lines`;
    assertStrictEquals(line?.last_day, lastDay);
  }, { clock });
  return lastDay;
}

Deno.test("backfill_invoice/goes_up_to_the_last_complete_workweek_at_half_past_eleven_at_night_in_denver", async () => {
  // Wednesday, 2026-03-18.
  assertEquals(await lastDayAt("2026-03-19 05:30:00+00"), "2026-03-15");
  // Sunday, on which the week is not over yet, and midnight, with which it is.
  assertEquals(await lastDayAt("2026-03-16 05:30:00+00"), "2026-03-08");
  assertEquals(await lastDayAt("2026-03-16 06:00:00+00"), "2026-03-15");
});

Deno.test("backfill_invoice/knows_the_ends_of_weeks_on_daylight_saving_sundays", async () => {
  // Clocks go forward on 2026-03-08 and back on 2026-11-01.
  assertEquals(await lastDayAt("2026-03-09 05:30:00+00"), "2026-03-01");
  assertEquals(await lastDayAt("2026-03-09 06:00:00+00"), "2026-03-08");
  assertEquals(await lastDayAt("2026-11-02 06:30:00+00"), "2026-10-25");
  assertEquals(await lastDayAt("2026-11-02 07:00:00+00"), "2026-11-01");
});

Deno.test("backfill_invoice/knows_the_ends_of_weeks_at_the_turn_of_the_year", async () => {
  // Thursday, 2026-12-31, and Sunday, 2027-01-03.
  assertEquals(await lastDayAt("2027-01-01 06:30:00+00"), "2026-12-27");
  assertEquals(await lastDayAt("2027-01-04 06:30:00+00"), "2026-12-27");
  assertEquals(await lastDayAt("2027-01-04 07:00:00+00"), "2027-01-03");
});

Deno.test("backfill_invoice/follows_the_first_day_of_the_firms_workweek", async () => {
  // Saturday, 2026-03-07, the last day of a week that starts on Sundays.
  assertEquals(await lastDayAt("2026-03-08 06:30:00+00", 7), "2026-02-28");
  assertEquals(await lastDayAt("2026-03-08 07:00:00+00", 7), "2026-03-07");
});
