// `deno task preflight` before an installation: everything that 0.9.0 and those behind it would meet.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { VERSIONS } from "../../../../cli/preflight/names.ts";
import { connectTo } from "../../../support/server/database.ts";
import { withExamined } from "../../../support/preflight/databases.ts";

Deno.test("preflight/an_empty_project_has_nothing_in_the_way", () =>
  withExamined(async ({ look }) => {
    const { isClear, text } = await look();
    assert(isClear, text);
    assertMatch(text, /Installed: nothing of this project\. To be applied: 0\.9\.0, 0\.10\.0, /);
  }));

Deno.test("preflight/finds_every_name_that_a_file_brings", () =>
  withExamined(async ({ sql, look }) => {
    const names = [...new Set(VERSIONS.flatMap(({ adds }) => adds))];
    const namesOf = (kind: string) =>
      names.flatMap((name) =>
        name.startsWith(`${kind} `) ? name.slice(kind.length + 1).replace(/\(.*/, "") : []
      );
    const [relations, functions] = [namesOf("relation"), [...new Set(namesOf("function"))]];
    const quoted = (name: string) => name.split(".").map((part) => `"${part}"`).join(".");
    await sql.unsafe([
      "create schema private",
      ...relations.map((name) => `create domain ${quoted(name)} as text`),
      ...functions.map((name) =>
        `create function ${quoted(name)}(box) returns int language sql as 'select 1'`
      ),
    ].join(";"));
    const { text } = await look();
    assertEquals(
      text.split("\n").flatMap((line) => /^ {5}(?:type|function) ([^(]+)/.exec(line)?.[1] ?? [])
        .sort(),
      [...relations, ...functions].sort(),
    );
  }));

Deno.test("preflight/tells_what_the_first_file_takes_away_and_what_it_replaces", () =>
  withExamined(async ({ sql, look }) => {
    await sql.unsafe(`
      create schema private;
      grant usage on schema private to public, authenticated;
      create function public.own() returns event_trigger language plpgsql as 'begin end';
      create event trigger ensure_rls on ddl_command_end execute function public.own()`);
    const { isClear, text } = await look();
    assert(!isClear);
    assertMatch(text, /The first file takes rights on it away:\n {5}usage of everybody\n {3}/);
    assertMatch(text, /ensure_rls is yours \(it calls public\.own\(\)\)/);

    await sql.unsafe(`
      alter event trigger ensure_rls rename to own;
      revoke usage on schema private from public;
      create table public.remarks ()`);
    const after = await look();
    assert(after.isClear, after.text);
    assertMatch(after.text, /To know: The schema private is here/);
    assertMatch(after.text, /needs a policy: remarks\./);
  }));

Deno.test("preflight/takes_the_dashboards_automatic_row_level_security_for_no_obstacle", () =>
  withExamined(async ({ sql, look }) => {
    await sql.unsafe(`
      create function public.rls_auto_enable() returns event_trigger language plpgsql as $$
      begin
          raise log 'rls_auto_enable: enabled RLS on %', 1;
      end $$;
      create event trigger ensure_rls on ddl_command_end execute function public.rls_auto_enable()`);
    const { isClear, text } = await look();
    assert(isClear, text);
    assertMatch(text, /To know: The dashboard's automatic row level security/);
  }));

Deno.test("preflight/says_which_rights_somebody_lacks", () =>
  withExamined(async ({ sql, url, look }) => {
    await sql`create schema private`;
    const anon = connectTo(url, { role: "anon" });
    try {
      const { text } = await look(anon);
      assertMatch(text, /The schema private belongs to postgres/);
      assertMatch(
        text,
        /The role anon lacks rights\.\n {5}create on the database \w+\n {5}create on schema public/,
      );
    } finally {
      await anon.end({ timeout: 1 });
    }
  }));
