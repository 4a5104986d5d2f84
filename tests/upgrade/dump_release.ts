/**
 * `deno task dump <version>`: writes what upgrade tests keep of a release (CONTRIBUTING, "How to
 * release"): its dump with the demo firm in it, its answers to a day's work on that, and its jobs.
 * Needs Debian's postgresql-15.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { applyMigrations } from "../../stack/schema/migrations.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { startDebianPostgres } from "../support/server/debian.ts";
import { atClock, withEmptyDatabase } from "./databases.ts";
import { asStaff, workADay } from "./firm_at_work.ts";
import * as jobs from "./jobs.ts";
import { filesOf, type ReleaseRecord } from "./release_record.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PG_DUMP = "/usr/lib/postgresql/15/bin/pg_dump";

/**
 * A Wednesday afternoon: last week is being approved, this one written down. One day for all
 * releases, so that their dumps differ by what the releases changed.
 */
const CLOCK = "2026-11-18 15:00:00+00";

/** A day before, so that both jobs find work again on the day. */
const NIGHT_BEFORE = "2026-11-17 23:00:00+00";

/** Lines that make two dumps of the same thing differ, or that an older psql does not know. */
const NOISE = /^(\\(un)?restrict .*|-- Dumped (from|by) .*)\n/gm;

/** Lets the owner make users, as on Supabase. */
async function openAuth(serverUrl: string, url: string): Promise<void> {
  const { pathname, username } = new URL(url);
  const superuser = new URL(serverUrl);
  superuser.pathname = pathname;
  await withConnection(
    superuser.href,
    (sql) => sql`grant all on all tables in schema auth to ${sql(username)}`,
  );
}

/** The demo firm, and what it did the night before, so that tables of records are not empty. */
async function fill(url: string): Promise<void> {
  await atClock(url, CLOCK, async (sql) => {
    await applyMigrations(sql, `${ROOT}/supabase/migrations`);
    const seed = await Deno.readTextFile(`${ROOT}/supabase/seed.sql`);
    await sql.begin((transaction) => transaction.unsafe(seed));
  });
  await atClock(url, NIGHT_BEFORE, async (sql) => {
    await jobs.lockEndedAssignments(sql);
    await jobs.accrueOverdueInterest(sql);
    await asStaff(sql, "billing", async (sql) => {
      await sql`select from public.void_invoice(
        (select id from public.invoices where status = 'draft' order by id limit 1), 'Wrong week')`;
      await sql`select from public.weekly_billing_run('2026-11-02')`;
      return {};
    });
  });
}

/**
 * The database as plain SQL, without owners, as the hosted platform's owner sees it; the rows of the
 * demo firm as if made on its own day.
 */
async function dump(url: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(PG_DUMP, {
    // What Supabase hands out stays where it is; nothing of ours has a key to it.
    args: [`--dbname=${url}`, "--no-owner", "--exclude-schema=auth", "--exclude-schema=extensions"],
    env: { PGTZ: "UTC" },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const loadedAt = await withConnection(url, async (sql) => {
    await sql`set timezone = 'UTC'`;
    const [row] = await sql<[{ at: string }]>`
      select min(created_at)::text as at from public.facilities`;
    return row.at;
  });
  return new TextDecoder().decode(stdout).replaceAll(NOISE, "").replaceAll(loadedAt, CLOCK);
}

/** Jobs with all that they import of ours, as one module; packages stay outside. */
async function bundleJobs(file: string): Promise<void> {
  const { imports } = JSON.parse(await Deno.readTextFile(`${ROOT}/import_map.json`));
  const packages = Object.keys(imports).map((name) => `--external=${name}`);
  const entry = fileURLToPath(new URL("jobs.ts", import.meta.url));
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", ...packages, `--output=${file}`, entry],
    cwd: ROOT,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

async function dumpRelease(version: string): Promise<void> {
  const server = await startDebianPostgres(15);
  if (server === null) throw new Error("Debian's postgresql-15 is not installed");
  const files = filesOf(ROOT, version);
  try {
    await withEmptyDatabase(server.url, async (url) => {
      await openAuth(server.url, url);
      await fill(url);
      await Deno.mkdir(dirname(files.dump), { recursive: true });
      await Deno.writeTextFile(files.dump, await dump(url));
      const answers = await atClock(url, CLOCK, (sql) => workADay(sql, jobs));
      const record: ReleaseRecord = { clock: CLOCK, answers };
      await Deno.writeTextFile(files.record, JSON.stringify(record, null, 2) + "\n");
    });
    await bundleJobs(files.jobs);
  } finally {
    await server.stop();
  }
}

const [version = ""] = Deno.args;
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error("Which release? Such as: deno task dump 0.9.0");
  Deno.exit(2);
}
await dumpRelease(version);
