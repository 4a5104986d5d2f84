import { getAuthSchemaSql } from "@supabase/lite";
import type postgres from "postgres";

const BASE = new URL("./supabase_base.sql", import.meta.url);

/**
 * Makes an empty database what Supabase hands out: roles, schemas, functions and tables of auth.
 * Harmless when it was done before. Needs a superuser's connection.
 *
 * @param auth whose tables: the embedded auth's, or none, since the real one makes its own.
 */
export async function applyBase(
  sql: postgres.Sql,
  auth: "embedded" | "real" = "embedded",
): Promise<void> {
  const base = await Deno.readTextFile(BASE);
  await sql.begin(async (transaction) => {
    await transaction.unsafe("set local client_min_messages = warning");
    await transaction.unsafe(base);
    await transaction.unsafe(auth === "embedded" ? EMBEDDED_AUTH : LET_AUTH_MAKE_ITS_SCHEMA);
  });
}

/** Its first migration says `create schema if not exists auth`, which asks for this. */
const LET_AUTH_MAKE_ITS_SCHEMA = `
do $$
begin
    execute format('grant create on database %I to supabase_auth_admin', current_database());
end
$$;`;

/** The auth service owns its tables; `postgres` may read and write them, as on Supabase. */
const EMBEDDED_AUTH = `${getAuthSchemaSql()}
do $$
declare
    relation regclass;
begin
    for relation in
        select oid from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r'
    loop
        execute format('alter table %s owner to supabase_auth_admin', relation);
        execute format('grant all on table %s to postgres', relation);
    end loop;
end
$$;`;
