import type postgres from "postgres";
import { insertInvoices } from "../fixtures/invoices.ts";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { loadFacilities } from "./load_bills.ts";

/** Files to load. */
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
  await pastTriggers(sql, async (sql) => {
    await loadFacilities(sql, facilities);
    await sql`
      create temporary table numbered on commit drop as
      select n, gen_random_uuid() as invoice_id, gen_random_uuid() as paid_invoice_id,
             gen_random_uuid() as check_id, gen_random_uuid() as reconciliation_id,
             facility.id as facility_id, row_number() over (partition by facility.id order by n) as place,
             count(*) over (partition by facility.id) as places
        from generate_series(1, ${checks}::int) as n (n)
        join (select id, row_number() over (order by id) as nth from public.facilities) as facility
          on facility.nth = 1 + n * ${facilities}::bigint / (${checks}::int + 1)`;
    await insertInvoices(
      sql,
      sql`
        select invoice_id as id, facility_id, 'weekly' as kind, 'INV-2026-' || to_char(n, 'FM999000000') as number,
               date '2026-02-11' as due, 100 as total, n % 5 as interest, date '2026-03-01' as computed_on,
               null::date as paid_on
          from numbered`,
    );
    await insertInvoices(
      sql,
      sql`
        select paid_invoice_id as id, facility_id, 'weekly' as kind, 'INV-2025-' || to_char(n, 'FM999000000') as number,
               date '2025-02-12' as due, 100 as total, 0 as interest, null::date as computed_on,
               date '2025-02-10' as paid_on
          from numbered`,
    );
    await sql`
      insert into public.payments (invoice_id, paid_on, amount)
      select paid_invoice_id, '2025-02-10', 100 from numbered`;
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
