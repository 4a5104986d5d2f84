import { createHash } from "node:crypto";
import { join } from "node:path";
import type postgres from "postgres";
import { applyBase } from "../base.ts";
import { compareCatalogs, readCatalog } from "./catalog.ts";
import {
  applyMigration,
  explain,
  fileName,
  hasChanged,
  type History,
  type Migration,
  readHistory,
  readMigrations,
  rewriteHistory,
} from "./migrations.ts";
import { draftDifference, flagOf, lossesIn } from "./difference.ts";
import { loadSchemaTree, readSchemaTree, type SchemaFile } from "./tree.ts";
import { withConnection, withScratchDatabase } from "./scratch_database.ts";
import { messageOf, StackError } from "../stack_error.ts";

/** Findings of the last start: which files, and whether the database ran ahead of the migrations. */
interface Note {
  readonly digest: string;
  readonly ahead: boolean;
}

const NOTES = `
  create table if not exists supabase_migrations.schema_tree (
    only_row boolean primary key default true check (only_row),
    digest text not null, ahead boolean not null)`;

/**
 * Brings the schema of a working database to what the project's files say without losing its rows:
 * applies pending migrations, and where the source tree has run ahead of them, the difference, which
 * the Supabase CLI drafts. The CLI is asked for nothing else. When the migration is written later,
 * it is recorded as applied. Does nothing when no file has changed since the last time.
 *
 * @param sql as the superuser `postgres`; `url` is the same database
 * @throws StackError for a database from before 0.9.0, a migration or a tree that fails, and a
 * difference that would lose rows.
 */
export async function followSchema(options: {
  readonly sql: postgres.Sql;
  readonly url: string;
  readonly root: string;
  readonly report: (line: string) => void;
}): Promise<void> {
  const { sql, url, root, report } = options;
  const [tree, files] = await Promise.all([
    readSchemaTree(root),
    readMigrations(join(root, "supabase", "migrations")),
  ]);
  const history = await readHistory(sql);
  refuseBeforeTheFirst(history, files);
  const note = await readNote(sql);
  const digest = digestOf(tree, files);
  if (note?.digest === digest) return;

  const news = files.filter((file) => !history.has(file.version) || hasChanged(file, history));
  const isKnown = (version: string) => files.some((file) => file.version === version);
  const wasAhead = note?.ahead || [...history.keys()].some((version) => !isKnown(version)) ||
    news.some((file) => history.has(file.version));
  const isAhead = await withScratchDatabase(
    url,
    scratchOf(url),
    // Both at once: neither touches what the other one does.
    (scratch) =>
      Promise.all([loadTree(scratch, tree), wasAhead || applyPending(sql, news, report)]),
    async (scratchUrl) => await catchUp(sql, url, scratchUrl, news, report) || wasAhead,
  );
  if (isAhead) {
    await rewriteHistory(sql, files);
    for (const file of news.filter((file) => file.text.includes("\n-- data move:"))) {
      if (wasAhead) report(`${fileName(file)}: its data moves were not run on this database`);
    }
  }
  await writeNote(sql, { digest, ahead: isAhead && !await agree(url, tree, files) });
}

function refuseBeforeTheFirst(history: History, files: readonly Migration[]): void {
  const first = files[0]?.version ?? "";
  if (![...history.keys()].some((version) => version < first)) return;
  throw new StackError(
    "This database is from before version 0.9.0, the first that can be upgraded: " +
      "`deno task reset` deletes it, and the next start makes a new one.",
  );
}

async function applyPending(
  sql: postgres.Sql,
  files: readonly Migration[],
  report: (line: string) => void,
): Promise<void> {
  for (const file of files) await applyMigration(sql, file);
  if (files.length > 0) report(`${files.length} migration${files.length > 1 ? "s" : ""} applied`);
}

/**
 * Applies what makes a database's schema that of the scratch database.
 *
 * @param news migrations that the database lacks; what they drop may be dropped
 * @returns whether there was a difference.
 */
