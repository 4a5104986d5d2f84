import postgres from "postgres";
import { shellQuote } from "./env_file.ts";
import type { Stack } from "./stack.ts";

/** The password of every demo user; supabase/seed.sql sets it. */
const DEMO_PASSWORD = "demo-password";

/** What a stack prints when it serves: the word `ready`, addresses, keys, commands to paste. */
export async function welcome(stack: Stack, stackEnv: string): Promise<string> {
  const { url, keys } = stack;
  const post = `curl -X POST ${url}`;
  const bearer = (secret: string) => `-H ${shellQuote(`Authorization: Bearer ${secret}`)}`;
  const users = await demoUsers(stack.dbUrl);
  return [
    "ready",
    "",
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
    ...(keys.cronSharedSecret.trim() === ""
      ? ["CRON_SHARED_SECRET is blank: both jobs refuse every request.", ""]
      : []),
    "To paste: both jobs, one with a wrong secret, one procedure, the tests.",
    "",
    `${post}/api/cron/lock-ended ${bearer(keys.cronSharedSecret)}`,
    `${post}/api/cron/accrue-interest ${bearer(keys.cronSharedSecret)}`,
    `${post}/api/cron/lock-ended ${bearer("wrong")}`,
    `${post}/rest/v1/rpc/rls_auto_enable -H "apikey: ${keys.secretKey}" ` +
    `-H "Content-Type: application/json" -d '{}'`,
    "npx -y deno@2.9.6 task test",
    "",
    "Ctrl-C stops it; the data stays.",
  ].join("\n");
}

/** Who can sign in to the demo firm: `admin@demo.example (admin)`. */
async function demoUsers(dbUrl: string): Promise<string[]> {
  const sql = postgres(dbUrl, { max: 1, onnotice: () => {} });
  try {
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
  } finally {
    await sql.end({ timeout: 1 });
  }
}
