// Every table, every caller, every command, asked directly in SQL.
import { assert, assertEquals } from "@std/assert";
import { type Caller, PEOPLE } from "../../../support/access/callers.ts";
import { expectation, tablesOf } from "../../../support/access/expectation.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import {
  answersTo,
  blindWritersInSql,
  differences,
  rightsInSql,
} from "../../../support/access/sql.ts";
import { withDatabase } from "../../../support/server/database.ts";

Deno.test("access/the_matrix_has_rows_for_every_table_and_view", () =>
  withDatabase(async ({ sql }) => {
    const relations = await sql<{ name: string }[]>`
      select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       order by relname collate "C"`;
    assertEquals(tablesOf(expectation()), relations.map((relation) => relation.name));
  }));

Deno.test("access/gives_each_caller_what_the_matrix_says_in_sql", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const found = await sql.begin((sql) => rightsInSql(sql, firm));
    assertEquals(differences(expectation(), found), []);
  }));

Deno.test("access/lets_nobody_write_without_looking_what_they_may_not_write", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql.begin(async (sql) => {
      for (const table of tablesOf(expectation())) {
        assertEquals(await blindWritersInSql(sql, firm, table), []);
      }
    });
  }));

Deno.test("access/tells_whoever_may_not_write_a_table_also_where_no_row_is_found", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const granted = await sql<{ table: string; kind: string; column: string }[]>`
      select distinct on (1, 2) table_name as table, lower(privilege_type) as kind, column_name as column
        from (select table_name, privilege_type, column_name from information_schema.column_privileges
               where grantee = 'authenticated' and privilege_type = 'UPDATE' and table_schema = 'public'
               union all
              select table_name, privilege_type, null from information_schema.table_privileges
               where grantee = 'authenticated' and privilege_type = 'DELETE' and table_schema = 'public') as granted
       order by 1, 2, 3`;
    assert(granted.length > 20, "the grants were not found");
    const trials = granted.flatMap(({ table, kind, column }) =>
      PEOPLE.filter((caller) => mayWriteNone(table, caller, kind === "update" ? "u" : "d"))
        .map((caller) => ({
          caller,
          statement: kind === "update"
            ? `update public.${table} set ${column} = default where false`
            : `delete from public.${table} where false`,
        }))
    );
    assert(trials.length > 100, "nobody was asked");
    const answers = await sql.begin((sql) => answersTo(sql, firm.users, trials));
    const silent = trials.filter((_, index) => !answers[index]?.startsWith("PT403 role_required "));
    assertEquals(silent, []);
  }));

/** True if a caller may write no row of a table in that way; contractors and contacts write time. */
function mayWriteNone(table: string, caller: Caller, letter: string): boolean {
  if (table === "time_entries") {
    return caller === "viewer" || (letter === "d" && (caller === "north" || caller === "south"));
  }
  return [...expectation()].filter(([row]) => row.startsWith(`${table} / `))
    .every(([, rights]) => !rights.get(caller)?.includes(letter));
}
