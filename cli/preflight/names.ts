import type postgres from "postgres";
import versions from "./names.json" with { type: "json" };

/** Names that a version adds to the schema, and names that it takes away. */
export interface VersionNames {
  /** Such as `0.14.0`; the last one may not be released yet. */
  readonly version: string;
  /** Such as `relation public.invoices`. What belongs to a table that is new stands here by its table. */
  readonly adds: readonly string[];
  readonly removes: readonly string[];
}

/** Names of each version, oldest first: `deno task generate` writes them, from the catalog. */
export const VERSIONS: readonly VersionNames[] = versions;

/** An object that another may collide with. */
export interface NamedObject {
  /** Objects of one kind share their names. Tables, views, indexes, sequences and types are `relation`. */
  readonly kind: string;
  /** Such as `public.invoices`, `private.has_role(text)` or `public.invoices.total`. */
  readonly name: string;
  /** The table that it belongs to, if it does. */
  readonly table: string | null;
  /** The kind in people's words, such as `index`. */
  readonly what: string;
  readonly owner: string;
}

/** The kind and the name, as names.json has them. */
export function keyOf({ kind, name }: Pick<NamedObject, "kind" | "name">): string {
  return `${kind} ${name}`;
}

/** All objects of schemas public and private, event triggers and extensions. */
export async function readObjects(sql: postgres.TransactionSql): Promise<NamedObject[]> {
  await sql`set local search_path = ''`; // Every type of an argument is qualified.
  return await sql<NamedObject[]>`
    with ours as (
        select oid, nspname::text as schema from pg_catalog.pg_namespace where nspname in ('public', 'private')
    ), relation as (
        select class.oid, class.relkind, class.relowner, ours.schema || '.' || class.relname as name
          from pg_catalog.pg_class as class
          join ours on ours.oid = class.relnamespace
         where not class.relispartition -- the audit log has them by the calendar
    ), object (kind, name, "table", what, owner) as (
        select 'relation', name, null,
               case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'i' then 'index'
                            when 'I' then 'index' when 'S' then 'sequence' when 'c' then 'type' else 'table' end,
               relowner
          from relation
        union all
        select 'relation', ours.schema || '.' || type.typname, null, 'type', type.typowner
          from pg_catalog.pg_type as type
          join ours on ours.oid = type.typnamespace
         where type.typtype in ('b', 'd', 'e', 'r', 'm') and type.typcategory <> 'A'
        union all
        select 'function', ours.schema || '.' || proname || '(' || pg_catalog.oidvectortypes(proargtypes) || ')',
               null, 'function', proowner
          from pg_catalog.pg_proc
          join ours on ours.oid = pronamespace
        union all
        select 'column', relation.name || '.' || attname, relation.name, 'column', relation.relowner
          from relation
          join pg_catalog.pg_attribute on attrelid = relation.oid
         where relation.relkind in ('r', 'p') and attnum > 0 and not attisdropped
        union all
        select 'constraint', relation.name || '.' || conname, relation.name, 'constraint', relation.relowner
          from relation
          join pg_catalog.pg_constraint on conrelid = relation.oid
         where contype <> 'n' -- from PostgreSQL 18 on each column's not null has one
        union all
        select 'trigger', relation.name || '.' || tgname, relation.name, 'trigger', relation.relowner
          from relation
          join pg_catalog.pg_trigger on tgrelid = relation.oid
         where not tgisinternal
        union all
        select 'policy', relation.name || '.' || polname, relation.name, 'policy', relation.relowner
          from relation
          join pg_catalog.pg_policy on polrelid = relation.oid
        union all
        select 'event trigger', evtname, null, 'event trigger', evtowner from pg_catalog.pg_event_trigger
        union all
        select 'extension', extname, null, 'extension', extowner from pg_catalog.pg_extension
    )
    select kind, name, "table", what, pg_catalog.pg_get_userbyid(owner) as owner
      from object
     order by kind collate "C", name collate "C"`;
}
