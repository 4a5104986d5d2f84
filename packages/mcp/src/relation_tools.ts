import { fromJsonSchema, type McpServer } from "@modelcontextprotocol/server";
import type { SupabaseClient } from "@supabase/supabase-js";
import { answerOf, errorOf, pageOf } from "./answers.ts";
import type { Relation } from "./catalog.ts";
import { inOrder, PAGE_PROPERTIES } from "./pages.ts";

/** Operators that compare a column with one value, as PostgREST names them. */
const OPERATORS = ["eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike"] as const;

/** A value as an agent writes it: some write numbers as text, others do not. */
type Value = string | number | boolean;

/** A condition on a column. */
type Condition =
  | { readonly column: string; readonly is: typeof OPERATORS[number]; readonly value: Value }
  | { readonly column: string; readonly is: "in"; readonly value: readonly Value[] }
  | { readonly column: string; readonly is: "null" | "not_null" };

/** Arguments of the tool `read`. */
interface Reading {
  readonly name: string;
  readonly select?: string;
  readonly where?: readonly Condition[];
  readonly order?: string;
  readonly limit?: number;
  readonly offset?: number;
}

const HINTS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false } as const;

/**
 * Offers tables and views as two tools, `describe` and `read`. A tool for each would be more than seventy, whose
 * schemas differ in nothing but columns and which every conversation would carry.
 */
export function offerRelations(
  server: McpServer,
  supabase: SupabaseClient,
  relations: readonly Relation[],
): void {
  const byName = new Map(relations.map((relation) => [relation.name, relation]));
  const names = { type: "string", enum: [...byName.keys()] };
  server.registerTool("describe", {
    description:
      "Tells what tables and views say: their columns with types and meanings, and who " +
      "reads and writes them. Ask before you read one for the first time.",
    inputSchema: fromJsonSchema<{ names: string[] }>({
      type: "object",
      properties: { names: { type: "array", items: names, minItems: 1, maxItems: 10 } },
      required: ["names"],
      additionalProperties: false,
    }),
    annotations: HINTS,
  }, ({ names }) => answerOf(names.map((name) => describedBy(byName.get(name)))));
  server.registerTool("read", {
    description: [
      "Reads rows of a table or a view, as far as the person who is signed in may see them: others " +
      "are left out without a word.",
      [...byName.values()].map(({ name, summary }) => `- ${name}: ${summary}`).join("\n"),
    ].join("\n\n"),
    inputSchema: fromJsonSchema<Reading>(readingSchema(names)),
    annotations: HINTS,
  }, async (reading) => {
    const { limit = 100, offset = 0 } = reading;
    const relation = byName.get(reading.name);
    const order = reading.order ?? relation?.order ?? null;
    // PostgREST takes limit, select and the like for no conditions, and answers rows all the same.
    const unknown = (reading.where ?? []).map(({ column }) => column)
      .filter((column) => !columnsOf(relation).includes(column));
    if (unknown.length > 0) {
      return errorOf({
        message: `${reading.name} has no column ${unknown.join(", ")}.`,
        hint: "Ask describe for its columns.",
      });
    }
    const asked = supabase.from(reading.name).select(reading.select ?? "*");
    const query = (reading.where ?? []).reduce(restricted, asked);
    const { data, error } = await inOrder(query, order).range(offset, offset + limit);
    return error ? errorOf(error) : pageOf(data, { limit, offset });
  });
}

function readingSchema(names: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const column = { type: "string", description: "a column." };
  const value = { type: ["string", "number", "boolean"] };
  const condition = (is: readonly string[], value?: Readonly<Record<string, unknown>>) => ({
    type: "object",
    properties: { column, is: { enum: is }, ...(value === undefined ? {} : { value }) },
    required: value === undefined ? ["column", "is"] : ["column", "is", "value"],
    additionalProperties: false,
  });
  return {
    type: "object",
    properties: {
      name: { ...names, description: "the table or view." },
      select: {
        type: "string",
        description: "columns, as PostgREST takes them: `number,total,facilities(name)` has the " +
          "name of the row that a key leads to. Name those that you need; without it all come.",
      },
      where: {
        type: "array",
        description: "conditions, which all have to hold. Days are YYYY-MM-DD.",
        items: {
          anyOf: [
            condition(OPERATORS, value),
            condition(["in"], { type: "array", items: value, minItems: 1 }),
            condition(["null", "not_null"]),
          ],
        },
      },
      order: {
        type: "string",
        pattern: "^\\w+(\\.(asc|desc))?(,\\s*\\w+(\\.(asc|desc))?)*$",
        description: "columns to sort by, as `due_date.desc,id`. To read pages, name an order " +
          "that no two rows share.",
      },
      ...PAGE_PROPERTIES,
    },
    required: ["name"],
    additionalProperties: false,
  };
}

/** A query with a condition more. */
function restricted<
  Query extends {
    filter(column: string, operator: string, value: string): Query;
    in(column: string, values: readonly string[]): Query;
    is(column: string, value: null): Query;
    not(column: string, operator: string, value: null): Query;
  },
>(query: Query, condition: Condition): Query {
  switch (condition.is) {
    case "in":
      return query.in(condition.column, condition.value.map(String));
    case "null":
      return query.is(condition.column, null);
    case "not_null":
      return query.not(condition.column, "is", null);
    default:
      return query.filter(condition.column, condition.is, String(condition.value));
  }
}

function columnsOf(relation: Relation | undefined): readonly string[] {
  return Object.keys(relation?.row["properties"] ?? {});
}

function describedBy(relation: Relation | undefined): unknown {
  if (relation === undefined) return null;
  const { name, description, order, row } = relation;
  return { name, description, order, row };
}
