import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url);

/**
 * Runs the real supabase CLI, in the version that import_map.json pins, on this project unless a
 * `--workdir=…` names another. Through npx, because its 135 MB are for those who ask for it, not for
 * everyone who starts the stack.
 *
 * @returns what it wrote to its standard output
 * @throws Error with everything it said, when it failed
 */
export async function supabaseCli(...args: readonly string[]): Promise<string> {
  const map = JSON.parse(await Deno.readTextFile(new URL("import_map.json", ROOT)));
  const pinned = String(map.imports.supabase).replace(/^npm:/, "");
  const isElsewhere = args.some((argument) => argument.startsWith("--workdir="));
  const workdir = isElsewhere ? [] : [`--workdir=${fileURLToPath(ROOT)}`];
  const command = new Deno.Command("npx", {
    args: ["-y", pinned, ...args, ...workdir],
    env: { NO_COLOR: "1" },
    stdin: "null",
  });
  const { success, stdout, stderr } = await command.output();
  const answer = new TextDecoder().decode(stdout);
  if (!success) throw new Error(answer + new TextDecoder().decode(stderr));
  return answer;
}
