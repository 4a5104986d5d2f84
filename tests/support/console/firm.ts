// The console before a stack of a test file's own, with the demo firm in it, in a real Chromium, on one day.
import type { Browser } from "playwright-core";
import postgres from "postgres";
import { BUNDLE, provideConsole } from "../../../stack/console_build.ts";
import type { Stack } from "../../../stack/stack.ts";
import { type DemoSetup, NOW, startDemoStack } from "../http/demo_stack.ts";
import { browserTestName, hasChromium, launchBrowser } from "./browser.ts";

export { NOW };
export { hasChromium, launchBrowser } from "./browser.ts";

/** The demo firm, a browser, and a connection of the owner's. */
export interface ConsoleFirm {
  readonly url: string;
  readonly stack: Stack;
  readonly browser: Browser;
  readonly sql: postgres.Sql;
  /** Output of the stack so far, its mails among it. */
  readonly said: readonly string[];
}

/** Settings of a firm's stack that a test may choose. */
export type FirmSetup = Pick<DemoSetup, "mail" | "authEnvironment">;

async function startFirm(parts: AsyncDisposableStack, setup: FirmSetup = {}): Promise<ConsoleFirm> {
  await provideConsole(BUNDLE, { log: () => {} });
  const launching = launchBrowser();
  parts.defer(async () => await (await launching).close());
  const said: string[] = [];
  const stack = await startDemoStack(parts, { ...setup, consoleDir: BUNDLE }, said);
  const sql = postgres(stack.dbUrl, { max: 1, onnotice: () => {} });
  parts.defer(() => sql.end({ timeout: 1 }));
  // So that what is overdue bears interest, as it does a day later.
  const job = await fetch(`${stack.url}/api/cron/accrue-interest`, {
    method: "POST",
    headers: { authorization: `Bearer ${stack.keys.cronSharedSecret}` },
  });
  await job.body?.cancel();
  return { url: stack.url, stack, browser: await launching, sql, said };
}

/** A firm of a test's own, before a stack with settings of its own. */
export async function withFirm(
  setup: FirmSetup,
  test: (firm: ConsoleFirm) => Promise<void>,
): Promise<void> {
  await using parts = new AsyncDisposableStack();
  await test(await startFirm(parts, setup));
}

let started: { parts: AsyncDisposableStack; firm: Promise<ConsoleFirm> } | undefined;

/** The firm that the tests of a file share, in the order in which they stand there. */
function sharedFirm(): Promise<ConsoleFirm> {
  if (started === undefined) {
    const parts = new AsyncDisposableStack();
    started = { parts, firm: startFirm(parts) };
  }
  return started.firm;
}

Deno.test.afterAll(async () => await started?.parts.disposeAsync());

/** A test that needs a browser: skipped by name where there is none. The tests of a file share one firm. */
export function consoleTest(
  name: string,
  test: (t: Deno.TestContext, firm: ConsoleFirm) => Promise<void>,
): void {
  Deno.test({
    name: browserTestName(name),
    ignore: !hasChromium,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async (t) => await test(t, await sharedFirm()),
  });
}
