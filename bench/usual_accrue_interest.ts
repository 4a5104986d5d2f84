import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import {
  computeInterest,
  type InterestTerms,
} from "../supabase/functions/_shared/interest/compute_interest.ts";

/** PostgREST answers numeric as a JSON number. */
const money = z.number().transform((number) => number.toFixed(2));

const Invoice = z.object({
  id: z.string(),
  facility_id: z.string(),
  total: money,
  due_date: z.string(),
});
const Payment = z.object({ component: z.string(), paid_on: z.string(), amount: money });
const Terms = z.object({
  effective_from: z.string(),
  annual_rate: z.number(),
  day_count: z.custom<NonNullable<InterestTerms["dayCount"]>>(),
  compounding: z.custom<NonNullable<InterestTerms["compounding"]>>(),
  rate_basis: z.custom<NonNullable<InterestTerms["rateBasis"]>>(),
  grace_days: z.number(),
  accrue_from: z.custom<NonNullable<InterestTerms["accrueFrom"]>>(),
  fixed_fee: money,
  waive_below: money,
}).transform((row): InterestTerms => ({
  effectiveFrom: row.effective_from,
  annualRate: row.annual_rate.toFixed(6),
  dayCount: row.day_count,
  compounding: row.compounding,
  rateBasis: row.rate_basis,
  graceDays: row.grace_days,
  accrueFrom: row.accrue_from,
  fixedFee: row.fixed_fee,
  waiveBelow: row.waive_below,
}));

/**
 * accrue-interest as most would write it: fetch the invoices, and for each its terms and payments,
 * compute (by the same `computeInterest`), update. No locks, no breakdown, no run record.
 *
 * @returns how many were updated
 */
export async function usualAccrueInterest(client: SupabaseClient, today: string): Promise<number> {
  const invoices = z.array(Invoice).parse(
    await rows(
      client.from("invoices").select("id, facility_id, total, due_date")
        .in("status", ["sent", "partially_paid"]).lt("due_date", today),
    ),
  );
  for (const invoice of invoices) {
    const terms = z.array(Terms).parse(
      await rows(
        client.from("facility_interest_terms").select().eq("facility_id", invoice.facility_id),
      ),
    );
    const payments = z.array(Payment).parse(
      await rows(
        client.from("payments").select("component, paid_on, amount")
          .eq("invoice_id", invoice.id).is("reversed_at", null),
      ),
    );
    const of = (component: string) =>
      payments.filter((payment) => payment.component === component)
        .map(({ paid_on, amount }) => ({ paidOn: paid_on, amount }));
    const { total } = computeInterest({
      principal: invoice.total,
      dueDate: invoice.due_date,
      payments: of("principal"),
      interestPayments: of("interest"),
      asOf: today,
      terms,
    });
    const { error } = await client.from("invoices")
      .update({ accrued_interest: total, interest_computed_on: today }).eq("id", invoice.id);
    if (error) throw new Error(error.message);
  }
  return invoices.length;
}

async function rows(
  query: PromiseLike<{ data: unknown; error: { message: string } | null }>,
): Promise<unknown> {
  const { data, error } = await query;
  if (error) throw new Error(error.message);
  return data;
}
