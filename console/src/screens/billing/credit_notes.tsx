import { type Row, rows } from "../../api/rows.ts";
import { day, money } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { PaperButton } from "../../ui/paper.tsx";
import { Rows } from "../../ui/rows.tsx";
import { words } from "../../words.ts";

const say = words.billing.creditNotes;
/** A credit note with the lines that it takes back. */
export type CreditNote =
  & Pick<
    Row<"credit_notes">,
    | "id"
    | "number"
    | "amount"
    | "counts_on"
    | "issued_on"
    | "reinstates"
    | "reason"
    | "issued_by_name"
    | "discount_taken_back"
  >
  & { credit_note_lines: readonly { invoice_line_id: string; amount: number }[] };

/** The credit notes of an invoice, the oldest first. */
export function useCreditNotes(invoiceId: string) {
  return useAsk(["credit_notes", invoiceId], (signal) =>
    rows("credit_notes", {
      select:
        "id,number,amount,counts_on,issued_on,reinstates,reason,issued_by_name,discount_taken_back,credit_note_lines(invoice_line_id,amount)",
      invoice_id: `eq.${invoiceId}`,
      order: "issued_on,number",
    }, signal));
}

/** Credit notes of an invoice; nothing if there is none. */
export function CreditNotes({ invoiceId }: { invoiceId: string }) {
  const notes = useCreditNotes(invoiceId);
  return (
    <Loaded query={notes}>
      {(found) =>
        found.length > 0 && (
          <Part title={say.title}>
            <Rows
              label={say.title}
              rows={found}
              rowKey={({ id }) => id}
              empty=""
              columns={[
                { label: words.billing.invoices.number, value: (one) => one.number },
                {
                  label: say.issued,
                  value: (one) => words.common.by(day(one.issued_on), one.issued_by_name),
                },
                { label: say.countsOn, value: (one) => day(one.counts_on) },
                { label: words.common.reason, value: (one) => one.reason },
                { label: say.time, value: (one) => one.reinstates ? say.free : say.billed },
                { label: words.common.amount, value: (one) => money(one.amount), isNumber: true },
                ...found.some((one) => one.discount_taken_back !== null)
                  ? [{
                    label: say.discountBack,
                    value: (one: CreditNote) => money(one.discount_taken_back),
                    isNumber: true,
                  }]
                  : [],
                {
                  label: words.paper.pdf,
                  value: ({ id, number }) => (
                    <PaperButton
                      path={`credit-note/${id}`}
                      aria-label={words.paper.pdfOf(number)}
                    />
                  ),
                },
              ]}
            />
          </Part>
        )}
    </Loaded>
  );
}
