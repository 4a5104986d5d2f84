import type postgres from "postgres";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { loadWork } from "./load_work.ts";
import { againstFloor, count, inTurns, timed } from "./measure.ts";

const CONTRACTORS = 1000;
const ROUNDS = 11;

/** Cost of the classes of hours against merely adding the hours up. */
export const classifyTime: Benchmark = {
  name: "classify-time",
  aim:
    "a year of 1,000 contractors (261,000 entries): at most 6 × sum(hours) by contractor and week, with one hour in five of a code too",
  run: async (context) => {
    const contractors = context.size(CONTRACTORS);
    const coded = await measureYear(context, contractors, true, async (measure) => ({
      name: "the same with one hour in five of a code",
      ...await measure(),
    }));
    return await measureYear(context, contractors, false, async (measure, sql) => {
      const hoursAlone = await measure();
      await makeShifts(sql);
      return [
        {
          name: "classes of hours, against the bare sum by contractor and week",
          ...hoursAlone,
        },
        { name: "the same where all of them are shifts", ...await measure() },
        coded,
      ];
    });
  },
};

/** Looks at a year, by what is measured of it as it stands. */
async function measureYear<T>(
  context: BenchContext,
  contractors: number,
  hasCodes: boolean,
  look: (measure: () => Promise<Omit<Figure, "name">>, sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  await using database = await context.databases.fresh((sql) =>
    loadYear(sql, contractors, hasCodes)
  );
  const sql = connect(database.url);
  try {
    const [{ entries, worked }] = await sql<[{ entries: number; worked: number }]>`
      select count(*)::int as entries, (count(*) filter (where is_worked))::int as worked from public.time_entries`;
    const ours = () => timed(() => classify(sql, worked));
    const floor = () => timed(() => addUp(sql));
    return await look(async () => {
      await ours(), await floor();
      return {
        size: `${count(entries)} entries`,
        mostRatio: 6,
        ...againstFloor(await inTurns(ROUNDS, ours, floor)),
      };
    }, sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** An entry on each weekday of a year, of 4 to 13 hours, assignments under each rule. */
async function loadYear(
  sql: postgres.Sql,
  contractors: number,
  hasCodes: boolean,
): Promise<void> {
  await loadWork(sql, {
    hasCodes,
    facilities: 1,
    contractors,
    from: "2026-01-01",
    to: "2026-12-31",
    hours: { least: 4, step: 0.6, steps: 16 },
  });
}

/** Says of each entry when it was worked: from seven in the morning on. */
async function makeShifts(sql: postgres.Sql): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    await sql`
      update public.time_entries as entry
         set shift_id = entry.id, shift_contractor_id = assignment.contractor_id, break_minutes = 0,
             started_at = (entry.work_date + time '07:00') at time zone 'America/Denver',
             ended_at = (entry.work_date + time '07:00') at time zone 'America/Denver'
                        + entry.hours * interval '1 hour'
        from public.assignments as assignment
       where assignment.id = entry.assignment_id`;
  });
  await sql`vacuum (full, analyze) public.time_entries`;
}

async function classify(sql: postgres.Sql, entries: number): Promise<void> {
  const [{ classified }] = await sql<[{ classified: number }]>`
    select count(time.overtime_hours)::int as classified
      from (select array_agg(contractor.id) as contractor_ids, array_agg(week::date) as week_starts
              from public.contractors as contractor
             cross join generate_series(date '2025-12-29', '2026-12-28', '7 days') as week) as weeks
     cross join lateral private.classified_time(weeks.contractor_ids, weeks.week_starts) as time`;
  if (classified !== entries) throw new Error(`${classified} of ${entries} entries are classified`);
}

async function addUp(sql: postgres.Sql): Promise<void> {
  await sql`
    select count(week.hours)
      from (select assignment.contractor_id, date_trunc('week', entry.work_date) as week_start,
                   sum(entry.hours) as hours
              from public.time_entries as entry
              join public.assignments as assignment on assignment.id = entry.assignment_id
             where entry.approved_at is not null and entry.status in ('approved', 'locked')
             group by assignment.contractor_id, week_start) as week`;
}
