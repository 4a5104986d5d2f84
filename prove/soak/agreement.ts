/** Figures that the books and the database must agree on. */
import type postgres from "postgres";
import { type Books, type KeptTime, timeOf } from "./books.ts";
import { decimal, hundredths, sum } from "./exact.ts";
import type { Row } from "./values.ts";

/** Amounts by what they are of. */
type Amounts = ReadonlyMap<string, bigint>;

const MOST_NAMED = 5;

/** Figures of the database, in the names of the books; by facility, and of pay by contractor. */
const AMOUNTS = `
  select 'billed to ' || facility_id as name, sum(total)::text as amount
    from invoices where status not in ('draft', 'void') group by facility_id
  union all
  select 'billed as interest to ' || facility_id, sum(total)::text
    from invoices where status not in ('draft', 'void') and kind = 'interest' group by facility_id
  union all
  select 'received of ' || facility_id, sum(amount)::text from checks where status <> 'returned' group by facility_id
  union all
  select 'returned to ' || facility_id, sum(amount)::text from checks where status = 'returned' group by facility_id
  union all
  select 'credited to ' || facility_id, sum(amount)::text from credit_notes group by facility_id
  union all
  select 'refunded to ' || facility_id, sum(amount)::text from refunds group by facility_id
  union all
  select 'written off for ' || facility_id, sum(payment.amount)::text
    from payments as payment join invoices as invoice on invoice.id = payment.invoice_id
   where payment.source = 'write_off' and payment.reversed_at is null group by facility_id
  union all
  select 'paid by checks of ' || facility_id, sum(payment.amount)::text
    from payments as payment
    join check_reconciliations as made on made.id = payment.check_reconciliation_id
    join checks as received on received.id = made.check_id
   where payment.reversed_at is null and payment.source <> 'discount' group by facility_id
  union all
  select 'paid and left of ' || invoice.facility_id, sum(invoice.amount)::text
    from (select facility_id, amount_paid + interest_paid as amount from invoices where status <> 'void'
          union all
          select facility_id, remaining from facility_credits
          union all
          select facility_id, amount from refunds
          union all
          select invoice.facility_id, -payment.amount
            from payments as payment join invoices as invoice on invoice.id = payment.invoice_id
           where payment.source in ('interest_invoice', 'discount') and payment.reversed_at is null) as invoice
   group by invoice.facility_id
  union all
  select 'paid to ' || item.contractor_id, sum(item.gross_pay)::text
    from payroll_items as item join payroll_batches as batch on batch.id = item.payroll_batch_id
   where batch.status = 'closed' group by item.contractor_id`;

function amountsOf(books: Books): Amounts {
  const amounts = new Map<string, bigint>();
  const add = (name: string, amount: bigint) =>
    amounts.set(name, (amounts.get(name) ?? 0n) + amount);
  for (const [id, { facility, total, isInterest }] of books.sent) {
    if (books.voided.has(id)) continue;
    add(`billed to ${facility}`, total);
    if (isInterest) add(`billed as interest to ${facility}`, total);
  }
  for (const [id, { facility, amount }] of books.checks) {
    const isReturned = books.returned.has(id);
    add(`${isReturned ? "returned to" : "received of"} ${facility}`, amount);
    const paid = books.confirmed.get(id);
    if (paid === undefined || isReturned) continue;
    add(`paid by checks of ${facility}`, paid);
    add(`paid and left of ${facility}`, amount);
  }
  for (const { facility, amount } of books.notes.values()) {
    add(`credited to ${facility}`, amount);
    add(`paid and left of ${facility}`, amount);
  }
  for (const { facility, amount } of books.refunds) add(`refunded to ${facility}`, amount);
  for (const { facility, amount } of books.writeOffs) {
    add(`written off for ${facility}`, amount);
    add(`paid and left of ${facility}`, amount);
  }
  for (const items of books.paid.values()) {
    for (const [contractor, amount] of items) add(`paid to ${contractor}`, amount);
  }
  return amounts;
}

/** Sentences about what is otherwise in the books than in the database. */
export async function disagreements(sql: postgres.Sql, books: Books): Promise<string[]> {
  const rows = await sql.unsafe<{ name: string; amount: string }[]>(AMOUNTS);
  const found = new Map(rows.map(({ name, amount }) => [name, hundredths(amount)]));
  const kept = amountsOf(books);
  const money = [...new Set([...found.keys(), ...kept.keys()])]
    .filter((name) => (found.get(name) ?? 0n) !== (kept.get(name) ?? 0n))
    .map((name) =>
      `the books have ${decimal(kept.get(name) ?? 0n)} ${name}, the database ${
        decimal(found.get(name) ?? 0n)
      }`
    );
  return [...money, ...await disagreementsOnTime(sql, books)];
}

async function disagreementsOnTime(sql: postgres.Sql, books: Books): Promise<string[]> {
  const rows = await sql.unsafe<{ row: Row }[]>(
    `select jsonb_build_object('id', id, 'assignment_id', assignment_id, 'work_date', work_date, 'code', code,
                               'hours', hours, 'quantity', quantity, 'is_payable', is_payable, 'set_aside_at', set_aside_at) as row from time_entries`,
  );
  const found = new Map(rows.map(({ row }) => [`${row.id}`, timeOf(row)]));
  const different = [...new Set([...found.keys(), ...books.time.keys()])].filter((id) =>
    shown(found.get(id)) !== shown(books.time.get(id))
  );
  if (different.length === 0) return [];
  const named = different.slice(0, MOST_NAMED).map((id) =>
    `${id}: ${shown(books.time.get(id))} in the books, ${shown(found.get(id))} in the database`
  );
  return [`${different.length} time entries are otherwise in the books: ${named.join("; ")}`];
}

function shown(time: KeptTime | undefined): string {
  if (time === undefined) return "not there";
  const { day, code, hours, quantity, isPayable, isSetAside } = time;
  const much = quantity === 0n ? `${decimal(hours)} hours` : `${decimal(quantity)} units`;
  const of = code === "regular" ? "" : ` of ${code}`;
  return `${much}${of} on ${day}${isPayable ? ", payable" : ""}${isSetAside ? ", set aside" : ""}`;
}

/** Figures of the books. */
export function bookFigures(books: Books): string {
  const money = (amounts: Iterable<{ readonly amount: bigint }>) =>
    decimal(sum([...amounts].map(({ amount }) => amount)));
  const hours = decimal(sum([...books.time.values()].map(({ hours }) => hours)));
  const billed = [...books.sent].filter(([id]) => !books.voided.has(id)).map(([, { total }]) =>
    total
  );
  const paid = sum([...books.paid.values()].flatMap((items) => [...items.values()]));
  return `${books.time.size} time entries with ${hours} hours, ${billed.length} invoices over ${
    decimal(sum(billed))
  }, ${books.checks.size} checks over ${
    money(books.checks.values())
  }, ${books.notes.size} credit notes over ${
    money(books.notes.values())
  }, ${books.paid.size} closed batches over ${decimal(paid)}`;
}
