/** The part of `deno task prove` that breaks the SQL tree, one place at a time, to see whether the tests notice. */
import postgres from "postgres";
import { fileURLToPath } from "node:url";
import { prepareTemplate, TEMPLATE } from "../../tests/support/server/template.ts";
import { numbersFrom } from "../numbers.ts";
import { startOwnStack } from "../own_stack.ts";
import type { Outcome, Part, Trial } from "../part.ts";
import {
  changedSince,
  describe,
  type Mutant,
  mutantsOf,
  readBodies,
  statementOf,
} from "./bodies.ts";
import { EQUIVALENT } from "./equivalent.ts";
import { databaseTests, type TestFile, testsOf } from "./tests_of.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COUNT = 300;

export const MUTATIONS: Part = {
  name: "mutations",
  about: "Breaks one place of the SQL tree at a time: a test has to fail. Runs when it is named.",
  share: 1,
  isOnlyNamed: true,
  run: breakTheTree,
};

type Fate = "caught" | "caught by another folder" | "equivalent" | "survived";

async function breakTheTree(trial: Trial): Promise<Outcome> {
  const bodies = await readBodies();
  const changed = trial.since === null ? null : await changedSince(trial.since);
  const mutants = mutantsOf(bodies.filter(({ path }) => changed?.has(path) ?? true));
  const tests = await databaseTests();
  const stack = await startOwnStack(trial, "none");
  try {
    await prepareTemplate(stack.dbUrl);
    const fates: [Mutant, Fate][] = [];
    let unloadable = 0;
    for (const mutant of shuffled(mutants, trial.seed)) {
      if (trial.signal.aborted || fates.length >= (trial.calls ?? COUNT)) break;
      if (!await replace(stack.dbUrl, statementOf(mutant))) {
        unloadable++;
        continue;
      }
      const fate = await fateOf(mutant, tests, stack.dbUrl, trial);
      if (!await replace(stack.dbUrl, mutant.body.statement)) {
        throw new Error(`${mutant.body.name} cannot be put back`);
      }
      fates.push([mutant, fate]);
      trial.report(`${fates.length}: ${fate}: ${describe(mutant)}`);
    }
    return outcome(fates, mutants.length, bodies.length, unloadable);
  } finally {
    await stack.stop();
  }
}

/** Makes a function or a view anew in the template; false where it does not load. */
async function replace(serverUrl: string, statement: string): Promise<boolean> {
  const url = new URL(serverUrl);
  url.pathname = TEMPLATE;
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(statement);
    return true;
  } catch (error) {
    if (error instanceof postgres.PostgresError) return false;
    throw error;
  } finally {
    await sql.end();
  }
}

async function fateOf(
  mutant: Mutant,
  tests: readonly TestFile[],
  url: string,
  trial: Trial,
): Promise<Fate> {
  const { own, others } = testsOf(mutant.body.path, mutant.body.name, tests);
  if (own.length > 0 && !await pass(own, url, trial)) return "caught";
  if (EQUIVALENT.has(describe(mutant).replace(/:\d+,/, ","))) return "equivalent";
  return others.length === 0 || await pass(others, url, trial)
    ? "survived"
    : "caught by another folder";
}

/** Runs tests until one fails; true if all pass. */
async function pass(files: readonly string[], url: string, trial: Trial): Promise<boolean> {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-check", "--quiet", "--fail-fast", "--parallel", ...files],
    cwd: ROOT,
    env: { TEST_SERVER_URL: url, TMPDIR: trial.directory },
    stdin: "null",
    stdout: "null",
    stderr: "null",
    signal: trial.signal,
  }).output();
  return code === 0;
}

function shuffled(mutants: readonly Mutant[], seed: number): Mutant[] {
  const next = numbersFrom(seed);
  return mutants.map((mutant) => ({ mutant, at: next() }))
    .sort((one, other) => one.at - other.at).map(({ mutant }) => mutant);
}

function outcome(
  fates: readonly [Mutant, Fate][],
  places: number,
  bodies: number,
  unloadable: number,
): Outcome {
  const count = (fate: Fate, kind?: string) =>
    fates.filter(([mutant, its]) =>
      its === fate && (kind ?? mutant.place.kind) === mutant.place.kind
    )
      .length;
  const [own, elsewhere, equivalent, survived] = [
    count("caught"),
    count("caught by another folder"),
    count("equivalent"),
    count("survived"),
  ];
  const share = 100 * (own + elsewhere) / Math.max(1, fates.length - equivalent);
  const kinds = [...new Set(fates.map(([{ place }]) => place.kind))].sort();
  return {
    calls: fates.length,
    did: [
      `It broke ${fates.length} of ${places} places in ${bodies} functions and views; ${unloadable} more did not load.`,
      `Tests of its own folder caught ${own}, those of others ${elsewhere}: ${
        share.toFixed(1)
      } %. ` +
      `${equivalent} are equivalent, ${survived} survived.`,
    ],
    tables: [{
      head: ["what was broken", "mutants", "caught", "caught elsewhere", "equivalent", "survived"],
      rows: kinds.map((kind) => {
        const of = (fate: Fate) => String(count(fate, kind));
        const all = fates.filter(([{ place }]) => place.kind === kind).length;
        return [
          kind,
          String(all),
          of("caught"),
          of("caught by another folder"),
          of("equivalent"),
          of("survived"),
        ];
      }),
    }],
    findings: fates.filter(([, fate]) => fate === "survived").map(([mutant]) =>
      `No test noticed ${describe(mutant)}.`
    ),
  };
}
