/** Place of each facility's money on each day, by the days and instants of its rows. */
import { assert, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";

/** Cents that stood on an account from a day until another, or to this day. */
interface Entry {
  readonly facility: string;
  readonly account: "received" | "paid" | "unspent" | "refunded" | "returned";
  readonly from: string;
  readonly until: string | null;
  readonly cents: number;
}

/** Of checks that were reconciled, or returned: until then, one that nobody reconciled is on no account. */
async function readEntries(sql: postgres.ISql): Promise<Entry[]> {
  const rows = await sql<Entry[]>`
    with entry (facility, account, since, ended_at, amount) as (
      select facility_id, 'received',
             case when reconciled_at is null then greatest(received_on, (returned_at at time zone 'America/Denver')::date)
                  else received_on end,
             null::timestamptz, amount
        from checks where status <> 'received'
      union all
      select facility_id, 'returned',
             greatest(received_on, (returned_at at time zone 'America/Denver')::date), null, amount
        from checks where status = 'returned'
      union all
      select facility_id, 'received', counts_on, null, amount from credit_notes
      union all
      select coalesce(payment.paid_by_facility_id, invoice.facility_id), 'paid',
             greatest(payment.paid_on, (payment.moved_at at time zone 'America/Denver')::date), payment.reversed_at,
             payment.amount
        from payments as payment join invoices as invoice on invoice.id = payment.invoice_id
       where payment.source not in ('write_off', 'interest_invoice', 'discount')
      union all
      select note.facility_id, 'unspent', note.counts_on, null, note.amount from credit_notes as note
      union all
      select note.facility_id, 'unspent',
             greatest(payment.paid_on, (payment.moved_at at time zone 'America/Denver')::date), null, -payment.amount
        from payments as payment join credit_notes as note on note.id = payment.credit_note_id
      union all
      select credit.facility_id, 'unspent', received.received_on, credit.reversed_at, credit.amount
        from facility_credits as credit join checks as received on received.id = credit.check_id
      union all
      select refund.facility_id, part.account, refund.refunded_on, null, part.sign * refund.amount
        from refunds as refund cross join (values ('refunded', 1), ('unspent', -1)) as part (account, sign)
      union all
      select credit.facility_id, 'unspent', payment.paid_on, payment.reversed_at, -payment.amount
        from payments as payment
        join check_reconciliations as reconciliation on reconciliation.id = payment.check_reconciliation_id
        join facility_credits as credit on credit.id = reconciliation.facility_credit_id
       where payment.source <> 'discount')
    select facility, account, since::text as from, (ended_at at time zone 'America/Denver')::date::text as until,
           (amount * 100)::int as cents
      from entry`;
  return [...rows];
}

/** Asserts that what a facility sent, or was credited, is, on every day, paid on its invoices, kept as its credits, refunded, or returned. */
export async function assertNoMoneyIsLost(sql: postgres.ISql): Promise<void> {
  const entries = await readEntries(sql);
  const days = new Set(
    entries.flatMap(({ from, until }) => until === null ? [from] : [from, until]),
  );
  for (const [facility, own] of Map.groupBy(entries, (entry) => entry.facility)) {
    for (const day of days) {
      const on = (account: Entry["account"]) =>
        own.filter((entry) => entry.account === account && isInForce(entry, day))
          .reduce((sum, { cents }) => sum + cents, 0);
      assertStrictEquals(
        on("received"),
        on("paid") + on("unspent") + on("refunded") + on("returned"),
        `${facility} ${day}`,
      );
      assert(on("unspent") >= 0, `${facility} ${day}: credits are overspent`);
    }
  }
}

/** Nothing changes between the days on which something does. */
function isInForce({ from, until }: Entry, day: string): boolean {
  return from <= day && (until === null || day < until);
}
