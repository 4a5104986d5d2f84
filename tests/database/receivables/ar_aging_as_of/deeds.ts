/** Possible acts on receivables, at any time and dated on any day. */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { dispute, send, settleDispute, voidInvoice } from "../../../support/billing/invoices.ts";
import type { Firm } from "../../../support/firm.ts";
import { invoiceInterest } from "../../../support/receivables/billed_interest.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import {
  confirm,
  receive,
  reconcile,
  refund,
  returnCheck,
  reverseWriteOff,
  waive,
  writeOff,
} from "../../../support/receivables/receipts.ts";
import { totals } from "../../../support/receivables/reports.ts";
import { rowOf } from "../../../support/sql/rows.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

/** Place and time at which something is done. */
export interface Moment {
  /** One of two facilities. */
  readonly firm: Firm;
  /** The business date. */
  readonly today: string;
}

/** Does something; nothing where there is nothing that it could be done to. */
export type Deed = (moment: Moment) => Promise<unknown>;

/** A deed and its name, for the report of a failure. */
interface Named {
  readonly what: string;
  readonly deed: Deed;
}

/** The day so many days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toJSON().slice(0, 10);
}

type Row = Readonly<Record<string, string>> & { readonly id: string };

/** Rows of the facility in a table, oldest first. */
async function rowsOf({ sql, facilityId }: Firm, table: string, where: string): Promise<Row[]> {
  return await sql.unsafe<Row[]>(
    `select * from ${table} where facility_id = $1 and ${where} order by created_at, id`,
    [facilityId],
  );
}

/** One of them; none where there are none. */
async function oneOf(firm: Firm, table: string, where: string, place: number) {
  const rows = await rowsOf(firm, table, where);
  return rows[place % Math.max(rows.length, 1)];
}

/** A line of a sent invoice, not one of interest, of which some is not credited, in cents; none where there are none. */
async function lineOf(
  { sql, facilityId }: Firm,
  place: number,
  statuses = "('sent', 'partially_paid', 'paid')",
): Promise<{ id: string; invoice: string; cents: number } | undefined> {
  const rows = await sql.unsafe<{ id: string; invoice: string; cents: number }[]>(
    `select line.invoice_line_id as id, invoice.id as invoice, (line.rest * 100)::int as cents
       from invoices as invoice cross join lateral private.rests_of_lines(invoice.id) as line
      where invoice.facility_id = $1 and invoice.status in ${statuses} and invoice.kind <> 'interest' and line.rest > 0
      order by invoice.created_at, invoice.id`,
    [facilityId],
  );
  return rows[place % Math.max(rows.length, 1)];
}

