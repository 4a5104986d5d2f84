/** What happens to interest on paper. */
import fc from "fast-check";
import type postgres from "postgres";
import { voidInvoice } from "../../../support/billing/invoices.ts";
import { invoiceInterest } from "../../../support/receivables/billed_interest.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { addDays } from "../../../support/interest/oracle_days.ts";
import { agree, facility, newest, nth, operation, PAYMENT_TERMS_DAYS } from "./history.ts";

/** What of the interest that stands on invoices belongs to the days through one, which tests of ar_aging_as_of hold. */
async function standingThrough(sql: postgres.Sql, day: string): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; cents: number }[]>`
    select id, (private.interest_through(invoice, private.interest_day(${day})) * 100)::int as cents
      from invoices as invoice`;
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** Mostly through yesterday or today; now and then it has not come. */
export const billing = operation(
  "invoice_interest",
  fc.record({
    facility,
    daysBack: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: -1, max: 30 })),
  }),
  async ({ sql, books }, { facility, daysBack }) => {
    const debtor = books.facilities[facility];
    const issued = books.businessDate;
    const through = addDays(issued, -daysBack);
    const lines = books.toBill(debtor, await standingThrough(sql, through));
    const sent = { issued, due: addDays(issued, PAYMENT_TERMS_DAYS) };
    let id = "";
    await agree(
      async () => ({ id = "" } = await invoiceInterest(sql, debtor.id, through)),
      books.whyNotBilled(debtor, through, lines),
      () => {
        if (lines.length > 0) {
          books.bill({ id, facility: debtor, interestThrough: through, sent }, lines);
        }
      },
    );
  },
);

/** Takes one back that bills interest, by voiding or crediting it. */
export const takingBack = operation(
  "taking interest back",
  fc.record({ nth, how: fc.constantFrom("void", "credit") }),
  async ({ sql, books }, { nth, how }) => {
    const chosen = newest(books.invoices.filter((one) => one.interestThrough), nth);
    if (chosen === undefined) return;
    if (how === "void" && chosen.isVoid) return;
    let id = "";
    const countsOn = books.businessDate;
    await (how === "void"
      ? agree(
        () => voidInvoice(sql, chosen.id),
        books.whyNotVoided(chosen),
        () => books.void(chosen),
      )
      : agree(
        async () => ({ id } = await credit(sql, chosen.id, { countsFrom: "credit" })),
        books.whyNotCredited(chosen, "credit"),
        () => books.credit({ id, invoice: chosen, countsOn }),
      ));
  },
);
