import { join } from "node:path";
import postgres from "postgres";
import { messageOf, StackError } from "./stack_error.ts";

/** What applyMigrations found and did. */
export interface MigrationOutcome {
  /** Files applied by this call, in order. */
  readonly applied: readonly string[];
  /** Files whose text is no longer what was applied to this database. */
  readonly changed: readonly string[];
}

const FILE_NAME = /^(\d{14})_(.+)\.sql$/;

/** The table in which the Supabase CLI remembers what it applied, made as the CLI makes it. */
const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;
`;

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
  const files = await migrationFiles(directory);
  await sql.unsafe(`set client_min_messages = warning; ${HISTORY} reset all`);
  const rows = await sql<{ version: string; statements: string[] | null }[]>`
    select version, statements from supabase_migrations.schema_migrations`;
  const history = new Map(rows.map((row) => [row.version, row.statements]));

  const applied: string[] = [];
  const changed: string[] = [];
  for (const file of files) {
    const [, version = "", name = ""] = FILE_NAME.exec(file) ?? [];
    const text = await Deno.readTextFile(join(directory, file));
    const statements = history.get(version);
    if (statements === undefined) {
      await applyMigration(sql, file, version, name, text);
      applied.push(file);
    } else if (statements && bare(statements.join("")) !== bare(text)) {
      changed.push(file);
    }
  }
  return { applied, changed };
}

async function applyMigration(
  sql: postgres.Sql,
  file: string,
  version: string,
  name: string,
  text: string,
): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text);
      // What the file set for its session does not reach the next one.
      await transaction.unsafe("reset all");
      await transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${[text]})`;
    });
  } catch (error) {
    throw new StackError(`Migration ${file} failed${explain(error, text)}. Nothing of it is kept.`);
  }
}

/** Where and why, as far as the server says: `, line 12: relation "x" does not exist`. */
export function explain(error: unknown, text: string): string {
  if (!(error instanceof postgres.PostgresError)) return `: ${messageOf(error)}`;
  const position = Number(error.position);
  const line = position > 0 ? `, line ${text.slice(0, position).split("\n").length}` : "";
  const where = !line && error.where ? ` (${error.where.split("\n")[0]})` : "";
  return `${line}: ${messageOf(error)}${where}`;
}

async function migrationFiles(directory: string): Promise<string[]> {
  const files: string[] = [];
  for await (const entry of Deno.readDir(directory)) {
    if (entry.isFile && FILE_NAME.test(entry.name)) files.push(entry.name);
  }
  return files.sort();
}

/** A text without what the CLI drops when it splits a file into statements. */
function bare(text: string): string {
  return text.replaceAll(/[\s;]/g, "");
}
