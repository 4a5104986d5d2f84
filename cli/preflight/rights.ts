import type postgres from "postgres";
import type { Database } from "./database.ts";
import type { Finding } from "./findings.ts";
import { keyOf } from "./names.ts";
import type { Plan } from "./plan.ts";

const OLDEST_SERVER = 15;
const ROLES = ["anon", "authenticated", "service_role"];

/** Things that the server, its roles and whoever is connected lack. */
export async function rights(
  sql: postgres.TransactionSql,
  plan: Plan,
  database: Database,
): Promise<Finding[]> {
  const { serverVersion, user } = database;
  const [has] = await sql<
    [{
      roles: string[];
      database: boolean;
      public: boolean;
      extensions: boolean | null;
      available: string[];
    }]
  >`
    select array(select rolname::text from pg_catalog.pg_roles where rolname = any (${ROLES})) as roles,
           has_database_privilege(current_database(), 'create') as database,
           has_schema_privilege('public', 'create') as public,
           has_schema_privilege(to_regnamespace('extensions'), 'create') as extensions,
           array(select name::text from pg_catalog.pg_available_extensions) as available`;
  const roles = ROLES.filter((role) => !has.roles.includes(role));
  const extensions = plan.comingNames.flatMap(({ adds }) => adds)
    .flatMap((name) => /^extension (.*)/.exec(name)?.[1] ?? [])
    .filter((name) => !database.objects.some((object) => keyOf(object) === `extension ${name}`));
  const missing = extensions.filter((name) => !has.available.includes(name));
  const owners = new Set(
    database.objects.filter((object) => plan.names.has(keyOf(object)) && object.owner !== user)
      .filter(({ kind }) => kind === "relation" || kind === "function")
      .map(({ owner }) => owner),
  );
  const lacks = [
    ...(has.database ? [] : [`create on the database ${database.name}`]),
    ...(has.public ? [] : ["create on schema public"]),
    ...(extensions.length === 0 || has.extensions !== false ? [] : ["create on schema extensions"]),
  ];
  return [
    ...(Number.parseInt(serverVersion) >= OLDEST_SERVER ? [] : [{
      what: `The server is PostgreSQL ${serverVersion}.`,
      todo: `Upgrade it: this project needs PostgreSQL ${OLDEST_SERVER} or later.`,
    }]),
    ...(roles.length === 0 ? [] : [{
      what: "The server lacks roles that a Supabase project has.",
      names: roles,
      todo: "Run stack/supabase_base.sql first (docs/operations.md, Self-hosting).",
    }]),
    ...(missing.length === 0 ? [] : [{
      what: "The server lacks extensions.",
      names: missing,
      todo: "Install the package that has them (Debian: postgresql-contrib).",
    }]),
    ...(owners.size === 0 ? [] : [{
      what: `The schema belongs to ${[...owners].join(" and ")}, and you are ${user}.`,
      todo: "Connect as its owner: what a migration creates would belong to somebody else.",
    }]),
    ...(lacks.length === 0 || owners.size > 0 ? [] : [{
      what: `The role ${user} lacks rights.`,
      names: lacks,
      todo: "Connect as the owner of the database: at Supabase, postgres.",
    }]),
  ];
}
