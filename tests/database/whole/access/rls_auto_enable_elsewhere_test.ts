// On databases that are not as the template: Supabase's dashboard was there before, or no superuser migrates.
import { assert, assertEquals } from "@std/assert";
import postgres from "postgres";
import { applyBase } from "../../../../stack/base.ts";
import { applyMigrations } from "../../../../stack/schema/migrations.ts";
import { pendingMigrations } from "../../../support/schema/pending.ts";

interface EmptyDatabase {
  readonly superuser: postgres.Sql;
  readonly url: URL;
  /** A role that owns the database and is no superuser, and its connection. */
  readonly owner: string;
  readonly asOwner: postgres.Sql;
  readonly notices: string[];
}

/** A database with what Supabase brings along, before the first migration. */
async function withEmptyDatabase(test: (database: EmptyDatabase) => Promise<void>): Promise<void> {
  const url = new URL(Deno.env.get("TEST_SERVER_URL") ?? "");
  const server = postgres(url.href, { max: 1, onnotice: () => {} });
  const owner = `hosted_${crypto.randomUUID().replaceAll("-", "")}`;
  await server.unsafe(`create role ${owner} login createrole bypassrls password 'hosted'`);
  await server.unsafe(`create database ${owner} owner ${owner}`);
  url.pathname = owner;
  const notices: string[] = [];
  const connect = (url: string) =>
    postgres(url, { max: 1, onnotice: (notice) => notices.push(notice.message ?? "") });
  const superuser = connect(url.href);
  await applyBase(superuser);
  await superuser.unsafe(`
    grant all on schema public, extensions to ${owner} with grant option;
    grant anon, authenticated, service_role to ${owner} with admin option`);
  const asOwner = connect(
    Object.assign(new URL(url), { username: owner, password: "hosted" }).href,
  );
  try {
    await test({ superuser, url, owner, asOwner, notices });
  } finally {
    await asOwner.end({ timeout: 1 });
    await superuser.end({ timeout: 1 });
    await server.unsafe(`drop database ${owner} with (force)`);
    await server.unsafe(`drop owned by ${owner}`);
    await server.unsafe(`drop role ${owner}`);
    await server.end();
  }
}

/** Trigger that the dashboard's "enable automatic RLS" creates. */
const DASHBOARD = `
create function public.rls_auto_enable() returns event_trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
    raise log 'the dashboard''s';
end;
$$;
create event trigger ensure_rls on ddl_command_end
    when tag in ('CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO')
    execute function public.rls_auto_enable();`;

Deno.test("rls_auto_enable/takes_the_place_of_what_supabases_dashboard_created", () =>
  withEmptyDatabase(async ({ superuser: sql }) => {
    await sql.unsafe(DASHBOARD);
    await applyMigrations(sql, await pendingMigrations());
    const [procedure] = await sql`
      select prorettype::regtype::text as result, prosecdef from pg_proc
       where oid = 'public.rls_auto_enable()'::regprocedure`;
    assertEquals(procedure, { result: "text", prosecdef: false });
    const triggers = await sql`
      select evtfoid::regproc::text as function from pg_event_trigger where evtname = 'ensure_rls'`;
    assertEquals([...triggers], [{ function: "private.enable_rls_on_new_tables" }]);
    await sql`create table public.made_afterwards (id int)`;
    const [table] =
      await sql`select relrowsecurity from pg_class where relname = 'made_afterwards'`;
    assertEquals(table, { relrowsecurity: true });
  }));

Deno.test("rls_auto_enable/without_a_superuser_warns_and_leaves_tables_of_other_owners", () =>
  withEmptyDatabase(async ({ superuser, owner, asOwner, notices }) => {
    await applyMigrations(asOwner, await pendingMigrations());
    assert(notices.some((notice) => notice.startsWith("event trigger ensure_rls was not created")));
    await superuser`create table public.of_another (id int)`;
    await asOwner`create table public.of_the_owner (id int)`;
    notices.length = 0;
    const rows = await asOwner`select public.rls_auto_enable() as name`;
    assertEquals([...rows], [{ name: "of_the_owner" }], owner);
    assertEquals(notices, ["left alone: of_another (has another owner)"]);
  }));
