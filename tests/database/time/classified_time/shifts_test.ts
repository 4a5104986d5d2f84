// What holds of the classes of shifts, by an oracle that counts them day by day and quarter by quarter.
import { assert, assertEquals, assertMatch, assertStrictEquals, fail } from "@std/assert";
import fc from "fast-check";
import postgres from "postgres";
import {
  addAssignments,
  OVERTIME_RULES,
  type OvertimeRule,
} from "../../../../fixtures/assignments.ts";
import { plusDays } from "../../../../fixtures/days.ts";
import { addContractors, addFacilities } from "../../../../fixtures/people.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { enterParts } from "../../../support/time/shifts.ts";
import {
  classesByDay,
  type Part,
  QUARTER_MS,
  randomShifts,
  type TimedShift,
} from "./random_shifts.ts";
import type { Quarters } from "../../../support/time/counted_hours.ts";

/** A contractor with an assignment under each rule, at one facility in a timezone. */
async function person(sql: postgres.Sql, timezone: string) {
  const [contractorId = ""] = await addContractors(sql, 1);
  const [facilityId = ""] = await addFacilities(sql, ["Mercy"]);
  await sql`update facilities set timezone = ${timezone} where id = ${facilityId}`;
  const ids = await addAssignments(
    sql,
    OVERTIME_RULES.map((overtimeRule) => ({ contractorId, facilityId, overtimeRule })),
  );
  return { contractorId, assignments: new Map(OVERTIME_RULES.map((rule, i) => [rule, ids[i]])) };
}

type Person = Awaited<ReturnType<typeof person>>;

/** Enters and approves a shift, unless it is refused. Gives whether it was entered. */
async function enter(sql: postgres.Sql, of: Person, shift: TimedShift): Promise<boolean> {
  const instant = (ms: number) => new Date(ms).toJSON();
  try {
    await enterParts(
      sql,
      of.assignments.get(shift.rule) ?? null,
      instant(shift.begin),
      instant(shift.end),
      { breakMinutes: shift.breakMs / 60_000 },
    );
  } catch (error) {
    assert(error instanceof postgres.PostgresError, String(error));
    assertMatch(error.code, /^PT4\d\d$/, error.message);
    return false;
  }
  return true;
}

/** A person's classes as the database has them, and their entries. */
async function classified(sql: postgres.Sql, { contractorId }: Person, night: string) {
  await sql`
    update time_entries set status = 'submitted'
     where assignment_id in (select id from assignments where contractor_id = ${contractorId})`;
  await sql`
    update time_entries set status = 'approved'
     where assignment_id in (select id from assignments where contractor_id = ${contractorId})`;
  const monday = plusDays(night, -6);
  const weeks = [-7, 0, 7].map((days) => plusDays(monday, days));
  const rows = await sql<(Part & { regular: number; overtime: number; doubletime: number })[]>`
    select entry.id, assignment.overtime_rule as rule, entry.work_date::text as day,
           extract(epoch from entry.started_at)::float8 * 1000 as begin,
           extract(epoch from entry.ended_at)::float8 * 1000 as end, (entry.hours * 4)::int as quarters,
           (time.regular_hours * 4)::int as regular, (time.overtime_hours * 4)::int as overtime,
           (time.doubletime_hours * 4)::int as doubletime
      from private.classified_time(
             array_fill(${contractorId}::uuid, array[3]), ${weeks}::text[]::date[]) as time
      join time_entries as entry on entry.id = time.time_entry_id
      join assignments as assignment on assignment.id = entry.assignment_id
     order by entry.started_at`;
  return {
    parts: rows.map(({ id, rule, day, begin, end, quarters }): Part => ({
      id,
      rule,
      day,
      begin,
      end,
      quarters,
    })),
    classes: new Map<string, Quarters>(
      rows.map(({ id, regular, overtime, doubletime }) => [id, { regular, overtime, doubletime }]),
    ),
  };
}

const sorted = (classes: Map<string, Quarters>) => [...classes].sort(([a], [b]) => a < b ? -1 : 1);

