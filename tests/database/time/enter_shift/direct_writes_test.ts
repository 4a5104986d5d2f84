// What a program that writes time itself may write of a shift, and what becomes of drafts.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs, assertDenied, runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";
import { saveWeek } from "../../../support/time/saved_weeks.ts";
import { enterParts, enterShift } from "../../../support/time/shifts.ts";
import { removeTime } from "../../../support/time/worked_time.ts";

const NOW = { clock: "2026-12-01 12:00:00+00" };
const SERVICE = { role: "service_role", claims: JSON.stringify({ role: "service_role" }) };

type Values = Readonly<Record<string, string | number | null>>;

/** An entry of a shift, as a program writes it: right, but for what is given. */
async function insert(
  sql: postgres.Sql,
  assignment: string,
  values: Values = {},
): Promise<unknown> {
  const [{ contractor }] = await sql<[{ contractor: string }]>`
    select contractor_id as contractor from assignments where id = ${assignment}`;
  const row = {
    assignment_id: assignment,
    work_date: "2026-03-02",
    hours: 7.5,
    shift_id: crypto.randomUUID(),
    shift_contractor_id: contractor,
    started_at: "2026-03-02 16:00 MST",
    ended_at: "2026-03-03 00:00 MST",
    break_minutes: 30,
    ...values,
  };
  const columns = Object.keys(row).join();
  return await actingAs(
    sql,
    SERVICE,
    (sql) =>
      sql.unsafe(
        `insert into time_entries (${columns})
         select ${columns} from jsonb_populate_record(null::time_entries, $1::text::jsonb)`,
        [JSON.stringify(row)],
      ),
  );
}

Deno.test("time_entries/of_a_shift_are_written_right_or_refused_in_words", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const others = await firm.assignment();
    const [{ other }] = await sql<[{ other: string }]>`
      select contractor_id as other from assignments where id = ${others}`;
    const wrong: [string, Values][] = [
      ...["shift_id", "shift_contractor_id", "started_at", "ended_at", "break_minutes"]
        .map((column): [string, Values] => ["shift_incomplete", { [column]: null }]),
      ["shift_contractor_not_right", { shift_contractor_id: other }],
      ["shift_contractor_not_right", { shift_contractor_id: crypto.randomUUID() }],
      ["shift_day_not_right", { work_date: "2026-03-03" }],
      ["shift_day_not_right", { ended_at: "2026-03-03 00:01 MST", hours: 7.52 }],
      ["shift_not_valid", { ended_at: "2026-03-02 16:00 MST" }],
      ["shift_not_valid", { started_at: "2026-03-02 16:00:01 MST" }],
      ["shift_not_valid", { started_at: "-infinity" }],
      ["break_not_valid", { break_minutes: -1 }],
      ["break_not_valid", { break_minutes: 480 }],
      ["break_not_valid", { break_started_at: "2026-03-02 15:59 MST" }],
      ["break_not_valid", { break_started_at: "2026-03-02 23:31 MST" }],
      ["break_not_valid", { break_started_at: "2026-03-02 18:00:01 MST" }],
      ["break_not_valid", { break_minutes: 0, hours: 8, break_started_at: "2026-03-02 18:00 MST" }],
      ["shift_hours_not_right", { hours: 7.48 }],
      ["shift_hours_not_right", { hours: 7.52 }],
    ];
    for (const [slug, values] of wrong) {
      await assertRefusedUnchanged(sql, () => insert(sql, assignment, values), 400, slug);
    }
    for (const hours of [7.49, 7.5, 7.51]) {
      await insert(sql, assignment, { hours, status: "approved" });
      await assertRefusedUnchanged(sql, () => insert(sql, assignment), 409, "shift_overlaps");
      await removeTime(sql);
    }
  }, NOW));

Deno.test("time_entries/of_a_shift_are_written_by_nobody_who_is_signed_in", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of ["ada", "recruiting", "admin"] as const) {
      await assertDenied(
        runAs(
          sql,
          firm,
          caller,
          `insert into time_entries (assignment_id, work_date, hours, shift_id)
           values ('${firm.placements.adaNorth}', '2026-03-02', 8, gen_random_uuid())`,
        ),
        caller,
      );
      await assertDenied(runAs(sql, firm, caller, "update time_entries set started_at = now()"));
    }
  }, NOW));

