// `deno task prove`: load, faults and hostile input, decided by a seed that it prints.
import { cpus } from "node:os";
import { join } from "node:path";
import { realParts } from "../stack/settings.ts";
import { messageOf } from "../stack/stack_error.ts";
import { help, type ProveArguments, readArguments } from "./arguments.ts";
import { PAGE, reliabilityPage } from "./page.ts";
import type { Outcome, Part } from "./part.ts";
import { PARTS } from "./parts.ts";
import { type PartRecord, writeLastRun } from "./record.ts";

const interrupted = new AbortController();
const start = performance.now();

function say(line: string): void {
  console.log(`[${((performance.now() - start) / 1000).toFixed(1)} s] ${line}`);
}

/** Minutes of a run that are a part's. */
function minutesOf(part: Part, { minutes, parts }: ProveArguments): number {
  return minutes * part.share / parts.reduce((sum, { share }) => sum + share, 0);
}

/** Runs a part. One that cannot go on found that, and the others run all the same. */
async function runPart(part: Part, asked: ProveArguments, directory: string): Promise<Outcome> {
  const own = join(directory, part.name);
  await Deno.mkdir(own);
  return await part.run({
    seed: asked.seed,
    lasts: minutesOf(part, asked) * 60_000,
    calls: asked.calls,
    since: asked.since,
    directory: own,
    report: (line) => say(`${part.name}: ${line}`),
    ...realParts(Deno.env.toObject()),
    signal: interrupted.signal,
  }).catch((error) => ({
    calls: 0,
    did: [],
    findings: [`It could not go on: ${messageOf(error)}`],
  }));
}

function record(part: Part, asked: ProveArguments, outcome: Outcome, seconds: number): PartRecord {
  const amount = asked.calls === null
    ? minutesOf(part, asked).toFixed(1)
    : `--calls ${asked.calls}`;
  const { calls: made, did, tables = [], findings } = outcome;
  return {
    name: part.name,
    day: new Date().toISOString().slice(0, 10),
    command: `deno task prove ${amount} --only ${part.name} --seed ${asked.seed}`,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`,
    seconds,
    calls: made,
    did: [...did],
    tables: tables.map(({ head, rows }) => ({
      head: [...head],
      rows: rows.map((row) => [...row]),
    })),
    findings: [...findings],
  };
}

async function prove(asked: ProveArguments, directory: string): Promise<boolean> {
  say(`seed ${asked.seed}: --seed ${asked.seed} makes the same choices`);
  const records: PartRecord[] = [];
  for (const part of asked.parts) {
    const began = performance.now();
    const outcome = await runPart(part, asked, directory);
    if (interrupted.signal.aborted) return false;
    records.push(record(part, asked, outcome, (performance.now() - began) / 1000));
    for (const sentence of outcome.did) say(`${part.name}: ${sentence}`);
    for (const finding of outcome.findings) say(`${part.name}: FOUND ${finding}`);
  }
  if (asked.record) {
    await Deno.writeTextFile(PAGE, await reliabilityPage(PARTS, await writeLastRun(records)));
  }
  const found = records.flatMap(({ findings }) => findings);
  const calls = records.map(({ name, calls }) => `${name} ${calls}`).join(", ");
  say(`${calls}: ${found.length === 0 ? "nothing is wrong" : `${found.length} found`}`);
  return found.length === 0;
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => interrupted.abort());
}
try {
  const asked = readArguments(Deno.args, PARTS);
  if (asked === null) {
    console.log(help(PARTS));
  } else {
    const directory = await Deno.makeTempDir({ prefix: "staffing-prove-" });
    const isFine = await prove(asked, directory)
      .finally(() => Deno.remove(directory, { recursive: true }));
    Deno.exit(isFine ? 0 : 1);
  }
} catch (error) {
  console.error(messageOf(error));
  Deno.exit(1);
}
