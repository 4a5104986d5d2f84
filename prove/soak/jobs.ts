/** The four jobs, over their addresses or in this process. */
import postgres from "postgres";
import { accrueOverdueInterest } from "../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { deliver } from "../../supabase/functions/_shared/jobs/deliver.ts";
import { lockEndedAssignments } from "../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { maintain } from "../../supabase/functions/_shared/jobs/maintain.ts";
import { deliveryWith } from "../../tests/support/outbox/messages.ts";
import { fetchText } from "./caller.ts";
import type { SoakApi } from "./options.ts";
import { outcomeOf } from "./outbox_calls.ts";

const delivery = deliveryWith({ callWebhook: ({ id }) => Promise.resolve(outcomeOf(id)) });
const JOBS: Readonly<Record<string, (sql: postgres.Sql) => Promise<unknown>>> = {
  "lock-ended": (sql) => lockEndedAssignments(sql),
  "accrue-interest": (sql) => accrueOverdueInterest(sql),
  "maintain": (sql) => maintain(sql),
  "deliver": (sql) => deliver(sql, { delivery }),
};
/** No receiver of webhooks is on this machine: what delivers calls the soak's own, in this process. */
const OVER_HTTP = ["lock-ended", "accrue-interest", "maintain"];

/** Runs a job in this process, as `deno task job` does. Gives `done`, or what it says of its failure. */
export async function runJob(url: string, clock: string, job: string): Promise<string> {
  const run = JOBS[job];
  if (run === undefined) throw new Error(`there is no job ${job}`);
  const settings = { connection: { "app.clock": clock } };
  const sql = postgres(url, { max: 2, prepare: false, onnotice: () => {}, ...settings });
  try {
    await run(sql);
    return "done";
  } catch (error) {
    return `failed: ${error instanceof Error ? error.message : error}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** True if a job is called over its address. */
export const hasAddress = (job: string): boolean => OVER_HTTP.includes(job);

/** Calls a job's address as a scheduler does. Gives `done`, or the status and what it says. */
export async function callJob({ url, cronSharedSecret }: SoakApi, job: string): Promise<string> {
  const asked = await fetchText(`${url}/api/cron/${job}`, {
    method: "POST",
    headers: { authorization: `Bearer ${cronSharedSecret}` },
  });
  if (typeof asked === "string") return asked;
  return asked.status === 200 ? "done" : `${asked.status}: ${asked.text.slice(0, 200)}`;
}

/** Sentences about runs that say they are under way; asked while nobody runs a job. */
export async function runsLeftOpen(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ job: string; id: string }[]>`
    select job, id from job_runs where status = 'running'`;
  return rows.map(({ job, id }) =>
    `run ${id} of ${job} says that it is under way, and nobody runs it`
  );
}
