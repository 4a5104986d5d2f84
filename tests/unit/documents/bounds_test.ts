// However long a text is, what it costs to print is bounded.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { shortened } from "../../../supabase/functions/_shared/documents/text.ts";
import { LONG_TEXTS } from "../../support/documents/long_texts.ts";

Deno.test("documents/a_text_longer_than_paper_is_cut_where_no_letter_comes_apart", () => {
  assertEquals(shortened("Mercy", 5), "Mercy");
  assertEquals(shortened("Mercy Hospital", 6), "Mercy…");
  assertEquals(shortened("a\nb\nc", 45), "a\nb…");
  const cut = shortened("\u{1f69a}".repeat(9), 6);
  assertStrictEquals(cut, `${"\u{1f69a}".repeat(2)}…`);
});

/** CPU that printing takes, in milliseconds, by text (tests/support/documents/printing_cpu.ts). */
async function cpuOfTexts(): Promise<Record<string, number>> {
  const program = new URL("../../support/documents/printing_cpu.ts", import.meta.url).pathname;
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", program],
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("documents/of_texts_without_end_take_no_more_than_ten_times_the_cpu_of_ordinary_ones", async () => {
  const { ordinary = 0, ...found } = await cpuOfTexts();
  assertEquals(Object.keys(found), Object.keys(LONG_TEXTS));
  for (const [what, cpu] of Object.entries(found)) {
    assert(cpu < 10 * ordinary, `${what}: ${cpu} ms, of ordinary texts ${ordinary} ms`);
  }
});
