import type { StatementDocument } from "../database.types.ts";
import { about, below, cell, head, label, rows, sums } from "./blocks.ts";
import type { Sheet } from "./pdf.ts";
import { day, money, period } from "./text.ts";

/** Sheet of a facility's balance and the reasons for it. */
export function statementSheet(statement: StatementDocument, logo: string | null): Sheet {
  const { letterhead, bill_to, balance } = statement;
  const days = period(statement.from_date, statement.to_date);
  return {
    title: `Statement of ${bill_to.facility_name}, ${days}`,
    author: letterhead.legal_name ?? "",
    footer: [`Statement of ${bill_to.facility_name}`, days, letterhead.legal_name].filter(Boolean)
      .join(" · "),
    mark: null,
    content: [
      head({ letterhead, title: "Statement", number: null, logo }),
      about({
        who: "For",
        billTo: bill_to,
        facts: [
          ["Period", days],
          ["Printed", day(statement.printed_on)],
          ["Balance", money(balance)],
        ],
      }),
      rows(
        [
          { name: "Day", width: 66 },
          { name: "What", width: "*" },
          { name: "Amount", width: 80, isNumber: true },
          { name: "Balance", width: 84, isNumber: true },
        ],
        statement.rows.map(({ occurred_on, kind, description, amount, balance }) => [
          cell(day(occurred_on)),
          { text: kind === "opening_balance" ? "Balance before" : inWords(description) },
          cell(kind === "opening_balance" ? "" : money(amount), "right"),
          cell(money(balance), "right"),
        ]),
      ),
      below(
        letterhead.remit_to === null ? [] : [label("Remit to"), { text: letterhead.remit_to }],
        sums([{
          name: `Owed on ${day(statement.to_date)}`,
          amount: money(balance),
          isTotal: true,
        }]),
      ),
    ],
  };
}

/** The days in a description as the rest of the page has them. */
const inWords = (description: string): string =>
  description.replace(/\b\d{4}-\d\d-\d\d\b/g, (date) => day(date));
