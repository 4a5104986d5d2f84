import { Buffer } from "node:buffer";
import { z } from "zod";
import type { MailApi } from "./environment.ts";
import { bare, post, type Posted, type PostRequest } from "./http_post.ts";
import { filesOf, type Mail, type Mailer, type Outcome, ProviderId } from "./message.ts";
import { formatSender, senderOf } from "./sender.ts";

/** With all pauses, four times this is below the 150 s that a function may run. */
const PATIENCE_MS = 30_000;
/** Limit of a provider's answer, which is a line or two. */
const ANSWER_BYTES = 16_384;
/** Providers take a few mails a second: how long to wait when they say so, each time. */
const PAUSES_MS = [1_000, 2_000, 4_000];
/** Part of a provider's words that is kept. */
const SAID_LENGTH = 200;

/** Options that tests set otherwise. */
export interface HttpMailerOptions {
  /** In milliseconds. */
  readonly patience?: number;
  readonly pauses?: readonly number[];
}

/** Answer of a provider, as far as anything hangs on it. */
const Answer = z.object({
  /** The provider's receipt of a mail that it took. */
  id: ProviderId.optional(),
  name: z.string().optional(),
  message: z.string().optional(),
});
type Answer = z.infer<typeof Answer>;

/**
 * Sends mail by an HTTP interface as Resend's (`POST /emails`), which takes the same mail under the same
 * key for one within 24 hours.
 *
 * @param api where it is, and our key
 */
export function httpMailer(api: MailApi, options: HttpMailerOptions = {}): Mailer {
  const url = new URL(`${api.url}/emails`);
  const { patience = PATIENCE_MS, pauses = PAUSES_MS } = options;
  return {
    provider: "http",
    send: async (mail, key) => {
      const request: PostRequest = {
        url,
        addresses: [bare(url.hostname)],
        headers: {
          Authorization: `Bearer ${api.key}`,
          "Content-Type": "application/json",
          "Idempotency-Key": key,
          "User-Agent": "staffing-back-office",
        },
        body: JSON.stringify(bodyOf(mail)),
        patience,
        answerBytes: ANSWER_BYTES,
        caCerts: [],
      };
      return outcomeOf(await postSlowly(request, pauses), api);
    },
    close: () => {},
  };
}

/** The same mail gives the same text, byte by byte: else its key would be another mail's. */
function bodyOf(mail: Mail): Record<string, unknown> {
  const files = filesOf(mail);
  return {
    from: formatSender(senderOf(mail.from)),
    to: [mail.to],
    ...(mail.replyTo === null ? {} : { reply_to: mail.replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(files.length === 0 ? {} : {
      attachments: files.map(({ fileName, type, bytes }) => ({
        filename: fileName,
        content_type: type,
        content: Buffer.from(bytes).toString("base64"),
      })),
    }),
  };
}

async function postSlowly(request: PostRequest, pauses: readonly number[]): Promise<Posted> {
  for (const pause of pauses) {
    const posted = await post(request);
    if (posted.kind !== "answered" || posted.status !== 429) return posted;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return await post(request);
}

function outcomeOf(posted: Posted, api: MailApi): Outcome {
  const host = new URL(api.url).host;
  if (posted.kind === "unsent") {
    return { kind: "unreachable", error: `The mail provider at ${host}: ${posted.why}.` };
  }
  if (posted.kind === "unanswered") {
    return {
      kind: "unknown",
      error: `The mail provider did not say whether it took the mail: ${posted.why}.`,
    };
  }
  const { status } = posted;
  const answer = answerOf(posted.body);
  const said = saidOf(status, answer, api.key);
  if (status >= 200 && status < 300) {
    return answer.id === undefined
      ? {
        kind: "no_receipt",
        error: `${host} answered otherwise than a provider of mail: ${said}. Look at MAIL_API_URL.`,
      }
      : { kind: "sent", providerId: answer.id };
  }
  if (status === 409) {
    return answer.name === "concurrent_idempotent_requests"
      ? { kind: "unknown", error: `The mail provider is still at it: ${said}` }
      : { kind: "refused", error: `The mail provider knows another mail by this key: ${said}` };
  }
  if (status === 401 || status === 403) {
    return { kind: "unusable", error: `The mail provider does not let us send: ${said}` };
  }
  if (status === 429) {
    return { kind: "unreachable", error: `The mail provider takes no more for now: ${said}` };
  }
  if (status === 408 || status >= 500) {
    return { kind: "unknown", error: `The mail provider failed, and may have taken it: ${said}` };
  }
  if (status >= 300 && status < 400 || status === 404 || status === 405) {
    return {
      kind: "unusable",
      error: `There is no mail provider at ${host}; look at MAIL_API_URL: ${said}`,
    };
  }
  return { kind: "refused", error: `The mail provider refused it: ${said}` };
}

function answerOf(body: string): Answer {
  try {
    return Answer.catch({}).parse(JSON.parse(body));
  } catch {
    return {};
  }
}

/** Words of the provider, in one line, and never our key. */
function saidOf(status: number, { message }: Answer, key: string): string {
  const text = (message ?? "").replaceAll(key, "…").replace(/\p{Cc}+/gu, " ").trim();
  return `${status} ${text}`.trim().slice(0, SAID_LENGTH);
}
