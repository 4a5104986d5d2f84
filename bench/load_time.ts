import type postgres from "postgres";

/** The day that the jobs take for today in every benchmark. */
export const TODAY = "2026-06-01";

/** States of an assignment's entries, oldest first, in percent. */
export type States = readonly (readonly [status: string, percent: number])[];

/** Time to load. Entries lie in the table in the order of their days, all assignments mixed. */
export interface TimeLoad {
  /** Assignments that ended before today, over the last two years. */
  readonly ended: number;
  /** Assignments that end today, later, or at no set day. */
  readonly running: number;
  readonly entriesEach: number;
  readonly endedStates: States;
  readonly runningStates: States;
}

/** Fills a migrated database with assignments and their time, triggers off, indexes built at the end. */
export async function loadTime(sql: postgres.Sql, load: TimeLoad): Promise<void> {
  const assignments = load.ended + load.running;
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    // A merge join would sort the entries by assignment; as people enter them they lie by day.
    await sql`set local enable_mergejoin = off`;
    await sql`insert into public.facilities (name) select 'Facility ' || n from generate_series(1, 100) as n`;
    await sql`
      insert into public.contractors (first_name, last_name, email)
      select 'Contractor', n::text, n || '@example.com' from generate_series(1, ${assignments}::int) as n`;
    await sql`
      insert into public.assignments (contractor_id, facility_id, start_date, end_date)
      select contractor.id, facility.id, span.end_date - ${load.entriesEach}::int + 1,
             case when contractor.n % 3 <> 0 or span.end_date < ${TODAY}::date then span.end_date end
        from (select id, row_number() over (order by id)::int - 1 as n from public.contractors) as contractor
        join (select id, row_number() over (order by id)::int - 1 as n from public.facilities) as facility
          on facility.n = contractor.n % 100
       cross join lateral (
             select case when contractor.n < ${load.ended}::int then ${TODAY}::date - 1 - contractor.n % 730
                         else ${TODAY}::date + contractor.n % 90 end as end_date
       ) as span`;
    await sql`
      insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
      select id, start_date, 90, 60 from public.assignments`;
    await sql`analyze public.assignments`;
    await withoutIndexes(sql, "public.time_entries", () => insertEntries(sql, load, assignments));
  });
}

async function insertEntries(sql: postgres.TransactionSql, load: TimeLoad, assignments: number) {
  // Random ids as gen_random_uuid() makes them, at a quarter of its price: 64 hashed bits and a count.
  await sql`
    insert into public.time_entries
           (id, assignment_id, work_date, hours, status, submitted_at, approved_at, locked_at)
    select encode(int8send(hashint8extended(entry.g, 0)) || int8send(entry.g), 'hex')::uuid,
           entry.assignment_id, entry.first_day + entry.nth, 8, entry.status,
           case when entry.status <> 'draft' then now() end,
           case when entry.status in ('approved', 'locked') then now() end,
           case when entry.status = 'locked' then now() end
      from (select g, assignment.id as assignment_id, assignment.first_day,
                   g / ${assignments}::int as nth,
                   (case when assignment.ended
                         then ${load.endedStates.flatMap(spread)}::text[]
                         else ${load.runningStates.flatMap(spread)}::text[]
                     end)[1 + g / ${assignments}::int * 100 / ${load.entriesEach}::int] as status
              from generate_series(0, ${assignments * load.entriesEach - 1}::int) as g
              join (select id, start_date as first_day,
                           end_date is not null and end_date < ${TODAY}::date as ended,
                           row_number() over (order by id)::int - 1 as n
                      from public.assignments) as assignment
                on assignment.n = g % ${assignments}::int) as entry`;
}

function spread([status, percent]: States[number]): string[] {
  return Array(percent).fill(status);
}

/** Loads into an empty table without keeping its indexes up to date, then builds them, whatever they are. */
async function withoutIndexes(
  sql: postgres.TransactionSql,
  table: string,
  load: () => Promise<void>,
): Promise<void> {
  // New storage in this transaction: at wal_level minimal the rows go into the table only.
  await sql.unsafe(`truncate ${table} cascade`);
  await sql`update pg_index set indisready = false, indisvalid = false where indrelid = ${table}::regclass`;
  await load();
  await sql.unsafe(`reindex table ${table}`);
}
