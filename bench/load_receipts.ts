import type postgres from "postgres";

/** What to load. */
export interface Receipts {
  /** Checks, each with a proposed reconciliation; also the number of invoices that are open. */
  readonly checks: number;
  readonly facilities: number;
}

/**
 * Loads sent invoices over 100 and as many checks with proposals. Each pays most of one invoice of its facility
 * and the rest of the next; one in five also pays interest, one in three leaves a credit. As many invoices again
 * were paid before.
 */
export async function loadReceipts(
  sql: postgres.Sql,
  { checks, facilities }: Receipts,
): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`insert into public.facilities (name) select 'Facility ' || n from generate_series(1, ${facilities}::int) as n`;
    await sql`
      create temporary table numbered on commit drop as
      select n, gen_random_uuid() as invoice_id, gen_random_uuid() as check_id, gen_random_uuid() as reconciliation_id,
             facility.id as facility_id, row_number() over (partition by facility.id order by n) as place,
             count(*) over (partition by facility.id) as places
        from generate_series(1, ${checks}::int) as n (n)
        join (select id, row_number() over (order by id) as nth from public.facilities) as facility
          on facility.nth = 1 + n * ${facilities}::bigint / (${checks}::int + 1)`;
    await sql`
      insert into public.invoices (id, number, facility_id, kind, period_start, period_end, status, issue_date, due_date,
                                   total, accrued_interest, interest_computed_on, sent_at)
      select invoice_id, 'INV-2026-' || to_char(n, 'FM999000000'), facility_id, 'weekly', '2026-01-05', '2026-01-11', 'sent',
             '2026-01-12', '2026-02-11', 100, n % 5, '2026-03-01', '2026-01-12'
        from numbered`;
    await sql`
      with paid as (
        insert into public.invoices (number, facility_id, kind, period_start, period_end, status, issue_date, due_date,
                                     total, amount_paid, principal_paid_on, sent_at, paid_at)
        select 'INV-2025-' || to_char(n, 'FM999000000'), facility_id, 'weekly', '2025-01-06', '2025-01-12', 'paid',
               '2025-01-13', '2025-02-12', 100, 100, '2025-02-10', '2025-01-13', '2025-02-11'
          from numbered returning id)
      insert into public.payments (invoice_id, paid_on, amount) select id, '2025-02-10', 100 from paid`;
    await sql`
      insert into public.checks (id, facility_id, check_number, amount, received_on)
      select check_id, facility_id, n, 100 + (n % 5 = 1)::int + 5 * (n % 3 = 0)::int, '2026-02-20' from numbered`;
    await sql`insert into public.check_reconciliations (id, check_id) select reconciliation_id, check_id from numbered`;
    await sql`
      insert into public.check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
      select reconciliation_id, invoice_id, 'principal', 60 from numbered
       union all
      select numbered.reconciliation_id, next.invoice_id, 'principal', 40
        from numbered
        join numbered as next
          on next.facility_id = numbered.facility_id and next.place = numbered.place % numbered.places + 1
       union all
      select reconciliation_id, invoice_id, 'interest', 1 from numbered where n % 5 = 1`;
  });
}
