import type postgres from "postgres";
import type { Finding } from "./findings.ts";
import type { Plan } from "./plan.ts";

/** The first version whose migration takes down own views by itself, and puts them up again. */
const MINDS_VIEWS = "1.0.0";

/** Views of somebody else over ours, which released files trip over where they change what is below. */
export async function ownViews(sql: postgres.TransactionSql, plan: Plan): Promise<Finding[]> {
  if (plan.coming.every((version) => version === MINDS_VIEWS || isLater(version))) return [];
  const rows = await sql<{ view: string; key: string }[]>`
    with relation as (
        select class.oid, class.relkind, nspname || '.' || relname as name
          from pg_catalog.pg_class as class
          join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace
    ), routine as (
        select proc.oid, nspname || '.' || proname || '(' || oidvectortypes(proargtypes) || ')' as name
          from pg_catalog.pg_proc as proc
          join pg_catalog.pg_namespace on pg_namespace.oid = pronamespace
    ), named (classid, oid, key) as (
        select 'pg_catalog.pg_class'::regclass, oid, 'relation ' || name from relation
        union all
        select 'pg_catalog.pg_proc'::regclass, oid, 'function ' || name from routine
    )
    select distinct view.name as view, named.key
      from relation as view
      join pg_catalog.pg_rewrite as rule on rule.ev_class = view.oid
      join pg_catalog.pg_depend as dependency
        on dependency.classid = 'pg_catalog.pg_rewrite'::regclass and dependency.objid = rule.oid
      join named on named.classid = dependency.refclassid and named.oid = dependency.refobjid
     where view.relkind in ('v', 'm')
     order by view.name, named.key`;
  const views = rows.filter(({ view, key }) =>
    !plan.names.has(`relation ${view}`) && plan.names.has(key)
  );
  const names = [...new Set(views.map(({ view }) => view))];
  if (names.length === 0) return [];
  return [{
    what: "Views of yours depend on this project's. Released files that replace those would fail.",
    names,
    todo: "Take them down before the upgrade and put them up again after it: docs/own_objects.md.",
  }];
}

function isLater(version: string): boolean {
  return version.localeCompare(MINDS_VIEWS, "en", { numeric: true }) > 0;
}
