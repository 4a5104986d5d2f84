import type postgres from "postgres";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { BenchContext, Benchmark } from "./benchmark.ts";
import { sendWeeks } from "./load_sent_weeks.ts";
import { lastWeeks, loadWork, WEEK } from "./load_work.ts";
import { againstFloor, count, forgetStatistics, inTurns, timed } from "./measure.ts";

const FACILITIES = 500;
const CONTRACTORS = 2000;
const WEEKS = 10;
const ENTRIES_EACH = 5;
const ROUNDS = 11;

/** Cost of asking for unbilled time, beside the same without what was billed, and beside less history. */
export const unbilled: Benchmark = {
  name: "unbilled",
  aim:
    "one facility and month: at most 5 × its time, 10 × history: at most 1.2 ×; differences: at most 10 × the sum of their lines; backfill without statistics: at most 1.5 × itself",
  run: async (context) => {
    const contractors = context.size(CONTRACTORS);
    await using few = await context.databases.fresh((sql) => load(context, sql, WEEKS));
    await using many = await context.databases.fresh((sql) => load(context, sql, 10 * WEEKS));
    const [little, much] = [connect(few.url), connect(many.url)];
    try {
      const facility = await aFacility(little);
      const other = await aFacility(much);
      const size = `of ${count(contractors * ENTRIES_EACH * 10 * WEEKS)} entries`;
      const month = () => readMonth(much, other, "unbilled_time");
      const differences = () => timed(() => much`select from public.unbilled_differences`);
      const backfill = () => backfillOf(much, other);
      await month(), await differences();
      const figures = [{
        name: "unbilled_time of a facility's month, against its time",
        size,
        mostRatio: 5,
        ...againstFloor(
          await inTurns(ROUNDS, month, () => readMonth(much, other, "time_entries_of_facilities")),
        ),
      }, {
        name: "the same on 10 × history, against itself without",
        size,
        mostRatio: 1.2,
        ...againstFloor(
          await inTurns(ROUNDS, month, () => readMonth(little, facility, "unbilled_time")),
        ),
      }, {
        name: "unbilled_differences, against the sum of their lines",
        size: `${count(contractors)} weeks ${size}`,
        mostRatio: 10,
        ...againstFloor(await inTurns(ROUNDS, differences, () => sumLines(much))),
      }];
      const analysed = await inTurns(ROUNDS, backfill, backfill);
      await forgetStatistics(much);
      const forgotten = await inTurns(ROUNDS, backfill, backfill);
      return [...figures, {
        name: "backfill_invoice without statistics, against itself with them",
        size,
        mostRatio: 1.5,
        ...againstFloor({ ours: forgotten.ours, floor: analysed.ours }),
      }];
    } finally {
      await Promise.all([little, much].map((sql) => sql.end({ timeout: 5 })));
    }
  },
};

/** Weeks of which one entry in a hundred is not billed and the rest was sent; the last is to be compared. */
async function load(context: BenchContext, sql: postgres.Sql, weeks: number): Promise<void> {
  const [facilities, contractors] = [context.size(FACILITIES), context.size(CONTRACTORS)];
  await loadWork(sql, { facilities, contractors, ...lastWeeks(weeks) });
  await sendWeeks(sql, weeks);
  await sql`
    insert into private.weeks_to_compare (contractor_id, week_start)
    select id, ${WEEK} from public.contractors`;
  await sql`
    create view public.time_entries_of_facilities as
    select entry.*, assignment.facility_id
      from public.time_entries as entry
      join public.assignments as assignment on assignment.id = entry.assignment_id`;
}

async function aFacility(sql: postgres.Sql): Promise<string> {
  const [facility] = await sql<
    [{ id: string }]
  >`select id from public.facilities order by id limit 1`;
  return facility.id;
}

const readMonth = (sql: postgres.Sql, facility: string, source: string) =>
  timed(() =>
    sql`select * from ${sql(`public.${source}`)}
         where facility_id = ${facility} and work_date between '2026-05-01' and '2026-05-31'`
  );

const sumLines = (sql: postgres.Sql) =>
  timed(() =>
    sql`select entry.assignment_id, sum(line.amount)
          from public.invoice_lines as line
          join public.time_entries as entry on entry.id = line.time_entry_id
         where line.work_date >= ${WEEK}
         group by entry.assignment_id`
  );

/** A backfill that is taken back. */
async function backfillOf(sql: postgres.Sql, facility: string): Promise<number> {
  let took = 0;
  await sql.begin(async (sql) => {
    await sql`savepoint before`;
    took = await timed(() =>
      sql`select from public.backfill_invoice(${facility}, ${WEEK}::date + 6)`
    );
    await sql`rollback to before`;
  });
  return took;
}
