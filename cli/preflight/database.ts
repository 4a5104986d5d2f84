import type postgres from "postgres";
import { type NamedObject, readObjects } from "./names.ts";

/** A row of the history that the Supabase CLI keeps. */
export interface AppliedFile {
  /** Fourteen digits. */
  readonly version: string;
  readonly name: string | null;
}

/** Facts of a database that several checks ask for. */
export interface Database {
  readonly name: string;
  /** Of the server, such as `15.20`. */
  readonly serverVersion: string;
  readonly user: string;
  readonly isSuperuser: boolean;
  readonly objects: readonly NamedObject[];
  /** Oldest first; null where there is no history. */
  readonly history: readonly AppliedFile[] | null;
  /** True if `deno task start` keeps the schema. */
  readonly isEmbeddedStack: boolean;
}

/** Reads them; `sql` may read the history where there is one. */
export async function readDatabase(sql: postgres.TransactionSql): Promise<Database> {
  const [facts] = await sql<
    [Pick<Database, "name" | "serverVersion" | "user" | "isSuperuser" | "isEmbeddedStack">]
  >`
    select current_database() as name, split_part(current_setting('server_version'), ' ', 1) as "serverVersion",
           current_user as user, rolsuper as "isSuperuser",
           to_regclass('supabase_migrations.schema_tree') is not null as "isEmbeddedStack"
      from pg_catalog.pg_roles
     where rolname = current_user`;
  return { ...facts, objects: await readObjects(sql), history: await readHistory(sql) };
}

async function readHistory(sql: postgres.TransactionSql): Promise<AppliedFile[] | null> {
  const columns = await sql<{ name: string }[]>`
    select attname as name
      from pg_catalog.pg_attribute
     where attrelid = to_regclass('supabase_migrations.schema_migrations') and attnum > 0 and not attisdropped`;
  if (columns.length === 0) return null;
  // Tools that are older than the CLI's version 1 keep the version alone.
  const name = columns.some(({ name }) => name === "name") ? sql`name` : sql`null`;
  return await sql<AppliedFile[]>`
    select version, ${name} as name from supabase_migrations.schema_migrations order by version`;
}
