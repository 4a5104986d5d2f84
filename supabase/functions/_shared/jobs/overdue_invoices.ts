import type postgres from "postgres";
import type { InterestInput, InterestTerms } from "../interest/compute_interest.ts";

/** An invoice as interest is computed for it. */
export interface OverdueInvoice {
  readonly id: string;
  /** The interest it bears so far, `"2.71"`. */
  readonly accruedInterest: string;
  readonly input: Omit<InterestInput, "asOf">;
}

/** The condition under which `invoice` is due for the scan on a day, for `where`. */
export function whereInterestIsDue(sql: postgres.ISql, today: string): postgres.Fragment {
  return sql`
    invoice.bears_interest
    and invoice.due_date < ${today}::text::date
    and invoice.interest_computed_on is distinct from ${today}::text::date`;
}

/**
 * Reads the invoices that are due, computed longest ago first, with the facility's terms and the
 * payments in force.
 *
 * @param limit the most invoices to read
 * @param hold locks the invoices until the transaction ends, passing over those that another holds
 */
export async function readOverdueInvoices(
  sql: postgres.ISql,
  today: string,
  limit: number,
  { hold }: { hold: boolean },
): Promise<OverdueInvoice[]> {
  const invoices = await sql<InvoiceRow[]>`
    select invoice.id, invoice.facility_id, invoice.total::text as principal,
           to_char(invoice.due_date, 'YYYY-MM-DD') as due_date, invoice.accrued_interest::text as accrued_interest,
           private.disputed_balance(invoice)::text as disputed,
           to_char(invoice.disputed_at at time zone settings.operating_timezone, 'YYYY-MM-DD') as disputed_on
      from public.invoices as invoice
     cross join public.organization_settings as settings
     where ${whereInterestIsDue(sql, today)}
     order by invoice.interest_computed_on nulls first, invoice.due_date, invoice.id
     limit ${limit}
     ${hold ? sql`for no key update of invoice skip locked` : sql``}`;
  // Read after the locks are held: what is committed by now is what counts.
  const [terms, payments] = await Promise.all([
    readTerms(sql, invoices.map((invoice) => invoice.facility_id)),
    readPayments(sql, invoices.map((invoice) => invoice.id)),
  ]);
  return invoices.map((invoice) => {
    const own = payments.get(invoice.id) ?? [];
    const agreed = terms.get(invoice.facility_id) ?? [];
    return {
      id: invoice.id,
      accruedInterest: invoice.accrued_interest,
      input: {
        principal: invoice.principal,
        dueDate: invoice.due_date,
        payments: [
          ...own.filter((payment) => payment.component === "principal"),
          ...disputedAsPaid(invoice, agreed),
        ],
        interestPayments: own.filter((payment) => payment.component === "interest"),
        terms: agreed,
      },
    };
  });
}

/**
 * Amount in dispute, as if it had been paid when that was noted, where the terms say that it bears no interest. They
 * are those from which all terms but the rate come: in force on the day after the due date, else the first later ones.
 */
function disputedAsPaid(
  { due_date, disputed, disputed_on }: InvoiceRow,
  terms: readonly TermsRow[],
): { paidOn: string; amount: string }[] {
  if (disputed_on === null) return [];
  const dated = terms.toSorted((one, other) => one.effectiveFrom < other.effectiveFrom ? -1 : 1);
  // In force on the day after the due date is what began by then: days as text sort by time.
  const due = new Date(`${due_date}T00:00:00Z`);
  due.setUTCDate(due.getUTCDate() + 1);
  const after = due.toISOString().slice(0, 10);
  const governing = dated.findLast(({ effectiveFrom }) => effectiveFrom <= after) ?? dated[0];
  return governing?.disputedBearsInterest === false
    ? [{ paidOn: disputed_on, amount: disputed }]
    : [];
}

type TermsRow = InterestTerms & {
  readonly facility_id: string;
  readonly disputedBearsInterest: boolean;
};

interface InvoiceRow {
  id: string;
  facility_id: string;
  principal: string;
  due_date: string;
  accrued_interest: string;
  disputed: string;
  disputed_on: string | null;
}

interface PaymentRow {
  invoice_id: string;
  component: "principal" | "interest";
  paidOn: string;
  amount: string;
}

async function readPayments(sql: postgres.ISql, invoiceIds: string[]) {
  const rows = await sql<PaymentRow[]>`
    select payment.invoice_id, payment.component, to_char(payment.paid_on, 'YYYY-MM-DD') as "paidOn", payment.amount::text as amount
      from public.payments as payment
     where payment.invoice_id = any (${invoiceIds}::uuid[]) and payment.reversed_at is null`;
  return Map.groupBy(rows, (row) => row.invoice_id);
}

async function readTerms(sql: postgres.ISql, facilityIds: string[]) {
  const rows = await sql<TermsRow[]>`
    select terms.facility_id,
           to_char(terms.effective_from, 'YYYY-MM-DD') as "effectiveFrom", terms.annual_rate::text as "annualRate",
           terms.day_count as "dayCount", terms.compounding, terms.rate_basis as "rateBasis",
           terms.grace_days as "graceDays", terms.accrue_from as "accrueFrom",
           terms.fixed_fee::text as "fixedFee", terms.waive_below::text as "waiveBelow",
           terms.maximum_days as "maximumDays", terms.maximum_fraction::text as "maximumFraction",
           terms.disputed_bears_interest as "disputedBearsInterest"
      from public.facility_interest_terms as terms
     where terms.facility_id = any (${[...new Set(facilityIds)]}::uuid[])`;
  return Map.groupBy(rows, (row) => row.facility_id);
}
