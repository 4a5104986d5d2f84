/** A stack that serves the console, and somebody who works there. */
import type { Page } from "playwright-core";
import postgres from "postgres";
import { BUNDLE } from "../stack/console_build.ts";
import { freePortPair } from "../stack/processes.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import { realParts, type StackSettings } from "../stack/settings.ts";

/** The browser that opens the pages. */
export const CHROMIUM = "/usr/bin/chromium";
const SOMEBODY = { email: "bench@demo.example", password: "demo-password" };

/** A stack with the console, for a test of its own, whose somebody has some roles. */
export async function openStack(
  parts: AsyncDisposableStack,
  seed: StackSettings["seed"],
  roles: readonly string[] = ["billing"],
): Promise<Stack> {
  const dataDir = await Deno.makeTempDir({ prefix: "staffing-bench-" });
  parts.defer(() => Deno.remove(dataDir, { recursive: true }));
  const stack = await startStack({
    port: freePortPair(),
    dataDir,
    seed,
    cronSharedSecret: null,
    cronSharedSecretPrevious: null,
    ...realParts(Deno.env.toObject()),
    consoleDir: BUNDLE,
    postgresFlags: { "app.clock": "2026-06-10 18:00+00" },
    runtimeEnvironment: Deno.env.toObject(),
  });
  parts.defer(() => stack.stop());
  const answer = await fetch(`${stack.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: stack.keys.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(SOMEBODY),
  });
  if (!answer.ok) throw new Error(`nobody could sign up: ${await answer.text()}`);
  await answer.body?.cancel();
  await withOwner(stack, (sql) =>
    sql`
    insert into public.staff_members (name, email, user_id, roles)
    select 'Bench', email, id, ${[...roles]} from auth.users where email = ${SOMEBODY.email}`);
  return stack;
}

/** Signs somebody in, who lands on the board. */
export async function signIn(page: Page, { url }: Stack): Promise<void> {
  await page.goto(url);
  await page.getByLabel("E-mail").fill(SOMEBODY.email);
  await page.locator("input[type=password]").fill(SOMEBODY.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
}

/** Works on a stack's database as its owner. */
export async function withOwner(
  stack: Stack,
  work: (sql: postgres.Sql) => Promise<unknown>,
): Promise<void> {
  const sql = postgres(stack.dbUrl, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
