import type postgres from "postgres";
import type { Delivery } from "../delivery/delivery.ts";
import type { WebhookCall } from "../delivery/message.ts";
import { type Claimed, isUnsent, settleUnsent, type Unsent } from "./claims.ts";
import { type Last, transactionOn } from "./transaction.ts";
import { written } from "./written.ts";

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
 * @param session a connection that is in no transaction
 * @param settled what came of the call before is written down; no other is marked as being sent until then
 */
export async function claimCall(
  session: postgres.ISql,
  delivery: Delivery | undefined,
  settled: Promise<void>,
): Promise<Claimed> {
  if (delivery === undefined) return "none";
  return await transactionOn(session, (sql, last) => takeUp(sql, last, delivery, settled));
}

async function takeUp(
  sql: postgres.ISql,
  last: Last,
  delivery: Delivery,
  settled: Promise<void>,
): Promise<Claimed> {
  const [row] = await sql<CallRow[]>`
    select message.id, message.kind, message.data, private.webhook_call(message) as call
      from private.next_message(mail => false, with_print => false) as message`;
  await settled;
  if (row === undefined) return "none";
  const { id, kind: type, data, call } = row;
  if (isUnsent(call)) return await settleUnsent(sql, id, call);
  const [sending] = await last(sql<[{ tries: number }]>`
    select sending.tries
      from private.begin_sending(
             ${written(sql, id)}::uuid, 'webhook', ${written(sql, call.url)}) as sending`);
  return {
    id,
    tries: sending.tries,
    send: () => delivery.callWebhook({ ...call, id, type, data }),
  };
}