/** The classes with their rule, in the order of time, without ids. */
const told = ({ parts, classes }: Awaited<ReturnType<typeof classified>>) =>
  parts.map(({ id, rule, begin }) => ({ rule, begin, ...classes.get(id) }));

const totals = ({ parts, classes }: Awaited<ReturnType<typeof classified>>) => {
  const sums = new Map<OvertimeRule, Quarters>();
  for (const { id, rule } of parts) {
    const [sum, own] = [
      sums.get(rule) ?? { regular: 0, overtime: 0, doubletime: 0 },
      classes.get(id) ?? fail("not classified"),
    ];
    sums.set(rule, {
      regular: sum.regular + own.regular,
      overtime: sum.overtime + own.overtime,
      doubletime: sum.doubletime + own.doubletime,
    });
  }
  return sums;
};

const CLOCK = { clock: "2026-12-31 12:00:00-07" };

Deno.test("classified_time/of_any_shifts_is_what_counting_day_by_day_gives", () =>
  withDatabase(async ({ sql }) => {
    let inARow = 0;
    await fc.assert(
      fc.asyncProperty(randomShifts, async ({ timezone, night, shifts }) => {
        const worker = await person(sql, timezone);
        for (const shift of shifts) await enter(sql, worker, shift);
        const { parts, classes } = await classified(sql, worker, night);
        assertEquals(sorted(classes), sorted(classesByDay(parts)));
        for (const { id, quarters } of parts) {
          const { regular, overtime, doubletime } = classes.get(id) ?? fail();
          assertStrictEquals(regular + overtime + doubletime, quarters);
          assert(Math.min(regular, overtime, doubletime) >= 0);
        }
        const ofDays = classesByDay(parts.map((part) => ({ ...part, begin: part.begin * 2 })));
        if (parts.some(({ id }) => classes.get(id)?.overtime !== ofDays.get(id)?.overtime)) {
          inARow++;
        }
      }),
      { numRuns: 80 },
    );
    assert(inARow > 3, `only ${inARow} weeks have overtime by hours in a row`);
  }, CLOCK));

Deno.test("classified_time/of_shifts_is_the_same_in_whatever_order_they_are_entered", () =>
  withDatabase(({ sql }) =>
    fc.assert(
      fc.asyncProperty(randomShifts, fc.nat(), async ({ timezone, night, shifts }, seed) => {
        const [first, second] = [await person(sql, timezone), await person(sql, timezone)];
        const entered = [];
        for (const shift of shifts) if (await enter(sql, first, shift)) entered.push(shift);
        const turned = entered.toSorted((a, b) =>
          (a.begin * 7 + seed) % 13 - (b.begin * 7 + seed) % 13
        );
        for (const shift of turned) assert(await enter(sql, second, shift));
        assertEquals(
          told(await classified(sql, second, night)),
          told(await classified(sql, first, night)),
        );
      }),
      { numRuns: 20 },
    ), CLOCK));

Deno.test("classified_time/of_a_shift_is_the_same_when_it_is_entered_as_two_that_touch", () =>
  withDatabase(({ sql }) =>
    fc.assert(
      fc.asyncProperty(randomShifts, fc.nat(), async ({ timezone, night, shifts }, at) => {
        const [whole, split] = [await person(sql, timezone), await person(sql, timezone)];
        for (const planned of shifts) {
          const shift = { ...planned, breakMs: 0 };
          if (!await enter(sql, whole, shift)) continue;
          const quarters = (shift.end - shift.begin) / QUARTER_MS;
          const middle = shift.begin + (1 + at % (quarters - 1)) * QUARTER_MS;
          assert(await enter(sql, split, { ...shift, end: middle }));
          assert(await enter(sql, split, { ...shift, begin: middle }));
        }
        assertEquals(
          totals(await classified(sql, split, night)),
          totals(await classified(sql, whole, night)),
        );
      }),
      { numRuns: 20 },
    ), CLOCK));
