import { call } from "../../api/call.ts";
import type { Row } from "../../api/rows.ts";
import { ActButton } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day } from "../../ui/format.ts";
import { ReasonInput } from "../../ui/inputs.tsx";
import { words } from "../../words.ts";

const say = words.dispute;
type Disputed = Pick<Row<"invoices">, "disputed_at" | "dispute_reason"> & {
  /** Read by staff alone. */
  readonly disputed_by_name?: string | null;
};

/** Since when an invoice is disputed, and why; null where it is not. */
export function disputeText(invoice: Disputed): string | null {
  return invoice.disputed_at &&
    `${words.common.by(day(invoice.disputed_at), invoice.disputed_by_name ?? null)}: ${
      invoice.dispute_reason ?? ""
    }`;
}

/** Marks an invoice that is owed as disputed, and ends that. */
export function DisputeActions(
  { invoice }: { invoice: Disputed & Pick<Row<"invoices">, "id" | "status"> },
) {
  if (invoice.disputed_at !== null) {
    return (
      <ActButton
        label={say.settle}
        done={say.settled}
        act={() => call("settle_dispute", { invoice_id: invoice.id })}
      />
    );
  }
  if (invoice.status !== "sent" && invoice.status !== "partially_paid") return null;
  return (
    <FormDialog
      button={say.dispute}
      title={say.title}
      text={say.about}
      submit={say.submit}
      done={say.done}
      act={({ reason }) =>
        call("dispute_invoice", { invoice_id: invoice.id, reason: String(reason) })}
    >
      <ReasonInput label={say.reason} />
    </FormDialog>
  );
}
