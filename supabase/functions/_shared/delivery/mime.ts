import { Buffer } from "node:buffer";
import MailComposer from "nodemailer/lib/mail-composer";
import { filesOf, type Mail } from "./message.ts";
import { senderOf } from "./sender.ts";

/** A mail as mail servers take it. */
export interface MimeMessage {
  readonly envelope: { readonly from: string; readonly to: string[]; readonly size: number };
  readonly bytes: Buffer;
}

/**
 * Writes a mail as mail servers take it.
 *
 * @param mail the mail
 * @param key in its Message-ID, by which mailboxes may know a repetition
 */
export async function composeMime(mail: Mail, key: string): Promise<MimeMessage> {
  const sender = senderOf(mail.from);
  const node = new MailComposer({
    from: { ...sender },
    to: { name: "", address: mail.to },
    ...(mail.replyTo === null ? {} : { replyTo: { name: "", address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${key}@${sender.address.replace(/^.*@/, "")}>`,
    attachments: filesOf(mail).map(({ fileName, type, bytes }) => ({
      filename: fileName,
      contentType: type,
      content: Buffer.from(bytes),
    })),
    newline: "\r\n",
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const bytes = await node.build();
  return { envelope: { from: sender.address, to: [mail.to], size: bytes.length }, bytes };
}
