/** The demo firm on a stack of a test file's own, in the test's process. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePortPair } from "../../../stack/processes.ts";
import { realParts, type StackSettings } from "../../../stack/settings.ts";
import { type Stack, startStack } from "../../../stack/stack.ts";

/** Now, for the database and for browsers: a Wednesday. The demo firm is made up to the day before. */
export const NOW = "2026-06-10T15:00:00Z";

/** Settings of a firm's stack that a test may choose. */
export type DemoSetup = Partial<
  Pick<StackSettings, "mail" | "authEnvironment" | "consoleDir" | "runtimeEnvironment">
>;

/**
 * Starts a stack with the demo firm, of which each has its own copy.
 *
 * @param parts what ends it, and takes its data away
 * @param said gets its output, its mails among it
 */
export async function startDemoStack(
  parts: AsyncDisposableStack,
  setup: DemoSetup = {},
  said: string[] = [],
): Promise<Stack> {
  const dataDir = await Deno.makeTempDir({ prefix: "staffing-test-" });
  parts.defer(() => Deno.remove(dataDir, { recursive: true }));
  await copyDemoFirm(dataDir);
  const stack = await startIn(dataDir, setup, said);
  parts.defer(() => stack.stop());
  return stack;
}

/**
 * Starts a stack on a folder: with the demo firm and a clock that stands, unless its settings say otherwise.
 *
 * @param said gets its output, its mails among it
 */
export function startIn(
  dataDir: string,
  setup: Partial<StackSettings>,
  said: string[],
): Promise<Stack> {
  return startStack({
    port: freePortPair(),
    dataDir,
    seed: "demo",
    cronSharedSecret: null,
    cronSharedSecretPrevious: null,
    ...realParts(Deno.env.toObject()),
    consoleDir: null,
    postgresFlags: { "fsync": "off", "app.clock": NOW },
    runtimeEnvironment: Deno.env.toObject(),
    ...setup,
  }, { report: (line) => void said.push(line) });
}

/** Copies the data of a stack with the demo firm, which the first test file makes: a start anew takes seconds more. */
async function copyDemoFirm(dataDir: string): Promise<void> {
  const made = join(tmpdir(), "demo-firm");
  using turn = await Deno.open(`${made}.lock`, { create: true, write: true });
  await turn.lock(true);
  if (!await Deno.stat(made).then(() => true, () => false)) {
    const making = await Deno.makeTempDir({ prefix: "staffing-test-" });
    await (await startIn(making, {}, [])).stop();
    await Deno.rename(making, made);
  }
  await turn.unlock();
  const { success, stderr } = await new Deno.Command("cp", { args: ["-a", `${made}/.`, dataDir] })
    .output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
