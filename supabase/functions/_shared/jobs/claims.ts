import type postgres from "postgres";
import type { Outcome } from "../delivery/message.ts";

/** A message that is committed as being sent, and how to send it. */
export interface Claim {
  readonly id: string;
  /** Number of this try. */
  readonly tries: number;
  /** Hands it over, once; never throws. */
  readonly send: () => Promise<Outcome>;
}

/**
 * State of the message that has waited longest: none waits, it is claimed, or it needs no sending
 * any more.
 */
export type Claimed = "none" | Claim | { readonly settled: "dropped" | "failed" };

/** Reason why a message is not sent, as `private.mail_data` and `private.webhook_call` say it. */
export type Unsent = { readonly drop: string } | { readonly fail: string };

/** True if the data of a message say that it is not sent. */
export function isUnsent(data: object): data is Unsent {
  return "drop" in data || "fail" in data;
}

/** Drops or fails a message that is locked. */
export async function settleUnsent(
  sql: postgres.ISql,
  id: string,
  data: Unsent,
): Promise<{ settled: "dropped" | "failed" }> {
  if ("drop" in data) {
    await sql`select private.drop_messages(array[${id}::uuid], ${data.drop})`;
    return { settled: "dropped" };
  }
  await sql`select private.fail_message(${id}, ${data.fail})`;
  return { settled: "failed" };
}
