import { Decimal } from "decimal.js";
import type { Selected } from "../api/rows.ts";
import type { Values } from "./form_dialog.tsx";

/** Columns of a premium rule as pages have it, for a request. */
export const PREMIUM =
  "id,title,facility_id,assignment_id,effective_from,effective_to,days_of_week,from_time,to_time,holiday_calendar_id,pay_multiplier,pay_amount,bill_multiplier,bill_amount,combines,codes,is_creditable,holiday_calendars(title)";
/** A premium rule. */
export type Premium = Selected<"premium_rules", typeof PREMIUM>;

/** The least multiplier of a premium that is set off (29 CFR 778.203). */
const CREDITABLE_FROM = 1.5;

/** First values of the form of a new premium. */
export const DEFAULTS: Values = {
  span: "clock",
  days_of_week: [],
  pay_multiplier: "1",
  pay_amount: "0.00",
  bill_multiplier: "1",
  bill_amount: "0.00",
  combines: "highest",
  codes: ["regular"],
  is_creditable: false,
};

const clock = (time: string | null) => time?.slice(0, 5) ?? null;

/** First values of the form of a premium. */
export function valuesOf(rule: Premium): Values {
  return {
    title: rule.title,
    effective_from: rule.effective_from,
    effective_to: rule.effective_to,
    span: rule.from_time === null ? "days" : "clock",
    from_time: clock(rule.from_time),
    to_time: clock(rule.to_time),
    days_of_week: rule.days_of_week ?? [],
    holiday_calendar_id: rule.holiday_calendar_id,
    pay_multiplier: String(rule.pay_multiplier ?? 1),
    pay_amount: (rule.pay_amount ?? 0).toFixed(2),
    bill_multiplier: String(rule.bill_multiplier ?? 1),
    bill_amount: (rule.bill_amount ?? 0).toFixed(2),
    combines: rule.combines,
    codes: rule.codes,
    is_creditable: rule.is_creditable,
  };
}

const text = (value: unknown) => String(value ?? "").trim();
/** A multiplier of 1 or more with at most three decimals, such as 1.5. */
export const isMultiplier = (value: unknown) => /^[1-9]\d?(\.\d{1,3})?$/.test(text(value));
const isMoney = (value: unknown) => /^\d{1,8}(\.\d{1,2})?$/.test(text(value));
const isByClock = (values: Values) => values["span"] === "clock";
const daysIn = ({ days_of_week: days }: Values): number[] =>
  (Array.isArray(days) ? days : []).map(Number).toSorted((a, b) => a - b);

/** Addition to an hour: its rate × (multiplier − 1) + amount. */
export interface Addition {
  readonly multiplier: string;
  readonly amount: string;
}

/** Addition that was typed; null while it is half typed. */
function additionIn(values: Values, side: "pay" | "bill"): Addition | null {
  const multiplier = text(values[`${side}_multiplier`] ?? "1");
  const amount = text(values[`${side}_amount`] ?? "0");
  return isMultiplier(multiplier) && isMoney(amount) ? { multiplier, amount } : null;
}

const isNothing = ({ multiplier, amount }: Addition) =>
  Number(multiplier) === 1 && Number(amount) === 0;

/** True of a form that is filled in and adds nothing, to pay or to bill. */
export function addsNothing(values: Values): boolean {
  const [pay, bill] = [additionIn(values, "pay"), additionIn(values, "bill")];
  return pay !== null && bill !== null && isNothing(pay) && isNothing(bill);
}

/** True where the form asks whether the premium is set off: of others the database would refuse it. */
export function mayBeCreditable(values: Values): boolean {
  const pay = additionIn(values, "pay");
  return !isByClock(values) &&
    (daysIn(values).length > 0 || Boolean(values["holiday_calendar_id"])) &&
    pay !== null && Number(pay.multiplier) >= CREDITABLE_FROM && Number(pay.amount) === 0;
}

