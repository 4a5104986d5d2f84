import type postgres from "postgres";

/** One object of the schema, or one property of it. */
export interface CatalogRow {
  /** Such as `column`. */
  readonly kind: string;
  /** Such as `public.invoices.total`. */
  readonly name: string;
  /** Everything that is to be equal, as text. */
  readonly definition: string;
}

/**
 * Catalog of our schemas, object by object and by name: the order of columns and of
 * creation does not show. The row of settings is part of it, but for what stands on the firm's paper
 * and its controls, which an upgrade leaves off and a new firm has on, and the rows that come with the product, where it has them.
 */
export async function readCatalog(sql: postgres.Sql): Promise<CatalogRow[]> {
  return await sql.begin(async (transaction) => {
    // Every name in the answer is qualified.
    await transaction`set local search_path = ''`;
    const catalog = await transaction.unsafe<CatalogRow[]>(CATALOG);
    const [has] = await transaction<
      [{ rules: boolean; states: boolean; kinds: boolean; groups: boolean }]
    >`
      select pg_catalog.to_regproc('private.is_built_in_overtime_rule') is not null as rules,
             pg_catalog.to_regclass('public.state_rules') is not null as states,
             pg_catalog.to_regclass('public.closed_areas') is not null as kinds,
             pg_catalog.to_regclass('public.pay_groups') is not null as groups`;
    return [
      ...catalog,
      ...has.rules ? await transaction.unsafe<CatalogRow[]>(RULES) : [],
      ...has.states ? await transaction.unsafe<CatalogRow[]>(STATES) : [],
      ...has.kinds ? await transaction.unsafe<CatalogRow[]>(KINDS) : [],
      ...has.groups ? await transaction.unsafe<CatalogRow[]>(GROUPS) : [],
    ];
  });
}

/** Differences of two catalogs, a line each, ours with `+` and theirs with `-`. */
export function compareCatalogs(
  ours: readonly CatalogRow[],
  theirs: readonly CatalogRow[],
): string[] {
  const line = (row: CatalogRow) => `${row.kind} ${row.name}: ${row.definition}`;
  const [left, right] = [new Set(ours.map(line)), new Set(theirs.map(line))];
  return [
    ...[...left].filter((text) => !right.has(text)).map((text) => `+ ${text}`),
    ...[...right].filter((text) => !left.has(text)).map((text) => `- ${text}`),
  ].sort((one, other) => one.slice(2) < other.slice(2) ? -1 : 1);
}

