/** Rules that hold after a fault, whatever it was. */
import type postgres from "postgres";
import type { JobName } from "../../supabase/functions/_shared/jobs/job_name.ts";
import type { Day } from "../soak/day.ts";
import { INVARIANTS } from "../soak/invariants.ts";

/** Of the soak's invariants those that ask for what this firm does not have: webhooks, and runs that never fail. */
const NOT_HERE = [
  "a run failed",
  "the books are not told of an invoice from its sending to its end",
];

/** Invariants of the firm that do not hold, asked in one snapshot, as of what its clock says. */
export async function brokenInvariants(sql: postgres.Sql): Promise<string[]> {
  return await sql.begin("isolation level repeatable read read only", async (sql) => {
    const [day] = await sql<[{ today: string; clock: string }]>`
      select today::text, at::text as clock from private.clock()`;
    const broken: string[] = [];
    for (const [name, invariant] of Object.entries(INVARIANTS)) {
      if (NOT_HERE.includes(name)) continue;
      // No invariant asks who works.
      const { wrong } = await invariant(sql, { ...day, people: {} as Day["people"] });
      if (wrong.length > 0) broken.push(`${name}: ${wrong.slice(0, 3).join("; ")}`);
    }
    return broken;
  });
}

/**
 * Findings that `job_runs` and health do not tell the truth of a job that has just done well, after a run that may have
 * been cut off: each sentence says what is wrong.
 */
export async function liesAboutJob(sql: postgres.Sql, job: JobName): Promise<string[]> {
  const lies: string[] = [];
  const runs = await sql<{ status: string; error: string | null; is_in_order: boolean }[]>`
    select status, error, finished_at is null or finished_at >= started_at as is_in_order
      from job_runs where job = ${job} order by started_at`;
  for (const { status, error, is_in_order } of runs) {
    if (status === "running") lies.push("a run that has ended says running");
    if (status === "failed" && !error) lies.push("a failed run does not say why");
    if (!is_in_order) lies.push("a run ended before it began");
  }
  if (!runs.some(({ status }) => status === "succeeded")) {
    lies.push("no run says that it succeeded");
  }
  if (!await isWell(sql, job)) lies.push("health says no though the last run did well");
  return lies;
}

/** True if health says no once the last success is two days old, which is undone again. */
export async function noticesStaleness(sql: postgres.Sql, job: JobName): Promise<boolean> {
  const shift = (days: number) =>
    sql`update job_runs set started_at = started_at - ${days} * interval '1 day',
                            finished_at = finished_at - ${days} * interval '1 day' where job = ${job}`;
  await shift(2);
  const saysNo = !await isWell(sql, job);
  await shift(-2);
  return saysNo;
}

/** Health of a job. */
export async function isWell(sql: postgres.Sql, job: JobName): Promise<boolean> {
  const [health] = await sql<{ is_ok: boolean | null }[]>`
    select is_ok from job_health where job = ${job}`;
  return health?.is_ok === true;
}

/** Makes runs that say running look as if they had begun six minutes ago. */
export async function letRunsAge(sql: postgres.Sql): Promise<void> {
  await sql`update job_runs set started_at = started_at - interval '6 minutes' where status = 'running'`;
}
