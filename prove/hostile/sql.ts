import postgres from "postgres";
import type { PreparedRow } from "../../tests/support/access/prepared_rows.ts";
import { Choice } from "./choice.ts";
import { FORMER_ADMIN, type SqlCaller } from "./callers.ts";
import { Findings, shown } from "./findings.ts";
import { type Attempt, Attempts, type SqlAnswer } from "./sql_attempts.ts";
import { functionCall, relationCall } from "./sql_calls.ts";
import {
  forbiddenRows,
  foreignRows,
  type Judged,
  type Knowledge,
  lettersOn,
  WRITES,
  wrongWith,
} from "./sql_oracle.ts";
import { someFunction, type Surface } from "./surface.ts";

/** Database of one connection: a database that no other one works on, so that its seed brings all back. */
export interface SqlGround {
  readonly url: string;
  readonly seed: number;
  readonly surface: Surface;
  readonly knowledge: Knowledge;
  readonly callers: readonly SqlCaller[];
}

/** Work of one connection. */
export interface SqlWork {
  readonly calls: number;
  readonly slowest: { readonly milliseconds: number; readonly target: string };
  /** Number of results, by SQLSTATE; "" for what went through. */
  readonly states: ReadonlyMap<string, number>;
  /** The procedures that went through. */
  readonly done: ReadonlySet<string>;
}

const BATCH = 100;
/** The limit of Supabase for people, in milliseconds. */
const LIMIT = 8_000;
/** Number of times that a slow call is made again, before it counts. */
const AGAIN = 2;
/** The SQLSTATE of what hung and was ended. */
const HUNG = "57014";

interface Made extends Judged {
  readonly attempt: Attempt;
  readonly limit: number;
}

/** Calls until `isOver` says so, in batches; what is thrown, as by a lost connection, is a finding and ends it. */
export async function callInSql(
  given: SqlGround,
  areKept: boolean,
  isOver: (calls: number) => boolean,
  findings: Findings,
): Promise<SqlWork> {
  // Whoever was deactivated an admin may take back, and their call is kept.
  const callers = given.callers.filter(({ name }) => !areKept || name !== FORMER_ADMIN);
  const ground = { ...given, callers };
  const name = `the calls in SQL of seed ${ground.seed}, ${areKept ? "kept" : "taken back"}`;
  const sql = postgres(ground.url, { max: 1, onnotice: () => {}, idle_timeout: 0 });
  const choice = new Choice(ground.seed);
  const intact = new Map(
    areKept ? [] : ground.callers.map((caller) => [caller.name, intactQuery(ground, caller)]),
  );
  const states = new Map<string, number>();
  const done = new Set<string>();
  let slowest = { milliseconds: 0, target: "" };
  let calls = 0;
  let made: readonly Made[] = [];
  const callAll = async () => {
    const attempts = await Attempts.on(sql);
    while (!isOver(calls)) {
      made = Array.from({ length: BATCH }, () => make(choice, ground, intact));
      const answers = await attempts.answers(made.map(({ attempt }) => attempt), areKept);
      for (const [n, one] of made.entries()) {
        const answer = answers[n];
        if (answer === undefined) throw new Error("a call got no answer");
        const state = answer.state ?? "";
        states.set(state, (states.get(state) ?? 0) + 1);
        if (state === "" && one.call.kind === "procedure") done.add(one.call.target);
        if (answer.milliseconds > slowest.milliseconds) {
          slowest = { milliseconds: answer.milliseconds, target: one.call.target };
        }
        const judged = await inTime(attempts, one, answer);
        const wrong = judged === null
          ? `it takes longer than ${one.limit / 1000} s`
          : wrongWith(one, judged, { ...ground.knowledge, isMoved: areKept });
        if (wrong !== null) {
          findings.add(
            `${one.call.kind} ${one.call.target}, ${wrong}`,
            again(one, judged ?? answer),
          );
        }
      }
      calls += BATCH;
    }
  };
  await findings.during(
    name,
    callAll,
    () =>
      `after ${calls} calls, in one of ${
        made.map(({ caller, attempt }) => `as ${caller.name}: ${shown(attempt.statement, 300)}`)
          .join("; ")
      }`,
  );
  await sql.end({ timeout: 1 });
  return { calls, slowest, states, done };
}

