import type postgres from "postgres";
import { authorizeCron } from "./cron_auth.ts";
import { withDatabase } from "./database.ts";
import { jsonResponse, refuseOther } from "./http.ts";
import { inTransaction } from "./jobs/transaction.ts";
import { VERSION } from "./version.ts";

const TIME_LIMIT_MS = 4_000;
/** Ends what the database still does for an answer that nobody waits for any more. */
const STATEMENT_LIMIT_MS = 3_000;

/** Row of the view job_health for one job, as PostgREST would answer it. */
export interface JobHealth {
  readonly job: string;
  readonly is_ok: boolean | null;
  readonly [column: string]: unknown;
}

/** Health as the database reports it. */
export interface DatabaseHealth {
  /** Its version; null before 0.14.0, which was the first to tell it. */
  readonly version: string | null;
  readonly jobs: readonly JobHealth[];
}

/** The health of the jobs as its HTTP endpoint needs to know it. */
export interface HealthCheck {
  /** The function's name, which is also the first segment of its path. */
  readonly functionName: string;
  /** Reads what the database knows; throws when it cannot be known. */
  readonly read: () => Promise<DatabaseHealth>;
  /** Secrets whose bearer is told of each job; without any, nobody is. */
  readonly sharedSecrets: readonly string[];
  /** Takes one line for the operator. Never given a secret. */
  readonly log: (line: string) => void;
}

/**
 * Answers an outside monitor whether the jobs do their work, and whether functions and database are of
 * one version: 200 `{"ok":true}` or 503 `{"ok":false}`, and nothing more to the signed-out. With the
 * schedulers' secret also both versions, and what is known of each job.
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
    const { ok, known } = await reading;
    const told = isSignedIn && known
      ? { ok, version: VERSION, database_version: known.version, jobs: known.jobs }
      : { ok };
    return jsonResponse(ok ? 200 : 503, told);
  };
}

/** Verdict on the whole, and the facts behind it; null: nothing could be known. */
interface Known {
  readonly ok: boolean;
  readonly known: DatabaseHealth | null;
}

async function readHealth({ read, log }: HealthCheck): Promise<Known> {
  try {
    const known = await read();
    const failing = known.jobs.filter((job) => job.is_ok !== true).map((job) => job.job);
    if (failing.length > 0) log(`not ok: ${failing.join(", ")}`);
    const isOneVersion = known.version === VERSION;
    if (!isOneVersion) {
      log(`not ok: the functions are ${VERSION}, the database is ${known.version ?? "older"}`);
    }
    return { ok: isOneVersion && known.jobs.length > 0 && failing.length === 0, known };
  } catch (error) {
    log(`failed: ${error instanceof Error ? error.message : error}`);
    return { ok: false, known: null };
  }
}

/**
 * Reads the database's version and the view job_health, or gives up after a few seconds.
 *
 * @param databaseUrl a postgres:// URL of a role that owns the tables
 */
export async function readDatabaseHealth(databaseUrl: string): Promise<DatabaseHealth> {
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
          return { version: await readVersion(tx), jobs: rows.map((row) => row.health) };
        }),
      ]));
  } finally {
    clearTimeout(limit);
  }
}

async function readVersion(tx: postgres.ISql): Promise<string | null> {
  const [has] = await tx<{ version: boolean }[]>`
    select to_regprocedure('public.version()') is not null as version`;
  if (!has?.version) return null;
  const [row] = await tx<{ version: string }[]>`select public.version() as version`;
  return row?.version ?? null;
}
