/**
 * kill -9 of a whole stack or a part of it in the middle of a request, and the stack again on what is left; or nothing but
 * the answer lost, half-way through.
 */
import { join } from "node:path";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { makeStackPlace, stackEnv, type StackProcess } from "../../tests/support/http/stack.ts";
import { startRelay } from "../../tests/support/server/relay.ts";
import type { Act } from "./acts.ts";
import { type Caller, callerOf, lookUp, SILENT, type Told } from "./caller.ts";
import type { Happened } from "./disturb.ts";
import { CLOCK, makeFirm } from "./firm.ts";
import { closeGate, putGates, writesSoFar } from "./gate.ts";
import type { Ground } from "./ground.ts";
import { childrenOf, killNow } from "./kills.ts";
import { request, type StackAddress, untilAnswered } from "./stack_request.ts";
import { differences, type Digests, readDigests } from "./table_digests.ts";
import { brokenInvariants, letRunsAge, liesAboutJob } from "./truth.ts";

/** Operations of a firm's stack, one after the other, in any order, to the same end. */
const NAMES = [
  "weekly_billing_run",
  "propose_check_reconciliation",
  "confirm_check_reconciliation",
  "write_off_invoice",
  "prepare_payroll_draft",
  "close_and_lock_payroll_batch",
  "hire_candidate",
  "save_week",
  "lock-ended",
  "accrue-interest",
  "maintain",
];

/** A stack with the firm in it, and the same firm elsewhere, to which nothing happens. */
interface Pair extends StackAddress {
  readonly place: Awaited<ReturnType<typeof makeStackPlace>>;
  stack: StackProcess;
  readonly twin: string;
  readonly acts: Act[];
}

/** The stacks of a run, one after the other. */
export class Stacks {
  #pair: Pair | null = null;

  constructor(
    private readonly ground: Ground,
    private readonly acts: readonly Act[],
    private readonly postgrestBin: string | null,
  ) {}

