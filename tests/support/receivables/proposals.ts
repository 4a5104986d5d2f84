/** Open invoices, checks, and what is proposed for them, in SQL. */
import type postgres from "postgres";
import { insertInvoices } from "../../../fixtures/invoices.ts";
import type { Firm } from "../firm.ts";
import { addLine, confirm, creditOf, receive, reconcile } from "./receipts.ts";

type Sql = Pick<postgres.Sql, "unsafe">;
type Place = Pick<Firm, "sql" | "facilityId">;

/** Balance of an invoice; nothing unless said. */
export interface Owed {
  readonly principal?: string;
  readonly interest?: string;
  /** Principal that was paid before, late. */
  readonly paid?: string;
  /** A day later than the invoice before it, unless said. */
  readonly due?: string;
  readonly number?: string;
}

/** Sent invoices that owe this, the oldest first. */
export async function owe(
  { sql, facilityId }: Place,
  ...owed: readonly Owed[]
): Promise<string[]> {
  const ids = owed.map(() => crypto.randomUUID());
  const rows = owed.map((one, position) => ({ ...one, id: ids[position] ?? "", position }));
  await insertInvoices(
    sql,
    sql`
      select id, ${facilityId}::uuid as facility_id, 'manual' as kind, coalesce(number, gen_random_uuid()::text) as number,
             coalesce(due, date '2026-02-01' + position) as due, coalesce(principal, 0) + coalesce(paid, 0) as total,
             coalesce(interest, 0) as interest, null::date as computed_on, null::date as paid_on
        from jsonb_to_recordset(${sql.json(rows)})
             as (id uuid, principal numeric, interest numeric, paid numeric, due date, number text, position int)`,
  );
  await sql`
    insert into payments (invoice_id, paid_on, amount)
    select id, '2026-12-31', paid
      from unnest(${ids}::uuid[], ${
    owed.map(({ paid }) => paid ?? "0")
  }::numeric[]) as paid (id, paid)
     where paid > 0`;
  return ids;
}

/** Proposes. Gives the row of the answer. */
export async function propose(sql: Sql, checkId: string | null): Promise<postgres.Row> {
  const [row] = await sql.unsafe<[{ reconciliation: postgres.Row }]>(
    `select to_jsonb(proposed) as reconciliation
       from public.propose_check_reconciliation($1) as proposed`,
    [checkId],
  );
  return row.reconciliation;
}

/** A line: its invoice, component and amount. */
export type Line = readonly [invoiceId: string, component: string, amount: string];

/** The lines of a reconciliation: principal before interest, the oldest first. */
export async function linesOf(sql: Sql, reconciliationId: string): Promise<Line[]> {
  const lines = await sql.unsafe<{ invoice_id: string; component: string; amount: string }[]>(
    `select invoice_id, component, amount
       from check_reconciliation_lines as line
       join invoices as invoice on invoice.id = invoice_id
      where check_reconciliation_id = $1
      order by component desc, due_date, number`,
    [reconciliationId],
  );
  return lines.map(({ invoice_id, component, amount }) => [invoice_id, component, amount]);
}

/** Proposes for a check over the amount. Gives the lines. */
export async function proposedFor(place: Place, amount: string): Promise<Line[]> {
  const { id } = await propose(place.sql, await receive(place, amount));
  return await linesOf(place.sql, id);
}

/** Enters a proposal with these lines by hand, of a check or of a credit that a check left. Gives its id. */
export async function claim(
  place: Place,
  source: "check" | "credit",
  ...lines: readonly Line[]
): Promise<string> {
  const { sql } = place;
  const check = await receive(place, "10000.00");
  if (source === "credit") await confirm(sql, await reconcile(sql, { check }, {})); // leaves all
  const from = source === "check" ? { check } : { credit: await creditOf(sql, check) };
  const id = await reconcile(sql, from, {});
  for (const [invoice, component, amount] of lines) {
    await addLine(sql, id, invoice, component === "interest" ? `interest ${amount}` : amount);
  }
  return id;
}
