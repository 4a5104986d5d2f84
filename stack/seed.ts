import { createHash } from "node:crypto";
import type postgres from "postgres";
import { explain } from "./schema/migrations.ts";
import { StackError } from "./stack_error.ts";

/** The path under which the Supabase CLI remembers the seed file. */
const PATH = "supabase/seed.sql";
const PENDING = "pending";

/**
 * Notes on a database that no migration has touched yet that the demo firm is to be loaded. The
 * note outlives a killed first start; a database that was begun without it never gets one.
 * It stands in the CLI's own table of seed files, so that the CLI does not load the firm again.
 */
export async function planSeed(sql: postgres.Sql, file: string): Promise<void> {
  if (!await Deno.stat(file).then(() => true, () => false)) return;
  await sql.unsafe(`
    set client_min_messages = warning;
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.seed_files (
      path text not null primary key, hash text not null);
    reset all`);
  await sql`
    insert into supabase_migrations.seed_files (path, hash)
    select ${PATH}, ${PENDING}
    where to_regclass('supabase_migrations.schema_migrations') is null
    on conflict do nothing`;
}

/**
 * Loads the demo firm in one transaction when planSeed noted it and it is not loaded yet.
 *
 * @returns whether it was loaded by this call.
 * @throws StackError with the line and the server's message; then nothing of it is kept.
 */
export async function loadSeed(sql: postgres.Sql, file: string): Promise<boolean> {
  const [table] = await sql`
    select from pg_class where oid = to_regclass('supabase_migrations.seed_files')`;
  if (!table) return false;
  const [planned] = await sql`
    select from supabase_migrations.seed_files where path = ${PATH} and hash = ${PENDING}`;
  const text = await Deno.readTextFile(file).catch(() => null);
  if (!planned || text === null) return false;
  const digest = createHash("sha256").update(text).digest("hex");
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text);
      await transaction.unsafe("reset all");
      await transaction`
        update supabase_migrations.seed_files set hash = ${digest}
        where path = ${PATH}`;
    });
  } catch (error) {
    throw new StackError(`${PATH} failed${explain(error, text)}. Nothing of it is kept.`);
  }
  await sql.unsafe("analyze");
  return true;
}
