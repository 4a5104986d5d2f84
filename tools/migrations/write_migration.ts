import { join } from "node:path";
import type postgres from "postgres";
import { applyBase } from "../../stack/base.ts";
import { type CatalogRow, compareCatalogs, readCatalog } from "../../stack/schema/catalog.ts";
import {
  applyMigration,
  explain,
  fileName,
  type Migration,
  readHistory,
} from "../../stack/schema/migrations.ts";
import { draftDifference, flagOf, type Loss, lossesIn } from "../../stack/schema/difference.ts";
import {
  compileSchemaTree,
  loadSchemaTree,
  readSchemaTree,
  type SchemaFile,
} from "../../stack/schema/tree.ts";
import { withConnection, withScratchDatabase } from "../../stack/schema/scratch_database.ts";
import { readReleaseState, type Release } from "../releases.ts";
import { carryDataMoves } from "./data_moves.ts";
import { mendDraft } from "./mend_draft.ts";
import { restoreDump } from "./restore_dump.ts";
import { brokenRules } from "./rules.ts";
import { vanishedFrom } from "./vanished.ts";

const DROP_EVENT_TRIGGERS = `
do $$
declare
    trigger name;
begin
    for trigger in select evtname from pg_event_trigger loop
        execute format('drop event trigger %I', trigger);
    end loop;
end
$$`;

/** Arguments of `deno task migration`, and the folder it works in. */
export interface MigrationRequest {
  /** The project's folder. */
  readonly root: string;
  /** A server for scratch databases, as its superuser. */
  readonly serverUrl: string;
  /** Such as `0_10_0`. */
  readonly name: string;
  /** Objects that may go; `public.` may be left out of the names. */
  readonly allowed: readonly Loss[];
  readonly report: (line: string) => void;
}

/** Error that stops the task; its message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = "MigrationRefused";
}

const LOCK_TIMEOUT = "set local lock_timeout = '5s';";

/**
 * Writes the migration that the source tree asks for, or writes the newest one anew while it is not
 * released, and tries it on the demo firm of the release before.
 *
 * @param request its server has the roles and settings of stack/supabase_base.sql
 * @returns the path of the file, below the root; null when there is nothing to write.
 * @throws MigrationRefused when the tree does not load, something would go that is not named, or
 * the file does not lead from the release to the tree. A file that only its data moves can help is
 * there all the same.
 */
export async function writeMigration(request: MigrationRequest): Promise<string | null> {
  const { root, serverUrl, name, report } = request;
  const { released, releases, unreleased, violations } = await readReleaseState(root);
  if (violations.length > 0) throw new MigrationRefused(violations.join("\n"));
  const before = unreleased[0];
  if (before && before.name !== name) {
    throw new MigrationRefused(
      `${fileName(before)} is not released yet: name it (\`deno task migration ${before.name}\`) ` +
        "to write it anew, or delete it.",
    );
  }
  const files = await readSchemaTree(root);
  const load = async (sql: postgres.Sql) => {
    await applyBase(sql);
    await loadSchemaTree(sql, files);
  };
  return await withScratchDatabase(serverUrl, "tree", load, async (tree) => {
    const release = releases.at(-1);
    const text = release
      ? await upgradeText(request, tree, released, before)
      : firstText(name, files);
    if (text === null) return null;
    const file = { version: before?.version ?? instant(), name, text };
    const path = join("supabase", "migrations", fileName(file));
    const broken = brokenRules(text);
    if (broken.length > 0) throw new MigrationRefused(broken.join("\n"));
    await Deno.writeTextFile(join(root, path), text);
    report(`${path} is written; trying it`);
    await tryOut(request, tree, file, release);
    return path;
  });
}

/** The first release is the source tree itself. */
function firstText(name: string, files: readonly SchemaFile[]): string {
  return [
    LOCK_TIMEOUT,
    `-- Version ${
      name.replaceAll("_", ".")
    }: the source tree supabase/schemas/, whole. Written by\n` +
    `-- \`deno task migration ${name}\`.`,
    compileSchemaTree(files),
  ].join("\n\n");
}

