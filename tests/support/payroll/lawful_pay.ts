/**
 * Pay of an employee's week by the law of where it is worked, the least that the federal law asks, and the minimum
 * wage. Written from the texts that docs/overtime.md names, in fractions, without the product's code or its SQL.
 */
import {
  type Code,
  inRegularRate,
  rateOfCode,
  type Sum,
  sumInRegularRate,
} from "./lawful_codes.ts";
import {
  type Added,
  addedTo,
  type DayPremium,
  type PlacedPiece,
  type Promise,
} from "./lawful_promises.ts";
import { classesOfWeek, type Law } from "./lawful_hours.ts";
import { lesser, minus, type Ratio, ratio, rounded, times, total } from "./ratio.ts";

/** Somebody's place, and what it pays; money in cents. */
export interface Place {
  readonly state: string;
  /** Minimum wages that the facility names; null is its state's. */
  readonly jurisdictions: readonly string[] | null;
  readonly law: Law;
  /** The rate of the week's first day, and another from a later one on. */
  readonly rate: number;
  readonly raise: { readonly fromDay: number; readonly rate: number } | null;
  readonly stipends: readonly Stipend[];
}

export interface Stipend {
  readonly kind: "reimbursement" | "hours_driven" | "flat_sum";
  readonly per: "week" | "day" | "shift";
  readonly amount: number;
  /** A reason of a reimbursement is given. */
  readonly hasReason: boolean;
}

export interface Extra {
  readonly kind: "promised" | "flat" | "discretionary" | "reimbursement";
  readonly amount: number;
  /** So many weeks earned it, this one being the last. */
  readonly weeks: number;
}

/** Time worked at a place: hours alone of a day, or a shift by the minutes of the week. */
export type Time =
  & {
    readonly place: number;
    /** Its code's place among the week's; null is regular time. */
    readonly code: number | null;
  }
  & (
    | { readonly day: number; readonly hours: number }
    | { readonly from: number; readonly to: number; readonly breaks: number }
  );

/** An employee's week. */
export interface Week {
  readonly monday: string;
  readonly isEmployee: boolean;
  readonly places: readonly Place[];
  readonly times: readonly Time[];
  readonly extras: readonly Extra[];
  readonly codes: readonly Code[];
  readonly sums: readonly Sum[];
  readonly premiums: readonly DayPremium[];
  readonly promises: readonly Promise[];
}

const DAY = 24 * 60;

/** The pieces of a week's time; a shift ends with its workday and goes on in the next one. */
export function piecesOf({ places, times }: Week): PlacedPiece[] {
  return times.flatMap((time): PlacedPiece[] => {
    const law = places[time.place]?.law ?? "exempt";
    if ("day" in time) return [{ ...time, law, span: null, breaks: 0, begins: false }];
    const midnight = (Math.floor(time.from / DAY) + 1) * DAY;
    return [[time.from, Math.min(time.to, midnight)], [midnight, time.to]]
      .filter(([from = 0, to = 0]) => from < to)
      .map(([from = 0, to = 0]) => ({
        place: time.place,
        code: time.code,
        law,
        day: Math.floor(from / DAY),
        span: { from, to },
        breaks: time.breaks,
        begins: from === time.from,
        hours: (to - from - time.breaks) * 100 / 60,
      }));
  });
}

/** Cents of a stipend for a place's week: once, for each day with time, or for each shift; hours alone are a shift of their day. */
function amountOf({ per, amount }: Stipend, pieces: readonly PlacedPiece[]): number {
  const days = new Set(pieces.map(({ day }) => day)).size;
  if (per !== "shift") return amount * (per === "day" ? days : Math.min(days, 1));
  const begun = pieces.filter(({ begins }) => begins);
  const begunDays = new Set(begun.map(({ day }) => day));
  const alone = new Set(
    pieces.filter(({ span, day }) => span === null && !begunDays.has(day)).map(({ day }) => day),
  );
  return amount * (begun.length + alone.size);
}

const cents = (amount: number) => ratio(BigInt(amount));
const rateOn = ({ rate, raise }: Place, day: number) =>
  raise !== null && day >= raise.fromDay ? raise.rate : rate;

