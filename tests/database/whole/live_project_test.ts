// An installation into a project that has more in it, by the commands of docs/operations.md, on Debian's PostgreSQL 15.
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import postgres from "postgres";
import { migrationsIn } from "../../../cli/preflight/plan.ts";
import { preflight } from "../../../cli/preflight/preflight.ts";
import { applyBase } from "../../../stack/base.ts";
import { Firm } from "../../support/firm.ts";
import { pendingProject } from "../../support/schema/pending.ts";
import { hasDebianCron } from "../../support/server/pg_cron.ts";
import { startDebianPostgres } from "../../support/server/debian.ts";
import { commandsBelow, runCommands } from "../../support/server/printed_commands.ts";
import { makeStandIns } from "../../support/server/stand_ins.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;

/** The owner's own things: a history, tables, views, jobs, secrets, event triggers, a schema private. */
const OWN = `
create schema supabase_migrations;
create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
insert into supabase_migrations.schema_migrations values
    ('20240101000000', '{create table public.remarks (id int primary key)}', 'remarks'),
    ('20991231000000', '{create view public.open_remarks as select * from public.remarks}', 'open_remarks');
create table public.remarks (id int primary key);
create view public.open_remarks as select * from public.remarks;
create table public.invoices (id int primary key);
create schema private;
grant usage on schema private to anon;
create function private.has_role(role text) returns boolean language sql as 'select true';
create function public.rls_auto_enable() returns event_trigger language plpgsql as $$
begin
    insert into public.remarks select coalesce(max(id), 0) + 1 from public.remarks;
end $$;
create event trigger ensure_rls on ddl_command_end when tag in ('CREATE DOMAIN')
    execute function public.rls_auto_enable();
create event trigger own on ddl_command_end when tag in ('CREATE DOMAIN') execute function public.rls_auto_enable();
select cron.schedule('staffing-deliver', '0 0 1 1 *', 'select 1'), cron.schedule('own', '0 0 1 1 *', 'select 2');
select vault.create_secret('theirs', 'cron_shared_secret')`;

/** All that preflight asks for. */
const OUT_OF_THE_WAY = `
alter table public.invoices rename to own_invoices;
alter index public.invoices_pkey rename to own_invoices_pkey;
alter schema private rename to own_private;
alter function public.rls_auto_enable() rename to own_trigger;
alter event trigger ensure_rls rename to own_ensure;
select cron.schedule('own-deliver', '0 0 1 1 *', 'select 1'), cron.unschedule('staffing-deliver');
select vault.update_secret(id, new_name => 'own_secret') from vault.secrets`;

const hasCron = await hasDebianCron();

Deno.test({
  name: "live_project/is_told_what_is_in_the_way_and_keeps_all_that_is_its_own",
  ignore: !hasCron, // Debian's package postgresql-15-cron; .ci/run installs it.
  async fn() {
    const library = { name: "pg_cron", settings: { "cron.database_name": "postgres" } };
    const server = await startDebianPostgres(15, library);
    assert(server);
    const directory = await Deno.makeTempDir({ prefix: "live-project-" });
    const sql = postgres(server.url, { max: 2, onnotice: () => {} });
    try {
      await Deno.symlink(join(ROOT, "node_modules"), join(directory, "node_modules"));
      const supabase = join(await pendingProject(), "supabase");
      await new Deno.Command("cp", { args: ["-R", supabase, directory] }).output();
      const look = () =>
        preflight(sql, migrationsIn(new URL(`file://${directory}/supabase/migrations/`)));

      await applyBase(sql);
      await makeStandIns(sql);
      await sql`create extension pg_cron`;
      await sql.unsafe(OWN);
      const before = await everythingOf(server.url);
      const { isClear, text } = await look();
      assert(!isClear);
      for (
        const name of [
          "20240101000000_remarks",
          "20991231000000_open_remarks",
          "table public.invoices",
          "index public.invoices_pkey",
          "function private.has_role(text)",
          "usage of anon",
          "Event triggers of yours call public.rls_auto_enable()",
          "The event trigger ensure_rls is yours",
          "staffing-deliver",
          "cron_shared_secret",
        ]
      ) assert(text.includes(name), `${name} is not in\n${text}`);
      assertEquals(await everythingOf(server.url), before, "it only reads");

      await sql.unsafe(OUT_OF_THE_WAY);
      const [fetch = "", up = ""] = (await commandsBelow(
        "Into a project that has more in it",
        "tests/database/whole/live_project_test.ts",
      )).split("\n");
      const environment = { SUPABASE_DB_URL: `${server.url}?sslmode=disable` };
      await runCommands(fetch, directory, server.url, environment);
      assert((await look()).text.includes("Nothing is in the way."));
      await runCommands(up, directory, server.url, environment);
      assert((await look()).isClear);

      const history = await sql`select name from supabase_migrations.schema_migrations`;
      assertEquals(
        history.map(({ name }) => name).sort(),
        migrationsIn(new URL(`file://${directory}/supabase/migrations/`)).map(({ name }) => name)
          .sort(),
      );
      await (await Firm.create(sql)).terms();
      await sql`create domain public.own_domain as text`;
      const [own] = await sql`
        select (select count(*)::int from public.open_remarks) as remarks,
               (select count(*)::int from public.own_invoices) as invoices,
               has_schema_privilege('anon', 'own_private', 'usage') as usage,
               own_private.has_role('any') as role,
               (select decrypted_secret from vault.decrypted_secrets where name = 'own_secret') as secret,
               (select array_agg(jobname::text order by jobname) from cron.job) as jobs`;
      assertEquals({ ...own }, {
        remarks: 2, // of two event triggers
        invoices: 0,
        usage: true,
        role: true,
        secret: "theirs",
        jobs: ["own", "own-deliver"],
      });
    } finally {
      await sql.end({ timeout: 1 });
      await server.stop();
      await Deno.remove(directory, { recursive: true });
    }
  },
});

/** A dump, but for the line of its own that pg_dump makes up. */
async function everythingOf(url: string): Promise<string> {
  const { stdout } = await new Deno.Command("/usr/lib/postgresql/15/bin/pg_dump", { args: [url] })
    .output();
  return new TextDecoder().decode(stdout).replaceAll(/^\\(un)?restrict .*$/gm, "");
}
