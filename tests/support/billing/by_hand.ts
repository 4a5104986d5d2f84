/** Invoices over time, made without the procedures. */
import type postgres from "postgres";
import type { Firm } from "../firm.ts";
import { emptyDraft } from "./drafts.ts";
import { bringInto, type InvoiceState } from "./states.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Part of an entry that a line bills: all of it as regular hours, unless said otherwise. Numbered as they come. */
interface Billed {
  readonly part?: number;
  readonly kind?: string;
  readonly multiplier?: string;
  readonly hours?: string | null;
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
  await billLine(sql, id, entryId, ...lines);
  await bringInto(sql, id, state);
  return id;
}

/** The lines of a draft for an entry, at the bill rate of its day: one of all its hours unless said otherwise. */
export async function billLine(
  sql: Sql,
  invoiceId: string,
  entryId: string,
  ...lines: readonly Billed[]
): Promise<void> {
  const billed = lines.length === 0 ? [{}] : lines;
  await sql.unsafe(
    `insert into invoice_lines
      (invoice_id, time_entry_id, part, kind, work_date, hours, rate, multiplier, amount)
    select $1, entry.id, billed.part, billed.kind, entry.work_date, of_line.hours, rate.bill_rate, billed.multiplier,
           round(of_line.hours * rate.bill_rate * billed.multiplier, 2)
      from time_entries as entry
      join private.rates_of_days as rate
        on rate.assignment_id = entry.assignment_id
       and entry.work_date between rate.effective_from and rate.effective_to
     cross join unnest($3::text[], $4::numeric[], $5::numeric[], $6::smallint[]) as billed (kind, multiplier, hours, part)
     cross join lateral (select coalesce(billed.hours, entry.hours)) as of_line (hours)
     where entry.id = $2`,
    [
      invoiceId,
      entryId,
      billed.map(({ kind = "regular" }) => kind),
      billed.map(({ multiplier = "1" }) => multiplier),
      billed.map(({ hours = null }) => hours),
      billed.map(({ part }, n) => part ?? n + 1),
    ],
  );
}
