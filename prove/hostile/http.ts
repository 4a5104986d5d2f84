import type postgres from "postgres";
import { expectation, rowName } from "../../tests/support/access/expectation.ts";
import type { AccessFirm } from "../../tests/support/access/firm/firm.ts";
import { Choice } from "./choice.ts";
import { changedTables, digestOfAll, digestOfRows } from "./digest.ts";
import { type Findings, shown } from "./findings.ts";
import { answerTo, type HttpAnswer } from "./http_answer.ts";
import type { HttpCall } from "./http_call.ts";
import type { HttpCaller } from "./http_callers.ts";
import { someRequest } from "./http_calls.ts";
import { errorOf, type HttpKnowledge, wrongWith } from "./http_oracle.ts";
import type { Surface } from "./surface.ts";

/** Call that is made. */
export interface HttpGround {
  readonly baseUrl: string;
  readonly seed: number;
  readonly sql: postgres.Sql;
  readonly firm: AccessFirm;
  readonly surface: Surface;
  readonly knowledge: HttpKnowledge;
  readonly callers: readonly HttpCaller[];
}

/** Summary of the calls made: their number, outcomes, and the slowest one. */
export interface HttpWork {
  readonly calls: number;
  readonly slowest: { readonly milliseconds: number; readonly target: string };
  /** Number of results, by status and code. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Calls that were too slow, or hung and were ended: judgeSlow says whether it counts. */
  readonly slow: readonly Slow[];
}

interface Slow {
  readonly call: HttpCall;
  readonly caller: HttpCaller;
  readonly answer: HttpAnswer;
}

/** Some of the callers, who call while nobody else does, and what stays as it is meanwhile. */
interface Turn {
  readonly name: string;
  readonly callers: readonly HttpCaller[];
  /** Of all calls, how many in a hundred. */
  readonly share: number;
  readonly kept: () => Promise<Map<string, string>>;
}

/** Requests under way at a time. */
const LANES = 8;
/** Number of times that a slow call is made again, alone, before it counts. */
const AGAIN = 2;
/** The SQLSTATE of what hung and was ended. */
const HUNG = "57014";
/** After so many calls it is odd that somebody who has rights was never answered. */
const MANY = 60;

/**
 * Calls, in turns: who may do nothing while nobody else calls, so that every row has to stay as it is. What is thrown,
 * as by a lost connection, is a finding, and the other callers go on.
 *
 * @param share whether so much of the work is over, from 0 to 1, after so many calls
 */
export async function callOverHttp(
  ground: HttpGround,
  isOver: (share: number, calls: number) => boolean,
  findings: Findings,
): Promise<HttpWork> {
  const outcomes = new Map<string, number>();
  let slowest = { milliseconds: 0, target: "" };
  let calls = 0;
  let over = 0;
  const slow: Slow[] = [];
  const answered = new Map<string, { calls: number; done: number }>();
  for (const [nth, turn] of turnsOf(ground).entries()) {
    over += turn.share / 100;
    const during = `${turn.name} calling, of seed ${ground.seed}`;
    const before = await findings.during(`the look before ${during}`, turn.kept);
    const lane = async (n: number, isNow: (call: HttpCall, caller: HttpCaller) => void) => {
      const choice = new Choice(ground.seed + 1_000 * nth + n);
      while (!isOver(over, calls)) {
        calls++;
        const caller = choice.of(turn.callers);
        const call = someRequest(choice, ground.surface);
        isNow(call, caller);
        const answer = await toldAnswer(ground.baseUrl, call, caller);
        const { code } = errorOf(answer);
        const outcome = `${answer.status} ${code}`.trim();
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        if (answer.milliseconds > slowest.milliseconds) {
          slowest = { milliseconds: answer.milliseconds, target: `${call.kind} ${call.target}` };
        }
        if (asksWho(call)) {
          const { calls: asked, done } = answered.get(caller.name) ?? { calls: 0, done: 0 };
          const isDone = answer.status >= 200 && answer.status < 300;
          answered.set(caller.name, { calls: asked + 1, done: done + Number(isDone) });
        }
        if (code === HUNG || answer.milliseconds > call.limit) slow.push({ call, caller, answer });
        const wrong = code === HUNG ? null : wrongWith(call, caller, answer, ground.knowledge);
        if (wrong !== null) {
          findings.add(`${nameOf(call)}, ${wrong}`, again(call, caller, answer, ground.knowledge));
        }
      }
    };
    const lanes = Array.from({ length: LANES }, async (_, n) => {
      let last = "nothing was called";
      const isNow = (call: HttpCall, caller: HttpCaller) => last = commandOf(call, caller);
      await findings.during(`lane ${n} of ${during}`, () => lane(n, isNow), () => last);
    });
    await Promise.all(lanes);
    const after = await findings.during(`the look after ${during}`, turn.kept);
    for (const table of before && after ? changedTables(before, after) : []) {
      findings.add(`${table} changed`, `while ${turn.name} called, of seed ${ground.seed}`);
    }
  }
  for (const { name, column } of ground.callers) {
    const { calls: asked, done } = answered.get(name) ?? { calls: 0, done: 0 };
    if (column !== null && asked >= MANY && done === 0) {
      findings.add("somebody who has rights never got an answer", `${name}, of ${asked} calls`);
    }
  }
  return { calls, slowest, outcomes, slow };
}

