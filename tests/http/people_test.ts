// docs/people.md: its code as it stands there, on an empty stack of its own.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { stackEnv, type StackPlace, withStackPlace } from "../support/http/stack.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The program of the page, which imports as from the project's folder. */
async function programOfPage(): Promise<string> {
  const page = await Deno.readTextFile(join(ROOT, "docs/people.md"));
  const [, program] = /^<!-- run by tests\/http\/people_test\.ts -->\n\n```ts\n(.*?)^```$/ms
    .exec(page) ?? [];
  assert(program, "the page has no program");
  return program.replaceAll('"./supabase/', `"${new URL("../../supabase/", import.meta.url)}`);
}

async function deno(place: StackPlace, ...args: string[]) {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: place.directory,
    env: { NO_COLOR: "1", ...await stackEnv(place), DATA_DIR: place.dataDir },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assert(success, text(stdout) + text(stderr));
  return text(stdout);
}

Deno.test("people/the_program_of_the_page_takes_an_empty_firm_from_its_first_admin_to_a_contact", () =>
  withStackPlace(async (place) => {
    const stack = place.start({ SEED: "none" });
    assert(await stack.ready, stack.stderr.join("\n"));
    const program = join(place.directory, "people.ts");
    await Deno.writeTextFile(program, await programOfPage());

    const ada = ["--email", "ada@example.org", "--name", "Ada Okafor"];
    const code = await deno(place, "run", "-A", join(ROOT, "cli/invite_admin.ts"), ...ada);
    const config = `--config=${join(ROOT, "deno.json")}`;
    const said = await deno(place, "run", "-A", "--check", config, program, code.trim());

    assertMatch(said, /ada@example\.org is staff_member [0-9a-f-]{36}/);
    assertMatch(said, /bea@example\.org is staff_member/);
    assertMatch(said, /name: "Lee Park",\s+state: "open"/);
    assertMatch(said, /lee@example\.org is facility_contact/);
    stack.kill("SIGTERM");
    await stack.status;
    const hint = stack.stdout.find((line) => line.includes("task invite-admin --email"));
    assertMatch(hint ?? "", new RegExp(`^DATA_DIR='?${place.dataDir}'? npx `));
    const next = place.start({ SEED: "none" });
    assert(await next.ready, next.stderr.join("\n"));
    next.kill("SIGTERM");
    await next.status;
    assert(!next.stdout.some((line) => line.includes("invite-admin")), "there is an admin now");

    assertEquals(said.trim().split("\n").slice(-2), ['[ { name: "Mercy Hospital" } ]', "[]"]);
  }));
