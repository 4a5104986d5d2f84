import { call, requestId } from "../../api/call.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { money } from "../../ui/format.ts";
import { MoneyInput, ReasonInput } from "../../ui/inputs.tsx";
import { words } from "../../words.ts";
import type { InvoiceRow } from "./invoice_row.ts";

const say = words.billing.invoice;

/** Lets interest of an invoice go, the principal aside. */
export function WaiveInterest(
  { invoice }: { invoice: Pick<InvoiceRow, "id" | "interest_balance"> },
) {
  return (
    <FormDialog
      button={say.waive}
      title={say.waiveTitle}
      text={say.waiveAbout(money(invoice.interest_balance))}
      submit={say.waiveSubmit}
      done={say.waived}
      defaultValues={() => ({
        amount: invoice.interest_balance.toFixed(2),
        request_id: requestId(),
      })}
      act={(values) =>
        call("waive_interest", {
          invoice_id: invoice.id,
          amount: String(values["amount"]),
          reason: String(values["reason"]),
          request_id: String(values["request_id"]),
        })}
    >
      <MoneyInput source="amount" label={words.common.amount} />
      <ReasonInput />
    </FormDialog>
  );
}
