import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AUTH_MAILS, readAuthTemplates } from "../../stack/auth_mails.ts";
import { provideConsole } from "../../stack/console_build.ts";
import type { StackKeys } from "../../stack/keys.ts";
import type { Files } from "./files.ts";
import type { Places } from "./places.ts";
import { run } from "./run.ts";
import type { Settings } from "./settings.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FUNCTIONS = join(ROOT, "supabase/functions");
/** Files besides those of the functions that their bundles follow from. */
const PINS = ["import_map.json", "deno.lock"];

/** Names of this release's functions, in the order of their ports. */
export function functionNames(): string[] {
  const names = [...Deno.readDirSync(FUNCTIONS)]
    .filter(({ isDirectory, name }) => isDirectory && !name.startsWith("_"))
    .map(({ name }) => name);
  return names.sort();
}

/** Path of a function as one module, with all packages in it. */
export function bundleOf({ lib }: Places, name: string): string {
  return join(lib, "functions", `${name}.js`);
}

/** Brings what the services run and serve of this release. */
export async function bringRelease(
  settings: Settings,
  places: Places,
  keys: StackKeys,
  files: Files,
): Promise<void> {
  const { lib } = places;
  const digest = await sourcesDigest();
  const note = join(lib, "functions/sources.digest");
  if (await Deno.readTextFile(note).catch(() => "") !== digest) {
    for (const name of functionNames()) {
      await files.put(bundleOf(places, name), await bundled(name));
    }
    await files.put(note, digest);
  }
  const templates = await readAuthTemplates();
  for (const kind of AUTH_MAILS) {
    const text = await Deno.readTextFile(templates[kind].content_path);
    await files.put(join(lib, "templates", kind), text);
  }
  const bundle = join(lib, "console");
  if (await provideConsole(bundle, { log: () => {} })) files.note(bundle);
  await files.put(
    join(bundle, "config.json"),
    JSON.stringify({
      SUPABASE_URL: settings.publicUrl.origin,
      SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    }) + "\n",
  );
}

/** Brings the programs that are this project's own, and the Deno that runs the functions. */
export async function bringTools({ lib }: Places, files: Files): Promise<void> {
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  await files.put(join(lib, "bin/deno"), await Deno.readFile(Deno.execPath()), 0o755);
  for (const path of ["archive-wal", "backup", "../schedulers/run-job"]) {
    const text = await Deno.readFile(here(path));
    await files.put(join(lib, "bin", path.split("/").at(-1) ?? ""), text, 0o755);
  }
}

async function bundled(name: string): Promise<string> {
  return await run([
    Deno.execPath(),
    "bundle",
    "--quiet",
    "--platform=deno",
    `--config=${join(ROOT, "deno.json")}`,
    join(FUNCTIONS, name, "index.ts"),
  ]);
}

async function sourcesDigest(): Promise<string> {
  const paths: string[] = PINS.map((name) => join(ROOT, name));
  const walk = (folder: string): void => {
    for (const { name, isDirectory } of Deno.readDirSync(folder)) {
      if (isDirectory) walk(join(folder, name));
      else paths.push(join(folder, name));
    }
  };
  walk(FUNCTIONS);
  const hash = createHash("sha256").update(Deno.version.deno);
  for (const path of paths.sort()) {
    hash.update(`\0${path.slice(ROOT.length)}\0`).update(await Deno.readFile(path));
  }
  return hash.digest("hex");
}
