import type {
  InterestInput,
  InterestPayment,
  InterestTerms,
} from "../../../supabase/functions/_shared/interest/compute_interest.ts";
import { Fraction } from "./fraction.ts";
import { addDays, isAnniversary, shareOfYear } from "./oracle_days.ts";

const ZERO = new Fraction(0n);

/**
 * Interest as docs/architecture.md has it, with waiveBelow compared before rounding, reckoned day by day with exact
 * fractions: slow, plain, and written without a look at the implementation, whose code it doesn't share.
 */
export function oracle(input: InterestInput): Record<string, string> {
  const nothing = { interest: "0.00", fee: "0.00", total: "0.00", accruedThrough: input.dueDate };
  const principal = Fraction.parse(input.principal);
  const main = rowOn(input.terms, addDays(input.dueDate, 1)) ?? rows(input.terms)[0];
  if (main === undefined) return nothing;
  const graceEnd = addDays(input.dueDate, main.graceDays ?? 0);
  const paidInGrace = paidThrough(input.payments, graceEnd).atLeast(principal);
  if (input.asOf <= graceEnd || paidInGrace) return nothing;

  let [interest, fresh, capitalised, setOff] = [ZERO, ZERO, ZERO, ZERO];
  let [counted, start, through] = [0, "", input.dueDate];
  let day = addDays(main.accrueFrom === "grace_end" ? graceEnd : input.dueDate, 1);
  for (; day <= input.asOf; day = addDays(day, 1)) {
    const unpaid = principal.lessAtMost(paidThrough(input.payments, addDays(day, -1)));
    if (unpaid.numerator === 0n) break;
    const row = rowOn(input.terms, day);
    if (row === undefined) continue;
    if (counted === (main.maximumDays ?? Infinity)) break;
    if (counted === 0) start = addDays(day, -1);
    counted++;
    through = day;

    const rateRow = main.rateBasis === "fixed_at_start"
      ? rowOn(input.terms, addDays(start, 1))
      : row;
    const rate = Fraction.parse(rateRow?.annualRate ?? "0");
    const share = shareOfYear(main.dayCount ?? "actual/365", start, day);
    const todays = unpaid.plus(capitalised).times(rate).times(share);
    interest = interest.plus(todays);
    fresh = fresh.plus(todays);

    const joins = main.compounding === "every_30_days" && counted % 30 === 0 ||
      main.compounding === "annual" && isAnniversary(day, start);
    if (joins) {
      const available = paidThrough(input.interestPayments ?? [], day).lessAtMost(setOff);
      const used = available.atLeast(fresh) ? fresh : available;
      setOff = setOff.plus(used);
      capitalised = capitalised.plus(fresh.lessAtMost(used));
      fresh = ZERO;
    }
  }
  return { ...settled(interest, principal, main), accruedThrough: through };
}

function settled(interest: Fraction, principal: Fraction, main: InterestTerms) {
  const fraction = main.maximumFraction ?? null;
  const cap = fraction === null ? interest : principal.times(Fraction.parse(fraction));
  const capped = interest.atLeast(cap) ? cap : interest;
  const cents = capped.toCents();
  const owed = cents !== "0.00" && capped.atLeast(Fraction.parse(main.waiveBelow ?? "0"));
  if (!owed) return { interest: "0.00", fee: "0.00", total: "0.00" };
  const fee = Fraction.parse(main.fixedFee ?? "0");
  return { interest: cents, fee: fee.toCents(), total: Fraction.parse(cents).plus(fee).toCents() };
}

function rows(terms: readonly InterestTerms[]): InterestTerms[] {
  return terms.toSorted((a, b) => a.effectiveFrom < b.effectiveFrom ? -1 : 1);
}

function rowOn(terms: readonly InterestTerms[], day: string): InterestTerms | undefined {
  return rows(terms).findLast(({ effectiveFrom }) => effectiveFrom <= day);
}

function paidThrough(payments: readonly InterestPayment[], day: string): Fraction {
  return payments.filter(({ paidOn }) => paidOn <= day)
    .reduce((sum, { amount }) => sum.plus(Fraction.parse(amount)), ZERO);
}
