/** The part of `deno task prove` that breaks the SQL tree, one place at a time, to see whether the tests notice. */
import { cpus } from "node:os";
import type { Outcome, Part, Trial } from "../part.ts";
import {
  type Body,
  changedSince,
  describe,
  type Mutant,
  mutantsOf,
  readBodies,
  statementOf,
} from "./bodies.ts";
import { isEquivalent } from "./equivalent.ts";
import { type Fate, type Fated, outcomeOf } from "./fates.ts";
import { type Ground, startGround } from "./ground.ts";
import { digest, type Kept, readKept, writeKept } from "./kept.ts";
import { measure } from "./measure.ts";
import { runTests } from "./run_tests.ts";
import { databaseTests, isOfArea, type MeasuredTest, testsOf } from "./tests_of.ts";

const COUNT = 300;
/** A mutant hangs when its tests are silent for so many times what the longest file took, and a minute. */
const PATIENCE = 3;

export const MUTATIONS: Part = {
  name: "mutations",
  about: "Breaks one place of the SQL tree at a time: a test has to fail. Runs when it is named.",
  share: 1,
  isOnlyNamed: true,
  run: breakTheTree,
};

/** Everything that decides on mutants. */
interface Bench {
  readonly bodies: readonly Body[];
  readonly tests: readonly MeasuredTest[];
  readonly kept: Kept;
  readonly trial: Trial;
}

async function breakTheTree(trial: Trial): Promise<Outcome> {
  const bodies = await readBodies();
  const changed = trial.since === null ? null : await changedSince(trial.since);
  const places = mutantsOf(bodies.filter(({ path }) => changed?.has(path) ?? true));
  const kept = await readKept();
  const grounds: Ground[] = [];
  try {
    for (const at of cpus().keys()) grounds.push(await startGround(trial, `ground_${at}`));
    const tests = await measure(await databaseTests(), grounds, kept, trial);
    const bench = { bodies, tests, kept, trial };
    const { fates, unloadable } = await breakAll(inOrder(places, trial.seed), grounds, bench);
    return outcomeOf(fates, { places: places.length, bodies: bodies.length, unloadable });
  } finally {
    await Promise.all(grounds.map(({ stop }) => stop()));
  }
}

/** The order of a seed. A mutant keeps its place in it while other functions change. */
function inOrder(mutants: readonly Mutant[], seed: number): Mutant[] {
  const key = (mutant: Mutant) => digest(`${seed} ${statementOf(mutant)}`);
  return mutants.map((mutant) => ({ mutant, at: key(mutant) }))
    .sort((one, other) => one.at < other.at ? -1 : 1).map(({ mutant }) => mutant);
}

/** Breaks as many as are asked for, one on each ground at a time: the first of their order that load. */
async function breakAll(
  mutants: readonly Mutant[],
  grounds: readonly Ground[],
  bench: Bench,
): Promise<{ fates: Fated[]; unloadable: number }> {
  const { calls, signal, report } = bench.trial;
  const fates: Fated[] = [];
  const queue = mutants.values();
  let begun = 0;
  let unloadable = 0;
  await Promise.all(grounds.map(async (ground) => {
    while (!signal.aborted && begun < (calls ?? COUNT)) {
      const { value: mutant } = queue.next();
      if (mutant === undefined) return;
      begun++;
      const fate = await fateOf(mutant, ground, bench);
      if (signal.aborted) return;
      if (fate === "does not load") {
        begun--;
        unloadable++;
        continue;
      }
      fates.push({ mutant, ...fate });
      const by = fate.by === null ? "" : ` by ${fate.by}`;
      report(`${fates.length}: ${fate.fate}${by}: ${describe(mutant)}`);
    }
  }));
  return { fates, unloadable };
}

async function fateOf(
  mutant: Mutant,
  ground: Ground,
  bench: Bench,
): Promise<Omit<Fated, "mutant"> | "does not load"> {
  const statement = statementOf(mutant);
  const { body } = mutant;
  const before = bench.kept.caught[digest(statement)];
  if (before !== undefined && before.test === digestOf(before.by, bench.tests)) {
    return caught(body, before.by);
  }
  if (!await ground.replace(statement)) return "does not load";
  const fate = await tried(mutant, ground, bench);
  if (!await ground.replace(body.statement)) throw new Error(`${body.name} cannot be put back`);
  return fate;
}

/** Gives a mutant that stands in the template to its tests. */
async function tried(
  mutant: Mutant,
  ground: Ground,
  { bodies, tests, kept, trial: { signal } }: Bench,
): Promise<Omit<Fated, "mutant">> {
  if (isEquivalent(mutant)) return { fate: "equivalent", by: null };
  const own = testsOf(mutant.body, bodies, tests);
  if (own.length === 0) return { fate: "survived", by: null };
  const statement = digest(statementOf(mutant));
  const all = digest(own.map(({ path, text }) => `${path}\n${text}`).join("\n"));
  if (kept.survived[statement] === all) return { fate: "survived", by: null };
  const longest = Math.max(...own.map(({ seconds }) => seconds));
  const files = own.map(({ path }) => path);
  const ended = await runTests(ground, files, { silence: 60 + PATIENCE * longest, signal });
  const by = ended.as === "failed" ? ended.path : null;
  if (signal.aborted) return caught(mutant.body, by);
  if (ended.as === "passed") kept.survived[statement] = all;
  else kept.caught[statement] = { by, test: digestOf(by, tests) };
  writeKept(kept);
  return ended.as === "passed" ? { fate: "survived", by: null } : caught(mutant.body, by);
}

function digestOf(path: string | null, tests: readonly MeasuredTest[]): string {
  return digest(tests.find((test) => test.path === path)?.text ?? "");
}

function caught({ path }: Body, by: string | null): { fate: Fate; by: string | null } {
  if (by === null) return { fate: "hung", by };
  return { fate: isOfArea(by, path) ? "caught" : "caught elsewhere", by };
}
