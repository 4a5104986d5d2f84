import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, installIn, runIn, sha256 } from "./npm_folder.ts";
import { messageOf, StackError } from "./stack_error.ts";

/** Folder of the console's sources. */
export const CONSOLE = fileURLToPath(new URL("../console", import.meta.url));
/** Folder in which `deno task console` puts the bundle. */
export const BUNDLE = join(CONSOLE, "dist");

/** Files that the bundle follows from, beside the files of SOURCE_FOLDERS. */
const SOURCES = [
  "index.html",
  "package.json",
  "package-lock.json",
  "vite.config.ts",
  "../docs/openapi.json",
  "../packages/client/src/csv_rows.ts",
  "../packages/client/src/told.ts",
  "../supabase/functions/_shared/documents/text.ts",
  "../supabase/functions/_shared/version.ts",
];
const SOURCE_FOLDERS = [
  "public",
  "src",
  "../supabase/functions/_shared/interest",
  "../supabase/functions/_shared/moving_in",
  "../supabase/functions/_shared/delivery/texts",
];
/** Beside a bundle: the digest of what it was built from. */
const DIGEST = "sources.digest";
const LOCK_POLL_MS = 250;

/**
 * Brings the console into `directory`, unless what is there follows from the sources as they are.
 *
 * @returns whether anything was done.
 * @throws StackError saying in one line why it could not be.
 */
export async function provideConsole(
  directory: string,
  options: BuildOptions,
): Promise<boolean> {
  const digest = await sourcesDigest();
  if (await digestOf(directory) === digest) return false;
  const next = `${directory}.new`;
  if (await digestOf(BUNDLE) === digest) {
    await copy(BUNDLE, next);
    await replace(directory, next);
  } else {
    using _lock = await oneAtATime(options.signal);
    // Whoever had the lock may have done it.
    if (await digestOf(directory) === digest) return false;
    await build(next, digest, options);
    await replace(directory, next);
  }
  return true;
}

/** Builds the bundle into `console/dist`. */
export async function buildBundle(options: BuildOptions): Promise<void> {
  using _lock = await oneAtATime(options.signal);
  await build(BUNDLE, await sourcesDigest(), options);
}

/**
 * Installs what the console is built with, by its lock, unless it is there.
 *
 * @throws StackError when npm fails.
 */
export async function install(options: BuildOptions): Promise<void> {
  await installIn(CONSOLE, "the console", options);
}

/**
 * Runs a program in `console/`, and ends it when this process ends or is told to.
 *
 * @throws StackError when it fails, with its last words.
 */
export async function runInConsole(
  command: readonly [string, ...string[]],
  options: BuildOptions,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  await runIn(CONSOLE, command, options, env);
}

async function build(
  directory: string,
  digest: string,
  options: BuildOptions,
): Promise<void> {
  try {
    await install(options);
    await runInConsole(
      [
        "node",
        "node_modules/vite/bin/vite.js",
        "build",
        "--emptyOutDir",
        "--outDir",
        directory,
      ],
      options,
      { NODE_ENV: "production" },
    );
    await Deno.writeTextFile(join(directory, DIGEST), digest);
  } catch (error) {
    if (error instanceof StackError || options.signal?.aborted) throw error;
    throw new StackError(messageOf(error));
  }
}

/** Waits until nobody else builds from these sources. The system gives the lock free, however a build ends. */
async function oneAtATime(
  signal: AbortSignal | undefined,
): Promise<Disposable> {
  try {
    const lock = await Deno.open(join(CONSOLE, ".build.lock"), {
      create: true,
      write: true,
    });
    while (!await lock.tryLock(true)) {
      await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
      signal?.throwIfAborted();
    }
    return lock;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new StackError(`console/ cannot be written (${messageOf(error)})`);
  }
}

async function sourcesDigest(): Promise<string> {
  const found = [...SOURCES];
  const walk = async (folder: string): Promise<void> => {
    for await (
      const { name, isDirectory } of Deno.readDir(join(CONSOLE, folder))
    ) {
      if (isDirectory) await walk(`${folder}/${name}`);
      else found.push(`${folder}/${name}`);
    }
  };
  for (const folder of SOURCE_FOLDERS) await walk(folder);
  const contents = await Promise.all(
    found.sort().map(async (name) => [name, await Deno.readFile(join(CONSOLE, name))] as const),
  );
  return sha256(contents.flat());
}

async function digestOf(directory: string): Promise<string | null> {
  return await Deno.readTextFile(join(directory, DIGEST)).catch(() => null);
}

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copy(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}

/** Puts a new directory in the place of one that may be there. Its digest came last, so it is whole. */
async function replace(directory: string, by: string): Promise<void> {
  await Deno.remove(directory, { recursive: true }).catch(() => {});
  await Deno.rename(by, directory);
}
