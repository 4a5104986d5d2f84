/** Journal files as accounting programs read them. */
import { assert } from "@std/assert";

/** True if Debian's hledger is installed; .ci/run installs it. */
export const HAS_HLEDGER = await Deno.stat("/usr/bin/hledger").then(() => true, () => false);

/**
 * Runs Debian's hledger on a journal.
 *
 * @returns what it prints
 * @throws AssertionError when it cannot read the journal, or finds it unbalanced
 */
export async function hledger(journal: string, ...args: string[]): Promise<string> {
  const file = await Deno.makeTempFile({ suffix: ".journal" });
  try {
    await Deno.writeTextFile(file, journal);
    const { success, stdout, stderr } = await new Deno.Command("hledger", {
      args: ["--file", file, ...args],
      env: { LC_ALL: "C.UTF-8" },
    }).output();
    assert(success, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  } finally {
    await Deno.remove(file);
  }
}
