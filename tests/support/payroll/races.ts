/** Races about the pay of one person. */
import type postgres from "postgres";
import { type TestDatabase, withDatabase } from "../server/database.ts";
import { dayOfWeek, entryOf, work, type Worker } from "../time/worked_time.ts";
import { periodOf } from "./batches.ts";

/** The first days of two weeks. */
export const MONDAY = "2026-03-02";
export const NEXT_MONDAY = "2026-03-09";
/** Pay of Monday. */
export const DAY = `${MONDAY} straight 8.00 60.00 = 480.00`;

/** Registers a test on somebody who worked on Monday; their time of Tuesday is submitted. */
export function testRace(
  name: string,
  test: (worker: Worker, database: TestDatabase) => Promise<void>,
): void {
  Deno.test(`payroll_batch/${name}`, () =>
    withDatabase(async (database) => {
      const { sql } = database;
      const worker = await work(
        sql,
        [1, 2].map((n) => ({ date: dayOfWeek(MONDAY, n), hours: 8, rule: "flsa" })),
      );
      for (const status of ["draft", "submitted"]) await move(sql, entryOf(worker, 2), status);
      await periodOf(sql, MONDAY);
      await test(worker, database);
    }));
}

/** Puts an entry into a state. */
export async function move(
  sql: Pick<postgres.Sql, "unsafe">,
  entryId: string,
  status: string,
): Promise<void> {
  await sql.unsafe("update time_entries set status = $2 where id = $1", [entryId, status]);
}

/** The states of all batches, the oldest first. */
export async function states(sql: postgres.Sql): Promise<string[]> {
  const batches = await sql<{ status: string }[]>`
    select status from payroll_batches order by created_at`;
  return batches.map(({ status }) => status);
}

/** The hours of live batches, and whether all of them are of payable time. */
export async function paidHours(sql: postgres.Sql): Promise<string[]> {
  const lines = await sql<{ paid: string }[]>`
    select concat_ws(' ', work_date, line.hours, case when approved_at is null then 'not approved' end) as paid
      from payroll_item_lines as line join time_entries as entry on entry.id = line.time_entry_id
     where released_at is null order by work_date`;
  return lines.map(({ paid }) => paid);
}
