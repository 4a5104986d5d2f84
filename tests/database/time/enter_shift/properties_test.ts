// What holds of any shifts: entered in any order, in any of the timezones, and around the nights of the clock.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { enterParts, type Part } from "../../../support/time/shifts.ts";

const TIMEZONES = [
  "America/Denver",
  "America/New_York",
  "Europe/Berlin",
  "America/Phoenix",
] as const;
const MINUTE = 60_000;
/** Around these nights clocks are changed in one of them or another. */
const NIGHTS = ["2026-03-08", "2026-03-29", "2026-05-04", "2026-10-25", "2026-11-01"] as const;

const shift = fc.record({
  night: fc.constantFrom(...NIGHTS),
  begin: fc.integer({ min: -36 * 60, max: 36 * 60 }),
  minutes: fc.integer({ min: 1, max: 24 * 60 }),
  breakMinutes: fc.oneof(fc.constant(0), fc.integer({ min: 30, max: 90 })),
  breakBegin: fc.option(fc.integer({ min: 1, max: 24 * 60 })),
  assignment: fc.integer({ min: 0, max: 1 }),
});

type Shift = typeof shift extends fc.Arbitrary<infer T> ? T : never;

const timeOf = ({ night, begin }: Shift) => Date.parse(`${night}T00:00:00Z`) + begin * MINUTE;

/** The day that an instant has somewhere, as the runtime's own calendar says. */
function dayIn(timeZone: string, instant: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(instant);
}

function minutesOf({ started_at, ended_at, break_minutes }: Part): number {
  return (ended_at.getTime() - started_at.getTime()) / MINUTE - break_minutes;
}

/** Asserts of the entries of a shift that they are it. */
function assertIs(shift: Shift, parts: readonly Part[], timezone: string): void {
  const begin = timeOf(shift);
  const end = begin + shift.minutes * MINUTE;
  const hundredths = parts.map(({ hours }) => Math.round(Number(hours) * 100));
  const worked = shift.minutes - shift.breakMinutes;
  assertStrictEquals(
    hundredths.reduce((sum, hours) => sum + hours, 0),
    Math.round(worked * 100 / 60),
  );
  assertStrictEquals(parts.reduce((sum, part) => sum + minutesOf(part), 0), worked);
  assertStrictEquals(parts[0]?.started_at.getTime(), begin);
  assertStrictEquals(parts.at(-1)?.ended_at.getTime(), end);
  assertStrictEquals(parts.length, dayIn(timezone, begin) === dayIn(timezone, end - 1) ? 1 : 2);
  if (parts.length === 2) assertEquals(parts[0]?.ended_at, parts[1]?.started_at);
  for (const part of parts) {
    assertStrictEquals(dayIn(timezone, part.started_at.getTime()), part.work_date);
    assertStrictEquals(dayIn(timezone, part.ended_at.getTime() - 1), part.work_date);
    assert(minutesOf(part) > 0);
  }
}

Deno.test("enter_shift/of_any_shifts_adds_up_within_its_days_and_leaves_no_overlap", () =>
  withDatabase(async ({ sql }) => {
    let overMidnight = 0;
    const property = fc.asyncProperty(
      fc.constantFrom(...TIMEZONES),
      fc.array(shift, { minLength: 1, maxLength: 12 }),
      async (timezone, shifts) => {
        const firm = await Firm.create(sql, crypto.randomUUID());
        await sql`update facilities set timezone = ${timezone} where id = ${firm.facilityId}`;
        const first = await firm.assignment();
        const [{ contractor }] = await sql<[{ contractor: string }]>`
          select contractor_id as contractor from assignments where id = ${first}`;
        const elsewhere = await Firm.create(sql, crypto.randomUUID());
        const second = await elsewhere.assignmentOf(contractor);
        const entered: { begin: number; end: number }[] = [];
        for (const shift of shifts) {
          const begin = timeOf(shift);
          const end = begin + shift.minutes * MINUTE;
          const overlaps = entered.some((other) => begin < other.end && other.begin < end);
          const zone = shift.assignment === 0 ? timezone : "America/Denver";
          const breakStartedAt = shift.breakMinutes === 0 || shift.breakBegin === null
            ? null
            : new Date(begin + shift.breakBegin * MINUTE).toISOString();
          const outcome = await enterParts(
            sql,
            shift.assignment === 0 ? first : second,
            new Date(begin).toISOString(),
            new Date(end).toISOString(),
            { breakMinutes: shift.breakMinutes, breakStartedAt },
          ).catch((error: unknown) => {
            assert(error instanceof postgres.PostgresError);
            return error;
          });
          if (outcome instanceof postgres.PostgresError) {
            const slug = outcome.detail ?? outcome.message;
            if (overlaps) assertMatch(slug, /^(shift_overlaps|break_not_valid|shift_not_valid)$/);
            else assertMatch(slug, /^(hours_exceed_day|break_not_valid|shift_not_valid)$/);
          } else {
            assert(!overlaps);
            assertIs(shift, outcome, zone);
            entered.push({ begin, end });
            overMidnight += outcome.length - 1;
          }
        }
        const [{ overlaps }] = await sql<[{ overlaps: number }]>`
          select count(*)::int as overlaps
            from time_entries as one
            join time_entries as other
              on other.shift_contractor_id = one.shift_contractor_id and other.id > one.id
             and tstzrange(other.started_at, other.ended_at) && tstzrange(one.started_at, one.ended_at)
           where one.shift_contractor_id = ${contractor}`;
        assertStrictEquals(overlaps, 0);
      },
    );
    await fc.assert(property, { numRuns: 60 });
    assert(overMidnight > 30, `${overMidnight}`);
  }, { clock: "2026-12-01 12:00:00+00" }));
