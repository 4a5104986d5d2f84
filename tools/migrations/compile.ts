import type postgres from "postgres";
import { applyBase } from "../../stack/base.ts";
import { type CatalogRow, compareCatalogs, readCatalog } from "../../stack/schema/catalog.ts";
import { type Changes, placeMoves, readChanges } from "../../stack/schema/changes.ts";
import { draftDifference, lineOf, lossesIn } from "../../stack/schema/difference.ts";
import { applyMigration, type Migration, readHistory } from "../../stack/schema/migrations.ts";
import { namesMadeBy, ownViewsDown, ownViewsUp } from "../../stack/schema/own_views.ts";
import { withConnection, withScratchDatabase } from "../../stack/schema/scratch_database.ts";
import { loadSchemaTree, readSchemaTree } from "../../stack/schema/tree.ts";
import { readVersion, releaseOf } from "../../stack/version.ts";
import { readReleaseState, type Release } from "../releases/released.ts";
import { mendDraft } from "./mend_draft.ts";
import { relationsLockedBy } from "./locks.ts";
import { brokenRules } from "./rules.ts";
import { vanishedFrom } from "./vanished.ts";

/** The project and a server to work on. */
export interface Ground {
  /** The project's folder. */
  readonly root: string;
  /** A server for scratch databases, with the roles of stack/supabase_base.sql, as its superuser. */
  readonly serverUrl: string;
}

/** A refusal to go on; its message says what to do. */
export class MigrationRefused extends Error {
  override readonly name = "MigrationRefused";
}

/** A hosted project ends each statement of its owner after two minutes: a move of many rows takes longer. */
const TIMEOUTS = "set local lock_timeout = '5s';\nset local statement_timeout = 0;";

/**
 * Compiles the migration of the version that is being worked on: the Supabase CLI drafts what leads from
 * the released migrations to the source tree, and the moves of `supabase/changes/` are put into it. It
 * begins by locking what it alters and taking the firm's own views out of its way, and ends by making
 * those again.
 *
 * @returns its text; null where the released migrations say what the tree says
 * @throws MigrationRefused where a released file is not as it was, or something would go that the
 * changes do not agree to; StackError for a tree or changes that cannot be read or loaded
 */
export async function compileMigration({ root, serverUrl }: Ground): Promise<string | null> {
  const { releases, violations } = await readReleaseState(root);
  if (violations.length > 0) throw new MigrationRefused(violations.join("\n"));
  const version = releaseOf(await readVersion(root));
  const changes = await readChanges(root, version);
  const migrations = releases.at(-1)?.migrations ?? [];
  const steps = await withScratchDatabase(
    serverUrl,
    scratchName(),
    (sql) => applyAll(sql, migrations),
    (released) => withTree({ root, serverUrl }, (tree) => upgradeSteps(released, tree, changes)),
  );
  const release = releases.at(-1);
  if (steps === null || release === undefined) {
    if (changes.moves.length > 0 || changes.agreed.length > 0) {
      throw new MigrationRefused(
        `${changes.path} changes a schema that is as it was released: take it away.`,
      );
    }
    return null;
  }
  if (releases.some((release) => release.version === version)) {
    throw new MigrationRefused(
      `${version} is released, and the source tree has changed: begin the next version with ` +
        "`deno task version <next>-dev`.",
    );
  }
  const text = await wholeText(steps, release, { root, serverUrl });
  const broken = brokenRules(text);
  if (broken.length > 0) throw new MigrationRefused(broken.join("\n"));
  return text;
}

/** Hands over a database that holds the source tree. */
export async function withTree<Result>(
  { root, serverUrl }: Ground,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const files = await readSchemaTree(root);
  const load = async (sql: postgres.Sql) => {
    await applyBase(sql);
    await loadSchemaTree(sql, files);
  };
  return await withScratchDatabase(serverUrl, scratchName(), load, work);
}

/** A name that no other database of a server has. */
export function scratchName(): string {
  return `scratch_${crypto.randomUUID().replaceAll("-", "")}`;
}

async function applyAll(sql: postgres.Sql, files: readonly Migration[]): Promise<void> {
  await applyBase(sql);
  await readHistory(sql);
  for (const file of files) await applyMigration(sql, file);
}

/** The drafted statements with the moves in their places. */
async function upgradeSteps(
  released: string,
  tree: string,
  changes: Changes,
): Promise<string | null> {
  const then = await withConnection(released, readCatalog);
  const now = await withConnection(tree, readCatalog);
  const draft = await draftDifference(released, tree);
  if (draft === "" && compareCatalogs(now, then).length === 0) return null;
  refuseLosses(draft, then, now, changes);
  return placeMoves(changes, mendDraft(draft, then, now));
}

async function wholeText(
  steps: string,
  release: Release,
  { root, serverUrl }: Ground,
): Promise<string> {
  const place = { serverUrl, root, name: scratchName() };
  const locked = await relationsLockedBy(steps, release, place);
  return [
    TIMEOUTS,
    "-- From the release before to the source tree: drafted by the Supabase CLI. What was written by\n" +
    "-- hand stands between `-- data move: <why>` and `-- end of data move`.",
    await ownViewsDown(namesMadeBy(release.migrations), locked),
    steps,
    await ownViewsUp(),
  ].join("\n\n") + "\n";
}

/** Moves are read by whoever writes them; what the draft drops has to be agreed to. */
function refuseLosses(
  draft: string,
  then: readonly CatalogRow[],
  now: readonly CatalogRow[],
  { path, moves, agreed }: Changes,
): void {
  const byHand = moves.map(({ text }) => text).join("\n").replaceAll(/^-- in place of: /gm, "");
  const handled = new Set(lossesIn(byHand).map(lineOf));
  const losses = new Set([...lossesIn(draft), ...vanishedFrom(then, now)].map(lineOf));
  const named = new Set(agreed.map(lineOf));
  const unnamed = [...losses].filter((line) => !named.has(line) && !handled.has(line));
  if (unnamed.length > 0) {
    throw new MigrationRefused(
      "This would go, or change its type. Where it is meant, add these lines to " +
        `${path}:\n${unnamed.join("\n")}\n` +
        "A renamed column shows as a drop and an addition: write the rename there by hand, --help " +
        "says how.",
    );
  }
  const needless = [...named].filter((line) => !losses.has(line));
  if (needless.length > 0) {
    throw new MigrationRefused(`${path}: nothing like this goes:\n${needless.join("\n")}`);
  }
}
