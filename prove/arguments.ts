import { parseArgs } from "node:util";
import type { Part } from "./part.ts";

/** Request for a run. */
export interface ProveArguments {
  readonly minutes: number;
  readonly seed: number;
  readonly parts: readonly Part[];
  /** Calls or faults of each part in place of minutes; null: minutes. */
  readonly calls: number | null;
  /** The commit since which a part looks at changes; null: at all. */
  readonly since: string | null;
  /** True if docs/reliability.md is written anew. */
  readonly record: boolean;
}

/** Text that `--help` prints. */
export function help(all: readonly Part[]): string {
  return `deno task prove [MINUTES] [--seed N] [--only PART,…] [--calls N] [--since REF] [--record]

Works against the firm's books, its faults and its callers for a while (2 minutes) and says what is
wrong; the exit code is 1 then. It starts servers of its own, in TMPDIR, and touches no other.

${all.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join("\n")}

  --seed N      makes the choices of the run that printed it; without, a new one
  --only PART   only these, with commas between them
  --calls N     so many calls (of faults: faults; of mutations: mutants, else 300) of each part, however
                long it takes; --count N is the same
  --since REF   mutations: only of files that differ from this commit
  --record      writes what came of it to prove/last_run.json and docs/reliability.md
  --help        this text`;
}

/**
 * Reads the command line; null where help is wanted.
 *
 * @throws {Error} saying which argument is wrong, and what it may be
 */
export function readArguments(
  args: readonly string[],
  all: readonly Part[],
): ProveArguments | null {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string" },
      only: { type: "string" },
      calls: { type: "string" },
      count: { type: "string" },
      since: { type: "string" },
      record: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  if (values.help) return null;
  if (positionals.length > 1) throw new Error("name the minutes alone; see --help");
  const minutes = Number(positionals[0] ?? "2");
  if (!(minutes > 0)) throw new Error("the minutes are a number above 0");
  return {
    minutes,
    seed: wholeNumber("--seed", values.seed) ?? randomSeed(),
    parts: partsNamed(values.only, all),
    calls: wholeNumber("--calls", values.calls) ?? wholeNumber("--count", values.count),
    since: values.since ?? null,
    record: values.record,
  };
}

function wholeNumber(name: string, value: string | undefined): number | null {
  if (value === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    throw new Error(`${name} is a whole number of 1 to 999,999,999`);
  }
  return Number(value);
}

function randomSeed(): number {
  return 1 + (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 999_999_999;
}

function partsNamed(only: string | undefined, all: readonly Part[]): readonly Part[] {
  const names = only?.split(",") ??
    all.filter(({ isOnlyNamed }) => !isOnlyNamed).map(({ name }) => name);
  const unknown = names.filter((name) => !all.some((part) => part.name === name));
  if (unknown.length > 0) throw new Error(`no part ${unknown.join(", ")}; see --help`);
  return all.filter(({ name }) => names.includes(name));
}
