/** Invoices over time, made without the procedures. */
import type postgres from "postgres";
import type { Firm } from "../firm.ts";
import { emptyDraft } from "./drafts.ts";
import { bringInto, type InvoiceState } from "./states.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** What a line bills of an entry: all of it as regular hours, unless said otherwise. */
interface Billed {
  readonly kind?: string;
  readonly multiplier?: string;
  readonly hours?: string;
}

/** An invoice over an approved entry, in one line unless more are given, in a state. */
export async function invoiceFor(
  firm: Firm,
  entryId: string,
  state: InvoiceState,
  lines: readonly Billed[] = [{}],
): Promise<string> {
  const { sql } = firm;
  const id = await emptyDraft(firm);
  for (const billed of lines) await billLine(sql, id, entryId, billed);
  await sql`select private.total_invoices(${[id]})`;
  await bringInto(sql, id, state);
  return id;
}

/** A line of a draft for an entry, at the bill rate of its day. */
export async function billLine(
  sql: Sql,
  invoiceId: string,
  entryId: string,
  { kind = "regular", multiplier = "1", hours }: Billed = {},
): Promise<void> {
  await sql.unsafe(
    `insert into invoice_lines
      (invoice_id, time_entry_id, kind, work_date, hours, rate, multiplier, amount)
    select $1, entry.id, $3, entry.work_date, billed.hours, rate.bill_rate, $4::numeric,
           round(billed.hours * rate.bill_rate * $4::numeric, 2)
      from time_entries as entry
      join private.rates_of_days as rate
        on rate.assignment_id = entry.assignment_id
       and entry.work_date between rate.effective_from and rate.effective_to
     cross join lateral (select coalesce($5, entry.hours)) as billed (hours)
     where entry.id = $2`,
    [invoiceId, entryId, kind, multiplier, hours ?? null],
  );
}
