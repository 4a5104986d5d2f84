// A later end of an assignment renews it, an earlier one ends it; what is upcoming follows.
import { assertEquals } from "@std/assert";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { alertsOf, everythingOfRenewals, renewalsOf } from "../../support/assignments/renewals.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

/** 23:30 on 20 May in Denver, where the firm is. */
const CLOCK = { clock: "2026-05-21 05:30:00+00" };

interface MovedEnd {
  readonly from: string | null;
  readonly to: string | null;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const MOVED_ENDS: Readonly<Record<string, MovedEnd>> = {
  "a_later_end_renews_what_comes_before_it_and_comes_up_itself": {
    from: "2026-06-30",
    to: "2026-12-31",
    before: ["2026-03-31 declined", "2026-05-31 upcoming", "2026-06-30 upcoming"],
    after: [
      "2026-03-31 declined",
      "2026-05-31 renewed",
      "2026-06-30 renewed",
      "2026-12-31 upcoming",
    ],
  },
  "a_later_end_leaves_what_comes_on_it_or_after_it": {
    from: "2026-06-30",
    to: "2026-12-31",
    before: ["2026-06-30 upcoming", "2026-12-31 upcoming", "2027-01-31 upcoming"],
    after: ["2026-06-30 renewed", "2026-12-31 upcoming", "2027-01-31 upcoming"],
  },
  "a_later_end_comes_up_though_it_was_decided_once": {
    from: "2026-06-30",
    to: "2026-12-31",
    before: ["2026-12-31 lapsed"],
    after: ["2026-12-31 lapsed", "2026-12-31 upcoming"],
  },
  "a_later_end_in_the_past_comes_up_as_if_it_had_been_entered_in_time": {
    from: "2026-02-28",
    to: "2026-03-31",
    before: ["2026-02-28 upcoming"],
    after: ["2026-02-28 renewed", "2026-03-31 upcoming"],
  },
  "an_end_taken_away_renews_all": {
    from: "2026-06-30",
    to: null,
    before: ["2026-06-30 upcoming", "2026-12-31 upcoming"],
    after: ["2026-06-30 renewed", "2026-12-31 renewed"],
  },
  "an_earlier_end_takes_along_what_came_after_it": {
    from: "2026-12-31",
    to: "2026-06-30",
    before: ["2026-03-31 renewed", "2026-05-31 upcoming", "2026-12-31 upcoming"],
    after: ["2026-03-31 renewed", "2026-05-31 upcoming", "2026-06-30 upcoming"],
  },
  "an_earlier_end_comes_up_once": {
    from: "2027-06-30",
    to: "2026-06-30",
    before: ["2026-12-31 upcoming", "2027-03-31 upcoming", "2027-06-30 declined"],
    after: ["2026-06-30 upcoming", "2027-03-31 lapsed", "2027-06-30 declined"],
  },
  "an_earlier_end_that_comes_up_already_lets_the_others_lapse": {
    from: "2026-12-31",
    to: "2026-06-30",
    before: ["2026-06-30 upcoming", "2026-12-31 upcoming"],
    after: ["2026-06-30 upcoming", "2026-12-31 lapsed"],
  },
  "a_first_end_takes_along_what_came_after_it": {
    from: null,
    to: "2026-06-30",
    before: ["2026-05-31 upcoming", "2026-12-31 upcoming"],
    after: ["2026-05-31 upcoming", "2026-06-30 upcoming"],
  },
  "ending_makes_no_renewal": {
    from: null,
    to: "2026-06-30",
    before: ["2026-12-31 declined"],
    after: ["2026-12-31 declined"],
  },
  "an_end_on_the_business_date_still_comes_up": {
    from: "2026-12-31",
    to: "2026-05-20",
    before: ["2026-05-10 upcoming", "2026-12-31 upcoming"],
    after: ["2026-05-10 upcoming", "2026-05-20 upcoming"],
  },
  "an_end_that_has_passed_lets_all_lapse": {
    from: "2026-12-31",
    to: "2026-05-19",
    before: ["2026-03-31 renewed", "2026-05-10 upcoming", "2026-12-31 upcoming"],
    after: ["2026-03-31 renewed", "2026-05-10 lapsed", "2026-12-31 lapsed"],
  },
  "an_end_that_stays_changes_nothing": {
    from: "2026-04-30",
    to: "2026-04-30",
    before: ["2026-04-30 upcoming", "2026-12-31 upcoming"],
    after: ["2026-04-30 upcoming", "2026-12-31 upcoming"],
  },
};

for (const [behaviour, { from, to, before, after }] of Object.entries(MOVED_ENDS)) {
  Deno.test(`renewals/${behaviour}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment(from);
      for (const renewal of before) {
        const [day = "", status] = renewal.split(" ");
        await firm.renewal(assignment, day, status);
      }
      await sql`update assignments set end_date = ${to} where id = ${assignment}`;
      assertEquals(await renewalsOf(sql, assignment), after);
    }, CLOCK));
}

Deno.test("renewals/have_their_alerts_kept_right_when_the_end_moves", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment("2026-06-30");
    const renewal = await firm.renewal(assignment, "2026-06-30");
    await sql`update contract_alerts set acknowledged_at = '2026-04-02 09:00+00'
               where days_before = 90`;

    await sql`update assignments set end_date = '2026-12-31' where id = ${assignment}`;
    assertEquals(await alertsOf(sql, renewal), [
      "90 2026-04-01 2026-04-02 09:00",
      "60 2026-05-01 2026-05-21 05:30",
      "30 2026-05-31 2026-05-21 05:30",
    ]);
    const [made] = await sql<[{ id: string }]>`
      select id from contract_renewals where renewal_date = '2026-12-31'`;
    assertEquals(await alertsOf(sql, made.id), [
      "90 2026-10-02 open",
      "60 2026-11-01 open",
      "30 2026-12-01 open",
    ]);

    await sql`update assignments set end_date = '2026-07-31' where id = ${assignment}`;
    assertEquals(await alertsOf(sql, made.id), [
      "90 2026-05-02 open",
      "60 2026-06-01 open",
      "30 2026-07-01 open",
    ]);
  }, CLOCK));

Deno.test("renewals/of_many_assignments_follow_one_statement_and_those_of_others_stay", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [later, earlier, other] = [
      await firm.assignment("2026-06-30"),
      await firm.assignment("2026-12-31"),
      await firm.assignment("2026-06-30"),
    ];
    for (const assignment of [later, earlier, other]) {
      await firm.renewal(assignment, "2026-06-30");
      await firm.renewal(assignment, "2026-12-31");
    }
    await sql`update assignments set end_date = '2026-09-30' where id <> ${other}`;
    assertEquals(await renewalsOf(sql, later), [
      "2026-06-30 renewed",
      "2026-09-30 upcoming",
      "2026-12-31 upcoming",
    ]);
    assertEquals(await renewalsOf(sql, earlier), [
      "2026-06-30 upcoming",
      "2026-09-30 upcoming",
    ]);
    assertEquals(await renewalsOf(sql, other), ["2026-06-30 upcoming", "2026-12-31 upcoming"]);
  }, CLOCK));

Deno.test("renewals/follow_the_end_that_recruiting_writes_and_nobody_elses", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { adaNorth } = firm.placements;
    const endOn = (day: string) =>
      `update assignments set end_date = '${day}' where id = '${adaNorth}'`;
    const before = await everythingOfRenewals(sql);
    await assertDenied(runAs(sql, firm, "signed_out", endOn("2026-01-20")));
    for (const caller of ["viewer", "billing", "payroll", "ada", "north"] as const) {
      await assertRefused(runAs(sql, firm, caller, endOn("2026-01-20")), 403, "role_required");
    }
    assertEquals(await everythingOfRenewals(sql), before);

    for (const [caller, day] of [["recruiting", "2026-01-20"], ["admin", "2026-01-19"]] as const) {
      await runAs(sql, firm, caller, endOn(day));
      assertEquals(await renewalsOf(sql, adaNorth), [`${day} upcoming`, "2026-01-31 declined"]);
    }
    await runAs(sql, firm, "service", endOn("2026-12-31"));
    assertEquals(await renewalsOf(sql, adaNorth), [
      "2026-01-19 renewed",
      "2026-01-31 declined",
      "2026-12-31 upcoming",
    ]);
  }, { clock: "2026-01-15 12:00:00+00" }));
