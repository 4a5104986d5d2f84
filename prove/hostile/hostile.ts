import { startRest } from "../../stack/lite.ts";
import { until } from "../../stack/processes.ts";
import type { Stack } from "../../stack/stack.ts";
import { prepareTemplate } from "../../tests/support/server/template.ts";
import { startOwnStack } from "../own_stack.ts";
import type { Outcome, Part, Table, Trial } from "../part.ts";
import { Findings } from "./findings.ts";
import { callOverHttp, type HttpWork, judgeSlow } from "./http.ts";
import { httpGround } from "./http_ground.ts";
import { callInSql, type SqlWork } from "./sql.ts";
import { addNewlyBroken, brokenRules } from "./broken_rules.ts";
import { sqlGround, TODAY } from "./sql_ground.ts";
import { compareWithList } from "./rest_compare.ts";
import { compareEmbeds } from "./rest_embeds.ts";
import { assertStands, memory } from "./standing.ts";
import { isProcedure } from "./surface.ts";

/** Connections that call in SQL, each on a database of its own. */
const CONNECTIONS = 2;
/** Of all calls, those over HTTP. */
const OVER_HTTP = 1 / 10;
/** Of the calls in SQL, those whose effects stay; of the time in SQL somewhat more. */
const KEPT = 1 / 10;
const KEPT_TIME = 1 / 5;
/** Calls go on for as long, in milliseconds, however late a busy machine begins with them. */
const LEAST_MS = 5_000;
/** So many procedures that never went through are named. */
const NAMED = 10;
const HOUR_MS = 3_600_000;
/** No call takes longer in the mean. */
const SLOWEST_CALL_MS = 1_000;

/** Calls everything that can be called, as everybody, with what nobody gives in good faith. */
export const HOSTILE: Part = {
  name: "hostile",
  about: "Calls every procedure, table, view, function and document, over HTTP and in SQL, as " +
    "everybody and as nobody, with odd arguments, headers and tokens, and holds that no answer " +
    "fails, tells of our insides, does what the caller has no right to, or takes too long.",
  share: 3,
  run: async (trial) => {
    const deadline = performance.now() + trial.lasts;
    const stack = await startOwnStack(trial, "demo");
    try {
      const findings = new Findings();
      return await quietly(() => findings.watching(() => calls(trial, stack, deadline, findings)));
    } finally {
      await stack.stop();
    }
  },
};

/** The embedded REST prints each refusal; of thousands that is no news. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { error } = console;
  console.error = () => {};
  try {
    return await work();
  } finally {
    console.error = error;
  }
}

async function calls(
  trial: Trial,
  stack: Stack,
  deadline: number,
  findings: Findings,
): Promise<Outcome> {
  const { seed, signal, report } = trial;
  await prepareTemplate(stack.dbUrl);
  const grounds = await Promise.all(
    Array.from(
      { length: CONNECTIONS + 1 },
      (_, n) => sqlGround(stack.dbUrl, `hostile_${n}`, seed + n),
    ),
  );
  const ground = await httpGround(stack, seed, tokensLast(trial), trial.postgrestBin);
  await findings.during(
    "the comparison with docs/embedded_rest.md",
    () => {
      const relations = ground.surface.relations.map(({ name }) => name);
      return compareRest(trial, stack, ground.firm.users.admin, relations, findings);
    },
  );
  const began = performance.now();
  const share = () => (performance.now() - began) / Math.max(deadline - began, LEAST_MS);
  report(
    `calls ${ground.surface.functions.length} functions and ${ground.surface.relations.length} tables and views`,
  );

  const inSql = trial.calls === null ? null : Math.ceil(trial.calls * (1 - OVER_HTTP));
  const work = async (n: number, areKept: boolean, from: number, to: number) => {
    const own = grounds[n];
    if (own === undefined) throw new Error(`no database ${n}`);
    const amount = inSql === null ? null : inSql * (areKept ? KEPT : (1 - KEPT) / CONNECTIONS);
    const isOver = (made: number) =>
      signal.aborted || (amount === null ? share() >= to : made >= amount);
    const hasBegun = () => Promise.resolve(share() >= from);
    if (amount === null) await until(hasBegun, Infinity, () => signal.aborted);
    return await callInSql(own, areKept, isOver, findings);
  };
  const url = grounds[CONNECTIONS]?.url ?? "";
  const rules = (when: string) =>
    findings.during(`the look at what must never be, ${when}`, () => brokenRules(url, TODAY));
  const before = await rules("before the calls");
  const sql = (async () => {
    const rolledBack = await Promise.all(
      Array.from({ length: CONNECTIONS }, (_, n) => work(n, false, 0, 1 - KEPT_TIME)),
    );
    const kept = await work(CONNECTIONS, true, 1 - KEPT_TIME, 1);
    const after = await rules("after the calls that were kept");
    if (before !== null && after !== null) addNewlyBroken(before, after, seed, findings);
    return [...rolledBack, kept];
  })();
  let warm = memory();
  const overHttp = trial.calls === null ? null : Math.ceil(trial.calls * OVER_HTTP);
  const http = callOverHttp(ground, (of, made) => {
    if (made === 1_000) warm = memory();
    return signal.aborted || (overHttp === null ? share() >= of : made >= overHttp * of);
  }, findings);
  try {
    const [worked, answered] = await Promise.all([sql, http]);
    await judgeSlow(ground, answered.slow, findings);
    await findings.during(
      "the look after all calls",
      () => assertStands(stack.url, ground.sql, warm, findings),
    );
    const procedures = ground.surface.functions.filter(isProcedure).map(({ name }) => name);
    return outcome(worked, answered, procedures, findings, memory() - warm);
  } finally {
    await Promise.allSettled([sql, http]);
    await ground.sql.end({ timeout: 1 });
  }
}

/** Asks the list of docs/embedded_rest.md: the embedded REST, and PostgREST where there is one. */
async function compareRest(
  { postgrestBin }: Trial,
  { url, dbUrl, keys }: Stack,
  adminId: string,
  relations: readonly string[],
  findings: Findings,
): Promise<void> {
  const column = postgrestBin === null ? "embedded" : "postgrest";
  const served = (request: Request) => {
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(`${url}${pathname}${search}`, request));
  };
  await compareWithList(served, column, keys, adminId, findings);
  if (postgrestBin === null) return;
  const embedded = await startRest(dbUrl.replace("//postgres:", "//authenticator:"), dbUrl, keys);
  try {
    await compareWithList(embedded.fetch, "embedded", keys, adminId, findings);
    await compareEmbeds(embedded.fetch, served, relations, keys.secretKey, findings);
  } finally {
    await embedded.close();
  }
}

