// `deno task bench`: each measured figure beside its floor, in one run.

import { parseArgs } from "node:util";
import { messageOf } from "../stack/stack_error.ts";
import type { Benchmark } from "./benchmark.ts";
import { BENCHMARKS } from "./benchmarks.ts";
import { openDatabases } from "./databases.ts";
import { describeMachine } from "./machine.ts";
import { duration } from "./measure.ts";
import { startBenchServer } from "./server.ts";
import { table } from "./table.ts";

const HELP = `deno task bench [--scale FRACTION] [NAME …]

Measures in a PostgreSQL of its own, in a temporary directory (TMPDIR; about 8 GiB) that is removed
at the end. Without names these run, which takes some minutes:

${describe(BENCHMARKS.filter(({ onlyWhenNamed }) => !onlyWhenNamed))}

These run when they are named:

${describe(BENCHMARKS.filter(({ onlyWhenNamed }) => onlyWhenNamed))}

  --scale FRACTION    shrinks the sizes, to try: --scale 0.01. Above 1, at most 10, it enlarges those
                      that run when they are named: --scale 3 size is 30 million entries, 100 GB
  --help              this text

A missed aim is marked; the exit code is 1 only when something failed. With POSTGREST_BIN set, REST
is measured with that PostgREST.`;

function describe(benchmarks: readonly Benchmark[]): string {
  return benchmarks.map(({ name, aim }) => `  ${name.padEnd(20)}${aim}`).join("\n");
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
  parts: AsyncDisposableStack,
): Promise<void> {
  const start = performance.now();
  const server = await startBenchServer(parts);
  const machine = await describeMachine(server.url);
  console.log(`${machine}\n`);
  const context = {
    databases: await openDatabases(server.url),
    size: (full: number) => Math.max(1, Math.round(full * scale)),
    report: (line: string) => console.error(`[${duration(performance.now() - start)}] ${line}`),
    postgrestBin: Deno.env.get("POSTGREST_BIN") || null,
  };
  const figures = [];
  for (const benchmark of benchmarks) {
    context.report(benchmark.name);
    figures.push(...await benchmark.run(context));
  }
  console.log(table(figures));
  const scaled = scale === 1 ? "" : `, sizes times ${scale}: no measure of the aims`;
  console.log(`\n${duration(performance.now() - start)} in all${scaled}`);
}

async function main(parts: AsyncDisposableStack): Promise<void> {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    options: { scale: { type: "string", default: "1" }, help: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (values.help) return console.log(HELP);
  const scale = Number(values.scale);
  const benchmarks = select(positionals);
  const most = benchmarks.every(({ onlyWhenNamed }) => onlyWhenNamed) ? 10 : 1;
  if (!(scale > 0 && scale <= most)) {
    throw new Error(`--scale is a number above 0 and up to ${most} here`);
  }
  await run(benchmarks, scale, parts);
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
