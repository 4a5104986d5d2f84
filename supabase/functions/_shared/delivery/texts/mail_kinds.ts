/** Words on a kind of mail, for the console and the table of docs/mail.md. */
interface Described {
  /** One such mail. */
  readonly name: string;
  /** All of them. */
  readonly names: string;
  /** To whom it goes and when, in a sentence for the console. */
  readonly about: string;
  /** Its recipients. */
  readonly to: string;
  /** The event, or state, that writes one into the outbox. */
  readonly when: string;
  /** The changes that make it untrue before it is sent. */
  readonly droppedWhen: string;
}

/**
 * The kinds of mail, by their key in the table `mail_kinds`: the list that all others follow. The types ask for the text of
 * each in `mail_text.ts`; `tests/unit/mail_texts/kinds_test.ts` names what else one lacks.
 */
export const MAIL_KIND = {
  renewal_alert: {
    name: "Renewal alert",
    names: "Renewal alerts",
    about: "To recruiting, 90, 60 and 30 days before a contract is to be renewed.",
    to:
      "everybody in recruiting who is active and has an e-mail address; if there is nobody, the admins",
    when:
      "an alert of `contract_alerts` is due and nobody acknowledged it; only the nearest alert of a renewal",
    droppedWhen:
      "the alert is acknowledged, the renewal is decided or moved, the next alert is due, " +
      "or the recipient is no longer one",
  },
  overdue_reminder: {
    name: "Overdue reminder",
    names: "Overdue reminders",
    about:
      "To a facility, so many days late as its own page says, with all that it owes; a program, for all of its facilities. At most one a day.",
    to: "the billing e-mail of the facility, or of the program that it is billed to",
    when:
      "an invoice is as many days late as a step of `facility_reminders` says (3, 15 and 30 if there is none), " +
      "or was since the last reminder; one mail per facility or program and day",
    droppedWhen: "nothing overdue is owed anymore, or checks that are entered cover it",
  },
  invoice: {
    name: "Invoice",
    names: "Invoices",
    about: "To a facility, with the PDF, once its invoice is sent.",
    to: "the billing e-mail of the facility, or of the program that it is billed to",
    when: "a draft is sent (not an open invoice that was moved in); the PDF is attached",
    droppedWhen: "the invoice is void",
  },
  invoice_bundle: {
    name: "Invoices of a program",
    names: "Invoices of programs",
    about:
      "To a program, with the PDF of all and a CSV file, once invoices of its facilities are sent. While this is off, each goes by itself.",
    to: "the program's billing e-mail",
    when:
      "drafts of facilities that are billed to a program are sent together; the PDF is attached, one part a mail " +
      "where it is long, and with the first part the file of all lines",
    droppedWhen: "all of its invoices are void",
  },
  invoice_credited: {
    name: "Credit note",
    names: "Credit notes",
    about: "To a facility, with the PDF, once an invoice that it was mailed is credited.",
    to: "the facility's billing e-mail",
    when: "a credit note is written of an invoice that was mailed; the PDF is attached",
    droppedWhen: "never",
  },
  invoice_voided: {
    name: "Void invoice",
    names: "Void invoices",
    about: "To a facility, once an invoice that it was mailed is void.",
    to: "the facility's billing e-mail",
    when: "an invoice that was mailed is voided",
    droppedWhen: "never",
  },
  time_to_approve: {
    name: "Time to approve",
    names: "Time to approve",
    about: "To a facility's contacts, while time waits for them. At most one a day.",
    to: "active contacts who sign in, may approve and have an e-mail address",
    when:
      "time waits, and some of it is new since their last mail, or that mail was three days ago; " +
      "one mail per contact and day",
    droppedWhen: "nothing waits anymore, or the recipient may no longer approve",
  },
  earnings_statement: {
    name: "Earnings statement",
    names: "Earnings statements",
    about:
      "To contractors who sign in, once a batch that pays them is closed: a link to their pay, and no amount.",
    to: "active contractors who sign in",
    when:
      "a payroll batch that pays them is closed, an off-cycle batch too; the mail has no amount, " +
      "and its link asks for the sign-in",
    droppedWhen: "the recipient no longer signs in",
  },
  credential_alert: {
    name: "Credential alert",
    names: "Credential alerts",
    about:
      "To recruiting, 60, 30 and 7 days before a credential of somebody who is placed runs out.",
    to:
      "everybody in recruiting who is active and has an e-mail address; if there is nobody, the admins",
    when:
      "the last credential of a kind of somebody with an assignment that has not ended expires in 60, 30 or 7 days; " +
      "one mail per credential, alert and person",
    droppedWhen:
      "it was renewed, removed or has another last day, the next alert is due, nobody places the person any more, " +
      "or the recipient is no longer one",
  },
  invitation: {
    name: "Invitation",
    names: "Invitations",
    about: "To who is invited, with the code. It is erased here once it is mailed.",
    to:
      "the e-mail address of the staff member, contractor or contact; `invite` returns it as `mailed_to`",
    when: "somebody is invited",
    droppedWhen: "the invitation is accepted, withdrawn, replaced, void or expired; " +
      "the code is then erased, as it is after sending",
  },
  weekly_flash: {
    name: "Monday page",
    names: "Monday pages",
    about:
      "To admins, on the first day of a workweek: the week before in thirteen figures, of people, hours, profit and cash.",
    to: "active admins who have an e-mail address",
    when:
      "a workweek is over, once `daily_from` has come; its figures are those of the moment it is sent",
    droppedWhen: "the recipient is no longer an active admin",
  },
} as const satisfies Readonly<Record<string, Described>>;

/** A kind of mail, as `mail_kinds` has them. */
export type MailKind = keyof typeof MAIL_KIND;

/** The kinds of mail, in the order of the console. */
export const MAIL_KINDS = Object.keys(MAIL_KIND) as MailKind[];
