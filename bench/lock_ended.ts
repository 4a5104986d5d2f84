import { pastTriggers } from "../fixtures/past_triggers.ts";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import { type EligibleTime, eligibleTime } from "./eligible_time.ts";
import { againstFloor, count, duration, inTurns, timed } from "./measure.ts";
import { type JobOutcome, runJobProcess } from "./run_job_process.ts";
import { TODAY } from "./today.ts";

const ROUNDS = 3;
const ASSIGNMENTS = 10_000;
/** For the memory at a tenth of the size. */
const FEWER_ASSIGNMENTS = 1000;
const MIB = 2 ** 20;

/** Locking a lot, against one bare update of the same rows; and the memory it takes. */
export const lockEnded: Benchmark = {
  name: "lock-ended",
  aim: "600,000 of 2,000,000 entries: at most 1.7 × one bare update; memory as at a tenth of that",
  run: async (context) => {
    const fewer = eligibleTime(context.size(FEWER_ASSIGNMENTS));
    const smaller = await runJob(context, fewer);
    const time = eligibleTime(context.size(ASSIGNMENTS));
    const outcomes: JobOutcome[] = [];
    const rounds = await inTurns(
      ROUNDS,
      async () => {
        const outcome = await runJob(context, time);
        outcomes.push(outcome);
        return outcome.time;
      },
      () => bareUpdate(context, time),
    );
    return [
      {
        name: "lock-ended, against one bare joined update with triggers off",
        size: sizeOf(time),
        mostRatio: 1.7,
        ...againstFloor(rounds),
      },
      memory(fewer, [smaller]),
      memory(time, outcomes),
    ];
  },
};

function memory(time: EligibleTime, outcomes: readonly JobOutcome[]): Figure {
  const most = Math.max(...outcomes.map((outcome) => outcome.memory));
  return {
    name: "lock-ended, peak memory",
    size: sizeOf(time),
    time: null,
    value: `${(most / MIB).toFixed(0)} MiB`,
    note: "resident memory of the Deno process that runs the job and nothing else",
  };
}

function sizeOf({ entries, eligible }: EligibleTime): string {
  return `${count(eligible)} of ${count(entries)} entries`;
}

/** The job in a process of its own, on a clone. */
async function runJob(context: BenchContext, time: EligibleTime): Promise<JobOutcome> {
  await using database = await context.databases.clone(time.state, time.load);
  const outcome = await runJobProcess("lock-ended", database.url, TODAY);
  expectAll(time, outcome.counts["locked"]);
  context.report(`lock-ended: ${sizeOf(time)} in ${duration(outcome.time)}`);
  return outcome;
}

/** The floor, on a clone: no batches, no triggers, no counts, no run record. */
async function bareUpdate(context: BenchContext, time: EligibleTime): Promise<number> {
  await using database = await context.databases.clone(time.state, time.load);
  const sql = connect(database.url);
  try {
    await sql`select`;
    const took = await timed(() =>
      pastTriggers(sql, async (sql) => {
        const updated = await sql`
          update public.time_entries as entry
             set status = 'locked', locked_at = now()
            from public.assignments as assignment
           where assignment.id = entry.assignment_id
             and assignment.end_date < ${TODAY}::date
             and entry.status in ('draft', 'submitted', 'approved')`;
        expectAll(time, updated.count);
      })
    );
    context.report(`floor: ${sizeOf(time)} in ${duration(took)}`);
    return took;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function expectAll({ eligible }: EligibleTime, locked: number | undefined): void {
  if (locked !== eligible) throw new Error(`${locked} entries locked, not ${eligible}`);
}
