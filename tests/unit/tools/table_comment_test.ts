import { assertEquals } from "@std/assert";
import { readTableComment } from "../../../tools/table_comment.ts";
import { assertThrowsWith } from "../../support/rejections.ts";

Deno.test("docs/a_table_comment_has_paragraphs_and_may_have_rows_as_an_example", () => {
  assertEquals(readTableComment("checks", "Money.\n\nMore."), {
    text: "Money.\n\nMore.",
    example: null,
  });
  const { text, example } = readTableComment("checks", `Money.\n\nExample: [{"amount":\n 5}]`);
  assertEquals(text, "Money.");
  assertEquals(example, [{ amount: 5 }]);
});

Deno.test("docs/an_example_that_is_no_list_of_rows_names_its_table", () => {
  assertThrowsWith(() => readTableComment("checks", "Money.\n\nExample: 5"), /public\.checks/);
});
