import { assertStrictEquals } from "@std/assert";
import { prose } from "../../../tools/markdown.ts";

Deno.test("markdown/shows_what_stands_in_angle_brackets", () => {
  assertStrictEquals(
    prose("Prints /invoice/<id>, which `/pay/<id>` is not; 1 < 2."),
    "Prints /invoice/\\<id>, which `/pay/<id>` is not; 1 < 2.",
  );
});
