// How many people are placed, and who starts and ends.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";

/** A Wednesday. */
const CLOCK = { clock: "2026-05-20 15:00:00+00" };

/** The weeks in which something starts or ends, as `"2026-05-18 +1 -0 = 1"`, but for the same in a row. */
async function changes(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ week: string; change: string }[]>`
    select week_start::text as week, format('+%s -%s = %s', starting, ending, heads) as change
      from heads_by_week where starting + ending > 0`;
  return rows.map(({ week, change }) => `${week} ${change}`);
}

async function place(firm: Firm, start: string, end: string | null, contractor?: string) {
  const assignment = await firm.assignment();
  const { sql } = firm;
  await sql`update assignments set start_date = ${start}, end_date = ${end} where id = ${assignment}`;
  if (contractor !== undefined) {
    await sql`update assignments set contractor_id = ${contractor} where id = ${assignment}`;
  }
  const [row] = await sql<[{ contractor_id: string }]>`
    select contractor_id from assignments where id = ${assignment}`;
  return row.contractor_id;
}

Deno.test("heads_by_week/has_13_weeks_back_and_13_ahead_also_where_nobody_is_placed", () =>
  withDatabase(async ({ sql }) => {
    const rows = await sql`select week_start::text, starting, ending, heads from heads_by_week`;
    assertEquals(rows.length, 27);
    assertEquals([rows[0]?.week_start, rows[13]?.week_start, rows[26]?.week_start], [
      "2026-02-16",
      "2026-05-18",
      "2026-08-17",
    ]);
    assert(rows.every(({ starting, ending, heads }) => starting + ending + heads === 0));
  }, CLOCK));

Deno.test("heads_by_week/counts_who_starts_and_who_ends_in_the_week_of_the_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await place(firm, "2026-05-18", "2026-05-24");
    await place(firm, "2026-05-24", "2026-06-01");
    await place(firm, "2020-01-01", "2026-05-17");
    await place(firm, "2020-01-01", null);
    await place(firm, "2026-01-05", "2026-02-15"); // before all of it
    await place(firm, "2026-08-24", null); // after
    assertEquals(await changes(sql), [
      "2026-05-11 +0 -1 = 2",
      "2026-05-18 +2 -1 = 3",
      "2026-06-01 +0 -1 = 2",
    ]);
  }, CLOCK));

Deno.test("heads_by_week/knows_at_its_edges_who_was_there_before_and_goes_on_after", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await place(firm, "2026-02-15", "2026-08-24"); // a day longer at both ends
    assertEquals(await changes(sql), []);
    await place(firm, "2026-02-16", "2026-08-23");
    const expected = ["2026-02-16 +1 -0 = 2", "2026-08-17 +0 -1 = 2"];
    assertEquals(await changes(sql), expected);
    const bea = await place(firm, "2026-02-01", "2026-02-09"); // in the weeks before and after too
    await place(firm, "2026-02-16", "2026-08-23", bea);
    await place(firm, "2026-08-30", null, bea);
    assertEquals(await changes(sql), expected.map((line) => line.replace("= 2", "= 3")));
  }, CLOCK));

Deno.test("heads_by_week/counts_a_person_once_who_goes_on_in_another_assignment", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const ada = await place(firm, "2026-05-04", "2026-05-12");
    await place(firm, "2026-05-18", "2026-05-31", ada); // the next week
    await place(await Firm.create(sql), "2026-05-20", "2026-06-30", ada); // beside it
    await place(firm, "2026-07-13", null, ada); // two weeks later
    assertEquals(await changes(sql), [
      "2026-05-04 +1 -0 = 1",
      "2026-06-29 +0 -1 = 1",
      "2026-07-13 +1 -0 = 1",
    ]);
    const [now] = await sql`select heads from heads_by_week where week_start = '2026-05-18'`;
    assertEquals(now?.heads, 1);
  }, CLOCK));
