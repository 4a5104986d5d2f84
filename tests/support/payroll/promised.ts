/** Hours that guarantees promise of a workweek and that are missing, counted in whole numbers, without the product's code. */
import type { Promised } from "./promises.ts";
import { ratio, rounded } from "./ratio.ts";
import type { Entry, Work } from "./state.ts";

const dayOf = (day: string, more: number) =>
  new Date(Date.parse(day) + more * 86_400_000).toJSON().slice(0, 10);
const sum = (numbers: readonly bigint[]) => numbers.reduce((total, number) => total + number, 0n);
const nameOf = ({ id }: Promised, week: string) => `${id} ${week}`;

/** The weeks that somebody was promised something of, as far as they are over: `"<contractor> <week>"`. */
export function promisedWeeks({ promises: { today, promised } }: Work, since: string): string[] {
  const weeks: string[] = [];
  for (let week = since; dayOf(week, 6) < today; week = dayOf(week, 7)) weeks.push(week);
  return promised.flatMap(({ contractor, from, to }) =>
    weeks.filter((week) => from <= dayOf(week, 6) && week <= to).map((week) =>
      `${contractor} ${week}`
    )
  );
}

/** Pay by guarantees of a contractor's workweek, in cents. */
export function guaranteesOf(
  work: Work,
  contractor: string,
  week: string,
): { readonly id: string; readonly amount: bigint }[] {
  const sunday = dayOf(week, 6);
  const { today, promised, exceptions, used, rates } = work.promises;
  if (sunday >= today) return [];
  const isOpen = ({ payable, row }: Entry) => !payable && row.set_aside_at === null;
  const running = promised.filter((each) => {
    const open = work.entries.some((entry) =>
      entry.assignment === each.assignment && entry.week === week && isOpen(entry)
    );
    return each.contractor === contractor && each.from <= sunday && each.to >= week &&
      (!open || used.has(nameOf(each, week)));
  });
  const ofCodes = running.filter(({ code }) => code !== null)
    .map((each) => ({ ...each, ...missingOfCode(work, each, week) }));
  const ofWeeks = running.filter(({ code, from, to, starts, ends }) =>
    code === null && from <= week && starts <= week && to >= sunday && ends >= sunday
  ).map(({ id, assignment, hours }) => {
    const own = work.entries.filter((entry) =>
      entry.assignment === assignment && entry.week === week && entry.payable &&
      (entry.code === null || entry.code.isWorked || entry.row.code === "cancelled")
    );
    const missing = hours - sum(own.map((entry) => entry.hours)) -
      sum(
        exceptions.filter((each) =>
          each.assignment === assignment && week <= each.day && each.day <= sunday
        ).map((each) => each.hours),
      ) -
      sum(ofCodes.filter((each) => each.assignment === assignment).map((each) => each.missing));
    const rate = rates.find((each) => each.assignment === assignment && each.from <= sunday)?.rate;
    return { id, amount: missing > 0n ? rounded(ratio(missing * (rate ?? 0n), 100n)) : 0n };
  });
  return [...ofCodes, ...ofWeeks].filter(({ amount }) => amount > 0n)
    .map(({ id, amount }) => ({ id: `${id} ${week}`, amount }));
}

/** Hours that entries of a code, or shifts, have less than was promised of each. */
function missingOfCode(work: Work, promised: Promised, week: string) {
  const { assignment, code, hours, from, to } = promised;
  const whole = Map.groupBy(
    work.entries.filter((entry) =>
      entry.assignment === assignment && entry.row.code === code &&
      entry.row.set_aside_at === null &&
      dayOf(week, -1) <= entry.day && entry.day <= dayOf(week, 7)
    ),
    ({ id, row }) => `${row.shift_id ?? id}`,
  );
  const short = [...whole.values()].flatMap((parts) => {
    const [first] = parts.toSorted((one, other) =>
      one.day < other.day ||
        (one.day === other.day && `${one.row.started_at}` < `${other.row.started_at}`)
        ? -1
        : 1
    );
    const missing = hours - sum(parts.map((each) => each.hours));
    return first !== undefined && first.payable && missing > 0n && first.week === week &&
        from <= first.day && first.day <= to
      ? [{ missing, pay: missing * first.rate }]
      : [];
  });
  if (code === "cancelled") short.push(...missingOfPlan(work, promised, week));
  return {
    missing: sum(short.map(({ missing }) => missing)),
    amount: rounded(ratio(sum(short.map(({ pay }) => pay)), 100n)),
  };
}

/** The same of planned shifts that were cancelled late, unless an approved entry of the code, or an exception, is of their day. */
function missingOfPlan(
  { entries, promises: { exceptions, cancelledLate } }: Work,
  { assignment, hours, from, to }: Promised,
  week: string,
) {
  const ofDay = (day: string) => (other: { assignment: string; day: string }) =>
    other.assignment === assignment && other.day === day;
  const entered = entries.filter(({ payable, row }) => row.code === "cancelled" && payable);
  return cancelledLate.filter(({ day }) =>
    week <= day && day <= dayOf(week, 6) && from <= day && day <= to
  ).filter((shift) =>
    shift.assignment === assignment && !entered.some(ofDay(shift.day)) &&
    !exceptions.some(ofDay(shift.day))
  ).map(({ rate }) => ({ missing: hours, pay: hours * rate }));
}
