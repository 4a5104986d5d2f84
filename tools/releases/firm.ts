import postgres from "postgres";
import {
  applyMigration,
  explain,
  type Migration,
  readHistory,
} from "../../stack/schema/migrations.ts";
import { StackError } from "../../stack/stack_error.ts";
import { filesOf, type Jobs, jobsOf } from "./record.ts";
import type { Release } from "./released.ts";

/**
 * A Wednesday afternoon: last week is being approved, this one written down. One day for all
 * releases, so that their firms differ by what the releases changed.
 */
export const CLOCK = "2026-11-18 15:00:00+00";

/** A day before, so that both jobs find work again on the day. */
const NIGHT_BEFORE = "2026-11-17 23:00:00+00";

/** The parts that a release's demo firm is made of. */
export interface FirmParts {
  /** All migrations up to the release. */
  readonly migrations: readonly Migration[];
  /** The demo firm's rows, as SQL. */
  readonly seed: string;
  readonly jobs: Jobs;
}

/** Makes a database that has what Supabase hands out the demo firm of a release, as it was then. */
export async function rebuildRelease(url: string, root: string, release: Release): Promise<void> {
  await makeFirm(url, {
    migrations: release.migrations,
    seed: await Deno.readTextFile(filesOf(root, release.version).seed),
    jobs: await jobsOf(root, release.version),
  });
}

/**
 * Makes a database that has what Supabase hands out the demo firm of a version: the schema, the rows,
 * and what the firm did the night before, so that tables of records are not empty.
 *
 * @param url the database, as a role that may write `auth.users`
 * @throws StackError for a migration or a demo firm that does not load
 */
export async function makeFirm(url: string, { migrations, seed, jobs }: FirmParts): Promise<void> {
  await atClock(url, CLOCK, async (sql) => {
    await readHistory(sql);
    for (const migration of migrations) await applyMigration(sql, migration);
    await sql.begin((transaction) => transaction.unsafe(seed)).catch((error) => {
      throw new StackError(`The demo firm does not load${explain(error, seed)}.`);
    });
  });
  await atClock(url, NIGHT_BEFORE, async (sql) => {
    await jobs.lockEndedAssignments(sql);
    await jobs.accrueOverdueInterest(sql);
    await sql.begin(async (transaction) => {
      await signInAsBilling(transaction);
      await transaction`
        select from public.void_invoice(
          (select id from public.invoices where status = 'draft' order by id limit 1), 'Wrong week')`;
      await transaction`select from public.weekly_billing_run('2026-11-02')`;
    });
  });
  await atClock(url, CLOCK, (sql) => sql`analyze`);
}

async function signInAsBilling(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    select set_config('request.jwt.claims',
                      json_build_object('sub', user_id, 'role', 'authenticated')::text, true),
           set_config('role', 'authenticated', true)
      from public.staff_members where roles = array['billing']`;
}

/** Does something on one connection to which `private.clock()` says a given instant. */
async function atClock(
  url: string,
  clock: string,
  work: (sql: postgres.Sql) => PromiseLike<unknown>,
): Promise<void> {
  // Of the session's start, which `reset all` goes back to.
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { "app.clock": clock } });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
