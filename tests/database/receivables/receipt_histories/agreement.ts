/** Figures that the database and the books must agree on. */
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import type { Books } from "./books.ts";
import type { Payment } from "./facts.ts";

type Value = string | number | boolean | null;

/** Compared columns of each table. */
const COLUMNS = {
  invoices:
    "id, status, amount_paid, balance, principal_paid_on, paid_at, accrued_interest, interest_paid, interest_balance, interest_breakdown is not null, disputed_at is not null, disputed_amount",
  checks: "id, status, reconciled_at, returned_at",
  check_reconciliations: "id, status, confirmed_at, returned_at",
  payments:
    "invoice_id, check_reconciliation_id, credit_note_id, interest_invoice_id, source, paid_on, component, amount, reversed_at, paid_by_facility_id",
  refunds: "id, facility_id, amount, refunded_on",
  disputed_lines: "invoice_id, amount",
  facility_credits: "facility_id, check_id, credit_note_id, amount, remaining, reversed_at",
};

function rowsOf(books: Books): Record<keyof typeof COLUMNS, Value[][]> {
  return {
    invoices: books.invoices.map((invoice) => {
      const [principal, interest] = [
        books.paid(invoice, "principal"),
        books.paid(invoice, "interest"),
      ];
      return [
        invoice.id,
        books.status(invoice),
        principal / 100,
        (invoice.total - principal) / 100,
        books.principalPaidOn(invoice),
        invoice.paidAt,
        invoice.accrued / 100,
        interest / 100,
        (invoice.accrued - interest) / 100,
        invoice.isExplained,
        invoice.disputed !== null,
        centsOrNull(invoice.disputed?.amount),
      ];
    }),
    checks: books.checks.map(({ id, reconciledAt, returnedAt }) => [
      id,
      returnedAt ? "returned" : reconciledAt ? "reconciled" : "received",
      reconciledAt,
      returnedAt,
    ]),
    check_reconciliations: books.reconciliations.map(({ id, confirmedAt, returnedAt }) => [
      id,
      returnedAt ? "returned" : confirmedAt ? "confirmed" : "proposed",
      confirmedAt,
      returnedAt,
    ]),
    payments: books.payments.map((payment) => [
      payment.invoice.id,
      payment.reconciliation?.id ?? null,
      payment.note?.id ?? null,
      payment.billedOn?.id ?? null,
      sourceOf(payment),
      payment.paidOn,
      payment.component,
      payment.amount / 100,
      payment.takenBackAt ?? payment.reconciliation?.check.returnedAt ??
        payment.billedOn?.interestBackAt ?? null,
      payerOf(payment),
    ]),
    refunds: books.refunds.map(({ id, check, amount, refundedOn }) => [
      id,
      check.facility.id,
      amount / 100,
      refundedOn,
    ]),
    disputed_lines: books.invoices.filter(({ disputed }) => disputed?.amount).map((
      { id, disputed },
    ) => [id, centsOrNull(disputed?.amount)]),
    facility_credits: [...books.checks, ...books.noteCredits].filter((check) =>
      books.creditOf(check) > 0
    ).map((check) => [
      check.facility.id,
      check.note ? null : check.id,
      check.note?.id ?? null,
      books.creditOf(check) / 100,
      books.available(check, true) / 100,
      check.returnedAt,
    ]),
  };
}

const centsOrNull = (cents: number | null | undefined) => cents ? cents / 100 : null;

/** The facility whose money it is, where that is another than the invoice's. */
function payerOf({ reconciliation, invoice, isDiscount }: Payment): string | null {
  const payer = isDiscount ? undefined : reconciliation?.check.facility;
  return payer === undefined || payer === invoice.facility ? null : payer.id;
}

function sourceOf({ reconciliation, note, billedOn, isDiscount }: Payment): string {
  if (isDiscount) return "discount";
  if (reconciliation) return "reconciliation";
  if (note) return "credit_note";
  return billedOn ? "interest_invoice" : "write_off";
}

/** Asserts that the database holds what the books hold, to the cent, no row more and none less. */
export async function assertBooksAgree(sql: postgres.Sql, books: Books): Promise<void> {
  const rows = await sql.unsafe<{ name: string; row: Value[] }[]>(
    Object.entries(COLUMNS).map(([name, columns]) =>
      `select '${name}' as name, jsonb_build_array(${columns}) as row from public.${name}`
    ).join(" union all "),
  );
  const kept = Object.entries(rowsOf(books)).flatMap(([name, rows]) =>
    rows.map((row) => ({ name, row }))
  );
  assertEquals(sorted(rows), sorted(kept));
}

function sorted(rows: readonly { name: string; row: Value[] }[]): string[] {
  return rows.map(({ name, row }) => `${name} ${JSON.stringify(row)}`).sort();
}

/** Asserts that the interest of what is paid is what its whole history comes to, also where it is computed no more. */
export function assertInterestStands(books: Books): void {
  for (const invoice of books.invoices) {
    if (invoice.computed === null) continue;
    const { on, terms } = invoice.computed;
    assertStrictEquals(invoice.accrued, books.interest(invoice, terms, on), invoice.id);
  }
}

/** The states that invoices, checks and reconciliations went through, of which the audit log knows each change. */
export class AuditedStates {
  readonly #paths = new Map<string, string[]>();

  note(books: Books): void {
    const { invoices, checks, check_reconciliations } = rowsOf(books);
    this.#follow(invoices, []);
    // One operation may enter a check, propose and confirm.
    this.#follow(checks, ["received"]);
    this.#follow(check_reconciliations, ["proposed"]);
  }

  #follow(rows: readonly Value[][], begin: readonly string[]): void {
    for (const [id, status] of rows) {
      const path = this.#paths.get(String(id)) ?? [...begin];
      this.#paths.set(String(id), path);
      if (path.at(-1) !== status) path.push(String(status));
    }
  }

  async assertAudited(sql: postgres.Sql): Promise<void> {
    const logged = await sql<{ change: string }[]>`
      select concat_ws(' ', row_id, old ->> 'status', new ->> 'status') as change
        from audit_log where old ->> 'status' <> new ->> 'status' or row_id is null`;
    const noted = [...this.#paths].flatMap(([id, path]) =>
      path.slice(1).map((status, i) => `${id} ${path[i]} ${status}`)
    );
    assertEquals(logged.map(({ change }) => change).sort(), noted.sort());
  }
}
