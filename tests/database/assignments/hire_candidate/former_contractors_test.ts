// People who worked for the firm before are taken up again, not made anew.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { hire } from "../../../support/people/hiring.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged, assertViolates } from "../../../support/sql/refusal.ts";
import { rowsOf } from "../../../support/sql/rows.ts";

const USER = "11111111-1111-4111-8111-111111111111";

/** A contractor who left, was hired from a candidate record of those days, and had a sign-in. */
async function formerContractor(sql: postgres.Sql, firm: Firm, email: string) {
  const candidate = await firm.candidate(email);
  const [contractor] = await sql<[{ id: string }]>`
    insert into contractors (candidate_id, first_name, last_name, email, user_id, is_active)
    values (${candidate}, 'Cynthia', 'Practitioner', ${email}, ${USER}, false) returning id`;
  await sql`update candidates set status = 'hired' where id = ${candidate}`;
  return { id: contractor.id, candidate };
}

Deno.test("hire_candidate/takes_a_former_contractor_up_again_by_an_email_that_differs_in_case", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const former = await formerContractor(sql, firm, "Cy.Nurse@Example.org");
    const candidate_id = await firm.candidate(" cy.nurse@example.ORG");
    const assignment = await hire(sql, { candidate_id, facility_id: firm.facilityId });

    assertStrictEquals(assignment.contractor_id, former.id);
    const [contractor, ...others] = await rowsOf(sql, "contractors");
    assertEquals(others, []);
    const { created_at: _, ...person } = contractor ?? {};
    const [everybody] = await sql`select id from pay_groups where is_default`;
    assertEquals(person, {
      id: former.id,
      candidate_id,
      first_name: "Cynthia",
      last_name: "Practitioner",
      email: "Cy.Nurse@Example.org",
      employment_type: "w2",
      user_id: USER,
      is_active: true,
      external_number: null,
      payroll_number: null,
      pay_group_id: everybody?.id,
      search_name: " cynthia practitioner",
    });
  }));

Deno.test("hire_candidate/takes_a_former_contractor_up_again_from_their_old_record", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const former = await formerContractor(sql, firm, "cy@example.org");
    await sql`update contractors set email = 'moved@example.org'`;
    const assignment = await hire(sql, {
      candidate_id: former.candidate,
      facility_id: firm.facilityId,
    });
    assertStrictEquals(assignment.contractor_id, former.id);
    const [contractor] = await rowsOf(sql, "contractors");
    assertEquals(
      [contractor?.is_active, contractor?.email],
      [true, "moved@example.org"],
    );
  }));

Deno.test("hire_candidate/prefers_the_contractor_of_the_record_to_one_who_has_its_email_now", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const former = await formerContractor(sql, firm, "cy@example.org");
    await sql`update contractors set email = 'moved@example.org'`;
    await sql`insert into contractors (first_name, last_name, email)
              values ('Di', 'Different', 'cy@example.org')`;
    const hiredAgain = async (start_date: string) =>
      await hire(sql, { candidate_id: former.candidate, facility_id: firm.facilityId, start_date });
    const first = await hiredAgain("2026-03-02");
    assertStrictEquals(first.contractor_id, former.id);
    await sql`delete from assignment_rates`;
    await sql`delete from assignments`;
    await sql`update contractors set last_name = 'Moved' where id = ${former.id}`; // stands last now
    assertStrictEquals((await hiredAgain("2026-03-09")).contractor_id, former.id);
  }));

Deno.test("hire_candidate/makes_strangers_contractors_of_their_own", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await formerContractor(sql, firm, "cy@example.org");
    const candidate_id = await firm.candidate("cy@example.com");
    await hire(sql, { candidate_id, facility_id: firm.facilityId });
    assertEquals((await rowsOf(sql, "contractors")).length, 2);
    // Nobody is taken for somebody else because neither has an e-mail.
    await assertViolates(firm.candidate(" "), "candidate_email_is_not_blank");
  }));

Deno.test("hire_candidate/employs_a_contractor_otherwise_while_they_have_no_approved_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const candidate_id = await firm.candidate();
    const first = await hire(sql, {
      candidate_id,
      facility_id: firm.facilityId,
      end_date: "2026-03-31",
    });
    const entry = await firm.entry(String(first.id), "submitted", "2026-03-02");
    const place = { candidate_id, facility_id: firm.facilityId, employment_type: "1099" };
    await hire(sql, { ...place, start_date: "2026-04-01", end_date: "2026-04-30" });
    const employment = async () => (await rowsOf(sql, "contractors"))[0]?.employment_type;
    assertEquals(await employment(), "1099");

    await sql`update time_entries set status = 'approved' where id = ${entry}`;
    const may = { ...place, start_date: "2026-05-01" };
    for (const locked of [false, true]) {
      // What was approved and is locked was approved.
      if (locked) await sql`update time_entries set status = 'locked' where id = ${entry}`;
      await assertRefusedUnchanged(
        sql,
        () => hire(sql, { ...may, employment_type: "w2" }),
        409,
        "contractor_employed_otherwise",
      );
    }
    await hire(sql, may);
    assertEquals(await employment(), "1099");
  }));

Deno.test("hire_candidate/names_both_employment_types_when_it_refuses_the_other", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const candidate_id = await firm.candidate();
    const place = { candidate_id, facility_id: firm.facilityId, end_date: "2026-03-31" };
    const first = await hire(sql, place);
    await firm.entry(String(first.id), "approved", "2026-03-02");
    const error = await hire(sql, {
      ...place,
      start_date: "2026-04-01",
      end_date: null,
      employment_type: "1099",
    }).catch((error) => error);
    assertMatch(error.message, /w2.*1099/);
    assertMatch(error.hint, /employment type w2/);
  }));
