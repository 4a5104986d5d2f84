import { join } from "node:path";
import { applyBase } from "../../stack/base.ts";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { DATABASE, type Database } from "./cluster.ts";
import { makeDatabase } from "./database.ts";
import type { Places } from "./places.ts";
import { variablesOf } from "./processes.ts";
import { run } from "./run.ts";

/** Entries of a dump that are left out: extensions that work in one database of a server, and their rows. */
const LEFT_OUT = / (?:pg_cron|cron|pg_net|net|supabase_vault|vault)\b/;

/** Takes a backup, as the timer does, and answers the path of the dump. */
export async function takeBackup(places: Places): Promise<string> {
  const program = join(places.lib, "bin/backup");
  const asPostgres = places.under === null ? ["runuser", "-u", "postgres", "--"] : [];
  const [first = program, ...rest] = [...asPostgres, program];
  return (await run([first, ...rest], { env: variablesOf(places, "backup") })).trim();
}

/**
 * Makes the database what a dump has. The one that was there is kept under another name.
 *
 * @returns that name; null: there was none.
 */
export async function restoreDump(
  { adminUrl, bin, urlAs }: Database,
  dump: string,
  log: (line: string) => void,
): Promise<string | null> {
  const former = await withConnection(adminUrl, async (sql) => {
    // The roles, on a new server.
    await applyBase(sql, "real");
    const [found] = await sql`select from pg_database where datname = ${DATABASE}`;
    if (!found) return null;
    const name = `${DATABASE}_before_${
      new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14)
    }`;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${DATABASE}`;
    await sql.unsafe(`alter database ${DATABASE} rename to ${name}`);
    return name;
  });
  await makeDatabase(adminUrl, log);
  const restore = join(bin, "pg_restore");
  const list = (await run([restore, "--list", dump])).split("\n")
    .filter((line) => !LEFT_OUT.test(line)).join("\n");
  const listFile = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(listFile, list);
    await run([
      restore,
      "--exit-on-error",
      "--single-transaction",
      `--use-list=${listFile}`,
      `--dbname=${urlAs("postgres")}`,
      dump,
    ]);
  } catch (error) {
    await withConnection(adminUrl, async (sql) => {
      await sql.unsafe(`drop database ${DATABASE}`);
      if (former !== null) await sql.unsafe(`alter database ${former} rename to ${DATABASE}`);
    });
    throw error;
  } finally {
    await Deno.remove(listFile);
  }
  await withConnection(urlAs("postgres"), (sql) => sql`analyze`);
  return former;
}
