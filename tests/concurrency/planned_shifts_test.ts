// Shifts that are planned, cancelled and worked at once.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Firm } from "../support/firm.ts";
import { discard, prepare } from "../support/payroll/batches.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { guarantee } from "../support/time/guarantees.ts";
import {
  asLastWeek,
  cancel,
  enterAsPlanned,
  plan,
  planAhead,
  planPattern,
} from "../support/time/plans.ts";
import { enterShift } from "../support/time/shifts.ts";

const NIGHT = ["2026-03-02 19:00 MST", "2026-03-03 07:00 MST"] as const;
const NOW = { clock: "2026-03-09 18:00:00+00" };

/** A contractor's assignments at two facilities. */
async function twoAssignments(sql: Firm["sql"]): Promise<[string, string]> {
  const one = await (await Firm.create(sql)).assignment();
  const [{ contractor }] = await sql<[{ contractor: string }]>`
    select contractor_id as contractor from assignments`;
  return [one, await (await Firm.create(sql, "Grace")).assignmentOf(contractor)];
}

Deno.test("plan_shift/by_two_at_once_over_each_other_plans_one", () =>
  withDatabase(async ({ sql, url }) => {
    const [one, other] = await twoAssignments(sql);
    await assertRefused(
      interleave(
        url,
        (sql) => plan(sql, one, ...NIGHT),
        () => plan(sql, other, "2026-03-03 06:00 MST", "2026-03-03 09:00 MST"),
      ),
      409,
      "planned_shift_overlaps",
    );
    assertStrictEquals((await sql`select from planned_shifts`).count, 1);
  }, NOW));

Deno.test("plan_shift/by_two_at_once_plans_the_same_shift_once", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const again = await interleave(
      url,
      (sql) => plan(sql, assignment, ...NIGHT),
      () => plan(sql, assignment, ...NIGHT),
    );
    assertEquals([...await sql`select id from planned_shifts`], [{ id: again.id }]);
  }, NOW));

Deno.test("plan_shifts/by_twenty_at_once_leaves_no_overlap_and_no_constraint_to_see", () =>
  withDatabase(async ({ sql }) => {
    const [one, other] = await twoAssignments(sql);
    const outcomes = await Promise.allSettled(
      Array.from(
        { length: 20 },
        (_, n) =>
          planPattern(sql, n % 2 === 0 ? one : other, {
            from: `${10 + n % 5}:00`,
            to: `${14 + n % 5}:00`,
          }),
      ),
    );
    const told = new Set(
      outcomes.map((one) => one.status === "fulfilled" ? "planned" : String(one.reason.detail)),
    );
    assertEquals([...told].sort(), ["planned", "planned_shift_overlaps"]);
    const [{ overlaps }] = await sql<[{ overlaps: number }]>`
      select count(*)::int as overlaps from planned_shifts as a join planned_shifts as b
          on a.id < b.id and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`;
    assertStrictEquals(overlaps, 0);
  }, NOW));

for (const order of ["before", "after"] as const) {
  Deno.test(`cancel_planned_shift/${order}_the_same_time_is_planned_elsewhere_lets_the_second_see_the_first`, () =>
    withDatabase(async ({ sql, url }) => {
      const [one, other] = await twoAssignments(sql);
      const { id } = await plan(sql, one, ...NIGHT);
      if (order === "before") {
        const there = await interleave(
          url,
          (sql) => cancel(sql, id),
          () => plan(sql, other, ...NIGHT),
        );
        assertStrictEquals(there.cancelled_at, null);
      } else {
        // Whoever plans while the shift is there is refused, and the cancellation after it is no matter.
        await assertRefused(plan(sql, other, ...NIGHT), 409, "planned_shift_overlaps");
        await cancel(sql, id);
        await plan(sql, other, ...NIGHT);
        await assertRefused(plan(sql, one, ...NIGHT), 409, "planned_shift_overlaps");
      }
      const live = await sql`select assignment_id from planned_shifts where cancelled_at is null`;
      assertEquals([...live], [{ assignment_id: other }]);
    }, NOW));
}

Deno.test("cancel_planned_shift/by_two_at_once_for_different_reasons_refuses_the_second", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const { id } = await plan(sql, assignment, ...NIGHT);
    await assertRefused(
      interleave(url, (sql) => cancel(sql, id), () => cancel(sql, id, { by: "contractor" })),
      409,
      "planned_shift_cancelled",
    );
  }, NOW));

Deno.test("plan_shift/of_a_shift_that_is_cancelled_late_at_that_moment_says_so_and_plans_it_when_asked_again", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await sql`update facilities set cancellation_notice_hours = 24`;
    const { id } = await planAhead(sql, assignment, ...NIGHT);
    await assertRefused(
      interleave(
        url,
        (sql) => cancel(sql, id, { at: "2026-03-02 12:00 MST" }),
        () => plan(sql, assignment, ...NIGHT),
      ),
      409,
      "planned_shift_cancelled",
    );
    const again = await plan(sql, assignment, ...NIGHT);
    assertEquals([again.id, again.cancelled_at], [id, null]);
  }, NOW));

const BESIDE = ["2026-03-02 08:00 MST", "2026-03-02 16:00 MST"] as const;
/** Ways to change what is planned beside the night of Monday. */
const BESIDES: Readonly<
  Record<string, (sql: Firm["sql"], assignment: string, other: string) => PromiseLike<unknown>>
