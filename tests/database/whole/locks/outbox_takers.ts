/** Messages of the outbox: what people decide about them, and the steps of the job deliver. */
import type postgres from "postgres";
import { switchMailOn, theMessage } from "../../../support/outbox/messages.ts";
import { addWebhook } from "../../../support/outbox/webhooks.ts";
import { type Taker, write } from "./taker.ts";

/** A mail; of the two states the one that it is left in. */
async function mail(sql: postgres.Sql, state: "waiting" | "failed"): Promise<string> {
  await switchMailOn(sql, "http", ["invoice"]);
  await sql`select private.write_message('invoice', gen_random_uuid(), '')`;
  const { id } = await theMessage(sql);
  if (state === "failed") await sql`select private.fail_message(${id}, 'It failed.')`;
  return id;
}

/** Decisions of people. */
export const DECISIONS: readonly Taker[] = ["send_message_again", "drop_message"].map((name) => ({
  names: [name],
  prepare: async ({ sql }) => write(`select public.${name}($1)`, await mail(sql, "failed")),
}));

/** Other procedures that lock messages. */
export const MESSAGES: readonly Taker[] = [
  {
    names: ["remind_invoice"],
    prepare: async (firm) => {
      await switchMailOn(firm.sql, "http", ["overdue_reminder"]);
      await firm.sql`update facilities set billing_email = 'ap@mercy.example'`;
      return write("select public.remind_invoice($1)", await firm.sentInvoice("2020-03-01"));
    },
  },
  {
    names: ["drop_mail_switched_off"],
    prepare: async ({ sql }) => {
      await mail(sql, "waiting");
      return write("update public.mail_kinds set is_on = false where kind = 'invoice'");
    },
  },
  {
    names: ["next_message"],
    prepare: async ({ sql }) => {
      await mail(sql, "waiting");
      return write("select private.next_message(mail => true, with_print => true)");
    },
  },
  {
    names: ["next_lost_print"],
    prepare: async ({ sql }) => {
      await mail(sql, "waiting");
      await sql`update private.outbox set lost_prints = 1`;
      return write("select private.next_lost_print()");
    },
  },
  {
    names: ["settle_message"],
    prepare: async ({ sql }) => {
      await addWebhook(sql);
      await sql`select private.write_events('invoice.paid', gen_random_uuid(), nth::text, '{}') from generate_series(1, 2) as nth`;
      const [call] = await sql<[{ id: string }]>`
        select sending.id
          from private.outbox as first
         cross join lateral private.begin_sending(first.id, 'webhook', 'https://books.example/') as sending
         where first.place = (select min(place) from private.outbox)`;
      return write(
        "select private.settle_message($1, 1, 'unreachable', null, 'Nobody answers.')",
        call.id,
      );
    },
  },
  {
    names: ["sweep_outbox"],
    prepare: async ({ sql }) => {
      await mail(sql, "waiting");
      await sql`
        update private.outbox
           set tries = 1, first_tried_at = (private.clock()).at - interval '25 hours', provider = 'http'`;
      return write("select private.sweep_outbox()");
    },
  },
];
