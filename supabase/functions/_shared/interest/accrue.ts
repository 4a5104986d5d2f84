import {
  type AccrualWindow,
  anniversary,
  type Day,
  DAY_COUNTERS,
  inForce,
  isoFromDay,
  lastDayOfYear,
  yearOf,
} from "./calendar.ts";
import { Decimal, ZERO } from "./decimal.ts";
import {
  type Compounding,
  type InterestSegment,
  InvalidInterestInputError,
} from "./interest_types.ts";
import type { Invoice, Terms } from "./read_input.ts";
import { shown, shownRate } from "./shown.ts";
import { accrueByMonths } from "./started_months.ts";

/**
 * A hundred quintillion dollars: compounding beyond it is a mistaken rate or date, and would in
 * time outgrow the digits kept.
 */
const LARGEST_BALANCE = new Decimal("1e20");

/**
 * Interest of all days of the window, and the segments that explain it. The sum of principal × rate
 * × weighted days is divided once, at the end; while compounding, at each capitalisation. Throws
 * `InvalidInterestInputError` for terms that compound beyond all money.
 */
export function accrue(
  invoice: Invoice,
  terms: Terms,
  window: AccrualWindow,
): { interest: Decimal; segments: InterestSegment[] } {
  if (terms.dayCount === "started_months") return accrueByMonths(invoice, terms, window);
  const { start } = window;
  const { divisor, weight, days } = DAY_COUNTERS[terms.dayCount];
  const capitalisations = new Set(capitalisationDays(terms.compounding, window));
  const stretches: Stretch[] = [];
  /** Interest up to the last capitalisation, and what of it joined the principal. */
  let interest = ZERO;
  let joined = ZERO;
  /** Since then, not divided yet. */
  let products = ZERO;
  let after = start;
  for (const to of stretchEnds(invoice, terms, window, capitalisations)) {
    const paid = inForce(invoice.principalPaid, after)?.total ?? ZERO;
    const bearing = invoice.principal.minus(paid).plus(joined);
    if (bearing.gt(LARGEST_BALANCE)) {
      throw new InvalidInterestInputError("terms", "interest compounds beyond 20 digits");
    }
    const rateDay = terms.rateBasis === "floating" ? after + 1 : start + 1;
    const rate = inForce(invoice.terms, rateDay)?.rate ?? ZERO;
    const counted = days(start, to) - days(start, after);
    const product = bearing.times(rate).times(counted * weight(to));
    products = products.plus(product);
    addStretch(stretches, { after, to, days: counted, bearing, rate, weight: weight(to), product });
    if (capitalisations.has(to)) {
      interest = interest.plus(products.div(divisor));
      products = ZERO;
      // What once joined the principal stays, however much interest is paid later.
      const interestPaid = inForce(invoice.interestPaid, to)?.total ?? ZERO;
      joined = Decimal.max(joined, interest.minus(interestPaid));
    }
    after = to;
  }
  return {
    interest: interest.plus(products.div(divisor)),
    segments: stretches.map((stretch) => explain(stretch, divisor)),
  };
}

/**
 * The days at whose end unpaid interest joins the principal: each 30th day after the start
 * (US Prompt Payment, 5 CFR 1315), or each anniversary of it, which for 29 February is
 * 28 February in other years.
 */
function capitalisationDays(compounding: Compounding, { start, end }: AccrualWindow): Day[] {
  if (compounding === "none") return [];
  const days: Day[] = [];
  for (let period = 1;; period++) {
    const day = compounding === "annual" ? anniversary(start, period) : start + 30 * period;
    if (day >= end) return days;
    days.push(day);
  }
}

/**
 * The days after which something may change: a payment's day, the day before a new row, a
 * capitalisation, under `actual/actual` each 31 December, and the end. In order, each once.
 */
function stretchEnds(
  invoice: Invoice,
  terms: Terms,
  { start, end }: AccrualWindow,
  capitalisations: Iterable<Day>,
): Day[] {
  const ends = new Set(capitalisations);
  for (const { from } of invoice.principalPaid) ends.add(from);
  for (const { from } of invoice.terms) ends.add(from - 1);
  if (terms.dayCount === "actual/actual") {
    for (let year = yearOf(start); year < yearOf(end); year++) ends.add(lastDayOfYear(year));
  }
  ends.add(end);
  return [...ends].filter((day) => day > start && day <= end).sort((a, b) => a - b);
}

/** The days after `after` through `to`, alike in what bears interest, rate and weight. */
interface Stretch {
  readonly after: Day;
  readonly to: Day;
  readonly days: number;
  /** Amount that bears interest. */
  readonly bearing: Decimal;
  readonly rate: Decimal;
  readonly weight: number;
  /** bearing × rate × weighted days, not divided yet. */
  readonly product: Decimal;
}

/** Adds a stretch, or lengthens the last one where nothing shown changed between them. */
function addStretch(stretches: Stretch[], next: Stretch): void {
  const last = stretches.at(-1);
  const alike = last !== undefined && last.weight === next.weight && last.rate.eq(next.rate) &&
    last.bearing.eq(next.bearing);
  if (!alike) {
    stretches.push(next);
    return;
  }
  const days = last.days + next.days;
  const product = last.product.plus(next.product);
  stretches[stretches.length - 1] = { ...last, to: next.to, days, product };
}

/** A stretch in words a person can check by hand. */
function explain(stretch: Stretch, divisor: Decimal): InterestSegment {
  return {
    from: isoFromDay(stretch.after + 1),
    to: isoFromDay(stretch.to),
    days: stretch.days,
    principal: shown(stretch.bearing),
    rate: shownRate(stretch.rate),
    interest: shown(stretch.product.div(divisor)),
  };
}
