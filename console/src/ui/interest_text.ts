import { words } from "../words.ts";
import { day, money, rate } from "./format.ts";

const say = words.billing.interest;

/** A stretch of days that bore interest alike. */
export interface Segment {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  /** By started months: 1 where a month begins, 0 in what is left of it. */
  readonly months?: number | undefined;
  readonly principal: string;
  readonly rate: string;
  readonly interest: string;
}

/** Reasons for the interest of a stretch of days. */
export function segmentText(one: Segment): string {
  const [principal, from, to] = [money(one.principal), day(one.from), day(one.to)];
  if (one.months === undefined) {
    return say.sentence(one.days, principal, rate(one.rate), from, to);
  }
  return one.months > 0
    ? say.startedMonth(principal, rate(one.rate), from, to)
    : say.sameMonth(principal, from, to);
}
