// Who reads plans, what stands beside them, and that nobody notices them who does not plan.
import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../../support/access/acting.ts";
import { PEOPLE } from "../../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";
import { except } from "../../../support/time/guarantees.ts";
import { addCredential, addKind, requireKind } from "../../../support/people/credentials.ts";
import { cancel, plan, planPattern } from "../../../support/time/plans.ts";

const NOW = { clock: "2026-03-10 12:00:00+00" };
const MONDAY = "2026-03-02";

/** Ada's shifts at both facilities, one of them cancelled. */
async function planned(sql: postgres.Sql): Promise<AccessFirm> {
  const firm = await prepareFirm(sql);
  await plan(sql, firm.placements.adaNorth, "2026-03-02 19:00 MST", "2026-03-03 07:30 MST", 30);
  const { id } = await plan(
    sql,
    firm.placements.adaNorth,
    "2026-03-04 07:00 MST",
    "2026-03-04 15:00 MST",
  );
  await cancel(sql, id, { by: "contractor", reason: "Cannot come." });
  await plan(sql, firm.placements.adaSouth, "2026-03-04 07:00 MST", "2026-03-04 15:00 MST");
  return firm;
}

Deno.test("planned_shifts/are_read_by_staff_by_their_contractor_and_by_contacts_of_the_place", () =>
  withDatabase(async ({ sql }) => {
    const firm = await planned(sql);
    const days = async (person: (typeof PEOPLE)[number], relation: string) => {
      const rows = await runAs(
        sql,
        firm,
        person,
        `
        select work_date::text || case when cancelled_at is null then '' else ' ' || reason end as shift
          from ${relation} where work_date > '2026-02-01' order by starts_at, assignment_id = '${firm.placements.adaSouth}'`,
      );
      return rows.map((row) => row["shift"] as string);
    };
    const night = "2026-03-02";
    const gone = "2026-03-04 Cannot come.";
    const south = "2026-03-04";
    const readers: Record<string, readonly string[]> = {
      ada: [night, gone, south],
      ben: [],
      north: [night, gone],
      south: [south],
    };
    for (const person of PEOPLE) {
      const theirs = readers[person] ?? [night, gone, south];
      assertEquals(await days(person, "planned_shifts"), theirs, person);
      assertEquals(await days(person, "my_shifts"), person === "ada" ? theirs : [], person);
      assertEquals(
        await days(person, "facility_shifts"),
        ["ada", "ben"].includes(person) ? [] : theirs,
        person,
      );
    }
    const [shift] = await runAs(
      sql,
      firm,
      "north",
      `
      select facility_name, contractor_name, timezone, work_date::text, hours from facility_shifts
       where work_date > '2026-02-01' order by starts_at`,
    );
    assertEquals([shift?.["work_date"], shift?.["hours"], shift?.["timezone"]], [
      night,
      "12.00",
      "America/Denver",
    ]);
    assert(shift?.["facility_name"] && shift["contractor_name"]);
  }, NOW));

Deno.test("planned_days/divide_shifts_by_workdays_and_leave_out_cancelled_ones", () =>
  withDatabase(async ({ sql }) => {
    const firm = await planned(sql);
    const rows = await runAs(
      sql,
      firm,
      "north",
      "select work_date::text as day, hours from planned_days where work_date > '2026-02-01' order by 1",
    );
    assertEquals([...rows], [{ day: "2026-03-02", hours: "5.00" }, {
      day: "2026-03-03",
      hours: "7.00",
    }]);
  }, NOW));

