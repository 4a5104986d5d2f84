import { join } from "node:path";
import postgres from "postgres";
import { messageOf, StackError } from "../stack_error.ts";

/** Instants of drafts that main once had among its migrations, and what they were drafts of. */
export const DRAFTS: Readonly<Record<string, string>> = { "20261123003409": "0.14.0" };

/** A file of `supabase/migrations/`. */
export interface Migration {
  /** Fourteen digits, the instant in UTC. */
  readonly version: string;
  /** Suffix between version and `.sql`. */
  readonly name: string;
  /** The whole file. */
  readonly text: string;
}

/** Result of applyMigrations. */
export interface MigrationOutcome {
  /** Files applied by this call, in order. */
  readonly applied: readonly string[];
  /** Files whose text is no longer what was applied to this database. */
  readonly changed: readonly string[];
}

/** Migrations that a database remembers: texts by version, null where the text was not kept. */
export type History = ReadonlyMap<string, string | null>;

/** The table in which the Supabase CLI remembers what it applied, made as the CLI makes it. */
const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;
`;

/** The name of a migration's file. */
export function fileName(migration: Pick<Migration, "version" | "name">): string {
  return `${migration.version}_${migration.name}.sql`;
}

/** The migrations of a directory, in the order in which they apply. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const files: Migration[] = [];
  for await (const entry of Deno.readDir(directory)) {
    const [, version, name] = /^(\d{14})_(.+)\.sql$/.exec(entry.name) ?? [];
    if (version === undefined || name === undefined) continue;
    files.push({ version, name, text: await Deno.readTextFile(join(directory, entry.name)) });
  }
  return files.sort((one, other) => fileName(one) < fileName(other) ? -1 : 1);
}

/** Migrations that a database remembers; its table is made when it is not there. */
export async function readHistory(sql: postgres.Sql): Promise<History> {
  await sql.unsafe(`set client_min_messages = warning; ${HISTORY} reset all`);
  const rows = await sql<{ version: string; statements: string[] | null }[]>`
    select version, statements from supabase_migrations.schema_migrations`;
  return new Map(rows.map((row) => [row.version, row.statements?.join("") ?? null]));
}

/** True if a database remembers another text for a file than the file has now. */
export function hasChanged(file: Migration, history: History): boolean {
  const text = history.get(file.version);
  return typeof text === "string" && bare(text) !== bare(file.text);
}

/**
 * Applies the migrations of a directory that the database lacks, in the order of their names, each
 * in one transaction with its row in the Supabase CLI's own history, so that the CLI and the stack
 * agree. The row holds the file's whole text as one statement.
 *
 * @throws StackError for the first file that fails, naming it, the line and the server's message.
 */
export async function applyMigrations(
  sql: postgres.Sql,
  directory: string,
): Promise<MigrationOutcome> {
  const files = await readMigrations(directory);
  const history = await readHistory(sql);
  const pending = files.filter((file) => !history.has(file.version));
  for (const file of pending) await applyMigration(sql, file);
  return {
    applied: pending.map(fileName),
    changed: files.filter((file) => hasChanged(file, history)).map(fileName),
  };
}

/**
 * Applies one migration, in one transaction with its row in the history, which has to be there.
 *
 * @throws StackError naming the file, the line and the server's message.
 */
export async function applyMigration(sql: postgres.Sql, file: Migration): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(file.text);
      // What the file set for its session does not reach the next one.
      await transaction.unsafe("reset all");
      await record(transaction, file);
    });
  } catch (error) {
    throw new StackError(
      `Migration ${fileName(file)} failed${explain(error, file.text)}. Nothing of it is kept.`,
    );
  }
}

/** Makes a database remember exactly these files, without running any. */
export async function rewriteHistory(
  sql: postgres.TransactionSql,
  files: readonly Migration[],
): Promise<void> {
  await sql`delete from supabase_migrations.schema_migrations`;
  for (const file of files) await record(sql, file);
}

async function record(sql: postgres.TransactionSql, file: Migration): Promise<void> {
  await sql`
    insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${file.version}, ${file.name}, ${[file.text]})`;
}

/** Place and reason, as far as the server says: `, line 12: relation "x" does not exist`. */
export function explain(error: unknown, text: string): string {
  if (!(error instanceof postgres.PostgresError)) return `: ${messageOf(error)}`;
  const position = Number(error.position);
  const line = position > 0 ? `, line ${text.slice(0, position).split("\n").length}` : "";
  const where = !line && error.where ? ` (${error.where.split("\n")[0]})` : "";
  return `${line}: ${messageOf(error)}${where}`;
}

/** A text without what the CLI drops when it splits a file into statements. */
function bare(text: string): string {
  return text.replaceAll(/[\s;]/g, "");
}
