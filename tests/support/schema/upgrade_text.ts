import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readChanges } from "../../../stack/schema/changes.ts";
import { readMigrations } from "../../../stack/schema/migrations.ts";
import { readVersion, releaseOf } from "../../../stack/version.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * All by which data of an earlier release become those of the tree: the released migrations, and the moves of the
 * version that is being worked on, where it has any.
 */
export async function upgradeText(): Promise<string> {
  const migrations = await readMigrations(join(ROOT, "supabase", "migrations"));
  const { moves } = await readChanges(ROOT, releaseOf(await readVersion(ROOT)));
  return [...migrations, ...moves].map(({ text }) => text).join("\n");
}
