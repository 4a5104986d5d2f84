import { statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Token of markdown-it, as far as it is used here. */
interface Token {
  readonly type: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

/** Part of markdown-it, by which VitePress reads pages, that is used here. */
export interface Markdown {
  readonly core: {
    readonly ruler: {
      push(
        name: string,
        rule: (
          state: {
            readonly tokens: readonly Token[];
            readonly env: { path: string };
          },
        ) => void,
      ): void;
    };
  };
}

/** The anchor that GitHub gives to a heading: links of the docs work there, too. */
export function githubAnchor(heading: string): string {
  return heading.trim().toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

/**
 * Has links to files that are no pages lead to the file, in a tab of its own, and code within a line stay as it is.
 *
 * @param found is told each such file, by its path
 * @throws Error naming a link to what is not there, or to a folder
 */
export function followFiles(
  md: Markdown,
  root: string,
  pages: readonly string[],
  found: (file: string) => void,
): void {
  md.core.ruler.push("follow_files", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      // Vue would compute what stands in braces.
      if (token.type === "code_inline") token.attrSet("v-pre", "");
      const href = token.type === "link_open" ? token.attrGet("href") : null;
      if (href === null || /^(\w+:|#)/.test(href)) continue;
      const [path = ""] = href.split("#");
      const file = join(dirname(env.path), decodeURI(path));
      if (pages.includes(relative(root, file))) {
        token.attrSet("href", href.replace("README.md", "index.md"));
      } else if (statSync(file, { throwIfNoEntry: false })?.isFile()) {
        found(file);
        token.attrSet("target", "_blank");
      } else {throw new Error(
          `${env.path} links to ${href}, which is not there`,
        );}
    }
  });
}
