import type postgres from "postgres";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import {
  type HttpProvider,
  startHttpProvider,
} from "../../tests/support/delivery/http_provider.ts";
import { letSendersGo, letTimePass } from "../../tests/support/outbox/messages.ts";
import { type Relay, startRelay, through } from "../../tests/support/server/relay.ts";
import type { Act } from "./acts.ts";
import { type Books, differences, readBooks } from "./books.ts";
import { type Caller, callerOf, lookUp, type Told } from "./caller.ts";
import { MAILS } from "./firm.ts";
import { type ClosedGate, closeGate, writesSoFar } from "./gate.ts";
import type { Ground } from "./ground.ts";
import { brokenInvariants, letRunsAge, liesAboutJob, noticesStaleness } from "./truth.ts";

const ANSWER_MS = 60_000;
const QUIET_MS = 15_000;

/** What an act does when nothing happens to it. */
export interface Undisturbed {
  readonly before: Books;
  readonly after: Books;
  /** How many statements write. */
  readonly writes: number;
  readonly milliseconds: number;
}

/** The moment of a fault, and what it may be done to. */
export interface Moment {
  readonly ground: Ground;
  /** The copy of the firm. */
  readonly url: string;
  readonly caller: Caller;
  /** Between the caller and the database. */
  readonly toDatabase: Relay;
  /** Between whoever asked and the function. */
  readonly toFunction: Relay | null;
  /** The session that stands at the gate, if one does. */
  readonly session: number | null;
  readonly next: () => number;
}

/** Something that goes wrong while an act is under way. */
export interface Disturbance {
  readonly name: string;
  /** Whether the server may be away for a while: nobody can say then that a run failed, until five minutes are over. */
  readonly takesServer?: boolean;
  /** Before the call is made. */
  readonly prepare?: (moment: Omit<Moment, "session" | "caller" | "toFunction">) => Promise<void>;
  readonly strike: (moment: Moment) => Promise<void>;
  /** Takes away what strike left, before the server is brought up. */
  readonly cease?: (ground: Ground) => Promise<void>;
}

/** What came of a fault. */
export interface Happened {
  /** During what, and when: `void_invoice, before write 3 of 7`. */
  readonly when: string;
  readonly said: string;
  readonly findings: readonly string[];
}

/** Does an act without a fault. */
export async function undisturbed(ground: Ground, act: Act): Promise<Undisturbed> {
  const url = await ground.copy();
  const provider = await startHttpProvider();
  const caller = await callerOf(act, await lookUp(act, url), url, provider);
  try {
    return await withConnection(url, async (sql) => {
      const before = await readBooks(sql);
      const began = performance.now();
      const { isDone, said } = await caller.call();
      if (!isDone) throw new Error(`${act.name} fails without a fault: ${said}`);
      const milliseconds = performance.now() - began;
      return { before, after: await readBooks(sql), writes: await writesSoFar(sql), milliseconds };
    });
  } finally {
    await caller.end();
    await provider.close();
    await ground.drop(url);
  }
}

