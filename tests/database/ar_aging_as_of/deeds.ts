/** What may happen to what facilities owe, at any time and dated on any day. */
import fc from "fast-check";
import type postgres from "postgres";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import type { Firm } from "../../support/firm.ts";
import { draft, send, voidInvoice } from "../../support/invoices.ts";
import {
  confirm,
  type ProposedLines,
  receive,
  reconcile,
  returnCheck,
  writeOff,
} from "../../support/receipts.ts";

/** Where and when something is done. */
export interface Moment {
  /** One of several facilities. */
  readonly firm: Firm;
  /** The business date. */
  readonly today: string;
}

/** Does something; nothing where there is nothing that it could be done to. */
export type Deed = (moment: Moment) => Promise<unknown>;

/** A deed with its words, for the report of a failure. */
export interface Named {
  readonly what: string;
  readonly deed: Deed;
}

/** The day so many days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toJSON().slice(0, 10);
}

async function ids(
  { sql, facilityId }: Firm,
  table: string,
  where: string,
): Promise<{ id: string; open: string; interest: string }[]> {
  const amounts = table === "invoices"
    ? "balance as open, greatest(interest_balance, 0) as interest"
    : table === "facility_credits"
    ? "remaining as open, 0 as interest"
    : "amount as open, 0 as interest";
  return await sql.unsafe(
    `select id, ${amounts} from ${table} where facility_id = $1 and ${where} order by created_at, id`,
    [facilityId],
  );
}

/** Lines over open invoices, within what there is: each takes a share of what is left and of what is owed. */
async function linesWithin(firm: Firm, available: number, shares: readonly number[]) {
  const lines: Record<string, string> = {};
  let left = Math.round(available * 100);
  const open = await ids(firm, "invoices", "status in ('sent', 'partially_paid', 'paid')");
  for (const [place, invoice] of open.entries()) {
    const share = shares[place] ?? 0;
    const ofInterest = share % 2 === 1;
    const owed = Math.round(100 * Number(ofInterest ? invoice.interest : invoice.open));
    const cents = Math.min(left, Math.ceil(owed * share / 10));
    if (cents <= 0) continue;
    lines[invoice.id] = (ofInterest ? "interest " : "") + (cents / 100).toFixed(2);
    left -= cents;
  }
  return lines satisfies ProposedLines;
}

async function pick(firm: Firm, table: string, where: string, place: number) {
  const rows = await ids(firm, table, where);
  return rows[place % Math.max(rows.length, 1)];
}

async function confirmed(
  sql: postgres.Sql,
  ...spread: [Parameters<typeof reconcile>[1], ProposedLines]
) {
  await confirm(sql, await reconcile(sql, ...spread));
}

const cents = fc.integer({ min: 1, max: 50_000 });
const shares = fc.array(fc.nat(10), { maxLength: 6 });
const place = fc.nat(9);

/** Each kind of deed; `days`: by how many days its own day may differ from the day on which it is done. */
function deeds(days: fc.Arbitrary<number>): Record<string, fc.Arbitrary<Deed>> {
  return {
    invoice: fc.tuple(cents, days).map(([cents, days]) => async ({ firm, today }) => {
      const id = await draft(firm, [(cents / 100).toFixed(2)]);
      await send(firm.sql, [id], addDays(today, days));
    }),
    draft: cents.map((cents) => ({ firm }) => draft(firm, [(cents / 100).toFixed(2)])),
    check: fc.tuple(cents, days, shares).map(([cents, days, shares]) => async ({ firm, today }) => {
      const check = await receive(firm, (cents / 100).toFixed(2), addDays(today, days));
      await confirmed(firm.sql, { check }, await linesWithin(firm, cents / 100, shares));
    }),
    "check, not reconciled": fc.tuple(cents, days).map(([cents, days]) => ({ firm, today }) =>
      receive(firm, (cents / 100).toFixed(2), addDays(today, days))
    ),
    "return of a check": place.map((place) => async ({ firm }) => {
      const check = await pick(firm, "checks", "status <> 'returned'", place);
      if (check) await returnCheck(firm.sql, check.id);
    }),
    "voiding": place.map((place) => async ({ firm }) => {
      const invoice = await pick(
        firm,
        "invoices",
        `status = 'sent' and not exists (
           select from payments where invoice_id = invoices.id and reversed_at is null)`,
        place,
      );
      if (invoice) await voidInvoice(firm.sql, invoice.id);
    }),
    "write-off": place.map((place) => async ({ firm }) => {
      const invoice = await pick(firm, "invoices", "status in ('sent', 'partially_paid')", place);
      if (invoice && Number(invoice.open) > 0) {
        await writeOff(
          firm.sql,
          invoice.id,
          (Math.ceil(Number(invoice.open) * 50) / 100).toFixed(2),
        );
      }
    }),
  };
}

/** What is done later than it is dated, or dated ahead, beside the same days: spending credits, and interest. */
const LATE: Record<string, fc.Arbitrary<Deed>> = {
  "spending of a credit": fc.tuple(place, shares).map(([place, shares]) => async ({ firm }) => {
    const credit = await pick(firm, "facility_credits", "remaining > 0", place);
    if (!credit) return;
    const lines = await linesWithin(firm, Number(credit.open), shares);
    await confirmed(firm.sql, { credit: credit.id }, lines);
  }),
  "accrual": fc.constant<Deed>(({ firm }) => accrueOverdueInterest(firm.sql)),
};

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
export const SAME_DAY = history(named(deeds(fc.constant(0))));

/** Histories whose deeds may be dated back and ahead, with credits spent and interest accrued. */
export const ANY_DAY = history(named({ ...deeds(fc.integer({ min: -12, max: 6 })), ...LATE }));

export type History = Parameters<Parameters<typeof ANY_DAY.map>[0]>[0];
