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
 * @param seconds after which they hang; what they began on the server is ended then
 */
export async function runTests(
  ground: Ground,
  files: readonly string[],
  { seconds, signal, env = {} }: {
    readonly seconds: number;
    readonly signal: AbortSignal;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<Ended> {
  const late = AbortSignal.timeout(seconds * 1000);
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-check", "--fail-fast", ...files],
    cwd: ROOT,
    env: { ...env, TEST_SERVER_URL: ground.url, TMPDIR: ground.directory, NO_COLOR: "1" },
    stdin: "null",
    stderr: "null",
    signal: AbortSignal.any([late, signal]),
  }).output();
  if (code === 0) return { as: "passed" };
  if (late.aborted) {
    await ground.dropTestDatabases();
    return { as: "hung" };
  }
  const begun = [
    ...new TextDecoder().decode(stdout).matchAll(/^running \d+ tests? from \.\/(.*)$/gm),
  ];
  return { as: "failed", path: begun.at(-1)?.[1] ?? files[0] ?? "" };
}
