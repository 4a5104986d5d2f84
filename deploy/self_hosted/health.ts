import type { StackKeys } from "../../stack/keys.ts";
import { portIsFree, until } from "../../stack/processes.ts";
import { StackError } from "../../stack/stack_error.ts";
import { JOB_NAMES } from "../../supabase/functions/_shared/jobs/job_name.ts";
import type { Places } from "./places.ts";
import type { Service } from "./services.ts";

const READY_MS = 60_000;

/**
 * Waits until all services answer, runs each job once, and asks health.
 *
 * @throws StackError naming what does not answer, or what health says.
 */
export async function serveAndProve(
  { ports }: Places,
  services: readonly Service[],
  { cronSharedSecret }: StackKeys,
): Promise<void> {
  const silent = () => services.filter(({ port }) => portIsFree(port)).map(({ name }) => name);
  const inner = `http://127.0.0.1:${ports.inner}`;
  const isUp = () => Promise.resolve(silent().length === 0 && !portIsFree(ports.inner));
  if (!await until(isUp, READY_MS)) {
    throw new StackError(`These do not answer: ${[...silent(), "nginx"].join(", ")}.`);
  }
  const headers = { authorization: `Bearer ${cronSharedSecret}` };
  for (const job of JOB_NAMES) {
    const answer = await fetch(`${inner}/api/cron/${job}`, { method: "POST", headers });
    const text = await answer.text();
    if (!answer.ok) throw new StackError(`The job ${job} answers ${answer.status}: ${text}`);
  }
  const health = await fetch(`${inner}/functions/v1/health`, { headers });
  const text = await health.text();
  if (!health.ok) throw new StackError(`Health answers ${health.status}: ${text}`);
}