  /** Kills some of the stack while it does the next act, starts it again, and does the rest. */
  async cutOff(next: () => number): Promise<Happened> {
    if (this.#pair?.acts.length === 0) await this.end();
    const pair = this.#pair ??= await this.#start();
    try {
      const happened = await this.#cutOff(pair, next);
      if (happened.findings.length > 0) await this.end();
      return happened;
    } catch (error) {
      // The two firms differ for good.
      await this.end();
      throw error;
    }
  }

  async #cutOff(pair: Pair, next: () => number): Promise<Happened> {
    const [act] = pair.acts.splice(next() % pair.acts.length, 1);
    if (act === undefined) throw new Error("there is no act");
    const expected = await undisturbed(act, pair.twin);
    const url = pair.env["SUPABASE_DB_URL"] ?? "";
    const args = await lookUp(act, url);
    const gate = next() % 3 < 2 ? await closeGate(url, 1 + next() % expected.writes) : null;
    let isUnderWay = true;
    const call = request(pair, act, args).finally(() => isUnderWay = false);
    const isAtGate = gate !== null && await gate.reached(call) !== null;
    const delay = next() % 200;
    if (!isAtGate) await new Promise((resolve) => setTimeout(resolve, delay));
    const isInTime = isUnderWay;
    const cutsBefore = pair.relay.cuts();
    const what = await this.#kill(pair, act, next);
    await gate?.open();
    const told = await call;
    const hasStruck = what === ANSWER ? pair.relay.cuts() > cutsBefore : isInTime;
    const findings = told === SILENT ? ["the call never ended"] : [];
    pair.relay.cutAfter(Infinity);
    if (what !== PART && what !== ANSWER) {
      await pair.stack.status;
      pair.stack = pair.place.start(this.#variables());
      if (!await pair.stack.ready) {
        throw new Error(`no stack starts on what is left: ${pair.stack.stderr.join(" ")}`);
      }
    }
    findings.push(...await this.#aftermath(pair, act, args, expected.books, told));
    const when = isAtGate ? "while it wrote" : `after ${delay} ms`;
    return { when: `${act.name}, ${when}: ${what}`, said: told.said, hasStruck, findings };
  }

  async end(): Promise<void> {
    const pair = this.#pair;
    if (pair === null) return;
    this.#pair = null;
    for (const { pid } of await childrenOf(pair.stack.pid)) killNow(pid);
    pair.relay.close();
    await pair.place.leave();
    await this.ground.drop(pair.twin).catch(() => {});
  }

  async #start(): Promise<Pair> {
    const place = await makeStackPlace();
    const stack = place.start(this.#variables());
    if (!await stack.ready) {
      await place.leave();
      throw new Error(`no stack starts: ${stack.stderr.join(" ")}`);
    }
    const env = await stackEnv(place);
    await withConnection(env["SUPABASE_DB_URL"] ?? "", async (sql) => {
      await makeFirm(sql);
      await putGates(sql);
      const conf = join(place.dataDir, "postgres", "postgresql.conf");
      await Deno.writeTextFile(conf, `\napp.clock = '${CLOCK}'\n`, { append: true });
      await sql`select pg_reload_conf()`;
    });
    const acts = this.acts.filter(({ name }) => NAMES.includes(name));
    const relay = startRelay(Number(new URL(place.baseUrl).port));
    const { baseUrl } = place;
    return { place, stack, baseUrl, relay, env, twin: await this.ground.copy(), acts };
  }

  #variables(): Record<string, string> {
    return this.postgrestBin === null ? {} : { POSTGREST_BIN: this.postgrestBin };
  }

  async #kill({ stack, relay }: Pair, act: Act, next: () => number): Promise<string> {
    const below = await childrenOf(stack.pid);
    const part = below.find(({ command }) =>
      "job" in act
        ? command.includes(`functions/cron-${act.job}/`)
        : this.postgrestBin !== null && command.includes(this.postgrestBin)
    );
    const choice = next() % 4;
    if (choice === 3) {
      relay.cutAfter(1 + next() % 400);
      return ANSWER;
    }
    if (choice === 0 && part !== undefined) {
      killNow(part.pid);
      return PART;
    }
    // What the stack's own process leaves behind ends by itself, or is ended by the next stack.
    for (const { pid } of choice === 1 ? [] : below) killNow(pid);
    stack.kill("SIGKILL");
    return choice === 1 ? "the stack's own process" : "the stack and all of its processes";
  }

  async #aftermath(
    pair: Pair,
    act: Act,
    args: Readonly<Record<string, unknown>>,
    expected: Digests,
    told: Told,
  ): Promise<string[]> {
    return await withConnection(pair.env["SUPABASE_DB_URL"] ?? "", async (sql) => {
      const wrong: string[] = [];
      if (told.isDone) wrong.push(...differences(expected, await readDigests(sql)));
      for (const which of ["next", "last"]) {
        const { isDone, said } = await untilAnswered(pair, act, args);
        if (!isDone) wrong.push(`the ${which} call: ${said}`);
        for (const line of differences(expected, await readDigests(sql))) {
          wrong.push(`after the ${which} call, ${line}`);
        }
        if (which === "next") await letRunsAge(sql);
      }
      wrong.push(...await brokenInvariants(sql));
      if ("job" in act) wrong.push(...await liesAboutJob(sql, act.job));
      return wrong;
    });
  }
}

const PART = "the process that worked for it";
const ANSWER = "nothing but its answer";

async function undisturbed(act: Act, url: string): Promise<{ books: Digests; writes: number }> {
  const caller = await twinCaller(act, url);
  try {
    return await withConnection(url, async (sql) => {
      const before = await writesSoFar(sql);
      const { isDone, said } = await caller.call();
      if (!isDone) throw new Error(`${act.name} fails without a fault: ${said}`);
      return { books: await readDigests(sql), writes: await writesSoFar(sql) - before };
    });
  } finally {
    await caller.end();
  }
}

async function twinCaller(act: Act, url: string): Promise<Caller> {
  return await callerOf(act, await lookUp(act, url), url, {
    url: "http://127.0.0.1:1",
    key: "none",
  });
}