/** Cents for pieces at so many cents an hour. */
const worth = (pieces: readonly PlacedPiece[], perHour: (piece: PlacedPiece) => number) =>
  total(pieces.map((piece) => ratio(BigInt(piece.hours * perHour(piece)), 100n)));

/** Cents an hour of a piece, all of it or what of it is in the regular rate. */
function hourlyOf(
  { places, codes }: Week,
  { place, day, code }: PlacedPiece,
  part: "all" | "in_rate",
) {
  const hour = rateOn(places[place] ?? neverAt(place), day);
  const own = code === null ? undefined : codes[code];
  if (own === undefined) return hour;
  const rate = rateOfCode(own, place, day, hour);
  return part === "all" ? rate : inRegularRate(own, rate, hour);
}

/**
 * Cents of hours of codes that are not worked, and of units, with those that are in the regular rate: none of them where
 * the person is exempt from overtime, 29 USC 213(a)(1).
 */
function sumsOf({ monday, places, codes, sums }: Week) {
  return sums.map((sum) => {
    const { place, day, code, quantity } = sum;
    const [there, own] = [places[place] ?? neverAt(place), codes[code]];
    if (own === undefined) throw new Error(`there is no code ${code}`);
    const rate = rateOfCode(own, place, day, rateOn(there, day));
    const isExempt = there.law === "exempt";
    return {
      code,
      amount: Number(rounded(ratio(BigInt(quantity * rate), 100n))),
      ofRate: isExempt ? 0n : sumInRegularRate(own, sum, rate, dayAfter(monday, day)),
    };
  });
}

/** Cents that premiums for days add to the pieces of a week. */
function addedOf(week: Week, pieces: readonly PlacedPiece[]): Added[] {
  return pieces.flatMap((piece) => addedTo(week.premiums, piece, hourlyOf(week, piece, "all")));
}

/** Hours and cents of a code that are missing at a place of what is promised of each entry, a shift being one. */
function missingOfCode(week: Week, { place, code, hours }: Promise) {
  const own = code === null ? undefined : week.codes[code];
  if (own === undefined) return { hours: 0, cents: 0 };
  const entries = [
    ...piecesOf(week).filter((piece) => piece.place === place && piece.code === code)
      .reduce<{ day: number; hours: number }[]>((entries, piece) => {
        const last = entries.at(-1);
        if (piece.span === null || piece.begins || last === undefined) {
          return [...entries, { day: piece.day, hours: piece.hours }];
        }
        return [...entries.slice(0, -1), { day: last.day, hours: last.hours + piece.hours }];
      }, []),
    ...week.sums.filter((sum) => sum.place === place && sum.code === code)
      .map(({ day, quantity }) => ({ day, hours: quantity })),
  ].filter((entry) => entry.hours < hours);
  const there = week.places[place] ?? neverAt(place);
  return {
    hours: entries.reduce((sum, entry) => sum + hours - entry.hours, 0),
    cents: Number(rounded(total(entries.map((entry) =>
      ratio(
        BigInt((hours - entry.hours) * rateOfCode(own, place, entry.day, rateOn(there, entry.day))),
        100n,
      )
    )))),
  };
}

/** Cents for hours that were promised and not worked, which are in no regular rate: 29 USC 207(e)(2), 778.220 to .222. */
function promisedPay(week: Week, pieces: readonly PlacedPiece[]): number {
  const ofCodes = week.promises.filter(({ code }) => code !== null)
    .map((each) => ({ place: each.place, ...missingOfCode(week, each) }));
  const ofWeek = week.promises.filter(({ code }) => code === null).map(
    ({ place, hours, excepted }) => {
      const worked = pieces.filter((piece) => piece.place === place)
        .reduce((sum, piece) => sum + piece.hours, 0);
      const more = ofCodes.filter((each) => each.place === place)
        .reduce((sum, each) => sum + each.hours, 0);
      const missing = Math.max(0, hours - excepted - worked - more);
      return Number(
        rounded(ratio(BigInt(missing * rateOn(week.places[place] ?? neverAt(place), 6)), 100n)),
      );
    },
  );
  return [...ofWeek, ...ofCodes.map(({ cents }) => cents)].reduce((sum, each) => sum + each, 0);
}

