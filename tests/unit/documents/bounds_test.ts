// However long a text is, what it costs to print is bounded.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { cpuUsage } from "node:process";
import { printed } from "../../../supabase/functions/_shared/documents/sheets.ts";
import { shortened } from "../../../supabase/functions/_shared/documents/text.ts";
import { invoiceOf, LONG_TEXTS } from "../../support/documents/long_texts.ts";

/** CPU of this process that printing takes, in milliseconds. */
async function cpuOf(text: string, lines: number): Promise<number> {
  const before = cpuUsage();
  await printed(invoiceOf(text, lines), () => {});
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}

Deno.test("documents/a_text_longer_than_paper_is_cut_where_no_letter_comes_apart", () => {
  assertEquals(shortened("Mercy", 5), "Mercy");
  assertEquals(shortened("Mercy Hospital", 6), "Mercy…");
  assertEquals(shortened("a\nb\nc", 45), "a\nb…");
  const cut = shortened("\u{1f69a}".repeat(9), 6);
  assertStrictEquals(cut, `${"\u{1f69a}".repeat(2)}…`);
});

Deno.test("documents/of_texts_without_end_take_little_more_cpu_than_of_ordinary_ones", async () => {
  const ordinary = "Mileage of the second week of March, as agreed";
  await cpuOf(ordinary, 1); // fonts are read once
  const floor = await cpuOf(ordinary, 600);
  for (const [what, text] of Object.entries(LONG_TEXTS)) {
    const cpu = await cpuOf(text, 600);
    assert(cpu < 3 * floor, `${what}: ${cpu} ms, of ordinary texts ${floor} ms`);
  }
});
