import { getAuthSchemaSql } from "@supabase/lite";
import type postgres from "postgres";

const BASE = new URL("./supabase_base.sql", import.meta.url);

/**
 * Makes an empty database what Supabase hands out: roles, schemas, functions and tables of auth.
 * Harmless when it was done before. Needs a superuser's connection.
 */
export async function applyBase(sql: postgres.Sql): Promise<void> {
  const base = await Deno.readTextFile(BASE);
  await sql.begin(async (transaction) => {
    await transaction.unsafe("set local client_min_messages = warning");
    await transaction.unsafe(base);
    await transaction.unsafe(getAuthSchemaSql());
    await transaction.unsafe(GIVE_TO_AUTH_ADMIN);
  });
}

/** The auth service owns its tables; `postgres` may read and write them, as on Supabase. */
const GIVE_TO_AUTH_ADMIN = `
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