> = {
  plan_shift: (sql, assignment) =>
    plan(sql, assignment, "2026-03-02 17:00 MST", "2026-03-02 18:00 MST"),
  plan_shifts: (sql, assignment) =>
    planPattern(sql, assignment, {
      firstDay: "2026-03-02",
      days: [1],
      from: "17:00",
      to: "18:00",
      breakMinutes: 0,
    }),
  plan_as_last_week: (sql, assignment) => asLastWeek(sql, "2026-03-02", { assignment }),
  cancel_planned_shift: (sql, _, other) => cancel(sql, other, { by: "firm" }),
};
for (const [procedure, changes] of Object.entries(BESIDES)) {
  Deno.test(`${procedure}/beside_a_shift_that_is_cancelled_late_at_that_moment_says_so_and_waits_for_payroll_when_asked_again`, () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      await sql`update facilities set cancellation_notice_hours = 24`;
      await plan(sql, assignment, "2026-02-23 17:00 MST", "2026-02-23 18:00 MST");
      const other = await plan(sql, assignment, ...BESIDE);
      const night = await planAhead(sql, assignment, ...NIGHT);
      await assertRefused(
        interleave(
          url,
          (sql) => cancel(sql, night.id, { at: "2026-03-02 12:00 MST" }),
          () => changes(sql, assignment, other.id),
        ),
        409,
        "plan_in_progress",
      );
      await firm.entry(assignment, "approved", "2026-03-05", "8");
      await interleave(
        url,
        (sql) => prepare(sql, "2026-03-02"),
        () => changes(sql, assignment, other.id),
      );
    }, NOW));
}

Deno.test("plan_shift/waits_four_seconds_for_who_plans_and_then_says_so", () =>
  withDatabase(async ({ sql, url }) => {
    const [one, other] = await twoAssignments(sql);
    const first = connectTo(url);
    try {
      await first.begin(async (first) => {
        await plan(first, one, ...NIGHT);
        await assertRefused(plan(sql, other, ...NIGHT), 409, "plan_in_progress");
      });
    } finally {
      await first.end();
    }
  }, NOW));

Deno.test("plan_as_last_week/by_two_at_once_plans_each_shift_once", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await planPattern(sql, await firm.assignment());
    const again = await interleave(
      url,
      (sql) => asLastWeek(sql, "2026-03-16", { facility: firm.facilityId }),
      () => asLastWeek(sql, "2026-03-16", { facility: firm.facilityId }),
    );
    assertEquals(again.map((shift) => shift.split(" ")[0]), Array(3).fill("already_planned"));
    assertStrictEquals((await sql`select from planned_shifts`).count, 6);
  }, NOW));

Deno.test("plan_shift/waits_for_the_end_of_its_assignment_and_is_refused_after_it", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await assertRefused(
      interleave(
        url,
        (sql) => sql`update assignments set end_date = '2026-03-02'`,
        () => plan(sql, assignment, ...NIGHT),
      ),
      409,
      "planned_shift_outside_assignment",
    );
  }, NOW));

Deno.test("enter_planned_shifts/by_two_at_once_and_beside_enter_shift_enters_each_shift_once", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await plan(sql, assignment, ...NIGHT);
    const hours = ["2026-03-02 5.00", "2026-03-03 7.00"];
    const again = await interleave(
      url,
      (sql) => enterShift(sql, assignment, ...NIGHT),
      () => enterAsPlanned(sql, assignment),
    );
    assertEquals(again, hours);
    assertStrictEquals((await sql`select from time_entries`).count, 2);
  }, NOW));

Deno.test("cancel_planned_shift/of_a_shift_that_is_entered_as_planned_at_that_moment_sees_its_time", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await sql`update facilities set cancellation_notice_hours = 24`;
    const { id } = await planAhead(sql, assignment, ...NIGHT);
    await assertRefused(
      interleave(
        url,
        (sql) => enterAsPlanned(sql, assignment),
        () => cancel(sql, id, { at: "2026-03-02 12:00 MST" }),
      ),
      409,
      "planned_shift_worked",
    );
    assertStrictEquals((await sql`select from time_entries`).count, 2);
    assertStrictEquals((await sql`select from planned_shifts where is_within_notice`).count, 0);
  }, NOW));

Deno.test("enter_planned_shifts/of_a_shift_that_is_cancelled_at_that_moment_leaves_it_out", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    await sql`update facilities set cancellation_notice_hours = 24`;
    const { id } = await planAhead(sql, assignment, ...NIGHT);
    await plan(sql, assignment, "2026-03-04 07:00 MST", "2026-03-04 15:00 MST");
    const entered = await interleave(
      url,
      (sql) => cancel(sql, id, { at: "2026-03-02 12:00 MST" }),
      () => enterAsPlanned(sql, assignment),
    );
    assertEquals(entered, ["2026-03-04 8.00"]);
  }, NOW));

Deno.test("cancel_planned_shift/late_waits_for_whoever_prepares_payroll_and_is_paid_by_the_next_draft", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set cancellation_notice_hours = 24`;
    const assignment = await firm.assignment();
    await guarantee(sql, assignment, { code: "cancelled", pay: "4", bill: null });
    await firm.entry(assignment, "approved", "2026-03-05", "8");
    const { id } = await planAhead(sql, assignment, ...NIGHT);
    let batch = "";
    await interleave(
      url,
      async (sql) => batch = await prepare(sql, "2026-03-02"),
      () => cancel(sql, id, { at: "2026-03-02 12:00 MST" }),
    );
    const promised = () => sql`select quantity from payroll_item_lines where kind = 'guarantee'`;
    assertEquals([...await promised()], []);
    await discard(sql, batch);
    await prepare(sql, "2026-03-02");
    assertEquals([...await promised()], [{ quantity: "4.00" }]);
  }, NOW));
