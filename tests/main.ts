/**
 * Runs the tests: starts a stack of their own on free ports and a fresh directory, prepares the database
 * that test files clone, and hands both to `deno test`. Arguments go on to `deno test`.
 *
 * With BASE_URL set (and SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SUPABASE_DB_URL,
 * SUPABASE_JWT_SECRET and CRON_SHARED_SECRET beside it), the HTTP tests speak to that project instead.
 * With POSTGREST_BIN set, the stack serves /rest/v1 with that PostgREST.
 */
import postgres from "postgres";
import { applyBase } from "../stack/base.ts";
import { freePortPair } from "../stack/processes.ts";
import { loadSchemaTree, readSchemaTree } from "../stack/schema/tree.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { TEMPLATE } from "./support/server/template.ts";

const root = new URL("..", import.meta.url).pathname;

async function prepareTemplate(serverUrl: string): Promise<void> {
  const server = postgres(serverUrl, { max: 1 });
  await server`create database ${server(TEMPLATE)}`;
  await server.end();
  const url = new URL(serverUrl);
  url.pathname = TEMPLATE;
  const template = postgres(url.href, { max: 1, onnotice: () => {} });
  await applyBase(template);
  await loadSchemaTree(template, await readSchemaTree(root));
  await template.end();
}

function environment(stack: Stack): Record<string, string> {
  const own = Deno.env.get("BASE_URL") === undefined
    ? {
      BASE_URL: stack.url,
      SUPABASE_PUBLISHABLE_KEY: stack.keys.publishableKey,
      SUPABASE_SECRET_KEY: stack.keys.secretKey,
      SUPABASE_DB_URL: stack.dbUrl,
      SUPABASE_JWT_SECRET: stack.keys.jwtSecret,
      CRON_SHARED_SECRET: stack.keys.cronSharedSecret,
    }
    : {};
  // One worker more than there are processors: some tests wait, for pg_cron's minutes or the end of a lock.
  const DENO_JOBS = Deno.env.get("DENO_JOBS") ?? String(navigator.hardwareConcurrency + 1);
  return { ...own, DENO_JOBS, TEST_SERVER_URL: stack.dbUrl };
}

async function runTests(args: readonly string[]): Promise<number> {
  const dataDir = await Deno.makeTempDir({ prefix: "staffing-test-" });
  const stack = await startStack({
    port: freePortPair(),
    dataDir,
    seed: "demo",
    cronSharedSecret: null,
    cronSharedSecretPrevious: null,
    postgrestBin: Deno.env.get("POSTGREST_BIN") || null,
    consoleDir: null,
    postgresFlags: { fsync: "off" },
    runtimeEnvironment: Deno.env.toObject(),
  });
  try {
    await prepareTemplate(stack.dbUrl);
    const tests = new Deno.Command(Deno.execPath(), {
      args: ["test", "--allow-all", "--parallel", ...args],
      cwd: root,
      env: environment(stack),
      stdin: "null",
    }).spawn();
    return (await tests.status).code;
  } finally {
    await stack.stop();
    await Deno.remove(dataDir, { recursive: true });
  }
}

const paths = Deno.args.length === 0 ? ["tests/"] : Deno.args;
Deno.exit(await runTests(paths));