/** True if only a key or a token that is valid is answered; the monitor, say, answers everybody. */
function asksWho({ kind, method }: HttpCall): boolean {
  return ["rpc", "read", "write"].includes(kind) && method !== "OPTIONS";
}

/** Makes again what was too slow, while nobody else calls: what is too slow each time is. */
export async function judgeSlow(
  ground: HttpGround,
  slow: readonly Slow[],
  findings: Findings,
): Promise<void> {
  for (const { call, caller, answer } of slow) {
    const judged = await inTime(ground.baseUrl, call, caller, answer);
    const wrong = judged === null
      ? `it takes longer than ${call.limit / 1000} s`
      : wrongWith(call, caller, judged, ground.knowledge);
    if (wrong !== null) {
      const told = again(call, caller, judged ?? answer, ground.knowledge);
      findings.add(`${nameOf(call)}, ${wrong}`, told);
    }
  }
}

/** The first answer that was in time; null: none was. */
async function inTime(
  baseUrl: string,
  call: HttpCall,
  caller: HttpCaller,
  answer: HttpAnswer,
): Promise<HttpAnswer | null> {
  const isInTime = (one: HttpAnswer) =>
    one.milliseconds <= call.limit && errorOf(one).code !== HUNG;
  for (let time = 0; time < AGAIN; time++) {
    const other = await toldAnswer(baseUrl, call, caller);
    // The first one was judged already, unless it hung.
    if (isInTime(other)) return errorOf(answer).code === HUNG ? other : answer;
  }
  return null;
}

/** The answer; of HEAD, where it is a failure, what GET says of it. */
async function toldAnswer(
  baseUrl: string,
  call: HttpCall,
  caller: HttpCaller,
): Promise<HttpAnswer> {
  const answer = await answerTo(baseUrl, call, caller);
  if (call.method !== "HEAD" || answer.status < 500) return answer;
  return await answerTo(baseUrl, { ...call, method: "GET" }, caller);
}

function turnsOf({ callers, sql, firm }: HttpGround): Turn[] {
  const called = (name: string) => callers.filter((caller) => caller.column === name);
  const matrix = expectation();
  const others = ["ada", "ben", "north", "south"] as const;
  return [
    {
      name: "those who may do nothing",
      callers: callers.filter(({ column, isKnownToFunctions }) =>
        column === null && !isKnownToFunctions
      ),
      share: 30,
      kept: () => digestOfAll(sql),
    },
    { name: "a viewer", callers: called("viewer"), share: 5, kept: () => digestOfAll(sql) },
    ...others.map((name) => ({
      name,
      callers: called(name),
      share: 5,
      kept: () =>
        digestOfRows(
          sql,
          firm.rows.filter((row) =>
            "id" in row.key && !VIEWS.test(row.table) && matrix.get(rowName(row))?.get(name) === ""
          ),
        ),
    })),
    {
      name: "the others",
      callers: callers.filter(({ column, isKnownToFunctions }) =>
        isKnownToFunctions || column !== null && !["viewer", ...others].includes(column)
      ),
      share: 45,
      kept: () => Promise.resolve(new Map<string, string>()),
    },
  ];
}

/** Those with prepared rows that have an id. */
const VIEWS =
  /^(my_|renewals_due|unapproved_time|facility_time|unbilled_|invitations|missing_|me$)/;

function nameOf({ kind, target }: HttpCall): string {
  return `HTTP ${kind} ${target}`;
}

/** The call as one makes it again, and what came of it; keys and tokens are named, not told. */
function again(
  call: HttpCall,
  caller: HttpCaller,
  answer: HttpAnswer,
  { secrets }: HttpKnowledge,
): string {
  const told = secrets.reduce((text, secret) => text.replaceAll(secret, "<secret>"), answer.body);
  return `${commandOf(call, caller)} -- ${answer.status} ${shown(told, 500)}`;
}

function commandOf(call: HttpCall, caller: HttpCaller): string {
  const headers = call.headers.map(([name, value]) => ` -H '${name}: ${shown(value, 100)}'`);
  const body = call.body === null ? "" : ` -d '${shown(call.body, 800)}'`;
  return `as ${caller.name}: curl -X ${call.method} '${shown(call.path, 900)}'${
    headers.join("")
  }${body}`;
}
