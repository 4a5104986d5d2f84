import { join } from "node:path";
import { freePortPair } from "../stack/processes.ts";
import { type Stack, startStack } from "../stack/stack.ts";
import type { Trial } from "./part.ts";

/**
 * Starts a stack of a part's own, in the directory of its trial, on ports that nobody uses: no console, no secret of
 * its jobs but one that it makes, and a database that need not outlive the machine.
 *
 * @param seed what the database holds at first
 */
export function startOwnStack(
  { directory, postgrestBin, authBin, signal }: Trial,
  seed: "none" | "demo",
): Promise<Stack> {
  return startStack({
    port: freePortPair(),
    dataDir: join(directory, "stack"),
    seed,
    cronSharedSecret: null,
    cronSharedSecretPrevious: null,
    postgrestBin,
    authBin,
    consoleDir: null,
    postgresFlags: { fsync: "off" },
    runtimeEnvironment: Deno.env.toObject(),
  }, { signal });
}
