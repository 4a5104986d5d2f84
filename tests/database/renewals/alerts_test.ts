// Every renewal has three alerts that follow its day and its decision.
import { assertEquals } from "@std/assert";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { alertsOf } from "../../support/assignments/renewals.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-05-20 15:00:00+00" };
const NOW = "2026-05-20 15:00";

Deno.test("renewals/have_alerts_90_60_and_30_days_before_also_those_whose_day_has_passed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const renewal = await firm.renewal(await firm.assignment(), "2026-06-30");
    assertEquals(await alertsOf(sql, renewal), [
      "90 2026-04-01 open",
      "60 2026-05-01 open",
      "30 2026-05-31 open",
    ]);
  }, CLOCK));

Deno.test("renewals/written_by_one_statement_have_three_alerts_each", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`
      insert into contract_renewals (assignment_id, renewal_date)
      select ${await firm.assignment()}, date '2026-06-30' + n from generate_series(1, 20) as n`;
    const counts = await sql`
      select count(*)::int as alerts from contract_alerts
       group by contract_renewal_id having count(*) = 3`;
    assertEquals(counts.length, 20);
  }));

Deno.test("renewals/entered_as_decided_have_nothing_open", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const status of ["renewed", "declined", "lapsed"]) {
      const renewal = await firm.renewal(assignment, "2026-03-31", status);
      assertEquals(await alertsOf(sql, renewal), [
        `90 2025-12-31 ${NOW}`,
        `60 2026-01-30 ${NOW}`,
        `30 2026-03-01 ${NOW}`,
      ]);
    }
  }, CLOCK));

Deno.test("renewals/that_move_take_their_alerts_along_and_open_them_again", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const renewal = await firm.renewal(assignment, "2026-06-30");
    const other = await firm.renewal(assignment, "2026-07-31");
    const before = await alertsOf(sql, other);
    await sql`update contract_alerts set acknowledged_at = '2026-05-02 09:00+00'
               where contract_renewal_id = ${renewal} and days_before >= 60`;
    // The same day again is no move.
    await sql`update contract_renewals set renewal_date = renewal_date`;
    assertEquals(await alertsOf(sql, renewal), [
      "90 2026-04-01 2026-05-02 09:00",
      "60 2026-05-01 2026-05-02 09:00",
      "30 2026-05-31 open",
    ]);
    await sql`update contract_renewals set renewal_date = '2026-07-01' where id = ${renewal}`;
    assertEquals(await alertsOf(sql, renewal), [
      "90 2026-04-02 open",
      "60 2026-05-02 open",
      "30 2026-06-01 open",
    ]);
    assertEquals(await alertsOf(sql, other), before);
  }, CLOCK));

Deno.test("renewals/that_are_decided_acknowledge_what_is_open_and_taken_back_open_exactly_that", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const status of ["renewed", "declined", "lapsed"]) {
      const renewal = await firm.renewal(assignment, "2026-06-30");
      await sql`update contract_alerts set acknowledged_at = '2026-04-02 09:00+00'
                 where contract_renewal_id = ${renewal} and days_before = 90`;
      const before = await alertsOf(sql, renewal);
      await sql`update contract_renewals set status = ${status} where id = ${renewal}`;
      assertEquals(await alertsOf(sql, renewal), [
        "90 2026-04-01 2026-04-02 09:00",
        `60 2026-05-01 ${NOW}`,
        `30 2026-05-31 ${NOW}`,
      ]);
      await sql`update contract_renewals set status = 'upcoming' where id = ${renewal}`;
      assertEquals(await alertsOf(sql, renewal), before);
      await sql`delete from contract_renewals where id = ${renewal}`;
    }
  }, CLOCK));

Deno.test("renewals/that_move_and_are_decided_at_once_do_both", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const renewal = await firm.renewal(await firm.assignment(), "2026-06-30");
    await sql`update contract_alerts set acknowledged_at = '2026-05-02 09:00+00'
               where days_before >= 60`;
    await sql`update contract_renewals set renewal_date = '2026-07-01', status = 'declined'`;
    assertEquals(await alertsOf(sql, renewal), [
      `90 2026-04-02 ${NOW}`,
      `60 2026-05-02 ${NOW}`,
      `30 2026-06-01 ${NOW}`,
    ]);
  }, CLOCK));

Deno.test("renewals/have_alerts_that_nobody_writes_by_hand", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of ["recruiting", "admin", "service"] as const) {
      for (
        const statement of [
          "delete from contract_alerts",
          "update contract_alerts set due_on = '2026-01-01'",
          "update contract_alerts set days_before = 30",
          `insert into contract_alerts (contract_renewal_id, days_before, due_on)
           select id, 30, '2026-01-01' from contract_renewals`,
        ]
      ) await assertDenied(runAs(sql, firm, caller, statement), `${caller}: ${statement}`);
    }
  }));

Deno.test("renewals/have_alerts_that_recruiting_acknowledges_while_they_are_upcoming", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const acknowledge = (label: string) =>
      `update contract_alerts set acknowledged_at = now()
        where contract_renewal_id = '${firm.id("contract_renewals", label)}'`;
    for (const caller of ["recruiting", "admin"] as const) {
      assertEquals((await runAs(sql, firm, caller, acknowledge("upcoming"))).count, 3);
      await assertRefused(
        runAs(sql, firm, caller, acknowledge("declined")),
        409,
        "renewal_not_upcoming",
      );
    }
    for (const caller of ["viewer", "billing", "payroll", "ada", "north"] as const) {
      await assertRefused(runAs(sql, firm, caller, acknowledge("upcoming")), 403, "role_required");
    }
  }));

Deno.test("renewals/have_alerts_that_tell_whose_placement_each_is_about", () =>
  withDatabase(async ({ sql }) => {
    const of = async (facilityName: string, lastName: string) => {
      const firm = await Firm.create(sql, facilityName);
      const id = await firm.assignment();
      await sql`update contractors set first_name = 'Ada', last_name = ${lastName}
                 where id = (select contractor_id from assignments where id = ${id})`;
      const renewal = await firm.renewal(id, "2026-06-30");
      return {
        contract_renewal_id: renewal,
        assignment_id: id,
        contractor_name: `Ada ${lastName}`,
        facility_name: facilityName,
      };
    };
    const placed = [await of("Grace Clinic", "Aalto"), await of("Mercy Hospital", "Brook")];
    const rows = await sql`
      select distinct contract_renewal_id, assignment_id, contractor_name, facility_name
        from "contractAlerts"
       order by facility_name`;
    assertEquals([...rows], placed);
    const [counted] = await sql`select count(*)::int as alerts from "contractAlerts"`;
    assertEquals(counted?.alerts, 6);
  }, CLOCK));
