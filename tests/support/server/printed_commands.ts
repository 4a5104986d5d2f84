/** Commands that a page of docs/ prints, and that a test runs as they stand there. */
import { assert } from "@std/assert";
import { join } from "node:path";

const ROOT = new URL("../../..", import.meta.url).pathname;

/**
 * The commands of docs/operations.md below a heading that the page says a test runs.
 *
 * @param test the file, from the root
 */
export async function commandsBelow(heading: string, test: string): Promise<string> {
  const page = await Deno.readTextFile(join(ROOT, "docs/operations.md"));
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const mark = `<!-- run by ${test} -->\n\n\`\`\`sh\n`;
  const [, commands] = section.split(`\n## `)[0]?.split(mark) ?? [];
  const text = commands?.split("\n```")[0];
  assert(text, `${heading} has no commands`);
  return text;
}

/**
 * Runs commands with PostgreSQL 15's programs, and fails with what they say.
 *
 * @param directory where
 * @param serverUrl the server that they mean
 */
export async function runCommands(
  commands: string,
  directory: string,
  serverUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const url = new URL(serverUrl);
  const { success, stderr } = await new Deno.Command("sh", {
    args: ["-euc", commands],
    cwd: directory,
    env: {
      PATH: `/usr/lib/postgresql/15/bin:${Deno.env.get("PATH")}`,
      PGHOST: url.hostname,
      PGPORT: url.port,
      PGUSER: url.username,
      PGPASSWORD: url.password,
      ...env,
    },
    stdout: "null",
    stderr: "piped",
  }).output();
  assert(success, new TextDecoder().decode(stderr));
}
