// Assignments without time in the last complete workweek.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";

/** A Wednesday: the last complete workweek is Monday the 11th to Sunday the 17th of May. */
const CLOCK = { clock: "2026-05-20 15:00:00+00" };

/** Contractors who are missing time, with the days of the week on which they were placed. */
async function missing(sql: postgres.Sql): Promise<Map<string, string>> {
  const rows = await sql<{ assignment: string; days: string }[]>`
    select assignment_id as assignment, first_day || ' ' || last_day as days from missing_time`;
  return new Map(rows.map((row) => [row.assignment, row.days]));
}

/** The week that is asked for. */
async function weekOf(clock: string, workweekStartsOn: number): Promise<string> {
  let found = "";
  await withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update organization_settings set workweek_starts_on = ${workweekStartsOn}`;
    const assignment = await firm.assignment();
    await sql`update assignments set start_date = '2020-01-01' where id = ${assignment}`;
    const [row] = await sql<[{ week: string }]>`
      select week_start || ' ' || week_end as week from missing_time`;
    found = row.week;
  }, { clock });
  return found;
}

Deno.test("missing_time/names_whom_and_where_and_which_week", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const [contractor] = await sql`select id from contractors`;
    const rows = await sql`
      select missing.*, week_start::text, week_end::text, first_day::text, last_day::text
        from missing_time as missing`;
    assertEquals([...rows], [{
      assignment_id: assignment,
      contractor_id: contractor?.id,
      contractor_name: "Ada Nurse",
      facility_id: firm.facilityId,
      facility_name: "Mercy Hospital",
      week_start: "2026-05-11",
      week_end: "2026-05-17",
      first_day: "2026-05-11",
      last_day: "2026-05-17",
      planned_hours: null,
    }]);
  }, CLOCK));

Deno.test("missing_time/leaves_out_whoever_has_time_on_any_day_of_the_week_in_any_state", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    for (const day of ["2026-05-11", "2026-05-17"]) {
      for (const status of ["draft", "submitted", "pending_approval", "approved", "locked"]) {
        await firm.entry(await firm.assignment(), status, day);
      }
    }
    const [before, after] = [await firm.assignment(), await firm.assignment()];
    await firm.entry(before, "approved", "2026-05-10");
    await firm.entry(after, "draft", "2026-05-18");
    assertEquals([...(await missing(sql)).keys()].sort(), [before, after].sort());
  }, CLOCK));

Deno.test("missing_time/asks_for_each_assignment_of_a_contractor", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const worked = await firm.assignment();
    const [contractor] = await sql<[{ id: string }]>`select id from contractors`;
    const forgotten = await firm.assignmentOf(contractor.id);
    await firm.entry(worked, "draft", "2026-05-12");
    assertEquals([...(await missing(sql)).keys()], [forgotten]);
  }, CLOCK));

Deno.test("missing_time/asks_for_assignments_in_force_on_some_day_of_the_week", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const placed = async (start: string, end: string | null) => {
      const assignment = await firm.assignment(end);
      await sql`update assignments set start_date = ${start} where id = ${assignment}`;
      return assignment;
    };
    await placed("2026-01-01", "2026-05-10");
    await placed("2026-05-18", null);
    const days = new Map([
      [await placed("2026-01-01", "2026-05-11"), "2026-05-11 2026-05-11"],
      [await placed("2026-05-17", null), "2026-05-17 2026-05-17"],
      [await placed("2026-05-13", "2026-05-14"), "2026-05-13 2026-05-14"],
      [await placed("2026-05-11", "2026-12-31"), "2026-05-11 2026-05-17"],
    ]);
    const sorted = (map: Map<string, string>) => [...map].sort();
    assertEquals(sorted(await missing(sql)), sorted(days));
  }, CLOCK));

Deno.test("missing_time/takes_the_week_before_that_of_the_business_date", async () => {
  const [monday, sunday] = [1, 7];
  // Sunday 23:30 and Monday 00:30 in Denver; both are Monday in UTC.
  assertEquals(await weekOf("2026-05-18 05:30+00", monday), "2026-05-04 2026-05-10");
  assertEquals(await weekOf("2026-05-18 06:30+00", monday), "2026-05-11 2026-05-17");
  // Saturday 23:30 and Sunday 00:30 in Denver, where weeks start on Sunday.
  assertEquals(await weekOf("2026-05-17 05:30+00", sunday), "2026-05-03 2026-05-09");
  assertEquals(await weekOf("2026-05-17 06:30+00", sunday), "2026-05-10 2026-05-16");
  // Across the year's end.
  assertEquals(await weekOf("2026-01-05 12:00+00", monday), "2025-12-29 2026-01-04");
  assertEquals(await weekOf("2026-01-04 12:00+00", sunday), "2025-12-28 2026-01-03");
});

Deno.test("missing_time/looks_up_the_weeks_time_instead_of_reading_all", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`insert into assignments (contractor_id, facility_id, start_date)
              select ${firm.people.ada}, ${firm.people.north}, '2026-01-01' from generate_series(1, 100)`;
    await sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`; // many rows, without asking their rules
      await sql`insert into time_entries (assignment_id, work_date, hours)
                select id, date '2026-05-17' - n, 8 from assignments, generate_series(0, 299) as n`;
    });
    await sql`analyze`;
    for (const caller of ["viewer", "service"] as const) {
      const [row] = await runAs(
        sql,
        firm,
        caller,
        "explain (analyze, format json) select * from missing_time",
      );
      const read = rowsRead(row?.["QUERY PLAN"][0].Plan, "time_entries");
      assert(read <= 8 * 103, `${caller}: ${read} of 30900 entries`);
    }
  }, CLOCK));

interface Plan {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

/** Number of rows of a table a plan read. */
function rowsRead(plan: Plan, table: string): number {
  const own = plan["Relation Name"] === table
    ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
    : 0;
  return (plan.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan, table), own);
}

Deno.test("missing_time/shows_staff_all_and_others_nothing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const read = (caller: Parameters<typeof runAs>[2]) =>
      runAs(sql, firm, caller, "select from missing_time");
    for (
      const caller of ["viewer", "billing", "payroll", "recruiting", "admin", "service"] as const
    ) assertEquals((await read(caller)).count, 3, caller);
    for (const caller of ["ada", "ben", "north", "south"] as const) {
      assertStrictEquals((await read(caller)).count, 0, caller);
    }
  }, CLOCK));
