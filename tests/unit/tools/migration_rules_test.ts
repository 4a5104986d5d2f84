import { assertEquals } from "@std/assert";
import { brokenRules } from "../../../tools/migrations/rules.ts";

const FIRST = "-- 0.9.0\nset local lock_timeout = '5s';\n";

Deno.test("migration_rules/let_a_file_be_that_is_one_transaction", () => {
  const body = "create function f() returns void language plpgsql as $$\nbegin\n  commit;\nend $$;";
  assertEquals(brokenRules(`${FIRST}${body}\ncomment on table t is 'run concurrently';`), []);
});

Deno.test("migration_rules/name_what_a_transaction_cannot_hold", () => {
  const statements = [
    "begin",
    "-- Why.\nCommit",
    "start  transaction",
    "create unique index concurrently i on t (a)",
    "refresh materialized view concurrently v",
    "GRANT SELECT, MAINTAIN ON TABLE t TO anon",
  ];
  for (const statement of statements) {
    assertEquals(brokenRules(`${FIRST}${statement};`).length, 1, statement);
  }
});

Deno.test("migration_rules/want_the_lock_timeout_first", () => {
  assertEquals(brokenRules("select 1; set local lock_timeout = '5s';"), [
    "It does not begin with `set local lock_timeout`.",
  ]);
});
