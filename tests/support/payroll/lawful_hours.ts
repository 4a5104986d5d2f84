/**
 * Hours of a week that the law calls overtime, hundredth by hundredth of an hour. Written from the texts that
 * docs/overtime.md names, without the product's code: the oracle of random weeks.
 */

/** A law on hours: that of a state, or what takes its place. */
export type Law =
  | "federal"
  | "california"
  | "california_elected"
  | "colorado"
  | "alaska"
  | "kentucky"
  | "exempt";

/** The states whose law is not the federal one. */
export const LAWS_OF_STATES: ReadonlyMap<string, Law> = new Map([
  ["CA", "california"], // Labor Code 510(a)
  ["CO", "colorado"], // 7 CCR 1103-1, 4.1.1
  ["AK", "alaska"], // AS 23.10.060
  ["KY", "kentucky"], // KRS 337.285, 337.050
]);

/** Time at one place on one day of the week; hundredths of an hour. */
export interface Piece {
  readonly law: Law;
  /** 0 to 6. */
  readonly day: number;
  readonly hours: number;
  /** Minutes from the week's start, of a shift; hours alone have none. */
  readonly span: { readonly from: number; readonly to: number } | null;
}

/** Hundredths of an hour by class. */
export interface Classes {
  readonly regular: number;
  readonly overtime: number;
  readonly doubletime: number;
}

const HOUR = 100;
const WEEK = 40 * HOUR;

/** Hours of a day that no law of a day touches. */
const ordinaryDay = (law: Law) =>
  law === "california" || law === "alaska"
    ? 8 * HOUR
    : law === "colorado" || law === "california_elected"
    ? 12 * HOUR
    : 24 * HOUR;

/** The class of an hour by its day alone, `at` being what was worked before it on that day. */
function classOfDay(law: Law, at: number, isSeventh: boolean, isLongWeek: boolean) {
  if (law === "kentucky" && isSeventh && isLongWeek) return "overtime";
  if (law === "california" && isSeventh) return at < 8 * HOUR ? "overtime" : "doubletime";
  if ((law === "california" || law === "california_elected") && at >= 12 * HOUR) {
    return "doubletime";
  }
  return at < ordinaryDay(law) ? "regular" : "overtime";
}

/** Pieces in the order in which their hours count: by day, hours alone first and where the day is widest, then by the clock. */
function inOrder(pieces: readonly Piece[]): Piece[] {
  return pieces.toSorted((one, other) =>
    one.day - other.day || (one.span?.from ?? -1) - (other.span?.from ?? -1) ||
    ordinaryDay(other.law) - ordinaryDay(one.law)
  );
}

/** Overtime of Colorado's shifts by their hours in a row, those beyond twelve; others' hours are in the row too. */
function beyondTwelveInARow(ordered: readonly Piece[]): Map<Piece, number> {
  const beyond = new Map<Piece, number>();
  let [inARow, end] = [0, -1];
  for (const piece of ordered) {
    if (piece.span === null) continue;
    if (piece.span.from !== end) inARow = 0;
    end = piece.span.to;
    const before = Math.max(inARow, 12 * HOUR);
    inARow += piece.hours;
    beyond.set(piece, Math.max(0, inARow - before));
  }
  return beyond;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

/** The classes of a week's hours, exempt ones left out. */
export function classesOfWeek(pieces: readonly Piece[]): Classes {
  const ordered = inOrder(pieces.filter(({ law }) => law !== "exempt"));
  const hasSevenDays = new Set(ordered.map(({ day }) => day)).size === 7;
  const isLongWeek = sum(ordered.map(({ hours }) => hours)) > WEEK;

  const workedOfDay = Array<number>(7).fill(0);
  const byDay = ordered.map((piece) => {
    const classes = { regular: 0, overtime: 0, doubletime: 0 };
    for (let i = 0; i < piece.hours; i++) {
      const at = workedOfDay[piece.day] ?? 0;
      classes[classOfDay(piece.law, at, hasSevenDays && piece.day === 6, isLongWeek)]++;
      workedOfDay[piece.day] = at + 1;
    }
    return { piece, ...classes };
  });

  // COMPS 4.1.1: whichever is more.
  const inARow = beyondTwelveInARow(ordered);
  const shifts = byDay.filter(({ piece }) => piece.law === "colorado" && piece.span !== null);
  if (
    sum(shifts.map(({ piece }) => inARow.get(piece) ?? 0)) >
      sum(shifts.map(({ overtime }) => overtime))
  ) {
    for (const shift of shifts) {
      shift.overtime = inARow.get(shift.piece) ?? 0;
      shift.regular = shift.piece.hours - shift.overtime;
    }
  }

  const left = sum(byDay.map(({ regular }) => regular));
  const regular = Math.min(left, WEEK); // 29 USC 207(a)
  return {
    regular,
    overtime: sum(byDay.map(({ overtime }) => overtime)) + left - regular,
    doubletime: sum(byDay.map(({ doubletime }) => doubletime)),
  };
}

/** The same by sums over days, where a week is all under one law: null where it is not. */
export function classesByFormula(pieces: readonly Piece[]): Classes | null {
  const counted = pieces.filter(({ law }) => law !== "exempt");
  const [law] = new Set(counted.map((piece) => piece.law));
  if (law === undefined || counted.some((piece) => piece.law !== law)) return null;
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) =>
    sum(counted.filter((piece) => piece.day === day).map(({ hours }) => hours))
  );
  const all = sum(days);
  const over = (hours: number) => sum(days.map((day) => Math.max(0, day - hours * HOUR)));
  const isSeven = days.every((day) => day > 0);
  const seventh = days[6] ?? 0;
  const of = (overtime: number, doubletime = 0) => ({
    regular: all - overtime - doubletime,
    overtime,
    doubletime,
  });
  switch (law) {
    case "federal":
      return of(Math.max(0, all - WEEK));
    case "alaska":
      return of(Math.max(over(8), all - WEEK));
    case "kentucky":
      return of(
        all <= WEEK ? 0 : isSeven ? seventh + Math.max(0, all - seventh - WEEK) : all - WEEK,
      );
    case "california_elected":
      return of(Math.max(0, all - over(12) - WEEK), over(12));
    case "california": {
      const doubletime = over(12) +
        (isSeven ? Math.max(0, Math.min(seventh, 12 * HOUR) - 8 * HOUR) : 0);
      const regular = sum(
        days.map((day, nth) => isSeven && nth === 6 ? 0 : Math.min(day, 8 * HOUR)),
      );
      return of(all - doubletime - Math.min(regular, WEEK), doubletime);
    }
    default: // Colorado's hours in a row are no sums of days.
      return counted.some(({ span }) => span !== null) ? null : of(Math.max(over(12), all - WEEK));
  }
}
