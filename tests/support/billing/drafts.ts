/** Draft invoices, made without the procedures. */
import type postgres from "postgres";
import { Firm } from "../firm.ts";
import { withDatabase } from "../server/database.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Facility whose invoices they are. */
type Place = Pick<Firm, "sql" | "facilityId">;

/** A draft without lines, of the week of 5 January 2026, or the first after it without a draft, unless said otherwise. */
export async function emptyDraft(
  { sql, facilityId }: Place,
  { kind = "manual", start, end }: { kind?: string; start?: string; end?: string } = {},
): Promise<string> {
  const [invoice] = await sql<{ id: string }[]>`
    insert into public.invoices (facility_id, kind, period_start, period_end)
    select ${facilityId}, ${kind}, coalesce(${start ?? null}::text::date, free.monday),
           coalesce(${end ?? null}::text::date, free.monday + 6)
      from (select date '2026-01-05' + 7 * n as monday from generate_series(0, 50) as n
             where not exists (
                   select from public.invoices as other
                    where other.facility_id = ${facilityId} and other.status = 'draft'
                      and other.period_start <= date '2026-01-05' + 7 * n + 6
                      and other.period_end >= date '2026-01-05' + 7 * n)
             order by n limit 1) as free
    returning id`;
  if (invoice === undefined) throw new Error("every week has a draft");
  return invoice.id;
}

/** A draft with an adjustment line of each amount; 100.00 unless said otherwise. */
export async function draft(
  place: Place,
  amounts: readonly string[] = ["100.00"],
): Promise<string> {
  const id = await emptyDraft(place);
  await adjust(place.sql, id, ...amounts);
  return id;
}

/** So many drafts like it, of one week after the other. */
export async function drafts(firm: Firm, count: number): Promise<string[]> {
  const rows = await firm.sql<{ id: string }[]>`
    with draft as (
      insert into public.invoices (facility_id, period_start, period_end)
      select ${firm.facilityId}, date '2026-01-05' + 7 * n, date '2026-01-11' + 7 * n
        from generate_series(0, ${count}::int - 1) as n returning id),
    line as (
      insert into public.invoice_lines (invoice_id, kind, description, amount)
      select id, 'adjustment', 'Travel', 100 from draft)
    select id from draft order by id`;
  return rows.map(({ id }) => id);
}

/** Adds adjustment lines of these amounts, as billing staff do. */
export async function adjust(
  sql: Sql,
  invoiceId: string,
  ...amounts: readonly string[]
): Promise<void> {
  await sql.unsafe(
    `insert into public.invoice_lines (invoice_id, kind, description, amount)
     select $1, 'adjustment', 'Travel', amount from unnest($2::numeric[]) as amount`,
    [invoiceId, [...amounts]],
  );
}

/** A test with a firm and a draft of 100.00. */
export function withDraft(
  test: (firm: Firm, id: string, url: string) => Promise<void>,
): () => Promise<void> {
  return () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      await test(firm, await draft(firm), url);
    });
}
