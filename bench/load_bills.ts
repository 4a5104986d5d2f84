import type postgres from "postgres";
import { insertInvoices } from "../fixtures/invoices.ts";
import { addFacilities } from "../fixtures/people.ts";

/** So many facilities. Gives their ids, sorted, so that what is loaded in their order lies in that of the index. */
export async function loadFacilities(sql: postgres.ISql, number: number): Promise<string[]> {
  const names = Array.from({ length: number }, (_, n) => `Facility ${n + 1}`);
  return (await addFacilities(sql, names)).sort();
}

/**
 * So many weekly invoices in turns over the facilities, of 1,000 to 91,000. Those that are paid were, two days
 * before they were due; the others are sent.
 *
 * @param dueDate in SQL, of `n`, which counts from 1
 */
export async function loadBills(
  sql: postgres.TransactionSql,
  kind: "paid" | "overdue" | "not due" | "open",
  number: number,
  dueDate: postgres.Fragment,
): Promise<void> {
  await insertInvoices(
    sql,
    sql`
      select gen_random_uuid() as id, facility.id as facility_id, 'weekly' as kind, ${kind} || '-' || n as number,
             bill.due, 1000 + n::bigint * 7919 % 900000 / 10.0 as total, 0 as interest, null::date as computed_on,
             case ${kind} when 'paid' then bill.due - 2 end as paid_on
        from generate_series(1, ${number}::int) as n (n)
        join (select id, row_number() over (order by id) - 1 as place from public.facilities) as facility
          on facility.place = n % (select count(*) from public.facilities)
       cross join lateral (select ${dueDate} as due) as bill`,
  );
}
