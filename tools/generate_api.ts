import type postgres from "postgres";
import { paths, procedureSection } from "./api_procedure.ts";
import { tableSection } from "./api_table.ts";
import { type CatalogView, readFunctions, readTables, readViews } from "./catalog.ts";
import { formatted } from "./format.ts";
import { code, table } from "./markdown.ts";
import { type Procedure, procedures } from "./procedures.ts";
import { type Choices, readChoices } from "./read_choices.ts";

/** The file that `deno task docs` writes. */
export const API_DOCS = new URL("../docs/api.md", import.meta.url);

/** Its text before its tables. */
const TABLES_INTRO = new URL("./api_tables_intro.md", import.meta.url);

/** Text of the page before its lists. Its ts block is the client of every example below it. */
const INTRO = new URL("./api_intro.md", import.meta.url);

/**
 * The text of docs/api.md, from a database's catalog and the comments in it.
 *
 * @throws Error naming a procedure or table whose comment is not whole.
 */
export async function apiDocs(sql: postgres.Sql): Promise<string> {
  const functions = await readFunctions(sql);
  const all = procedures(functions);
  const views = await readViews(sql);
  const tables = await readTables(sql);
  const choices = await readChoices(sql, tables, views, functions);
  const text = [
    await Deno.readTextFile(INTRO),
    "## Procedures",
    overview(all),
    ...all.map(procedureSection),
    "## Views",
    ...views.map((view) => viewSection(view, choices)),
    "## Tables",
    await Deno.readTextFile(TABLES_INTRO),
    ...tables.map((table) => tableSection(table, choices)),
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

function viewSection(view: CatalogView, choices: Choices): string {
  const texts = (column: string) => choices.get(`${view.name}.${column}`) ?? [];
  const described = view.columns.some(({ name }) => texts(name).length > 0);
  return [
    `### ${view.name}`,
    view.comment,
    table(
      ["column", "type", ...(described ? ["one of"] : [])],
      view.columns.map((column) => [
        code(column.name),
        code(column.type),
        ...(described ? [texts(column.name).map(code).join(", ")] : []),
      ]),
    ),
  ].join("\n\n");
}
