/**
 * Pay of leave that is taken from a plan in use, by what was earned in its time: written from docs/leave.md in whole
 * numbers and fractions. Of codes without a rate of their own, where no minimum wage is above what is earned.
 */
import { plusDays } from "../../../fixtures/days.ts";
import { type LeaveTerms } from "./leave_terms.ts";
import { type Ratio, ratio, rounded, times, total } from "./ratio.ts";
import type { Entry, Work } from "./state.ts";
import {
  adjustmentsOf,
  besideHours,
  centsOf,
  codeSumsOf,
  differentialsOf,
  hourBy,
  isWorked,
  payableOf,
  quartersOf,
  regularRateOf,
  stipendsOf,
  sum,
  withoutPremiums,
} from "./week_parts.ts";

/** Weeks before its own in which something is looked for that is not told in days. */
const WEEKS_BACK = 13;

/** Terms of the plan that time is leave of: of its state where one has the code, else the firm's own. */
function termsOf({ leave }: Work, { row, day, state, isEmployed }: Entry): LeaveTerms | null {
  const known = isEmployed
    ? leave.filter((terms) => terms.code === row.code && terms.inUseFrom <= day)
    : [];
  const ofState = known.filter((terms) => terms.state !== null && terms.state === state);
  const own = known.filter((terms) => terms.state === null);
  return (ofState.length > 0 ? ofState : own).filter(({ from }) => from <= day)
    .toSorted((one, other) => one.from < other.from ? 1 : -1).at(0) ?? null;
}

const isCounted = ({ rule }: Entry) => rule !== "none";
const hoursOf = (entries: readonly Entry[]) => sum(entries.filter(isWorked).map(quartersOf));

/** Cents of entries that count: of hours that count toward no overtime, such as those of who is exempt, all of it. */
function earnedBy(entries: readonly Entry[]): Ratio {
  const worked = entries.filter(isWorked);
  const counted = worked.filter(isCounted);
  const others = worked.filter((entry) => !isCounted(entry));
  return total([
    centsOf([...withoutPremiums(counted), ...others]),
    ratio(sum([
      ...differentialsOf(counted, false),
      ...differentialsOf(others, false),
      ...differentialsOf(others, true),
      ...codeSumsOf(entries),
    ])),
  ]);
}

/** Cents of stipends and bonuses of a week, which are of no day. */
function shared(state: Work, contractor: string, week: string): bigint {
  const counted = payableOf(state, contractor, week).filter(isWorked).filter(isCounted);
  return sum([
    ...stipendsOf(state, counted).filter((each) => each.inRegularRate),
    ...adjustmentsOf(state, contractor, week).filter((each) =>
      each.inRegularRate && !each.isEarnedOverDays
    ),
  ].map(({ amount }) => amount));
}

/** Cents of an hour of a week; null where nothing was worked in it. */
function hourOf(state: Work, contractor: string, week: string): Ratio | null {
  const payable = payableOf(state, contractor, week);
  const quarters = hoursOf(payable);
  if (quarters === 0n) return null;
  return hourBy(regularRateOf(state, contractor, week)) ??
    times(
      total([earnedBy(payable), ratio(shared(state, contractor, week))]),
      ratio(4n, quarters),
    );
}

/** Cents of an hour of some days of a person; null where nothing was worked on them. */
function averageOf(state: Work, contractor: string, days: readonly string[]): Ratio | null {
  const entries = state.entries.filter((entry) =>
    entry.payable && entry.contractor === contractor && days.includes(entry.day)
  );
  const quarters = hoursOf(entries);
  if (quarters === 0n) return null;
  const shares = [...Map.groupBy(entries, ({ week }) => week)].map(([week, ofWeek]) =>
    ratio(
      shared(state, contractor, week) * hoursOf(ofWeek),
      hoursOf(payableOf(state, contractor, week)) || 1n,
    )
  );
  return times(total([earnedBy(entries), ...shares]), ratio(4n, quarters));
}

/** Cents of an hour by what was earned; null where that is the rate of the hour. */
function earned(state: Work, { contractor, day, week }: Entry, terms: LeaveTerms): Ratio | null {
  const count = terms.averageDays ?? 0;
  switch (terms.basis) {
    case "regular_rate_of_week":
      return hourOf(state, contractor, week);
    case "regular_rate_of_week_before": {
      for (let nth = 1; nth <= WEEKS_BACK; nth++) {
        const hour = hourOf(state, contractor, plusDays(week, -7 * nth));
        if (hour !== null) return hour;
      }
      return null;
    }
    case "average_of_days":
      return averageOf(
        state,
        contractor,
        Array.from({ length: count }, (_, nth) => plusDays(day, -1 - nth)),
      );
    case "average_of_workdays": {
      const worked = state.entries.filter((entry) =>
        entry.payable && entry.contractor === contractor && isWorked(entry) && entry.day < day &&
        entry.day >= plusDays(week, -7 * WEEKS_BACK)
      ).map((entry) => entry.day);
      return averageOf(state, contractor, [...new Set(worked)].sort().reverse().slice(0, count));
    }
    case "hourly_rate":
      return null;
  }
}

/** Cents that leave pays; null of what is none of a plan in use. */
export function amountOfLeave(state: Work, entry: Entry): bigint | null {
  const terms = termsOf(state, entry);
  if (terms === null || entry.code === null) return null;
  const hour = earned(state, entry, terms);
  if (hour === null) return besideHours(entry);
  const rate = rounded(times(hour, ratio(100n))); // in hundredths of a cent: it has four decimals
  return rounded(ratio(entry.code.quantity * rate, 10_000n));
}
