import { day, period } from "../../documents/text.ts";
import { type KindOfMail, PERSON, type SentToPerson } from "./kind_of_mail.ts";
import { mailOf, type MailText, paragraph } from "./layout.ts";
import { consoleLink, greeting } from "./words.ts";

/** To a contractor: their earnings statement is there. Without amounts, since mail is read by others. */
export interface EarningsStatementMail extends SentToPerson {
  readonly payroll_item_id: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly pay_date: string;
}

/** Tells a contractor where their earnings statement is. */
export const EARNINGS_STATEMENT: KindOfMail<EarningsStatementMail> = {
  text: textOf,
  example: {
    ...PERSON,
    to: "ben.carter@example.com",
    name: "Ben Carter",
    payroll_item_id: "6c2d5e0e-2e0f-4a5e-8bb0-4b8d0a4b2f11",
    period_start: "2026-11-09",
    period_end: "2026-11-15",
    pay_date: "2026-11-20",
  },
};

function textOf(statement: EarningsStatementMail): MailText {
  const { firm, name, console_url, payroll_item_id } = statement;
  return mailOf(`Your earnings statement, pay date ${day(statement.pay_date)}`, firm, [
    greeting(name),
    paragraph(
      `Your earnings statement for ${
        period(statement.period_start, statement.period_end)
      } is ready. The pay date is ${day(statement.pay_date)}.`,
    ),
    paragraph(
      console_url === null
        ? "Sign in where you enter your time, and open My pay."
        : "Open this link, and sign in:",
    ),
    ...consoleLink(console_url === null ? null : `${console_url}#/my-pay/${payroll_item_id}`),
    paragraph("We never ask for your password by mail."),
  ]);
}