// Some servers, such as Debian's 15.20, give each column an option pg_attver, a number of their own.
const CATALOG = String.raw`
with schema as (
    select oid, nspname, nspacl, nspowner from pg_catalog.pg_namespace
     where nspname in ('public', 'private', 'extensions')
), ours as (
    select oid, nspname from schema where nspname in ('public', 'private')
), relation as (
    select class.*, ours.nspname || '.' || class.relname as name
      from pg_catalog.pg_class as class
      join ours on ours.oid = class.relnamespace
     where not class.relispartition -- the audit log has them by the calendar
), routine as (
    select proc.*, proc.oid::regprocedure::text as name
      from pg_catalog.pg_proc as proc
      join ours on ours.oid = proc.pronamespace
), grants (kind, name, acl, owner) as (
    select 'schema', nspname::text, coalesce(nspacl, acldefault('n', nspowner)), nspowner from ours as listed
      join pg_catalog.pg_namespace as found using (nspname)
    union all
    select case relkind when 'S' then 'sequence' else 'relation' end, name,
           coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)), relowner
      from relation where relkind in ('r', 'v', 'm', 'p', 'S')
    union all
    select 'column', relation.name || '.' || attribute.attname, attribute.attacl, relation.relowner
      from relation
      join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid
     where attribute.attacl is not null
    union all
    select 'function', name, coalesce(proacl, acldefault('f', proowner)), proowner from routine
)
select 'schema' as kind, nspname::text as name, 'exists' as definition from schema
union all
select 'extension', extension.extname::text, 'in ' || extension.extnamespace::regnamespace::text
  from pg_catalog.pg_extension as extension
 where extension.extnamespace in (select oid from schema)
union all
select 'relation', name,
       concat_ws(' ', 'kind', relkind, 'persistence', relpersistence, 'options', reloptions::text,
                 'rls', relrowsecurity, 'forced', relforcerowsecurity, 'replica', relreplident)
  from relation where relkind in ('r', 'v', 'm', 'p', 'S')
union all
select 'view', name, pg_catalog.pg_get_viewdef(oid) from relation where relkind in ('v', 'm')
union all
select 'column', relation.name || '.' || attribute.attname,
       concat_ws(' ', pg_catalog.format_type(attribute.atttypid, attribute.atttypmod),
                 'not null', attribute.attnotnull, 'identity', attribute.attidentity,
                 'generated', attribute.attgenerated, 'default', pg_catalog.pg_get_expr(fill.adbin, fill.adrelid),
                 'collation', attribute.attcollation, 'storage', attribute.attstorage,
                 'compression', attribute.attcompression, 'statistics', attribute.attstattarget,
                 'options', (select pg_catalog.array_agg(option order by option)
                               from pg_catalog.unnest(attribute.attoptions) as option
                              where option not like 'pg\_attver=%')::text)
  from relation
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid
  left join pg_catalog.pg_attrdef as fill on fill.adrelid = relation.oid and fill.adnum = attribute.attnum
 where relation.relkind in ('r', 'v', 'm', 'p') and attribute.attnum > 0 and not attribute.attisdropped
union all
select 'constraint', relation.name || '.' || con.conname,
       concat_ws(' ', pg_catalog.pg_get_constraintdef(con.oid), 'valid', con.convalidated)
  from relation join pg_catalog.pg_constraint as con on con.conrelid = relation.oid
 where con.contype <> 't'
union all
select 'index', name, pg_catalog.pg_get_indexdef(relation.oid) || ' valid ' || index.indisvalid
  from relation join pg_catalog.pg_index as index on index.indexrelid = relation.oid
union all
select 'statistics', ours.nspname || '.' || extended.stxname, pg_catalog.pg_get_statisticsobjdef(extended.oid)
  from ours join pg_catalog.pg_statistic_ext as extended on extended.stxnamespace = ours.oid
union all
select 'trigger', relation.name || '.' || trigger.tgname,
       pg_catalog.pg_get_triggerdef(trigger.oid) || ' enabled ' || trigger.tgenabled::text
  from relation join pg_catalog.pg_trigger as trigger on trigger.tgrelid = relation.oid
 where not trigger.tgisinternal
union all
select 'event trigger', trigger.evtname::text,
       concat_ws(' ', trigger.evtevent, trigger.evttags::text, trigger.evtfoid::regprocedure::text, trigger.evtenabled)
  from pg_catalog.pg_event_trigger as trigger
 where trigger.evtfoid in (select oid from routine)
union all
select 'policy', relation.name || '.' || policy.polname,
       concat_ws(' ', policy.polcmd, 'permissive', policy.polpermissive,
                 'to', (select pg_catalog.array_agg(role.rolname order by role.rolname)
                          from pg_catalog.pg_roles as role where role.oid = any (policy.polroles))::text,
                 'using', pg_catalog.pg_get_expr(policy.polqual, policy.polrelid),
                 'with check', pg_catalog.pg_get_expr(policy.polwithcheck, policy.polrelid))
  from relation join pg_catalog.pg_policy as policy on policy.polrelid = relation.oid
union all
select 'function', name, pg_catalog.pg_get_functiondef(oid) from routine where prokind in ('f', 'p')
union all
select 'aggregate', name, pg_catalog.pg_get_function_result(oid) from routine where prokind = 'a'
union all
select 'type', type.oid::regtype::text,
       concat_ws(' ', type.typtype, pg_catalog.format_type(type.typbasetype, type.typtypmod), type.typnotnull,
                 type.typdefault, (select pg_catalog.array_agg(label.enumlabel order by label.enumsortorder)
                                     from pg_catalog.pg_enum as label where label.enumtypid = type.oid)::text,
                 (select pg_catalog.string_agg(con.conname || ' ' || pg_catalog.pg_get_constraintdef(con.oid), ', '
                                               order by con.conname)
                    from pg_catalog.pg_constraint as con where con.contypid = type.oid))
  from ours join pg_catalog.pg_type as type on type.typnamespace = ours.oid
 where type.typtype in ('d', 'e', 'r')
union all
select 'comment', comment.object, comment.text
  from (select 'schema ' || nspname as object, pg_catalog.obj_description(oid, 'pg_namespace') as text from ours
        union all
        select 'relation ' || name, pg_catalog.obj_description(oid, 'pg_class') from relation
        union all
        select 'column ' || relation.name || '.' || attribute.attname,
               pg_catalog.col_description(relation.oid, attribute.attnum)
          from relation join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid
         where attribute.attnum > 0
        union all
        select 'function ' || name, pg_catalog.obj_description(oid, 'pg_proc') from routine
        union all
        select 'constraint ' || relation.name || '.' || con.conname, pg_catalog.obj_description(con.oid, 'pg_constraint')
          from relation join pg_catalog.pg_constraint as con on con.conrelid = relation.oid
        union all
        select 'trigger ' || relation.name || '.' || trigger.tgname, pg_catalog.obj_description(trigger.oid, 'pg_trigger')
          from relation join pg_catalog.pg_trigger as trigger on trigger.tgrelid = relation.oid
        union all
        select 'policy ' || relation.name || '.' || policy.polname, pg_catalog.obj_description(policy.oid, 'pg_policy')
          from relation join pg_catalog.pg_policy as policy on policy.polrelid = relation.oid) as comment
 where comment.text is not null
union all
select 'grant', concat_ws(' ', granted.kind, granted.name, 'to', coalesce(role.rolname, 'public')),
       pg_catalog.string_agg(item.privilege_type || case when item.is_grantable then '*' else '' end, ', '
                             order by item.privilege_type)
  from grants as granted
 cross join lateral pg_catalog.aclexplode(granted.acl) as item
  left join pg_catalog.pg_roles as role on role.oid = item.grantee
 where item.grantee <> granted.owner
 group by granted.kind, granted.name, role.rolname
union all
select 'setting', 'public.organization_settings', pg_catalog.string_agg(
           (pg_catalog.to_jsonb(settings)
            - array['created_at', 'legal_name', 'address', 'remit_to', 'tax_number', 'logo', 'phone', 'letterhead_id',
                     'controls'])::text, ' ')
  from public.organization_settings as settings
order by 1, 2, 3`;

// Rows that are there from the beginning, each for the firm to say something of.
const KINDS = String.raw`
select 'setting' as kind, 'public.approval_policies.' || policy.kind as name, policy.kind as definition
  from public.approval_policies as policy
union all
select 'setting', 'public.closed_areas.' || closed.area, closed.area from public.closed_areas as closed
union all
select 'setting', 'public.retention.' || kept.kind, kept.kind from public.retention as kept
 order by 2`;

// The one that is there from the beginning; the firm may name it.
const GROUPS = String.raw`
select 'setting' as kind, 'public.pay_groups' as name, 'default' as definition
  from public.pay_groups as pay_group
 where pay_group.is_default`;

// Not those that the firm added.
const RULES = String.raw`
select 'setting' as kind, 'public.overtime_rules.' || rule.name as name,
       (pg_catalog.to_jsonb(rule) - 'created_at')::text as definition
  from public.overtime_rules as rule
 where private.is_built_in_overtime_rule(rule.name)
 order by 2`;

const STATES = String.raw`
select 'setting' as kind, 'public.state_rules.' || rule.state as name, (pg_catalog.to_jsonb(rule) - 'created_at')::text as definition
  from public.state_rules as rule
 order by 2`;
