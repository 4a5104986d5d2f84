import { assertStrictEquals } from "@std/assert";
import { PAGE, pageWith } from "../../../prove/hostile/rest_page.ts";
import { formatted } from "../../../tools/format.ts";

Deno.test("prove/the_page_has_the_differences_of_the_list", async () => {
  const page = await Deno.readTextFile(PAGE);
  assertStrictEquals(page, await formatted(pageWith(page), "md"), "deno task generate");
});