Deno.test("week_plan/has_people_by_name_with_their_shifts_elsewhere_and_what_is_against_them", () =>
  withDatabase(async ({ sql }) => {
    const firm = await planned(sql);
    await plan(sql, firm.placements.adaNorth, "2026-03-06 07:00 MST", "2026-03-06 15:00 MST");
    await except(sql, firm.placements.adaNorth, "2026-03-06", "8", "called_in_sick");
    await plan(sql, firm.placements.adaNorth, "2026-03-07 19:00 MST", "2026-03-08 07:00 MDT");
    await sql`update assignments set end_date = '2026-03-07' where id = ${firm.placements.adaNorth}`;
    const rows = await runAs(
      sql,
      firm,
      "viewer",
      `
      select concat_ws(' ', kind, work_date, hours, place, reason, conflict) as told from week_plan('${MONDAY}')
       where assignment_id = '${firm.placements.adaNorth}'`,
    );
    const [south] = await sql<[{ name: string }]>`
      select facility.name from facilities as facility join assignments as placed on placed.facility_id = facility.id
       where placed.id = ${firm.placements.adaSouth}`;
    assertEquals(rows.map((row) => row["told"]), [
      "shift 2026-03-02 12.00",
      ...[`elsewhere 2026-03-04 8.00 ${south.name}`, "shift 2026-03-04 8.00 Cannot come."],
      "shift 2026-03-06 8.00 away",
      "away 2026-03-06 8.00 called in sick",
      "shift 2026-03-07 11.00 outside_assignment",
    ]);
    await assertRefused(
      runAs(sql, firm, "ada", `select from week_plan('${MONDAY}')`),
      403,
      "staff_only",
    );
    await assertRefused(
      runAs(sql, firm, "viewer", "select from week_plan('2026-03-03')"),
      400,
      "week_start_not_first_day",
    );
  }, NOW));

Deno.test("week_plan/has_who_is_placed_and_not_planned_and_of_a_facility_alone", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const other = await (await Firm.create(sql, "Grace")).assignment();
    const placed = async (facility: string | null) => {
      const rows = await sql<{ id: string; kind: string | null }[]>`
        select assignment_id as id, kind from week_plan(${MONDAY}, ${facility})`;
      return rows.map(({ id, kind }) => [id, kind]).sort();
    };
    assertEquals(await placed(null), [[assignment, null], [other, null]].sort());
    assertEquals(await placed(firm.facilityId), [[assignment, null]]);
    // Its days were moved: the shift is still there to be seen.
    await plan(sql, assignment, "2026-03-06 07:00 MST", "2026-03-06 15:00 MST");
    await sql`update assignments set end_date = '2026-03-01' where id = ${assignment}`;
    assertEquals(await placed(firm.facilityId), [[assignment, "shift"]]);
  }, NOW));

Deno.test("week_plan/names_by_day_the_credentials_that_are_missing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { adaNorth } = firm.placements;
    for (const table of ["requirements", "credentials", "credential_kinds"]) {
      await sql`delete from ${sql(table)}`;
    }
    const told = async () =>
      (await runAs(
        sql,
        firm,
        "viewer",
        `select concat_ws(' ', coalesce(kind, 'nothing'), work_date, missing_credentials) as told
           from week_plan('${MONDAY}') where assignment_id = '${adaNorth}'`,
      )).map((row) => row["told"]);
    assertEquals(await told(), ["nothing"]);
    const license = await addKind(sql, "License");
    const test = await addKind(sql, "TB test", { is_confidential: true });
    for (const to of ["2026-03-03", "2026-03-06"]) { // one after the other
      const from = to === "2026-03-03" ? null : "2026-03-05";
      const holder = { contractor_id: firm.people.ada };
      await addCredential(sql, holder, license, { number: to, issued_on: from, expires_on: to });
    }
    await plan(sql, adaNorth, "2026-03-06 19:00 MST", "2026-03-07 07:00 MST");
    await plan(sql, adaNorth, "2026-03-08 19:00 MDT", "2026-03-09 07:00 MDT");
    await plan(sql, firm.placements.adaSouth, "2026-03-03 07:00 MST", "2026-03-03 15:00 MST");
    await requireKind(sql, license, { facility_id: firm.people.north });
    await requireKind(sql, test, { assignment_id: adaNorth, effective_from: "2026-03-09" });
    assertEquals(await told(), [
      "elsewhere 2026-03-03",
      "nothing 2026-03-04 {License}",
      "shift 2026-03-06 {License}", // it ends on the day on which it is good no more
      "nothing 2026-03-07 {License}",
      'shift 2026-03-08 {License,"TB test"}',
    ]);
    // A cancelled shift needs nothing on the next day.
    await sql`update planned_shifts
                 set cancelled_at = now(), cancelled_for = 'firm', reason = 'Moved.'
               where assignment_id = ${adaNorth}`;
    assertEquals((await told()).filter((row) => String(row).startsWith("shift")), [
      "shift 2026-03-06",
      "shift 2026-03-08 {License}",
    ]);
    // Of another assignment nothing is asked, and nothing after the last day.
    await sql`update assignments set end_date = '2026-03-07' where id = ${adaNorth}`;
    assertEquals((await told()).at(-1), "shift 2026-03-08");
    const south = await runAs(
      sql,
      firm,
      "viewer",
      `select from week_plan('${MONDAY}') where missing_credentials is not null and assignment_id <> '${adaNorth}'`,
    );
    assertStrictEquals(south.length, 0);
  }, NOW));

