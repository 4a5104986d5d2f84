// The last migration, released or not yet, applied to the release before it while eight clients work.
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { readErrorsPage } from "../../prove/errors_page.ts";
import { limitsOf, sqlCaller } from "../../prove/soak/caller.ts";
import { KINDS } from "../../prove/soak/calls.ts";
import { Connection } from "../../prove/soak/connection.ts";
import { Findings } from "../../prove/soak/findings.ts";
import { beginDay, clockOf, FIRST_DAY, makeFirm } from "../../prove/soak/firm.ts";
import type { Kind } from "../../prove/soak/kind.ts";
import { Notes } from "../../prove/soak/notes.ts";
import { Outcomes } from "../../prove/soak/outcomes.ts";
import { Snapshots } from "../../prove/soak/snapshot.ts";
import { applyBase } from "../../stack/base.ts";
import { applyMigration, applyMigrations, readHistory } from "../../stack/schema/migrations.ts";
import { withScratchDatabase } from "../../stack/schema/scratch_database.ts";
import { StackError } from "../../stack/stack_error.ts";
import { readEarlierReleases } from "../../tools/releases/released.ts";
import { EVENTS } from "../support/outbox/webhooks.ts";
import { pendingMigrations } from "../support/schema/pending.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVER = Deno.env.get("TEST_SERVER_URL") ?? "";
const CLIENTS = 8;
const UPGRADES = 3;
/** Milliseconds that a client pauses between calls, on average. */
const PAUSE = 250;
const RESTLESS = 20;
/** Milliseconds of work before and after an upgrade. */
const A_WHILE = 2000;
/** Upgrades give up after a minute in which somebody was always at a table, as their message says. */
const TRIES = 4;

/**
 * A call that waits for the upgrade's locks goes on with a function as it was, which may call one that is gone: by its
 * name, or by the number that a plan has of it; or promise the rows of a table that has more columns by now. It has done
 * nothing, and may come again.
 */
const CAUGHT_BY_THE_UPGRADE =
  /was told "(42883: function private\.[^"]+ does not exist|XX000: cache lookup failed for function \d+|42804: structure of query does not match function result type)" \(1 ×\)$/;

/** Events that the last release tells webhooks of. */
const EVENTS_OF_RELEASE = EVENTS.filter((event) => event !== "payroll_batch.handed_over");

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

Deno.test("upgrade/of_the_last_release_meets_no_deadlock_while_eight_clients_work", async () => {
  for (let seed = 1; seed <= UPGRADES; seed++) {
    assertEquals(await upgradeUnderLoad(seed, PAUSE), []);
  }
});

Deno.test("upgrade/goes_through_at_once_when_callers_are_stopped_as_printed", async () => {
  const page = await Deno.readTextFile(`${ROOT}/docs/operations.md`);
  const [stop = "", go = ""] = [...page.matchAll(
    /<!-- run by tests\/upgrade\/under_load_test\.ts -->\n\n```sql\n(.*?)```/gs,
  )].map(([, statement]) => statement);
  const told = await upgradeUnderLoad(0, RESTLESS, async (sql, upgrade) => {
    await sql.unsafe(stop);
    await upgrade();
    await sql.unsafe(go);
  });
  assert(told.length > 0, "nobody was refused");
});

/**
 * Upgrades the last release while clients work at its soak, and looks at the books afterwards.
 *
 * @param average milliseconds between two calls of a client
 * @param around does something before and after the upgrade, as the owner
 * @returns what callers were told that they should never be
 */
async function upgradeUnderLoad(
  seed: number,
  average: number,
  around = (_: postgres.Sql, upgrade: () => Promise<void>) => upgrade(),
): Promise<string[]> {
  const release = (await readEarlierReleases(ROOT)).at(-1);
  assert(release, "no version is released");
  const pending = await pendingMigrations();
  const fill = async (sql: postgres.Sql) => {
    await applyBase(sql);
    await readHistory(sql); // makes it
    for (const file of release.migrations) await applyMigration(sql, file);
  };
  return await withScratchDatabase(SERVER, `under_load_${seed}`, fill, async (url) => {
    const owner = postgres(url, { max: CLIENTS, prepare: false, onnotice: () => {} });
    try {
      const outcomes = await workDuring(
        url,
        owner,
        { seed, average },
        () => around(owner, () => upgrade(url, pending)),
      );
      assert(outcomes.total((told) => told === "done") > CLIENTS);
      assertEquals(outcomes.conflicts(), 0);
      const [database] = await owner<[{ deadlocks: number }]>`
        select deadlocks::int from pg_stat_database where datname = current_database()`;
      assertEquals(database.deadlocks, 0);
      return outcomes.wrong().filter((told) => !CAUGHT_BY_THE_UPGRADE.test(told));
    } finally {
      await owner.end({ timeout: 5 });
    }
  });
}

