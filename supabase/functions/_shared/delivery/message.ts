/** Request, its sender, and its allowed results. */
import { z } from "zod";

/** A provider's name for a mail that it took. Providers' have some forty characters; what is longer, or not plain, is none. */
export const ProviderId = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** A mail, ready to be handed to a provider. */
export interface Mail {
  /** `Mesa Staffing <billing@mesa.example>`, or the address alone. */
  readonly from: string;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachment: Attachment | null;
  /** Besides, where there is one. */
  readonly file?: TextFile;
}

/** A file of text that goes along: kept with the text of the mail. */
export interface TextFile {
  readonly fileName: string;
  /** Its media type: `text/csv; charset=utf-8`. */
  readonly type: string;
  readonly text: string;
}

/** The files that go along, in their order. */
export function filesOf({ attachment, file }: Mail): Attachment[] {
  return [
    ...(attachment === null ? [] : [attachment]),
    ...(file === undefined
      ? []
      : [{ fileName: file.fileName, type: file.type, bytes: new TextEncoder().encode(file.text) }]),
  ];
}

/** A file that goes along. */
export interface Attachment {
  readonly fileName: string;
  /** Its media type: `application/pdf`. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Result of one try.
 *
 * - `sent`: the other side took it, and calls it `providerId` if it gives ids.
 * - `refused`: it surely was not taken, and will not be: a wrong address, say.
 * - `not_sent`: it surely was not taken; later it may be.
 * - `unreachable`: as `not_sent`, and nothing else would get through now.
 * - `unknown`: it may have been taken: the answer was lost.
 * - `no_receipt`: the other side answers well, and not as a provider does: it may have been taken, and a
 *   repetition would be answered so too.
 * - `unusable`: as `unreachable`, and no fault of the message: the provider refuses our key.
 * - `gone`: a webhook's address wants no more calls (410).
 */
export type Outcome =
  | { readonly kind: "sent"; readonly providerId: string | null }
  | {
    readonly kind:
      | "refused"
      | "not_sent"
      | "unreachable"
      | "unknown"
      | "no_receipt"
      | "unusable"
      | "gone";
    /** For people, without anything secret. */
    readonly error: string;
  };

/** A provider of mail. */
export interface Mailer {
  /** As `mail_settings.provider`; `private.provider_knows_keys` says of each whether it knows a repetition. */
  readonly provider: "http" | "smtp";
  /**
   * Tries to send a mail once; never throws.
   *
   * @param mail the mail; under the same key always the same, byte by byte
   * @param key what the provider knows it by
   */
  send(mail: Mail, key: string): Promise<Outcome>;
  close(): void;
}

/** One call of a webhook. */
export interface WebhookCall {
  readonly url: string;
  /** The same in each try: receivers know a repetition by it. */
  readonly id: string;
  /** `invoice.sent` */
  readonly type: string;
  /** Time at which it happened, in ISO 8601. */
  readonly timestamp: string;
  /** Ids alone. */
  readonly data: Readonly<Record<string, string>>;
  /** The secrets to sign with, `whsec_…`, the one in force first. */
  readonly secrets: readonly string[];
}

/** Calls webhooks; never throws. */
export type CallWebhook = (call: WebhookCall) => Promise<Outcome>;