Deno.test("week_plan/looks_for_no_credentials_where_the_firm_requires_none", () =>
  withDatabase(async ({ sql }) => {
    await (await Firm.create(sql)).assignment();
    await sql.unsafe(`
      create or replace function private.credential_gaps(from_day date, to_day date, assignment_ids uuid[] default null)
      returns table (assignment_id uuid, contractor_id uuid, facility_id uuid, credential_kind_id uuid, days daterange)
      language plpgsql stable set search_path = '' as 'begin raise exception ''asked''; end'`);
    const week = () => sql`select from week_plan(${MONDAY})`;
    assertStrictEquals((await week()).length, 1);
    await requireKind(sql, await addKind(sql, "License"));
    await assertRejects(week, Error, "asked");
  }, NOW));

Deno.test("week_plan/says_what_is_missing_whether_of_one_facility_or_of_all", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.assignment();
    await requireKind(sql, await addKind(sql, "License"));
    const missing = async (facility: string | null) =>
      (await sql`select missing_credentials as names from week_plan(${MONDAY}, ${facility})`)
        .map(({ names }) => names);
    const all = await missing(null);
    assert(all.length > 0 && all.some((names) => names?.includes("License")));
    assertEquals(await missing(firm.facilityId), all);
  }, NOW));

Deno.test("missing_time/says_how_much_was_planned_at_its_end", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const hours = async () =>
      (await sql`select planned_hours from missing_time`)[0]?.["planned_hours"];
    assertStrictEquals(await hours(), null);
    await plan(sql, assignment, "2026-03-01 19:00 MST", "2026-03-02 07:00 MST"); // seven of them in the week
    await plan(sql, assignment, "2026-03-08 19:00 MDT", "2026-03-09 07:00 MDT"); // five
    const { id } = await plan(sql, assignment, "2026-03-04 08:00 MST", "2026-03-04 16:00 MST");
    assertStrictEquals(await hours(), "20.00");
    await cancel(sql, id);
    assertStrictEquals(await hours(), "12.00");
    const [row] = await sql`select * from missing_time`;
    assertStrictEquals(Object.keys(row ?? {}).at(-1), "planned_hours");
  }, NOW));

Deno.test("planned_shifts/are_noticed_by_nobody_who_plans_none", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`delete from planned_shifts`; // the firm has one, to be read
    // What each page of theirs says, before there is any plan: nothing of one.
    for (const person of PEOPLE) {
      for (const relation of ["planned_shifts", "planned_days", "my_shifts", "facility_shifts"]) {
        assertStrictEquals(
          (await runAs(sql, firm, person, `select from ${relation}`)).count,
          0,
          `${person} ${relation}`,
        );
      }
    }
    const missing = await runAs(sql, firm, "viewer", "select planned_hours from missing_time");
    assert(missing.every((row) => row["planned_hours"] === null));
    // And a plan changes no other table: nothing is entered, paid, billed, mailed or marked by it.
    const before = await contents(sql);
    await planPattern(sql, firm.placements.adaNorth);
    await plan(sql, firm.placements.adaNorth, "2026-03-04 07:00 MST", "2026-03-04 15:00 MST");
    const after = await contents(sql);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    assertEquals(changed, ["planned_shifts"]);
  }, NOW));
