// A thousand mixed calls at once, by everybody who works with the firm: nobody is told of a deadlock, of a limit that
// was passed or of anything else that is not theirs to mend, and in the end every hour and every cent is where it belongs.
import assert from "node:assert/strict";
import postgres from "postgres";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { deliver } from "../../../supabase/functions/_shared/jobs/deliver.ts";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { deliveryWith } from "../../support/outbox/messages.ts";
import { connectTo, withDatabase } from "../../support/server/database.ts";
import { KINDS } from "./calls.ts";
import { CLOCK, makeFirm, type Person } from "./firm.ts";
import { assertNothingIsWrong } from "./invariants.ts";
import type { Kind, Who } from "./kind.ts";
import { outcomeOf } from "./outbox_calls.ts";

const CALLS = 1000;
const AT_ONCE = 24;
const delivery = deliveryWith({ callWebhook: ({ id }) => Promise.resolve(outcomeOf(id)) });
const JOBS: Readonly<Record<string, (sql: postgres.Sql) => Promise<unknown>>> = {
  "lock-ended": lockEndedAssignments,
  "accrue-interest": accrueOverdueInterest,
  "deliver": (sql) => deliver(sql, { delivery }),
};

/** Numbers that a seed decides: mulberry32. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** A call to be made. */
interface Call {
  readonly kind: Kind;
  readonly n: number;
}

function callsFrom(seed: number): Call[] {
  const next = numbersFrom(seed);
  const lots = KINDS.flatMap((kind) => Array<Kind>(kind.weight).fill(kind));
  return Array.from({ length: CALLS }, () => {
    const kind = lots[next() % lots.length];
    assert(kind);
    return { kind, n: next() % 1_000_000 };
  });
}

/** The time limits that the API sets: the procedure's own, or the role's. */
async function limitsOf(sql: postgres.Sql): Promise<(call: string) => string> {
  const own = await sql<{ name: string; limit: string }[]>`
    select proname as name, substr(setting, 19) as limit from pg_proc cross join unnest(proconfig) as setting
     where pronamespace = 'public'::regnamespace and setting like 'statement_timeout=%'`;
  return (call) => own.find(({ name }) => call.includes(`${name}(`))?.limit ?? "8s";
}

/** Makes calls: finds the rows that each is about, and does it as whoever makes it, as PostgREST would. */
class Caller {
  constructor(
    readonly owner: postgres.Sql,
    readonly people: Readonly<Record<Who, Person[]>>,
    readonly limitOf: (call: string) => string,
  ) {}

  /** What the caller is told: `done`, `nothing to do`, the slug of a refusal, or what it should never be. */
  async make(sql: postgres.Sql, { kind, n }: Call): Promise<string> {
    const job = JOBS[kind.call];
    const person = this.people[kind.who][n % this.people[kind.who].length];
    try {
      if (job !== undefined) {
        await job(this.owner);
        return "done";
      }
      assert(person);
      const ids = await this.#find(kind, n, person);
      if (kind.about !== undefined && ids.length === 0) return "nothing to do";
      const call = kind.call.replaceAll("{ids}", ids.map((id) => `'${id}'`).join()).replaceAll(
        "{id}",
        ids[0] ?? "",
      ).replaceAll("{n}", String(n));
      await sql.begin(async (sql) => {
        await sql`
          select set_config('request.jwt.claims', ${person.identity.claims}, true),
                 set_config('statement_timeout', ${this.limitOf(call)}, true),
                 set_config('role', ${person.identity.role}, true)`;
        await sql.unsafe(call);
      });
      return "done";
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error;
      return /^PT4/.test(error.code) ? error.detail ?? "" : `${error.code}: ${error.message}`;
    }
  }

  async #find(kind: Kind, n: number, { contractor }: Person): Promise<string[]> {
    if (kind.about === undefined) return [];
    const about = kind.about.replaceAll("{contractor}", contractor ?? "");
    const rows = await this.owner.unsafe<{ id: string }[]>(
      `select id from (${about}) as found order by md5(id::text || ${n}) limit ${kind.rows ?? 1}`,
    );
    return rows.map(({ id }) => id);
  }
}

/** Makes all calls, so many at once. Gives what each kind was told, and how often. */
async function makeAll(
  url: string,
  caller: Caller,
  calls: readonly Call[],
): Promise<Map<string, Map<string, number>>> {
  const told = new Map(KINDS.map(({ name }) => [name, new Map<string, number>()]));
  const waiting = [...calls];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    const sql = connectTo(url);
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      const answer = await caller.make(sql, call);
      const answers = told.get(call.kind.name);
      answers?.set(answer, (answers.get(answer) ?? 0) + 1);
    }
    await sql.end();
  }));
  return told;
}

async function knownSlugs(): Promise<Set<string>> {
  const page = await Deno.readTextFile(new URL("../../../docs/errors.md", import.meta.url));
  return new Set([...page.matchAll(/^\| `(\w+)` *\| 4\d\d /gm)].map(([, slug = ""]) => slug));
}

Deno.test("soak/of_a_thousand_mixed_calls_at_once_shows_no_deadlock_to_a_caller", () =>
  withDatabase(async ({ sql, url }) => {
    const seed = Number(Deno.env.get("SOAK_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);
    const owner = postgres(url, { max: 8, onnotice: () => {} });
    try {
      const caller = new Caller(owner, await makeFirm(sql), await limitsOf(sql));
      const told = await makeAll(url, caller, callsFrom(seed));

      const slugs = await knownSlugs();
      const said = `seed ${seed}: SOAK_SEED=${seed} makes the same calls`;
      const wrong = [...told].flatMap(([name, answers]) =>
        [...answers.keys()].filter((answer) =>
          answer !== "done" && answer !== "nothing to do" && !slugs.has(answer)
        ).map((answer) => `${name}: ${answer}`)
      );
      assert.deepEqual(wrong, [], said);
      await assertNothingIsWrong(sql);
      const never = [...told].filter(([, answers]) => !answers.has("done")).map(([name]) => name);
      assert(never.length <= 8, `never done: ${never.join(", ")}; ${said}`);
      if (Deno.env.has("SOAK_SEED")) console.log(told);
    } finally {
      await owner.end();
    }
  }, { clock: CLOCK }));
