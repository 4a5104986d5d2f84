// Names in any script print as what they are: no row of boxes, no letter for another.
import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { pdfOf } from "../../../supabase/functions/_shared/documents/pdf.ts";
import { runsOf } from "../../../supabase/functions/_shared/documents/scripts.ts";
import { HAS_POPPLER, pictureOf, textOf } from "../../support/documents/paper.ts";

/** A name in each script, and another that differs in one letter. */
const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  "Latin, Polish and Vietnamese": ["Łucja Nguyễn", "Łucja Nguyền"],
  Greek: ["Αθηνά", "Αθηνέ"],
  Cyrillic: ["Юлия", "Юлиа"],
  Armenian: ["Արամ", "Արան"],
  Georgian: ["ნინო", "ნანო"],
  Hebrew: ["דוד לוי", "דוד כוי"],
  Arabic: ["محمد علي", "محمد عمي"],
  Devanagari: ["सुनीता", "सुनीमा"],
  Bengali: ["রহিম", "রহিন"],
  Tamil: ["அருண்", "அகுண்"],
  Thai: ["สมชาย", "สมชาม"],
  Ethiopic: ["አበበ", "አበቡ"],
  Khmer: ["សុខា", "សុខេ"],
  Hangul: ["김민준", "김민주"],
  Kana: ["たなか ハナ", "たなか ハサ"],
  Han: ["王小明", "李小明"],
};

const sheetOf = (text: string) => ({
  title: "Earnings",
  author: "",
  footer: "",
  mark: null,
  content: [{ text, fontSize: 30 }],
});

for (const [script, [name, other]] of Object.entries(NAMES)) {
  Deno.test({
    name: `documents/print_names_in_${script.toLowerCase().replaceAll(/\W+/g, "_")}`,
    ignore: !HAS_POPPLER,
    fn: async () => {
      const paper = await pdfOf(sheetOf(name));
      // A mark over a letter is read as one beside it.
      const written = (text: string) => text.normalize("NFC").replace(/\s+/g, "");
      const read = await textOf(paper);
      assert(written(read).includes(written(name)), `${name} is read as ${read}`);
      // A letter that the font lacks looks like any other that it lacks.
      assertNotEquals(await pictureOf(paper), await pictureOf(await pdfOf(sheetOf(other))));
    },
  });
}

Deno.test({
  name: "documents/print_letters_of_other_scripts_in_bold_in_small_and_in_the_foot",
  ignore: !HAS_POPPLER,
  fn: async () => {
    const text = await textOf(
      await pdfOf({
        ...sheetOf(""),
        footer: "Earnings of 王小明",
        content: [{
          table: {
            widths: ["*", "auto"],
            body: [[{ text: "李", bold: true }, { text: "김", noWrap: true }]],
          },
        }],
      }),
    );
    for (const name of ["王小明", "李", "김"]) assert(text.includes(name), text);
  },
});

Deno.test("documents/leave_texts_alone_that_noto_sans_has", () => {
  for (
    const text of [
      "",
      "Mar 2, 2026 – Mar 8, 2026 · $1,234.50 …",
      "Żółć Αθήνα Москва Nguyễn",
      "a\u0301\u200b№ € ½ ™",
    ]
  ) {
    assertEquals(runsOf(text), null, text);
  }
});

Deno.test("documents/split_texts_by_font_and_turn_what_is_written_from_the_right", () => {
  const font = "Other";
  assertEquals(runsOf("Ada 王小明, RN"), [
    { text: "Ada " },
    { text: "王小明", font },
    { text: ", RN" },
  ]);
  assertEquals(runsOf("王 小明"), [{ text: "王 小明", font }]);
  assertEquals(runsOf("דוד לוי (RN)"), [{ text: "יול דוד", font }, { text: " (RN)" }]);
  // Marks stay with their letters; joiners ask for forms that the font does not have.
  assertEquals(runsOf("क्\u200dष"), [{ text: "क्ष", font }]);
});

Deno.test("documents/print_a_box_for_what_no_font_has_and_end_no_print", async () => {
  const faces = await pdfOf(sheetOf("Ada \u{1f600} \u{20000} \ud800 \ue000"));
  assert(faces.length > 1_000);
});

Deno.test({
  name: "documents/of_several_scripts_printed_at_once_have_each_its_own_letters",
  ignore: !HAS_POPPLER,
  fn: async () => {
    const names = ["王小明", "김민준", "ნინო", "Ada"];
    const papers = await Promise.all(names.map((name) => pdfOf(sheetOf(name))));
    for (const [nth, paper] of papers.entries()) {
      assertEquals((await textOf(paper)).split("\n")[0]?.trim(), names[nth]);
      const alone = await pdfOf(sheetOf(names[nth] ?? ""));
      assertEquals(await pictureOf(paper), await pictureOf(alone));
    }
  },
});
