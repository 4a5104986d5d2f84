import type postgres from "postgres";

/** Result of a function, as the catalog has it. */
export interface CatalogResult {
  readonly name: string;
  readonly isSet: boolean;
  /** True if it only reads. */
  readonly isStable: boolean;
  /** Type of what it answers: `uuid`, `record`, or the name of a table or view whose row it is. */
  readonly type: string;
  readonly isRow: boolean;
  /** Columns of a table of its own, as `returns table` says them. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Results of the functions of public, by the function's name. */
export async function readResults(sql: postgres.Sql): Promise<Map<string, CatalogResult>> {
  const rows = await sql<CatalogResult[]>`
    select proc.proname as name,
           proc.proretset as "isSet",
           proc.provolatile <> 'v' as "isStable",
           coalesce(class.relname, format_type(proc.prorettype, null)) as type,
           class.relname is not null as "isRow",
           (select coalesce(
                       json_agg(json_build_object('name', column_of.name, 'type', format_type(column_of.type, null))
                                order by column_of.position),
                       '[]')
              from unnest(proc.proargnames, proc.proallargtypes, proc.proargmodes)
                   with ordinality as column_of (name, type, mode, position)
             where column_of.mode = 't') as columns
      from pg_proc as proc
      join pg_type as type on type.oid = proc.prorettype
      left join pg_class as class on class.oid = type.typrelid and class.relkind in ('r', 'p', 'v', 'm')
     where proc.pronamespace = 'public'::regnamespace`;
  return new Map(rows.map((row) => [row.name, row]));
}
