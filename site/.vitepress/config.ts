// The docs as one static site, with search. Each page is the markdown file itself, where it lies in the project.
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { followFiles, githubAnchor, type Markdown } from "./markdown.ts";
import { findsPackages } from "./packages.ts";
import { MENU, pagesOf, pagesThatMatch, titleOf } from "./pages.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const SITE = join(ROOT, "site");
const { pages, excluded } = pagesOf(ROOT);
/** Files beside the pages that a page links to, such as a proxy's configuration: the site has them, too. */
const linked = new Set<string>();

/** Words of a question that say nothing of what it is about. VitePress writes the function's text into the site. */
function searchedTerm(term: string): string | null {
  const fillers =
    "a an and are can do does how i in is it my of on or the to what when where who why"
      .split(" ");
  const lower = term.toLowerCase();
  return fillers.includes(lower) ? null : lower;
}

const SEARCH = {
  /** Every word that is typed is there. */
  combineWith: "AND",
  /** Pages for people first, what changed last. */
  boostDocument: (id: string): number =>
    id.includes("/docs/for/") ? 3 : id.includes("CHANGELOG") ? 0.2 : 1,
};

const linkTo = (page: string) => `/${page.replace(/\.md$/, ".html").replace("README.html", "")}`;

export default {
  title: "Staffing back office",
  description: "The back office of a contractor-staffing firm, on Supabase",
  lang: "en-US",
  srcDir: ROOT,
  srcExclude: excluded,
  outDir: join(SITE, "dist"),
  cacheDir: join(SITE, "node_modules/.vitepress"),
  rewrites: (page: string) => page.replace(/README\.md$/, "index.md"),
  metaChunk: true,
  vite: { plugins: [findsPackages(SITE)], build: { chunkSizeWarningLimit: 3000 } },
  markdown: {
    anchor: { slugify: githubAnchor },
    // Braces in a heading are text.
    attrs: { disable: true },
    config: (md: Markdown) => followFiles(md, ROOT, pages, (file) => void linked.add(file)),
  },
  themeConfig: {
    sidebar: MENU.map(({ text, pages: patterns, isOpen }) => ({
      text,
      collapsed: !isOpen,
      items: patterns.flatMap((pattern) => pagesThatMatch(pattern, pages)).map((
        page,
      ) => ({
        text: titleOf(ROOT, page),
        link: linkTo(page),
      })),
    })),
    outline: [2, 3],
    search: {
      provider: "local",
      options: { miniSearch: { options: { processTerm: searchedTerm }, searchOptions: SEARCH } },
    },
  },
  buildEnd({ outDir }: { outDir: string }): void {
    for (const file of linked) {
      const to = join(outDir, relative(ROOT, file));
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(file, to);
    }
  },
};
