import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CHANGES } from "../../../stack/schema/changes.ts";
import { RELEASES } from "../../../tools/releases/released.ts";
import { pendingMigrations } from "./pending.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** A copy of what the project says of its schema, for changes that are thrown away. */
export interface TrialProject {
  /** Its folder, in place of the project's. */
  readonly root: string;
  /** Adds SQL to the end of the source tree, as a file of its own. */
  addToTree(text: string): Promise<void>;
  /** Puts the tree back. */
  resetTree(): Promise<void>;
  /** Writes a file below the root. */
  write(path: string, text: string): Promise<void>;
  /** The migration files' names, in order. */
  migrations(): string[];
}

/**
 * Runs a test on a copy of the project's schema, and removes it afterwards.
 *
 * @param released whether the version that is being worked on is released in it: its migration is
 * compiled and stands behind the others. Else the copy has what releasing it needs.
 */
export function withTrialProject(
  test: (project: TrialProject) => Promise<void>,
  { released = true } = {},
): Promise<void> {
  return inFolder(async (root) => {
    const from = join(ROOT, "supabase");
    const to = join(root, "supabase");
    const parts = ["schemas", "templates", "config.toml", "seed.sql"];
    await copy(to, ...parts.map((name) => join(from, name)));
    await copy(root, join(ROOT, "deno.json"));
    await copy(to, released ? await pendingMigrations() : join(from, "migrations"));
    if (!released) {
      await Deno.mkdir(join(root, "tests", "upgrade"), { recursive: true });
      const shared = join("supabase", "functions", "_shared");
      await Deno.mkdir(join(root, shared), { recursive: true });
      await copy(join(root, shared), join(ROOT, shared, "version.ts"));
      await Deno.mkdir(join(root, "docs"));
      await copy(join(root, "docs"), join(ROOT, "docs", "openapi.json"));
      for (const name of ["client", "mcp"]) {
        const folder = join("packages", name);
        await Deno.mkdir(join(root, folder), { recursive: true });
        await copy(join(root, folder), join(ROOT, folder, "package.json"));
      }
      await copy(join(root, "tests", "upgrade"), join(ROOT, RELEASES));
      const hasChanges = await Deno.stat(join(ROOT, CHANGES)).then(() => true, () => false);
      if (hasChanges) await copy(to, join(ROOT, CHANGES));
    }
    await test(await trialOf(root));
  });
}

/**
 * Runs a test on a project of a few tables, whose tree is released as one migration: for what is true of every schema,
 * because a comparison of the whole one takes half a minute.
 */
export function withSmallProject(
  tree: string,
  test: (project: TrialProject) => Promise<void>,
): Promise<void> {
  return inFolder(async (root) => {
    const write = writerIn(root);
    await Deno.mkdir(join(root, "supabase", "schemas"));
    await Deno.mkdir(join(root, "supabase", "migrations"));
    await write("deno.json", JSON.stringify({ version: "1.0.0" }));
    await write("supabase/schemas/tables.sql", tree);
    await write("supabase/migrations/20260801000000_1_0_0.sql", tree);
    await write(
      "supabase/config.toml",
      '[db.migrations]\nschema_paths = ["./schemas/tables.sql"]\n',
    );
    await test(await trialOf(root));
  });
}

async function inFolder(test: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "trial-project-" });
  try {
    await Deno.mkdir(join(root, "supabase"));
    await test(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

function writerIn(root: string): TrialProject["write"] {
  return (path, text) => Deno.writeTextFile(join(root, path), text);
}

async function trialOf(root: string): Promise<TrialProject> {
  const config = await Deno.readTextFile(join(root, "supabase/config.toml"));
  const write = writerIn(root);
  let added = 0;
  const addedPaths: string[] = [];
  const list = (paths: readonly string[]) =>
    write(
      "supabase/config.toml",
      config.replace(
        /(schema_paths = \[[^\]]*?),?\s*\]/,
        (_, before: string) => [before, ...paths.map((path) => `"${path}"`)].join(", ") + "]",
      ),
    );
  return {
    root,
    write,
    async addToTree(text) {
      const path = `./schemas/trial_${++added}.sql`;
      addedPaths.push(path);
      await write(join("supabase", path), text);
      await list(addedPaths);
    },
    async resetTree() {
      addedPaths.length = 0;
      await list([]);
    },
    migrations: () =>
      [...Deno.readDirSync(join(root, "supabase", "migrations"))].map(({ name }) => name).sort(),
  };
}

async function copy(to: string, ...sources: readonly string[]): Promise<void> {
  const { success } = await new Deno.Command("cp", { args: ["-R", ...sources, to] }).output();
  if (!success) throw new Error("the project could not be copied");
}
