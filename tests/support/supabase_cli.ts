import assert from "node:assert/strict";

const root = new URL("../..", import.meta.url).pathname;

/**
 * Runs the real supabase CLI on this project, in the version that import_map.json pins. Through npx,
 * because its 135 MB are for the tests that ask for it, not for everyone who starts the stack.
 *
 * @returns what it printed; fails the test when it failed
 */
export async function supabaseCli(...args: readonly string[]): Promise<string> {
  const map = JSON.parse(await Deno.readTextFile(`${root}/import_map.json`));
  const spec = String(map.imports.supabase).replace(/^npm:/, "");
  const command = new Deno.Command("npx", {
    args: ["-y", spec, ...args, "--workdir", root],
    stdin: "null",
  });
  const { success, stdout, stderr } = await command.output();
  const printed = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert(success, printed);
  return printed;
}
