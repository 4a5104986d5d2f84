// A contractor is placed at a facility once at a time, unless something tells the two apart (told_apart_test.ts).
import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../../support/access/acting.ts";
import { signedIn } from "../../../support/access/callers.ts";
import { Firm } from "../../../support/firm.ts";
import { hire } from "../../../support/people/hiring.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { rowsOf } from "../../../support/sql/rows.ts";

type Days = readonly [start: string, end: string | null];

/** The first and the last day of each assignment that there is, in the order they were made. */
async function placedDays(sql: postgres.Sql): Promise<unknown[][]> {
  return (await rowsOf(sql, "assignments")).map((row) => [row.start_date, row.end_date]);
}

/** Days that a further assignment at the facility may not, or may, have beside those of the first. */
const BESIDE: readonly { first: Days; refused: readonly Days[]; placed: readonly Days[] }[] = [
  {
    first: ["2026-03-02", "2026-03-31"],
    refused: [
      ["2026-03-31", "2026-04-30"],
      ["2026-03-31", null],
      ["2026-03-01", "2026-03-02"],
      ["2026-03-10", "2026-03-11"],
      ["2026-02-01", "2026-05-01"],
      ["2026-02-01", null],
    ],
    placed: [["2026-04-01", null], ["2026-02-01", "2026-03-01"]],
  },
  {
    first: ["2026-03-02", null],
    refused: [["2027-01-01", "2027-01-31"], ["2027-01-01", null], ["2026-01-01", "2026-03-02"]],
    placed: [["2026-01-01", "2026-03-01"]],
  },
];

for (const { first, refused, placed } of BESIDE) {
  const name = first[1] === null ? "without_an_end" : "that_ends";
  Deno.test(`hire_candidate/places_nobody_twice_at_a_facility_beside_an_assignment_${name}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const candidate_id = await firm.candidate();
      const place = ([start_date, end_date]: Days) =>
        hire(sql, { candidate_id, facility_id: firm.facilityId, start_date, end_date });
      await place(first);
      for (const days of refused) {
        await assertRefusedUnchanged(sql, () => place(days), 409, "assignment_overlaps");
      }
      for (const days of placed) await place(days);
      assertEquals<unknown>(await placedDays(sql), [first, ...placed]);
    }));
}

Deno.test("hire_candidate/places_people_at_two_facilities_at_once_and_two_people_at_one", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const other = await Firm.create(sql);
    const candidate_id = await firm.candidate();
    const here = await hire(sql, { candidate_id, facility_id: firm.facilityId });
    const there = await hire(sql, { candidate_id, facility_id: other.facilityId });
    const somebody = { candidate_id: await firm.candidate(), facility_id: firm.facilityId };
    const beside = await hire(sql, somebody);
    assertStrictEquals(there.contractor_id, here.contractor_id);
    assertNotStrictEquals(beside.contractor_id, here.contractor_id);
    const assignments = await rowsOf(sql, "assignments");
    assertEquals(assignments, [here, there, beside]);
    assertEquals(
      assignments.map(({ facility_id }) => facility_id),
      [firm.facilityId, other.facilityId, firm.facilityId],
    );
    assertEquals(await placedDays(sql), Array(3).fill(["2026-03-02", null]));
  }));

Deno.test("hire_candidate/refuses_another_record_of_somebody_for_the_place_and_day_they_have", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const facility_id = firm.facilityId;
    await hire(sql, { candidate_id: await firm.candidate("cy@example.org"), facility_id });
    const twin = await firm.candidate("CY@example.org");
    await assertRefusedUnchanged(
      sql,
      () => hire(sql, { candidate_id: twin, facility_id }),
      409,
      "assignment_overlaps",
    );
  }));

Deno.test("assignments/are_not_extended_onto_another_of_their_contractor_at_the_facility", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const candidate_id = await firm.candidate();
    const place = { candidate_id, facility_id: firm.facilityId };
    const first = await hire(sql, { ...place, end_date: "2026-03-31" });
    const second = await hire(sql, { ...place, start_date: "2026-05-01", end_date: "2026-05-31" });

    const user = crypto.randomUUID();
    await sql`insert into staff_members (user_id, roles) values (${user}, '{recruiting}')`;
    const end = (assignment: unknown, endDate: string | null) =>
      actingAs(
        sql,
        signedIn(user),
        (sql) =>
          sql`update assignments set end_date = ${endDate} where id = ${
            String(assignment)
          } returning id`,
      );
    for (const onto of ["2026-05-01", "2026-12-31", null]) {
      await assertRefusedUnchanged(sql, () => end(first.id, onto), 409, "assignment_overlaps");
    }
    assertEquals((await end(first.id, "2026-04-30")).length, 1);
    assertEquals((await end(second.id, null)).length, 1);
  }));

Deno.test("assignments/are_not_moved_onto_another_of_their_contractor_at_the_facility", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const elsewhere = await Firm.create(sql);
    const candidate_id = await firm.candidate();
    const place = { candidate_id, facility_id: firm.facilityId };
    await hire(sql, { ...place, end_date: "2026-03-31" });
    const second = await hire(sql, { ...place, start_date: "2026-05-01" });
    const third = await hire(sql, { candidate_id, facility_id: elsewhere.facilityId });
    const start = (day: string) =>
      sql`
        update assignments set start_date = ${day} where id = ${String(second.id)} returning id`;
    await assertRefusedUnchanged(sql, () => start("2026-03-31"), 409, "assignment_overlaps");
    assertEquals((await start("2026-04-01")).length, 1);
    const move = (facilityId: string) =>
      sql`
        update assignments set facility_id = ${facilityId} where id = ${
        String(third.id)
      } returning id`;
    await assertRefusedUnchanged(sql, () => move(firm.facilityId), 409, "assignment_overlaps");
    assertEquals((await move((await Firm.create(sql)).facilityId)).length, 1);
  }));

Deno.test("assignments/that_a_server_program_let_overlap_can_be_ended_but_not_extended", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const first = await firm.assignment("2026-06-30");
    const [contractor] = await sql<[{ id: string }]>`select id from contractors`;
    await firm.assignmentOf(contractor.id);
    const end = (day: string) =>
      sql`update assignments set end_date = ${day} where id = ${first} returning id`;
    await assertRefusedUnchanged(sql, () => end("2026-07-31"), 409, "assignment_overlaps");
    assertEquals((await end("2026-05-31")).length, 1);
  }));
