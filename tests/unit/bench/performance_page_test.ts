// `deno task bench --record` writes the tables of docs/performance.md.
import { assert, assertEquals } from "@std/assert";
import { BENCHMARKS, TABLES } from "../../../bench/benchmarks.ts";
import type { Figure } from "../../../bench/benchmark.ts";
import {
  PAGE,
  type PageTable,
  recorded,
  ROW_A_FIGURE,
  type Run,
} from "../../../bench/performance_page.ts";
import { SIZE_ROWS } from "../../../bench/size.ts";
import { partOf, rowsOf } from "../../../tools/markdown.ts";

const MONEY: PageTable = {
  name: "bench of money",
  ...ROW_A_FIGURE,
  benchmarks: [{ name: "billing" }, { name: "paying" }],
};
const EMPTY = ["bench of money", "runs of the bench"]
  .map((name) => `<!-- generated: ${name} -->\n\n<!-- end of ${name} -->`)
  .join("\n\nWritten by hand.\n\n");

function runOf(name: string, figures: Record<string, Figure[]>, load = 0.02): Run {
  return {
    name,
    machine: { hardware: "2 × a processor, 24 GiB", postgres: "17.10", load: 0.1 },
    results: Object.entries(figures).map(([benchmark, figures]) => ({ benchmark, figures, load })),
  };
}

const figure = (name: string, time: number, more: Partial<Figure> = {}): Figure => ({
  name,
  size: "70 entries",
  time,
  ...more,
});

const write = (page: string, run: Run) => recorded(page, [MONEY], run);
const rows = (page: string) => rowsOf(partOf(page, MONEY.name));
const runs = (page: string) => rowsOf(partOf(page, "runs of the bench"));
/** Figure, time and run of each row. */
const short = (page: string) => rows(page).map((row) => [row[1], row[3], row.at(-1)]);

const FIRST = runOf("2026-11-26 14:05", {
  billing: [figure("run", 5000, { floor: 2000, mostRatio: 2 }), figure("send | all", 40)],
  paying: [figure("prepare", 900, { mostTime: 1000 })],
});

Deno.test("performance_page/a_row_says_bench_figure_aim_and_run", () => {
  const page = write(EMPTY, FIRST);
  const run = "2026-11-26 14:05";
  assertEquals(rows(page), [
    ["billing", "run", "70 entries", "5.00 s", "2.00 s", "2.50 ×", "≤ 2 ×, missed", run],
    ["billing", "send | all", "70 entries", "40.0 ms", "", "", "", run],
    ["paying", "prepare", "70 entries", "900 ms", "", "", "≤ 1.00 s", run],
  ]);
  assertEquals(runs(page), [[run, "2 × a processor, 24 GiB", "17.10", "0.10", "0.02"]]);
  assert(page.includes("\n\nWritten by hand.\n\n"));
  assertEquals(write(page, FIRST), page);
});

Deno.test("performance_page/a_quiet_run_replaces_its_benchmarks_and_leaves_the_others", () => {
  const page = write(
    write(EMPTY, FIRST),
    runOf("2026-11-27 09:00", { billing: [figure("run", 4000)] }),
  );
  assertEquals(short(page), [
    ["run", "4.00 s", "2026-11-27 09:00"],
    ["prepare", "900 ms", "2026-11-26 14:05"],
  ]);
  assertEquals(runs(page).map(([name]) => name), ["2026-11-26 14:05", "2026-11-27 09:00"]);
});

Deno.test("performance_page/a_busy_run_is_marked_and_replaces_no_quiet_figure", () => {
  const busy = runOf(
    "2026-11-27 09:00",
    { billing: [figure("run", 9000), figure("void", 70)] },
    0.51,
  );
  const page = write(write(EMPTY, FIRST), busy);
  assertEquals(short(page), [
    ["run", "5.00 s", "2026-11-26 14:05"],
    ["void", "70.0 ms", "2026-11-27 09:00, busy"],
    ["send | all", "40.0 ms", "2026-11-26 14:05"],
    ["prepare", "900 ms", "2026-11-26 14:05"],
  ]);
  assertEquals(runs(page).map((row) => row.at(-1)), ["0.02", "0.51"]);
});

Deno.test("performance_page/any_run_replaces_what_was_busy_or_written_by_hand", () => {
  const byHand = write(EMPTY, FIRST).replaceAll("2026-11-26 14:05", "by hand");
  const later = { billing: [figure("run", 9000)], paying: [figure("prepare", 8000)] };
  const busy = write(byHand, runOf("2026-11-27 09:00", later, 0.9));
  assertEquals(short(busy), [
    ["run", "9.00 s", "2026-11-27 09:00, busy"],
    ["prepare", "8.00 s", "2026-11-27 09:00, busy"],
  ]);
  const again = write(busy, runOf("2026-11-28 09:00", later, 0.9));
  assertEquals(runs(again).map(([name]) => name), ["2026-11-28 09:00"]);
});

Deno.test("performance_page/a_table_of_sizes_has_a_row_for_all_of_them", () => {
  const of = (entries: string, time: number, growth?: number): Figure => ({
    name: "run",
    size: entries,
    time,
    memory: 2 ** 30,
    mostTime: 20_000,
    ...growth !== undefined && { growth, floor: time / 2, mostRatio: 4 },
  });
  assertEquals(SIZE_ROWS.rows([of("1", 1000), of("3", 5000, 0.5), of("10", 30_000, 1.25)]), [[
    "run",
    "1.00 s",
    "5.00 s",
    "30.0 s",
    "0.50, 1.25",
    "1,024 MiB",
    "≤ 4 ×, ≤ 20.0 s, missed",
  ]]);
});

Deno.test("performance_page/the_page_has_all_tables_and_in_them_benchmarks_that_there_are", async () => {
  const page = await Deno.readTextFile(PAGE);
  for (const { name, head, benchmarks } of TABLES) {
    const names = benchmarks.map(({ name }) => name);
    for (const row of rowsOf(partOf(page, name))) {
      assert(names.includes(row[0] ?? ""), `${name}: ${row[0]}`);
      assertEquals(row.length, head.length + 2, row.join(" | "));
    }
  }
});

Deno.test("performance_page/the_complete_run_has_all_but_the_longest", () => {
  const left = BENCHMARKS.filter(({ onlyWhenNamed }) => onlyWhenNamed).map(({ name }) => name);
  assertEquals(left, ["lists", "size", "partitioned"]);
});

Deno.test("performance_page/benchmarks_that_pages_tell_to_run_are_there", async () => {
  const told = [];
  for await (const { name } of Deno.readDir(new URL("./", PAGE))) {
    if (!name.endsWith(".md")) continue;
    const text = await Deno.readTextFile(new URL(name, PAGE));
    for (const [, words = ""] of text.matchAll(/`deno task bench([^`]*)`/g)) {
      told.push(...words.match(/(?<!\S)[a-z][a-z-]+/g) ?? []);
    }
  }
  assert(told.includes("size"), "the commands were not found");
  const names = BENCHMARKS.map(({ name }) => name);
  assertEquals(told.filter((name) => !names.includes(name)), []);
});
