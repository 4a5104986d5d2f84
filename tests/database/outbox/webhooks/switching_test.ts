// A webhook that is off is told nothing, and says since when and why.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { addWebhook, callsOf, switchWebhook, toldOf } from "../../../support/outbox/webhooks.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";

const OFF = { drop: "The webhook was switched off." };

/** Properties of a webhook. */
async function stateOf(sql: postgres.Sql, id: string): Promise<unknown[]> {
  const [row] = await sql`
    select is_active, told_since, switched_off_at, switched_off_because from webhooks where id = ${id}`;
  return Object.values(row ?? {});
}

/** Calls of a webhook by the outbox. */
async function statesOf(sql: postgres.Sql, id: string): Promise<string[]> {
  const rows = await sql<{ state: string }[]>`
    select concat_ws(' ', status, error) as state from private.outbox where webhook_id = ${id} order by place`;
  return rows.map(({ state }) => state);
}

async function switchOff(sql: postgres.Sql, id: string): Promise<void> {
  await sql`select private.switch_off_webhook(${id}, 'gone')`;
}

/** Puts a webhook's calls, in the order in which they were written, into states that they may have. */
async function settle(sql: postgres.Sql, id: string, states: readonly string[]): Promise<void> {
  for (const [index, state] of states.entries()) {
    await sql`
      update private.outbox
         set status = ${state},
             next_try_at = case when ${state} = 'waiting' then next_try_at end,
             sending_at = case when ${state} = 'sending' then now() end,
             sent_at = case when ${state} = 'sent' then now() end,
             failed_at = case when ${state} = 'failed' then now() end,
             error = case when ${state} = 'failed' then 'It answered 500.' end
       where place = (select place from private.outbox where webhook_id = ${id} order by place offset ${index} limit 1)`;
  }
}

Deno.test(
  "webhooks/say_when_they_were_switched_off_and_by_what_and_since_when_they_are_on_again",
  withMovingClock("2026-04-10", async ({ sql }, setClock) => {
    const at = (day: string) => new Date(`2026-04-${day}T18:00:00Z`);
    const { id } = await addWebhook(sql);
    assertEquals(await stateOf(sql, id), [true, at("10"), null, null]);
    await setClock(noon("2026-04-11"));
    await switchWebhook(sql, id, false);
    assertEquals(await stateOf(sql, id), [false, at("10"), at("11"), "by_hand"]);
    await setClock(noon("2026-04-12"));
    await switchWebhook(sql, id, false);
    await switchOff(sql, id);
    await sql`update webhooks set events = '{invoice.paid}'`;
    assertEquals(await stateOf(sql, id), [false, at("10"), at("11"), "by_hand"]);
    await switchWebhook(sql, id, true);
    assertEquals(await stateOf(sql, id), [true, at("12"), null, null]);
    await setClock(noon("2026-04-13"));
    await switchOff(sql, id);
    assertEquals(await stateOf(sql, id), [false, at("12"), at("13"), "gone"]);
    await setClock(noon("2026-04-14"));
    await sql`update webhooks set is_active = true, events = '{invoice.sent}', description = 'Books'`;
    assertEquals(await stateOf(sql, id), [true, at("14"), null, null]);
    await setClock(noon("2026-04-15"));
    await sql`update webhooks set url = 'https://books.example/', description = null`;
    assertEquals(await stateOf(sql, id), [true, at("14"), null, null]);
  }),
);

Deno.test("webhooks/drop_what_waits_or_failed_when_they_are_switched_off_and_whoever_did_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const one = await addWebhook(sql, { events: ["invoice.sent"] });
    const invoices: string[] = [];
    const place = await Firm.create(sql);
    for (let count = 0; count < 4; count++) invoices.push(await draft(place));
    await send(sql, invoices);
    await settle(sql, one.id, ["waiting", "sending", "sent", "failed"]);
    const other = await addWebhook(sql, { events: ["invoice.voided"] });
    await voidInvoice(sql, invoices[0] ?? "");
    await runAs(sql, firm, "admin", `update webhooks set is_active = false where id = '${one.id}'`);
    const dropped = "dropped The webhook was switched off.";
    assertEquals(await statesOf(sql, one.id), [dropped, "sending", "sent", dropped]);
    assertEquals(await statesOf(sql, other.id), ["waiting"]);
    const [row] = await sql`
      select array_agg(distinct decided_by) as by from private.outbox
       where webhook_id = ${one.id} and status = 'dropped'`;
    assertEquals(row?.by, [firm.users.admin]);
    const once = await contents(sql);
    await switchOff(sql, one.id);
    assertEquals(await contents(sql), once);
    assertEquals((await toldOf(sql, one.id))[1], OFF);
  }));

Deno.test("webhooks/are_not_called_about_events_that_they_want_no_more", () =>
  withDatabase(async ({ sql }) => {
    const { id } = await addWebhook(sql);
    const invoice = await draft(await Firm.create(sql));
    await send(sql, [invoice]);
    await voidInvoice(sql, invoice);
    assertEquals((await callsOf(sql, id)).length, 2);
    await sql`update webhooks set events = '{invoice.voided}'`;
    const [sent, voided] = await toldOf(sql, id);
    assertEquals(sent, { drop: "The webhook is not told of invoice.sent any more." });
    assert(voided !== undefined && "url" in voided);
  }));
