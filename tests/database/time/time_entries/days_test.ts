import { assertEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

Deno.test("time_entries/lie_within_their_assignment", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment("2026-03-01");
    await firm.entry(assignment, "draft", "2026-01-01");
    const last = await firm.entry(assignment, "draft", "2026-03-01");
    for (const day of ["2025-12-31", "2026-03-02"]) {
      await assertRefused(
        firm.entry(assignment, "draft", day),
        409,
        "work_date_outside_assignment",
      );
      await assertRefused(
        sql`update time_entries set work_date = ${day} where id = ${last}`,
        409,
        "work_date_outside_assignment",
      );
    }
    await assertRefused(
      sql`update assignments set end_date = '2026-02-28' where id = ${assignment}`,
      409,
      "assignment_has_time_outside",
    );
    await assertRefused(
      sql`update assignments set start_date = '2026-01-02' where id = ${assignment}`,
      409,
      "assignment_has_time_outside",
    );
    assertEquals(
      (await sql`update assignments set end_date = '2026-06-30' returning id`).length,
      1,
    );
  }));

Deno.test("time_entries/need_a_rate_on_their_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`update assignment_rates set effective_from = '2026-02-01'`;
    await assertRefused(
      firm.entry(assignment, "draft", "2026-01-31"),
      409,
      "work_date_without_rate",
    );
    await firm.entry(assignment, "draft", "2026-02-01");
  }));

Deno.test("time_entries/fill_a_contractors_day_to_24_hours_over_all_assignments_and_facilities", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const [contractor] = await sql<[{ id: string }]>`select id from contractors`;
    const second = await firm.assignmentOf(contractor.id);
    const elsewhere = await (await Firm.create(sql)).assignmentOf(contractor.id);
    await firm.entry(assignment, "approved", "2026-01-05", "15.5");
    await firm.entry(elsewhere, "locked", "2026-01-05", "0.5");
    const rest = await firm.entry(second, "draft", "2026-01-05", "8");
    const overfill = (attempt: PromiseLike<unknown>) =>
      assertRefused(attempt, 409, "hours_exceed_day");
    for (const place of [assignment, second, elsewhere]) {
      await overfill(firm.entry(place, "draft", "2026-01-05", "0.01"));
    }
    await overfill(sql`update time_entries set hours = 8.01 where id = ${rest}`);
    // One statement with many rows is judged as a whole.
    await overfill(
      sql`insert into time_entries (assignment_id, work_date, hours)
          select ${assignment}, '2026-01-06', 5 from generate_series(1, 5)`,
    );
    await firm.entry(await firm.assignment(), "draft", "2026-01-05", "24");
  }));

Deno.test("time_entries/fill_the_day_that_a_draft_moves_to_and_free_the_one_it_left", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "submitted", "2026-01-05", "16");
    const draft = await firm.entry(assignment, "draft", "2026-01-06", "9");
    const moveTo = (day: string, hours: string) =>
      sql`update time_entries set work_date = ${day}, hours = ${hours} where id = ${draft}`;
    await assertRefused(moveTo("2026-01-05", "9"), 409, "hours_exceed_day");
    await assertRefused(
      firm.entry(assignment, "draft", "2026-01-06", "16"),
      409,
      "hours_exceed_day",
    );
    await moveTo("2026-01-05", "8");
    await firm.entry(assignment, "draft", "2026-01-06", "24");
    // Another contractor's day is another day.
    await sql`update time_entries set assignment_id = ${await firm
      .assignment()} where id = ${draft}`;
    await firm.entry(assignment, "draft", "2026-01-05", "8");
  }));

Deno.test("time_entries/keep_the_rate_and_the_facility_they_were_worked_at", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment(), "approved", "2026-01-05");
    const other = await Firm.create(sql);
    await assertRefused(
      sql`update assignments set facility_id = ${other.facilityId}`,
      409,
      "assignment_has_time_outside",
    );
    await assertRefused(sql`delete from assignment_rates`, 409, "assignment_rate_in_use");
    await assertRefused(
      sql`update assignment_rates set effective_from = '2026-01-06'`,
      409,
      "assignment_rate_in_use",
    );
    assertEquals(
      (await sql`update assignment_rates set effective_from = '2026-01-05' returning 1`).length,
      1,
    );
  }));

Deno.test("time_entries/of_a_day_that_has_not_come_are_drafts_and_nothing_more", () =>
  withDatabase(async ({ sql }) => { // in Denver it is still the 5th
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const draft = await firm.entry(assignment, "draft", "2026-01-07");
    const put = (set: string) =>
      sql.unsafe(`update time_entries set ${set} where id = $1 returning id`, [draft]);
    await assertRefused(put("status = 'submitted'"), 409, "work_date_not_come");
    await assertRefused(
      put("status = 'submitted', work_date = '2026-01-08'"),
      409,
      "work_date_not_come",
    );
    for (const status of ["submitted", "pending_approval", "approved", "locked"]) {
      const attempt = firm.entry(assignment, status, "2026-01-07", "1");
      await assertRefused(attempt, 409, "work_date_not_come");
    }
    assertEquals((await put("status = 'submitted', work_date = '2026-01-06'")).length, 1);
  }, { clock: "2026-01-06 03:00:00+00" }));

Deno.test("time_entries/of_the_later_of_both_todays_are_submitted", () =>
  withDatabase(async ({ sql }) => { // in Auckland it is the 7th
    await sql`update organization_settings set operating_timezone = 'Pacific/Auckland'`;
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "submitted", "2026-01-07", "1");
    const tomorrow = firm.entry(assignment, "submitted", "2026-01-08", "1");
    await assertRefused(tomorrow, 409, "work_date_not_come");
  }, { clock: "2026-01-06 20:00:00+00" }));

Deno.test("time_entries/that_were_submitted_before_their_day_are_not_approved_before_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "draft", "2026-01-08");
    await sql`alter table time_entries disable trigger user`; // as before 0.10.0
    await sql`update time_entries set status = 'submitted', submitted_at = '2026-01-05'`;
    await sql`alter table time_entries enable trigger user`;
    const put = (status: string) =>
      sql`update time_entries set status = ${status} where id = ${entry}`;
    await assertRefused(put("approved"), 409, "work_date_not_come");
    await put("draft");
  }, { clock: "2026-01-06 20:00:00+00" }));
