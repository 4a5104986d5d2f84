import type { Part } from "./part.ts";

const PLACEHOLDER = /^\$[a-z]\w*$/;
const ID = "6c2d5e0e-2e0f-4a5e-8bb0-4b8d0a4b2f11";

/**
 * The example of a comment with a value in place of each `$name`: an id where its schema asks for one, else the name
 * itself without the sign.
 *
 * @param value a part of the example
 * @param schema the schema of that part
 */
export function exampleValue(value: unknown, schema: Part): unknown {
  if (typeof value === "string" && PLACEHOLDER.test(value)) {
    return schema.format === "uuid" ? ID : value.slice(1);
  }
  if (Array.isArray(value)) {
    return value.map((item) => exampleValue(item, partOf(schema.items)));
  }
  if (typeof value !== "object" || value === null) return value;
  const properties = partOf(schema.properties);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      exampleValue(item, partOf(properties[name])),
    ]),
  );
}

function partOf(value: unknown): Part {
  return typeof value === "object" && value !== null ? value as Part : {};
}
