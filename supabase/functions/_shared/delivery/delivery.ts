import { printed, type PrintedDocument } from "../documents/sheets.ts";
import type { DeliveryEnvironment } from "./environment.ts";
import { httpMailer } from "./http_mailer.ts";
import type { MailedDocument } from "./mailed_document.ts";
import type { CallWebhook, Mailer } from "./message.ts";
import { smtpMailer } from "./smtp_mailer.ts";
import { webhookCaller } from "./webhook_call.ts";

/** Means by which the job deliver sends. */
export interface Delivery {
  /** Those that the environment has keys for; `mail_settings.provider` says which is asked. */
  readonly mailers: Readonly<Partial<Record<Mailer["provider"], Mailer>>>;
  readonly callWebhook: CallWebhook;
  /** Prints the PDF that goes along with a mail. */
  readonly print: (document: MailedDocument) => Promise<PrintedDocument>;
}

/**
 * Means of sending that an environment has.
 *
 * @param environment keys and addresses
 * @param log takes a line for the operator
 */
export function deliveryOf(
  { mailers: { http, smtp }, allowPrivateAddresses }: DeliveryEnvironment,
  log: (line: string) => void,
): Delivery {
  return {
    mailers: {
      ...(http === null ? {} : { http: httpMailer(http) }),
      ...(smtp === null ? {} : { smtp: smtpMailer(smtp) }),
    },
    callWebhook: webhookCaller({ allowPrivateAddresses }),
    print: (document) => printed(document, log),
  };
}
