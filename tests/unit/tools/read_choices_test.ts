import { assertEquals } from "@std/assert";
import { choicesOfCheck, choicesOfComment } from "../../../tools/read_choices.ts";
import { assertThrowsWith } from "../../support/rejections.ts";

Deno.test("types/the_texts_of_a_check_are_read_as_the_catalog_writes_them", () => {
  const any = "CHECK ((kind = ANY (ARRAY['w2'::text, '1099'::text])))";
  assertEquals(choicesOfCheck(any), ["w2", "1099"]);
  assertEquals(choicesOfCheck("CHECK ((roles <@ ARRAY['admin'::text, 'viewer'::text]))"), [
    "admin",
    "viewer",
  ]);
  assertEquals(choicesOfCheck("CHECK ((amount > (0)::numeric))"), null);
  assertEquals(choicesOfCheck("CHECK ((days_before = ANY (ARRAY[90, 60, 30])))"), null);
  const more = "CHECK (((kind = ANY (ARRAY['w2'::text, '1099'::text])) OR is_old))";
  assertEquals(choicesOfCheck(more), null);
});

Deno.test("types/a_comment_names_the_texts_or_the_column_that_has_them", () => {
  const known = new Map([
    ["contractors.employment_type", ["w2", "1099"]],
    ["webhooks.events", ["invoice.sent"]],
  ]);
  const read = (comment: string) => choicesOfComment(comment, known);
  assertEquals(read("As contractors.employment_type."), ["w2", "1099"]);
  assertEquals(read("as\n    contractors.employment_type: it says more"), ["w2", "1099"]);
  assertEquals(read("as contractors.employment_type or webhooks.events; the latter"), [
    "w2",
    "1099",
    "invoice.sent",
  ]);
  assertEquals(read("the step, one of submit, take_up-or. More"), ["submit", "take_up-or"]);
  assertEquals(read("one of invoice, invoice.sent. More"), ["invoice", "invoice.sent"]);
  assertEquals(read("The facility."), null);
  assertThrowsWith(() => read("as contractors.colour"), /"as contractors.colour"/);
});
