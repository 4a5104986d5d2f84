/** Random premiums for days of a week, and hours that are promised of it. */
import fc from "fast-check";
import { type Code, isByHour } from "../../../support/payroll/lawful_codes.ts";
import type { DayPremium, Promise } from "../../../support/payroll/lawful_promises.ts";

const premiumAt = (places: number): fc.Arbitrary<DayPremium> =>
  fc.record({
    place: fc.nat({ max: places - 1 }),
    days: fc.uniqueArray(fc.nat({ max: 6 }), { minLength: 1, maxLength: 7 }),
    of: fc.oneof(
      // Of half the rate or more, for holidays or days of rest.
      fc.record({
        thousandths: fc.constantFrom(1500, 1500, 1667, 2000),
        cents: fc.constant(0),
        isSpecial: fc.constant(true),
      }),
      fc.record({
        thousandths: fc.constantFrom(1000, 1100, 1333, 1500),
        cents: fc.constantFrom(1, 33, 500),
        isSpecial: fc.constant(false),
      }),
    ),
    adds: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
    isOfCodes: fc.boolean(),
    isOfHolidays: fc.boolean(),
  }).map(({ of, ...premium }) => ({ ...premium, ...of }));

/** None in half of the weeks. */
export function premiumsAt(places: number): fc.Arbitrary<DayPremium[]> {
  return fc.oneof(
    fc.constant<DayPremium[]>([]),
    fc.array(premiumAt(places), { minLength: 1, maxLength: 3 }),
  );
}

/** At most one of a week, and one of a code, at each place. */
export function promisesAt(places: number, codes: readonly Code[]): fc.Arbitrary<Promise[]> {
  const byHour = [...codes.entries()].filter(([, code]) => isByHour(code)).map(([nth]) => nth);
  const promise = fc.record({
    place: fc.nat({ max: places - 1 }),
    code: fc.constantFrom(null, ...byHour),
    hours: fc.oneof(fc.integer({ min: 1, max: 6_000 }), fc.constantFrom(400, 3_600, 4_000)),
    excepted: fc.constantFrom(0, 0, 50, 1_200),
  });
  return fc.oneof(
    fc.constant<Promise[]>([]),
    fc.uniqueArray(promise, { maxLength: 3, selector: ({ place, code }) => `${place} ${code}` }),
  );
}
