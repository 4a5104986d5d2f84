import { paths } from "../api_procedure.ts";
import type { CatalogArgument } from "../catalog.ts";
import { NULLABLE, SHAPES } from "../column_facts.ts";
import type { Procedure } from "../procedures.ts";
import type { Choices } from "../read_choices.ts";
import { columnSchema } from "./column_schema.ts";
import { exampleValue } from "./example_values.ts";
import { parameterRefs, ROW_HEADERS, rowsContent } from "./parameters.ts";
import { objectOf, type Part, refTo } from "./part.ts";
import { type KnownRefusal, refusalResponses } from "./refusals.ts";
import type { CatalogResult } from "./results.ts";
import type { Shapes } from "./shape_schemas.ts";

/** All that operations of procedures are made from, beside the procedures. */
export interface ProcedureFacts {
  readonly areaOf: (name: string) => string;
  readonly choices: Choices;
  readonly refusals: readonly KnownRefusal[];
  readonly results: ReadonlyMap<string, CatalogResult>;
  readonly shapes: Shapes;
}

/** Name of the schema of a row that a procedure answers, where it is of no table or view. */
export function rowSchemaName(procedure: string): string {
  return `${procedure}_row`;
}

/** Path item of a procedure. */
export function procedurePath(procedure: Procedure, facts: ProcedureFacts): Part {
  const { name, comment } = procedure;
  const result = resultOf(procedure, facts);
  const schema = argumentsSchema(procedure, facts);
  const [, otherPath] = paths(procedure);
  const takesPerson = /^whoever is signed in\b/.test(comment.who);
  const answersRows = result.isSet && (result.isRow || result.columns.length > 0);
  return {
    post: {
      operationId: name,
      tags: [facts.areaOf(name)],
      summary: comment.summary,
      description: [
        ...comment.remarks,
        `Who: ${comment.who}`,
        ...(otherPath === undefined ? [] : [`Older programs call it at ${otherPath}.`]),
      ].join("\n\n"),
      "x-who": comment.who.replace(/\.$/, ""),
      "x-read-only": result.isStable,
      ...(takesPerson ? { security: [{ publishableKey: [], accessToken: [] }] } : {}),
      ...(answersRows
        ? { parameters: parameterRefs("select", "order", "limit", "offset", "count") }
        : {}),
      requestBody: {
        required: procedure.arguments.some((argument) => argument.default === null),
        content: {
          "application/json": { schema, example: exampleValue(comment.example, schema) },
        },
      },
      responses: {
        200: {
          description: comment.result,
          ...(answersRows ? { headers: ROW_HEADERS } : {}),
          content: answersRows
            ? rowsContent(resultSchema(result, facts))
            : { "application/json": { schema: resultSchema(result, facts) } },
        },
        ...refusalResponses(comment.errors, facts.refusals),
      },
    },
  };
}

/** Schemas of rows that procedures answer, and which are of no table or view. */
export function rowSchemas(all: readonly Procedure[], facts: ProcedureFacts): Part {
  const ofTheirOwn = all.filter((one) => resultOf(one, facts).columns.length > 0);
  return Object.fromEntries(ofTheirOwn.map((procedure) => {
    const { name } = procedure;
    const columns = resultOf(procedure, facts).columns.map((column) => {
      const schema = columnSchema({
        type: column.type,
        isNullable: NULLABLE.get(name)?.includes(column.name) ?? true,
        choices: facts.choices.get(`${name}.${column.name}`),
        shape: shapeOf(`${name}.${column.name}`, facts),
      });
      return [column.name, schema] as const;
    });
    return [
      rowSchemaName(name),
      objectOf(Object.fromEntries(columns), columns.map(([column]) => column)),
    ];
  }));
}

function resultOf({ name }: Procedure, { results }: ProcedureFacts): CatalogResult {
  const result = results.get(name);
  if (result === undefined) throw new Error(`the catalog has no function ${name}`);
  return result;
}

function resultSchema(result: CatalogResult, facts: ProcedureFacts): Part {
  const one = result.isRow
    ? refTo(result.type)
    : result.columns.length > 0
    ? refTo(rowSchemaName(result.name))
    : columnSchema({
      type: result.type,
      isNullable: false,
      choices: facts.choices.get(result.name),
      shape: shapeOf(result.name, facts),
    });
  return result.isSet ? { type: "array", items: one } : one;
}

function argumentsSchema(procedure: Procedure, facts: ProcedureFacts): Part {
  const { name, comment } = procedure;
  const given = procedure.arguments.map((argument) => {
    const schema = columnSchema({
      type: argument.type,
      isNullable: /^NULL\b/.test(argument.default ?? ""),
      isGiven: true,
      choices: facts.choices.get(`${name}.${argument.name}`),
      shape: shapeOf(`${name}.${argument.name}`, facts),
      description: comment.arguments.get(argument.name) ?? "",
    });
    return [argument.name, { ...schema, ...defaultOf(argument) }] as const;
  });
  const required = procedure.arguments.filter((one) => one.default === null);
  return {
    ...objectOf(Object.fromEntries(given), required.map((one) => one.name)),
    additionalProperties: false,
  };
}

/** The default of an argument, where it is a value and no expression. */
function defaultOf({ type, default: expression }: CatalogArgument): Part {
  if (expression === null) return {};
  if (/^NULL\b/.test(expression)) return { default: null };
  if (/^(?:true|false|-?\d+)$/.test(expression)) return { default: JSON.parse(expression) };
  const [, text] = /^'(.*)'(?:::[^']+)?$/.exec(expression) ?? [];
  if (text === undefined) return {};
  return { default: text === "{}" && type.endsWith("[]") ? [] : text.replaceAll("''", "'") };
}

function shapeOf(name: string, { shapes }: ProcedureFacts): Part | undefined {
  const type = SHAPES.get(name);
  return type === undefined ? undefined : shapes.of(type);
}
