// `deno task bench`: each measured figure beside its floor, in one run.

import { parseArgs } from "node:util";
import { messageOf } from "../stack/stack_error.ts";
import type { Benchmark } from "./benchmark.ts";
import { BENCHMARKS, TABLES } from "./benchmarks.ts";
import { openDatabases } from "./databases.ts";
import { loadOfOthers, ticksUntilNow } from "./load.ts";
import { describeMachine, machineOf } from "./machine.ts";
import { duration } from "./measure.ts";
import { PAGE, recorded, type Result, type Run } from "./performance_page.ts";
import { startBenchServer } from "./server.ts";
import { table } from "./table.ts";

const HELP = `deno task bench [--scale FRACTION | --record] [NAME …]

Measures in a PostgreSQL of its own, in a temporary directory (TMPDIR; about 8 GiB) that is removed
at the end. Without names these run, which takes some minutes:

${describe(BENCHMARKS.filter(({ onlyWhenNamed }) => !onlyWhenNamed))}

These run when they are named:

${describe(BENCHMARKS.filter(({ onlyWhenNamed }) => onlyWhenNamed))}

  --scale FRACTION    shrinks the sizes, to try: --scale 0.01. Above 1, at most 10, it enlarges those
                      that run when they are named: --scale 3 size is 30 million entries, 100 GB
  --record            writes the figures into the tables of docs/performance.md, as each is there, with
                      date, machine and load (Linux alone). Where others used more than half of each
                      core meanwhile, they are marked as busy and replace no quiet figure
  --help              this text

A missed aim is marked; the exit code is 1 only when something failed. With POSTGREST_BIN set, REST
is measured with that PostgREST.`;

function describe(benchmarks: readonly Benchmark[]): string {
  return benchmarks.map(({ name, aim }) => `  ${name.padEnd(24)}${aim}`).join("\n");
}

function select(names: readonly string[]): readonly Benchmark[] {
  const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) throw new Error(`no benchmark ${unknown.join(", ")}; see --help`);
  return BENCHMARKS.filter(({ name, onlyWhenNamed }) =>
    names.length === 0 ? !onlyWhenNamed : names.includes(name)
  );
}

async function run(
  benchmarks: readonly Benchmark[],
  scale: number,
  isRecorded: boolean,
  parts: AsyncDisposableStack,
): Promise<void> {
  const start = performance.now();
  const name = new Date().toISOString().slice(0, 16).replace("T", " ");
  const server = await startBenchServer(parts);
  const machine = await machineOf(server.url);
  console.log(`${describeMachine(machine)}\n`);
  const context = {
    databases: await openDatabases(server.url),
    size: (full: number) => Math.max(1, Math.round(full * scale)),
    report: (line: string) => console.error(`[${duration(performance.now() - start)}] ${line}`),
    postgrestBin: Deno.env.get("POSTGREST_BIN") || null,
  };
  const results: Result[] = [];
  for (const benchmark of benchmarks) {
    context.report(benchmark.name);
    const before = isRecorded ? await ticksUntilNow() : null;
    const figures = await benchmark.run(context);
    const load = before === null ? 0 : loadOfOthers(before, await ticksUntilNow());
    results.push({ benchmark: benchmark.name, figures, load });
    if (isRecorded) await record({ name, machine, results });
  }
  console.log(table(results.flatMap(({ figures }) => figures)));
  const scaled = scale === 1 ? "" : `, sizes times ${scale}: no measure of the aims`;
  console.log(`\n${duration(performance.now() - start)} in all${scaled}`);
}

/** Writes what is measured so far, so that a run that fails later leaves it. */
async function record(run: Run): Promise<void> {
  await Deno.writeTextFile(PAGE, recorded(await Deno.readTextFile(PAGE), TABLES, run));
}

async function main(parts: AsyncDisposableStack): Promise<void> {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    options: {
      scale: { type: "string", default: "1" },
      record: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  if (values.help) return console.log(HELP);
  const scale = Number(values.scale);
  const benchmarks = select(positionals);
  const most = benchmarks.every(({ onlyWhenNamed }) => onlyWhenNamed) ? 10 : 1;
  if (!(scale > 0 && scale <= most)) {
    throw new Error(`--scale is a number above 0 and up to ${most} here`);
  }
  const unlisted = benchmarks.filter(({ name }) =>
    !TABLES.some(({ benchmarks }) => benchmarks.some((benchmark) => benchmark.name === name))
  );
  if (values.record && unlisted.length > 0) {
    throw new Error(`no table has ${unlisted.map(({ name }) => name).join(", ")}`);
  }
  if (values.record && scale !== 1) throw new Error("--record is of whole sizes, without --scale");
  await run(benchmarks, scale, values.record, parts);
}

const parts = new AsyncDisposableStack();
let ending = false;

/** Stops the server and removes its directory, whatever is still running, and ends with the code. */
async function end(code: number): Promise<never> {
  ending = true;
  await parts.disposeAsync();
  Deno.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => {
    if (ending) return;
    console.error("stopping");
    void end(130);
  });
}
// What was being measured fails in many places when its server stops.
for (const event of ["error", "unhandledrejection"] as const) {
  addEventListener(event, (failure) => {
    failure.preventDefault();
    if (ending) return;
    console.error(messageOf("reason" in failure ? failure.reason : failure.error));
    void end(1);
  });
}

try {
  await main(parts);
  await end(0);
} catch (error) {
  if (!ending) {
    console.error(messageOf(error));
    await end(1);
  }
}
