// Every table, every caller, every command, asked directly in SQL (design §2).
import assert from "node:assert/strict";
import { expectation, tablesOf } from "../../support/access/expectation.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { blindWritersInSql, differences, rightsInSql } from "../../support/access/sql.ts";
import { withDatabase } from "../../support/server/database.ts";

Deno.test("access/the_matrix_has_rows_for_every_table_and_view", () =>
  withDatabase(async ({ sql }) => {
    const relations = await sql<{ name: string }[]>`
      select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       order by relname collate "C"`;
    assert.deepEqual(tablesOf(expectation()), relations.map((relation) => relation.name));
  }));

Deno.test("access/gives_each_caller_what_the_matrix_says_in_sql", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const found = await sql.begin((sql) => rightsInSql(sql, firm));
    assert.deepEqual(differences(expectation(), found), []);
  }));

Deno.test("access/lets_nobody_write_without_looking_what_they_may_not_write", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql.begin(async (sql) => {
      for (const table of tablesOf(expectation())) {
        assert.deepEqual(await blindWritersInSql(sql, firm, table), []);
      }
    });
  }));
