import { Webhook } from "standardwebhooks";
import { post, type Posted } from "./http_post.ts";
import type { CallWebhook, Outcome, WebhookCall } from "./message.ts";
import { destinationOf } from "./public_address.ts";

/** As Standard Webhooks advises. */
const PATIENCE_MS = 15_000;

/** Calls of webhooks. */
export interface WebhookOptions {
  /** True if they may be on this machine or inside the firm's own network. */
  readonly allowPrivateAddresses: boolean;
  /** Certificates to trust besides those that everybody trusts, as PEM; for tests. */
  readonly caCerts?: readonly string[];
  /** In milliseconds; for tests. */
  readonly patience?: number;
}

/**
 * Makes what calls webhooks, after Standard Webhooks: a body of type, time and ids, signed with each
 * secret that is in force. Only an answer of 2xx says that a call was taken; where an answer leads is not
 * followed, and nothing of its body is read.
 */
export function webhookCaller(options: WebhookOptions): CallWebhook {
  const { allowPrivateAddresses, caCerts = [], patience = PATIENCE_MS } = options;
  return async (call) => {
    const url = URL.parse(call.url);
    if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") {
      return {
        kind: "refused",
        error: "The webhook's address is not an https:// one without a user.",
      };
    }
    const destination = await destinationOf(url, allowPrivateAddresses);
    if (destination.kind !== "addresses") {
      const { kind, error } = destination;
      return { kind: kind === "forbidden" ? "refused" : "unreachable", error };
    }
    let signed: Signed;
    try {
      signed = sign(call, new Date());
    } catch {
      return {
        kind: "refused",
        error: "The webhook's secret cannot be used: give it another one.",
      };
    }
    const { addresses } = destination;
    return outcomeOf(await post({ url, addresses, ...signed, patience, answerBytes: 0, caCerts }));
  };
}

interface Signed {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The body, and the headers that say who wrote it. The time is the try's: receivers refuse old ones. */
function sign({ id, type, timestamp, data, secrets }: WebhookCall, at: Date): Signed {
  const body = JSON.stringify({ type, timestamp, data });
  if (secrets.length === 0) throw new TypeError("no secret");
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "staffing-back-office",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(
        " ",
      ),
    },
  };
}

function outcomeOf(posted: Posted): Outcome {
  if (posted.kind === "unsent") {
    return { kind: "unreachable", error: `The webhook was not called: ${posted.why}.` };
  }
  if (posted.kind === "unanswered") {
    return { kind: "unknown", error: `The webhook may have been called: ${posted.why}.` };
  }
  const { status } = posted;
  if (status >= 200 && status < 300) return { kind: "sent", providerId: null };
  if (status === 410) return { kind: "gone", error: "The receiver wants no more calls (410)." };
  if (status >= 500) {
    return { kind: "unknown", error: `The receiver failed, and may have taken it: ${status}.` };
  }
  if (status >= 300 && status < 400) {
    return {
      kind: "not_sent",
      error:
        `The receiver redirects (${status}), and webhooks follow no redirect. Enter the address that it leads to.`,
    };
  }
  return { kind: "not_sent", error: `The receiver did not take it: ${status}.` };
}
