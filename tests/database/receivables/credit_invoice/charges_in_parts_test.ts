// Fees and taxes of invoices of several lines and days: whatever parts are credited, each takes its share along, and all of
// them together come to the invoice.
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type postgres from "postgres";
import { createInvoice } from "../../../support/billing/billed_time.ts";
import { adjust } from "../../../support/billing/drafts.ts";
import { addFee, addTax } from "../../../support/billing/fees.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";

const CLOCK = { clock: "2026-03-25 12:00:00-06" };
const DAYS = ["2026-03-02", "2026-03-03", "2026-03-04"] as const;
const LAST = "2026-03-08";
const FEE = 0.03;
const TAX = 0.06;

/** A line of the invoice, in cents; an adjustment has the last day. */
interface Line {
  readonly id: string;
  readonly day: string;
  readonly amount: number;
  readonly wages: number;
  readonly isTime: boolean;
  credited: number;
}

/** Bases of the fee and of the tax, and since when the facility is exempt. */
interface Terms {
  readonly feeBase: string;
  readonly taxBase: string;
  readonly exemptFrom: string | null;
}

const invoice = fc.record({
  hours: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }),
  adjustments: fc.array(fc.integer({ min: 500, max: 90_000 }), { maxLength: 2 }),
  feeBase: fc.constantFrom("all", "time"),
  taxBase: fc.constantFrom("all", "fees"),
  exemptFrom: fc.constantFrom(null, ...DAYS.slice(1), LAST),
  credits: fc.array(fc.record({ nth: fc.nat(), percent: fc.constantFrom(25, 33, 50, 100) }), {
    maxLength: 5,
  }),
});

const money = (cents: number) => (cents / 100).toFixed(2);
const cents = (text: unknown) => Math.round(Number(text) * 100);
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
/** Half up to the cent, as what is exact comes out of numbers that are not. */
const rounded = (amount: number) => Math.round(amount + 1e-6);

/** Shares of the fee and of the tax in so much of each line, in cents: of all of them, what the invoice charges. */
function chargesOf(
  lines: readonly Line[],
  { feeBase, taxBase, exemptFrom }: Terms,
  given: (line: Line) => number,
): { fee: number; tax: number } {
  const ofFee = lines.filter(({ isTime }) => feeBase === "all" || isTime);
  const feeOn = sum(ofFee.map(({ amount }) => amount));
  const fee = rounded(feeOn * FEE);
  const feeGiven = feeOn === 0 ? 0 : rounded(fee * sum(ofFee.map(given)) / feeOn);
  const isTaxed = (day: string) => exemptFrom === null || day < exemptFrom;
  const taxed = lines.filter(({ day }) => isTaxed(day));
  const baseOf = ({ amount, wages }: Line) => amount - (taxBase === "fees" ? wages : 0);
  const base = sum(taxed.map(baseOf)) - (isTaxed(LAST) ? fee : 0);
  const tax = base > 0 ? rounded(base * TAX) : 0;
  const baseGiven = sum(taxed.map((line) => baseOf(line) * given(line) / line.amount)) -
    (isTaxed(LAST) ? feeGiven : 0);
  const taxGiven = tax === 0 ? 0 : Math.max(0, Math.min(tax, rounded(tax * baseGiven / base)));
  return { fee: feeGiven, tax: taxGiven };
}

async function linesOf(sql: postgres.Sql, id: string): Promise<Line[]> {
  const rows = await sql`
    select line.id, coalesce(line.work_date, ${LAST}::date)::text as day, line.amount, line.hours, line.kind
      from invoice_lines as line where line.invoice_id = ${id} and line.base is null order by line.id`;
  return rows.map(({ id, day, amount, hours, kind }) => ({
    id,
    day,
    amount: cents(amount),
    wages: Number(hours ?? 0) * 6000,
    isTime: kind !== "adjustment",
    credited: 0,
  }));
}

Deno.test("credit_invoice/takes_fees_and_taxes_back_by_the_share_of_each_line_in_whatever_parts", () =>
  withDatabase(async ({ sql }) => {
    let nth = 0;
    await fc.assert(
      fc.asyncProperty(invoice, async (drawn) => {
        const place = `PA Place ${++nth}`;
        const firm = await Firm.create(sql, `Facility ${nth}`);
        await addFee(firm, { base: drawn.feeBase });
        await addTax(sql, { jurisdiction: place, base: drawn.taxBase });
        await sql`
          insert into facility_taxes (facility_id, jurisdictions, exemption, exempt_from)
          values (${firm.facilityId}, ${[place]}, ${
          drawn.exemptFrom && "75-1"
        }, ${drawn.exemptFrom})`;
        const assignment = await firm.assignment();
        for (const [day, hours] of drawn.hours.entries()) {
          await firm.entry(assignment, "approved", DAYS[day] ?? "", String(hours));
        }
        const { id } = await createInvoice(sql, firm.facilityId, DAYS[0], LAST);
        await adjust(sql, id, ...drawn.adjustments.map(money));
        await send(sql, [id], "2026-03-10");
        const lines = await linesOf(sql, id);
        const gross = sum(lines.map(({ amount }) => amount));
        const whole = chargesOf(lines, drawn, ({ amount }) => amount);
        const [{ total }] = await sql<[{ total: string }]>`
          select total from invoices where id = ${id}`;
        assertEquals(cents(total), gross - whole.fee + whole.tax);
        // What is entered later says nothing of what was sent.
        await sql`
          update facility_taxes set exemption = '75-2', exempt_from = '2026-01-01'
           where facility_id = ${firm.facilityId}`;

        let before = { fee: 0, tax: 0 };
        let given = 0;
        const take = async (parts: readonly (readonly [Line, number])[]) => {
          const { amount } = await credit(sql, id, {
            lines: parts.map(([line]) => line.id),
            amounts: parts.map(([, part]) => money(part)),
          });
          for (const [line, part] of parts) line.credited += part;
          const after = chargesOf(lines, drawn, ({ credited }) => credited);
          const expected = sum(parts.map(([, part]) => part)) - (after.fee - before.fee) +
            after.tax - before.tax;
          assertEquals(cents(amount), expected);
          before = after;
          given += expected;
        };
        for (const { nth, percent } of drawn.credits) {
          const open = lines.filter(({ amount, credited }) => amount - credited >= 400);
          const line = open[nth % Math.max(open.length, 1)];
          if (line === undefined) break;
          await take([[line, Math.round((line.amount - line.credited) * percent / 100)]]);
        }
        const rest = lines.filter(({ amount, credited }) => amount > credited);
        if (rest.length > 0) {
          await take(rest.map((line) => [line, line.amount - line.credited] as const));
        }
        assertEquals(given, cents(total));
      }),
      { numRuns: 15 },
    );
  }, CLOCK));
