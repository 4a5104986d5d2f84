import type { Outcome } from "../../supabase/functions/_shared/delivery/message.ts";
import type { Kind } from "./kind.ts";

/** Events for programs outside, and decisions of people about failed ones. */
export const OUTBOX: readonly Kind[] = [
  { name: "deliver", who: "schedule", weight: 4, call: "deliver" },
  {
    name: "send a message again",
    who: "service",
    weight: 2,
    about: "select id from private.outbox where status = 'failed'",
    call: "select send_message_again('{id}')",
  },
  {
    name: "remind of an invoice",
    who: "billing",
    weight: 1,
    about: "select id from invoices where status in ('sent', 'partially_paid')",
    call: "select remind_invoice('{id}')",
  },
  {
    name: "write a note",
    who: "viewer",
    weight: 1,
    about: "select id from invoices",
    call:
      "insert into notes (about, about_id, text) values ('invoice', '{id}', 'They pay.') returning id",
  },
  {
    name: "drop a message",
    who: "service",
    weight: 2,
    about: "select id from private.outbox where status in ('waiting', 'failed')",
    call: "select drop_message('{id}')",
  },
];

/** Result of a call of a webhook, by the message: mostly that it is taken. */
export function outcomeOf(messageId: string): Outcome {
  switch (messageId[0]) {
    case "0":
      return { kind: "refused", error: "The soak refuses it." };
    case "1":
      return { kind: "not_sent", error: "The soak did not take it." };
    case "2":
      return { kind: "unknown", error: "The soak lost the answer." };
    default:
      return { kind: "sent", providerId: null };
  }
}
