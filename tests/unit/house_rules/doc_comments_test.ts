import { assert, assertEquals } from "@std/assert";
import { filesIn, readFile } from "./files.ts";

/** Folders of the project's own code. */
const FOLDERS =
  ("bench cli console/src deploy fixtures packages/client/src packages/mcp/src prove site/.vitepress stack supabase/functions tests tools")
    .split(" ");

/** Words that make the opening of a comment headless: `What it costs` is no noun phrase. */
const HEADLESS =
  "(?:That|What|Whatever|When|Where|Whether|Which|Who|Whoever|Whom|Whose|Why|How)(?![\\w-])";

/** Opening line of a doc comment, on the line of its `/**` or below it. */
const DOC_COMMENT = new RegExp(`/\\*\\*\\s+(?:\\*\\s+)?${HEADLESS}[^\\n]*`, "g");

/** Opening line of a block of SQL comments that begins at the margin, and of a `comment on`. */
const SQL_COMMENT = new RegExp(
  `^(?<!^--[^\\n]*\\n)-- ${HEADLESS}[^\\n]*|^comment on [^;']*?\\bis\\s+(?:'|\\$\\$)${HEADLESS}[^\\n]*`,
  "gm",
);

/** Headless openings in a text. */
function headless(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([opening]) => opening.replaceAll(/\s+/g, " "));
}

/** Headless openings in files, a line each. */
async function findings(paths: readonly string[], pattern: RegExp): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) =>
      headless(await readFile(path), pattern).map((opening) => `${path}: ${opening}`)
    ),
  );
  return found.flat();
}

Deno.test("house_rules/a_headless_opening_is_told_from_a_noun_phrase", () => {
  const open = "/" + "**";
  const code =
    `${open} What it costs. */\n${open}\n * How it ends.\n */\n${open} Whole cents. What else. */`;
  assertEquals(headless(code, DOC_COMMENT), [
    `${open} What it costs. */`,
    `${open} * How it ends.`,
  ]);
  const sql = "-- Who may.\ncreate view a;\n-- Rows of\n-- Which there are.\ncreate table b;\n" +
    "comment on table b is\n    'Why it is.';\ncomment on view a is $$Where it is.$$;\ncomment on view a is 'A view.';";
  assertEquals(headless(sql, SQL_COMMENT), [
    "-- Who may.",
    "comment on table b is 'Why it is.';",
    "comment on view a is $$Where it is.$$;",
  ]);
});

Deno.test("house_rules/no_doc_comment_has_a_headless_opening", async () => {
  const paths = (await Promise.all(FOLDERS.map(async (folder) => [
    ...await filesIn(folder, ".ts"),
    ...await filesIn(folder, ".tsx"),
  ]))).flat();
  assert(paths.length > 500);
  assertEquals(await findings(paths, DOC_COMMENT), [], "begin with a noun phrase or a verb");
});

Deno.test("house_rules/no_comment_of_the_schema_has_a_headless_opening", async () => {
  const paths = await filesIn("supabase/schemas", ".sql");
  assert(paths.length > 100);
  assertEquals(await findings(paths, SQL_COMMENT), [], "begin with a noun phrase or a verb");
});
