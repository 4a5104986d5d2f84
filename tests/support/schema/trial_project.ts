import { join } from "node:path";
import { fileURLToPath } from "node:url";

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

/** Runs a test on a copy of `supabase/` with its migrations, and removes it afterwards. */
export async function withTrialProject(
  test: (project: TrialProject) => Promise<void>,
): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "trial-project-" });
  const from = join(ROOT, "supabase");
  const to = join(root, "supabase");
  const config = await Deno.readTextFile(join(from, "config.toml"));
  try {
    await Deno.mkdir(to);
    const copied = ["schemas", "migrations", "config.toml", "seed.sql"];
    const sources = copied.map((name) => join(from, name));
    const { success } = await new Deno.Command("cp", { args: ["-R", ...sources, to] }).output();
    if (!success) throw new Error("the project could not be copied");
    const write = (path: string, text: string) => Deno.writeTextFile(join(root, path), text);
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
    await test({
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
        [...Deno.readDirSync(join(to, "migrations"))].map(({ name }) => name).sort(),
    });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}
