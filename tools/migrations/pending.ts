import { join } from "node:path";
import { fileName, type Migration } from "../../stack/schema/migrations.ts";
import { migrationNameOf, readVersion } from "../../stack/version.ts";
import { compileMigration, type Ground } from "./compile.ts";

/** The migrations of a project with the one that is not released yet. */
export interface Pending {
  /** The folder that they stand in: a project to the Supabase CLI, as its `--workdir`. */
  readonly root: string;
  /** The one that is not released; null where the release says what the tree says. */
  readonly migration: Migration | null;
}

/**
 * Writes the project's migrations into a folder, with the compiled one that is not released yet behind
 * them.
 *
 * @param folder is made anew
 * @param name of the compiled file; that of the version, unless told
 */
export async function writePending(
  ground: Ground,
  folder: string,
  name?: string,
): Promise<Pending> {
  const text = await compileMigration(ground);
  const migrations = join(folder, "supabase", "migrations");
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  const from = join(ground.root, "supabase");
  // The CLI reads no project without the templates that config.toml names.
  for (const part of ["migrations", "templates"]) {
    await Deno.mkdir(join(folder, "supabase", part), { recursive: true });
    for await (const { name } of Deno.readDir(join(from, part))) {
      await Deno.copyFile(join(from, part, name), join(folder, "supabase", part, name));
    }
  }
  await Deno.copyFile(join(from, "config.toml"), join(folder, "supabase", "config.toml"));
  if (text === null) return { root: folder, migration: null };
  const migration = {
    version: instant(),
    name: name ?? migrationNameOf(await readVersion(ground.root)),
    text,
  };
  await Deno.writeTextFile(join(migrations, fileName(migration)), text);
  return { root: folder, migration };
}

/** Now, as the Supabase CLI begins the names of its files. */
export function instant(): string {
  return new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
}
