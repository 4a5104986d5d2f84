import { fileURLToPath } from "node:url";
import type { Ground } from "./ground.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Result of a run of test files: passed all, the file of which failed, or none in time. */
export type Ended = { readonly as: "passed" | "hung" } | {
  readonly as: "failed";
  readonly path: string;
};

/**
 * Runs test files one after the other on a ground, until one fails.
 *
 * @param silence seconds without a line of theirs after which they hang; what they began on the server is ended then
 */
export async function runTests(
  ground: Ground,
  files: readonly string[],
  { silence, signal, env = {} }: {
    readonly silence: number;
    readonly signal: AbortSignal;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<Ended> {
  const hung = new AbortController();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-check", "--fail-fast", ...files],
    cwd: ROOT,
    env: { ...env, TEST_SERVER_URL: ground.url, TMPDIR: ground.directory, NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
    signal: AbortSignal.any([hung.signal, signal]),
  }).spawn();
  let said = "";
  let late = setTimeout(() => hung.abort(), silence * 1000);
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += text;
    clearTimeout(late);
    late = setTimeout(() => hung.abort(), silence * 1000);
  }
  clearTimeout(late);
  const { code } = await child.status;
  if (code === 0) return { as: "passed" };
  await ground.dropTestDatabases();
  if (hung.signal.aborted) return { as: "hung" };
  const begun = [...said.matchAll(/^running \d+ tests? from \.\/(.*)$/gm)];
  return { as: "failed", path: begun.at(-1)?.[1] ?? files[0] ?? "" };
}
