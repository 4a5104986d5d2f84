/** Work that piled up for the two jobs, enough that runs meet each other in it. */
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { loadTime } from "../../../fixtures/load_time.ts";

/** Time of the clock where a backlog lies: its assignments have ended, its invoices are overdue. */
export const BACKLOG_CLOCK = "2026-06-10 12:00:00+00";

const ENTRIES_EACH = 100;
const QUARTERS = [["draft", 25], ["submitted", 25], ["approved", 25], [
  "pending_approval",
  25,
]] as const;

/**
 * Ended assignments with so many entries, a quarter each of draft, submitted, approved and
 * pending_approval, loaded past the triggers, which is quick. Remembers what a single run makes of them.
 *
 * @returns how many of the entries are to be locked
 */
export async function entriesToLock(sql: postgres.Sql, entries: number): Promise<number> {
  await loadTime(sql, {
    today: BACKLOG_CLOCK.slice(0, 10),
    ended: entries / ENTRIES_EACH,
    running: 0,
    entriesEach: ENTRIES_EACH,
    endedStates: QUARTERS,
    runningStates: QUARTERS,
  });
  await sql.unsafe(`
    analyze;
    create schema expected;
    create table expected.entries as
    select id, assignment_id, work_date, hours, submitted_at, approved_at, approved_by, notes, created_at,
           case status when 'pending_approval' then status else 'locked' end as status
      from public.time_entries;`);
  return entries * 3 / 4;
}

/** Number of entries locked by now. */
export async function lockedEntries(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int from time_entries where status = 'locked'`;
  return row.count;
}

/** Asserts that the entries are what a single run would have made of them. */
export async function assertLockedAsByOneRun(sql: postgres.Sql): Promise<void> {
  const different = await sql`
    select id, assignment_id, work_date, hours, submitted_at, approved_at, approved_by, notes, created_at, status
      from time_entries
    except select id, assignment_id, work_date, hours, submitted_at, approved_at, approved_by, notes, created_at,
                  status
      from expected.entries`;
  assertEquals([...different], []);
  const [counts] = await sql`
    select (select count(*) from time_entries) = (select count(*) from expected.entries) as as_many`;
  assertEquals(counts, { as_many: true });
}
