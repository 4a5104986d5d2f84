/** Random weeks of employees in random states. */
import fc from "fast-check";
import { type Code, isWorked } from "../../../support/payroll/lawful_codes.ts";
import { type Law, LAWS_OF_STATES } from "../../../support/payroll/lawful_hours.ts";
import {
  type Extra,
  type Place,
  type Stipend,
  type Time,
  type Wage,
  type Week,
} from "../../../support/payroll/lawful_pay.ts";
import { codesAt, sumsOf } from "./random_codes.ts";
import { premiumsAt, promisesAt } from "./random_promises.ts";

/** Mondays of weeks without a change of the clock; wages change within the first and the last. */
export const MONDAYS = ["2025-12-29", "2026-05-04", "2026-06-29"] as const;
/** The day on which all is looked at. */
export const TODAY = "2026-07-10";

const MINUTES_OF_WEEK = 7 * 24 * 60;

const amount = fc.integer({ min: 1, max: 30_000 });

const stipend: fc.Arbitrary<Stipend> = fc.record({
  kind: fc.constantFrom("reimbursement", "hours_driven", "flat_sum"),
  per: fc.constantFrom("week", "day", "shift"),
  amount,
  hasReason: fc.boolean(),
});

const extra: fc.Arbitrary<Extra> = fc.record({
  kind: fc.constantFrom("promised", "flat", "discretionary", "reimbursement"),
  amount,
  weeks: fc.constantFrom(1, 1, 2, 3),
});

/** A rate, often near a minimum wage of the state; in Nevada what its daily rule does not reach (NRS 608.018). */
function rateIn(state: string, wages: readonly Wage[]): fc.Arbitrary<number> {
  const near = wages.filter(({ jurisdiction }) =>
    jurisdiction.startsWith(state) || jurisdiction === "US"
  )
    .flatMap((wage) => [wage.amount - 1, wage.amount, wage.amount + 5]);
  return fc.oneof(fc.integer({ min: 700, max: 9_000 }), fc.constantFrom(...near))
    .map((rate) => state === "NV" ? Math.max(rate, 1_800) : rate);
}

function placeIn(state: string, wages: readonly Wage[]): fc.Arbitrary<Place> {
  const named = [...new Set(wages.map(({ jurisdiction }) => jurisdiction))]
    .filter((jurisdiction) => jurisdiction.startsWith(state));
  const law = LAWS_OF_STATES.get(state) ?? "federal";
  const rate = rateIn(state, wages);
  return fc.record({
    state: fc.constant(state),
    jurisdictions: named.length === 0
      ? fc.constant(null)
      : fc.option(fc.subarray(named, { minLength: 1, maxLength: Math.min(2, named.length) })),
    law: fc.oneof(
      { weight: 9, arbitrary: fc.constant(law) },
      { weight: 1, arbitrary: fc.constant<Law>("exempt") },
      { weight: state === "CA" ? 4 : 0, arbitrary: fc.constant<Law>("california_elected") },
    ),
    rate,
    raise: fc.option(fc.record({ fromDay: fc.integer({ min: 1, max: 6 }), rate })),
    stipends: fc.array(stipend, { maxLength: 2 }),
  });
}

