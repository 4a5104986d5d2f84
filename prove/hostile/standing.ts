/** State required after all calls: the stack alive, nothing left open, memory as it was. */
import type postgres from "postgres";
import type { Findings } from "./findings.ts";

/** Memory that a run may take for good: what came late is kept by engines for a while. */
const GROWTH_BYTES = 600 * 2 ** 20;

/**
 * Memory in bytes of this process, in which REST, auth and the gateway run: what it took from the system
 * and does not need any more does not count.
 */
export function memory(): number {
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}

/**
 * Looks after the run.
 *
 * @param warm the memory after the first thousand requests
 */
export async function assertStands(
  baseUrl: string,
  sql: postgres.Sql,
  warm: number,
  findings: Findings,
): Promise<void> {
  for (const path of ["/functions/v1/health", "/rest/v1/", "/auth/v1/health", "/nowhere"]) {
    const answer = await fetch(baseUrl + path, { signal: AbortSignal.timeout(10_000) })
      .catch(() => null);
    await answer?.body?.cancel();
    // The monitor is answered 503 while a job did not run.
    const isMonitor = path.startsWith("/functions/") && answer?.status === 503;
    if (answer === null || (answer.status >= 500 && !isMonitor)) {
      findings.add("the stack does not answer any more", `${path}: ${answer?.status ?? "nothing"}`);
    }
  }
  const open = await sql<{ state: string; query: string }[]>`
    select state, query from pg_stat_activity
     where pid <> pg_backend_pid() and datname is not null
       and (state like 'idle in transaction%' or (state = 'active' and now() - query_start > interval '60 s'))`;
  for (const { state, query } of open) findings.add(`a connection is left ${state}`, query);
  const grown = memory() - warm;
  if (grown > GROWTH_BYTES) {
    findings.add(
      "memory grows",
      `${Math.round(grown / 2 ** 20)} MB since the first thousand requests`,
    );
  }
}
