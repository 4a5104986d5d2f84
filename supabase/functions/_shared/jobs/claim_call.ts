import type postgres from "postgres";
import type { Delivery } from "../delivery/delivery.ts";
import type { WebhookCall } from "../delivery/message.ts";
import { type Claimed, isUnsent, settleUnsent, type Unsent } from "./claims.ts";

/** A row of private.outbox that is locked, and how its webhook is called now. */
interface CallRow {
  readonly id: string;
  readonly kind: string;
  readonly data: WebhookCall["data"];
  readonly call: Pick<WebhookCall, "url" | "secrets" | "timestamp"> | Unsent;
}

/**
 * Takes up the call of a webhook that has waited longest, and marks it as being sent. A repetition says
 * the same, so nothing is stored of it.
 *
 * @param sql inside the transaction that is committed before the call
 */
export async function claimCall(
  sql: postgres.ISql,
  delivery: Delivery | undefined,
): Promise<Claimed> {
  if (delivery === undefined) return "none";
  const [row] = await sql<CallRow[]>`
    select message.id, message.kind, message.data, private.webhook_call(message) as call
      from private.next_message(mail => false, with_print => false) as message`;
  if (row === undefined) return "none";
  const { id, kind: type, data, call } = row;
  if (isUnsent(call)) return await settleUnsent(sql, id, call);
  const [sending] = await sql<[{ tries: number }]>`
    select sending.tries from private.begin_sending(${id}, 'webhook', ${call.url}) as sending`;
  return {
    id,
    tries: sending.tries,
    send: () => delivery.callWebhook({ ...call, id, type, data }),
  };
}
