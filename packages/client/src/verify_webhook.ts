import type { WebhookEvent } from "./types.ts";

/** Longest time that a call is behind or ahead of our clock, as Standard Webhooks advises. */
const TOLERANCE_SECONDS = 300;

/** A call that the firm's back office made. */
export interface WebhookCall {
  /** The same in a call that comes twice: do nothing the second time. */
  readonly id: string;
  readonly event: WebhookEvent;
}

/** A call that is not signed with the secret, or is too old: answer 401. */
export class WebhookNotVerified extends Error {
  override readonly name = "WebhookNotVerified";
}

/** A call that is signed with the secret, and whose body is no event: answer 400. */
export class WebhookNotReadable extends Error {
  override readonly name = "WebhookNotReadable";
}

/**
 * Checks who made a call, after Standard Webhooks, and reads what it tells. A receiver answers 2xx within 15 seconds.
 *
 * @param body the body as it came: written anew it has another signature
 * @param headers the request's, of fetch or of Node
 * @param secret as `add_webhook` or `rotate_webhook_secret` answered it: `whsec_…`
 * @param now in milliseconds; for tests
 * @throws WebhookNotVerified, WebhookNotReadable
 *
 * @example
 * ```ts ignore
 * const { id, event } = await verifyWebhook(await request.text(), request.headers, secret);
 * if (event.type === "invoice.paid") console.log(id, event.data.invoice_id);
 * ```
 */
export async function verifyWebhook(
  body: string,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  secret: string,
  now: number = Date.now(),
): Promise<WebhookCall> {
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== "string" || value === "") {
      throw new WebhookNotVerified(`There is no header ${name}.`);
    }
    return value;
  };
  const id = header("webhook-id");
  const timestamp = header("webhook-timestamp");
  if (
    !/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS
  ) {
    throw new WebhookNotVerified("The call is too old, or one of the clocks is wrong.");
  }
  const key = await keyOf(secret);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // While a secret is rotated there are two signatures.
  for (const signature of header("webhook-signature").split(" ")) {
    const bytes = signature.startsWith("v1,") ? bytesOf(signature.slice(3)) : null;
    // Compares in constant time.
    if (bytes !== null && await crypto.subtle.verify("HMAC", key, bytes, signed)) {
      return { id, event: eventOf(body) };
    }
  }
  throw new WebhookNotVerified("The signature is not of this secret.");
}

function eventOf(body: string): WebhookEvent {
  try {
    const event = JSON.parse(body);
    if (typeof event?.type === "string") return event;
  } catch {
    // no JSON
  }
  throw new WebhookNotReadable("The call is signed, and its body is no event in JSON.");
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  if (bytes === null || bytes.length === 0) {
    throw new TypeError("The secret is not as add_webhook answered it: whsec_…");
  }
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
}

/** Bytes of base64; null for what is none. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
