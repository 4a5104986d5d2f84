import type postgres from "postgres";
import { withConnection } from "../stack/schema/scratch_database.ts";

/** The checked-in grants. */
export const GRANTS = new URL(
  "../tests/database/whole/schema/grants.txt",
  import.meta.url,
);

/** Writes the grants of a database that holds the source tree. Read their diff: it is who may do what. */
export async function writeGrants(url: string): Promise<void> {
  await Deno.writeTextFile(GRANTS, await withConnection(url, grantMatrix));
}

interface Grant {
  readonly object: string;
  readonly grantee: string;
  readonly privilege: string;
  /** Empty: on the whole object. */
  readonly columns: readonly string[];
}

/**
 * Every grant in public and private as one text: an object a paragraph, a line per role that is not
 * its owner, "nobody" where there is none. Read from the access lists of the catalog, so that what
 * PostgreSQL grants by default, such as execute to public, stands there too.
 */
export async function grantMatrix(sql: postgres.Sql): Promise<string> {
  const grants = await readGrants(sql);
  const objects = Map.groupBy(grants, (grant) => grant.object);
  const paragraphs = [...objects].map(([object, grants]) => {
    const roles = Map.groupBy(grants.filter((grant) => grant.grantee !== ""), (g) => g.grantee);
    const lines = [...roles].map(([role, grants]) =>
      `    ${role}: ${grants.map(privilegeText).join(", ")}`
    );
    return [object, ...(lines.length === 0 ? ["    nobody"] : lines)].join("\n");
  });
  return paragraphs.join("\n\n") + "\n";
}

function privilegeText({ privilege, columns }: Grant): string {
  return columns.length === 0 ? privilege : `${privilege} (${columns.join(", ")})`;
}

/** In the order of the matrix. An object without grants has one row, whose grantee is empty. */
async function readGrants(sql: postgres.Sql): Promise<Grant[]> {
  return await sql<Grant[]>`
    with object (name, owner, acl, "column") as (
        select 'schema ' || nspname, nspowner, coalesce(nspacl, acldefault('n', nspowner)), null::name
          from pg_namespace
         where nspname in ('public', 'private')
        union all
        select case class.relkind when 'v' then 'view ' when 'm' then 'view ' when 'S' then 'sequence '
                                  else 'table ' end || class.relnamespace::regnamespace || '.' || class.relname,
               class.relowner, acl, attname
          from pg_class as class
         cross join lateral (
             select coalesce(class.relacl, acldefault(
                        (case class.relkind when 'S' then 's' else 'r' end)::"char", class.relowner)), null
             union all
             select attacl, attname from pg_attribute
              where attrelid = class.oid and attacl is not null and not attisdropped) as list (acl, attname)
         where class.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
           and class.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
           and not class.relispartition -- of the audit log, by the calendar: nobody has a right on one
        union all
        select 'function ' || pronamespace::regnamespace || '.' || proname || '(' || oidvectortypes(proargtypes) || ')',
               proowner, coalesce(proacl, acldefault('f', proowner)), null
          from pg_proc
         where pronamespace in ('public'::regnamespace, 'private'::regnamespace)),
    granted as (
        select object.name, object."column", object."column" is not null as on_columns,
               case when acl.grantee = 0 then 'public' else acl.grantee::regrole::text end as grantee,
               lower(acl.privilege_type) || case when acl.is_grantable then ' with grant option' else '' end
                   as privilege
          from object
         cross join lateral aclexplode(object.acl) as acl
         where acl.grantee <> object.owner)
    select object.name as object,
           coalesce(granted.grantee, '') as grantee,
           coalesce(granted.privilege, '') as privilege,
           coalesce(json_agg(granted."column" order by granted."column")
                        filter (where granted."column" is not null), '[]') as columns
      from (select distinct name from object) as object
      left join granted on granted.name = object.name
     group by object.name, granted.grantee, granted.privilege, granted.on_columns
     order by object.name collate "C", granted.grantee collate "C", granted.privilege collate "C",
              granted.on_columns`;
}
