import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import {
  computeInterest,
  type InterestInput,
} from "../../../supabase/functions/_shared/interest/compute_interest.ts";
import { invoice, money } from "./arbitraries.ts";
import { addDays } from "../../support/interest/oracle_days.ts";

const cents = (amount: string): bigint => BigInt(amount.replace(".", ""));
const days = (max: number) => fc.integer({ min: 0, max });

Deno.test("compute_interest/is_never_negative_and_total_is_interest_plus_fee", () => {
  fc.assert(fc.property(invoice, (input) => {
    const { interest, fee, total } = computeInterest(input);
    for (const amount of [interest, fee, total]) assertMatch(amount, /^\d+\.\d\d$/);
    assertStrictEquals(cents(total), cents(interest) + cents(fee));
  }));
});

Deno.test("compute_interest/no_later_as_of_gives_less", () => {
  fc.assert(fc.property(invoice, days(200), (input, later) => {
    const earlier = computeInterest(input);
    const after = computeInterest({ ...input, asOf: addDays(input.asOf, later) });
    for (const part of ["interest", "fee", "total"] as const) {
      assert(cents(after[part]) >= cents(earlier[part]));
    }
    assert(after.accruedThrough >= earlier.accruedThrough);
  }));
});

Deno.test("compute_interest/splitting_a_payment_on_one_day_changes_nothing", () => {
  const paid = fc.record({ first: money(50_000), second: money(50_000), after: days(300) });
  fc.assert(fc.property(invoice, paid, (input, { first, second, after }) => {
    const paidOn = addDays(input.dueDate, after);
    const sum = `${(cents(first) + cents(second)).toString().padStart(3, "0")}`;
    const whole = { paidOn, amount: `${sum.slice(0, -2)}.${sum.slice(-2)}` };
    const parts = [{ paidOn, amount: first }, { paidOn, amount: second }];
    for (const kind of ["payments", "interestPayments"] as const) {
      const others = input[kind] ?? [];
      assertEquals(
        computeInterest({ ...input, [kind]: [parts[0], ...others, parts[1]] } as InterestInput),
        computeInterest({ ...input, [kind]: [...others, whole] }),
      );
    }
  }));
});

Deno.test("compute_interest/paying_in_full_stops_it", () => {
  fc.assert(fc.property(invoice, days(300), days(300), (input, after, later) => {
    const paidOn = addDays(input.dueDate, after);
    const paid = { ...input, payments: [{ paidOn, amount: input.principal }] };
    const onTheDay = computeInterest({ ...paid, asOf: paidOn });
    assertEquals(computeInterest({ ...paid, asOf: addDays(paidOn, later) }), onTheDay);
    assert(onTheDay.accruedThrough <= paidOn);
  }));
});

Deno.test("compute_interest/a_payment_never_makes_it_more", () => {
  fc.assert(fc.property(invoice, days(300), money(50_000), (input, after, amount) => {
    const payment = { paidOn: addDays(input.dueDate, after), amount };
    const more = { ...input, payments: [...input.payments, payment] };
    assert(cents(computeInterest(more).total) <= cents(computeInterest(input).total));
  }));
});

Deno.test("compute_interest/equals_the_plain_formula_without_payments", () => {
  const asked = fc.record({
    principal: money(1_000_000_000),
    ratePercent: fc.integer({ min: 0, max: 100 }),
    late: days(4000),
    dayCount: fc.constantFrom("actual/365" as const, "actual/360" as const),
  });
  fc.assert(fc.property(asked, ({ principal, ratePercent, late, dayCount }) => {
    const { interest } = computeInterest({
      principal,
      dueDate: "2015-03-31",
      payments: [],
      asOf: addDays("2015-03-31", late),
      terms: [{ effectiveFrom: "2000-01-01", annualRate: `${ratePercent / 100}`, dayCount }],
    });
    const divisor = 100n * BigInt(dayCount.slice(-3));
    const exact = cents(principal) * BigInt(ratePercent) * BigInt(late);
    assertStrictEquals(cents(interest), (exact + divisor / 2n) / divisor);
  }));
});

Deno.test("compute_interest/segments_follow_each_other_and_differ", () => {
  fc.assert(fc.property(invoice, (input) => {
    const { segments, accruedThrough } = computeInterest(input);
    for (const [index, segment] of segments.entries()) {
      const next = segments[index + 1];
      assert(segment.from <= segment.to);
      assertStrictEquals(next?.from ?? addDays(accruedThrough, 1), addDays(segment.to, 1));
    }
  }));
});
