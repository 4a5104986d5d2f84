import type postgres from "postgres";
import { composeMail, type MailSender } from "../delivery/compose_mail.ts";
import type { Delivery } from "../delivery/delivery.ts";
import type { Attachment, Mail, Mailer, TextFile } from "../delivery/message.ts";
import type { MailKind } from "../delivery/texts/mail_kinds.ts";
import type { MailData } from "../delivery/texts/mail_text.ts";
import { linesOn, type MailedDocument } from "../delivery/mailed_document.ts";
import { type Claimed, isUnsent, settleUnsent, type Unsent } from "./claims.ts";
import { type Last, transactionOn } from "./transaction.ts";
import { written } from "./written.ts";

/** Printing that a run has done and may do, in milliseconds. */
export interface PrintBudget {
  used: number;
  readonly limit: number;
}

/** Printing this many lines takes a good part of what a function may compute: such an invoice is a run's first. */
const MANY_LINES = 200;

interface Paper {
  readonly asks: string;
  readonly by: "subject_id" | "step";
  /** Procedure that says what is in the file beside it; its step says which part, and the file goes with the first. */
  readonly file?: string;
}

/** Documents that go along: which procedure says what is on that of a kind, and the column of the message that names it. */
const PAPERS: Readonly<Partial<Record<MailKind, Paper>>> = {
  invoice: { asks: "invoice_document", by: "subject_id" },
  invoice_bundle: {
    asks: "invoice_bundle_document",
    by: "subject_id",
    file: "invoice_bundle_file",
  },
  invoice_credited: { asks: "credit_note_document", by: "step" },
};

const KEYLESS = {
  http: "mail_settings.provider is http, and MAIL_API_KEY is not set where deliver runs: " +
    "set it, or set provider to none.",
  smtp: "mail_settings.provider is smtp, and SMTP_URL is not set where deliver runs: " +
    "set it, or set provider to none.",
};

/** Mail that needs no printing any more, that may need it, or whose printer went away before. */
export type MailQueue = "ready" | "to_print" | "lost_print";

/**
 * State of the mail that has waited longest: also that it waits for another run, or that no mail can
 * be sent.
 */
export type ClaimedMail = Claimed | "later" | { readonly obstacle: string };

/** A row of private.outbox that is locked, and what it says now. */
interface MailRow {
  readonly id: string;
  readonly kind: MailKind;
  readonly subject_id: string;
  readonly step: string;
  readonly tries: number;
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

/** A mail that is committed as being printed, and what it is sent by. */
interface ToPrint {
  readonly message: MailRow;
  readonly data: MailData[MailKind];
  readonly paper: Paper;
  readonly print: Delivery["print"];
  readonly mailer: Mailer;
}

/**
 * Takes up the mail that has waited longest. What is no longer true is dropped, what cannot be said
 * fails; else it is composed, unless it was handed over before and may have been sent, and committed as
 * being sent. A print may end the process, so that it begins is committed before: the next runs then go on
 * with others.
 *
 * @param session a connection that is in no transaction
 * @param settled what came of the mail before is written down; no other is marked as being sent until then
 */
export async function claimMail(
  session: postgres.ISql,
  delivery: Delivery | undefined,
  queue: MailQueue,
  printing: PrintBudget,
  settled: Promise<void>,
): Promise<ClaimedMail> {
  const taken = await transactionOn(
    session,
    (sql, last) => takeUp(sql, last, delivery, queue, settled),
  );
  if (typeof taken === "string" || !("paper" in taken)) return taken;
  const { message, data, mailer } = taken;
  const attachment = await printed(session, taken, printing);
  const file = await fileBeside(session, taken);
  return await transactionOn(session, async (sql, last) => {
    const [held] = await sql<[{ is_ours: boolean | null }]>`
      select private.hold_composed(${message.id}, ${message.tries}) as is_ours`;
    if (held.is_ours === null || attachment === "later") return "later";
    if (isUnsent(attachment)) return await settleUnsent(sql, message.id, attachment);
    const mail = composeMail(message.kind, data, message.sender, attachment, file);
    return await beginSending(sql, last, message.id, mailer, mail);
  });
}

async function takeUp(
  sql: postgres.ISql,
  last: Last,
  delivery: Delivery | undefined,
  queue: MailQueue,
  settled: Promise<void>,
): Promise<ClaimedMail | ToPrint> {
  const next = queue === "lost_print"
    ? sql`private.next_lost_print()`
    : queue === "to_print"
    ? sql`private.next_message(mail => true, with_print => true)`
    : sql`private.next_message(mail => true, with_print => false)`;
  const [row] = await sql<MailRow[]>`
    select message.id, message.kind, message.subject_id, message.step, message.tries, message.mail,
           message.attachment, private.mail_data(message) as data, private.mail_sender() as sender
      from ${next} as message`;
  await settled;
  if (row === undefined || row.sender.provider === "none") return "none";
  const { id, kind, data, sender } = row;
  if (isUnsent(data)) return await settleUnsent(sql, id, data);
  const mailer = delivery?.mailers[row.sender.provider];
  if (delivery === undefined || mailer === undefined) {
    return { obstacle: KEYLESS[row.sender.provider] };
  }
  const before = handedOverBefore(row);
  const paper = PAPERS[kind];
  if (before === null && paper !== undefined) {
    await last(sql`select private.begin_composing(${written(sql, id)}::uuid)`);
    return { message: row, data, paper, print: delivery.print, mailer };
  }
  return await beginSending(sql, last, id, mailer, before ?? composeMail(kind, data, sender, null));
}

function handedOverBefore({ mail, attachment }: MailRow): Mail | null {
  if (mail === null) return null;
  return {
    ...mail,
    attachment: mail.attachment && attachment ? { ...mail.attachment, bytes: attachment } : null,
  };
}

/** The PDF that goes along; "later" where printing it would take more than is left for this run. */
async function printed(
  sql: postgres.ISql,
  { message, paper, print }: ToPrint,
  printing: PrintBudget,
): Promise<Attachment | "later" | Unsent> {
  const part = paper.file === undefined ? sql`` : sql`, ${message.step}::int`;
  const [{ document }] = await sql<[{ document: MailedDocument }]>`
    select public.${sql(paper.asks)}(${message[paper.by]}::uuid${part}) as document`;
  if (
    printing.used > 0 && linesOn(document) > MANY_LINES && printing.limit < Infinity
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

/** The file that goes along beside the first part of a document. */
async function fileBeside(
  sql: postgres.ISql,
  { message, paper }: ToPrint,
): Promise<TextFile | null> {
  if (paper.file === undefined || message.step !== "1") return null;
  const [{ text }] = await sql<[{ text: string }]>`
    select public.${sql(paper.file)}(${message[paper.by]}::uuid) as text`;
  return { fileName: "Lines.csv", type: "text/csv; charset=utf-8", text };
}

async function beginSending(
  sql: postgres.ISql,
  last: Last,
  id: string,
  mailer: Mailer,
  mail: Mail,
): Promise<Claimed> {
  const { attachment, ...message } = mail;
  const stored: StoredMail = {
    ...message,
    attachment: attachment && { fileName: attachment.fileName, type: attachment.type },
  };
  const [{ key, tries }] = await last(sql<[{ key: string; tries: number }]>`
    select sending.key, sending.tries
      from private.begin_sending(
             ${written(sql, id)}::uuid, ${written(sql, mailer.provider)}, ${written(sql, mail.to)},
             ${written(sql, JSON.stringify(stored))}::jsonb,
             ${written(sql, attachment?.bytes ?? null)}) as sending`);
  return { id, tries, send: () => mailer.send(mail, key) };
}
