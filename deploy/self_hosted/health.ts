import type { StackKeys } from "../../stack/keys.ts";
import { portIsFree, until } from "../../stack/processes.ts";
import { StackError } from "../../stack/stack_error.ts";
import { JOB_NAMES } from "../../supabase/functions/_shared/jobs/job_name.ts";
import type { Places } from "./places.ts";
import type { Service } from "./services.ts";

const READY_MS = 60_000;
const TRIES = 4;
const PAUSE_MS = 500;

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
    await answersWell(`The job ${job}`, `${inner}/api/cron/${job}`, { method: "POST", headers });
  }
  await answersWell("Health", `${inner}/functions/v1/health`, { headers });
}

/** Asks again a few times: a function may have a connection from before the database was started anew. */
async function answersWell(name: string, url: string, request: RequestInit): Promise<void> {
  for (let tries = 1;; tries++) {
    const answer = await fetch(url, request);
    const text = await answer.text();
    if (answer.ok) return;
    if (tries === TRIES) throw new StackError(`${name} answers ${answer.status}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