async function upgradeText(
  { serverUrl, name, allowed }: MigrationRequest,
  tree: string,
  released: readonly Migration[],
  before: Migration | undefined,
): Promise<string | null> {
  const apply = (sql: postgres.Sql) => applyAll(sql, released);
  return await withScratchDatabase(serverUrl, "released", apply, async (url) => {
    const [then, now] = [
      await withConnection(url, readCatalog),
      await withConnection(tree, readCatalog),
    ];
    const draft = await draftDifference(url, tree);
    if (draft === "" && compareCatalogs(now, then).length === 0) return null;
    const header = [
      LOCK_TIMEOUT,
      `-- From the release before to the source tree. Drafted by \`deno task migration ${name}\`, which\n` +
      "-- writes it anew until it is released. What is written by hand stands between\n" +
      "-- `-- data move: <why>` and `-- end of data move`, and is kept.",
    ].join("\n\n");
    const body = carried(before, mendDraft(draft, then, now));
    refuseLosses(body, then, now, allowed);
    return `${header}\n\n${body}\n`;
  });
}

function carried(before: Migration | undefined, statements: readonly string[]): string {
  try {
    return carryDataMoves(before?.text ?? "", statements);
  } catch (error) {
    throw new MigrationRefused(
      `${before ? fileName(before) : ""}: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

/** Data moves are read by whoever writes them; what the draft drops has to be named. */
function refuseLosses(
  body: string,
  then: readonly CatalogRow[],
  now: readonly CatalogRow[],
  allowed: readonly Loss[],
): void {
  const byHand = /^-- data move:.*?^-- end of data move\s*$/gms;
  const moves = (body.match(byHand) ?? []).join("\n").replaceAll(/^-- in place of: /gm, "");
  const handled = new Set(lossesIn(moves).map(flagOf));
  const losses = new Set(
    [...lossesIn(body.replaceAll(byHand, "")), ...vanishedFrom(then, now)].map(flagOf),
  );
  const named = new Set(allowed.map(flagOf));
  const unnamed = [...losses].filter((flag) => !named.has(flag) && !handled.has(flag));
  if (unnamed.length > 0) {
    throw new MigrationRefused(
      `This would go or change its type: ${unnamed.join(" ")}\n` +
        "Nothing is written. Add these options where it is meant. A renamed column shows as a drop " +
        "and an addition: write the rename by hand, --help says how.",
    );
  }
  const needless = [...named].filter((flag) => !losses.has(flag));
  if (needless.length > 0) {
    throw new MigrationRefused(`Nothing like this goes: ${needless.join(" ")}`);
  }
}

/** Applies the file to a copy of the release before, with the demo firm in it, and compares. */
async function tryOut(
  { root, serverUrl }: MigrationRequest,
  tree: string,
  file: Migration,
  release: Release | undefined,
): Promise<void> {
  const where = release ? `the demo firm of ${release.version}` : "an empty database";
  const refuse = (what: string): never => {
    throw new MigrationRefused(
      `${what}\nThe file is there to be mended: write what is missing by hand, between ` +
        "`-- data move: <why>` and `-- end of data move`, and run this again. --help says more.",
    );
  };
  const fill = async (sql: postgres.Sql) => {
    await applyBase(sql);
    if (release) await restoreDump(sql, await Deno.readTextFile(release.dump));
  };
  await withScratchDatabase(serverUrl, "trial", fill, async (url) => {
    await withConnection(url, async (sql) => {
      await readHistory(sql);
      await applyMigration(sql, file).catch((error) => refuse(`On ${where}: ${error.message}`));
      if (!release) await loadDemoFirm(sql, join(root, "supabase", "seed.sql"));
    });
    // Releases are dumped from databases without a superuser, and so without event triggers.
    for (const each of [url, tree]) {
      await withConnection(each, (sql) => sql.unsafe(DROP_EVENT_TRIGGERS));
    }
    const draft = await draftDifference(url, tree);
    if (draft !== "") refuse(`Upgraded, ${where} is not what the tree says:\n${draft}`);
    const [ours, theirs] = [
      await withConnection(tree, readCatalog),
      await withConnection(url, readCatalog),
    ];
    const left = compareCatalogs(ours, theirs);
    if (left.length > 0) {
      refuse(
        `Upgraded, ${where} is not what the tree says (+ has to be there, - not), and the CLI does ` +
          `not see it:\n${left.join("\n")}`,
      );
    }
  });
}

async function applyAll(sql: postgres.Sql, files: readonly Migration[]): Promise<void> {
  await applyBase(sql);
  await readHistory(sql);
  for (const file of files) await applyMigration(sql, file);
}

async function loadDemoFirm(sql: postgres.Sql, path: string): Promise<void> {
  const text = await Deno.readTextFile(path);
  try {
    await sql.begin(async (transaction) => await transaction.unsafe(text));
  } catch (error) {
    throw new MigrationRefused(`The demo firm does not load${explain(error, text)}.`);
  }
}

/** Now, as the Supabase CLI begins the names of its files. */
function instant(): string {
  return new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
}
