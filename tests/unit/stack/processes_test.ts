// Ports for processes that listen some moments later.
import { assertEquals } from "@std/assert";
import { freePort, freePortPair } from "../../../stack/processes.ts";

Deno.test("processes/no_port_is_handed_out_twice", () => {
  const ports = Array.from({ length: 1_000 }, () => freePort());
  const pairs = Array.from({ length: 200 }, () => freePortPair());
  const all = [...ports, ...pairs, ...pairs.map((port) => port + 1)];
  assertEquals(new Set(all).size, 1_400);
});
