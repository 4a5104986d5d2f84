// Refusals as people read them in the console, and the help that stands beside them.
import { assert, assertEquals } from "@std/assert";
import { Refusal } from "../../../console/src/api/refusal.ts";
import { offersOf, REMEDIES } from "../../../console/src/api/remedies.ts";
import { readable } from "../../../console/src/api/readable.ts";
import { filesIn, readFile } from "../house_rules/files.ts";

const ID = "3f2b8f52-6d0c-4a55-9b0e-1c9a4c1f0a77";

Deno.test("refusal/days_and_times_in_a_sentence_are_as_the_reader_writes_them", () => {
  assertEquals(
    readable("A shift from 2026-06-02 19:00 to 2026-06-03 07:30, paid on 2026-11-25."),
    "A shift from Jun 2, 2026, 7:00 PM to Jun 3, 2026, 7:30 AM, paid on Nov 25, 2026.",
  );
  for (const text of ["INV-2026-000012", "2026-02-30", "PO-2026-11-25", "2026-11-25-7"]) {
    assertEquals(readable(text), text);
  }
});

Deno.test("refusal/an_id_is_kept_for_the_remedy_and_not_read_out", () => {
  const refusal = new Refusal(
    409,
    "It is here.",
    `Use that check (${ID}).`,
    "check_already_entered",
  );
  assertEquals(refusal.hint, "Use that check.");
  assertEquals(offersOf(refusal, () => true, true), [
    { words: "Show the check already entered", opens: `/cash/checks/${ID}` },
    { words: "This is another one", allows: "entered_again" },
  ]);
  assertEquals(offersOf(refusal, () => false, true).map(({ words }) => words), [
    "Show the check already entered",
  ]);
});

Deno.test("refusal/an_invoice_is_found_by_the_number_that_is_told", () => {
  const refusal = new Refusal(
    409,
    "Time on a sent invoice keeps its hours: INV-2026-000012.",
    null,
    "time_entry_on_live_invoice",
  );
  assertEquals(offersOf(refusal, () => false, false), [{
    words: "Show the invoice",
    opens: "/billing/invoices?filter=%7B%22number%40ilike%22%3A%22INV-2026-000012%22%7D",
  }]);
});

Deno.test("refusal/time_on_an_invoice_leads_to_it_by_its_id_or_its_number_for_whom_its_page_is", () => {
  const slug = "time_entry_on_live_invoice";
  const taken = new Refusal(409, "It is on an invoice.", `Void the invoice (${ID}).`, slug);
  const corrected = new Refusal(409, "It is on invoice INV-2026-000012.", "Credit it.", slug);
  assertEquals(offersOf(taken, () => true, true), [
    { words: "Show the invoice", opens: `/billing/invoices/${ID}` },
  ]);
  assertEquals(offersOf(corrected, () => true, true).map(({ opens }) => opens), [
    `/billing/invoices?filter=${
      encodeURIComponent(JSON.stringify({ "number@ilike": "INV-2026-000012" }))
    }`,
  ]);
  assertEquals(offersOf(taken, () => true, true, (path) => path.startsWith("/own/")), []);
});

Deno.test("refusal/every_remedy_is_of_a_refusal_that_there_is_and_opens_a_page_that_there_is", async () => {
  assert(Object.keys(REMEDIES).length >= 20);
  const errors = await readFile("docs/errors.md");
  assertEquals(Object.keys(REMEDIES).filter((slug) => !errors.includes(`\`${slug}\``)), []);
  const screens = await Promise.all(
    (await filesIn("console/src/screens", ".tsx")).map(async (
      path,
    ) => [path, await readFile(path)]),
  );
  const refusal = new Refusal(409, "INV-2026-000012", ID, null);
  const lost = Object.values(REMEDIES).flat().flatMap((remedy) => {
    if (!("opens" in remedy)) return [];
    const opens = typeof remedy.opens === "string" ? remedy.opens : remedy.opens(refusal);
    const [, group, page] = /^\/([\w-]+)\/([\w-]+)/.exec(opens ?? "") ?? [];
    const isThere = screens.some(([path, text]) =>
      path?.includes(`/screens/${group}/`) && new RegExp(`path="${page}["/]`).test(text ?? "")
    );
    return isThere ? [] : [String(opens)];
  });
  assertEquals(lost, []);
});
