import { access } from "../api_table.ts";
import type { CatalogColumn, CatalogTable, CatalogView } from "../catalog.ts";
import { NULLABLE, SHAPES } from "../column_facts.ts";
import type { Choices } from "../read_choices.ts";
import { readTableComment } from "../table_comment.ts";
import type { Write, Writers } from "../who_writes.ts";
import { columnSchema } from "./column_schema.ts";
import { exampleValue } from "./example_values.ts";
import { filterOf, parameterRefs, ROW_HEADERS, rowsContent } from "./parameters.ts";
import { described, objectOf, type Part, refTo } from "./part.ts";
import { type KnownRefusal, refusalResponses } from "./refusals.ts";
import type { Shapes } from "./shape_schemas.ts";

/** All that schemas and operations of tables and views are made from, beside them. */
export interface RelationFacts {
  readonly areaOf: (name: string) => string;
  readonly choices: Choices;
  readonly refusals: readonly KnownRefusal[];
  readonly shapes: Shapes;
  readonly writers: Writers;
}

/** Names of the schemas of what is written to a table. */
const written = (table: string, write: "insert" | "update") =>
  `${table}_${write === "insert" ? "added" : "changed"}`;

/** Path item of a view. */
export function viewPath(view: CatalogView, facts: RelationFacts): Part {
  return { get: readOperation(view, view.comment, facts) };
}

/** Path item of a table, with a write for each that somebody who is signed in may do. */
export function tablePath(table: CatalogTable, facts: RelationFacts): Part {
  const { name, comment } = table;
  const { text } = readTableComment(name, comment);
  const about = [text, ...access(table, facts.writers)].join("\n\n");
  const methods: readonly (readonly [Write, string, Part])[] = [
    ["insert", "post", addOperation(table, facts)],
    ["update", "patch", changeOperation(table, facts)],
    ["delete", "delete", removeOperation(table, facts)],
  ];
  return {
    get: readOperation(table, about, facts),
    ...Object.fromEntries(
      methods.filter(([write]) => isWritten(table, write, facts))
        .map(([, method, operation]) => [method, operation]),
    ),
  };
}

/** Schema of a view's row. */
export function viewSchemas(view: CatalogView, facts: RelationFacts): Part {
  const { name, comment, columns } = view;
  const schemas = columns.map((column) =>
    [
      column.name,
      columnSchema({
        type: column.type,
        isNullable: NULLABLE.get(name)?.includes(column.name) ?? true,
        choices: facts.choices.get(`${name}.${column.name}`),
        shape: shapeOf(`${name}.${column.name}`, facts),
        description: column.comment,
      }),
    ] as const
  );
  const row = objectOf(Object.fromEntries(schemas), schemas.map(([column]) => column));
  return { [name]: described(row, firstLine(comment)) };
}

/** Schemas of a table's row, and of what people add and change. */
export function tableSchemas(table: CatalogTable, facts: RelationFacts): Part {
  const { name, comment, columns } = table;
  const schemas = (chosen: readonly CatalogColumn[], isGiven: boolean) =>
    Object.fromEntries(
      chosen.map((column) => [column.name, schemaOf(table, column, isGiven, facts)]),
    );
  const row = objectOf(schemas(columns, false), columns.map((column) => column.name));
  const added = writtenColumns(table, "insert", facts);
  const required = added.filter((one) => !one.isNullable && one.default === null);
  const changed = writtenColumns(table, "update", facts);
  const parts: Record<string, Part> = { [name]: described(row, firstLine(comment)) };
  if (added.length > 0) {
    parts[written(name, "insert")] = {
      ...objectOf(schemas(added, true), required.map((one) => one.name)),
      additionalProperties: false,
    };
  }
  if (changed.length > 0) {
    parts[written(name, "update")] = {
      ...objectOf(schemas(changed, true), []),
      additionalProperties: false,
    };
  }
  return parts;
}

function schemaOf(
  { name: table }: CatalogTable,
  column: CatalogColumn,
  isGiven: boolean,
  facts: RelationFacts,
): Part {
  return columnSchema({
    type: column.type,
    isNullable: column.isNullable,
    isGiven,
    choices: facts.choices.get(`${table}.${column.name}`),
    shape: shapeOf(`${table}.${column.name}`, facts),
    maxLength: isGiven ? column.length?.most : undefined,
    description: column.comment,
  });
}

