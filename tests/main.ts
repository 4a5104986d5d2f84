/**
 * Runs the tests: starts a stack of their own on free ports and a fresh directory, prepares the database
 * that test files clone, and hands both to `deno test`. Arguments go on to `deno test`; `all` and `rest` name
 * a tier (tiers.ts), `rest/1` a half, and paths what runs in its place, whichever tier it is of.
 *
 * With BASE_URL set (and SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SUPABASE_DB_URL,
 * SUPABASE_JWT_SECRET or SUPABASE_JWT_KEY, and CRON_SHARED_SECRET beside it), the HTTP tests speak to that
 * project instead. With POSTGREST_BIN set, the stack serves /rest/v1 with that PostgREST, and with AUTH_BIN
 * beside it /auth/v1 with that Supabase Auth.
 */
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import type { StackKeys } from "../stack/keys.ts";
import { IN_LARGE_PAGES } from "../stack/postgres.ts";
import { freePortPair } from "../stack/processes.ts";
import { realParts } from "../stack/settings.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { prepareTemplate } from "./support/server/template.ts";
import { inGroups } from "./groups.ts";
import { type Run, runOf } from "./tiers.ts";
import { filesIn } from "./unit/house_rules/files.ts";

const root = new URL("..", import.meta.url).pathname;
/** Folder in which Linux keeps files in memory, and the room that the tests ask for there. */
const MEMORY = "/dev/shm";
const ROOM = 2 * 2 ** 30;
/** Settings of a server whose databases live for a test each: nothing outlives it, and nothing needs a vacuum. */
const FOR_A_WHILE = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  autovacuum: "off",
};

/** The key that signs the stack's tokens: a secret, or a key as JWK. */
function signing({ signingKey, jwtSecret }: StackKeys): Record<string, string> {
  return signingKey === null
    ? { SUPABASE_JWT_SECRET: jwtSecret }
    : { SUPABASE_JWT_KEY: JSON.stringify(signingKey) };
}

function environment(stack: Stack, tier: Run["tier"]): Record<string, string> {
  const own = Deno.env.get("BASE_URL") === undefined
    ? {
      BASE_URL: stack.url,
      SUPABASE_PUBLISHABLE_KEY: stack.keys.publishableKey,
      SUPABASE_SECRET_KEY: stack.keys.secretKey,
      SUPABASE_DB_URL: stack.dbUrl,
      ...signing(stack.keys),
      CRON_SHARED_SECRET: stack.keys.cronSharedSecret,
    }
    : {};
  // One worker more than there are processors: some tests wait, for pg_cron's minutes or the end of a lock.
  const DENO_JOBS = Deno.env.get("DENO_JOBS") ?? String(navigator.hardwareConcurrency + 1);
  return { ...own, DENO_JOBS, TEST_SERVER_URL: stack.dbUrl, TEST_TIER: tier };
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

/** Lets the superuser's password be tried by one round of its hash for four thousand: tests connect five thousand times. */
async function letConnectionsBeCheap(dbUrl: string): Promise<void> {
  const sql = postgres(dbUrl, { max: 1 });
  await sql`set scram_iterations = 1`;
  await sql.unsafe(`alter role postgres password '${new URL(dbUrl).password}'`);
  await sql.end();
}

/** Runs the tests on a stack below a directory; interrupted, ends both. */
async function runTests(
  { tier, args }: Run,
  TMPDIR: string,
  signal: AbortSignal,
): Promise<number> {
  const stack = await startStack({
    port: freePortPair(),
    dataDir: join(TMPDIR, "stack"),
    seed: "demo",
    cronSharedSecret: null,
    cronSharedSecretPrevious: null,
    ...realParts(Deno.env.toObject()),
    consoleDir: null,
    postgresFlags: FOR_A_WHILE,
    postgresWrapper: IN_LARGE_PAGES,
    runtimeEnvironment: Deno.env.toObject(),
  }, { signal });
  try {
    await prepareTemplate(stack.dbUrl);
    await letConnectionsBeCheap(stack.dbUrl);
    const files = tier === "test" ? await inGroups(args, root, join(TMPDIR, "groups")) : args;
    const tests = new Deno.Command(Deno.execPath(), {
      // `deno task check` looks at types, once for all.
      args: ["test", "--allow-all", "--no-check", "--parallel", ...files],
      cwd: root,
      env: { ...environment(stack, tier), TMPDIR },
      stdin: "null",
      signal,
    }).spawn();
    return (await tests.status).code;
  } finally {
    await stack.stop();
  }
}

const run = runOf(Deno.args, await filesIn("tests", "_test.ts"));
// What is in memory stays there when whoever wrote it ends: interrupted, they end in order.
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => interrupted.abort());
}
const directory = await scratchDirectory();
const code = await runTests(run, directory, interrupted.signal)
  .finally(() => Deno.remove(directory, { recursive: true }));
for (const line of run.leftOut) console.log(line);
Deno.exit(code);
