import { type Day, partsOf } from "./calendar.ts";

/**
 * Days from `start` to `through` by the US (NASD) 30/360 rule: every month has 30 days, every year
 * 360. The end of February counts as a 30th where the start is one, a 31st as a 30th where the
 * start is a 30th or later. Source: NASD Uniform Practice Code 11620 (now FINRA), with the
 * end-of-February rule of the SIA's Standard Securities Calculation Methods, as in spreadsheets'
 * "US (NASD) 30/360" basis.
 */
export function thirty360Days(start: Day, through: Day): number {
  const a = partsOf(start);
  const b = partsOf(through);
  const first = a.endOfFebruary ? 30 : Math.min(a.date, 30);
  let last = b.date;
  if (a.endOfFebruary && b.endOfFebruary) last = 30;
  if (first === 30) last = Math.min(last, 30);
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + (last - first);
}
