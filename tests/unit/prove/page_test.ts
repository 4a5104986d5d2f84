// docs/reliability.md is what prove/last_run.json says.
import { assert, assertStrictEquals } from "@std/assert";
import { PAGE, reliabilityPage } from "../../../prove/page.ts";
import { PARTS } from "../../../prove/parts.ts";
import { readLastRun } from "../../../prove/record.ts";

Deno.test("prove/the_page_is_generated_from_the_last_long_run", async () => {
  const page = await reliabilityPage(PARTS, await readLastRun());
  assertStrictEquals(
    await Deno.readTextFile(PAGE),
    page,
    "deno task prove … --record writes it anew",
  );
});

Deno.test("prove/what_a_run_found_stands_on_the_page", async () => {
  const part = { name: "soak", about: "Works.", share: 1, run: () => Promise.reject(new Error()) };
  const record = {
    name: "soak",
    day: "2026-11-23",
    command: "deno task prove 5 --only soak --seed 7",
    machine: "2 × a processor",
    seconds: 300.4,
    calls: 50_000,
    did: ["50,000 calls."],
    tables: [{ head: ["procedure", "deadlocks"], rows: [["save_week", "3"]] }],
    findings: ["An hour was billed twice."],
  };
  const page = await reliabilityPage([part], [record]);
  for (const text of ["## Soak", "seed 7", "300 s", "save_week", "- An hour was billed twice."]) {
    assert(page.includes(text), text);
  }
  assert(!page.includes("It found nothing."));
  assert((await reliabilityPage([part], [])).includes("No long run of it has been kept."));
});
