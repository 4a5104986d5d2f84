import type postgres from "postgres";
import { paths, procedureSection } from "./api_procedure.ts";
import { type CatalogView, readFunctions, readViews } from "./catalog.ts";
import { formatted } from "./format.ts";
import { code, table } from "./markdown.ts";
import { type Procedure, procedures } from "./procedures.ts";

/** The file that `deno task docs` writes. */
export const API_DOCS = new URL("../docs/api.md", import.meta.url);

/** What the page says before its lists. Its ts block is the client of every example below it. */
const INTRO = new URL("./api_intro.md", import.meta.url);

/**
 * The text of docs/api.md, from the comments of a database's functions and views.
 *
 * @throws Error naming a procedure whose comment is not whole.
 */
export async function apiDocs(sql: postgres.Sql): Promise<string> {
  const all = procedures(await readFunctions(sql));
  const views = (await readViews(sql)).filter((view) => view.comment !== "");
  const text = [
    await Deno.readTextFile(INTRO),
    "## Procedures",
    overview(all),
    ...all.map(procedureSection),
    "## Views",
    ...views.map(viewSection),
  ].join("\n\n");
  return await formatted(text, "md");
}

function overview(all: readonly Procedure[]): string {
  return table(
    ["procedure", "path segment", "who", "what it does"],
    all.map((procedure) => [
      `[${code(procedure.name)}](#${procedure.name})`,
      code(paths(procedure).at(-1)?.replace(/.*\//, "") ?? ""),
      procedure.comment.who.replace(/\.$/, ""),
      procedure.comment.summary,
    ]),
  );
}

function viewSection(view: CatalogView): string {
  const described = view.columns.some((column) => column.comment !== "");
  return [
    `### ${view.name}`,
    view.comment,
    table(
      ["column", "type", ...(described ? ["meaning"] : [])],
      view.columns.map((column) => [
        code(column.name),
        code(column.type),
        ...(described ? [column.comment] : []),
      ]),
    ),
  ].join("\n\n");
}
