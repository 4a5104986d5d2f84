/** The journal, which adds itself up out of all the others. */
import type postgres from "postgres";
import type { Day } from "./day.ts";
import type { Found } from "./invariant.ts";

const POSTED = (to: string) =>
  `with posted as materialized (select * from journal('2020-01-01', '${to}'))`;

/** On each day the debits of each document are its credits. */
export async function journalBalances(
  sql: postgres.TransactionSql,
  { today }: Day,
): Promise<Found> {
  const rows = await sql.unsafe<{ day: string; document: string; by: string }[]>(
    `${POSTED(today)}
     select posted_on::text as day, document, sum(debit - credit)::text as by from posted
      group by posted_on, document having sum(debit) <> sum(credit)`,
  );
  return { wrong: rows.map(({ day, document, by }) => `${document} on ${day} by ${by}`) };
}

/** Its accounts are what ar_aging says of today. */
export async function journalIsAging(sql: postgres.TransactionSql, { today }: Day): Promise<Found> {
  const rows = await sql.unsafe<{ facility: string }[]>(
    `${POSTED(today)}, account as (
       select facility_id, sum(debit - credit) filter (where account = 'receivables') as balance,
              sum(debit - credit) filter (where account = 'interest_receivable') as interest,
              sum(credit - debit) filter (where account = 'customer_credits') as credits
         from posted where facility_id is not null group by facility_id)
     select facility.name || ': ' || coalesce(account::text, 'nothing') || ', aged ' || coalesce(aged::text, 'nothing') as facility
       from facilities as facility
       left join account on account.facility_id = facility.id
       left join ar_aging as aged on aged.facility_id = facility.id
      where (coalesce(account.balance, 0), coalesce(account.interest, 0), coalesce(account.credits, 0))
            is distinct from (coalesce(aged.balance, 0), coalesce(aged.interest, 0), coalesce(aged.unapplied_credits, 0))`,
  );
  return { wrong: rows.map(({ facility }) => facility) };
}