/** Spreads a check or a credit over invoices: each takes a share of what it owes, as far as there is enough. */
async function spread(
  firm: Firm,
  source: Parameters<typeof reconcile>[1],
  available: number,
  shares: readonly number[],
): Promise<void> {
  const lines: Record<string, string> = {};
  let left = Math.round(available * 100);
  const invoices = await rowsOf(firm, "invoices", "status in ('sent', 'partially_paid', 'paid')");
  for (const [place, { id, balance, interest_balance }] of invoices.entries()) {
    const share = shares[place] ?? 0;
    const ofInterest = share % 2 === 1;
    const owed = Number(ofInterest ? interest_balance : balance) * 100;
    const cents = Math.min(left, Math.ceil(Math.round(owed) * share / 10));
    if (cents <= 0) continue;
    lines[id] = (ofInterest ? "interest " : "") + money(cents);
    left -= cents;
  }
  await confirm(firm.sql, await reconcile(firm.sql, source, lines));
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

const cents = fc.integer({ min: 1, max: 50_000 });
const shares = fc.array(fc.nat(10), { maxLength: 6 });
const place = fc.nat(9);

/** Each kind of deed; `days`: by how many days its own day may differ from the day on which it is done. */
function deeds(
  days: fc.Arbitrary<number>,
  countsFrom: fc.Arbitrary<string>,
): Record<string, fc.Arbitrary<Deed>> {
  // No check is received on a day that has not come.
  const daysPast = days.map((days) => Math.min(days, 0));
  return {
    invoice: fc.tuple(cents, days).map(([cents, days]) => async ({ firm, today }) => {
      await send(firm.sql, [await draft(firm, [money(cents)])], addDays(today, days));
    }),
    draft: cents.map((cents) => ({ firm }) => draft(firm, [money(cents)])),
    check: fc.tuple(cents, daysPast, shares).map(
      ([cents, days, shares]) => async ({ firm, today }) => {
        const check = await receive(firm, money(cents), addDays(today, days));
        await spread(firm, { check }, cents / 100, shares);
      },
    ),
    "check, not reconciled": fc.tuple(cents, daysPast).map(([cents, days]) => ({ firm, today }) =>
      receive(firm, money(cents), addDays(today, days))
    ),
    "return of a check": place.map((place) => async ({ firm }) => {
      const returnable = `status <> 'returned' and not exists (
        select from refunds join facility_credits as credit on credit.id = facility_credit_id
         where credit.check_id = checks.id)`;
      const check = await oneOf(firm, "checks", returnable, place);
      if (check) await returnCheck(firm.sql, check.id);
    }),
    "voiding": place.map((place) => async ({ firm }) => {
      const unpaid = `status = 'sent' and interest_paid = 0
        and not exists (select from credit_notes where invoice_id = invoices.id)`;
      const invoice = await oneOf(firm, "invoices", unpaid, place);
      if (invoice) await voidInvoice(firm.sql, invoice.id);
    }),
    "credit note": fc.tuple(place, countsFrom).map(([place, countsFrom]) => async ({ firm }) => {
      const sent = `status in ('sent', 'partially_paid', 'paid') and total > coalesce(
        (select sum(amount) from credit_notes where invoice_id = invoices.id), 0)`;
      const invoice = await oneOf(firm, "invoices", sent, place);
      const from = invoice?.["kind"] === "interest" ? "credit" : countsFrom;
      if (invoice) await credit(firm.sql, invoice.id, { countsFrom: from });
    }),
    "credit note in part": fc.tuple(place, cents, countsFrom).map(
      ([place, cents, countsFrom]) => async ({ firm }) => {
        const line = await lineOf(firm, place);
        if (line) {
          await credit(firm.sql, line.invoice, {
            lines: [line.id],
            amounts: [money(Math.min(line.cents, cents))],
            countsFrom,
          });
        }
      },
    ),
    "dispute of a line": fc.tuple(place, cents).map(([place, cents]) => async ({ firm }) => {
      const line = await lineOf(firm, place, "('sent', 'partially_paid')");
      if (line) {
        const amounts = [money(Math.min(line.cents, cents))];
        await dispute(firm.sql, line.invoice, "Not ours.", [line.id], amounts);
      }
    }),
    "dispute": place.map((place) => async ({ firm }) => {
      const invoice = await oneOf(firm, "invoices", "status in ('sent', 'partially_paid')", place);
      if (invoice) await dispute(firm.sql, invoice.id);
    }),
    "end of a dispute": place.map((place) => async ({ firm }) => {
      const invoice = await oneOf(firm, "invoices", "disputed_at is not null", place);
      if (invoice) await settleDispute(firm.sql, invoice.id);
    }),
    "refund": fc.tuple(place, cents).map(([place, cents]) => async ({ firm }) => {
      const credit = await oneOf(firm, "facility_credits", "remaining > 0", place);
      if (credit) {
        const left = Math.round(Number(credit["remaining"]) * 100);
        await refund(firm.sql, credit.id, money(Math.min(left, cents)));
      }
    }),
    "waiver": place.map((place) => async ({ firm }) => {
      const late = `status in ('sent', 'partially_paid', 'paid') and kind <> 'interest'
        and interest_balance > 0`;
      const invoice = await oneOf(firm, "invoices", late, place);
      if (invoice) await waive(firm.sql, invoice.id, "0.01");
    }),
    "check in time for a discount": place.map((place) => async ({ firm, today }) => {
      const left = "private.discount_left(invoices)";
      const gives = `${left} > 0 and ${left} < balance and discount_until >= '${today}'`;
      const invoice = await oneOf(firm, "invoices", gives, place);
      if (!invoice) return;
      const [{ amount }] = await firm.sql<[{ amount: string }]>`
        select (balance - private.discount_left(invoices))::text as amount
          from invoices where id = ${invoice.id}`;
      const check = await receive(firm, amount, today);
      const { id } = await rowOf(firm.sql, "public.propose_check_reconciliation($1)", [check]);
      await confirm(firm.sql, id ?? null);
    }),
    "recovery": fc.tuple(place, daysPast).map(([place, days]) => async ({ firm, today }) => {
      const given = "private.still_written_off(invoices.id) > 0";
      const invoice = await oneOf(firm, "invoices", given, place);
      if (!invoice) return;
      const [{ rest }] = await firm.sql<[{ rest: string }]>`
        select private.still_written_off(${invoice.id})::text as rest`;
      const check = await receive(firm, rest, addDays(today, days));
      const lines = { [invoice.id]: `write_off ${rest}` };
      await confirm(firm.sql, await reconcile(firm.sql, { check }, lines));
    }),
    "end of a write-off": place.map((place) => async ({ firm }) => {
      const { sql, facilityId } = firm;
      const rows = await sql<{ id: string }[]>`
        select payment.id from payments as payment join invoices as invoice on invoice.id = invoice_id
         where source = 'write_off' and reversed_at is null and facility_id = ${facilityId}
           and payment.amount <= private.still_written_off(invoice.id)
         order by payment.created_at, payment.id`;
      const off = rows[place % Math.max(rows.length, 1)];
      if (off) await reverseWriteOff(sql, off.id);
    }),
    "write-off": place.map((place) => async ({ firm }) => {
      const open = "status in ('sent', 'partially_paid')";
      const invoice = await oneOf(firm, "invoices", open, place);
      if (invoice) {
        await writeOff(firm.sql, invoice.id, money(Math.ceil(Number(invoice.balance) * 50)));
      }
    }),
  };
}

/** Acts that bear other days than the one on which they are done: spending a credit, and interest. */
const LATE: Record<string, fc.Arbitrary<Deed>> = {
  "spending of a credit": fc.tuple(place, shares).map(([place, shares]) => async ({ firm }) => {
    const credit = await oneOf(firm, "facility_credits", "remaining > 0", place);
    if (credit) await spread(firm, { credit: credit.id }, Number(credit.remaining), shares);
  }),
  "accrual": fc.constant<Deed>(({ firm }) => accrueOverdueInterest(firm.sql)),
  "interest on paper": fc.nat(9).map((daysBack) => billInterest(daysBack)),
};

/** Holds that the total owed is the same on every day, billed or not. */
function billInterest(daysBack: number): Deed {
  return async ({ firm, today }) => {
    await accrueOverdueInterest(firm.sql);
    const net = async (day: string) => (await totals(firm, day))?.split(" ").at(-1) ?? "0.00";
    const days = [-30, -10, -4, -2, -1, 0, 1, 5].map((days) => addDays(today, days));
    const before = await Promise.all(days.map(net));
    try {
      await invoiceInterest(firm.sql, firm.facilityId, addDays(today, -daysBack));
    } catch (error) {
      await assertRefused(Promise.reject(error), 409, "no_interest_to_bill");
    }
    assertEquals(await Promise.all(days.map(net)), before);
  };
}

function named(all: Record<string, fc.Arbitrary<Deed>>): fc.Arbitrary<Named> {
  return fc.oneof(
    ...Object.entries(all).map(([what, arbitrary]) => arbitrary.map((deed) => ({ what, deed }))),
  );
}

/** A deed, how many hours after the one before it, and at which facility. */
function history(deed: fc.Arbitrary<Named>) {
  return fc.array(
    fc.record({ deed, hours: fc.integer({ min: 0, max: 100 }), facility: fc.nat(1) }),
    { minLength: 5, maxLength: 25 },
  );
}

/** Histories whose deeds all bear the day on which they are done. */
export const SAME_DAY = history(
  named(deeds(fc.constant(0), fc.constant("credit"))),
);

/** Histories whose deeds may be dated back and ahead, with credits spent and interest accrued. */
export const ANY_DAY = history(
  named({
    ...deeds(fc.integer({ min: -12, max: 6 }), fc.constantFrom("invoice", "credit")),
    ...LATE,
  }),
);

export type History = typeof ANY_DAY extends fc.Arbitrary<infer Deeds> ? Deeds : never;
