// The commands of docs/walkthrough.md, as they stand there, on a stack of their own.
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { join } from "node:path";
import { withStackPlace } from "../support/http/stack.ts";

const ROOT = new URL("../../", import.meta.url);

/** The shell commands of a page, without those that start a task. */
async function commandsOf(path: string): Promise<string> {
  const page = await Deno.readTextFile(new URL(path, ROOT));
  return [...page.matchAll(/^```sh\n(.*?)^```$/gms)]
    .map(([, commands = ""]) => commands)
    .filter((commands) => !commands.includes("deno@"))
    .join("");
}

Deno.test("walkthrough/its_commands_work_as_they_stand_and_leave_the_name_of_who_did_it", () =>
  withStackPlace(async ({ directory, dataDir, start }) => {
    assert(await start({ SEED: "demo" }).ready);
    await Deno.symlink(dataDir, join(directory, ".data"));
    const commands = await commandsOf("docs/walkthrough.md");
    assert(commands.includes("confirm_check_reconciliation"), "the commands were not found");

    const shell = await new Deno.Command("bash", {
      args: ["-e", "-u", "-o", "pipefail", "-c", commands],
      cwd: directory,
    }).output();
    const answers = new TextDecoder().decode(shell.stdout);

    assert(shell.success, answers + new TextDecoder().decode(shell.stderr));
    assertNotMatch(answers, /"code":"(?!regular")|"error":/);
    assertEquals(answers.match(/"confirmed_by":"[0-9a-f-]{36}"/g)?.length, 2);
    assertMatch(answers, /"status":"closed".*"closed_by":"[0-9a-f-]{36}"/);
    assertMatch(answers, /"locked":[1-9].*"remaining":0/);
    assertMatch(answers, /"overtime_rule":"colorado"/);
    assertMatch(
      answers,
      /"status":"draft","sent_back_reason":"The break is missing\.","sent_back_by_name":"\w/,
    );
    assertMatch(answers, /"kind":"opening_balance"/);
    assertMatch(answers, /"is_approved":(true|false),"pay_date":/);
    assertMatch(answers, /"kind":"\w+","facility_name":/);
    assertMatch(answers, /^contractor_id,last_name,/m);
  }));