/** Longer than the calls, in milliseconds: those that are counted take as long as they take. */
function tokensLast({ lasts, calls }: Trial): number {
  return calls === null ? 2 * lasts + HOUR_MS : HOUR_MS + calls * SLOWEST_CALL_MS;
}

function outcome(
  worked: readonly SqlWork[],
  answered: HttpWork,
  procedures: readonly string[],
  findings: Findings,
  grown: number,
): Outcome {
  const inSql = worked.reduce((sum, { calls }) => sum + calls, 0);
  const states = summed(worked.map(({ states }) => states));
  const slowest =
    worked.map(({ slowest }) => slowest).sort((a, b) => b.milliseconds - a.milliseconds)[0] ??
      { milliseconds: 0, target: "" };
  const count = (n: number) => n.toLocaleString("en");
  const never = procedures.filter((name) => !worked.some(({ done }) => done.has(name)));
  return {
    calls: inSql + answered.calls,
    did: [
      `${count(inSql)} calls in SQL, of which ${
        count(worked.at(-1)?.calls ?? 0)
      } were kept; the slowest took ${Math.round(slowest.milliseconds)} ms (${slowest.target}).`,
      `${procedures.length - never.length} of ${procedures.length} procedures went through in SQL${
        never.length === 0 ? "" : `; never: ${never.slice(0, NAMED).join(", ")}`
      }${never.length > NAMED ? " and others" : ""}.`,
      `${count(answered.calls)} requests over HTTP; the slowest took ${
        Math.round(answered.slowest.milliseconds)
      } ms (${answered.slowest.target}).`,
      `Memory of REST, auth and gateway grew by ${
        Math.round(grown / 2 ** 20)
      } MB after the first thousand requests.`,
    ],
    tables: [
      frequencies("what came of it in SQL", states),
      frequencies("what came of it over HTTP", answered.outcomes),
    ],
    findings: findings.sentences(),
  };
}

function summed(maps: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const [key, times] of maps.flatMap((map) => [...map])) {
    sum.set(key, (sum.get(key) ?? 0) + times);
  }
  return sum;
}

/** The most frequent, and how many the others are. */
function frequencies(head: string, times: ReadonlyMap<string, number>): Table {
  const sorted = [...times].sort(([, a], [, b]) => b - a);
  const others = sorted.slice(12).reduce((sum, [, n]) => sum + n, 0);
  const rows = sorted.slice(0, 12).map((
    [name, n],
  ) => [name === "" ? "done" : name, n.toLocaleString("en")]);
  return { head: [head, "calls"], rows: [...rows, ["others", others.toLocaleString("en")]] };
}
