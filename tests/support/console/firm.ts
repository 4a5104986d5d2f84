// The console before a stack of a test file's own, with the demo firm in it, in a real Chromium, on one day.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import postgres from "postgres";
import { BUNDLE, provideConsole } from "../../../stack/console_build.ts";
import { freePortPair } from "../../../stack/processes.ts";
import { realParts, type StackSettings } from "../../../stack/settings.ts";

import { type Stack, startStack } from "../../../stack/stack.ts";

/** The shell is Chromium without its own windows and tabs, which take a third of the time of these tests. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const isFile = (path: string) => Deno.stat(path).then((file) => file.isFile, () => false);
const isDirectory = (path: string) => Deno.stat(path).then((file) => file.isDirectory, () => false);
const installed = await Promise.all(BROWSERS.map(isFile));
const CHROMIUM = BROWSERS[installed.indexOf(true)];
/** True if these tests can run at all. */
export const hasChromium: boolean = CHROMIUM !== undefined;

/** Now, for the database and for the browsers: a Wednesday. The demo firm is made up to the day before. */
export const NOW = "2026-06-10T15:00:00Z";

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
export type FirmSetup = Pick<StackSettings, "mail" | "authEnvironment">;

function startStackIn(
  dataDir: string,
  said: string[] = [],
  setup: FirmSetup = {},
): Promise<Stack> {
  return startStack({
    port: freePortPair(),
    dataDir,
    seed: "demo",
    cronSharedSecret: null,
    cronSharedSecretPrevious: null,
    ...realParts(Deno.env.toObject()),
    consoleDir: BUNDLE,
    postgresFlags: { "fsync": "off", "app.clock": NOW },
    runtimeEnvironment: Deno.env.toObject(),
    ...setup,
  }, { report: (line) => void said.push(line) });
}

/** Copies the data of a stack with the demo firm, which the first test file makes: a start anew takes seconds more. */
async function copyDemoFirm(dataDir: string): Promise<void> {
  const made = join(tmpdir(), "console-demo-firm");
  using turn = await Deno.open(`${made}.lock`, { create: true, write: true });
  await turn.lock(true);
  if (!await isDirectory(made)) {
    const making = await Deno.makeTempDir({ prefix: "staffing-test-" });
    await (await startStackIn(making)).stop();
    await Deno.rename(making, made);
  }
  await turn.unlock();
  const { success, stderr } = await new Deno.Command("cp", { args: ["-a", `${made}/.`, dataDir] })
    .output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** Starts the browser. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM ?? "",
    args: Deno.uid() === 0 ? ["--no-sandbox"] : [],
  });
}

async function startFirm(parts: AsyncDisposableStack, setup: FirmSetup = {}): Promise<ConsoleFirm> {
  await provideConsole(BUNDLE, { log: () => {} });
  const dataDir = await Deno.makeTempDir({ prefix: "staffing-test-" });
  parts.defer(() => Deno.remove(dataDir, { recursive: true }));
  const launching = launchBrowser();
  parts.defer(async () => await (await launching).close());
  await copyDemoFirm(dataDir);
  const said: string[] = [];
  const stack = await startStackIn(dataDir, said, setup);
  parts.defer(() => stack.stop());
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
    name: hasChromium ? name : `${name}: chromium is not installed; .ci/run installs it`,
    ignore: !hasChromium,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async (t) => await test(t, await sharedFirm()),
  });
}