/** Pay of a week and its hours; hours in hundredths. */
export interface LawfulPay {
  /** Cents, by the law of the places. */
  readonly pay: bigint;
  /** Cents of it for hours worked, at their rates; and what overtime adds. */
  readonly straight: bigint;
  readonly premium: bigint;
  /** Cents by code of what is not worked, of the codes that have any. */
  readonly codes: Readonly<Record<number, number>>;
  /** Cents that the federal law asks at the least; null where some hours are exempt from it. */
  readonly least: bigint | null;
  /** Cents that section 7 of the federal law asks above the regular rate, as far as premiums come to them. */
  readonly qualified: bigint;
  readonly overtime: number;
  readonly doubletime: number;
}

/** The pay of a week. */
export function lawfulPay(week: Week): LawfulPay {
  const pieces = piecesOf(week);
  const perHour = (piece: PlacedPiece) => hourlyOf(week, piece, "all");
  const straight = worth(pieces, perHour);
  const counted = week.isEmployee ? pieces.filter(({ law }) => law !== "exempt") : [];
  const { regular, overtime, doubletime } = classesOfWeek(counted);

  const inRate: Ratio[] = []; // 29 CFR 778.208 to 778.217, 778.224
  const byRegularHours: Ratio[] = []; // Alvarado v. Dart Container, California alone
  const flatInRate: Ratio[] = []; // the same by the federal law, 778.209(a)
  let extras = 0;
  const addFlat = (amount: number, weeks: number, isInCalifornia: boolean) => {
    const share = ratio(BigInt(amount), BigInt(weeks));
    if (isInCalifornia && regular > 0) {
      byRegularHours.push(cents(amount));
      flatInRate.push(share);
    } else inRate.push(share);
  };
  for (const [nth, { state, law, stipends }] of week.places.entries()) {
    const own = pieces.filter(({ place }) => place === nth);
    for (const stipend of stipends) {
      const amount = amountOf(stipend, own);
      extras += amount;
      if (law === "exempt") continue;
      if (stipend.kind === "flat_sum") addFlat(amount, 1, state === "CA");
      // 29 CFR 778.217; Clarke v. AMN Services: per day or shift it is pay unless there is a reason.
      else if (
        stipend.kind === "hours_driven" || (stipend.per !== "week" && !stipend.hasReason)
      ) inRate.push(cents(amount));
    }
  }
  for (const { kind, amount, weeks } of week.extras) {
    extras += amount;
    if (kind === "promised") inRate.push(ratio(BigInt(amount), BigInt(weeks))); // 778.209(b)
    if (kind === "flat") addFlat(amount, weeks, week.places.some(({ state }) => state === "CA"));
  }

  const codes: Record<number, number> = {};
  for (const { code, amount, ofRate } of sumsOf(week)) {
    extras += amount;
    if (amount > 0) codes[code] = (codes[code] ?? 0) + amount;
    inRate.push(ratio(ofRate));
  }

  const added = addedOf(week, pieces);
  const addedSum = added.reduce((sum, each) => sum + each.cents, 0);
  const addedToCounted = added.filter(({ piece }) => counted.includes(piece));
  for (const each of addedToCounted.filter(({ isSpecial }) => !isSpecial)) { // 778.207(b)
    inRate.push(cents(each.cents));
  }
  const special = addedToCounted.filter(({ isSpecial }) => isSpecial)
    .reduce((sum, each) => sum + each.cents, 0);
  extras += promisedPay(week, pieces);

  const inRateOfHours = worth(counted, (piece) => hourlyOf(week, piece, "in_rate"));
  const ofRate = total([inRateOfHours, ...inRate]);
  const hours = BigInt(regular + overtime + doubletime) || 1n;
  const premium = times(ofRate, ratio(BigInt(overtime + 2 * doubletime), 2n * hours));
  const flatPremium = times(
    total(byRegularHours),
    ratio(BigInt(3 * overtime + 4 * doubletime), 2n * (BigInt(regular) || 1n)),
  );
  const overForty = hours > 4000n ? hours - 4000n : 0n;
  const regularRate = total([ofRate, ...flatInRate]);
  const asked = times(regularRate, ratio(overForty, 2n * hours));
  // 29 USC 207(h)(2): premiums for special days are set off, within the week and under the federal rule alone.
  const outOfRate = total([worth(counted, perHour), minus(inRateOfHours), cents(special)]);
  const setOff = counted.every(({ law }) => law === "federal")
    ? lesser(outOfRate, asked)
    : ratio(0n);
  const askedYet = total([asked, minus(lesser(outOfRate, asked))]);
  const beside = cents(extras + addedSum);
  const least = total([straight, beside, askedYet]);
  const pay = rounded(total([straight, beside, premium, flatPremium, minus(setOff)]));
  // The cents of rounding each entry are the premiums'.
  const premiums = pay - BigInt(extras + addedSum) -
    pieces.map((piece) => rounded(worth([piece], perHour))).reduce(
      (sum, amount) => sum + amount,
      0n,
    );
  const qualified = rounded(total([asked, minus(setOff)]));
  const hasPremium = overtime + doubletime > 0;
  return {
    pay,
    straight: pay - BigInt(extras) - (hasPremium ? premiums : 0n),
    premium: hasPremium ? premiums : 0n,
    codes,
    qualified: !hasPremium || premiums < 0n ? 0n : qualified < premiums ? qualified : premiums,
    least: counted.length === pieces.length ? rounded(least) : null,
    overtime,
    doubletime,
  };
}

