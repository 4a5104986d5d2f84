import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fileName } from "../../../stack/schema/migrations.ts";
import { writePending } from "../../../tools/migrations/pending.ts";
import { readEarlierReleases } from "../../../tools/releases/released.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The folder of the run: every test of it compiles into the same one, and the first one does. */
const FOLDER = join(Deno.env.get("TMPDIR") ?? "/tmp", "pending");

/**
 * The folder that holds the released migrations and the compiled one that is not released yet, as
 * `supabase/` of a project: compiled once a run.
 */
export async function pendingProject(): Promise<string> {
  const serverUrl = Deno.env.get("TEST_SERVER_URL") ?? "";
  // A folder of this server's, which ends with the run.
  const folder = `${FOLDER}_${new URL(serverUrl).port}`;
  using lock = await Deno.open(`${folder}.lock`, { create: true, write: true });
  await lock.lock(true);
  const done = join(folder, "compiled");
  if (!await Deno.stat(done).then(() => true, () => false)) {
    await writePending({ root: ROOT, serverUrl }, folder);
    await Deno.writeTextFile(done, "");
  }
  return folder;
}

/** The folder of its migrations. */
export async function pendingMigrations(): Promise<string> {
  return join(await pendingProject(), "supabase", "migrations");
}

/** A folder of the migrations of the release that upgrades by those of `pendingMigrations`. */
export async function earlierMigrations(): Promise<string> {
  const folder = join(await pendingProject(), "earlier");
  await Deno.mkdir(folder, { recursive: true });
  const release = (await readEarlierReleases(ROOT)).at(-1);
  if (release === undefined) throw new Error("no version is released");
  for (const file of release.migrations) {
    await Deno.writeTextFile(join(folder, fileName(file)), file.text);
  }
  return folder;
}
