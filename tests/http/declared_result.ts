import type postgres from "postgres";
import { z } from "zod";

/** JSON type of a PostgreSQL type's values. */
const JSON_OF: Readonly<Record<string, z.ZodType>> = {
  bigint: z.int(),
  boolean: z.boolean(),
  date: z.iso.date(),
  "date[]": z.array(z.iso.date()),
  integer: z.int(),
  jsonb: z.json(),
  numeric: z.number(),
  "numeric[]": z.array(z.number()),
  smallint: z.int(),
  text: z.string(),
  "text[]": z.array(z.string()),
  "time without time zone": z.iso.time(),
  "timestamp with time zone": z.iso.datetime({ offset: true }),
  uuid: z.guid(),
  "uuid[]": z.array(z.guid()),
};

function jsonOf(type: string): z.ZodType {
  const json = JSON_OF[type];
  if (json === undefined) throw new Error(`say what ${type} is in JSON`);
  return json;
}

/**
 * Reads from the catalog what a procedure declares to answer, as JSON has it: a row with exactly its
 * columns, each of its type and null only where it may be, or a list of rows or values.
 */
export async function declaredResult(sql: postgres.Sql, procedure: string): Promise<z.ZodType> {
  const [result] = await sql<[{ type: string; isSet: boolean }]>`
    select format_type(prorettype, null) as type, proretset as "isSet"
      from pg_proc
     where pronamespace = 'public'::regnamespace and proname = ${procedure}`;
  const columns = await sql<{ name: string; type: string; isNullable: boolean }[]>`
    with proc as (
      select * from pg_proc where pronamespace = 'public'::regnamespace and proname = ${procedure})
    select attname as name, format_type(atttypid, null) as type, not attnotnull as "isNullable"
      from proc
      join pg_type as result on result.oid = prorettype
      join pg_attribute on attrelid = typrelid and attnum > 0 and not attisdropped
    union all
    select proargnames[position], format_type(type, null), true
      from proc
     cross join unnest(proallargtypes) with ordinality as column_of_table (type, position)
     where proargmodes[position] = 't'`;
  const members = columns.map(({ name, type, isNullable }) => {
    const json = jsonOf(type);
    return [name, isNullable ? json.nullable() : json] as const;
  });
  const one = members.length > 0
    ? z.strictObject(Object.fromEntries(members))
    : jsonOf(result.type);
  return result.isSet ? z.array(one) : one;
}
