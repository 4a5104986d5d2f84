// A folder with packages of its own, by npm: the console, and the site of the docs.

import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { end, lines } from "./processes.ts";
import { StackError } from "./stack_error.ts";

/** Beside the installed packages: the digest of the lock that they follow. */
const INSTALLED = "node_modules/.installed-by-lock";
const WRAPPER = fileURLToPath(new URL("run_with_stack.ts", import.meta.url));

/** Settings of a build. */
export interface BuildOptions {
  /** Receiver of the lines of npm and of what builds. */
  readonly log: (line: string) => void;
  /** Ends what is running when it is aborted. */
  readonly signal?: AbortSignal;
}

/**
 * Installs the packages of a folder, by its lock, unless they are there.
 *
 * @param what is built there, such as "the console"
 * @throws StackError when npm fails.
 */
export async function installIn(
  folder: string,
  what: string,
  options: BuildOptions,
): Promise<void> {
  const lock = sha256([
    await Deno.readFile(join(folder, "package-lock.json")),
  ]);
  const installed = await Deno.readTextFile(join(folder, INSTALLED)).catch(
    () => "",
  );
  if (installed === lock) return;
  options.log(`fetching what ${what} is built with from npm, once`);
  await runIn(folder, ["npm", "ci", "--loglevel=error"], options);
  await Deno.writeTextFile(join(folder, INSTALLED), lock);
}

/**
 * Runs a program in a folder, and ends it when this process ends or is told to.
 *
 * @throws StackError when it fails, with its last words.
 */
export async function runIn(
  folder: string,
  command: readonly [string, ...string[]],
  { log, signal }: BuildOptions,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  signal?.throwIfAborted();
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-config",
      "--no-check",
      "--allow-all",
      WRAPPER,
      ...command,
    ],
    cwd: folder,
    env: { ...env, STACK_PID: String(Deno.pid) },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stop = () => void end(child, ["SIGTERM", "SIGKILL"], 1_000);
  signal?.addEventListener("abort", stop);
  const said: string[] = [];
  await Promise.all([child.stdout, child.stderr].map(async (output) => {
    for await (const line of lines(output)) {
      if (line.trim() !== "") said.push(line.trim());
      log(line);
    }
  }));
  const { success } = await child.status;
  signal?.removeEventListener("abort", stop);
  signal?.throwIfAborted();
  if (success) return;
  const why = said.find((line) => /error/i.test(line)) ?? said.at(-1) ??
    "without a word";
  throw new StackError(`${command[0]} failed: ${why}`);
}

/** Digest of texts or bytes, one after the other. */
export function sha256(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}
