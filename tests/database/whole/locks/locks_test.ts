// docs/architecture.md, "Locks", compared with what is locked: by each procedure, job and guarded write, with pg_locks
// and pgrowlocks. The order is found by keeping each lock of a taker from it in turn, and looking what it has by then.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { connectTo, type TestDatabase, withDatabase } from "../../../support/server/database.ts";
import { Firm } from "../../../support/firm.ts";
import { waitUntilBlocked } from "../../../support/sql/interleaving.ts";
import { BEYOND_THE_SPEC, PROCEDURE_PATHS } from "../generated/procedure_paths.ts";
import {
  beginOn,
  type Held,
  heldLocks,
  includes,
  lockAgainst,
  type Transaction,
} from "./held_locks.ts";
import { PROCEDURES } from "./procedure_takers.ts";
import { REPORTS } from "./report_takers.ts";
import type { Job, Taker } from "./taker.ts";
import { JOBS, WRITES } from "./write_takers.ts";
import { type Lock, readLockTable } from "./lock_table.ts";

const table = await readLockTable();

/** The locks that the table has under any of the names, in its order. */
function locksOf(names: readonly string[]): Lock[] {
  return table.filter(({ takers }) => takers.some((taker) => names.includes(taker)));
}

/** Of the jobs that keep the log and erase, as the owner: docs/architecture.md, "Erasing" and "Keeping the log". */
const OF_MAINTENANCE = [
  "add_log_months",
  "archive_next_month",
  "detach_log_month",
  "erase_due",
  "forget",
];

const describe = ({ name, strength }: Lock | Held) => `${name} ${strength}`;

/** Asserts that exactly these are held, but for what statements take by themselves elsewhere. */
function assertHeld(held: readonly Held[], expected: readonly Lock[]): void {
  const counted = held.filter(({ name, isImplicit }) =>
    !isImplicit || expected.some((lock) => lock.name === name)
  );
  assertEquals(counted.map(describe).sort(), expected.map(describe).sort());
}

/** Asserts that those before a lock of the table are held, and neither it nor those after it. */
function assertWaitsFor(lock: Lock, held: readonly Held[], all: readonly Lock[]): void {
  const has = (lock: Lock) =>
    held.some(({ name, strength }) => name === lock.name && includes(strength, lock.strength));
  const passed = all.filter((other) => !other.skipsLocked || has(other));
  assertEquals(
    passed.filter(has).map(describe),
    passed.slice(0, passed.indexOf(lock)).map(describe),
    `held while waiting for ${describe(lock)}`,
  );
}

/** A firm of its own, and what it takes to look at locks. */
function withFirm(test: (firm: Firm, database: TestDatabase) => Promise<void>): Promise<void> {
  return withDatabase(async (database) => {
    await database.sql`create extension pgrowlocks with schema extensions`;
    await test(await Firm.create(database.sql), database);
  }, { clock: "2026-04-10 18:00:00+00" });
}

/** Runs something on a connection inside a transaction, which is undone. */
async function undone<T>(
  url: string,
  work: (connection: postgres.Sql, transaction: Transaction) => Promise<T>,
): Promise<T> {
  const sql = connectTo(url, { track_functions: "all" });
  try {
    const connection = await sql.reserve();
    return await work(connection, await beginOn(connection));
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** Keeps a lock from a call; looks once the call waits for it, or has passed it over. It may refuse in their stead. */
async function whileLocked(
  { sql, url }: TestDatabase,
  lock: Lock,
  call: (connection: postgres.Sql) => PromiseLike<unknown>,
  look: (held: Held[]) => void,
): Promise<void> {
  await undone(url, async (blocker, transaction) => {
    await lockAgainst(blocker, lock);
    await undone(url, async (connection) => {
      const calling = Promise.resolve(call(connection));
      const outcome = await Promise.race([
        calling.then(() => "passes over", () => "refuses"),
        waitUntilBlocked(sql).then(() => "waits for"),
      ]);
      if (lock.refusesLocked) return assertStrictEquals(outcome, "refuses", describe(lock));
      assertStrictEquals(outcome, lock.skipsLocked ? "passes over" : "waits for", describe(lock));
      look(await heldLocks(sql, transaction));
      await blocker`rollback`;
      await calling;
    });
  });
}

/** Compares a taker with the table. Adds the functions that it calls. */
async function compare(taker: Taker, called: Set<string>): Promise<void> {
  const locks = locksOf(taker.names);
  await withFirm(async (firm, database) => {
    const call = await taker.prepare(firm);
    await undone(database.url, async (connection) => {
      await call(connection);
      const functions = await connection`select funcname from pg_stat_xact_user_functions`;
      for (const { funcname } of functions) called.add(funcname);
      assertHeld(await heldLocks(database.sql, null), locks);
    });
    for (const lock of locks) {
      await whileLocked(database, lock, call, (held) => {
        if (lock.skipsLocked) assertHeld(held, locks.filter((other) => other !== lock));
        else assertWaitsFor(lock, held, locks);
      });
    }
  });
}

/** Compares a job with the table, at the moment when it has written. */
async function compareJob(job: Job): Promise<void> {
  const locks = locksOf([job.name]);
  await withFirm(async (firm, database) => {
    const { sql, url } = database;
    await job.prepare(firm);
    for (const lock of locks) {
      await whileLocked(database, lock, () => job.run(sql), (held) => assertHeld(held, []));
    }

    await sql`
      create function public.pause() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(0); return null; end'`;
    await sql.unsafe(
      `create trigger pause after update on ${job.writes} for each statement execute function public.pause()`,
    );
    await undone(url, async (blocker, transaction) => {
      await blocker`select pg_advisory_xact_lock(0)`;
      const running = job.run(sql);
      await waitUntilBlocked(sql);
      assertHeld(await heldLocks(sql, transaction), locks);
      await blocker`rollback`;
      await running;
    });
  });
}

Deno.test("locks/are_those_of_the_table_and_taken_in_its_order", async (test) => {
  assert(table.length > 20, "the table was not found");
  assertEquals(table, table.toSorted((one, other) => one.order - other.order));

  const called = new Set<string>();
  for (const taker of [...PROCEDURES, ...REPORTS, ...WRITES]) {
    await test.step(taker.names.join(" and "), () => compare(taker, called));
  }
  for (const job of JOBS) await test.step(job.name, () => compareJob(job));

  await test.step("no function that locks is missing", () =>
    withDatabase(async ({ sql }) => {
      const locking = await sql<{ name: string }[]>`
        select distinct proname as name
          from pg_proc, regexp_replace(prosrc, '--[^\n]*', '', 'g') as body
         where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
           and body ~* '\\mfor (no key update|update|key share|share)\\M|_advisory_|\\mlock table\\M'
         order by 1`;
      assert(locking.length > 20, "the functions were not found");
      assertEquals(
        locking.map(({ name }) => name).filter((name) => !called.has(name)),
        OF_MAINTENANCE,
      );
    }));
});

Deno.test("locks/the_table_names_every_procedure_and_nothing_that_was_not_compared", () => {
  const compared = [...PROCEDURES, ...WRITES].flatMap(({ names }) => names);
  const named = new Set(table.flatMap(({ takers }) => takers));
  assertEquals(
    [...named].sort(),
    [...new Set([...compared, ...JOBS.map(({ name }) => name)])].sort(),
  );
  const taken = new Set([...PROCEDURES, ...REPORTS].flatMap(({ names }) => names));
  const procedures = [...Object.keys(PROCEDURE_PATHS), ...BEYOND_THE_SPEC];
  assertEquals(procedures.filter((name) => !taken.has(name)), []);
});
