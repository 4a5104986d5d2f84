import type postgres from "postgres";
import { TODAY } from "./today.ts";

/** Days as of which four weeks are forecast, in weeks before today: windows that do not overlap. */
const WEEKS_BACK = [4, 8, 12, 16, 20, 24];

/** Share by which a forecast of four weeks' receipts may be off. */
export const MOST_ERROR = 0.15;

/**
 * Money that came in the four weeks after a day, by which share of it two forecasts were off, and how many facilities had
 * paid twelve invoices by then: of others, cash ahead goes by due dates too.
 */
export interface Forecast {
  readonly day: string;
  readonly known: number;
  readonly came: number;
  readonly ours: number;
  readonly byDueDates: number;
}

/** True where at least half of the demo's twelve facilities had paid twelve invoices: there the bounds are held. */
export const isTold = ({ known }: Forecast): boolean => known >= 6;

/** Asks the demo firm, as it is on {@link TODAY}, how far four weeks' receipts were off, and off by due dates. */
export async function forecastsOf(sql: postgres.Sql): Promise<readonly Forecast[]> {
  return await sql<Forecast[]>`
    with day as (
      select ${TODAY}::date - 7 * back as as_of from unnest(${WEEKS_BACK}::int[]) as back
    ), said as (
      select day.as_of,
             (select count(distinct paid.facility_id) from private.days_to_pay(day.as_of) as paid) as known,
             (select coalesce(sum(amount), 0) from checks
               where received_on > day.as_of and received_on <= day.as_of + 28 and status <> 'returned') as came,
             (select coalesce(sum(ahead.amount), 0) from private.receipts_ahead(day.as_of) as ahead
               where ahead.expected_on <= day.as_of + 28) as ours,
             -- Everybody pays on the due day: what is overdue at once, what is unbilled a cycle and the terms later.
             (select coalesce(sum(invoice.total - coalesce(paid.amount, 0)), 0)
                from invoices as invoice
                left join lateral (
                     select sum(payment.amount) as amount from payments as payment
                      where payment.invoice_id = invoice.id and payment.component = 'principal'
                        and payment.paid_on <= day.as_of and payment.reversed_at is null) as paid on true
               where invoice.sent_at is not null and invoice.voided_at is null
                 and invoice.issue_date <= day.as_of and invoice.due_date <= day.as_of + 28)
             + (select coalesce(sum(accrued.amount), 0)
                  from private.unbilled_work(day.as_of) as accrued
                  join facilities as facility on facility.id = accrued.facility_id
                 where case facility.billing_cycle when 'week' then 7 when 'two_weeks' then 14 else 30 end
                       + facility.payment_terms_days <= 28) as by_due_dates
        from day
    )
    select as_of::text as day, known::int as known, came::float8 as came, ((ours - came) / nullif(came, 0))::float8 as ours,
           ((by_due_dates - came) / nullif(came, 0))::float8 as "byDueDates"
      from said
     order by as_of`;
}
