// Webhooks that change while they are told, and two who do the same at once.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { draft } from "../support/billing/drafts.ts";
import { send, voidInvoice } from "../support/billing/invoices.ts";
import { Firm } from "../support/firm.ts";
import { addWebhook, callsOf, rotate, switchWebhook, toldOf } from "../support/outbox/webhooks.ts";
import { connectTo, type TestDatabase, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

/** Registers a race on two connections, of which the second gives up waiting after two seconds. */
function testRace(
  name: string,
  race: (database: TestDatabase, other: TestDatabase["sql"]) => Promise<void>,
): void {
  Deno.test(`webhooks/${name}`, () =>
    withDatabase(async (database) => {
      const other = connectTo(database.url, { lock_timeout: "2s" });
      try {
        await race(database, other);
      } finally {
        await other.end();
      }
    }));
}

testRace(
  "are_not_called_about_what_was_written_while_somebody_switched_them_off",
  async ({ sql }, other) => {
    const { id } = await addWebhook(sql);
    const invoice = await draft(await Firm.create(sql));
    await sql.begin(async (sql) => {
      await send(sql, [invoice]);
      await switchWebhook(other, id, false);
    });
    assertEquals((await callsOf(sql, id)).length, 1);
    assertEquals(await toldOf(sql, id), [{ drop: "The webhook was switched off." }]);
  },
);

testRace("that_somebody_changes_keep_nobody_waiting_who_sends", async ({ sql }, other) => {
  const { id } = await addWebhook(sql);
  const invoice = await draft(await Firm.create(sql));
  await sql.begin(async (sql) => {
    await sql`update webhooks set url = 'https://books.example/new', events = '{invoice.sent}'`;
    await rotate(sql, id);
    await send(other, [invoice]);
  });
  assertEquals((await callsOf(sql, id)).length, 1);
});

testRace("are_told_of_one_invoice_in_the_order_in_which_it_went", async ({ sql, url }, other) => {
  const { id } = await addWebhook(sql);
  const firm = await Firm.create(sql);
  const invoice = await draft(firm);
  await interleave(url, (sql) => send(sql, [invoice]), () => voidInvoice(other, invoice));
  const kinds = (await callsOf(sql, id)).map(({ kind }) => kind);
  assertEquals(kinds, ["invoice.sent", "invoice.voided"]);
});

testRace("are_added_once_for_one_address_by_two_at_once", async ({ sql, url }, other) => {
  const books = { url: "https://books.example/" };
  const second = interleave(url, (sql) => addWebhook(sql, books), () => addWebhook(other, books));
  await assertRefused(second, 409, "webhook_exists");
  assertEquals((await sql`select from webhooks`).count, 1);
});

testRace("sign_with_all_secrets_of_two_who_make_another_at_once", async ({ sql, url }, other) => {
  const { id, secret } = await addWebhook(sql);
  const made = [secret];
  const second = await interleave(
    url,
    async (sql) => made.push((await rotate(sql, id)).secret),
    () => rotate(other, id),
  );
  await send(sql, [await draft(await Firm.create(sql))]);
  const [call] = await toldOf(sql, id);
  assert(call !== undefined && "secrets" in call);
  assertStrictEquals(call.secrets[0], second.secret);
  assertEquals(call.secrets.toSorted(), [second.secret, ...made].sort());
});

testRace("are_told_once_of_an_end_that_two_runs_find_at_once", async ({ sql, url }, other) => {
  const { id } = await addWebhook(sql);
  const firm = await Firm.create(sql);
  await sql`update webhooks set told_since = '2026-01-01'`;
  for (const end of ["2026-04-08", "2026-04-09"]) await firm.assignment(end);
  const due = "select private.write_due_events('2026-04-10') as written";
  const [row] = await interleave(url, (sql) => sql.unsafe(due), () => other.unsafe(due));
  assertStrictEquals(row?.written, 0);
  assertEquals((await callsOf(sql, id)).length, 2);
});
