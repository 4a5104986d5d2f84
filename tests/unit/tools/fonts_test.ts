import { assert } from "@std/assert";
import { FONTS } from "../../../tools/generate_fonts.ts";

Deno.test("fonts/are_those_of_the_packages", async () => {
  for (const { path, write } of FONTS) {
    // Compared as a whole: a difference would be printed in megabytes.
    assert(
      await Deno.readTextFile(path) === await write(),
      `${path.pathname} is stale: run \`deno task fonts\``,
    );
  }
});
