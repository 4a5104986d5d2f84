/** Requests to a stack, with the secret key or as a scheduler. */
import { type Relay, through } from "../../tests/support/server/relay.ts";
import type { Act } from "./acts.ts";
import { SILENT, type Told } from "./caller.ts";

const ANSWER_MS = 60_000;
const AGAIN_MS = 20_000;

/** Address of the stack that is asked. */
export interface StackAddress {
  readonly baseUrl: string;
  /** Between whoever asks and the stack. */
  readonly relay: Relay;
  /** Its stack.env. */
  readonly env: Readonly<Record<string, string>>;
}

/** Asks over HTTP; SILENT after a minute. */
export async function request(
  { baseUrl, relay, env }: StackAddress,
  act: Act,
  args: Readonly<Record<string, unknown>>,
): Promise<Told> {
  const headers = "job" in act
    ? { Authorization: `Bearer ${env["CRON_SHARED_SECRET"]}` }
    : { "apikey": env["SUPABASE_SECRET_KEY"] ?? "", "Content-Type": "application/json" };
  const path = "job" in act ? `/api/cron/${act.job}` : `/rest/v1/rpc/${act.procedure}`;
  const body = "job" in act ? null : JSON.stringify(args);
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const asked = { method: "POST", headers, body, signal };
    const answer = await fetch(through(relay, baseUrl + path), asked);
    const text = await answer.text();
    const said = answer.ok ? "done" : `${answer.status} ${text.slice(0, 80)}`;
    return { isDone: answer.ok, said };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return isLate ? SILENT : { isDone: false, said: "the answer was lost" };
  }
}

/** As a scheduler or a person does who meets a 503: again, for a while. */
export async function untilAnswered(
  stack: StackAddress,
  act: Act,
  args: Readonly<Record<string, unknown>>,
): Promise<Told> {
  for (const deadline = Date.now() + AGAIN_MS;;) {
    const told = await request(stack, act, args);
    if (told.isDone || Date.now() > deadline || !/^(?:502|503) /.test(told.said)) return told;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
