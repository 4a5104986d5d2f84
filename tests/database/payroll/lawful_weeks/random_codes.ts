/** Random codes of somebody's week, with their rates, and sums of those that are not worked. */
import fc from "fast-check";
import { type Code, isByHour, isWorked, type Sum } from "../../../support/payroll/lawful_codes.ts";

const rate = fc.oneof(
  fc.integer({ min: 1, max: 9_000 }),
  fc.constantFrom(0, 1, 33, 70, 73, 300, 725),
);

const ofHour = fc.record({
  thousandths: fc.constantFrom(0, 333, 500, 1000, 1000, 1250, 1500, 2000),
  amount: fc.constantFrom(0, 0, 1, 150, 400),
});

/** A premium for special days is half of the rate or more as the code has it; a rate of its own may be less. */
const special = fc.record({
  standing: fc.constant<Code["standing"]>("special_day"),
  ofHour: fc.constantFrom(1500, 1500, 1667, 2000).map((thousandths) => ({
    thousandths,
    amount: 0,
  })),
});

const ordinary = fc.record({
  standing: fc.constantFrom<Code["standing"]>(
    "worked",
    "worked",
    "on_call",
    "idle",
    "piece",
    "expenses",
  ),
  ofHour: fc.option(ofHour),
});

function codeAt(places: number): fc.Arbitrary<Code> {
  const each = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: places, maxLength: places });
  return fc.tuple(
    fc.oneof({ weight: 1, arbitrary: special }, { weight: 4, arbitrary: ordinary }),
    each(fc.record({ rate, fromDay: fc.integer({ min: 0, max: 6 }), hasReason: fc.boolean() })),
    each(fc.integer({ min: 1, max: 4 })),
    each(rate),
  ).map(([code, own, tells, listed]) => ({
    ...code,
    own: own.map((there, nth) =>
      tells[nth] === 1
        ? there
        : code.ofHour === null && tells[nth] === 2
        ? { ...there, fromDay: 0 }
        : null
    ),
    // Where neither the hour nor the assignment says it all week, the price list does.
    listed: listed.map((there, nth) =>
      (code.ofHour === null && tells[nth] !== 2) || tells[nth] === 3 ? there : null
    ),
  }));
}

/** None in half of the weeks. */
export function codesAt(places: number): fc.Arbitrary<Code[]> {
  return fc.oneof(
    fc.constant<Code[]>([]),
    fc.array(codeAt(places), { minLength: 1, maxLength: 4 }),
  );
}

/** Hours on call and of leave, miles, visits. */
export function sumsOf(codes: readonly Code[], places: number): fc.Arbitrary<Sum[]> {
  const kinds = [...codes.entries()].filter(([, code]) => !isWorked(code));
  if (kinds.length === 0) return fc.constant([]);
  return fc.array(
    fc.constantFrom(...kinds).chain(([code, kind]) =>
      fc.record({
        place: fc.nat({ max: places - 1 }),
        day: fc.nat({ max: 6 }),
        code: fc.constant(code),
        quantity: isByHour(kind)
          ? fc.oneof(fc.integer({ min: 1, max: 2_400 }), fc.constantFrom(800, 1_200))
          : fc.integer({ min: 1, max: 30_000 }),
      })
    ),
    { maxLength: 5 },
  );
}
