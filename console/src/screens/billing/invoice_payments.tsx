import { type Row, rows } from "../../api/rows.ts";
import { day, money } from "../../ui/format.ts";
import { Loaded, useAsk } from "../../ui/loaded.tsx";
import { Part } from "../../ui/page.tsx";
import { Rows, TextLink } from "../../ui/rows.tsx";
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
    | "recorded_by_name"
    | "interest_invoice_id"
  >
  & {
    check_reconciliations: {
      checks: { id: string; check_number: string | null; method: string } | null;
    } | null;
  };

/** Payments and write-offs of an invoice, and what of them was taken back. */
export function InvoicePayments({ invoiceId }: { invoiceId: string }) {
  const payments = useAsk(["payments", invoiceId], async (signal) => {
    const found = await rows("payments", {
      select:
        "id,paid_on,component,source,amount,reason,reversed_at,recorded_by_name,interest_invoice_id,check_reconciliations(checks(id,check_number,method))",
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
              { label: say.note, value: (one) => one.reversed_at ? say.reversed : one.reason },
              { label: say.by, value: (one) => one.recorded_by_name },
              { label: words.common.amount, value: (one) => money(one.amount), isNumber: true },
            ]}
          />
        )}
      </Loaded>
    </Part>
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
  { source, check_reconciliations: reconciliation, interest_invoice_id: billedBy }: Payment,
  numbers: ReadonlyMap<string, string | null>,
): string {
  if (billedBy !== null) return say.interestInvoice(numbers.get(billedBy) ?? "");
  if (source === "write_off") return say.writeOff;
  if (source === "credit_note") return say.creditNote;
  const check = reconciliation?.checks;
  return check
    ? `${words.cash.methods[check.method] ?? check.method} ${check.check_number ?? ""}`
    : say.credit;
}
