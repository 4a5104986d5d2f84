// Every example of docs/api.md, as it stands there, against the project under test.
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DATABASE_TYPES } from "../../tools/generate_types.ts";
import { apiExamples } from "../support/http/api_examples.ts";
import { withProjectDatabase } from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";
import { EXAMPLE_VALUES } from "./api_example_values.ts";

const CONFIG = `--config=${fileURLToPath(new URL("../../deno.json", import.meta.url))}`;
const all = await apiExamples();

/** Runs a program with what the page says is in the environment; the rows are made for this one run. */
async function outputFor(procedure: string, command: string, args: readonly string[]) {
  const { baseUrl, secretKey } = project();
  let values: Readonly<Record<string, string>> = {};
  await withProjectDatabase(async (sql) => {
    values = await EXAMPLE_VALUES[procedure]?.(sql) ?? {};
  });
  return await run(command, args, {
    ...values,
    SUPABASE_URL: baseUrl,
    SUPABASE_SECRET_KEY: secretKey,
  });
}

async function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    env: { NO_COLOR: "1", ...env },
  }).output();
  const output = new TextDecoder().decode(stdout);
  assert(success, output + new TextDecoder().decode(stderr));
  return output;
}

/** A directory with the supabase-js examples as modules, each of which prints its data again as JSON. */
async function withModules(test: (file: (procedure: string) => string) => Promise<void>) {
  const directory = await Deno.makeTempDir({ prefix: "staffing-examples-" });
  const file = (procedure: string) => join(directory, `${procedure}.ts`);
  try {
    await Deno.copyFile(DATABASE_TYPES, join(directory, "database.types.ts"));
    for (const { procedure, supabaseJs } of all) {
      await Deno.writeTextFile(
        file(procedure),
        `${supabaseJs}console.log(JSON.stringify(data));\n`,
      );
    }
    await test(file);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("docs/the_values_for_examples_are_those_of_procedures_on_the_api_page", () => {
  const names = all.map(({ procedure }) => procedure);
  assert(names.length > 0);
  assert.deepEqual(Object.keys(EXAMPLE_VALUES).filter((name) => !names.includes(name)), []);
});

Deno.test("docs/every_curl_example_of_the_api_page_answers_json", async (t) => {
  for (const { procedure, curl } of all) {
    await t.step(procedure, async () => {
      JSON.parse(await outputFor(procedure, "sh", ["-euc", curl]));
    });
  }
});

Deno.test("docs/every_supabase_js_example_of_the_api_page_answers", async (t) => {
  await withModules(async (file) => {
    const args = ["run", "--no-check", "--allow-env", "--allow-net", CONFIG];
    for (const { procedure } of all) {
      await t.step(procedure, async () => {
        const output = await outputFor(procedure, Deno.execPath(), [...args, file(procedure)]);
        JSON.parse(output.trim().split("\n").at(-1) ?? "");
      });
    }
  });
});

Deno.test("docs/every_supabase_js_example_of_the_api_page_has_the_types_of_the_database", () =>
  withModules(async (file) => {
    const files = all.map(({ procedure }) => file(procedure));
    await run(Deno.execPath(), ["check", CONFIG, ...files]);
  }));
