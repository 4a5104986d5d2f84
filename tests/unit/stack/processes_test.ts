// Ports for processes that listen some moments later.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { firstInTurn, freePort, freePortPair, LAST_PORT } from "../../../stack/processes.ts";

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

Deno.test("processes/no_port_is_handed_out_that_linux_gives_to_who_connects", () => {
  for (const port of [freePort(), freePortPair() + 1]) assert(port >= 11_000 && port <= LAST_PORT);
  assert(LAST_PORT < 32_768);
});

Deno.test("processes/a_turn_that_is_none_begins_anew", () => {
  for (const text of ["", "none", "-5", "11000.5", "99999", `${LAST_PORT}`]) {
    const first = firstInTurn(text, 2);
    assert(
      Number.isInteger(first) && first >= 11_000 && first + 1 <= LAST_PORT,
      `${text}: ${first}`,
    );
  }
  assertStrictEquals(firstInTurn(`${LAST_PORT - 1}`, 2), LAST_PORT - 1);
});
