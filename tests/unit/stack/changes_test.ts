// What of a version cannot be drafted: read from its file, and put into the draft.
import { assertEquals, assertMatch, assertStrictEquals, assertThrows } from "@std/assert";
import { parseChanges, placeMoves } from "../../../stack/schema/changes.ts";
import { assertThrowsWith } from "../../support/rejections.ts";

const DRAFT = [
  "SET local check_function_bodies = off",
  "DROP VIEW v",
  "CREATE TABLE t (a int)",
  "ALTER TABLE u\n  ADD COLUMN b text",
  "ALTER TABLE u\n  ADD COLUMN c text",
  "CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql RETURN 1",
  "ALTER TABLE u\n  ADD COLUMN d int DEFAULT f()",
  "CREATE VIEW v AS SELECT 1",
];

/** A move with its marks. */
function move(why: string, ...lines: readonly string[]): string {
  return [`-- data move: ${why}`, ...lines, "-- end of data move"].join("\n");
}

/** The draft with the moves of a file in it, each statement as its first words. */
function placed(text: string, draft: readonly string[] = DRAFT): string[] {
  const whole = placeMoves({ path: "0.14.0.sql", ...parseChanges(text) }, draft);
  return whole.split("\n\n").map((part) => part.replaceAll(/\s+/g, " "));
}

Deno.test("changes/moves_stand_where_they_say_and_keep_their_order", () => {
  const moves = [
    move("last", "-- after all", "update u set b = 'x;y';"),
    move("one", "-- after columns are added", "update u set b = 1;"),
    move("first", "-- before", "delete from u;"),
    move("two", "-- after columns are added", "update u set c = 2;"),
  ];
  const short = placed(["-- A word on it.", "", ...moves].join("\n")).map((part) =>
    /^-- data move: (\w+)/.exec(part)?.[1] ?? part.slice(0, 18)
  );
  assertEquals(short, [
    "first",
    "SET local check_fu",
    "DROP VIEW v;",
    "CREATE TABLE t (a ",
    "ALTER TABLE u ADD ",
    "ALTER TABLE u ADD ",
    "one",
    "two",
    "CREATE OR REPLACE ",
    "ALTER TABLE u ADD ",
    "CREATE VIEW v AS S",
    "last",
  ]);
});

Deno.test("changes/moves_after_columns_stand_behind_what_goes_where_there_are_none", () => {
  const text = move("fill", "-- after columns are added", "delete from u;");
  const short = placed(text, ["SET x = y", "DROP VIEW v", "CREATE VIEW v AS SELECT 1"]);
  assertMatch(short[2] ?? "", /^-- data move: fill/);
  assertEquals(placed(text, ["CREATE VIEW v AS SELECT 1"]).length, 2);
});

Deno.test("changes/moves_stand_in_place_of_the_statements_that_they_name", () => {
  const rename = move(
    "b was a",
    "-- in place of: ALTER TABLE u ADD COLUMN b text;",
    "-- in place of: DROP VIEW v;",
    "alter table u rename a to b;",
  );
  const parts = placed(rename);
  assertStrictEquals(parts.length, DRAFT.length - 1);
  assertMatch(parts[2] ?? "", /^-- data move: b was a/);
  assertThrowsWith(
    () => placed(rename, DRAFT.slice(2)),
    /0\.14\.0\.sql: `-- data move: b was a` stands in place of `DROP VIEW v;`, which is not in/,
  );
  assertThrows(
    () => placed(rename, [...DRAFT, "drop view v", "DROP VIEW v"]),
    Error,
    "more than once",
  );
});

Deno.test("changes/name_what_may_go_and_what_may_change_its_type", () => {
  const text =
    "-- drop: facilities.billing_email\n-- retype: invoices.total \n-- drop: bill(uuid, date)\n";
  assertEquals(parseChanges(text).agreed, [
    { action: "drop", name: "facilities.billing_email" },
    { action: "retype", name: "invoices.total" },
    { action: "drop", name: "bill(uuid, date)" },
  ]);
});

Deno.test("changes/without_a_place_or_an_end_or_outside_of_a_move_are_refused", () => {
  const refused: readonly [text: string, message: RegExp][] = [
    [move("fill", "update u set b = 1;"), /`-- data move: fill` has to say its one place below/],
    [move("fill", "-- before", "-- after all", "select 1;"), /has to say its one place/],
    [move("fill", "-- before", "-- in place of: DROP VIEW v;"), /has to say its one place/],
    [
      "-- data move: fill\n-- before\nselect 1;",
      /`-- data move: fill` has no `-- end of data move`/,
    ],
    [`-- data move: fill\n${move("two", "-- before")}`, /`-- data move: two` begins before/],
    ["update u set b = 1;", /`update u set b = 1;` stands outside of a data move/],
  ];
  for (const [text, message] of refused) assertThrowsWith(() => parseChanges(text), message);
});
