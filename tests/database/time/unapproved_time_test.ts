// Time that nobody approved: none of it may vanish from sight.
import { assertEquals } from "@std/assert";
import { runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";

/** In Denver it is still the 19th. */
const CLOCK = { clock: "2026-01-20 05:00:00+00" };

Deno.test("unapproved_time/says_whose_time_it_is_where_how_old_and_what_has_to_happen_next", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const entry = await firm.entry(assignment, "submitted", "2026-01-05", "7.5");
    const [contractor] = await sql`select id from contractors`;
    const rows = await sql`select time.*, work_date::text from unapproved_time as time`;
    assertEquals([...rows], [{
      time_entry_id: entry,
      assignment_id: assignment,
      contractor_id: contractor?.id,
      contractor_name: "Ada Nurse",
      facility_id: firm.facilityId,
      facility_name: "Mercy Hospital",
      work_date: "2026-01-05",
      hours: "7.50",
      status: "submitted",
      age_days: 14,
      next_step: "approve",
      started_at: null,
      ended_at: null,
      break_minutes: null,
      shift_id: null,
      code: "regular",
      code_title: "Regular",
      quantity: null,
      unit: "hour",
      is_worked: true,
      break_started_at: null,
    }]);
  }, CLOCK));

Deno.test("unapproved_time/has_what_is_not_approved_in_every_state_oldest_first", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", "2026-01-05");
    const approved = await firm.entry(assignment, "approved", "2026-01-06");
    await sql`update time_entries set status = 'locked' where id = ${approved}`;
    await firm.entry(assignment, "draft", "2026-01-21");
    await firm.entry(assignment, "draft", "2026-01-09");
    await firm.entry(assignment, "pending_approval", "2026-01-08");
    const submitted = await firm.entry(assignment, "submitted", "2026-01-07");
    await sql`update time_entries set status = 'locked' where id = ${submitted}`;
    await firm.entry(assignment, "submitted", "2026-01-10");
    const rows = await sql<{ row: string }[]>`
      select concat_ws(' ', work_date, status, age_days, next_step) as row from unapproved_time`;
    assertEquals(rows.map(({ row }) => row), [
      "2026-01-07 locked 12 take_up_or_set_aside",
      "2026-01-08 pending_approval 11 approve",
      "2026-01-09 draft 10 submit",
      "2026-01-10 submitted 9 approve",
      "2026-01-21 draft -2 submit",
    ]);
  }, CLOCK));

Deno.test("unapproved_time/shows_staff_all_contacts_theirs_without_drafts_and_contractors_nothing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const seen = async (caller: Parameters<typeof runAs>[2]) => {
      const rows = await runAs(
        sql,
        firm,
        caller,
        "select facility_id, status from unapproved_time order by facility_id, status",
      );
      return rows.map((row) =>
        `${row.facility_id === firm.people.north ? "north" : "south"} ${row.status}`
      ).sort();
    };
    const north = ["north locked", "north pending_approval", "north submitted"];
    const south = ["south locked", "south pending_approval", "south submitted", "south submitted"];
    const drafts = ["north draft", "north draft", "south draft", "south draft"];
    const all = [...north, ...south, ...drafts].sort();
    for (
      const caller of ["viewer", "billing", "payroll", "recruiting", "admin", "service"] as const
    ) assertEquals(await seen(caller), all, caller);
    assertEquals(await seen("north"), north);
    assertEquals(await seen("south"), south);
    for (const caller of ["ada", "ben"] as const) assertEquals(await seen(caller), []);
  }));
