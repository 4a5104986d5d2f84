import { loadTime } from "../fixtures/load_time.ts";
import { connect } from "../supabase/functions/_shared/database.ts";
import { lockEndedAssignments } from "../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import { RUNNING_STATES } from "./eligible_time.ts";
import { count, median, spread, timed } from "./measure.ts";
import { TODAY } from "./today.ts";

const ENTRIES = [2_000_000, 20_000_000];
const ENDED = 10_000;
const RUNNING = 2500;
const ROUNDS = 15;
const MOST_MS = 20;

/** A run that finds nothing to lock, with much history behind it. */
export const lockEndedIdle: Benchmark = {
  name: "lock-ended-idle",
  aim:
    "nothing to lock behind 10,000 ended assignments: at most 20 ms at 2 and at 20 million entries",
  run: async (context) => {
    const figures: Figure[] = [];
    for (const entries of ENTRIES) figures.push(...await measure(context, context.size(entries)));
    return figures;
  },
};

async function measure(context: BenchContext, entries: number): Promise<Figure[]> {
  const [ended, running] = [context.size(ENDED), context.size(RUNNING)];
  const entriesEach = Math.round(entries / (ended + running));
  const endedStates = [["locked", 100]] as const;
  await using database = await context.databases.fresh(
    (sql) =>
      loadTime(sql, {
        today: TODAY,
        ended,
        running,
        entriesEach,
        endedStates,
        runningStates: RUNNING_STATES,
      }),
  );
  context.report(`${count(entries)} entries loaded`);
  const sql = connect(database.url);
  const [wall, inDatabase]: [number[], number[]] = [[], []];
  try {
    // The first run warms up: what an hourly job reads is in memory.
    for (let round = 0; round <= ROUNDS; round++) {
      await sql`select extensions.pg_stat_statements_reset()`;
      const time = await timed(() => lockEndedAssignments(sql, { today: TODAY }));
      const [{ spent }] = await sql<[{ spent: number }]>`
        select sum(total_plan_time + total_exec_time) as spent from extensions.pg_stat_statements
         where query not like '%pg_stat_statements%'`;
      if (round > 0) wall.push(time), inDatabase.push(spent);
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
  const size = `${count((ended + running) * entriesEach)} entries, ${count(ended)} ended`;
  const open = `${count(running)} running assignments with a tenth of their time open`;
  return [{
    name: "lock-ended, nothing to do",
    size,
    time: median(inDatabase),
    mostTime: MOST_MS,
    note:
      `planning and execution of all its statements by pg_stat_statements, median of ${ROUNDS} runs, ` +
      `${spread(inDatabase)}; the whole job over a local connection ${
        median(wall).toFixed(1)
      } ms; ${open}`,
  }];
}
