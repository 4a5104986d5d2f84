import { applyBase } from "../../stack/base.ts";
import { compareCatalogs, readCatalog } from "../../stack/schema/catalog.ts";
import { draftDifference } from "../../stack/schema/difference.ts";
import { applyMigration, type Migration } from "../../stack/schema/migrations.ts";
import { withConnection, withScratchDatabase } from "../../stack/schema/scratch_database.ts";
import { messageOf } from "../../stack/stack_error.ts";
import { rebuildRelease } from "../releases/firm.ts";
import { readReleases } from "../releases/released.ts";
import { type Ground, MigrationRefused, scratchName, withTree } from "./compile.ts";

/**
 * Applies a migration to the last release, with the demo firm in it, and compares what that makes with
 * the source tree, by the CLI and by the catalog.
 *
 * @throws MigrationRefused with what is different, or why it does not apply
 */
export async function tryOut(ground: Ground, file: Migration): Promise<void> {
  const release = (await readReleases(ground.root)).at(-1);
  if (release === undefined) throw new MigrationRefused("No version is released.");
  const where = `the demo firm of ${release.version}`;
  const refuse = (what: string): never => {
    throw new MigrationRefused(
      `${what}\nWrite what is missing into supabase/changes/, as a data move, and run this again. ` +
        "--help says more.",
    );
  };
  await withScratchDatabase(ground.serverUrl, scratchName(), applyBase, async (url) => {
    await rebuildRelease(url, ground.root, release);
    await withConnection(url, (sql) => applyMigration(sql, file)).catch((error) =>
      refuse(`On ${where}: ${messageOf(error)}`)
    );
    await withTree(ground, async (tree) => {
      const draft = await draftDifference(url, tree);
      if (draft !== "") refuse(`Upgraded, ${where} is not what the tree says:\n${draft}`);
      const ours = await withConnection(tree, readCatalog);
      const left = compareCatalogs(ours, await withConnection(url, readCatalog));
      if (left.length > 0) {
        refuse(
          `Upgraded, ${where} is not what the tree says (+ has to be there, - not), and the CLI ` +
            `does not see it:\n${left.join("\n")}`,
        );
      }
    });
  });
}
