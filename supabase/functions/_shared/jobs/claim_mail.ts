import type postgres from "postgres";
import type { CreditNoteDocument, InvoiceDocument } from "../database.types.ts";
import { composeMail, type MailSender } from "../delivery/compose_mail.ts";
import type { Delivery } from "../delivery/delivery.ts";
import type { Attachment, Mail, Mailer } from "../delivery/message.ts";
import type { MailKind } from "../delivery/texts/mail_kinds.ts";
import type { MailData } from "../delivery/texts/mail_text.ts";
import { type Claimed, isUnsent, settleUnsent, type Unsent } from "./claims.ts";

/** Printing that a run has done and may do, in milliseconds. */
export interface PrintBudget {
  used: number;
  readonly limit: number;
}

/** Printing this many lines takes a good part of what a function may compute: such an invoice is a run's first. */
const MANY_LINES = 200;

/** Documents that go along: which procedure says what is on that of a kind, and the column of the message that names it. */
const PAPERS: Readonly<Partial<Record<MailKind, { asks: string; by: "subject_id" | "step" }>>> = {
  invoice: { asks: "invoice_document", by: "subject_id" },
  invoice_credited: { asks: "credit_note_document", by: "step" },
};

const KEYLESS = {
  http: "mail_settings.provider is http, and MAIL_API_KEY is not set where deliver runs: " +
    "set it, or set provider to none.",
  smtp: "mail_settings.provider is smtp, and SMTP_URL is not set where deliver runs: " +
    "set it, or set provider to none.",
};

/**
 * State of the mail that has waited longest: also that it waits for a run that has printed less, or
 * that no mail can be sent.
 */
type ClaimedMail = Claimed | "later" | { readonly obstacle: string };

/** A row of private.outbox that is locked, and what it says now. */
interface MailRow {
  readonly id: string;
  readonly kind: MailKind;
  readonly subject_id: string;
  readonly step: string;
  readonly data: MailData[MailKind] | Unsent;
  /** Message that was handed over before, and may have been sent. */
  readonly mail: StoredMail | null;
  readonly attachment: Uint8Array<ArrayBuffer> | null;
  readonly sender: MailSender & { readonly provider: Mailer["provider"] | "none" };
}

/** A mail in private.outbox, where the bytes of its attachment are a column of their own. */
type StoredMail = Omit<Mail, "attachment"> & {
  readonly attachment: Omit<Attachment, "bytes"> | null;
};

/**
 * Takes up the mail that has waited longest. What is no longer true is dropped, what cannot be said
 * fails; else it is composed, unless it was handed over before and may have been sent, and marked as
 * being sent.
 *
 * @param sql inside the transaction that is committed before the mail is sent
 */
export async function claimMail(
  sql: postgres.ISql,
  delivery: Delivery | undefined,
  printing: PrintBudget,
): Promise<ClaimedMail> {
  // Written into the statement: one with parameters is asked twice, first for their types.
  const withPrint = printing.used < printing.limit ? sql`true` : sql`false`;
  const [row] = await sql<MailRow[]>`
    select message.id, message.kind, message.subject_id, message.step, message.mail, message.attachment,
           private.mail_data(message) as data, private.mail_sender() as sender
      from private.next_message(mail => true, with_print => ${withPrint}) as message`;
  if (row === undefined || row.sender.provider === "none") return "none";
  if (isUnsent(row.data)) return await settleUnsent(sql, row.id, row.data);
  const mailer = delivery?.mailers[row.sender.provider];
  if (delivery === undefined || mailer === undefined) {
    return { obstacle: KEYLESS[row.sender.provider] };
  }

  const mail = handedOverBefore(row) ?? await composed(sql, row, row.data, delivery, printing);
  if (mail === "later") return "later";
  if (isUnsent(mail)) return await settleUnsent(sql, row.id, mail);
  const { key, tries } = await beginSending(sql, row.id, mailer.provider, mail);
  return { id: row.id, tries, send: () => mailer.send(mail, key) };
}

function handedOverBefore({ mail, attachment }: MailRow): Mail | null {
  if (mail === null) return null;
  return {
    ...mail,
    attachment: mail.attachment && attachment ? { ...mail.attachment, bytes: attachment } : null,
  };
}

async function composed(
  sql: postgres.ISql,
  message: MailRow,
  data: MailData[MailKind],
  { print }: Delivery,
  printing: PrintBudget,
): Promise<Mail | "later" | Unsent> {
  const attachment = await printed(sql, message, print, printing);
  if (attachment === "later" || (attachment !== null && isUnsent(attachment))) return attachment;
  return composeMail(message.kind, data, message.sender, attachment);
}

/** The PDF that goes along, if one does; "later" where printing it would take more than is left for this run. */
async function printed(
  sql: postgres.ISql,
  message: MailRow,
  print: Delivery["print"],
  printing: PrintBudget,
): Promise<Attachment | "later" | Unsent | null> {
  const paper = PAPERS[message.kind];
  if (paper === undefined) return null;
  const [{ document }] = await sql<[{ document: InvoiceDocument | CreditNoteDocument }]>`
    select public.${sql(paper.asks)}(${message[paper.by]}::uuid) as document`;
  if (
    printing.used > 0 && document.content.lines > MANY_LINES && printing.limit < Infinity
  ) {
    printing.used = printing.limit;
    return "later";
  }
  const begunAt = performance.now();
  try {
    const { fileName, bytes } = await print(document);
    return { fileName, type: "application/pdf", bytes };
  } catch (error) {
    return { fail: `The PDF cannot be printed: ${error instanceof Error ? error.message : error}` };
  } finally {
    printing.used += performance.now() - begunAt;
  }
}

async function beginSending(
  sql: postgres.ISql,
  id: string,
  provider: Mailer["provider"],
  { attachment, ...message }: Mail,
): Promise<{ key: string; tries: number }> {
  const stored: StoredMail = {
    ...message,
    attachment: attachment && { fileName: attachment.fileName, type: attachment.type },
  };
  const [sending] = await sql<[{ key: string; tries: number }]>`
    select sending.key, sending.tries
      from private.begin_sending(
             ${id}, ${provider}, ${message.to}, ${sql.json({ ...stored })},
             ${attachment?.bytes ?? null}) as sending`;
  return sending;
}
