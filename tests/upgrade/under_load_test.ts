// The migration that is not released yet, applied to the last release while eight clients work.
import { assert, assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { readErrorsPage } from "../../prove/errors_page.ts";
import { limitsOf, sqlCaller } from "../../prove/soak/caller.ts";
import { KINDS } from "../../prove/soak/calls.ts";
import { Connection } from "../../prove/soak/connection.ts";
import { Findings } from "../../prove/soak/findings.ts";
import { beginDay, clockOf, FIRST_DAY, makeFirm } from "../../prove/soak/firm.ts";
import { Notes } from "../../prove/soak/notes.ts";
import { Outcomes } from "../../prove/soak/outcomes.ts";
import { Snapshots } from "../../prove/soak/snapshot.ts";
import { applyBase } from "../../stack/base.ts";
import { applyMigration, applyMigrations, readHistory } from "../../stack/schema/migrations.ts";
import { withScratchDatabase } from "../../stack/schema/scratch_database.ts";
import { StackError } from "../../stack/stack_error.ts";
import { readReleases } from "../../tools/releases/released.ts";
import { pendingMigrations } from "../support/schema/pending.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVER = Deno.env.get("TEST_SERVER_URL") ?? "";
const CLIENTS = 8;
const UPGRADES = 3;
/** Milliseconds that a client pauses between calls, on average. */
const PAUSE = 250;
/** Upgrades give up after a minute in which somebody was always at a table, as their message says. */
const TRIES = 4;

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

Deno.test("upgrade/of_the_last_release_meets_no_deadlock_while_eight_clients_work", async () => {
  const release = (await readReleases(ROOT)).at(-1);
  assert(release, "no version is released");
  const pending = await pendingMigrations();
  for (let seed = 1; seed <= UPGRADES; seed++) {
    const fill = async (sql: postgres.Sql) => {
      await applyBase(sql);
      await readHistory(sql); // makes it
      for (const file of release.migrations) await applyMigration(sql, file);
    };
    const name = `under_load_${seed}`;
    await withScratchDatabase(SERVER, name, fill, (url) => upgradeUnderLoad(url, pending, seed));
  }
});

async function upgradeUnderLoad(url: string, pending: string, seed: number): Promise<void> {
  const owner = postgres(url, { max: CLIENTS, prepare: false, onnotice: () => {} });
  try {
    const clock = clockOf(FIRST_DAY);
    const everybody = await makeFirm(owner);
    const contractor = await owner.begin(async (sql) => {
      await sql`select set_config('app.clock', ${clock}, true)`;
      return await beginDay(sql as unknown as postgres.Sql, FIRST_DAY);
    });
    await owner`analyze`;
    const day = { today: FIRST_DAY, clock, people: { ...everybody, contractor } };
    const outcomes = new Outcomes(KINDS, (await readErrorsPage()).slugs);
    const over = new AbortController();
    const options = {
      ...{ databaseUrl: url, api: null, seed, calls: null, lasts: 0, report: () => {} },
      signal: over.signal,
    };
    const limitOf = await limitsOf(owner, 10); // other tests run beside this one
    const connections = Array.from({ length: CLIENTS }, (_, nth) => {
      const surroundings = { options, owner, outcomes, notes: new Notes() };
      const caller = sqlCaller(url, () => clock, limitOf);
      return new Connection(surroundings, caller, KINDS, seed * CLIENTS + nth);
    });
    const working = connections.map(async (connection) => {
      while (!over.signal.aborted) {
        await connection.work(day, 1);
        await pause(2 * PAUSE * Math.random());
      }
    });
    await pause(2000);
    await upgrade(url, pending);
    await pause(2000);
    over.abort();
    await Promise.all(working);
    await Promise.all(connections.map(({ caller }) => caller.close()));

    assert(outcomes.total((told) => told === "done") > CLIENTS);
    assertEquals(outcomes.wrong(), []);
    assertEquals(outcomes.conflicts(), 0);
    const [database] = await owner<[{ deadlocks: number }]>`
      select deadlocks::int from pg_stat_database where datname = current_database()`;
    assertEquals(database.deadlocks, 0);
    const findings = new Findings(seed);
    await new Snapshots(owner, findings).take(day);
    assertEquals(findings.all, []);
  } finally {
    await owner.end({ timeout: 5 });
  }
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
