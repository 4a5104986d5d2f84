import { assert } from "@std/assert";
import { FONTS, fontsModule } from "../../../tools/generate_fonts.ts";

Deno.test("fonts/are_those_of_the_package", async () => {
  // Compared as a whole: a difference would be printed in megabytes.
  assert(
    await Deno.readTextFile(FONTS) === await fontsModule(),
    "noto_sans.ts is stale: run `deno task fonts`",
  );
});
