// The week in which the workday begins at another time: both counts, and the greater (29 CFR 778.302).
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { plusDays } from "../../../../fixtures/days.ts";
import { Firm } from "../../../support/firm.ts";
import { closeBatch, prepare } from "../../../support/payroll/batches.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { linesOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { enterShift } from "../../../support/time/shifts.ts";

const FORMER = "2026-03-16";
const CHANGED = "2026-03-23";
const NOW = { clock: "2026-12-01 12:00:00+00" };

/** Approved hours alone, so many on each of the first days of a week. */
async function work(sql: postgres.Sql, assignment: string, week: string, hours: number[]) {
  for (const [nth, of] of hours.entries()) {
    await sql`insert into time_entries (assignment_id, work_date, hours, status)
              values (${assignment}, ${plusDays(week, nth)}, ${of}, 'approved')`;
  }
}

async function approve(sql: postgres.Sql) {
  await sql`update time_entries set status = 'submitted' where status = 'draft'`;
  await sql`update time_entries set status = 'approved' where status = 'submitted'`;
}

const workday = (sql: postgres.Sql, at: string, from: string) =>
  sql`
  update organization_settings
     set workday_starts_at = ${at}::text::time, workday_starts_from = ${from}::text::date`;

/** A firm whose workday begins at another time from a week on, and somebody at 20.00 an hour. */
function test(
  name: string,
  [former, at]: readonly [string, string],
  body: (sql: postgres.Sql, assignment: string) => Promise<void>,
  rule = "flsa",
): void {
  Deno.test(`payroll_draft/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await sql`update facilities set timezone = 'America/Denver'`;
      const assignment = await firm.assignment();
      await sql`update assignments set overtime_rule = ${rule} where id = ${assignment}`;
      await payRate(sql, assignment, "2026-03-02", "20.00");
      if (former !== "00:00") await workday(sql, former, "2026-03-02");
      await workday(sql, at, CHANGED);
      await body(sql, assignment);
    }, NOW));
}

const premiumsOf = async (sql: postgres.Sql, batch: string) =>
  (await linesOf(sql, batch)).filter((line) => /premium|difference/.test(line));

/** A shift from midnight to seven on the day of the change, between both hours. */
const between = (sql: postgres.Sql, assignment: string) =>
  enterShift(sql, assignment, `${CHANGED} 00:00 MDT`, `${CHANGED} 07:00 MDT`);

test(
  "pays_the_hours_between_both_workdays_in_the_former_week_where_that_is_more",
  ["07:00", "00:00"],
  async (sql, assignment) => {
    // 36 hours in the former week and 29 in the new one: by the new hour 36 and 36, by the former 43 and 29.
    await work(sql, assignment, FORMER, [9, 9, 9, 9]);
    const first = await prepare(sql, FORMER);
    assertEquals(await premiumsOf(sql, first), []);
    assertEquals(await between(sql, assignment), [`${CHANGED} 7.00`]);
    await work(sql, assignment, plusDays(CHANGED, 1), [10, 10, 9]);
    await approve(sql);
    // The former week stays as it is; 3 hours of overtime are paid with the new one.
    const second = await prepare(sql, CHANGED);
    assertEquals(await premiumsOf(sql, second), [`${CHANGED} overtime_premium 3.00 = 30.00`]);
  },
);

test(
  "pays_the_hours_between_both_workdays_in_the_new_week_where_that_is_more",
  ["07:00", "00:00"],
  async (sql, assignment) => {
    await work(sql, assignment, FORMER, [7, 7, 7]);
    await between(sql, assignment);
    await work(sql, assignment, plusDays(CHANGED, 1), [10, 10, 10, 9]);
    await approve(sql);
    const batch = await prepare(sql, CHANGED);
    assertEquals(await premiumsOf(sql, batch), [`${CHANGED} overtime_premium 6.00 = 60.00`]);
  },
);

test(
  "counts_them_so_too_where_the_workday_begins_later",
  ["00:00", "07:00"],
  async (sql, assignment) => {
    // By the new hour they are of the Sunday before, 20 and 41 hours else.
    await work(sql, assignment, FORMER, [10, 10]);
    assertEquals(await between(sql, assignment), ["2026-03-22 7.00"]);
    await work(sql, assignment, plusDays(CHANGED, 1), [10, 10, 10, 11]);
    await approve(sql);
    const batch = await prepare(sql, CHANGED);
    assertEquals(await premiumsOf(sql, batch), [`${CHANGED} overtime_premium 8.00 = 80.00`]);
  },
);

test(
  "counts_the_hours_of_a_day_so_too",
  ["07:00", "00:00"],
  async (sql, assignment) => {
    // By the former hour they go on from a Sunday of five: 12 hours, 4 of overtime.
    await enterShift(sql, assignment, "2026-03-22 19:00 MDT", `${CHANGED} 07:00 MDT`);
    await approve(sql);
    const batch = await prepare(sql, CHANGED);
    assertEquals(await premiumsOf(sql, batch), [`${CHANGED} overtime_premium 4.00 = 40.00`]);
  },
  "california",
);

test(
  "pays_what_a_late_hour_of_the_former_week_adds_to_the_week_of_the_change",
  ["07:00", "00:00"],
  async (sql, assignment) => {
    await work(sql, assignment, FORMER, [9, 9, 9, 6]);
    await between(sql, assignment);
    await approve(sql);
    const [{ id: first }] = await sql<[{ id: string }]>`
      select ${await prepare(sql, CHANGED)}::uuid as id`;
    assertEquals(await premiumsOf(sql, first), []);
    await close(sql, first);
    await work(sql, assignment, plusDays(FORMER, 4), [8]);
    const later = await prepare(sql, plusDays(CHANGED, 7));
    // 41 hours in the former week are an hour of overtime; with the seven, eight.
    assertEquals(await premiumsOf(sql, later), [
      `${FORMER} difference 1.00 0.00 = 10.00`,
      `${CHANGED} difference 7.00 0.00 = 70.00`,
    ]);
    await close(sql, later);
    assertStrictEquals((await sql`select from private.due_marks`).count, 0);
  },
);

async function close(sql: postgres.Sql, batch: string) {
  for (const status of ["in_review", "approved"]) {
    await sql`update payroll_batches set status = ${status} where id = ${batch}`;
  }
  await closeBatch(sql, batch);
}
