// Cash ahead on the demo firm: four weeks' receipts are foreseen nearer than by due dates.
import { assert, assertEquals } from "@std/assert";
import { forecastsOf, isTold, MOST_ERROR } from "../../../../bench/forecast.ts";
import { TODAY } from "../../../../bench/today.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** One of the six windows is held: before it half of the facilities had paid twelve invoices. */
const TOLD = 1;
const SEED = new URL("../../../../supabase/seed.sql", import.meta.url);

Deno.test("demo_firm/has_four_weeks_receipts_within_15_percent_and_nearer_than_by_due_dates", () =>
  withDatabase(async ({ sql }) => {
    await sql.unsafe(await Deno.readTextFile(SEED));
    await sql`reset all`;
    const forecasts = await forecastsOf(sql);
    const said = JSON.stringify(forecasts);
    const told = forecasts.filter(isTold);
    assertEquals(told.length, TOLD, said);
    for (const one of told) {
      assert(one.came > 0, said);
      assert(Math.abs(one.ours) <= MOST_ERROR, said);
      assert(Math.abs(one.ours) < Math.abs(one.byDueDates), said);
    }
  }, { clock: `${TODAY} 12:00+00` }));
