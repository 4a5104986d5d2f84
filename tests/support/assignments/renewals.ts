/** Renewals and alerts as tests compare them. */
import type postgres from "postgres";

/** The renewals of an assignment in the order of their days, as `2026-06-30 upcoming`. */
export async function renewalsOf(sql: postgres.Sql, assignmentId: string): Promise<string[]> {
  const rows = await sql<{ renewal: string }[]>`
    select renewal_date || ' ' || status as renewal from public.contract_renewals
     where assignment_id = ${assignmentId} order by renewal_date, status`;
  return rows.map((row) => row.renewal);
}

/** The alerts of a renewal, the earliest first, as `90 2026-04-01 open` or with the UTC instant. */
export async function alertsOf(sql: postgres.Sql, renewalId: string): Promise<string[]> {
  const rows = await sql<{ alert: string }[]>`
    select concat_ws(' ', days_before, due_on,
             coalesce(to_char(acknowledged_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), 'open')) as alert
      from public.contract_alerts where contract_renewal_id = ${renewalId} order by days_before desc`;
  return rows.map((row) => row.alert);
}

/** All renewals and alerts there are, to compare before and after. */
export async function everythingOfRenewals(sql: postgres.Sql): Promise<unknown[]> {
  return [
    [...await sql`select * from public.contract_renewals order by id`],
    [...await sql`select * from public.contract_alerts order by id`],
    [...await sql`select * from public.assignments order by id`],
  ];
}
