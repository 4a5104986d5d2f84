/** Time of codes, and what codes bill and pay at an assignment or a facility. */
import type postgres from "postgres";

/** An approved entry of a code, or in another state: its hours, or its units where the code counts those. */
export async function codedEntry(
  sql: postgres.Sql,
  assignmentId: string,
  workDate: string,
  code: string,
  quantity: string,
  status = "approved",
): Promise<string> {
  const [entry] = await sql<{ id: string }[]>`
    insert into public.time_entries (assignment_id, work_date, code, hours, quantity, status)
    select ${assignmentId}, ${workDate}::text::date, code.name,
           case when code.unit = 'hour' then ${quantity}::text::numeric else 0 end,
           case when code.unit <> 'hour' then ${quantity}::text::numeric end, ${status}
      from public.time_codes as code where code.name = ${code}
    returning id`;
  if (entry === undefined) throw new Error(`there is no code ${code}`);
  return entry.id;
}

/** Rate of a code at an assignment, from the start of 2026 on unless said otherwise. */
export async function codeRate(
  sql: postgres.Sql,
  assignmentId: string,
  code: string,
  { bill = null, pay = null, from = "2026-01-01" }: {
    bill?: string | null;
    pay?: string | null;
    from?: string;
  },
): Promise<void> {
  await sql`
    insert into public.assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
    values (${assignmentId}, ${code}, ${from}, ${bill}, ${pay})
        on conflict (assignment_id, code, effective_from) do update
       set bill_rate = excluded.bill_rate, pay_rate = excluded.pay_rate`;
}

/** Rate of a code in a facility's price list, as codeRate. */
export async function listedRate(
  sql: postgres.Sql,
  facilityId: string,
  code: string,
  { bill = null, pay = null, from = "2026-01-01" }: {
    bill?: string | null;
    pay?: string | null;
    from?: string;
  },
): Promise<void> {
  await sql`
    insert into public.facility_code_rates (facility_id, code, effective_from, bill_rate, pay_rate)
    values (${facilityId}, ${code}, ${from}, ${bill}, ${pay})
        on conflict (facility_id, code, effective_from) do update
       set bill_rate = excluded.bill_rate, pay_rate = excluded.pay_rate`;
}

/** The lines of an invoice by day, such as `"2026-03-02 code on_call 12.00 × 8.00 × 1.000 = 96.00"`. */
export async function codedLinesOf(sql: postgres.Sql, invoiceId: string): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select case when kind in ('adjustment', 'difference') then concat_ws(', ', description, code) || ' = ' || amount
                else format('%s %s %s %s × %s × %s = %s', work_date, kind, coalesce(code, '-'),
                            coalesce(hours, quantity), rate, multiplier, amount) end as line
      from public.invoice_lines where invoice_id = ${invoiceId}
     order by week_start nulls first, work_date, kind <> 'code' desc, code nulls first, multiplier, amount`;
  return lines.map(({ line }) => line);
}
