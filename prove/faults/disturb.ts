/** A fault in the middle of an act: the call, what strikes it, and what it leaves. */
import { settled } from "../../stack/processes.ts";
import { startHttpProvider } from "../../tests/support/delivery/http_provider.ts";
import { type Relay, startRelay, through } from "../../tests/support/server/relay.ts";
import type { Act } from "./acts.ts";
import { aftermath } from "./aftermath.ts";
import { type Caller, callerOf, lookUp, SILENT } from "./caller.ts";
import { type ClosedGate, closeGate } from "./gate.ts";
import type { Ground } from "./ground.ts";
import type { Undisturbed } from "./undisturbed.ts";

const TRYING_MS = 2_000;

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
  /**
   * True if the server may be away for a while: nobody can say then that a run failed, until five
   * minutes are over.
   */
  readonly takesServer?: boolean;
  /** Before the call is made. Says whether it struck already. */
  readonly prepare?: (
    moment: Omit<Moment, "session" | "caller" | "toFunction">,
  ) => boolean | Promise<boolean>;
  /** While the call is under way. Says whether there was anything to strike; what relays cut they know. */
  readonly strike?: (moment: Moment) => boolean | Promise<boolean>;
  /** Takes away what strike left, before the server is brought up. */
  readonly cease?: (ground: Ground) => Promise<void>;
}

/** Result of a fault. */
export interface Happened {
  /** During what, and when: `void_invoice, before write 3 of 7`. */
  readonly when: string;
  readonly said: string;
  /** True if it came in time to disturb anything; what came too late is not counted. */
  readonly hasStruck: boolean;
  readonly findings: readonly string[];
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
    const hasStruckBefore = await disturbance.prepare?.({ ground, url, toDatabase, next });
    let isUnderWay = true;
    const call = caller.call().finally(() => isUnderWay = false);
    const session = gate === null ? null : await gate.reached(call);
    if (gate === null) await new Promise((resolve) => setTimeout(resolve, delay));
    const isInTime = isUnderWay;
    const moment = { ground, url, caller, toDatabase, session, next };
    const hasMet = await disturbance.strike?.({ ...moment, toFunction: toFunction[0] ?? null });
    await gate?.open();
    // Whoever had no connection yet goes on trying until there is a server again.
    if (disturbance.takesServer === true && !await settled(call, TRYING_MS)) await ground.recover();
    const told = await call;
    const hasCut = toDatabase.cuts() + (toFunction[0]?.cuts() ?? 0) > 0;
    await disturbance.cease?.(ground);
    await ground.recover();
    const findings = await aftermath({
      ...{ act, args, url, provider, normal, told },
      isUnsaid: caller.isDead() || disturbance.takesServer === true,
    });
    const when = session === null
      ? `after ${delay} ms`
      : `before write ${atWrite} of ${normal.writes}`;
    if (told === SILENT) findings.push("the call never ended");
    const hasStruck = hasStruckBefore === true || isInTime && hasMet === true || hasCut;
    return { when: `${act.name}, ${when}`, said: told.said, hasStruck, findings };
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
