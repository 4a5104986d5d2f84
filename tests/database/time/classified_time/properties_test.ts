import { assert, assertEquals, assertStrictEquals, fail } from "@std/assert";
import fc from "fast-check";
import type postgres from "postgres";
import { countOf, test } from "../../../support/histories.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { classesOf, work } from "../../../support/time/worked_time.ts";
import { classify, type Quarters, type QuarterShift } from "../../../support/time/counted_hours.ts";
import { coloradoOvertime, MONDAY, randomWeek, toShifts } from "./random_weeks.ts";

/**
 * Hours by class that the database makes of weeks, each worked by a contractor of its own: quarters
 * of an hour by entry.
 */
async function classified(
  sql: postgres.Sql,
  weeks: readonly QuarterShift[][],
): Promise<Quarters[][]> {
  const workers = [];
  for (const week of weeks) workers.push(await work(sql, toShifts(week)));
  const classes = await classesOf(sql, workers, [MONDAY]);
  return workers.map(({ entryIds }) =>
    entryIds.map((id) => {
      const { regular, overtime, doubletime } = classes.get(id) ?? fail("not classified");
      return { regular: 4 * +regular, overtime: 4 * +overtime, doubletime: 4 * +doubletime };
    })
  );
}

const premium = (entries: readonly Quarters[]): number =>
  entries.reduce((sum, { overtime, doubletime }) => sum + overtime + doubletime, 0);

/** A property of the database's classes of random weeks, several weeks at once. */
function eachWeeks<T>(
  arbitrary: fc.Arbitrary<T>,
  check: (sql: postgres.Sql, cases: T[]) => Promise<void>,
): Promise<void> {
  return withDatabase(({ sql }) =>
    fc.assert(
      fc.asyncProperty(fc.array(arbitrary, { minLength: 8, maxLength: 12 }), (cases) =>
        check(sql, cases)),
      { numRuns: countOf(12) },
    )
  );
}

test("classified_time/is_what_counting_quarter_by_quarter_gives", () =>
  eachWeeks(randomWeek(), async (sql, weeks) => {
    assertEquals(await classified(sql, weeks), weeks.map(classify));
  }));

test("classified_time/classes_of_an_entry_sum_to_its_hours_and_none_is_negative", () =>
  eachWeeks(randomWeek(), async (sql, weeks) => {
    const classes = await classified(sql, weeks);
    for (const [i, week] of weeks.entries()) {
      for (const [j, { quarters }] of week.entries()) {
        const { regular, overtime, doubletime } = classes[i]?.[j] ?? fail();
        assertStrictEquals(regular + overtime + doubletime, quarters);
        assert(Math.min(regular, overtime, doubletime) >= 0);
      }
    }
  }));

test("classified_time/an_hour_more_never_lowers_overtime_plus_doubletime", () => {
  const grown = fc.tuple(randomWeek(), fc.nat()).map(([week, at]) => {
    const more = week.map((shift, i) =>
      i === at % week.length ? { ...shift, quarters: shift.quarters + 4 } : shift
    );
    const day = week[at % week.length]?.day;
    const hours = more.filter((shift) => shift.day === day).reduce(
      (sum, { quarters }) => sum + quarters,
      0,
    );
    return [week, hours <= 96 ? more : week] as const;
  });
  return eachWeeks(grown, async (sql, pairs) => {
    const before = await classified(sql, pairs.map(([week]) => week));
    const after = await classified(sql, pairs.map(([, more]) => more));
    for (const [i, entries] of before.entries()) {
      assert(premium(after[i] ?? fail()) >= premium(entries));
    }
  });
});

test("classified_time/a_shift_more_never_lowers_overtime_plus_doubletime", () =>
  eachWeeks(fc.tuple(randomWeek(), fc.nat()), async (sql, cases) => {
    const whole = await classified(sql, cases.map(([week]) => week));
    const without = await classified(
      sql,
      cases.map(([week, at]) => week.filter((_, i) => i !== at % week.length || week.length === 1)),
    );
    for (const [i, entries] of whole.entries()) {
      assert(premium(entries) >= premium(without[i] ?? fail()));
    }
  }));

test("classified_time/in_colorado_overtime_is_the_greater_of_the_daily_and_the_weekly_count", () =>
  eachWeeks(randomWeek(["colorado"]), async (sql, weeks) => {
    assertEquals((await classified(sql, weeks)).map(premium), weeks.map(coloradoOvertime));
  }));
