// Every example of docs/api.md, as it stands there, against the project under test.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DATABASE_TYPES } from "../../tools/generate_types.ts";
import { procedureExamples, tableExamples } from "../support/http/api_examples.ts";
import { withProjectDatabase } from "../support/http/cron.ts";
import { readOpenApi, schemaChecker } from "../support/http/openapi.ts";
import { project } from "../support/http/project.ts";
import { EXAMPLES } from "./api_example_values.ts";
import { VALUES } from "./table_example_values.ts";
import { declaredResult } from "./declared_result.ts";

const CONFIG = `--config=${fileURLToPath(new URL("../../deno.json", import.meta.url))}`;
const procedures = await procedureExamples();
const tables = await tableExamples();
const openApi = readOpenApi();
const misses = schemaChecker(openApi);

/** Asserts that an answer fits what docs/openapi.json says of the operation, which answers with this status. */
function assertFits(path: string, status: number, answer: unknown): void {
  const { schema } = openApi.paths[path]?.post?.responses[status]?.content?.["application/json"] ??
    {};
  assert(schema !== undefined, `docs/openapi.json has no ${path}`);
  assertStrictEquals(misses(schema, answer), "", path);
}

/**
 * Runs an example with what the page says is in the environment, on rows that are made for this one
 * run. Asserts that it answers, in JSON, what its procedure and docs/openapi.json declare, and about these rows.
 */
async function assertAnswers(
  procedure: string,
  example: (environment: Record<string, string>) => Promise<string>,
): Promise<void> {
  const { baseUrl, publishableKey, secretKey } = project();
  await withProjectDatabase(async (sql) => {
    const { values, shows, after } = await EXAMPLES[procedure]?.(sql) ??
      { values: {}, shows: null };
    const text = await example({
      ...values,
      SUPABASE_URL: baseUrl,
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
    });
    await after?.(sql);
    const answer = JSON.parse(text);
    (await declaredResult(sql, procedure)).parse(answer);
    assertFits(`/rest/v1/rpc/${procedure}`, 200, answer);
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

/** As assertAnswers, of rows that are added to a table. */
async function assertAdds(
  table: string,
  example: (environment: Record<string, string>) => Promise<string>,
): Promise<void> {
  const { baseUrl, secretKey } = project();
  await withProjectDatabase(async (sql) => {
    const values = await VALUES[table]?.(sql) ?? {};
    const keys = { SUPABASE_URL: baseUrl, SUPABASE_SECRET_KEY: secretKey };
    const rows: Record<string, unknown>[] = JSON.parse(await example({ ...values, ...keys }));
    assert(rows.length > 0, table);
    assertFits(`/rest/v1/${table}`, 201, rows);
    for (const row of rows) {
      for (const [name, value] of Object.entries(values)) {
        assertStrictEquals(row[name], value, table);
      }
    }
    // They go again; bill terms stay with the assignment that was made for them, and notes for ever.
    const key = ["id", "day", "name", "source"].find((column) => rows[0] && column in rows[0]);
    if (key === undefined || table === "notes") return;
    const added = rows.map((row) => String(row[key]));
    await sql`delete from ${sql(table)} where ${sql(key)}::text = any (${added})`;
  });
}

/** A directory with the supabase-js examples as modules, each of which prints its data again as JSON. */
async function withModules(test: (file: (name: string) => string) => Promise<void>) {
  const directory = await Deno.makeTempDir({ prefix: "staffing-examples-" });
  const file = (name: string) => join(directory, `${name}.ts`);
  try {
    await Deno.copyFile(DATABASE_TYPES, join(directory, "database.types.ts"));
    for (const { name, supabaseJs } of [...procedures, ...tables]) {
      // What takes a person has a client of its own.
      const print = "console.log(JSON.stringify(data));\nvoid supabase;\n";
      await Deno.writeTextFile(file(name), supabaseJs + print);
    }
    await test(file);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

Deno.test("docs/each_procedure_of_the_api_page_has_an_example_whose_answer_is_known", () => {
  const names = procedures.map(({ name }) => name);
  // Which tables rls_auto_enable finds is not the example's doing.
  assertEquals(
    names.filter((name) => name !== "rls_auto_enable"),
    Object.keys(EXAMPLES).sort(),
  );
});

Deno.test("docs/the_direct_writes_that_people_need_have_an_example", () => {
  assertEquals(tables.map(({ name }) => name), Object.keys(VALUES).sort());
});

Deno.test("docs/every_curl_example_of_the_api_page_answers_what_it_declares", async (t) => {
  for (const { name, curl } of procedures) {
    await t.step(name, () => assertAnswers(name, (env) => run("sh", ["-euc", curl], env)));
  }
  for (const { name, curl } of tables) {
    await t.step(name, () => assertAdds(name, (env) => run("sh", ["-euc", curl], env)));
  }
});

Deno.test("docs/every_supabase_js_example_of_the_api_page_answers_the_same", async (t) => {
  await withModules(async (file) => {
    const args = ["run", "--no-check", "--allow-env", "--allow-net", CONFIG];
    const lastLine = (name: string) => async (env: Record<string, string>) => {
      const output = await run(Deno.execPath(), [...args, file(name)], env);
      return output.trim().split("\n").at(-1) ?? "";
    };
    for (const { name } of procedures) {
      await t.step(name, () => assertAnswers(name, lastLine(name)));
    }
    for (const { name } of tables) await t.step(name, () => assertAdds(name, lastLine(name)));
  });
});

Deno.test("docs/every_supabase_js_example_of_the_api_page_has_the_types_of_the_database", () =>
  withModules(async (file) => {
    const files = [...procedures, ...tables].map(({ name }) => file(name));
    await run(Deno.execPath(), ["check", CONFIG, ...files]);
  }));
