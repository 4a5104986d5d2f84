import type postgres from "postgres";
import { Firm } from "../support/firm.ts";
import { addWebhook } from "../support/outbox/webhooks.ts";
import type { Examples } from "./api_example_rows.ts";

/** A message that failed. */
async function failedMessage(sql: postgres.Sql): Promise<string> {
  const [message] = await sql<[{ id: string }]>`
    insert into private.outbox (kind, subject_id, step, status, error, written_at, failed_at)
    values ('invoice', gen_random_uuid(), '', 'failed', 'The mailbox is full.', now(), now()) returning id`;
  return message.id;
}

/**
 * Subjects of the examples of the outbox's procedures; webhooks that they leave are off, so that
 * nobody calls them.
 */
export const EXAMPLES_OF_THE_OUTBOX: Examples = {
  add_webhook: () => {
    const url = `https://books.example/${crypto.randomUUID()}`;
    const after = async (sql: postgres.Sql) => {
      await sql`update public.webhooks set is_active = false where url = ${url}`;
    };
    return Promise.resolve({ values: { url }, shows: {}, after });
  },
  drop_message: async (sql) => {
    const id = await failedMessage(sql);
    return { values: { message_id: id }, shows: { id, status: "dropped" } };
  },
  send_message_again: async (sql) => {
    const id = await failedMessage(sql);
    return {
      values: { message_id: id },
      shows: { id, status: "waiting" },
      after: async (sql) => {
        await sql`select public.drop_message(${id})`;
      },
    };
  },
  // A reminder that is on its way already: nobody else's mail is switched on.
  remind_invoice: async (sql) => {
    const firm = await Firm.create(sql);
    const [message] = await sql<[{ id: string }]>`
      insert into private.outbox (kind, subject_id, step, status, written_at, next_try_at)
      values ('overdue_reminder', ${firm.facilityId}, '2020-05-01', 'waiting', now(), now() + interval '1 day')
      returning id`;
    return {
      values: { overdue_invoice_id: await firm.sentInvoice("2020-04-01") },
      shows: { id: message.id, status: "waiting" },
      after: async (sql) => {
        await sql`select public.drop_message(${message.id})`;
      },
    };
  },
  rotate_webhook_secret: async (sql) => {
    const { id } = await addWebhook(sql);
    await sql`update public.webhooks set is_active = false where id = ${id}`;
    return { values: { webhook_id: id }, shows: {} };
  },
};
