import { join } from "node:path";
import { CALLED_FUNCTIONS } from "../../tests/support/server/called_functions.ts";
import type { Trial } from "../part.ts";
import type { Ground } from "./ground.ts";
import { digest, type Kept, writeKept } from "./kept.ts";
import { runTests } from "./run_tests.ts";
import type { MeasuredTest, TestFile } from "./tests_of.ts";

/** Time in which a test of a file ends, in seconds. */
const LATEST = 300;

/**
 * Runs each test file once with nothing broken, unless an earlier run did, for what it takes and which functions it
 * calls. One that fails is left out: it would seem to catch everything.
 */
export async function measure(
  tests: readonly TestFile[],
  grounds: readonly Ground[],
  kept: Kept,
  { signal, report }: Trial,
): Promise<MeasuredTest[]> {
  const measured: MeasuredTest[] = [];
  const queue = tests.values();
  await Promise.all(grounds.map(async (ground) => {
    for (const test of queue) {
      if (signal.aborted) return;
      const key = digest(`${test.path}\n${test.text}`);
      const known = kept.tests[key] ?? await measureOne(test, ground, signal);
      if (known === null) {
        if (!signal.aborted) report(`${test.path} fails with nothing broken, and is left out`);
        continue;
      }
      if (kept.tests[key] === undefined) {
        kept.tests[key] = known;
        writeKept(kept);
        report(
          `${test.path} calls ${known.calls.length} functions in ${known.seconds.toFixed(1)} s`,
        );
      }
      measured.push({ ...test, seconds: known.seconds, calls: new Set(known.calls) });
    }
  }));
  return measured.toSorted((one, other) => one.path < other.path ? -1 : 1);
}

async function measureOne(
  { path }: TestFile,
  ground: Ground,
  signal: AbortSignal,
): Promise<Kept["tests"][string] | null> {
  const file = join(ground.directory, "called");
  await Deno.writeTextFile(file, "");
  const began = performance.now();
  const env = { [CALLED_FUNCTIONS]: file };
  const ended = await runTests(ground, [path], { silence: LATEST, signal, env });
  if (ended.as !== "passed") return null;
  const calls = new Set((await Deno.readTextFile(file)).split("\n").filter((name) => name !== ""));
  return { seconds: (performance.now() - began) / 1000, calls: [...calls].sort() };
}
