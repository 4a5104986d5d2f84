import type postgres from "postgres";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { jsonResponse, refuseOther } from "../http.ts";
import { ProviderId } from "./message.ts";

/** Events are a few hundred bytes. */
const BODY_BYTES = 65_536;
/** Longest time that our commit may be behind the provider, who tells of a mail that it just took. */
const BEHIND_MS = 10 * 60_000;
const REASON_LENGTH = 200;

/** A mail that did not arrive. */
export interface Bounce {
  /** Name that the provider has for it. */
  readonly providerId: string;
  /** Reason, for people. */
  readonly error: string;
}

/** The endpoint that the provider of mail tells what became of mail later. */
export interface MailEvents {
  /** The function's name, which is also the first segment of its path. */
  readonly functionName: string;
  /** Secret that the provider signs with, `whsec_…`; null refuses every request. */
  readonly secret: string | null;
  /** Writes a bounce down, and says whether there is such a mail. */
  readonly recordBounce: (bounce: Bounce) => Promise<boolean>;
  /** Takes one line for the operator. Never given the secret. */
  readonly log: (line: string) => void;
}

/** Types of the events that tell of mail that did not arrive. */
const WORDS = {
  "email.bounced": "It came back",
  "email.complained": "The recipient marked it as spam",
  "email.failed": "The provider could not send it",
  "email.suppressed": "The provider sends no more to this address",
} as const;

const Event = z.object({ type: z.string() });
const Reason = z.object({ message: z.string().optional(), reason: z.string().optional() });

/** As Resend has it. */
const BounceEvent = z.object({
  type: z.string(),
  created_at: z.string(),
  data: z.object({
    email_id: ProviderId,
    bounce: Reason.optional(),
    failed: Reason.optional(),
    suppressed: Reason.optional(),
  }),
});
type BounceEvent = z.infer<typeof BounceEvent>;

/**
 * Takes what the provider tells, signed after Standard Webhooks (`webhook-…`) or as Svix, and so Resend,
 * names it (`svix-…`): of mail that did not arrive it writes down why, all else it only confirms. What it
 * does not answer by 2xx, the provider tells again.
 *
 * @param endpoint what stands behind it
 */
export function mailEventsHandler(
  endpoint: MailEvents,
): (request: Request) => Promise<Response> {
  const { functionName, secret, recordBounce, log } = endpoint;
  return async (request) => {
    const refusal = refuseOther(request, functionName, ["POST"]);
    if (refusal) return refusal;
    const text = await readBody(request);
    if (text === null) return jsonResponse(413, { error: "body_too_large" });
    if (secret === null || !isSigned(secret, text, request.headers)) {
      log(
        secret === null
          ? "refused: MAIL_EVENTS_SECRET is unset or blank"
          : "refused: the signature is missing, wrong or too old",
      );
      return jsonResponse(401, { error: "unauthorized" });
    }
    const event = readEvent(text);
    if (event === "other") return jsonResponse(200, { recorded: false });
    if (event === "unreadable") {
      log("refused: an event that is not as Resend has it");
      return jsonResponse(400, { error: "invalid_body" });
    }
    const bounce = bounceOf(event);
    try {
      const recorded = await recordBounce(bounce);
      if (recorded) return jsonResponse(200, { recorded });
    } catch (error) {
      log(`failed: ${error instanceof Error ? error.message : error}`);
      return jsonResponse(500, { error: "not_recorded" });
    }
    const isOld = Date.now() - Date.parse(event.created_at) >= BEHIND_MS;
    if (!isOld) return jsonResponse(409, { error: "message_unknown" });
    log(`not ours: the provider tells of a mail ${bounce.providerId}`);
    return jsonResponse(200, { recorded: false });
  };
}

/**
 * Writes a bounce down.
 *
 * @param sql a connection as the owner of the tables
 * @returns whether there is such a mail
 */
export async function recordBounce(sql: postgres.Sql, bounce: Bounce): Promise<boolean> {
  const [row] = await sql<[{ known: boolean }]>`
    select private.record_bounce(${bounce.providerId}, ${bounce.error}) as known`;
  return row.known;
}

/** The body; null when it is longer than any event. */
async function readBody(request: Request): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function isSigned(secret: string, text: string, headers: Headers): boolean {
  const signed = Object.fromEntries(
    ["id", "timestamp", "signature"].map((name) => [
      `webhook-${name}`,
      headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`) ?? "",
    ]),
  );
  try {
    new Webhook(secret).verify(text, signed, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}

/** The event, if it tells of mail that did not arrive. */
function readEvent(text: string): BounceEvent | "other" | "unreadable" {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "unreadable";
  }
  const event = Event.safeParse(value).data;
  if (event && !Object.hasOwn(WORDS, event.type)) return "other";
  return BounceEvent.safeParse(value).data ?? "unreadable";
}

function bounceOf({ type, data }: BounceEvent): Bounce {
  const { message, reason } = data.bounce ?? data.failed ?? data.suppressed ?? {};
  const why = (message ?? reason ?? "").replace(/\p{Cc}+/gu, " ").trim().slice(0, REASON_LENGTH);
  const words = WORDS[type as keyof typeof WORDS];
  return { providerId: data.email_id, error: why === "" ? `${words}.` : `${words}: ${why}` };
}
