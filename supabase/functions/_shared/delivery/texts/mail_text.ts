import { invitationText } from "./invitation.ts";
import { invoiceText } from "./invoice.ts";
import type { MailText } from "./layout.ts";
import type { MailData, MailKind } from "./mail_data.ts";
import { overdueReminderText } from "./overdue_reminder.ts";
import { renewalAlertText } from "./renewal_alert.ts";
import { timeToApproveText } from "./time_to_approve.ts";

export type { MailText } from "./layout.ts";
export type { MailData, MailKind } from "./mail_data.ts";

const TEXTS: { readonly [Kind in MailKind]: (data: MailData[Kind]) => MailText } = {
  renewal_alert: renewalAlertText,
  overdue_reminder: overdueReminderText,
  invoice: invoiceText,
  time_to_approve: timeToApproveText,
  invitation: invitationText,
};

/** The kinds of mail. */
export const MAIL_KINDS = Object.keys(TEXTS) as MailKind[];

/**
 * Text of a mail, plain and in HTML. Pure: the same data gives the same mail, byte by byte.
 *
 * @param kind as `mail_kinds` has it
 * @param data what `private.mail_data` answers of a message that is to be sent
 */
export function mailText<Kind extends MailKind>(kind: Kind, data: MailData[Kind]): MailText {
  return TEXTS[kind](data);
}
