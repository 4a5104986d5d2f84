/** Draft invoices, made without the procedures. */
import type postgres from "postgres";
import { Firm } from "../firm.ts";
import { withDatabase } from "../server/database.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Whose invoices they are. */
type Place = Pick<Firm, "sql" | "facilityId">;

/** A draft without lines. */
export async function emptyDraft(
  { sql, facilityId }: Place,
  { kind = "manual", start = "2026-01-05", end = "2026-01-11" } = {},
): Promise<string> {
  const [invoice] = await sql<[{ id: string }]>`
    insert into public.invoices (facility_id, kind, period_start, period_end)
    values (${facilityId}, ${kind}, ${start}, ${end}) returning id`;
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

/** So many drafts like it. */
export async function drafts(firm: Firm, count: number): Promise<string[]> {
  const rows = await firm.sql<{ id: string }[]>`
    with draft as (
      insert into public.invoices (facility_id, period_start, period_end)
      select ${firm.facilityId}, '2026-01-05', '2026-01-11' from generate_series(1, ${count}) returning id),
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
