import { described, nullable, type Part } from "./part.ts";

/** JSON of PostgreSQL's types, as PostgREST writes it. */
const JSON_OF: Readonly<Record<string, Part>> = {
  bigint: { type: "integer", format: "int64" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  integer: { type: "integer", format: "int32" },
  interval: { type: "string" },
  numeric: { type: "number" },
  smallint: { type: "integer", format: "int32" },
  text: { type: "string" },
  // Without an offset, which the format "time" asks for.
  "time without time zone": { type: "string", pattern: "^\\d{2}:\\d{2}(:\\d{2})?$" },
  "timestamp with time zone": { type: "string", format: "date-time" },
  uuid: { type: "string", format: "uuid" },
};

/** All that is known of a column or an argument. */
export interface ColumnFacts {
  /** As PostgreSQL writes it: `numeric(12,2)`, `uuid[]`. */
  readonly type: string;
  readonly isNullable: boolean;
  /** True if a caller gives it: then decimals may be text, so that no cent is lost. */
  readonly isGiven?: boolean;
  /** Texts of which it is one, if it is one of a few. */
  readonly choices?: readonly string[] | undefined;
  /** Schema of what is in it, if it is jsonb. */
  readonly shape?: Part | undefined;
  /** Most characters of a text. */
  readonly maxLength?: number | undefined;
  readonly description?: string;
}

/**
 * The JSON Schema of a column or an argument.
 *
 * @throws Error for a type of which it is not known what it is in JSON
 */
export function columnSchema(facts: ColumnFacts): Part {
  const type = facts.type.replace(/\(.*?\)/, "");
  const schema = type.endsWith("[]")
    ? { type: "array", items: valueSchema(type.slice(0, -2), facts) }
    : valueSchema(type, facts);
  return described(
    facts.isNullable && Object.keys(schema).length > 0 ? nullable(schema) : schema,
    facts.description ?? "",
  );
}

function valueSchema(type: string, facts: ColumnFacts): Part {
  const { choices, shape, maxLength, isGiven = false } = facts;
  if (type === "jsonb") return shape ?? {};
  const known = JSON_OF[type];
  if (known === undefined) throw new Error(`say what ${type} is in JSON`);
  if (type === "numeric" && isGiven) return { type: ["number", "string"] };
  return {
    ...known,
    ...(choices === undefined ? {} : { enum: choices }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
}