/** Calls that the release knows. Jobs are those of this clone, and need not work with the schema before theirs. */
async function kindsOfRelease(owner: postgres.Sql): Promise<Kind[]> {
  const rows = await owner<{ name: string }[]>`
    select proname as name from pg_proc union select relname from pg_class
     union select attname from pg_attribute`;
  const known = new Set(rows.map(({ name }) => name));
  const called = (call: string) => [
    ...call.matchAll(/\b(?:from|select|lateral) (\w+)\(/g),
    ...call.matchAll(/\bselect [\w, *]+ from (\w+)(?![\w(.])/g),
    ...call.matchAll(/\b(?:insert into|delete from|update(?! set\b)) (\w+)/g),
    ...call.matchAll(/\bset (\w+) =/g),
    ...call.matchAll(/\b(\w+) (?:=>|is null|is not null)/g),
    ...[...call.matchAll(/\binsert into \w+ \(([\w, ]+)\)/g)]
      .flatMap(([, columns = ""]) => [...columns.matchAll(/(\w+)/g)]),
  ];
  return KINDS.filter(({ who, call, about = "" }) =>
    who !== "schedule" && called(`${call} ${about}`).every(([, name = ""]) => known.has(name))
  );
}

/** Has clients work until a while after something is done. Asks then for all that must hold. */
async function workDuring(
  url: string,
  owner: postgres.Sql,
  { seed, average }: { readonly seed: number; readonly average: number },
  something: () => Promise<void>,
): Promise<Outcomes> {
  const clock = clockOf(FIRST_DAY);
  const everybody = await makeFirm(owner, EVENTS_OF_RELEASE);
  const contractor = await owner.begin(async (sql) => {
    await sql`select set_config('app.clock', ${clock}, true)`;
    return await beginDay(sql as unknown as postgres.Sql, FIRST_DAY);
  });
  await owner`analyze`;
  const day = { today: FIRST_DAY, clock, people: { ...everybody, contractor } };
  const kinds = await kindsOfRelease(owner);
  const outcomes = new Outcomes(kinds, (await readErrorsPage()).slugs);
  const over = new AbortController();
  const options = {
    ...{ databaseUrl: url, api: null, seed, calls: null, lasts: 0, report: () => {} },
    signal: over.signal,
  };
  const limitOf = await limitsOf(owner, 10); // other tests run beside this one
  const connections = Array.from({ length: CLIENTS }, (_, nth) => {
    const surroundings = { options, owner, outcomes, notes: new Notes() };
    const caller = sqlCaller(url, () => clock, limitOf);
    return new Connection(surroundings, caller, kinds, seed * CLIENTS + nth);
  });
  const working = connections.map(async (connection) => {
    while (!over.signal.aborted) {
      await connection.work(day, 1);
      await pause(2 * average * Math.random());
    }
  });
  try {
    await pause(A_WHILE);
    await something();
    await pause(A_WHILE);
  } finally {
    over.abort();
    await Promise.all(working);
    await Promise.all(connections.map(({ caller }) => caller.close()));
  }
  const findings = new Findings(seed);
  await new Snapshots(owner, findings).take(day);
  // The log of before lacks the columns that came.
  assertEquals(findings.all.filter((told) => !told.startsWith("a row is not what its log")), []);
  return outcomes;
}

async function upgrade(url: string, pending: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    for (let tried = 1;; tried++) {
      try {
        assertEquals((await applyMigrations(sql, pending)).applied.length, 1);
        return;
      } catch (error) {
        const isBusy = error instanceof StackError && error.message.includes("for a whole minute");
        if (!isBusy || tried === TRIES) throw error;
      }
    }
  } finally {
    await sql.end();
  }
}
