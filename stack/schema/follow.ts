import { createHash } from "node:crypto";
import { join } from "node:path";
import type postgres from "postgres";
import { applyBase } from "../base.ts";
import { compareCatalogs, readCatalog } from "./catalog.ts";
import {
  applyMigration,
  DRAFTS,
  explain,
  fileName,
  hasChanged,
  type History,
  type Migration,
  readHistory,
  readMigrations,
  rewriteHistory,
} from "./migrations.ts";
import { type Changes, placeMoves, readChanges } from "./changes.ts";
import { draftDifference, lineOf, lossesIn } from "./difference.ts";
import { loadSchemaTree, readSchemaTree, type SchemaFile } from "./tree.ts";
import { withConnection, withScratchDatabase } from "./scratch_database.ts";
import { statementsOf } from "./statements.ts";
import { messageOf, StackError } from "../stack_error.ts";
import { migrationNameOf, readVersion, releaseOf } from "../version.ts";

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
 * applies released migrations that it lacks, and what the source tree has beyond them, which the
 * Supabase CLI drafts, with the moves of `supabase/changes/`. The CLI is asked for nothing else. A new
 * database gets the source tree itself, or at a release its migrations. When a migration is released
 * later, it is recorded as applied. Does nothing when no file has changed since the last time.
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
  const [tree, files, version] = await Promise.all([
    readSchemaTree(root),
    readMigrations(join(root, "supabase", "migrations")),
    readVersion(root),
  ]);
  const history = await readHistory(sql);
  refuseBeforeTheFirst(history, files);
  const note = await readNote(sql);
  const digest = digestOf(tree, files);
  if (note?.digest === digest) return;
  if (history.size === 0 && files.at(-1)?.name !== migrationNameOf(version)) {
    // Killed, it has all of this or nothing.
    await loadSchemaTree(sql, tree, async (transaction) => {
      await rewriteHistory(transaction, files);
      await writeNote(transaction, { digest, ahead: true });
    });
    report("the source tree is loaded");
    return;
  }

  const changes = await readChanges(root, releaseOf(version));
  const news = files.filter((file) => !history.has(file.version) || hasChanged(file, history));
  const unknown = [...history.keys()].filter((version) =>
    !files.some((file) => file.version === version)
  );
  for (const draft of unknown.filter((version) => version in DRAFTS)) {
    report(
      `this database was made by a draft of ${DRAFTS[draft]} (${draft}) that was never released: ` +
        "what differs is applied, without data moves",
    );
  }
  const wasAhead = note?.ahead || unknown.length > 0 ||
    news.some((file) => history.has(file.version));
  const isAhead = await withScratchDatabase(
    url,
    scratchOf(url),
    // Both at once: neither touches what the other one does.
    (scratch) =>
      Promise.all([loadTree(scratch, tree), wasAhead || applyPending(sql, news, report)]),
    async (scratchUrl) => {
      // Rows of a database that ran ahead have moved on.
      const moves = wasAhead ? [] : changes.moves;
      return await catchUp(sql, url, scratchUrl, news, { ...changes, moves }, report) || wasAhead;
    },
  );
  if (isAhead) {
    await sql.begin((transaction) => rewriteHistory(transaction, files));
    for (const file of news.filter((file) => file.text.includes("\n-- data move:"))) {
      if (wasAhead) {
        report(`${fileName(file)}: recorded; its data moves were not run on this database`);
      }
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
 * @param changes of the version that is being worked on: what they agree to may be dropped
 * @returns whether there was a difference.
 */
async function catchUp(
  sql: postgres.Sql,
  url: string,
  scratchUrl: string,
  news: readonly Migration[],
  changes: Changes,
  report: (line: string) => void,
): Promise<boolean> {
  const tree = schemaOf(await withConnection(scratchUrl, readCatalog));
  const differs = async () => compareCatalogs(tree, schemaOf(await readCatalog(sql)));
  if ((await differs()).length === 0) return false;

  report("the source tree has run ahead of the migrations: asking the Supabase CLI what differs");
  const draft = await draftDifference(url, scratchUrl).catch((error) => {
    throw new StackError(`The Supabase CLI could not compare the schemas: ${messageOf(error)}`);
  });
  const moves = changes.moves.map(({ text }) => text.replaceAll(/^-- in place of: /gm, ""));
  const texts = [...news.map((file) => file.text), ...moves];
  const mayGo = new Set([...texts.flatMap(lossesIn), ...changes.agreed].map(lineOf));
  const refused = lossesIn(draft).map(lineOf).filter((line) => !mayGo.has(line));
  if (refused.length > 0) {
    throw new StackError(
      "This database has what the source tree has not, and its rows would be lost " +
        `(\`${refused.join("`, `")}\`). Put it back into supabase/schemas; or write into ` +
        `${changes.path} what becomes of it, such as that line, and start again; or delete the ` +
        "database with `deno task reset`.",
    );
  }
  const text = placeMoves(changes, statementsOf(draft));
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text);
      await transaction.unsafe("reset all");
      await writeNote(transaction, { digest: "", ahead: true });
    });
  } catch (error) {
    throw new StackError(
      `The difference between the source tree and this database does not apply${
        explain(error, text)
      }. Nothing of it is kept: mend the rows or the tree, or \`deno task reset\`.`,
    );
  }
  const rest = await differs();
  report(
    rest.length === 0
      ? "the difference is applied"
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
