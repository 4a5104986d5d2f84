import { type Coded, codeTitle, HOUR, notWorked, REGULAR, units } from "../../ui/codes.ts";
import { daysAfter, hours, sum } from "../../ui/format.ts";
import { hoursIn, quantityIn } from "../../ui/hours.ts";
import { words } from "../../words.ts";

/** Time, as far as the grid shows it. */
export interface GridEntry extends Coded {
  readonly time_entry_id: string | null;
  readonly work_date: string | null;
  readonly status: string | null;
  readonly shift_id: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly break_minutes: number | null;
  readonly break_started_at: string | null;
}

/** A code that may be entered at an assignment, as `my_codes` has it. */
export interface OwnCode {
  readonly code: string | null;
  readonly title: string | null;
  readonly unit: string | null;
  readonly is_worked: boolean | null;
}

/** A code that the grid has a row for. */
export interface GridCode {
  readonly code: string;
  readonly title: string;
  readonly unit: string;
  readonly isWorked: boolean;
  /** False of time that others entered: it is shown as it is. */
  readonly mayEnter: boolean;
}

/** The row of regular time, which each week has. */
export const REGULAR_ROW: GridCode = {
  code: REGULAR,
  title: "",
  unit: HOUR,
  isWorked: true,
  mayEnter: true,
};

/** A field of the grid: a day of a code. */
export interface GridDay {
  readonly date: string;
  /** Name under which the browser keeps what was typed. */
  readonly key: string;
  readonly value: string;
  /** As the server takes it, in hours or units. */
  readonly amount: string;
  readonly isChanged: boolean;
  readonly isValid: boolean;
  readonly isFixed: boolean;
  readonly isOutside: boolean;
  /** Parts of shifts, which have their hours. */
  readonly parts: readonly GridEntry[];
  readonly state: string;
}

/** A row of the grid: the week of a code. */
export interface GridRow {
  readonly of: GridCode;
  readonly days: readonly GridDay[];
}

/** Hours or a quantity of a code on a day, as `save_week` takes them. */
type OfCode =
  & { readonly code: string }
  & ({ readonly hours: number } | {
    readonly quantity: number;
  });
/** Days as `save_week` takes them: the regular hours, or a list of codes. */
export type DaysToSave = Readonly<Record<string, number | OfCode[]>>;

/** The rows that a week has: of codes that the assignment had lately, and of what is chosen besides. */
export function codesOf({ lately, live, codes, chosen }: {
  lately: readonly GridEntry[];
  /** Time of the week. */
  live: readonly GridEntry[];
  /** Codes that may be entered. */
  codes: readonly OwnCode[];
  chosen: readonly string[];
}): GridCode[] {
  const known = new Map(codes.map((one) => [one.code ?? "", one]));
  const used = new Map(live.map((one) => [one.code ?? REGULAR, one]));
  const names = new Set([...used.keys(), ...lately.map((one) => one.code ?? REGULAR), ...chosen]);
  names.delete(REGULAR);
  return [...names].flatMap((code): GridCode[] => {
    const one = known.get(code);
    const entry = used.get(code);
    // What nobody enters any more has a row in the weeks that have it.
    if (one === undefined && entry === undefined) return [];
    return [{
      code,
      title: one?.title ?? codeTitle({ code, code_title: entry?.code_title ?? null }) ?? code,
      unit: one?.unit ?? entry?.unit ?? HOUR,
      isWorked: one?.is_worked ?? entry?.is_worked ?? false,
      mayEnter: one !== undefined,
    }];
  }).toSorted((a, b) => a.title.localeCompare(b.title));
}

/** The seven days of a code, as they are stored and as they are typed. */
export function rowOf({ of, assignment, start, live, typed }: {
  of: GridCode;
  assignment: { readonly start_date: string | null; readonly end_date: string | null };
  start: string;
  /** Time of the week. */
  live: readonly GridEntry[];
  typed: Readonly<Record<string, string>>;
}): GridRow {
  const isHours = of.unit === HOUR;
  const days = Array.from({ length: 7 }, (_, index): GridDay => {
    const date = daysAfter(start, index);
    const key = of.code === REGULAR ? date : `${date} ${of.code}`;
    const theirs = live.filter((entry) => entry.work_date === date && entry.code === of.code);
    const draft = theirs.find((entry) => entry.status === "draft");
    const parts = theirs.filter((entry) => entry.shift_id !== null);
    const stored = theirs.length === 0
      ? ""
      : `${sum(theirs.map((one) => isHours ? one.hours : one.quantity)).toNumber()}`;
    const isOutside = date < (assignment.start_date ?? "") ||
      (assignment.end_date !== null && date > assignment.end_date);
    const isFixed = isOutside || !of.mayEnter || parts.length > 0 ||
      (theirs.length > 0 && draft === undefined);
    const value = isFixed ? stored : typed[key] ?? stored;
    const amount = isFixed ? stored : (isHours ? hoursIn : quantityIn)(value);
    return {
      date,
      key,
      value,
      amount: amount ?? "",
      isChanged: amount === null || (amount || "0") !== (stored || "0"),
      isValid: amount !== null,
      isFixed,
      isOutside,
      parts,
      state: words.states[(draft ?? theirs[0])?.status ?? ""] ?? " ",
    };
  });
  return { of, days };
}

/** Changes day by day. Codes that are not named stay as they are. */
export function changesOf(rows: readonly GridRow[]): DaysToSave {
  const changed = rows.flatMap(({ of, days }) =>
    days.filter((day) => day.isChanged).map(({ date, amount }) => ({
      date,
      code: of.code,
      ...(of.unit === HOUR ? { hours: Number(amount) } : { quantity: Number(amount) }),
    }))
  );
  return Object.fromEntries(
    [...Map.groupBy(changed, ({ date }) => date)].map(([date, theirs]) => {
      const [first] = theirs;
      const isRegular = theirs.length === 1 && first !== undefined && first.code === REGULAR &&
        "hours" in first;
      return [date, isRegular ? first.hours : theirs.map(({ date: _date, ...one }) => one)];
    }),
  );
}

/** Hours worked in the grid, as it is typed. */
export function hoursOf(rows: readonly GridRow[]): string {
  const worked = rows.filter(({ of }) => of.isWorked).flatMap(({ days }) => days);
  return hours(sum(worked.map((one) => one.amount)).toNumber());
}

/** Sums of what is not worked in the grid, by code: `On call 12.00 hours`. */
export function othersOf(rows: readonly GridRow[]): string[] {
  return notWorked(
    rows.map(({ of, days }) => {
      const total = sum(days.map((one) => one.amount)).toNumber();
      const isHours = of.unit === HOUR;
      return {
        code: of.code,
        code_title: of.title,
        unit: of.unit,
        hours: isHours ? total : 0,
        quantity: isHours ? null : total,
        is_worked: of.isWorked,
        total,
      };
    }).filter(({ total }) => total > 0),
  );
}

/** `Mon, Mar 2: 8.00, Mileage 40.00 miles`, of each day that has anything. */
export function daysInWords(
  rows: readonly GridRow[],
  dayText: (date: string) => string,
): string[] {
  const [first] = rows;
  return (first?.days ?? []).flatMap(({ date }, index) => {
    const parts = rows.flatMap(({ of, days }) => {
      const amount = days[index]?.amount ?? "";
      if (!(Number(amount) > 0)) return [];
      return [
        of.code === REGULAR ? hours(amount) : words.codes.much(of.title, units(amount, of.unit)),
      ];
    });
    return parts.length === 0 ? [] : [`${dayText(date)}: ${parts.join(", ")}`];
  });
}
