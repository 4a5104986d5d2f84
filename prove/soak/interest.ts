/** Interest, computed once more with fractions. */
import type postgres from "postgres";
import type { InterestTerms } from "../../supabase/functions/_shared/interest/compute_interest.ts";
import { oracle } from "../../tests/support/interest/oracle.ts";
import type { Day } from "./day.ts";
import type { Found } from "./invariant.ts";

interface Accrued {
  readonly id: string;
  readonly accrued: string;
  readonly principal: string;
  readonly dueDate: string;
  readonly payments: { paidOn: string; amount: string; component: string }[];
  readonly terms: InterestTerms[];
}

/** The interest of each unpaid invoice that accrue-interest computed today is what fractions come to, day by day. */
export async function interestIsRight(
  sql: postgres.TransactionSql,
  { today }: Day,
): Promise<Found> {
  const invoices = await sql<Accrued[]>`
    select id, accrued_interest::text as accrued, total::text as principal, due_date::text as "dueDate",
           (select coalesce(jsonb_agg(jsonb_build_object(
                       'paidOn', paid_on, 'amount', amount::text, 'component', component)), '[]')
              from payments as payment
             where payment.invoice_id = invoice.id and payment.reversed_at is null) as payments,
           (select coalesce(jsonb_agg(jsonb_build_object(
                       'effectiveFrom', effective_from, 'annualRate', annual_rate::text, 'dayCount', day_count,
                       'compounding', compounding, 'rateBasis', rate_basis, 'graceDays', grace_days,
                       'accrueFrom', accrue_from, 'fixedFee', fixed_fee::text, 'waiveBelow', waive_below::text,
                       'maximumDays', maximum_days, 'maximumFraction', maximum_fraction::text)), '[]')
              from facility_interest_terms as terms where terms.facility_id = invoice.facility_id) as terms
      from invoices as invoice
     where interest_computed_on = ${today}::text::date and status in ('sent', 'partially_paid')
       and interest_breakdown -> 'error' is null`;
  const wrong = invoices.flatMap(({ id, accrued, principal, dueDate, payments, terms }) => {
    const of = (component: string) => payments.filter((payment) => payment.component === component);
    const input = { principal, dueDate, asOf: today, terms };
    const { total } = oracle({
      ...input,
      payments: of("principal"),
      interestPayments: of("interest"),
    });
    return total === accrued ? [] : [`invoice ${id} bears ${accrued}, and ${total} by fractions`];
  });
  return { wrong, compared: invoices.length };
}
