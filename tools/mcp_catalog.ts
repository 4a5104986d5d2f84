import type { Catalog, Procedure, Relation, Schema } from "../packages/mcp/src/catalog.ts";
import { callersOf } from "./callers.ts";

/** An operation of docs/openapi.json, as far as agents are told of it. */
interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly "x-who"?: string;
  readonly "x-read-only"?: boolean;
  readonly parameters?: readonly unknown[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

/** The document that docs/openapi.json is, in part. */
export interface OpenApi {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, { readonly post?: Operation; readonly get?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const REST = "/rest/v1/";
const PROCEDURE = `${REST}rpc/`;
const REF = "#/components/schemas/";
/** Beginning of a paragraph, which names an order of rows. */
const PAGES = /^Pages: order=([\w.,]*\w)\.\s*/;
/** Paragraphs for those who call over HTTP. */
const OF_HTTP = /^(Older programs call it at |May be called with GET\b)/;

/** The API as agents are offered it, from the document that programs read. */
export function mcpCatalog({ info, paths, components }: OpenApi): Catalog {
  const { schemas } = components;
  const found = Object.entries(paths);
  return {
    version: info.version,
    procedures: found.flatMap(([path, { post }]) =>
      path.startsWith(PROCEDURE) && post !== undefined
        ? [procedureOf(path.slice(PROCEDURE.length), post, schemas)]
        : []
    ),
    relations: found.flatMap(([path, { get }]) =>
      path.startsWith(REST) && get !== undefined
        ? [relationOf(path.slice(REST.length), get, schemas)]
        : []
    ),
  };
}

function procedureOf(
  name: string,
  operation: Operation,
  schemas: OpenApi["components"]["schemas"],
): Procedure {
  const { summary, parameters, responses, requestBody } = operation;
  const { text, order } = paragraphsOf(operation.description);
  const input = requestBody?.content["application/json"]?.schema;
  if (input === undefined) throw new Error(`${name} says nothing of its arguments`);
  return {
    name,
    description: [summary, text, `Answers ${responses["200"]?.description}`].join("\n\n"),
    callers: callersOf(operation["x-who"] ?? ""),
    isReadOnly: operation["x-read-only"] === true,
    answersRows: parameters !== undefined,
    order,
    input: selfContained(input, schemas),
  };
}

function relationOf(
  name: string,
  operation: Operation,
  schemas: OpenApi["components"]["schemas"],
): Relation {
  const row = schemas[name];
  if (row === undefined) throw new Error(`${name} says nothing of its columns`);
  const { text, order } = paragraphsOf(operation.description);
  const [first = ""] = text.split("\n\n");
  const { description: _, required: __, ...columns } = row;
  return {
    name,
    summary: /^.*?\.(?= |$)/.exec(first.replaceAll("\n", " "))?.[0] ?? first,
    description: text,
    order: order ?? ("id" in (row.properties as Schema) ? "id" : null),
    row: selfContained(columns, schemas),
  };
}

/** A description without what people who call over HTTP need, and the order of rows that it names. */
function paragraphsOf(
  description: string,
): { readonly text: string; readonly order: string | null } {
  const paragraphs = description.split("\n\n");
  const order = paragraphs.map((paragraph) => PAGES.exec(paragraph)?.[1]).find(Boolean) ?? null;
  const kept = paragraphs.map((one) => one.replace(PAGES, ""))
    .filter((one) => one !== "" && !OF_HTTP.test(one));
  return { text: kept.join("\n\n"), order };
}

/** A schema with all that it refers to in its `$defs`. */
function selfContained(schema: Schema, schemas: OpenApi["components"]["schemas"]): Schema {
  const names = new Set(namesIn(schema));
  for (const name of names) { // Goes on to what is added on the way.
    for (const further of namesIn(schemas[name])) names.add(further);
  }
  if (names.size === 0) return schema;
  const $defs = Object.fromEntries([...names].map((name) => [name, schemas[name]]));
  return JSON.parse(JSON.stringify({ ...schema, $defs }).replaceAll(REF, "#/$defs/"));
}

function namesIn(schema: unknown): string[] {
  return [...JSON.stringify(schema ?? null).matchAll(new RegExp(`"${REF}(\\w+)"`, "g"))]
    .map(([, name = ""]) => name);
}
