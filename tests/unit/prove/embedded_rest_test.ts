import assert from "node:assert/strict";
import { PAGE, pageWith } from "../../../prove/hostile/rest_page.ts";
import { formatted } from "../../../tools/format.ts";

Deno.test("prove/the_page_has_the_differences_of_the_list", async () => {
  const page = await Deno.readTextFile(PAGE);
  const wanted = await formatted(pageWith(page), "md");
  if (Deno.env.get("UPDATE") === "1") await Deno.writeTextFile(PAGE, wanted);
  else assert.equal(page, wanted, "UPDATE=1 deno task test tests/unit/prove/embedded_rest_test.ts");
});
