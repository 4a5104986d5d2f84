/** Figures that the journal and the reports of receivables must agree on. */
import { assertEquals } from "@std/assert";
import type postgres from "postgres";

/** Amounts that a facility owes and is owed, as text: receivables, interest receivable, customer credits. */
export type Owed = Record<string, [string, string, string]>;

/** The three accounts of each facility, by all postings through a day. */
export async function owedByJournal(sql: postgres.Sql, through: string): Promise<Owed> {
  return byFacility(
    await sql<OwedRow[]>`
      select facility_id,
             coalesce(sum(debit - credit) filter (where account = 'receivables'), 0.00)::text as balance,
             coalesce(sum(debit - credit) filter (where account = 'interest_receivable'), 0.00)::text as interest,
             coalesce(sum(credit - debit) filter (where account = 'customer_credits'), 0.00)::text as credits
        from journal('2000-01-01', ${through}) where facility_id is not null group by facility_id`,
  );
}

/** The same by `ar_aging_as_of`. */
export async function owedAsOf(sql: postgres.Sql, day: string): Promise<Owed> {
  return byFacility(
    await sql<OwedRow[]>`
      select facility_id, balance::text, interest::text, unapplied_credits::text as credits
        from ar_aging_as_of(${day})`,
  );
}

/** The same by `ar_aging`: today. */
export async function owedToday(sql: postgres.Sql): Promise<Owed> {
  return byFacility(
    await sql<OwedRow[]>`
      select facility_id, balance::text, interest::text, unapplied_credits::text as credits from ar_aging`,
  );
}

/** Sums of what came late to a closed day, by facility. */
export async function lateBy(sql: postgres.Sql, day: string): Promise<Owed> {
  return byFacility(
    await sql<OwedRow[]>`
      select facility_id, sum(balance)::text as balance, sum(interest)::text as interest,
             sum(unapplied_credits)::text as credits
        from late_to_closed_books(${day}) group by facility_id`,
  );
}

interface OwedRow {
  readonly facility_id: string;
  readonly balance: string;
  readonly interest: string;
  readonly credits: string;
}

/** Facilities that owe nothing and are owed nothing are left out, as the reports do. */
function byFacility(rows: readonly OwedRow[]): Owed {
  const owed: Owed = {};
  for (const { facility_id, balance, interest, credits } of rows) {
    if ([balance, interest, credits].every((amount) => Number(amount) === 0)) continue;
    owed[facility_id] = [balance, interest, credits];
  }
  return owed;
}

/** Asserts that debits equal credits, of each document on each day, and that no posting is of nothing. */
export async function assertBalanced(
  sql: postgres.Sql,
  from: string,
  to: string,
): Promise<void> {
  const unbalanced = await sql`
    select posted_on, document, sum(debit) as debit, sum(credit) as credit
      from journal(${from}, ${to})
     group by posted_on, document
    having sum(debit) <> sum(credit)
        or bool_or(debit < 0 or credit < 0 or (debit = 0) = (credit = 0))
        or bool_or(posted_on not between ${from} and ${to})`;
  assertEquals([...unbalanced], []);
}

/** The whole journal of some days, row by row. */
export async function journalOf(
  sql: postgres.Sql,
  from: string,
  to: string,
): Promise<readonly string[]> {
  const rows = await sql<{ posting: string }[]>`
    select concat_ws(' ', posted_on, document, account, debit, credit, facility_id, contractor_id, memo) as posting
      from journal(${from}, ${to})`;
  return rows.map((row) => row.posting);
}
