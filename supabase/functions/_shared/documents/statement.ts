import type { StatementDocument } from "../database.types.ts";
import { about, below, cell, head, label, named, rows, sums } from "./blocks.ts";
import type { Block, Sheet } from "./pdf.ts";
import { day, isNought, money, period } from "./text.ts";

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
      ...aging(statement),
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

/** Balance at the end of the last day, by how long it was overdue then. */
function aging({ aging, balance, to_date }: StatementDocument): Block[] {
  if (isNought(balance) && isNought(aging.unapplied_credits)) return [];
  const parts: readonly (readonly [name: string, amount: string])[] = [
    ["Not due", aging.current],
    ["1–30 days", aging.days_1_30],
    ["31–60 days", aging.days_31_60],
    ["61–90 days", aging.days_61_90],
    ["Over 90 days", aging.days_91_plus],
    ["Interest", aging.interest],
    ["Credits", taken(aging.unapplied_credits)],
  ];
  return [
    named(
      `By how long it was overdue on ${day(to_date)}`,
      rows(
        parts.map(([name]) => ({ name, width: "*" as const, isNumber: true })),
        [parts.map(([, amount]) => cell(money(amount), "right"))],
      ),
    ),
  ];
}

/** An amount that lessens what is owed. */
const taken = (amount: string): string =>
  isNought(amount) ? amount : amount.startsWith("-") ? amount.slice(1) : `-${amount}`;

/** The days in a description as the rest of the page has them. */
const inWords = (description: string): string =>
  description.replace(/\b\d{4}-\d\d-\d\d\b/g, (date) => day(date));