/** A row from what was typed: what the form does not ask for is as it has to be. */
export function rowOf(values: Values) {
  const days = daysIn(values);
  const [pay, bill] = (["pay", "bill"] as const).map((side) => {
    const typed = additionIn(values, side);
    return typed === null || isNothing(typed) ? null : typed;
  });
  const byClock = isByClock(values);
  return {
    title: values["title"],
    effective_from: values["effective_from"],
    effective_to: values["effective_to"] ?? null,
    from_time: byClock ? values["from_time"] : null,
    to_time: byClock ? values["to_time"] : null,
    days_of_week: days.length === 0 ? null : days,
    holiday_calendar_id: values["holiday_calendar_id"] ?? null,
    pay_multiplier: pay?.multiplier ?? null,
    pay_amount: pay?.amount ?? null,
    bill_multiplier: bill?.multiplier ?? null,
    bill_amount: bill?.amount ?? null,
    combines: values["combines"],
    codes: values["codes"],
    is_creditable: mayBeCreditable(values) && values["is_creditable"] === true,
  };
}

/**
 * Columns that the form changed, with the title in any case: of a rule that lines are by, the others may not even be
 * written in another way.
 */
export function changesOf(rule: Premium, values: Values): Partial<ReturnType<typeof rowOf>> {
  const before: Values = rowOf(valuesOf(rule));
  const after = rowOf(values);
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) =>
      name === "title" || JSON.stringify(value) !== JSON.stringify(before[name])
    ),
  );
}

/** A shift of the example, and what the premium adds to it. */
export interface ExampleShift {
  readonly from: string;
  readonly to: string;
  /** ISO weekday on which it begins; null where any will do. */
  readonly weekday: number | null;
  readonly isOfCalendar: boolean;
  readonly hours: Decimal;
  /** Addition to each of these hours. */
  readonly pay: Decimal;
  readonly bill: Decimal;
  readonly isCreditable: boolean;
}

const DAY = 24 * 60;
const SHIFT = 12 * 60;
/** Begins of the example's shift: a night, or a day where no hour of the night is within. */
const BEGINS = [19 * 60, 7 * 60];
const minutesOf = (time: unknown) => {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(text(time)) ?? [];
  return hour === undefined ? null : Number(hour) * 60 + Number(minute);
};
const timeOf = (minutes: number) => {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
};
/** Weekday that is so many days after another. */
const after = (weekday: number, days: number) => (weekday - 1 + days + 7) % 7 + 1;

/**
 * A shift of twelve hours under the premium in the form, without a break; null while something is half typed. As
 * private.differentials_of_time has it: windows begin on the rule's days, and an hour's addition is rounded to the cent.
 */
export function exampleOf(
  values: Values,
  hourly: { readonly pay: string; readonly bill: string },
): ExampleShift | null {
  const [pay, bill] = [additionIn(values, "pay"), additionIn(values, "bill")];
  const byClock = isByClock(values);
  const from = byClock ? minutesOf(values["from_time"]) : 0;
  const to = byClock ? minutesOf(values["to_time"]) : 0;
  if (pay === null || bill === null || from === null || to === null) return null;
  if (addsNothing(values)) return null;
  const days = daysIn(values);
  const isOfCalendar = Boolean(values["holiday_calendar_id"]);
  const weekday = days[0] ?? null;
  const length = to > from ? to - from : to - from + DAY;
  // Of a calendar the day of the shift alone is taken to be listed.
  const begins = (nth: number) =>
    (!isOfCalendar || nth === 0) &&
    (weekday === null || days.includes(after(weekday, nth)));
  const within = (begin: number) =>
    [-1, 0, 1].filter(begins).map((nth) => {
      const start = nth * DAY + from;
      return Math.max(0, Math.min(begin + SHIFT, start + length) - Math.max(begin, start));
    }).reduce((one, other) => one + other, 0);
  const begin = BEGINS.find((one) => within(one) > 0) ?? BEGINS[0] ?? 0;
  const adds = (rate: string, { multiplier, amount }: Addition) =>
    new Decimal(rate).times(new Decimal(multiplier).minus(1)).plus(amount).toDecimalPlaces(2);
  return {
    from: timeOf(begin),
    to: timeOf(begin + SHIFT),
    weekday,
    isOfCalendar,
    hours: new Decimal(within(begin)).dividedBy(60).toDecimalPlaces(2),
    pay: adds(hourly.pay, pay),
    bill: adds(hourly.bill, bill),
    isCreditable: mayBeCreditable(values) && values["is_creditable"] === true,
  };
}
