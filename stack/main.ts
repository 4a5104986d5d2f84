// `deno task start`: the embedded stack until somebody stops it.

import postgres from "postgres";
import { JOB_NAMES } from "../supabase/functions/_shared/jobs/job_name.ts";
import { VERSION } from "../supabase/functions/_shared/version.ts";
import { provideConsole } from "./console_build.ts";
import { dataPaths } from "./data_dir.ts";
import { shellQuote } from "./keys.ts";
import { watchLauncher } from "./processes.ts";
import { readSettings, type StackSettings } from "./settings.ts";
import { type Stack, startStack } from "./stack.ts";
import { messageOf } from "./stack_error.ts";

const STOP_SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT", "SIGBREAK"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];
/** The password of every demo user; supabase/seed.sql sets it. */
const DEMO_PASSWORD = "demo-password";
/** Of one Ctrl-C a process may hear twice: from the terminal and from the one that started it. */
const SAME_SIGNAL_MS = 1000;

const environment = Deno.env.toObject();
const stopAsked = new AbortController();
let askedAt = 0;

function askToStop() {
  if (!stopAsked.signal.aborted) {
    askedAt = Date.now();
    stopAsked.abort();
  } else if (Date.now() - askedAt > SAME_SIGNAL_MS) {
    console.error("stopping at once; the next start recovers the database");
    Deno.exit(1);
  }
}
for (const signal of STOP_SIGNALS) Deno.addSignalListener(signal, askToStop);
watchLauncher(environment, askToStop);
// A stray failure somewhere below is worth a line, not the end of everything.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  console.error(`unexpected: ${messageOf(event.reason)}`);
});
// Such as postgres.js writing to a socket that went away while the stack stops.
addEventListener("error", (event) => {
  event.preventDefault();
  console.error(`unexpected: ${messageOf(event.error)}`);
});

async function main(): Promise<number> {
  const settings = readSettings(environment);
  const stack = await startStack(settings, {
    report: (line) => console.log(line),
    signal: stopAsked.signal,
  });
  const stopped = new Promise<null>((resolve) => {
    if (stopAsked.signal.aborted) resolve(null);
    stopAsked.signal.addEventListener("abort", () => resolve(null));
  });
  try {
    console.log(await welcome(stack, settings));
    if (settings.consoleDir !== null) void bringConsole(settings.consoleDir, stack.url);
    const failure = await Promise.race([stack.failed, stopped]);
    if (failure) throw failure;
    console.log("stopping");
  } finally {
    await stack.stop();
  }
  return 0;
}

/** Builds the console beside the stack, which serves it then. It is no reason for the stack to end. */
async function bringConsole(directory: string, url: string): Promise<void> {
  const log = (line: string) => {
    if (line.startsWith("fetching")) console.log(line);
  };
  try {
    const isNew = await provideConsole(directory, { log, signal: stopAsked.signal });
    if (isNew) console.log(`the console is built: ${url}/`);
  } catch (error) {
    if (stopAsked.signal.aborted) return;
    console.error(`the console is not built (${messageOf(error)}); ${url}/ says how to build it`);
  }
}

/** Text that a stack prints when it serves: the word `ready`, addresses, keys, commands to paste. */
async function welcome(stack: Stack, settings: StackSettings): Promise<string> {
  const { stackEnv } = dataPaths(settings.dataDir);
  const { url, keys } = stack;
  const post = `curl -X POST ${url}`;
  const bearer = (secret: string) => `-H ${shellQuote(`Authorization: Bearer ${secret}`)}`;
  const [users, isAdminless] = await onDatabase(
    stack.dbUrl,
    (sql) => Promise.all([demoUsers(sql), hasNoAdmin(sql)]),
  );
  const ofDataDir = environment.DATA_DIR ? `DATA_DIR=${shellQuote(environment.DATA_DIR)} ` : "";
  return [
    "ready",
    "",
    `  Version ${VERSION}`,
    "",
    ...(settings.consoleDir === null ? [] : [`  In a browser: ${url}/`, ""]),
    `  SUPABASE_URL              ${url}`,
    `  SUPABASE_PUBLISHABLE_KEY  ${keys.publishableKey}`,
    `  SUPABASE_SECRET_KEY       ${keys.secretKey}`,
    `  SUPABASE_DB_URL           ${stack.dbUrl}`,
    `  CRON_SHARED_SECRET        ${keys.cronSharedSecret}`,
    `  (the same in ${stackEnv})`,
    "",
    ...(users.length === 0 ? [] : [
      `Demo users, all with the password ${DEMO_PASSWORD}:`,
      ...users.map((line) => `  ${line}`),
      "",
    ]),
    ...(isAdminless
      ? [
        "Nobody can sign in as an admin yet. To invite the first one, in another terminal:",
        `${ofDataDir}npx -y deno@2.9.6 task invite-admin --email you@example.org --name "Your Name"`,
        "",
      ]
      : []),
    ...(keys.cronSharedSecret.trim() === ""
      ? ["CRON_SHARED_SECRET is blank: the jobs refuse every request.", ""]
      : []),
    "To paste: the jobs, one with a wrong secret, the work that needs doing now, the tests.",
    "",
    ...JOB_NAMES.map((job) => `${post}/api/cron/${job} ${bearer(keys.cronSharedSecret)}`),
    `${post}/api/cron/${JOB_NAMES[0]} ${bearer("wrong")}`,
    `${post}/rest/v1/rpc/board -H "apikey: ${keys.secretKey}" ` +
    `-H "Content-Type: application/json" -d '{}'`,
    "npx -y deno@2.9.6 task test",
    "",
    "Ctrl-C stops it; the data stays.",
  ].join("\n");
}

async function onDatabase<T>(dbUrl: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(dbUrl, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** People who can sign in to the demo firm: `admin@demo.example (admin)`. */
async function demoUsers(sql: postgres.Sql): Promise<string[]> {
  const [table] = await sql`select from pg_class where oid = to_regclass('public.staff_members')`;
  if (!table) return [];
  const rows = await sql<{ line: string }[]>`
    select format('%s (%s)', users.email, coalesce(
             (select array_to_string(roles, ', ') from public.staff_members where user_id = users.id),
             (select 'contractor' from public.contractors where user_id = users.id),
             'facility contact')) as line
    from auth.users
    where users.email like '%@demo.example'
    order by users.email`;
  return rows.map((row) => row.line);
}

/** True if nobody could invite anybody; false where there are no invitations. */
async function hasNoAdmin(sql: postgres.Sql): Promise<boolean> {
  const [table] = await sql`select from pg_class where oid = to_regclass('private.invitations')`;
  if (!table) return false;
  const admins = await sql`
    select from public.staff_members
     where is_active and user_id is not null and 'admin' = any (roles) limit 1`;
  return admins.length === 0;
}

let code: number;
try {
  code = await main();
} catch (error) {
  code = stopAsked.signal.aborted ? 0 : 1;
  if (code !== 0) console.error(messageOf(error));
}
Deno.exit(code);
