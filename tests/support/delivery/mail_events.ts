import { Webhook } from "standardwebhooks";

/** Secret that a test's provider signs with. */
export const EVENTS_SECRET = `whsec_${btoa("an-endpoint-of-the-mail-provider")}`;

/** Difference of a test's request from what the provider sends. */
export interface EventChanges {
  /** Secret that signs it. */
  readonly secret?: string;
  /** Time at which it says that it was signed; now unless named. */
  readonly signedAt?: Date;
  /** Prefix of its headers: `webhook`, or `svix` as Resend has it. */
  readonly prefix?: string;
  /** Its body, other than what was signed. */
  readonly body?: string;
}

/** An event as the provider tells of it. */
export function bounceEvent(
  emailId: string,
  { type = "email.bounced", createdAt = new Date(), ...data }: {
    readonly type?: string;
    readonly createdAt?: Date;
    readonly [reason: string]: unknown;
  } = {},
): string {
  const at = createdAt.toISOString();
  return JSON.stringify({
    type,
    created_at: at,
    data: {
      created_at: at,
      email_id: emailId,
      from: "billing@mesa.example",
      to: ["ap@lakeside.example"],
      subject: "Invoice INV-000042",
      bounce: { type: "Permanent", subType: "General", message: "No such mailbox" },
      ...data,
    },
  });
}

/** The provider's request that tells of an event. */
export function eventRequest(url: string, event: string, changes: EventChanges = {}): Request {
  const { secret = EVENTS_SECRET, signedAt = new Date(), prefix = "svix", body = event } = changes;
  const id = `msg_${crypto.randomUUID()}`;
  return new Request(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      [`${prefix}-id`]: id,
      [`${prefix}-timestamp`]: String(Math.floor(signedAt.getTime() / 1000)),
      [`${prefix}-signature`]: new Webhook(secret).sign(id, signedAt, event),
    },
    body,
  });
}