Deno.test("time_entries/of_a_shift_are_entered_again_and_not_changed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { adaNorth, adaSouth } = firm.placements;
    await sql`delete from time_entries where status = 'draft'`;
    await enterShift(sql, adaNorth, "2026-03-02 20:00 MST", "2026-03-03 04:00 MST");
    const [{ id: alone }] = await sql<[{ id: string }]>`
      insert into time_entries (assignment_id, work_date, hours) values (${adaNorth}, '2026-03-05', 8) returning id`;
    const callers = ["ada", "recruiting", "service"] as const;
    for (
      const set of ["hours = 4.01", "work_date = '2026-03-04'", `assignment_id = '${adaSouth}'`]
    ) {
      for (const caller of callers) {
        const change = `update time_entries set ${set} where started_at is not null`;
        await assertRefused(runAs(sql, firm, caller, change), 409, "time_entry_of_shift");
      }
    }
    for (
      const set of [
        "started_at = started_at + interval '1 minute'",
        "break_minutes = 30",
        "break_started_at = started_at + interval '1 hour'",
        "shift_id = id",
      ]
    ) {
      const change = `update time_entries set ${set} where started_at is not null`;
      await assertRefused(runAs(sql, firm, "service", change), 409, "time_entry_of_shift");
      await assertRefused(sql.unsafe(change), 409, "time_entry_of_shift");
    }
    const givenTimes =
      `update time_entries set shift_id = id, shift_contractor_id = null where id = '${alone}'`;
    await assertRefused(runAs(sql, firm, "service", givenTimes), 409, "time_entry_without_times");

    // Submitted with other hours at once it is a draft still; approved, it is correct_time_entry's.
    const submitted =
      "update time_entries set status = 'submitted', hours = 1 where started_at is not null";
    await assertRefused(runAs(sql, firm, "ada", submitted), 409, "time_entry_of_shift");
    await runAs(
      sql,
      firm,
      "ada",
      "update time_entries set status = 'submitted', notes = 'x' where started_at is not null",
    );
    const later =
      "update time_entries set ended_at = ended_at - interval '1 hour' where started_at is not null";
    await assertRefused(runAs(sql, firm, "service", later), 409, "time_entry_not_draft");
    await sql`update time_entries set status = 'draft' where started_at is not null`;
    const removed = await runAs(
      sql,
      firm,
      "ada",
      "delete from time_entries where started_at is not null",
    );
    assertEquals(removed.count, 2);
  }, NOW));

Deno.test("save_week/keeps_a_shift_and_refuses_other_hours_on_its_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await enterShift(sql, assignment, "2026-03-02 20:00 MST", "2026-03-03 04:00 MST");
    await firm.entry(assignment, "draft", "2026-03-03", "2");
    const save = (days: Record<string, unknown>, submit = false) =>
      saveWeek(sql, assignment, "2026-03-02", days, submit);
    for (
      const days of [{ "2026-03-02": 5 }, { "2026-03-02": 0 }, { "2026-03-03": 4 }, {
        "2026-03-03": null,
      }]
    ) {
      await assertRefusedUnchanged(
        sql,
        () => save({ "2026-03-04": 8, ...days }),
        409,
        "time_entry_of_shift",
      );
    }
    const before = await contents(sql);
    assertEquals((await save({ "2026-03-02": 4, "2026-03-03": 6 })).toSorted(), [
      "2026-03-02 4.00 draft",
      "2026-03-03 2.00 draft",
      "2026-03-03 4.00 draft",
    ]);
    assertEquals(await contents(sql), before);
    assertEquals((await save({ "2026-03-02": 4, "2026-03-04": 8 }, true)).length, 4);
    await assertRefused(save({ "2026-03-02": 5 }), 409, "time_entry_not_draft");
    const states = await sql`select distinct status from time_entries`;
    assertEquals([...states], [{ status: "submitted" }]);
  }, NOW));

Deno.test("time_entries/say_their_shift_to_their_contractor_the_facility_and_staff", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { adaNorth } = firm.placements;
    const [part] = await enterParts(sql, adaNorth, "2026-03-02 08:00 MST", "2026-03-02 17:00 MST", {
      breakMinutes: 30,
    });
    assert(part);
    await sql`update time_entries set status = 'submitted' where id = ${part.id}`;
    const { shift_id, started_at, ended_at } = part;
    for (
      const [view, callers] of [
        ["my_time", ["ada"]],
        ["facility_time", ["north", "billing"]],
        ["unapproved_time", ["north", "payroll"]],
      ] as const
    ) {
      for (const caller of callers) {
        const rows = await runAs(
          sql,
          firm,
          caller,
          `select started_at, ended_at, break_minutes, shift_id from ${view} where time_entry_id = '${part.id}'`,
        );
        assertEquals(
          [...rows],
          [{ started_at, ended_at, break_minutes: 30, shift_id }],
          `${view} ${caller}`,
        );
      }
    }
    const zones = () =>
      runAs(
        sql,
        firm,
        "ada",
        `select distinct timezone from my_assignments where assignment_id = '${adaNorth}'`,
      );
    assertEquals([...await zones()], [{ timezone: "America/Denver" }]);
    await runAs(
      sql,
      firm,
      "billing",
      `update facilities set timezone = 'America/Phoenix'
        where id = (select facility_id from assignments where id = '${adaNorth}')`,
    );
    assertEquals([...await zones()], [{ timezone: "America/Phoenix" }]);
  }, NOW));