function readOperation(
  { name, columns }: CatalogTable | CatalogView,
  about: string,
  facts: RelationFacts,
): Part {
  const filters = columns.map((column) => filterOf(column.name));
  return {
    operationId: `read_${name}`,
    tags: [facts.areaOf(name)],
    summary: `Reads ${name}.`,
    description: about,
    parameters: parameterRefs("select", "order", "limit", "offset", "or", "count", ...filters),
    responses: {
      200: rowsResponse(
        "The rows that the caller may read, whole unless select names columns.",
        name,
      ),
      206: rowsResponse("The same, where rows were counted and there are more.", name),
      ...refusalResponses([], []),
    },
  };
}

function addOperation(table: CatalogTable, facts: RelationFacts): Part {
  const { name, comment } = table;
  const { example } = readTableComment(name, comment);
  const one = refTo(written(name, "insert"));
  return {
    ...writeOperation("add", "Adds rows to", table, facts),
    parameters: parameterRefs("select", "on_conflict", "answer"),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { anyOf: [{ type: "array", items: one }, one] },
          ...(example === null ? {} : { example: exampleRows(example, table, facts) }),
        },
      },
    },
    responses: {
      200: rowsResponse("Rows that were changed because they were there (on_conflict).", name),
      201: rowsResponse("The rows, where return=representation asks for them.", name),
      ...stateRefusals(table, facts),
    },
  };
}

function changeOperation(table: CatalogTable, facts: RelationFacts): Part {
  const filters = table.columns.map((column) => filterOf(column.name));
  return {
    ...writeOperation("change", "Changes the rows that the filters name, of", table, facts),
    parameters: parameterRefs("select", "answer", ...filters),
    requestBody: {
      required: true,
      content: { "application/json": { schema: refTo(written(table.name, "update")) } },
    },
    responses: {
      200: rowsResponse(
        "The rows as they are now, where return=representation asks for them.",
        table.name,
      ),
      204: { description: "Done." },
      ...stateRefusals(table, facts),
    },
  };
}

function removeOperation(table: CatalogTable, facts: RelationFacts): Part {
  const filters = table.columns.map((column) => filterOf(column.name));
  return {
    ...writeOperation("remove", "Removes the rows that the filters name, of", table, facts),
    parameters: parameterRefs("select", "answer", ...filters),
    responses: {
      200: rowsResponse(
        "The rows as they were, where return=representation asks for them.",
        table.name,
      ),
      204: { description: "Done." },
      ...stateRefusals(table, facts),
    },
  };
}

function writeOperation(
  verb: string,
  sentence: string,
  { name }: CatalogTable,
  facts: RelationFacts,
): Part {
  return {
    operationId: `${verb}_${name}`,
    tags: [facts.areaOf(name)],
    summary: `${sentence} ${name}.`,
  };
}

/** Refusals by the state of a row, which the table's triggers name. */
function stateRefusals({ refusals }: CatalogTable, facts: RelationFacts): Part {
  return refusalResponses([...new Set(refusals.map(({ slug }) => slug))].sort(), facts.refusals);
}

function rowsResponse(description: string, relation: string): Part {
  return {
    description,
    headers: ROW_HEADERS,
    content: rowsContent({ type: "array", items: refTo(relation) }),
  };
}

/** Columns that somebody who is signed in may name in a write. */
function writtenColumns(
  { name, columns }: CatalogTable,
  write: "insert" | "update",
  { writers }: RelationFacts,
): readonly CatalogColumn[] {
  return columns.filter((column) => writers.has(`${write} ${name}.${column.name}`));
}

function isWritten(table: CatalogTable, write: Write, facts: RelationFacts): boolean {
  return write === "delete"
    ? facts.writers.has(`delete ${table.name}`)
    : writtenColumns(table, write, facts).length > 0;
}

function exampleRows(
  rows: readonly Readonly<Record<string, unknown>>[],
  table: CatalogTable,
  facts: RelationFacts,
): unknown {
  const properties = Object.fromEntries(
    table.columns.map((column) => [column.name, schemaOf(table, column, true, facts)]),
  );
  return exampleValue(rows, { items: { properties } });
}

function shapeOf(name: string, { shapes }: RelationFacts): Part | undefined {
  const type = SHAPES.get(name);
  return type === undefined ? undefined : shapes.of(type);
}

function firstLine(comment: string): string {
  return comment.split("\n", 1)[0] ?? "";
}