/** Hours alone, some on each day of the week, in quarters or not; or shifts, some of which touch. */
function timesAt(places: number): fc.Arbitrary<Time[]> {
  const place = fc.nat({ max: places - 1 });
  const hours = fc.oneof(
    fc.integer({ min: 1, max: 1_600 }),
    fc.constantFrom(400, 800, 1_000, 1_200, 1_300),
  );
  const code = fc.constant(null);
  const alone = fc.record({ place, code, day: fc.nat({ max: 6 }), hours });
  const shift = fc.record({
    place,
    code,
    begin: fc.option(fc.nat({ max: MINUTES_OF_WEEK / 15 - 1 })),
    quarters: fc.oneof(fc.integer({ min: 1, max: 80 }), fc.constantFrom(32, 48, 54)),
    breaks: fc.constantFrom(0, 0, 30),
  });
  const someAlone = fc.oneof(
    fc.array(alone, { maxLength: 7 }),
    fc.tuple(...[0, 1, 2, 3, 4, 5, 6].map((day) => alone.map((each) => ({ ...each, day })))),
  );
  return fc.oneof(
    fc.tuple(someAlone, fc.constant([])),
    fc.tuple(fc.constant([]), fc.array(shift, { maxLength: 7 })),
    fc.tuple(fc.array(alone, { maxLength: 3 }), fc.array(shift, { maxLength: 5 })),
  ).map(([alone, shifts]) => {
    let end = 0;
    const timed = shifts.map(({ begin, quarters, breaks, ...of }) => {
      const from = begin === null ? end : 15 * begin;
      end = Math.min(from + 15 * quarters, MINUTES_OF_WEEK);
      const midnight = (Math.floor(from / 1440) + 1) * 1440;
      return { ...of, from, to: end, breaks: end - from > 60 && end <= midnight ? breaks : 0 };
    });
    return fitting([...timed.filter(({ from, to }) => from < to), ...alone]);
  });
}

/** Without what overlaps another shift, or does not fit into a day. */
function fitting(times: readonly Time[]): Time[] {
  const days = Array<number>(7).fill(0);
  const kept: Time[] = [];
  for (const time of times) {
    const more = Array<number>(7).fill(0);
    if ("day" in time) more[time.day] = time.hours;
    else {
      for (let minute = time.from; minute < time.to; minute += 15) {
        const day = Math.floor(minute / 1440);
        more[day] = (more[day] ?? 0) + 25;
      }
    }
    const overlaps = !("day" in time) &&
      kept.some((other) => !("day" in other) && other.from < time.to && time.from < other.to);
    if (overlaps || more.some((hours, day) => hours + (days[day] ?? 0) > 2_400)) continue;
    for (const [day, hours] of more.entries()) days[day] = (days[day] ?? 0) + hours;
    kept.push(time);
  }
  return kept;
}

/** The same times, some of them of codes that are worked. */
function coded(times: readonly Time[], codes: readonly Code[], picks: readonly number[]): Time[] {
  const worked = [...codes.keys()].filter((code) => isWorkedOf(codes, code));
  return times.map((time, nth) => ({
    ...time,
    code: worked[(picks[nth] ?? 0) % (2 * worked.length || 1)] ?? null,
  }));
}

const isWorkedOf = (codes: readonly Code[], nth: number) =>
  codes.slice(nth, nth + 1).some(isWorked);

/** Weeks at one to three places, half of them in states whose law is their own, and half with codes. */
export function randomWeek(
  states: readonly string[],
  wages: readonly Wage[],
): fc.Arbitrary<Week> {
  const place = fc.oneof(fc.constantFrom(...LAWS_OF_STATES.keys()), fc.constantFrom(...states))
    .chain((state) => placeIn(state, wages));
  const places = fc.oneof(
    fc.array(place, { minLength: 1, maxLength: 1 }),
    fc.array(place, { minLength: 2, maxLength: 3 }),
  );
  return places.chain((places) => codesAt(places.length).map((codes) => ({ places, codes })))
    .chain(({ places, codes }) =>
      fc.record({
        monday: fc.constantFrom(...MONDAYS),
        isEmployee: fc.integer({ min: 1, max: 10 }).map((one) => one > 1),
        places: fc.constant(places),
        times: fc.tuple(
          timesAt(places.length),
          fc.array(fc.nat({ max: 11 }), { minLength: 14, maxLength: 14 }),
        )
          .map(([times, picks]) => coded(times, codes, picks)),
        extras: fc.array(extra, { maxLength: 2 }),
        codes: fc.constant(codes),
        sums: sumsOf(codes, places.length),
        premiums: premiumsAt(places.length),
        promises: promisesAt(places.length, codes),
      })
    ).filter(({ times }) => times.length > 0);
}
