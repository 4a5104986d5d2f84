import type postgres from "postgres";
import type { Delivery } from "../supabase/functions/_shared/delivery/delivery.ts";
import { type Counts, JOBS } from "../supabase/functions/_shared/jobs/jobs.ts";
import type { JobArguments } from "./job_arguments.ts";

/** Counts that tell of the state after a pass, not of what it did. */
const STANDING = ["remaining", "pending_approval"];
const FRUITLESS_PASSES = 5;

/** Job to run, and the means by which deliver sends. */
export interface JobToRun extends Pick<JobArguments, "job" | "today" | "dryRun" | "all"> {
  readonly delivery?: Delivery | undefined;
}

/**
 * Runs a job once, or with `all` until nothing remains.
 *
 * @param progress receives a line after each pass of several
 * @param pause waits between passes that found everything held by others
 * @returns the counts, added up over the passes
 * @throws {Error} with `all`: what remains is held by others and stays so
 */
export async function runJob(
  sql: postgres.Sql,
  { job, today, dryRun, all, delivery }: JobToRun,
  progress: (line: string) => void,
  pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, 1000)),
): Promise<Counts> {
  const run = () => JOBS[job](sql, { today, dryRun, delivery });
  let total = await run();
  if (!all || dryRun) return total;
  for (let fruitless = 0; total.remaining > 0;) {
    progress(`${job}: ${JSON.stringify(total)}`);
    const pass = await run();
    fruitless = changed(pass) ? 0 : fruitless + 1;
    total = add(total, pass);
    if (total.remaining > 0 && fruitless === FRUITLESS_PASSES) {
      throw new Error(
        `${total.remaining} remain, held by another transaction: ${JSON.stringify(total)}`,
      );
    }
    if (fruitless > 0) await pause();
  }
  return total;
}

function changed(pass: Counts): boolean {
  return Object.entries(pass).some(([name, count]) => !STANDING.includes(name) && count > 0);
}

function add(total: Counts, pass: Counts): Counts {
  const sum = { ...pass };
  for (const [name, count] of Object.entries(total)) {
    if (!STANDING.includes(name)) sum[name] = count + (pass[name] ?? 0);
  }
  return sum;
}
