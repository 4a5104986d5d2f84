/**
 * Premiums for days and hours that were promised, and what the federal regulations make of them. Written from 29 CFR part
 * 778 as docs/codes.md names it, in fractions, without the product's code or its SQL.
 */
import type { Piece } from "./lawful_hours.ts";
import { ratio, rounded } from "./ratio.ts";

/** A piece with its place. */
export interface PlacedPiece extends Piece {
  readonly place: number;
  readonly code: number | null;
  readonly breaks: number;
  /** True of the piece that a shift begins with. */
  readonly begins: boolean;
}

/** A premium for work on days of the week, at a place. */
export interface DayPremium {
  readonly place: number;
  /** 0 is Monday. */
  readonly days: readonly number[];
  /** An hour gets so many thousandths of its rate, less the rate itself, and so many cents on top. */
  readonly thousandths: number;
  readonly cents: number;
  /** It comes on top of another; else the one counts that adds most. */
  readonly adds: boolean;
  /** A premium for holidays or days of rest, 778.203. */
  readonly isSpecial: boolean;
  /** For time of the week's codes too. */
  readonly isOfCodes: boolean;
  /** Named by a calendar of holidays, not by days of the week. */
  readonly isOfHolidays: boolean;
}

/** Hours that are promised at a place, in hundredths: of the week, or of each entry or shift of a code of hours. */
export interface Promise {
  readonly place: number;
  readonly code: number | null;
  readonly hours: number;
  /** Hours of the week that are not promised: declined, called in sick, or called off as allowed. */
  readonly excepted: number;
}

/** Cents that premiums add to a piece at so many cents an hour. */
export interface Added {
  readonly piece: PlacedPiece;
  readonly cents: number;
  readonly isSpecial: boolean;
}

const perHour = ({ thousandths, cents }: DayPremium, rate: number) =>
  Number(rounded(ratio(BigInt(rate * (thousandths - 1000)), 1000n))) + cents;

/** Cents that premiums add to a piece of time. Of those that do not add, the best counts; of two alike the ordinary one. */
export function addedTo(
  premiums: readonly DayPremium[],
  piece: PlacedPiece,
  rate: number,
): Added[] {
  const own = premiums.filter((each) =>
    each.place === piece.place && each.days.includes(piece.day) &&
    (piece.code === null || each.isOfCodes) && perHour(each, rate) > 0
  );
  const [best] = own.filter(({ adds }) => !adds).toSorted((one, other) =>
    perHour(other, rate) - perHour(one, rate) || Number(one.isSpecial) - Number(other.isSpecial)
  );
  return [...best === undefined ? [] : [best], ...own.filter(({ adds }) => adds)].map((each) => ({
    piece,
    cents: Number(rounded(ratio(BigInt(piece.hours * perHour(each, rate)), 100n))),
    isSpecial: each.isSpecial,
  }));
}
