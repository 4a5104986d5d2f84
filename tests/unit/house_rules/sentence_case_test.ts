import { assert, assertEquals } from "@std/assert";
import { filesIn, readFile } from "./files.ts";

/** Names, which keep their capital within a sentence: of places, products, days, and pages as their tabs have them. */
const NAMES = new Set(
  ("California Denver January Saturdays Sundays QuickBooks Online Resend Standard Webhooks Unbilled Not Ctrl K York Lockbox Supabase Auth Now Flex Xero Sage Intacct Saturday Sunday")
    .split(" "),
);
/** Texts of the console, of which each literal is a sentence or a label. */
const TEXT = /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
/** Ends of what begins with a capital: a sentence, a quotation, an example. */
const BEGINNING = /(?<=[.:?!…])\s+|[“”(\n]/;

/** Words with a capital that begin neither a sentence nor are names. */
function capitals(text: string): string[] {
  return text.replaceAll(/\$\{[^}]*\}/g, "x").split(BEGINNING).flatMap((part) =>
    part.trim().split(/\s+/).slice(1)
      .map((word) => word.replaceAll(/[^\p{L}]/gu, ""))
      .filter((word) => /^\p{Lu}\p{Ll}/u.test(word) && !NAMES.has(word))
  );
}

Deno.test("house_rules/a_capital_within_a_sentence_is_told_from_one_that_begins_it", () => {
  assertEquals(capitals("Time Zone"), ["Zone"]);
  assertEquals(capitals("Time zone. Such as Denver: It is W-2, by ACH (Or so)."), []);
});

Deno.test("house_rules/texts_of_the_console_are_in_sentence_case", async () => {
  const paths = (await filesIn("console/src", ".ts")).filter((path) => path.endsWith("/words.ts"));
  assert(paths.length >= 10);
  const found = await Promise.all(
    paths.map(async (path) =>
      [...(await readFile(path)).matchAll(TEXT)].flatMap(([, plain, template]) =>
        capitals(plain ?? template ?? "").map((word) => `${path}: ${word}`)
      )
    ),
  );
  assertEquals(found.flat(), [], "a name belongs into the list");
});
