import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { decimal, hundredths } from "../../../prove/soak/exact.ts";

Deno.test("prove/soak/reads_and_writes_money_without_losing_a_cent", () => {
  const read: [unknown, bigint][] = [
    ["12.5", 1250n],
    [12.5, 1250n],
    [8, 800n],
    ["0.07", 7n],
    [-0.07, -7n],
    ["9999999999.99", 999_999_999_999n],
  ];
  for (const [value, amount] of read) assertStrictEquals(hundredths(value), amount, String(value));
  assertEquals([7n, -7n, 1250n, 0n].map(decimal), ["0.07", "-0.07", "12.50", "0.00"]);
  for (const value of ["", "1.005", "1e3", "NaN", null, undefined]) {
    assertThrows(() => hundredths(value), String(value));
  }
});
