// Every example of docs/api.md, as it stands there, against the project under test.
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DATABASE_TYPES } from "../../tools/generate_types.ts";
import { apiExamples } from "../support/http/api_examples.ts";
import { withProjectDatabase } from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";
import { EXAMPLES } from "./api_example_values.ts";
import { declaredResult } from "./declared_result.ts";

const CONFIG = `--config=${fileURLToPath(new URL("../../deno.json", import.meta.url))}`;
const all = await apiExamples();

/**
 * Runs an example with what the page says is in the environment, on rows that are made for this one
 * run. Asserts that it answers, in JSON, what its procedure declares, and about these rows.
 */
async function assertAnswers(
  procedure: string,
  example: (environment: Record<string, string>) => Promise<string>,
): Promise<void> {
  const { baseUrl, secretKey } = project();
  await withProjectDatabase(async (sql) => {
    const { values, shows } = await EXAMPLES[procedure]?.(sql) ?? { values: {}, shows: null };
    const text = await example({
      ...values,
      SUPABASE_URL: baseUrl,
      SUPABASE_SECRET_KEY: secretKey,
    });
    const answer = JSON.parse(text);
    (await declaredResult(sql, procedure)).parse(answer);
    if (shows === null) return;
    const isMeant = (row: Record<string, unknown>) =>
      Object.entries(shows).every(([name, value]) => row[name] === value);
    assert([answer].flat().some(isMeant), `no row with ${JSON.stringify(shows)} in ${text}`);
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

Deno.test("docs/each_procedure_of_the_api_page_has_an_example_whose_answer_is_known", () => {
  const names = all.map(({ procedure }) => procedure);
  // Which tables rls_auto_enable finds is not the example's doing.
  assert.deepEqual(
    names.filter((name) => name !== "rls_auto_enable"),
    Object.keys(EXAMPLES).sort(),
  );
});

Deno.test("docs/every_curl_example_of_the_api_page_answers_what_its_procedure_declares", async (t) => {
  for (const { procedure, curl } of all) {
    await t.step(
      procedure,
      () => assertAnswers(procedure, (env) => run("sh", ["-euc", curl], env)),
    );
  }
});

Deno.test("docs/every_supabase_js_example_of_the_api_page_answers_the_same", async (t) => {
  await withModules(async (file) => {
    const args = ["run", "--no-check", "--allow-env", "--allow-net", CONFIG];
    for (const { procedure } of all) {
      const lastLine = async (env: Record<string, string>) => {
        const output = await run(Deno.execPath(), [...args, file(procedure)], env);
        return output.trim().split("\n").at(-1) ?? "";
      };
      await t.step(procedure, () => assertAnswers(procedure, lastLine));
    }
  });
});

Deno.test("docs/every_supabase_js_example_of_the_api_page_has_the_types_of_the_database", () =>
  withModules(async (file) => {
    const files = all.map(({ procedure }) => file(procedure));
    await run(Deno.execPath(), ["check", CONFIG, ...files]);
  }));