/** Does an act and lets a fault happen to it; recovers; does it again, and once more; looks at what came of it. */
export async function disturb(
  ground: Ground,
  act: Act,
  normal: Undisturbed,
  disturbance: Disturbance,
  next: () => number,
): Promise<Happened> {
  const url = await ground.copy();
  const args = await lookUp(act, url);
  const provider = await startHttpProvider();
  const toDatabase = startRelay(ground.port);
  const toFunction: Relay[] = [];
  const caller = await callerOf(act, args, through(toDatabase, url), provider, (functionUrl) => {
    const relay = toFunction[0] ?? startRelay(Number(new URL(functionUrl).port));
    toFunction[0] = relay;
    return through(relay, functionUrl);
  });
  let gate: ClosedGate | null = null;
  try {
    const atWrite = next() % 3 < 2 ? 1 + next() % normal.writes : null;
    const delay = next() % Math.ceil(normal.milliseconds * 1.2);
    if (atWrite !== null) gate = await closeGate(url, atWrite);
    await disturbance.prepare?.({ ground, url, toDatabase, next });
    const call = caller.call();
    const session = gate === null ? null : await gate.reached(call);
    if (gate === null) await new Promise((resolve) => setTimeout(resolve, delay));
    const moment = { ground, url, caller, toDatabase, session, next };
    await disturbance.strike({ ...moment, toFunction: toFunction[0] ?? null });
    await gate?.open();
    const told = await inTime(call);
    await disturbance.cease?.(ground);
    await ground.recover();
    const findings = await aftermath({
      ...{ act, args, url, provider, normal, told },
      isUnsaid: caller.isDead() || disturbance.takesServer === true,
    });
    const when = session === null
      ? `after ${delay} ms`
      : `before write ${atWrite} of ${normal.writes}`;
    return { when: `${act.name}, ${when}`, said: told.said, findings };
  } finally {
    await disturbance.cease?.(ground);
    await gate?.open();
    await caller.end();
    toDatabase.close();
    toFunction[0]?.close();
    await provider.close();
    await ground.drop(url).catch(() => {});
  }
}

interface Aftermath {
  readonly act: Act;
  readonly args: Readonly<Record<string, unknown>>;
  readonly url: string;
  readonly provider: HttpProvider;
  readonly normal: Undisturbed;
  readonly told: Told;
  /** Whether nobody was left who could say that a run failed. */
  readonly isUnsaid: boolean;
}

/** What is wrong after a fault, a sentence each. */
async function aftermath(
  { act, args, url, provider, normal, told, isUnsaid }: Aftermath,
): Promise<string[]> {
  const wrong: string[] = [];
  const again = await callerOf(act, args, url, provider);
  try {
    return await withConnection(url, async (sql) => {
      if (!await isQuiet(sql)) wrong.push("a session of the call still works");
      const left = await readBooks(sql);
      if (told.isDone) wrong.push(...lines("after the answer", differences(normal.after, left)));
      else if ("procedure" in act && differences(normal.before, left).length > 0) {
        wrong.push(...lines("half done", differences(normal.after, left)));
      }
      // A mail that was being sent is given up first, and is due again a little later.
      if (act.name === "deliver") {
        await letSendersGo(sql);
        await again.call();
        await letTimePass(sql);
      }
      for (const which of ["next", "last"]) {
        const { isDone, said } = await again.call();
        if (!isDone) wrong.push(`the ${which} call: ${said}`);
        wrong.push(
          ...lines(`after the ${which} call`, differences(normal.after, await readBooks(sql))),
        );
        if (which === "next" && isUnsaid) await letRunsAge(sql);
      }
      wrong.push(...await brokenInvariants(sql));
      if ("job" in act) {
        wrong.push(...await liesAboutJob(sql, act.job));
        if (!await noticesStaleness(sql, act.job)) wrong.push("health says yes of an old success");
        if (act.job === "deliver" && provider.received().length !== MAILS) {
          wrong.push(`${provider.received().length} mails in place of ${MAILS}`);
        }
      }
      return wrong;
    });
  } finally {
    await again.end();
  }
}

function lines(when: string, differences: readonly string[]): string[] {
  return differences.map((difference) => `${when}, ${difference}`);
}

/** Whether nobody works for a call any more that nobody waits for. */
async function isQuiet(sql: postgres.Sql): Promise<boolean> {
  for (const deadline = Date.now() + QUIET_MS; Date.now() < deadline;) {
    const busy = await sql`
      select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
         and state in ('active', 'idle in transaction')`;
    if (busy.length === 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

async function inTime(call: Promise<Told>): Promise<Told> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Told>((resolve) => {
    timer = setTimeout(() => resolve({ isDone: false, said: "nothing in a minute" }), ANSWER_MS);
  });
  const told = await Promise.race([call, late]);
  clearTimeout(timer);
  return told;
}
