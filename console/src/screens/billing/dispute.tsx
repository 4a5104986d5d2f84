import { useState } from "react";
import { BooleanInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { call } from "../../api/call.ts";
import { Refusal } from "../../api/refusal.ts";
import type { Row } from "../../api/rows.ts";
import { ActButton } from "../../ui/act.tsx";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, money } from "../../ui/format.ts";
import { ReasonInput } from "../../ui/inputs.tsx";
import { words } from "../../words.ts";
import { Lines } from "./credit_form.tsx";
import { isInPart, type Parts } from "./line_parts.tsx";

const say = words.dispute;
type Disputed = Pick<Row<"invoices">, "disputed_at" | "dispute_reason" | "disputed_amount"> & {
  /** Read by staff alone. */
  readonly disputed_by_name?: string | null;
};

/** Since when an invoice is disputed, how much of it, and why; null where it is not. */
export function disputeText(invoice: Disputed): string | null {
  const reason = invoice.dispute_reason ?? "";
  return invoice.disputed_at &&
    `${words.common.by(day(invoice.disputed_at), invoice.disputed_by_name ?? null)}: ${
      invoice.disputed_amount === null
        ? reason
        : say.ofLines(money(invoice.disputed_amount), reason)
    }`;
}

/** Marks an invoice that is owed as disputed, or lines of it, and ends that. */
export function DisputeActions(
  { invoice }: { invoice: Disputed & Pick<Row<"invoices">, "id" | "status" | "kind"> },
) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [parts, setParts] = useState<Parts>(new Map());
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
      defaultValues={() => {
        setChosen(new Set());
        setParts(new Map());
        return { of_lines: false };
      }}
      act={({ reason, of_lines: isOfLines }) => {
        const ids = [...chosen];
        if (isOfLines === true && ids.length === 0) {
          throw new Refusal(0, words.billing.creditNotes.nothingChosen, say.choose);
        }
        return call("dispute_invoice", {
          invoice_id: invoice.id,
          reason: String(reason),
          ...isOfLines === true ? { line_ids: ids } : {},
          ...isOfLines === true && isInPart(parts, ids)
            // As of a credit note: text, and null for all that is left.
            ? { amounts: ids.map((id) => parts.get(id)?.amount || null) as unknown as number[] }
            : {},
        });
      }}
    >
      <ReasonInput label={say.reason} />
      <BooleanInput source="of_lines" label={say.someLines} />
      <DisputedLines
        invoice={invoice}
        chosen={chosen}
        setChosen={setChosen}
        parts={parts}
        setParts={setParts}
      />
    </FormDialog>
  );
}

function DisputedLines({ invoice, chosen, setChosen, parts, setParts }: {
  invoice: Pick<Row<"invoices">, "id" | "kind">;
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
  parts: Parts;
  setParts: (parts: Parts) => void;
}) {
  if (useWatch({ name: "of_lines" }) !== true) return null;
  return (
    <Lines
      invoice={invoice}
      selection={{ chosen, set: (ids) => setChosen(new Set(ids)) }}
      parts={parts}
      setParts={setParts}
      label={say.lines}
      inHours={false}
    />
  );
}
