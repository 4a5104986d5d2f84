// Whether "Enter as planned" is offered: where the procedure would enter a shift, and only there.
import { assertStrictEquals } from "@std/assert";
import { leftAsPlanned } from "../../../console/src/screens/own/as_planned.ts";

type Shift = Parameters<typeof leftAsPlanned>[0][number];
type Entry = Parameters<typeof leftAsPlanned>[1][number];

const NOON: Parameters<typeof leftAsPlanned>[3] = {
  workday: { startsAt: "00:00", from: null, startedAt: "00:00" },
  zone: "America/Denver",
  today: "2026-03-10",
};
/** The night of Tuesday, the third. */
const NIGHT = {
  assignment_id: "a",
  work_date: "2026-03-03",
  starts_at: "2026-03-04T02:00:00+00:00",
  ends_at: "2026-03-04T14:00:00+00:00",
  cancelled_at: null,
} as Shift;
const HOURS = {
  assignment_id: "a",
  work_date: "2026-03-03",
  started_at: null,
  ended_at: null,
  is_worked: true,
  is_set_aside: false,
} as Entry;
const TIMES = {
  ...HOURS,
  started_at: "2026-03-04T13:00:00+00:00",
  ended_at: "2026-03-04T15:00:00+00:00",
} as Entry;

function isOffered(
  time: readonly Entry[],
  shift: Partial<Shift> = {},
  days: { start_date?: string; end_date?: string | null } = {},
): boolean {
  const assignment = { start_date: "2026-01-01", end_date: null, ...days };
  return leftAsPlanned([{ ...NIGHT, ...shift } as Shift], time, assignment, NOON);
}

Deno.test("console/as_planned_is_offered_while_a_shift_is_left_that_would_be_entered", () => {
  assertStrictEquals(isOffered([]), true);
  assertStrictEquals(isOffered([{ ...HOURS, work_date: "2026-03-02" } as Entry]), true);
  // Another shift of its day is entered, by its times, and what is not worked is no matter.
  assertStrictEquals(
    isOffered([
      { ...TIMES, started_at: "2026-03-03T15:00:00Z", ended_at: "2026-03-03T20:00:00Z" } as Entry,
    ]),
    true,
  );
  assertStrictEquals(isOffered([{ ...HOURS, is_worked: false } as Entry]), true);
  assertStrictEquals(isOffered([{ ...HOURS, is_set_aside: true } as Entry]), true);
  assertStrictEquals(isOffered([{ ...HOURS, assignment_id: "b" } as Entry]), true);
});

Deno.test("console/as_planned_is_not_offered_where_nothing_would_be_entered", () => {
  assertStrictEquals(isOffered([HOURS]), false);
  assertStrictEquals(isOffered([{ ...HOURS, work_date: "2026-03-04" } as Entry]), false); // its second day
  assertStrictEquals(isOffered([TIMES]), false);
  assertStrictEquals(isOffered([{ ...TIMES, assignment_id: "b" } as Entry]), false); // elsewhere at that time
  assertStrictEquals(isOffered([], { cancelled_at: "2026-03-01T00:00:00Z" }), false);
  assertStrictEquals(isOffered([], { ends_at: "2026-03-12T14:00:00Z" }), false); // not over
  assertStrictEquals(isOffered([], {}, { end_date: "2026-03-03" }), false); // it ends a day later
  assertStrictEquals(isOffered([], {}, { start_date: "2026-03-04" }), false);
});
