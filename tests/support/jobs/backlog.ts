/** Work that piled up for the two jobs, enough that runs meet each other in it. */
import assert from "node:assert/strict";
import postgres from "postgres";

/** What the clock says where a backlog lies: its assignments have ended, its invoices are overdue. */
export const BACKLOG_CLOCK = "2026-06-10 12:00:00+00";

const DAYS = 100;

/**
 * Ended assignments with so many entries, a quarter each of draft, submitted, approved and
 * pending_approval, loaded past the triggers, which is quick. Remembers what a single run makes of them.
 *
 * @returns how many of the entries are to be locked
 */
export async function entriesToLock(sql: postgres.Sql, entries: number): Promise<number> {
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      with facility as (
        insert into facilities (name) values ('Mercy Hospital') returning id
      ), contractor as (
        insert into contractors (first_name, last_name, email)
        select 'Ada', 'Nurse', n || '@example.org' from generate_series(1, ${
      entries / DAYS
    }::int) as n
        returning id
      ), assignment as (
        insert into assignments (contractor_id, facility_id, start_date, end_date)
        select contractor.id, facility.id, '2026-01-01', '2026-04-30' from contractor, facility
        returning id
      )
      insert into time_entries (assignment_id, work_date, hours, status, submitted_at, approved_at)
      select assignment.id, date '2026-01-01' + n, 8, state.status,
             case when state.status <> 'draft' then timestamptz '2026-05-01' end,
             case when state.status = 'approved' then timestamptz '2026-05-02' end
        from assignment
        cross join generate_series(0, ${DAYS - 1}) as n
        cross join lateral (select (array['draft', 'submitted', 'approved', 'pending_approval'])[1 + n % 4])
             as state (status)`;
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

/** How many entries are locked by now. */
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
  assert.deepEqual([...different], []);
  const [counts] = await sql`
    select (select count(*) from time_entries) = (select count(*) from expected.entries) as as_many`;
  assert.deepEqual(counts, { as_many: true });
}