function make(
  choice: Choice,
  { surface, knowledge: { firm, who }, callers }: SqlGround,
  intact: ReadonlyMap<string, string>,
): Made {
  if (choice.once(2)) {
    const relation = choice.of(surface.relations);
    const rows = firm.rows.filter((row) => row.table === relation.name);
    const call = relationCall(choice, surface, relation, rows);
    const caller = someCaller(
      choice,
      callers,
      (one) => rows.some((row) => WRITES.test(lettersOn(one, row))),
    );
    const { role, claims } = caller;
    const forbidden = JSON.stringify(
      Object.fromEntries(
        forbiddenRows(call, caller, rows).map(({ label, key }) => [label, key]),
      ),
    );
    const attempt = { role, claims, statement: call.statement, intact: "", forbidden };
    return { call, caller, signature: null, limit: LIMIT, attempt };
  }
  const callable = someFunction(choice, surface);
  const call = functionCall(choice, surface, callable);
  const { signature, limit } = callable;
  const allowed = who.get(callable.name)?.all ?? "signed in";
  const caller = someCaller(
    choice,
    callers,
    ({ column }) => column !== null && allowed !== "signed in" && allowed.has(column),
  );
  const { role, claims, name } = caller;
  const attempt = {
    role,
    claims,
    statement: call.statement,
    intact: intact.get(name) ?? "",
    forbidden: "",
  };
  return { call, caller, signature, limit: limit ?? LIMIT, attempt };
}

/** Two times of three somebody who has the right, where there is one: then refusals come from further inside. */
function someCaller(
  choice: Choice,
  callers: readonly SqlCaller[],
  mayDo: (caller: SqlCaller) => boolean,
): SqlCaller {
  const able = callers.filter(mayDo);
  return choice.of(able.length === 0 || choice.once(3) ? callers : able);
}

/** True if the rows that a caller may not read are as they were before this transaction. */
function intactQuery({ surface, knowledge: { firm } }: SqlGround, caller: SqlCaller): string {
  // Staff read most of what is there, and their procedures write all over it.
  if (!["ada", "ben", "north", "south"].includes(caller.column ?? "")) return "";
  const tables = new Set(surface.relations.filter(({ isView }) => !isView).map(({ name }) => name));
  const byTable = new Map<string, PreparedRow[]>();
  for (const row of foreignRows(firm, caller)) {
    if (tables.has(row.table)) byTable.set(row.table, [...byTable.get(row.table) ?? [], row]);
  }
  const parts = [...byTable].map(([table, rows]) =>
    `(select count(*) from public."${table}" where id in (${
      rows.map(({ key }) => `'${key.id}'`)
    }) and xmin::text::bigint < pg_current_xact_id()::text::bigint) = ${rows.length}`
  );
  return `select ${parts.join(" and ")}`;
}

/**
 * The answer that counts, of a call that was in time at least once: a machine that was busy once is not slow. Of one
 * that hung the answer in time. Null: it is too slow each time.
 */
async function inTime(
  attempts: Attempts,
  { attempt, limit }: Made,
  answer: SqlAnswer,
): Promise<SqlAnswer | null> {
  if (answer.milliseconds <= limit) return answer;
  for (let time = 0; time < AGAIN; time++) {
    const [other] = await attempts.answers([attempt], false);
    if (other === undefined) throw new Error("a call got no answer");
    if (other.milliseconds <= limit) return answer.state === HUNG ? other : answer;
  }
  return null;
}

/** The call as one makes it again, and what came of it. */
function again({ caller, attempt }: Made, answer: SqlAnswer): string {
  const { state, message, detail, hint, context, rows } = answer;
  const came = state === null
    ? `${rows} rows ${answer.answer}`
    : `${state} ${message} | ${detail} | ${hint} | ${context}`;
  return `as ${caller.name}: set local role ${caller.role}; set local request.jwt.claims = '${
    shown(caller.claims, 200)
  }'; ${shown(attempt.statement)} -- ${shown(came, 700)}`;
}
