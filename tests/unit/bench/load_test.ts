// Whether a run of the benchmarks had the machine for itself.
import { assert, assertEquals } from "@std/assert";
import { loadOfOthers, ownTicks, readProcess, ticksUntilNow } from "../../../bench/load.ts";

Deno.test("bench_load/a_process_is_read_whatever_its_name", () => {
  const line = "42 (a) (name) 7) S 7 42 42 0 -1 4194560 1 2 3 4 100 20 3 1 20 0 1 0 99 0 0\n";
  assertEquals(readProcess(line), { pid: 42, parent: 7, ticks: 124 });
});

Deno.test("bench_load/own_time_is_that_of_all_that_come_from_a_process", () => {
  const all = [
    { pid: 1, parent: 0, ticks: 1000 },
    { pid: 7, parent: 1, ticks: 10 },
    { pid: 8, parent: 7, ticks: 5 },
    { pid: 9, parent: 8, ticks: 2 },
    { pid: 10, parent: 1, ticks: 300 },
  ];
  assertEquals(ownTicks(all, 7), 17);
});

Deno.test("bench_load/load_of_others_is_their_part_of_each_core", () => {
  const before = { all: 1000, used: 500, own: 100 };
  assertEquals(loadOfOthers(before, { all: 2000, used: 1100, own: 300 }), 0.4);
  assertEquals(loadOfOthers(before, { all: 2000, used: 600, own: 220 }), 0);
});

Deno.test({
  name: "bench_load/what_this_process_uses_is_its_own",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const before = await ticksUntilNow();
    const until = performance.now() + 300;
    while (performance.now() < until);
    const after = await ticksUntilNow();
    assert(after.own > before.own);
    assert(after.used - before.used >= after.own - before.own - 5);
  },
});
