// The Supabase CLI takes the local stack for its target unless it is told otherwise: whoever copies a command of the
// docs means a database of theirs.
import { assert, assertEquals } from "@std/assert";
import { filesIn, readFile } from "./files.ts";

/** A command of the CLI that reads or writes a database, to the end of its line or of its code. */
const ON_A_DATABASE =
  /supabase(?:@[\d.]+)? (?:db (?:push|reset|dump|pull)|migration (?:up|list|repair|fetch|down)|seed)\b[^\n`#]*/g;

Deno.test("house_rules/printed_commands_on_a_database_name_their_target", async () => {
  const found: string[] = [];
  const targetless: string[] = [];
  const folders = await Promise.all([filesIn("docs", ".md"), filesIn("deploy", ".md")]);
  for (const path of ["README.md", "CONTRIBUTING.md", "AGENTS.md", ...folders.flat()]) {
    for (const [command] of (await readFile(path)).matchAll(ON_A_DATABASE)) {
      found.push(command);
      if (!/ --(?:remote|local)\b/.test(command)) targetless.push(`${path}: ${command}`);
    }
  }
  assert(found.length > 5, "the commands were not found");
  assertEquals(targetless, [], "add --remote, or --remote=<address>");
});