function neverAt(place: number): never {
  throw new Error(`there is no place ${place}`);
}

/** A minimum wage from a day on, in cents. */
export interface Wage {
  readonly jurisdiction: string;
  readonly from: string;
  readonly amount: number;
}

/** The wages that hold at a place on a day: the newest of each of its jurisdictions. */
function wagesAt({ state, jurisdictions }: Place, day: string, wages: readonly Wage[]): Wage[] {
  const own = new Set(jurisdictions ?? [state]);
  if (state !== "AS") own.add("US"); // American Samoa has its own (P.L. 110-28)
  const begun = wages.filter(({ jurisdiction, from }) => own.has(jurisdiction) && from <= day);
  return [...Map.groupBy(begun, ({ jurisdiction }) => jurisdiction).values()]
    .flatMap((rows) => rows.toSorted((a, b) => a.from < b.from ? 1 : -1).slice(0, 1));
}

const highest = (wages: readonly Wage[]) => Math.max(0, ...wages.map(({ amount }) => amount));

/**
 * True if an employee's straight pay of a week is less than its hours at the minimum wages of their days and places.
 * What of it is a premium out of the regular rate counts toward no minimum wage, 29 USC 207(h)(1).
 */
export function isBelowMinimumWage(week: Week, wages: readonly Wage[]): boolean {
  const placeOf = ({ place }: PlacedPiece) => week.places[place] ?? neverAt(place);
  const pieces = piecesOf(week);
  const paid = total([
    worth(pieces, (piece) => hourlyOf(week, piece, "in_rate")),
    ...addedOf(week, pieces).filter(({ isSpecial }) => !isSpecial).map((each) => cents(each.cents)),
  ]);
  const asked = worth(
    pieces,
    (piece) => highest(wagesAt(placeOf(piece), dayAfter(week.monday, piece.day), wages)),
  );
  return week.isEmployee && paid.over * asked.under < asked.over * paid.under;
}

/** True if a rate is below a wage that holds at its place on a day, or will hold later. */
export function isOvertaken(
  place: Place,
  rate: number,
  day: string,
  wages: readonly Wage[],
): boolean {
  const days = [day, ...wages.map(({ from }) => from).filter((from) => from > day)];
  return days.some((each) => rate < highest(wagesAt(place, each, wages)));
}

/** The day so many days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toJSON().slice(0, 10);
}
