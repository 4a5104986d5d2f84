// Calls of one webhook about one row go one after the other: those behind wait, and are neither due nor looked at.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { connectTo, withDatabase } from "../../../support/server/database.ts";

const WEBHOOK = "00000000-0000-4000-8000-00000000000a";
const [ROW, OTHER] = ["0", "1"].map((n) => `00000000-0000-4000-8000-00000000001${n}`) as [
  string,
  string,
];

async function addWebhook(sql: postgres.Sql): Promise<void> {
  await sql`
    insert into webhooks (id, url, events) values (${WEBHOOK}, 'https://books.example/', '{invoice.sent}')`;
}

/** Writes calls about a row; the steps tell them apart. */
async function write(sql: Pick<postgres.Sql, "unsafe">, row: string, ...steps: string[]) {
  for (const step of steps) {
    await sql.unsafe("select private.write_message('invoice.sent', $1, $2, $3, '{}')", [
      row,
      step,
      WEBHOOK,
    ]);
  }
}

/** Makes the call that is due, with an outcome. Gives its step; null where none is due. */
async function call(sql: postgres.Sql, outcome: string): Promise<string | null> {
  const [due] = await sql<{ id: string; step: string }[]>`
    select id, step from private.next_message(mail => false, with_print => false)`;
  if (due === undefined) return null;
  const [{ tries }] = await sql<[{ tries: number }]>`
    select tries from private.begin_sending(${due.id}, 'webhook', 'https://books.example/')`;
  const error = outcome === "sent" ? null : "So the test has it.";
  await sql`select private.settle_message(${due.id}, ${tries}, ${outcome}, null, ${error})`;
  return due.step;
}

async function leftOver(sql: postgres.Sql): Promise<number> {
  const [health] = await sql<[{ left_over: number }]>`
    select left_over from job_health where job = 'deliver'`;
  return health.left_over;
}

async function idOf(sql: postgres.Sql, step: string): Promise<string> {
  const [row] = await sql<[{ id: string }]>`select id from private.outbox where step = ${step}`;
  return row.id;
}

Deno.test("webhooks/are_called_about_a_row_in_order_each_once_the_one_before_is_sent", () =>
  withDatabase(async ({ sql }) => {
    await addWebhook(sql);
    await write(sql, ROW, "a", "b", "c");
    await write(sql, OTHER, "x");
    assertEquals(await leftOver(sql), 2);
    const called = [];
    for (let n = 0; n < 5; n++) called.push(await call(sql, "sent"));
    assertEquals(called, ["a", "x", "b", "c", null]);
  }));

Deno.test("webhooks/a_call_that_failed_lets_none_about_its_row_pass_and_health_stays_well", () =>
  withDatabase(async ({ sql }) => {
    await addWebhook(sql);
    await write(sql, ROW, "a", "b", "c");
    assertEquals(await call(sql, "refused"), "a");
    await write(sql, ROW, "d");
    assertEquals([await call(sql, "sent"), await leftOver(sql)], [null, 0]);
    await sql`select private.sweep_outbox()`;
    assertEquals(await leftOver(sql), 0);
    const [behind] = await sql`select number from board() where item = 'messages_held_up'`;
    assertEquals(behind?.number, 3);

    await sql`select drop_message(${await idOf(sql, "b")})`;
    assertEquals(await call(sql, "sent"), null, "one behind was dropped");
    await sql`select send_message_again(${await idOf(sql, "a")})`;
    const called = [];
    for (let n = 0; n < 4; n++) called.push(await call(sql, "sent"));
    assertEquals(called, ["a", "c", "d", null]);
  }));

Deno.test("webhooks/a_call_that_is_dropped_gives_way", () =>
  withDatabase(async ({ sql }) => {
    await addWebhook(sql);
    await write(sql, ROW, "a", "b");
    await call(sql, "refused");
    await sql`select drop_message(${await idOf(sql, "a")})`;
    assertEquals(await call(sql, "sent"), "b");
  }));

Deno.test("webhooks/a_call_written_while_the_one_before_it_is_settled_has_its_turn", () =>
  withDatabase(async ({ sql, url }) => {
    await addWebhook(sql);
    await write(sql, ROW, "a");
    const writer = connectTo(url);
    try {
      await writer.begin(async (transaction) => {
        await write(transaction, ROW, "b"); // it sees a, and is not seen
        assertEquals(await call(sql, "sent"), "a");
      });
    } finally {
      await writer.end();
    }
    assertEquals(await call(sql, "sent"), null);
    await sql`select private.sweep_outbox()`;
    assertEquals(await call(sql, "sent"), "b");
  }));
