// Cash ahead on the demo firm: four weeks' receipts are foreseen nearer than by due dates.
import { assert } from "@std/assert";
import { forecastsOf, MOST_ERROR } from "../../../../bench/forecast.ts";
import { TODAY } from "../../../../bench/today.ts";
import { withDatabase } from "../../../support/server/database.ts";

const SEED = new URL("../../../../supabase/seed.sql", import.meta.url);

Deno.test("demo_firm/has_four_weeks_receipts_within_15_percent_and_nearer_than_by_due_dates", () =>
  withDatabase(async ({ sql }) => {
    await sql.unsafe(await Deno.readTextFile(SEED));
    await sql`reset all`;
    const off = await forecastsOf(sql);
    const said = JSON.stringify(off);
    assert(off.came > 0, said);
    assert(off.ours <= MOST_ERROR, said);
    assert(off.ours < off.byDueDates, said);
  }, { clock: `${TODAY} 12:00+00` }));
