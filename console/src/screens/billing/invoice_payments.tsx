import { call } from "../../api/call.ts";
import { type Row, rows } from "../../api/rows.ts";
import { isOneOf } from "../../me.ts";
import { FormDialog } from "../../ui/form_dialog.tsx";
import { day, money } from "../../ui/format.ts";
import { ReasonInput } from "../../ui/inputs.tsx";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
import { useMe } from "../../ui/use_me.ts";
import { words } from "../../words.ts";

const say = words.billing.payments;
type Payment =
  & Pick<
    Row<"payments">,
    | "id"
    | "paid_on"
    | "component"
    | "source"
    | "amount"
    | "reason"
    | "reversed_at"
    | "reversal_reason"
    | "recorded_by_name"
    | "interest_invoice_id"
  >
  & {
    credit_notes: { number: string } | null;
    check_reconciliations: {
      checks: { id: string; check_number: string | null; method: string } | null;
      facility_credits: { credit_notes: { number: string } | null } | null;
    } | null;
  };

/** Payments and write-offs of an invoice, and what of them was taken back. */
export function InvoicePayments({ invoiceId }: { invoiceId: string }) {
  const mayBill = isOneOf(useMe(), "billing");
  const payments = useAsk(["payments", invoiceId], async (signal) => {
    const found = await rows("payments", {
      select:
        "id,paid_on,component,source,amount,reason,reversed_at,reversal_reason,recorded_by_name,interest_invoice_id,credit_notes(number),check_reconciliations(checks(id,check_number,method),facility_credits(credit_notes(number)))",
      invoice_id: `eq.${invoiceId}`,
      order: "paid_on,id",
    }, signal);
    return { found, numbers: await numbersOf(found, signal) };
  });
  return (
    <Part title={say.title}>
      <Loaded query={payments}>
        {({ found, numbers }) => (
          <Rows
            label={say.title}
            rows={found}
            rowKey={({ id }) => id}
            empty={say.none}
            columns={[
              { label: words.common.day, value: (one) => day(one.paid_on) },
              { label: say.of, value: (one) => words.cash.components[one.component] },
              {
                label: say.from,
                value: (one) => {
                  const path = pathOf(one);
                  const name = nameOf(one, numbers);
                  return path === null ? name : <TextLink to={path}>{name}</TextLink>;
                },
              },
              {
                label: say.note,
                value: (one) => one.reversed_at ? say.takenBack(one.reversal_reason) : one.reason,
              },
              { label: say.by, value: (one) => one.recorded_by_name },
              { label: words.common.amount, value: (one) => money(one.amount), isNumber: true },
              ...mayBill && found.some(isWriteOffInForce)
                ? [{
                  label: say.takeBack,
                  heading: "",
                  value: (one: Payment) => isWriteOffInForce(one) && <TakeBack payment={one} />,
                }]
                : [],
            ]}
          />
        )}
      </Loaded>
    </Part>
  );
}

const isWriteOffInForce = ({ source, reversed_at }: Payment): boolean =>
  source === "write_off" && reversed_at === null;

/** Takes back a write-off that was a mistake. */
function TakeBack({ payment }: { payment: Payment }) {
  return (
    <FormDialog
      button={say.takeBack}
      title={say.takeBackTitle(money(payment.amount))}
      text={say.takeBackAbout}
      submit={say.takeBackSubmit}
      done={say.wasTakenBack}
      act={({ reason }) =>
        call("reverse_write_off", { payment_id: payment.id, reason: String(reason) })}
    >
      <ReasonInput />
    </FormDialog>
  );
}

function pathOf(one: Payment): string | null {
  if (one.interest_invoice_id !== null) return `/billing/invoices/${one.interest_invoice_id}`;
  const check = one.check_reconciliations?.checks;
  return check ? `/cash/checks/${check.id}` : null;
}

/** The invoices that billed the interest which payments took off, with their numbers. */
async function numbersOf(
  payments: readonly Payment[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string | null>> {
  const ids = new Set(payments.flatMap(({ interest_invoice_id: id }) => id ?? []));
  const invoices = ids.size === 0 ? [] : await rows("invoices", {
    select: "id,number",
    id: `in.(${[...ids].join(",")})`,
  }, signal);
  return new Map(invoices.map(({ id, number }) => [id, number]));
}

function nameOf(
  {
    source,
    credit_notes: note,
    check_reconciliations: reconciliation,
    interest_invoice_id: billedBy,
  }: Payment,
  numbers: ReadonlyMap<string, string | null>,
): string {
  if (billedBy !== null) return say.interestInvoice(numbers.get(billedBy) ?? "");
  if (source === "write_off") return say.writeOff;
  if (source === "discount") return say.discount;
  // Its own, or one that left over what pays here.
  const noted = note ?? reconciliation?.facility_credits?.credit_notes;
  if (noted) return say.creditNote(noted.number);
  const check = reconciliation?.checks;
  return check
    ? `${words.cash.methods[check.method] ?? check.method} ${check.check_number ?? ""}`
    : say.credit;
}
