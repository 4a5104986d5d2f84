import { type AccrualWindow, type Day, inForce, isoFromDay, monthsLater } from "./calendar.ts";
import { Decimal, ZERO } from "./decimal.ts";
import type { InterestSegment } from "./interest_types.ts";
import type { Invoice, Terms } from "./read_input.ts";
import { shown, shownRate } from "./shown.ts";

/** Months a year: what a started month bears is the rate divided by it. */
const MONTHS = new Decimal(12);

/**
 * Interest by started months, and the segments that explain it: each month bears a twelfth of the
 * rate as it begins, on what is unpaid then, however few of its days follow. Months count from the
 * first day that accrues, the next ones on the same date of later months, or on the last day of
 * those that are shorter.
 *
 * Source of the rule: statutes and contracts that charge "for each month or fraction thereof", such
 * as 1 % a month in the Illinois Local Government Prompt Payment Act, 50 ILCS 505/4. All of a
 * started month is owed on its first day; what is paid within it lessens the next one.
 */
export function accrueByMonths(
  invoice: Invoice,
  terms: Terms,
  { start, end }: AccrualWindow,
): { interest: Decimal; segments: InterestSegment[] } {
  const segments: InterestSegment[] = [];
  let products = ZERO;
  let from = start + 1;
  for (let month = 1; from <= end; month++) {
    const next = monthsLater(start + 1, month);
    const to = Math.min(next - 1, end);
    const rate = inForce(invoice.terms, terms.rateBasis === "floating" ? from : start + 1)?.rate ??
      ZERO;
    const product = unpaidAfter(invoice, from - 1).times(rate);
    products = products.plus(product);
    for (const part of partsOfMonth(invoice, from, to)) {
      const isFirst = part.from === from;
      segments.push({
        from: isoFromDay(part.from),
        to: isoFromDay(part.to),
        days: part.to - part.from + 1,
        months: isFirst ? 1 : 0,
        principal: shown(part.unpaid),
        rate: shownRate(rate),
        interest: shown(isFirst ? product.div(MONTHS) : ZERO),
      });
    }
    from = next;
  }
  return { interest: products.div(MONTHS), segments };
}

function unpaidAfter({ principal, principalPaid }: Invoice, day: Day): Decimal {
  return principal.minus(inForce(principalPaid, day)?.total ?? ZERO);
}

/** The days of a month as payments divide them: a payment's own day belongs to what was unpaid before it. */
function partsOfMonth(invoice: Invoice, first: Day, last: Day) {
  const parts: { from: Day; to: Day; unpaid: Decimal }[] = [];
  let from = first;
  for (const to of [...paymentDays(invoice, first, last), last]) {
    const unpaid = unpaidAfter(invoice, from - 1);
    const before = parts.at(-1);
    if (before?.unpaid.eq(unpaid)) before.to = to;
    else parts.push({ from, to, unpaid });
    from = to + 1;
  }
  return parts;
}

/** The days before the last on which something was paid, each once. */
function paymentDays({ principalPaid }: Invoice, first: Day, last: Day): Iterable<Day> {
  return new Set(
    principalPaid.map(({ from }) => from).filter((day) => day >= first && day < last),
  );
}
