import type postgres from "postgres";

/** Weeks of time to load: whole workweeks up to and with the one that {@link WEEK} begins. */
export interface WeekLoad {
  readonly facilities: number;
  readonly contractors: number;
  readonly weeks: number;
  /** Days worked a week, from Monday; 5 unless said otherwise. */
  readonly days?: number;
}

/** The workweek that the benchmarks bill, a Monday. */
export const WEEK = "2026-06-01";

/**
 * Fills a migrated database with approved time, triggers off: each contractor placed at one facility, under one of
 * the four overtime rules, with an entry of 8 to 11.5 hours on each day worked.
 */
export async function loadWeeks(sql: postgres.Sql, load: WeekLoad): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      insert into public.facilities (name)
      select 'Facility ' || n from generate_series(1, ${load.facilities}::int) as n`;
    await sql`
      insert into public.contractors (first_name, last_name, email)
      select 'Contractor', n::text, n || '@example.com' from generate_series(1, ${load.contractors}::int) as n`;
    await sql`
      insert into public.assignments (contractor_id, facility_id, start_date, overtime_rule)
      select contractor.id, facility.id, '2026-01-01',
             (array['colorado', 'california', 'flsa', 'none'])[1 + contractor.last_name::int % 4]
        from public.contractors as contractor
        join (select id, row_number() over (order by id) - 1 as n from public.facilities) as facility
          on facility.n = contractor.last_name::int / 4 % ${load.facilities}::int`;
    await sql`
      insert into public.assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
      select id, start_date, 80 + (hashtext(id::text) & 31), 60 from public.assignments`;
    await sql`
      insert into public.time_entries (assignment_id, work_date, hours, status, submitted_at, approved_at)
      select assignment.id, day, 8 + (hashtext(assignment.id || day::text) & 7) * 0.5, 'approved', now(), now()
        from generate_series(${WEEK}::date - ${
      load.weeks - 1
    }::int * 7, ${WEEK}::date + 6, '1 day') as day
       cross join public.assignments as assignment
       where extract(isodow from day) <= ${load.days ?? 5}::int
       order by day`;
  });
}
