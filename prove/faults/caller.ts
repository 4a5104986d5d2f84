import postgres from "postgres";
import { settled } from "../../stack/processes.ts";
import { ask } from "../../tests/support/http/cron.ts";
import { startFunction } from "../../tests/support/http/function.ts";
import { type Act, argumentsOf, callText } from "./acts.ts";
import { clientOf } from "./ground.ts";

const SECRET = "a-secret-of-these-faults";

/** Answer that a caller got, or the way in which the call ended without one. */
export interface Told {
  /** True if it said that it is done. */
  readonly isDone: boolean;
  /** The same for people: `done`, `500 job_failed`, `the connection was lost`. */
  readonly said: string;
}

const DONE: Told = { isDone: true, said: "done" };
/** Message when a call never ends. */
export const SILENT: Told = { isDone: false, said: "nothing in a minute" };
const ANSWER_MS = 60_000;

/** Provider to which deliver gives mail: MAIL_API_URL and MAIL_API_KEY. */
export interface MailProvider {
  readonly url: string;
  readonly key: string;
}

/** Maker of a call, a session or the process of a function. */
export interface Caller {
  /** SILENT after a minute. */
  call(): Promise<Told>;
  /** kill -9, of a function. */
  kill(): void;
  /** True if it was killed, or ended by itself. */
  isDead(): boolean;
  end(): Promise<void>;
}

/**
 * Makes ready to call a procedure or a job.
 *
 * @param url where the caller finds the database
 * @param provider whom deliver gives mail to
 * @param through where the answer of a function comes from in place of its own port
 */
export async function callerOf(
  act: Act,
  args: Readonly<Record<string, unknown>>,
  url: string,
  provider: MailProvider,
  through: (functionUrl: string) => string = (functionUrl) => functionUrl,
): Promise<Caller> {
  if ("procedure" in act) {
    const sql = clientOf(url);
    return {
      call: () =>
        inTime(
          sql.unsafe(callText(act.procedure, args)).then(
            () => DONE,
            (error) =>
              act.saysDone !== undefined && error.detail === act.saysDone
                ? DONE
                : { isDone: false, said: saidBy(error) },
          ),
        ),
      kill: () => {},
      isDead: () => false,
      end: () => sql.end({ timeout: 0 }),
    };
  }
  const fn = await startFunction(`cron-${act.job}`, {
    SUPABASE_DB_URL: url,
    CRON_SHARED_SECRET: SECRET,
    MAIL_API_URL: provider.url,
    MAIL_API_KEY: provider.key,
  });
  let isDead = false;
  fn.status.then(() => isDead = true);
  return {
    call: () =>
      inTime(
        ask(through(fn.url), { bearer: SECRET }).then(
          ({ status, text }) =>
            status === 200 ? DONE : { isDone: false, said: `${status} ${JSON.parse(text).error}` },
          () => ({ isDone: false, said: "the answer was lost" }),
        ),
      ),
    kill: () => fn.kill("SIGKILL"),
    isDead: () => isDead,
    end: fn.end,
  };
}

async function inTime(call: Promise<Told>): Promise<Told> {
  return await settled(call, ANSWER_MS) ? await call : SILENT;
}

/** Makes ready what a call is about, and says what arguments it has in a database; none for a job. */
export async function lookUp(act: Act, url: string): Promise<Record<string, unknown>> {
  if (!("procedure" in act)) return {};
  const sql = postgres(url, { max: 2, prepare: false, onnotice: () => {} });
  try {
    await act.first?.(sql);
    return await argumentsOf(sql, act);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function saidBy(error: Error & { code?: string }): string {
  const { code = "" } = error;
  if (error.name === "PostgresError") {
    return `${code}: ${error.message.replaceAll(/"[^"]*"/g, "…")}`;
  }
  return "the connection was lost";
}
