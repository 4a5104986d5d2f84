/** Gross profit by the books: what is billed and paid is the journal's revenue and cost, however it is added up. */
import { assertEquals } from "@std/assert";
import type postgres from "postgres";

const WAYS = ["assignment", "facility", "customer", "week", "line"] as const;

/**
 * Asserts that gross profit of all days, without what it estimates, is the journal's revenue less wages, premiums,
 * stipends, reimbursements and contractors' cost, by whatever it is asked for.
 */
export async function assertProfitIsJournal(sql: postgres.Sql): Promise<void> {
  const [books] = await sql<[{ revenue: string; cost: string }]>`
    select coalesce(sum(credit - debit) filter (where account ~ '^(revenue|fees)_'), 0.00)::text as revenue,
           coalesce(sum(debit - credit) filter (
               where account in ('wages', 'premiums', 'stipends', 'reimbursements', 'contractor_cost')
                  or account ~ '^pay_'), 0.00)::text as cost
      from journal('2000-01-01', '2100-12-31')`;
  for (const by of WAYS) {
    const [profit] = await sql<[{ revenue: string; cost: string; adds_up: boolean }]>`
      select coalesce(sum(billed - unbilled - fees), 0.00)::text as revenue,
             coalesce(sum(wages + premiums + stipends + codes + reimbursements - unpaid), 0.00)::text as cost,
             coalesce(bool_and(
                 profit_before_burden
                 = billed - fees - wages - premiums - stipends - codes - reimbursements), true) as adds_up
        from gross_profit('2000-01-01', '2100-12-31', ${by})`;
    assertEquals({ ...profit }, { ...books, adds_up: true }, `by ${by}`);
  }
}
