// The source tree, loaded beside what an owner has: it takes rights, comments and event triggers from nobody.
import { assertEquals } from "@std/assert";
import { applyBase } from "../../../../stack/base.ts";
import { withConnection, withScratchDatabase } from "../../../../stack/schema/scratch_database.ts";
import { loadSchemaTree, readSchemaTree } from "../../../../stack/schema/tree.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const ROOT = new URL("../../../..", import.meta.url).pathname;

const OWN = `
create schema private;
comment on schema private is 'Mine.';
grant usage on schema private to anon;
create function private.mine() returns int language sql as 'select 1';
create function public.own_trigger() returns event_trigger language plpgsql as 'begin end';
create event trigger ensure_rls on ddl_command_end execute function public.own_trigger()`;

Deno.test("schema/loading_the_tree_leaves_what_the_owner_has_as_it_is", async () => {
  const files = await readSchemaTree(ROOT);
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const server = Deno.env.get("TEST_SERVER_URL") ?? "";
  await withScratchDatabase(server, name, applyBase, (url) =>
    withConnection(url, async (sql) => {
      await sql.unsafe(OWN);
      await sql`create function public.rls_auto_enable() returns int language sql as 'select 1'`;
      await assertRejectsWith(() => loadSchemaTree(sql, files), { name: "StackError" });
      await sql`drop function public.rls_auto_enable()`;
      await loadSchemaTree(sql, files);
      const [own] = await sql`
        select obj_description('private'::regnamespace) as comment,
               has_schema_privilege('anon', 'private', 'usage') as usage,
               has_function_privilege('anon', 'private.mine()', 'execute') as execute,
               (select evtfoid::regproc::text from pg_event_trigger where evtname = 'ensure_rls') as trigger`;
      assertEquals({ ...own }, {
        comment: "Mine.",
        usage: true,
        execute: true,
        trigger: "own_trigger",
      });
    }));
});
