import type { Day } from "./calendar.ts";

/** Something that holds from a day on, until the next of its kind. */
export interface Dated {
  readonly from: Day;
}

/** The one in force on `day`: the last with `from <= day`; `rows` are in order of `from`. */
export function inForce<Row extends Dated>(rows: readonly Row[], day: Day): Row | undefined {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (row !== undefined && row.from <= day) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}
