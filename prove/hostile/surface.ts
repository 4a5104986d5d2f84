/** What there is to call, read from the catalog, so that a new procedure is covered by itself. */
import type postgres from "postgres";
import { readComment } from "../../tools/comment.ts";
import type { Choice } from "./choice.ts";

/** A function of schema public or private. */
export interface Callable {
  readonly schema: "public" | "private";
  readonly name: string;
  /** As tests/database/whole/schema/grants.txt has it: `private.clock()`. */
  readonly signature: string;
  readonly arguments: readonly { readonly name: string; readonly type: string }[];
  /** How many of the last arguments may be left out. */
  readonly defaults: number;
  /** Its comment; empty where there is none. */
  readonly comment: string;
  /** Whether it answers a trigger. */
  readonly isTrigger: boolean;
  /** How long it may take, in milliseconds, where it says so. */
  readonly limit: number | null;
}

/** A table or view of schema public. */
export interface Relation {
  readonly name: string;
  readonly isView: boolean;
  readonly columns: readonly Column[];
}

/** A column of it. */
export interface Column {
  readonly name: string;
  readonly type: string;
  /** Whether people who are signed in may name it when they add, or change, a row. */
  readonly isAdded: boolean;
  readonly isChanged: boolean;
}

/** All that a client can name. */
export interface Surface {
  readonly functions: readonly Callable[];
  readonly relations: readonly Relation[];
  /** Values that columns of that name have, as JSON text. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Values that arguments of that name have in examples, as JSON text. */
  readonly examples: ReadonlyMap<string, readonly string[]>;
  /** Ids of rows of all tables, as JSON text. */
  readonly ids: readonly string[];
}

/** Reads it. Rows are taken in the order in which they were written, which does not hang on their ids. */
export async function readSurface(sql: postgres.Sql): Promise<Surface> {
  const functions = await sql<Callable[]>`
    select proc.pronamespace::regnamespace::text as schema, proc.proname as name,
           format('%s.%s(%s)', proc.pronamespace::regnamespace, proc.proname,
                  oidvectortypes(proc.proargtypes)) as signature,
           (select coalesce(json_agg(json_build_object(
                       'name', coalesce(proc.proargnames[argument.place], ''),
                       'type', format_type(argument.type, null)) order by argument.place), '[]')
              from unnest(proc.proargtypes) with ordinality as argument (type, place)) as arguments,
           proc.pronargdefaults as defaults,
           coalesce(obj_description(proc.oid, 'pg_proc'), '') as comment,
           proc.prorettype in ('trigger'::regtype, 'event_trigger'::regtype) as "isTrigger",
           (select 1000 * extract(epoch from substring(setting from '=(.*)')::interval)::int
              from unnest(proc.proconfig) as setting where setting like 'statement_timeout=%') as limit
      from pg_proc as proc
     where proc.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and proc.prokind = 'f'
     order by 1, 2, 3`;
  const relations = await sql<Relation[]>`
    select class.relname as name, class.relkind in ('v', 'm') as "isView",
           (select json_agg(json_build_object(
                       'name', attname, 'type', format_type(atttypid, null),
                       'isAdded', has_column_privilege('authenticated', class.oid, attnum, 'insert'),
                       'isChanged', has_column_privilege('authenticated', class.oid, attnum, 'update'))
                       order by attname)
              from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped) as columns
      from pg_class as class
     where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p', 'v', 'm')
     order by class.relname`;
  const values = new Map<string, string[]>();
  for (const { name, isView, columns } of relations) {
    if (isView) continue;
    const [{ rows }] = await sql.unsafe<[{ rows: Record<string, unknown>[] }]>(
      `select coalesce(json_agg(to_json(it)), '[]') as rows
         from (select * from public.${name} order by ctid limit 30) as it`,
    );
    for (const column of columns) {
      const kept = values.get(column.name) ?? [];
      const found = rows.map((row) => JSON.stringify(row[column.name] ?? null));
      values.set(column.name, [...new Set([...kept, ...found])].slice(0, 60));
      // `facility_id` is an id of facilities, whether or not another row names it.
      const singular = name.replace(/ies$/, "y").replace(/s$/, "");
      if (column.name !== "id") continue;
      values.set(`${singular}_id`, [...new Set([...values.get(`${singular}_id`) ?? [], ...found])]);
    }
  }
  const examples = new Map<string, string[]>();
  for (const [name, value] of functions.flatMap(exampleValues)) {
    examples.set(name, [...examples.get(name) ?? [], value]);
  }
  // Nobody becomes somebody by a value that was written.
  values.delete("user_id");
  return { functions, relations, values, examples, ids: [...new Set(values.get("id") ?? [])] };
}

/** What the example of a procedure gives, but for ids. */
function exampleValues({ comment }: Callable): [string, string][] {
  if (!/^Example:/m.test(comment)) return [];
  return Object.entries(readComment(comment).example)
    .map(([name, value]): [string, string] => [name, JSON.stringify(value)])
    .filter(([, value]) => !value.includes('"$'));
}

/** Whether a function is a procedure of the API. */
export function isProcedure({ schema, comment }: Callable): boolean {
  return schema === "public" && /^Who:|under its path segment\.$/m.test(comment);
}

/** A function: mostly a procedure of the API, else a column that is computed, a trigger or one of ours. */
export function someFunction(choice: Choice, { functions }: Surface): Callable {
  const wanted = choice.once(6)
    ? functions.filter((one) => !isProcedure(one))
    : functions.filter(isProcedure);
  return choice.of(wanted);
}
