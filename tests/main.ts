/**
 * Runs the tests: starts a stack of their own on free ports and a fresh directory, prepares the database
 * that test files clone, and hands both to `deno test`. Arguments go on to `deno test`.
 *
 * With BASE_URL set (and SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SUPABASE_DB_URL,
 * SUPABASE_JWT_SECRET and CRON_SHARED_SECRET beside it), the HTTP tests speak to that project instead.
 * With POSTGREST_BIN set, the stack serves /rest/v1 with that PostgREST.
 */
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { freePortPair } from "../stack/processes.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { prepareTemplate } from "./support/server/template.ts";

const root = new URL("..", import.meta.url).pathname;
/** Where Linux keeps files in memory, and how much room the tests ask for there. */
const MEMORY = "/dev/shm";
const ROOM = 2 * 2 ** 30;
/** They begin first: those that mostly wait, and the longest, of which one would else run on alone at the end. */
const FIRST = [
  "tests/database/jobs/maintenance_jobs/pg_cron_test.ts",
  "tests/concurrency/long_waits_test.ts",
  "tests/upgrade/write_migration_test.ts",
  "tests/console/looks_test.ts",
  "tests/upgrade/trial_release_test.ts",
  "tests/http/access/matrix_test.ts",
  "tests/upgrade/upgrade_test.ts",
];

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

/**
 * A directory for all that the tests write: in memory where there is room, unless TMPDIR says where. On ext4 half of
 * all time goes into looking for inodes that were not just freed: each clone makes a thousand files, and drops them.
 */
async function scratchDirectory(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  const room = Math.min(bavail * bsize, Deno.systemMemoryInfo().available);
  const isInMemory = Deno.env.get("TMPDIR") === undefined && room > ROOM;
  return await Deno.makeTempDir({ prefix: "staffing-tests-", ...isInMemory && { dir: MEMORY } });
}

/** Runs the tests on a stack below a directory; interrupted, ends both. */
async function runTests(
  args: readonly string[],
  TMPDIR: string,
  signal: AbortSignal,
): Promise<number> {
  const stack = await startStack({
    port: freePortPair(),
    dataDir: join(TMPDIR, "stack"),
    seed: "demo",
    cronSharedSecret: null,
    cronSharedSecretPrevious: null,
    postgrestBin: Deno.env.get("POSTGREST_BIN") || null,
    consoleDir: null,
    postgresFlags: { fsync: "off" },
    runtimeEnvironment: Deno.env.toObject(),
  }, { signal });
  try {
    await prepareTemplate(stack.dbUrl);
    const tests = new Deno.Command(Deno.execPath(), {
      args: ["test", "--allow-all", "--parallel", ...args],
      cwd: root,
      env: { ...environment(stack), TMPDIR },
      stdin: "null",
      signal,
    }).spawn();
    return (await tests.status).code;
  } finally {
    await stack.stop();
  }
}

const namesFiles = Deno.args.some((argument) => !argument.startsWith("-"));
const args = namesFiles ? Deno.args : [...Deno.args, ...FIRST, "tests/"];
// What is in memory stays there when whoever wrote it ends: interrupted, they end in order.
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => interrupted.abort());
}
const directory = await scratchDirectory();
const code = await runTests(args, directory, interrupted.signal)
  .finally(() => Deno.remove(directory, { recursive: true }));
Deno.exit(code);
