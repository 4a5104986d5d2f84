import type { MailKind } from "./mail_kinds.ts";
import { CREDENTIAL_ALERT } from "./credential_alert.ts";
import { EARNINGS_STATEMENT } from "./earnings_statement.ts";
import { INVITATION } from "./invitation.ts";
import { INVOICE } from "./invoice.ts";
import { INVOICE_BUNDLE } from "./invoice_bundle.ts";
import { INVOICE_CREDITED } from "./invoice_credited.ts";
import { INVOICE_VOIDED } from "./invoice_voided.ts";
import type { KindOfMail } from "./kind_of_mail.ts";
import type { MailText } from "./layout.ts";
import { OVERDUE_REMINDER } from "./overdue_reminder.ts";
import { RENEWAL_ALERT } from "./renewal_alert.ts";
import { TIME_TO_APPROVE } from "./time_to_approve.ts";
import { WEEKLY_FLASH } from "./weekly_flash.ts";

export type { MailText } from "./layout.ts";

const KINDS = {
  renewal_alert: RENEWAL_ALERT,
  overdue_reminder: OVERDUE_REMINDER,
  invoice: INVOICE,
  invoice_bundle: INVOICE_BUNDLE,
  invoice_credited: INVOICE_CREDITED,
  invoice_voided: INVOICE_VOIDED,
  time_to_approve: TIME_TO_APPROVE,
  earnings_statement: EARNINGS_STATEMENT,
  credential_alert: CREDENTIAL_ALERT,
  invitation: INVITATION,
  weekly_flash: WEEKLY_FLASH,
};

/** The data of each kind of mail, as `private.mail_data` answers it. */
export type MailData = { readonly [Kind in MailKind]: (typeof KINDS)[Kind]["example"] };

const TEXTS: { readonly [Kind in MailKind]: KindOfMail<MailData[Kind]> } = KINDS;

/**
 * Text of a mail, plain and in HTML.
 *
 * @param kind as `mail_kinds` has it
 * @param data what `private.mail_data` answers of a message that is to be sent
 */
export function mailText<Kind extends MailKind>(kind: Kind, data: MailData[Kind]): MailText {
  return TEXTS[kind].text(data);
}

/** The data of one mail of a kind, as it may well be. */
export function mailExample<Kind extends MailKind>(kind: Kind): MailData[Kind] {
  return TEXTS[kind].example;
}
