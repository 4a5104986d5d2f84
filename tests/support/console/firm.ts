// The console before a stack of a test file's own, with the demo firm in it, in a real Chromium.
import { type Browser, chromium } from "playwright-core";
import postgres from "postgres";
import { BUNDLE, provideConsole } from "../../../stack/console_build.ts";
import { freePortPair } from "../../../stack/processes.ts";
import { type Stack, startStack } from "../../../stack/stack.ts";

const CHROMIUM = "/usr/bin/chromium";
/** Whether these tests can run at all. */
export const hasChromium: boolean = await Deno.stat(CHROMIUM).then(
  (file) => file.isFile,
  () => false,
);

/** The demo firm, a browser, and a connection of the owner's. */
export interface ConsoleFirm {
  readonly url: string;
  readonly stack: Stack;
  readonly browser: Browser;
  readonly sql: postgres.Sql;
}

/** Runs a test with the console served by a stack of its own, and leaves nothing behind. */
export async function withConsole(test: (firm: ConsoleFirm) => Promise<void>): Promise<void> {
  await provideConsole(BUNDLE, { log: () => {} });
  const dataDir = await Deno.makeTempDir({ prefix: "staffing-test-" });
  await using parts = new AsyncDisposableStack();
  parts.defer(() => Deno.remove(dataDir, { recursive: true }));
  const stack = await startStack({
    port: freePortPair(),
    dataDir,
    seed: "demo",
    cronSharedSecret: null,
    cronSharedSecretPrevious: null,
    postgrestBin: Deno.env.get("POSTGREST_BIN") || null,
    consoleDir: BUNDLE,
    postgresFlags: { fsync: "off" },
    runtimeEnvironment: Deno.env.toObject(),
  });
  parts.defer(() => stack.stop());
  const sql = postgres(stack.dbUrl, { max: 1, onnotice: () => {} });
  parts.defer(() => sql.end({ timeout: 1 }));
  // So that what is overdue bears interest, as it does a day later.
  const job = await fetch(`${stack.url}/api/cron/accrue-interest`, {
    method: "POST",
    headers: { authorization: `Bearer ${stack.keys.cronSharedSecret}` },
  });
  await job.body?.cancel();
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: Deno.uid() === 0 ? ["--no-sandbox"] : [],
  });
  parts.defer(() => browser.close());
  await test({ url: stack.url, stack, browser, sql });
}

/** A test that needs a browser: skipped by name where there is none. */
export function consoleTest(
  name: string,
  test: (t: Deno.TestContext, firm: ConsoleFirm) => Promise<void>,
): void {
  Deno.test({
    name: hasChromium ? name : `${name}: chromium is not installed; .ci/run installs it`,
    ignore: !hasChromium,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: (t) => withConsole((firm) => test(t, firm)),
  });
}
