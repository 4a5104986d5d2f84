// What a page of docs links to within the project is there, down to the heading.
import { assert, assertEquals } from "@std/assert";
import { filesIn, readFile, ROOT } from "./files.ts";

/** Link or picture of a page, or a picture that has a width. */
const LINK = /\]\(([^)\s]+)\)|<img src="([^"]+)"/g;

/** Ids that a page can be entered at: its own, and those that GitHub gives to headings. */
async function anchorsOf(path: string): Promise<ReadonlySet<string>> {
  const text = await readFile(path);
  const own = [...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = ""]) => id);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-")
  );
  return new Set([...own, ...headings]);
}

Deno.test("house_rules/what_docs_link_to_is_there", async () => {
  const pages = [
    "README.md",
    "CONTRIBUTING.md",
    "AGENTS.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "packages/client/README.md",
    "packages/mcp/README.md",
  ];
  const folders = await Promise.all(
    ["docs", "deploy", "examples"].map((folder) => filesIn(folder, ".md")),
  );
  const broken: string[] = [];
  let links = 0;
  for (const page of [...pages, ...folders.flat()]) {
    if (page.includes("/node_modules/")) continue;
    for (const [, inText, ofPicture] of (await readFile(page)).matchAll(LINK)) {
      const link = inText ?? ofPicture ?? "";
      if (/^\w+:/.test(link)) continue;
      links++;
      const to = new URL(link, new URL(page, ROOT));
      const anchor = to.hash.slice(1);
      to.hash = "";
      const path = to.href.slice(ROOT.href.length);
      const there = await Deno.stat(to).then(() => true, () => false);
      if (!there || (anchor && path.endsWith(".md") && !(await anchorsOf(path)).has(anchor))) {
        broken.push(`${page}: ${link}`);
      }
    }
  }
  assert(links > 500, "the links were not found");
  assertEquals(broken, []);
});
