import { assertEquals, assertNotStrictEquals } from "@std/assert";
import { readArguments } from "../../../prove/arguments.ts";
import { assertThrowsWith } from "../../support/rejections.ts";

const part = (name: string) => ({
  name,
  about: "",
  share: 1,
  run: () => Promise.reject(new Error()),
});
const PARTS = [part("soak"), part("faults")];

Deno.test("prove/takes_two_minutes_and_a_new_seed_unless_told", () => {
  const first = readArguments([], PARTS);
  assertEquals(first?.minutes, 2);
  assertEquals(first?.calls, null);
  assertEquals(first?.parts, PARTS);
  assertNotStrictEquals(first?.seed, readArguments([], PARTS)?.seed);
  const told = readArguments(["0.5", "--seed", "22", "--only", "faults", "--calls", "5"], PARTS);
  assertEquals<unknown>(told, {
    minutes: 0.5,
    seed: 22,
    parts: [PARTS[1]],
    calls: 5,
    since: null,
    record: false,
  });
});

Deno.test("prove/refuses_what_it_cannot_read_and_says_why", () => {
  const refused = (args: string[], says: RegExp) =>
    assertThrowsWith(() => readArguments(args, PARTS), says);
  refused(["soon"], /minutes are a number/);
  refused(["0"], /minutes are a number/);
  refused(["1", "2"], /minutes alone/);
  refused(["--seed", "x"], /--seed is a whole number/);
  refused(["--calls", "0"], /--calls is a whole number/);
  refused(["--only", "soak,fault"], /no part fault; see --help/);
  refused(["--sed", "1"], /--sed/);
  assertEquals(readArguments(["--help"], PARTS), null);
});
