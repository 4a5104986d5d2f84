import assert from "node:assert/strict";
import { carryDataMoves } from "../../../tools/migrations/data_moves.ts";

const MOVE = "-- data move: fill b\nupdate t set b = 'x;y';\n-- end of data move";
const HEADER = "set local lock_timeout = '5s';\n\n-- What it is.\n\n";

Deno.test("data_moves/stay_behind_the_statement_that_they_stood_behind", () => {
  const edited = `${HEADER}ALTER TABLE t\n  ADD b text;\n\n${MOVE}\n\nDROP VIEW v;\n`;
  assert.equal(
    carryDataMoves(edited, ["CREATE TABLE u ()", "ALTER TABLE t\n  ADD b text", "SELECT 1"]),
    `CREATE TABLE u ();\n\nALTER TABLE t\n  ADD b text;\n\n${MOVE}\n\nSELECT 1;`,
  );
});

Deno.test("data_moves/stay_in_front_of_the_next_statement_when_the_one_before_is_gone", () => {
  const edited = `${HEADER}DROP VIEW v;\n\n${MOVE}\n\nALTER TABLE t ADD c text;\n`;
  assert.equal(
    carryDataMoves(edited, ["SELECT 1", "ALTER TABLE t ADD c text"]),
    `SELECT 1;\n\n${MOVE}\n\nALTER TABLE t ADD c text;`,
  );
});

Deno.test("data_moves/keep_their_order_and_the_first_place", () => {
  const second = MOVE.replace("fill b", "fill c");
  const edited = `${HEADER}${MOVE}\n${second}\nSELECT 1;\n`;
  assert.equal(carryDataMoves(edited, ["SELECT 2"]), `${MOVE}\n\n${second}\n\nSELECT 2;`);
});

Deno.test("data_moves/stand_in_place_of_the_statements_that_they_name", () => {
  const rename = "-- data move: b is called c\n-- in place of: ALTER TABLE t DROP b;\n" +
    "-- in place of: ALTER TABLE t ADD c text;\nalter table t rename b to c;\n-- end of data move";
  const edited = `${HEADER}SELECT 1;\n${rename}\nSELECT 2;\n`;
  const draft = ["SELECT 1", "ALTER TABLE t\n  DROP b", "SELECT 2", "ALTER TABLE t\n  ADD c text"];
  assert.equal(carryDataMoves(edited, draft), `SELECT 1;\n\n${rename}\n\nSELECT 2;`);
  assert.throws(() => carryDataMoves(edited, draft.slice(0, 3)), /`-- data move: b is called c`/);
});

Deno.test("data_moves/without_a_place_or_an_end_are_refused", () => {
  const homeless = `${HEADER}DROP VIEW v;\n\n${MOVE}\n\nDROP VIEW w;\n`;
  assert.throws(() => carryDataMoves(homeless, ["SELECT 1"]), /place of `-- data move: fill b` is/);
  assert.throws(
    () => carryDataMoves(`${HEADER}-- data move: fill b\nSELECT 1;`, ["SELECT 1"]),
    /`-- data move: fill b` has no `-- end of data move`/,
  );
  assert.throws(
    () => carryDataMoves(`-- data move: fill a\n${MOVE}`, []),
    /`-- data move: fill b` begins before the last one has ended/,
  );
});
