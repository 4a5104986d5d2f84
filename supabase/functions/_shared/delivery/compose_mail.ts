import type { MailKind } from "./texts/mail_kinds.ts";
import type { Attachment, Mail, TextFile } from "./message.ts";
import { type MailData, mailText } from "./texts/mail_text.ts";

/** Sender of mail, as `private.mail_sender` answers it. */
export interface MailSender {
  /** The firm's; null where the settings have none. */
  readonly name: string | null;
  readonly address: string;
  readonly reply_to: string | null;
}

/**
 * A mail, ready to be handed to a provider.
 *
 * @param kind as `mail_kinds` has it
 * @param data what `private.mail_data` says of it
 * @param sender whom it is from
 * @param attachment what goes along
 * @param file what goes along besides
 */
export function composeMail<Kind extends MailKind>(
  kind: Kind,
  data: MailData[Kind],
  sender: MailSender,
  attachment: Attachment | null,
  file: TextFile | null = null,
): Mail {
  return {
    from: sender.name === null ? sender.address : `${sender.name} <${sender.address}>`,
    to: data.to,
    replyTo: sender.reply_to,
    ...mailText(kind, data),
    attachment,
    ...(file === null ? {} : { file }),
  };
}
