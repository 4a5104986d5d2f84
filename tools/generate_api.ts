import type postgres from "postgres";
import { paths, procedureSection } from "./api_procedure.ts";
import { tableSection } from "./api_table.ts";
import { withConnection } from "../stack/schema/scratch_database.ts";
import { readAreas } from "./api_areas.ts";
import {
  type CatalogTable,
  type CatalogView,
  readFunctions,
  readTables,
  readViews,
} from "./catalog.ts";
import { formatted } from "./format.ts";
import { code, prose, table } from "./markdown.ts";
import { openApiDocument } from "./openapi/document.ts";
import { type Procedure, procedures } from "./procedures.ts";
import { type Choices, readChoices } from "./read_choices.ts";
import { ROOT } from "./scratch_server.ts";
import { readWriters } from "./who_writes.ts";

/** The folder below which `deno task docs` writes. */
export const DOCS = new URL("../docs/", import.meta.url);

/** The same as an OpenAPI document, which the console serves. */
export const OPENAPI = new URL("openapi.json", DOCS);

/** The text that stands before the index's list of tables. */
const TABLES_INTRO = new URL("./api_tables_intro.md", import.meta.url);

/** The text that stands before the index's lists. Its ts block is the client of every example. */
const INTRO = new URL("./api_intro.md", import.meta.url);

/** A procedure, view or table on the page of its area. */
interface Entry {
  readonly kind: "Procedures" | "Views" | "Tables";
  readonly name: string;
  readonly section: string;
}

/**
 * The pages of the API by their paths below docs/, from a database's catalog and the comments in it: `api.md` is the
 * index, with an anchor for each procedure, view and table, and `api/<area>.md` says all of what is in an area.
 *
 * @throws Error naming a procedure or table whose comment is not whole.
 */
export async function apiPages(sql: postgres.Sql): Promise<Map<string, string>> {
  const functions = await readFunctions(sql);
  const all = procedures(functions);
  const views = await readViews(sql);
  const tables = await readTables(sql);
  const choices = await readChoices(sql, tables, views, functions);
  const writers = await readWriters(sql, tables);
  const areas = await readAreas(ROOT);
  const linked = (name: string) =>
    `<a id="${name}"></a>[${code(name)}](api/${areas.of(name)}.md#${name.toLowerCase()})`;
  const entries: readonly Entry[] = [
    ...all.map((one) =>
      ({ kind: "Procedures", name: one.name, section: procedureSection(one) }) as const
    ),
    ...views.map((one) =>
      ({ kind: "Views", name: one.name, section: viewSection(one, choices) }) as const
    ),
    ...tables.map((one) =>
      ({ kind: "Tables", name: one.name, section: tableSection(one, choices, writers) }) as const
    ),
  ];
  const pages = new Map<string, string>();
  for (const area of areas.names) {
    const ofArea = entries.filter(({ name }) => areas.of(name) === area);
    if (ofArea.length > 0) pages.set(`api/${area}.md`, await areaPage(area, ofArea));
  }
  const links = [...pages.keys()].map((path) =>
    `[${path.slice(4, -3).replaceAll("_", " ")}](${path})`
  );
  const lists = await index(all, views, tables, linked, links.join(", "));
  return new Map([["api.md", lists], ...pages]);
}

/** Writes the pages, and the OpenAPI document, of a database that holds the source tree. */
export async function writeApiPages(url: string): Promise<void> {
  await Deno.writeTextFile(OPENAPI, await withConnection(url, openApiDocument));
  const pages = await withConnection(url, apiPages);
  await Deno.remove(new URL("api/", DOCS), { recursive: true });
  await Deno.mkdir(new URL("api/", DOCS));
  for (const [path, text] of pages) await Deno.writeTextFile(new URL(path, DOCS), text);
}

/** Everything there is, in a line each. */
async function index(
  all: readonly Procedure[],
  views: readonly CatalogView[],
  tables: readonly CatalogTable[],
  linked: (name: string) => string,
  links: string,
): Promise<string> {
  const summary = (comment: string) =>
    (comment.split(/\n\s*\n/, 1)[0] ?? "").replaceAll(/\s*\n\s*/g, " ");
  const procedureRows = all.map((procedure) => [
    linked(procedure.name),
    code(paths(procedure).at(-1)?.replace(/.*\//, "") ?? ""),
    procedure.comment.who.replace(/\.$/, ""),
    prose(procedure.comment.summary),
  ]);
  const rowsOf = (described: readonly (CatalogView | CatalogTable)[]) =>
    described.map(({ name, comment }) => [linked(name), summary(comment)]);
  return await formatted(
    [
      await Deno.readTextFile(INTRO),
      `There is a page for each area: ${links}.`,
      "## Procedures",
      table(["procedure", "path segment", "who", "what it does"], procedureRows),
      "## Views",
      table(["view", "what it shows"], rowsOf(views)),
      "## Tables",
      await Deno.readTextFile(TABLES_INTRO),
      table(["table", "what it holds"], rowsOf(tables)),
    ].join("\n\n"),
    "md",
  );
}

async function areaPage(area: string, entries: readonly Entry[]): Promise<string> {
  const kinds = ["Procedures", "Views", "Tables"] as const;
  const parts = kinds.flatMap((kind) => {
    const sections = entries.filter((entry) => entry.kind === kind).map(({ section }) => section);
    return sections.length === 0 ? [] : [`## ${kind}`, ...sections];
  });
  return await formatted(
    [
      `# The API: ${area.replaceAll("_", " ")}`,
      "<!-- Generated by `deno task docs` from the comments in supabase/schemas: change those. -->",
      "[The index](../api.md) says how to call what stands here, and lists the other areas.",
      // Comments name other pages as docs/ has them.
      ...parts.map((part) => part.replaceAll(/\]\((?=[\w-]+\.md)/g, "](../")),
    ].join("\n\n"),
    "md",
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
