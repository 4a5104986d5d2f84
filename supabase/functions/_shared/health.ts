import { authorizeCron } from "./cron_auth.ts";
import { withDatabase } from "./database.ts";
import { jsonResponse, refuseOther } from "./http.ts";
import { inTransaction } from "./jobs/transaction.ts";

const TIME_LIMIT_MS = 4_000;
/** Ends what the database still does for an answer that nobody waits for any more. */
const STATEMENT_LIMIT_MS = 3_000;

/** Row of the view job_health for one job, as PostgREST would answer it. */
export interface JobHealth {
  readonly job: string;
  readonly is_ok: boolean | null;
  readonly [column: string]: unknown;
}

/** The health of the jobs as its HTTP endpoint needs to know it. */
export interface HealthCheck {
  /** The function's name, which is also the first segment of its path. */
  readonly functionName: string;
  /** Reads what is known of every job; throws when it cannot be known. */
  readonly readJobs: () => Promise<readonly JobHealth[]>;
  /** Secrets whose bearer is told of each job; none: nobody is. */
  readonly sharedSecrets: readonly string[];
  /** Takes one line for the operator. Never given a secret. */
  readonly log: (line: string) => void;
}

/**
 * Answers an outside monitor whether the jobs do their work: 200 `{"ok":true}` or 503 `{"ok":false}`,
 * and nothing more to the signed-out. With the schedulers' secret also what is known of each job.
 * Requests that come while one is being answered get the same answer, so that however many ask, the
 * database is asked by one.
 *
 * @param check what stands behind the endpoint
 */
export function healthHandler(check: HealthCheck): (request: Request) => Promise<Response> {
  let reading: Promise<Known> | null = null;

  return async (request) => {
    const refusal = refuseOther(request, check.functionName, ["GET", "HEAD"]);
    if (refusal) return refusal;
    const { ok: isSignedIn } = await authorizeCron(request, check.sharedSecrets);
    reading ??= readHealth(check).finally(() => reading = null);
    const { ok, jobs } = await reading;
    return jsonResponse(ok ? 200 : 503, isSignedIn && jobs ? { ok, jobs } : { ok });
  };
}

/** State of the whole, and of each job what is known; no jobs: nothing could be known. */
interface Known {
  readonly ok: boolean;
  readonly jobs?: readonly JobHealth[];
}

async function readHealth({ readJobs, log }: HealthCheck): Promise<Known> {
  try {
    const jobs = await readJobs();
    const failing = jobs.filter((job) => job.is_ok !== true).map((job) => job.job);
    if (failing.length > 0) log(`not ok: ${failing.join(", ")}`);
    return { ok: jobs.length > 0 && failing.length === 0, jobs };
  } catch (error) {
    log(`failed: ${error instanceof Error ? error.message : error}`);
    return { ok: false };
  }
}

/**
 * Reads the view job_health, or gives up after a few seconds.
 *
 * @param databaseUrl a postgres:// URL of a role that owns the tables
 */
export async function readJobHealth(databaseUrl: string): Promise<JobHealth[]> {
  const outOfTime = Promise.withResolvers<never>();
  const limit = setTimeout(
    () => outOfTime.reject(new Error(`no answer from the database in ${TIME_LIMIT_MS} ms`)),
    TIME_LIMIT_MS,
  );
  try {
    return await withDatabase(databaseUrl, (sql) =>
      Promise.race([
        outOfTime.promise,
        inTransaction(sql, async (tx) => {
          await tx`set transaction read only`;
          await tx`select set_config('statement_timeout', ${String(STATEMENT_LIMIT_MS)}, true)`;
          const rows = await tx<{ health: JobHealth }[]>`
            select to_jsonb(job_health) as health from public.job_health order by job`;
          return rows.map((row) => row.health);
        }),
      ]));
  } finally {
    clearTimeout(limit);
  }
}
