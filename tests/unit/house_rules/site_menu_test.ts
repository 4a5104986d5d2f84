// Each page of the docs is found in the menu of the site, once.
import { assert, assertEquals } from "@std/assert";
import { MENU, pagesOf, pagesThatMatch } from "../../../site/.vitepress/pages.ts";
import { ROOT } from "./files.ts";

Deno.test("house_rules/the_menu_of_the_site_names_each_page_once", () => {
  const { pages } = pagesOf(ROOT.pathname);
  const named = MENU.flatMap((group) => group.pages)
    .flatMap((pattern) => pagesThatMatch(pattern, pages));
  assert(pages.length > 40, `${pages.length} pages were found`);
  assertEquals(named.toSorted(), pages);
});
