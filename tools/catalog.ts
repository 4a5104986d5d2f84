import type postgres from "postgres";

/** A function of schema public, as the catalog has it. */
export interface CatalogFunction {
  readonly name: string;
  readonly arguments: readonly CatalogArgument[];
  /** `setof text`, `invoices`. */
  readonly result: string;
  /** Empty when there is none. */
  readonly comment: string;
}

/** An argument that a caller may give. */
export interface CatalogArgument {
  readonly name: string;
  readonly type: string;
  /** As an SQL expression; null: the argument is required. */
  readonly default: string | null;
}

/** A view of schema public. */
export interface CatalogView {
  readonly name: string;
  readonly comment: string;
  readonly columns: readonly { name: string; type: string; comment: string }[];
}

/** The functions of public that can be called over HTTP, by name: not those that are columns of a table. */
export async function readFunctions(sql: postgres.Sql): Promise<CatalogFunction[]> {
  return await sql<CatalogFunction[]>`
    select proc.proname as name,
           coalesce(obj_description(proc.oid, 'pg_proc'), '') as comment,
           replace(replace(pg_get_function_result(proc.oid), 'SETOF ', 'setof '), 'TABLE(', 'table(')
               as result,
           (select coalesce(
                       json_agg(
                           json_build_object(
                               'name', coalesce(proc.proargnames[argument.position], ''),
                               'type', format_type(argument.type, null),
                               'default', pg_get_function_arg_default(proc.oid, argument.position::int))
                           order by argument.position),
                       '[]')
              from unnest(coalesce(proc.proallargtypes, proc.proargtypes::oid[]))
                   with ordinality as argument (type, position)
             where coalesce(proc.proargmodes[argument.position], 'i') in ('i', 'b', 'v')) as arguments
      from pg_proc as proc
     where proc.pronamespace = 'public'::regnamespace
       and proc.prokind = 'f'
       and proc.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
       and not exists (
           select from pg_class as class
            where class.relnamespace = 'public'::regnamespace and class.reltype = proc.proargtypes[0])
     order by proc.proname`;
}

/** The views of public, by name. */
export async function readViews(sql: postgres.Sql): Promise<CatalogView[]> {
  return await sql<CatalogView[]>`
    select class.relname as name,
           coalesce(obj_description(class.oid, 'pg_class'), '') as comment,
           (select json_agg(
                       json_build_object(
                           'name', attribute.attname,
                           'type', format_type(attribute.atttypid, attribute.atttypmod),
                           'comment', coalesce(col_description(class.oid, attribute.attnum), ''))
                       order by attribute.attnum)
              from pg_attribute as attribute
             where attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped)
               as columns
      from pg_class as class
     where class.relnamespace = 'public'::regnamespace and class.relkind in ('v', 'm')
     order by class.relname`;
}

/** A table of schema public, and what people who are signed in may do with it. */
export interface CatalogTable {
  readonly name: string;
  readonly comment: string;
  readonly columns: readonly CatalogColumn[];
  /** Columns that are computed when a request names them: functions of a row. */
  readonly computed: readonly string[];
  /** By the policies' names: `billing_adds`. */
  readonly policies: readonly { readonly command: TableCommand; readonly name: string }[];
  /** Refusals to people by the state of a row. */
  readonly refusals: readonly { readonly slug: string; readonly message: string }[];
}

/** Subject of a policy. */
export type TableCommand = "select" | "insert" | "update" | "delete";

/** A column of a table. */
export interface CatalogColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** As an SQL expression; null: there is none. */
  readonly default: string | null;
  readonly isGenerated: boolean;
  /** True if people may name it when they add, or change, a row. */
  readonly isAdded: boolean;
  readonly isChanged: boolean;
  /** Length of a text, and whether it is one line, as its check asks; null: it has none. */
  readonly length: { readonly most: number; readonly isLine: boolean } | null;
  readonly comment: string;
}

/** The tables of public, by name. */
export async function readTables(sql: postgres.Sql): Promise<CatalogTable[]> {
  return await sql<CatalogTable[]>`
    select class.relname as name,
           coalesce(obj_description(class.oid, 'pg_class'), '') as comment,
           (select json_agg(
                       json_build_object(
                           'name', attribute.attname,
                           'type', format_type(attribute.atttypid, attribute.atttypmod),
                           'isNullable', not attribute.attnotnull,
                           'default', case when attribute.attgenerated = ''
                                           then pg_get_expr(fallback.adbin, fallback.adrelid) end,
                           'isGenerated', attribute.attgenerated <> '',
                           'isAdded', has_column_privilege('authenticated', class.oid, attribute.attnum, 'insert'),
                           'isChanged', has_column_privilege('authenticated', class.oid, attribute.attnum, 'update'),
                           'length', (
                               select json_build_object('most', asked.of[2]::int, 'isLine', asked.of[1] = 'line')
                                 from pg_constraint as con
                                cross join regexp_match(
                                      pg_get_constraintdef(con.oid), 'private\\.require_(line|text)\\(.*, (\\d+)\\)') as asked (of)
                                where con.conrelid = class.oid and con.conkey = array[attribute.attnum]
                                  and asked.of is not null),
                           'comment', coalesce(col_description(class.oid, attribute.attnum), ''))
                       order by attribute.attname)
              from pg_attribute as attribute
              left join pg_attrdef as fallback
                on fallback.adrelid = attribute.attrelid and fallback.adnum = attribute.attnum
             where attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped)
               as columns,
           (select coalesce(json_agg(proc.proname order by proc.proname), '[]')
              from pg_proc as proc
             where proc.pronamespace = class.relnamespace and proc.proargtypes[0] = class.reltype) as computed,
           (select coalesce(json_agg(json_build_object('command', lower(policy.cmd), 'name', policy.policyname)
                                     order by policy.policyname), '[]')
              from pg_policies as policy
             where policy.schemaname = 'public' and policy.tablename = class.relname) as policies,
           (select coalesce(json_agg(json_build_object('slug', argument.list[1], 'message', argument.list[2])
                                     order by trigger.tgname), '[]')
              from pg_trigger as trigger
             cross join lateral (
                   select array(select convert_from(part, 'UTF8')
                                  from unnest(string_to_array(encode(trigger.tgargs, 'hex'), '00')) as hex,
                                       lateral (select decode(hex, 'hex') as part) as decoded)) as argument (list)
             where trigger.tgrelid = class.oid and trigger.tgfoid = 'private.refuse_write'::regproc) as refusals
      from pg_class as class
     where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p')
     order by class.relname`;
}
