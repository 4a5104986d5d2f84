/** Acts on invoices and on the terms of their interest, and the passing of time. */
import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { terms } from "../../../unit/compute_interest/arbitraries.ts";
import { addDays } from "../../../support/interest/oracle_days.ts";
import { totalOf } from "./charges.ts";
import type { Books } from "./books.ts";
import type { Invoice } from "./facts.ts";
import { money } from "./interest_of.ts";
import {
  agree,
  amount,
  daysFrom,
  DISCOUNT,
  facility,
  newest,
  nth,
  operation,
  PAYMENT_TERMS_DAYS,
  setNow,
  writeTerms,
} from "./history.ts";

/** Another program's, issued thirty days before it is due. */
export const invoice = operation(
  "an invoice",
  fc.record({ facility, total: amount, due: daysFrom(-45, 20) }),
  async ({ firms, books }, { facility, total, due }) => {
    const dueOn = addDays(books.today, due);
    const id = await firms[facility].sentInvoice(dueOn, money(total));
    const sent = { issued: addDays(dueOn, -30), due: dueOn };
    books.addInvoice(id, books.facilities[facility], total, sent);
  },
);

export const draftInvoice = operation(
  "a draft",
  fc.record({ facility, total: amount }),
  async ({ firms, books }, { facility, total }) => {
    const id = await draft(firms[facility], [money(total)]);
    const net = facility === 0 ? totalOf(total) : total;
    books.addInvoice(id, books.facilities[facility], net, null, total);
  },
);

export const sendDraft = operation("send_invoices", nth, async ({ sql, books }, n) => {
  const chosen = newest(books.invoices.filter((one) => books.status(one) === "draft"), n);
  if (chosen === undefined) return;
  await send(sql, [chosen.id]);
  enterSent(books, chosen);
});

function enterSent(books: Books, invoice: Invoice): void {
  invoice.sentTo = invoice.facility.billTo;
  const issued = books.businessDate;
  const amount = Math.round(invoice.total * DISCOUNT.percent / 100);
  const until = addDays(issued, DISCOUNT.days);
  invoice.sent = {
    issued,
    due: addDays(issued, PAYMENT_TERMS_DAYS),
    ...amount > 0 && { discount: { amount, until } },
  };
}

/** All drafts at once: what of them is the program's comes to it in one bundle. */
export const sendAll = operation("a bundle", fc.constant(null), async ({ sql, books }) => {
  const drafts = books.invoices.filter((one) => books.status(one) === "draft");
  if (drafts.length === 0) return;
  await send(sql, drafts.map(({ id }) => id));
  for (const draft of drafts) enterSent(books, draft);
  const bundled = await sql<{ invoices: string[] }[]>`
    select array_agg(id::text order by id) as invoices from invoices
     where invoice_bundle_id in (select invoice_bundle_id from invoices where id = ${
    drafts[0]?.id ?? ""
  })`;
  const ofProgram = drafts.filter(({ sentTo }) => sentTo !== null).map(({ id }) => id).sort();
  assertEquals(
    [...bundled].flatMap(({ invoices }) => invoices ?? []),
    drafts[0]?.sentTo ? ofProgram : [],
  );
});

export const voiding = operation("void_invoice", nth, async ({ sql, books }, n) => {
  const chosen = newest(books.invoices, n);
  if (chosen === undefined) return;
  await agree(
    () => voidInvoice(sql, chosen.id),
    books.whyNotVoided(chosen),
    () => books.void(chosen),
  );
});

/** Terms from such a day on; where that day has some, their rate. */
const termsFrom = (facility: fc.Arbitrary<0 | 1>, start: fc.Arbitrary<string>) =>
  operation(
    "terms",
    fc.record({ facility, row: terms(start) }),
    async ({ sql, books }, { facility, row }) => {
      const { id, terms } = books.facilities[facility];
      await writeTerms(sql, id, row);
      const place = terms.findIndex(({ effectiveFrom }) => effectiveFrom === row.effectiveFrom);
      const former = terms[place];
      if (former === undefined) terms.push(row);
      else terms[place] = { ...former, annualRate: row.annualRate };
      books.changeTerms(books.facilities[facility]);
    },
  );

/** Each facility has some from the beginning. */
export const firstTerms = fc.tuple(
  termsFrom(fc.constant(0), fc.constant("2025-01-01")),
  termsFrom(fc.constant(1), fc.constant("2025-01-01")),
);

export const newTerms = termsFrom(
  facility,
  fc.oneof(
    fc.constantFrom("2025-01-01", "2026-03-01"),
    daysFrom(-60, 60).map((days) => addDays("2026-03-01", days)),
  ),
);

export const removedTerms = operation(
  "terms go",
  fc.record({ facility, nth }),
  async ({ sql, books }, { facility, nth }) => {
    const { id, terms } = books.facilities[facility];
    const chosen = newest(terms, nth);
    if (chosen === undefined) return;
    await sql`
      delete from facility_interest_terms
       where facility_id = ${id} and effective_from = ${chosen.effectiveFrom}`;
    terms.splice(terms.indexOf(chosen), 1);
    books.changeTerms(books.facilities[facility]);
  },
);

/** In the evening it is the day before in Denver. */
export const laterDay = operation(
  "later",
  fc.record({ days: fc.integer({ min: 1, max: 20 }), hour: fc.constantFrom("02", "18") }),
  async (history, { days, hour }) =>
    await setNow(history, `${addDays(history.books.today, days)}T${hour}:00:00+00:00`),
);

/** The job, which finds nothing to do when it runs again on the same day. */
export const accrual = operation("accrue-interest", fc.constant(null), async ({ sql, books }) => {
  assertStrictEquals((await accrueOverdueInterest(sql)).remaining, 0);
  books.accrue();
  assertStrictEquals((await accrueOverdueInterest(sql)).scanned, 0);
});