async function catchUp(
  sql: postgres.Sql,
  url: string,
  scratchUrl: string,
  news: readonly Migration[],
  report: (line: string) => void,
): Promise<boolean> {
  const tree = schemaOf(await withConnection(scratchUrl, readCatalog));
  const differs = async () => compareCatalogs(tree, schemaOf(await readCatalog(sql)));
  if ((await differs()).length === 0) return false;

  report("the source tree has run ahead of the migrations: asking the Supabase CLI what differs");
  const draft = await draftDifference(url, scratchUrl).catch((error) => {
    throw new StackError(`The Supabase CLI could not compare the schemas: ${messageOf(error)}`);
  });
  const mayGo = new Set(news.flatMap((file) => lossesIn(file.text)).map(flagOf));
  const refused = lossesIn(draft).map(flagOf).filter((flag) => !mayGo.has(flag));
  if (refused.length > 0) {
    throw new StackError(
      "This database has what the source tree has not, and its rows would be lost " +
        `(${refused.join(" ")}). Put it back into supabase/schemas; or write the migration that ` +
        `says what becomes of it, \`deno task migration <name> ${refused.join(" ")}\`, and start ` +
        "again; or delete the database with `deno task reset`.",
    );
  }
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(draft);
      await transaction.unsafe("reset all");
      await writeNote(transaction, { digest: "", ahead: true });
    });
  } catch (error) {
    throw new StackError(
      `The difference between the source tree and this database does not apply${
        explain(error, draft)
      }. Nothing of it is kept: mend the rows or the tree, or \`deno task reset\`.`,
    );
  }
  const rest = await differs();
  report(
    rest.length === 0
      ? "the difference is applied; `deno task migration <name>` writes it down"
      : `the difference is applied but for ${rest[0]}; \`deno task reset\` makes the database anew`,
  );
  return true;
}

/** A catalog without what people set in a working database. */
function schemaOf(catalog: Awaited<ReturnType<typeof readCatalog>>) {
  return catalog.filter((row) => row.kind !== "setting");
}

/** True if the migrations make the schema that the source tree makes. */
async function agree(
  url: string,
  tree: readonly SchemaFile[],
  files: readonly Migration[],
): Promise<boolean> {
  const catalogs: string[] = [];
  const fills = [
    (sql: postgres.Sql) => loadTree(sql, tree),
    async (sql: postgres.Sql) => {
      await applyBase(sql);
      await readHistory(sql);
      for (const file of files) await applyMigration(sql, file);
    },
  ];
  for (const fill of fills) {
    const read = (url: string) => withConnection(url, readCatalog);
    catalogs.push(JSON.stringify(await withScratchDatabase(url, scratchOf(url), fill, read)));
  }
  return catalogs[0] === catalogs[1];
}

/** The database that is compared with a working database, beside it. */
function scratchOf(url: string): string {
  return `${new URL(url).pathname.slice(1)}_scratch`;
}

async function loadTree(sql: postgres.Sql, tree: readonly SchemaFile[]): Promise<void> {
  await applyBase(sql);
  await loadSchemaTree(sql, tree);
}

async function readNote(sql: postgres.Sql): Promise<Note | undefined> {
  await sql.unsafe(`set client_min_messages = warning; ${NOTES}; reset all`);
  const [note] = await sql<Note[]>`select digest, ahead from supabase_migrations.schema_tree`;
  return note;
}

async function writeNote(sql: postgres.Sql | postgres.TransactionSql, note: Note): Promise<void> {
  await sql`
    insert into supabase_migrations.schema_tree (digest, ahead) values (${note.digest}, ${note.ahead})
    on conflict (only_row) do update set digest = excluded.digest, ahead = excluded.ahead`;
}

function digestOf(tree: readonly SchemaFile[], files: readonly Migration[]): string {
  return createHash("sha256").update(JSON.stringify([tree, files])).digest("hex");
}
