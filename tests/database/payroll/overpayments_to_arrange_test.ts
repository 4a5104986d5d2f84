// What is overpaid and open, and neither an arrangement nor a batch takes: on the board until somebody does something about it.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { close, discard, draftOf, prepare } from "../../support/payroll/batches.ts";
import {
  arrange,
  FIRST,
  overpaid,
  overpay,
  settle,
  THIRD,
} from "../../support/payroll/overpaid.ts";
import { withDatabase } from "../../support/server/database.ts";

const BEFORE = "2026-02-23";

/** The weeks with what of them is not arranged, and the board's number of them. */
async function look(sql: postgres.Sql): Promise<string[]> {
  const weeks = await sql<{ row: string }[]>`
    select concat_ws(' ', week_start, open, unarranged) as row from overpayments order by week_start`;
  const [board] = await sql<[{ row: string }]>`
    select concat_ws(' ', number, amount, oldest_on) as row from board() where item = 'overpayments_to_arrange'`;
  return [...weeks.map(({ row }) => row), `board ${board.row}`];
}

function test(name: string, body: (sql: postgres.Sql) => Promise<void>): void {
  Deno.test(`overpayments/${name}`, () =>
    withDatabase(({ sql }) => body(sql), { clock: "2026-03-31T12:00:00Z" }));
}

test("say_what_of_them_an_arrangement_does_not_reach", async (sql) => {
  const id = await overpaid(sql);
  assertEquals(await look(sql), [`${FIRST} 200.00 200.00`, `board 1 200.00 ${FIRST}`]);
  await arrange(sql, id, { amount: "50" });
  const some = [`${FIRST} 200.00 150.00`, `board 1 150.00 ${FIRST}`];
  assertEquals(await look(sql), some);
  const dropped = await prepare(sql, THIRD);
  assertEquals(await look(sql), some);
  await discard(sql, dropped);
  assertEquals(await look(sql), some);
  await close(sql, await prepare(sql, THIRD));
  assertEquals(await look(sql), [`${FIRST} 150.00 150.00`, `board 1 150.00 ${FIRST}`]);
  await arrange(sql, id);
  assertEquals(await look(sql), [`${FIRST} 150.00 0.00`, "board 0 0.00"]);
  await arrange(sql, id, { amount: "0" });
  await settle(sql, id, FIRST, "waived");
  assertEquals(await look(sql), [`${FIRST} 0.00 0.00`, "board 0 0.00"]);
});

test("are_reached_by_an_arrangement_the_oldest_first", async (sql) => {
  const id = await overpaid(sql);
  await overpay(sql, id, await draftOf(sql, BEFORE), BEFORE, "100.00");
  const all = [`${BEFORE} 100.00 100.00`, `${FIRST} 200.00 200.00`, `board 2 300.00 ${BEFORE}`];
  assertEquals(await look(sql), all);
  await arrange(sql, id, { amount: "150" });
  assertEquals(await look(sql), [
    `${BEFORE} 100.00 0.00`,
    `${FIRST} 200.00 150.00`,
    `board 1 150.00 ${FIRST}`,
  ]);
});
