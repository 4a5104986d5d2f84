// Places and counts as the console says them.
import { assert, assertEquals } from "@std/assert";
import { counted } from "../../../console/src/ui/counted.ts";
import { stateChoices, zoneChoices, zoneText } from "../../../console/src/ui/zones.ts";

Deno.test("choices/time_zones_of_the_country_come_first_and_each_is_there_once", () => {
  const choices = zoneChoices("US/Mountain");
  assertEquals(choices[0], { id: "America/New_York", name: "Eastern time (New York)" });
  assertEquals(new Set(choices.map(({ id }) => id)).size, choices.length);
  assert(choices.some(({ id }) => id === "US/Mountain"), "one that is in use stays");
  assertEquals(zoneText("America/Argentina/Buenos_Aires"), "Buenos Aires, Argentina, America");
  assertEquals(zoneText("UTC"), "UTC");
});

Deno.test("choices/states_are_by_their_names_and_a_code_in_use_stays", () => {
  assertEquals(stateChoices(null).length, 54);
  assertEquals(stateChoices("CO").length, 54);
  assertEquals(stateChoices("GB-LND").at(-1), { id: "GB-LND", name: "GB-LND" });
});

Deno.test("choices/counts_agree_with_their_nouns", () => {
  assertEquals(counted(1, "day"), "1 day");
  assertEquals(counted("1", "entry", "entries"), "1 entry");
  assertEquals(counted("1,200", "entry", "entries"), "1,200 entries");
  assertEquals(counted(0, "day"), "0 days");
});
