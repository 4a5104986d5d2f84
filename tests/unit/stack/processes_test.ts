// Ports for processes that listen some moments later.
import { assert, assertEquals } from "@std/assert";
import { freePort, freePortPair } from "../../../stack/processes.ts";

/** Some ports and some pairs, as another process is given them. */
const OF_ANOTHER = `
  import { freePort, freePortPair } from ${
  JSON.stringify(new URL("../../../stack/processes.ts", import.meta.url).href)
};
  const pairs = Array.from({ length: 100 }, () => freePortPair());
  const ports = Array.from({ length: 300 }, () => freePort());
  console.log(JSON.stringify([...ports, ...pairs, ...pairs.map((port) => port + 1)]));`;

async function givenToAnother(): Promise<number[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", OF_ANOTHER],
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("processes/no_port_is_handed_out_twice_whoever_asks_at_the_same_time", async () => {
  const others = [givenToAnother(), givenToAnother()];
  const ports = Array.from({ length: 1_000 }, () => freePort());
  const pairs = Array.from({ length: 200 }, () => freePortPair());
  const all = [...ports, ...pairs, ...pairs.map((port) => port + 1), ...await Promise.all(others)]
    .flat();
  assertEquals(new Set(all).size, 2_400);
});

Deno.test("processes/no_port_is_handed_out_that_the_system_gives_to_who_connects", async () => {
  const range = await Deno.readTextFile("/proc/sys/net/ipv4/ip_local_port_range")
    .catch(() => "32768 60999");
  const [first = 0, last = 0] = range.trim().split(/\s+/).map(Number);
  for (const port of [freePort(), freePortPair() + 1]) assert(port < first || port > last);
});
