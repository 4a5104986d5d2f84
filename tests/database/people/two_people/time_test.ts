// Who entered time does not approve it, where the firm asks for two people.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { type TwoPeople, withTwoPeople } from "../../../support/people/two_people.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const assignment = async ({ sql, firm }: TwoPeople) => {
  const [row] = await sql<{ id: string }[]>`
    select id from assignments where contractor_id = ${firm.people.ada} order by start_date, id limit 1`;
  return row?.id;
};
const submit = (id: string) => `update time_entries set status = 'submitted' where id = '${id}'`;
const approve = (id: string) =>
  `update time_entries set status = 'approved' where id = '${id}' returning approved_by, entered_by`;

/** A day of time that somebody enters, submitted. */
async function entered(people: TwoPeople, caller: "billing" | "admin" | "ada" | "service") {
  const of = await assignment(people);
  const day = `(select max(work_date) + 1 from time_entries where assignment_id = '${of}')`;
  const { id } = await people.as(
    caller,
    `insert into time_entries (assignment_id, work_date, hours) values ('${of}', ${day}, 4) returning id`,
  );
  await people.as(caller, submit(id));
  return id as string;
}

Deno.test("two_people/staff_do_not_approve_time_that_they_entered_and_others_do", () =>
  withTwoPeople(async (people) => {
    const { users } = people.firm;
    const id = await entered(people, "billing");
    await assertRefused(people.as("billing", approve(id)), 403, "second_person_needed");
    assertEquals(await people.as("payroll", approve(id)), {
      approved_by: users.payroll,
      entered_by: users.billing,
    });
  }));

Deno.test("two_people/an_admin_is_one_person_too", () =>
  withTwoPeople(async (people) => {
    const id = await entered(people, "admin");
    await assertRefused(people.as("admin", approve(id)), 403, "second_person_needed");
    await people.as("billing", approve(id));
  }));

Deno.test("two_people/a_contractors_time_is_approved_by_one_of_staff_or_by_a_contact", () =>
  withTwoPeople(async (people) => {
    const { firm, sql } = people;
    const first = await entered(people, "ada");
    assertStrictEquals((await people.as("billing", approve(first))).entered_by, firm.users.ada);
    const second = await entered(people, "billing");
    const [{ facility_id: facility } = {}] = await sql`
      select assignment.facility_id from time_entries as entry
        join assignments as assignment on assignment.id = entry.assignment_id where entry.id = ${second}`;
    const contact = facility === firm.people.north ? "north" : "south";
    assertStrictEquals(
      (await people.as(contact, approve(second))).approved_by,
      firm.users[contact],
    );
  }));

Deno.test("two_people/whoever_changes_the_hours_has_entered_them", () =>
  withTwoPeople(async (people) => {
    const { sql, firm } = people;
    const id = await entered(people, "ada");
    await people.as("billing", `update time_entries set status = 'draft' where id = '${id}'`);
    await people.as("billing", `update time_entries set notes = 'By phone.' where id = '${id}'`);
    const by = async () => (await sql`select entered_by from time_entries where id = ${id}`)[0];
    assertEquals(await by(), { entered_by: firm.users.ada }, "a note is no time");
    await people.as("billing", `update time_entries set hours = 6 where id = '${id}'`);
    assertEquals(await by(), { entered_by: firm.users.billing });
    await people.as("billing", submit(id));
    await assertRefused(people.as("billing", approve(id)), 403, "second_person_needed");
    await people.as("recruiting", approve(id));
  }));

Deno.test("two_people/a_program_passes_and_what_nobody_entered_is_anybodys_to_approve", () =>
  withTwoPeople(async (people) => {
    const { sql } = people;
    const byProgram = await entered(people, "service");
    assertEquals((await people.as("billing", approve(byProgram))).entered_by, null);
    const byBilling = await entered(people, "billing");
    await people.as("service", approve(byBilling));
    const [log] = await sql`
      select caller from audit_log where row_id = ${byBilling} and new ->> 'status' = 'approved'`;
    assertEquals(log, { caller: "service_role" });
  }));

Deno.test("two_people/where_they_are_not_asked_for_one_person_enters_and_approves", () =>
  withTwoPeople(async (people) => {
    for (const controls of ["off", "single_person_firm"]) {
      await people.sql`update organization_settings set controls = ${controls}`;
      const id = await entered(people, "billing");
      await people.as("billing", approve(id));
    }
  }));

Deno.test("two_people/whoever_entered_an_adjustment_does_not_approve_it", () =>
  withTwoPeople(async ({ as, firm }) => {
    const { id } = await as(
      "payroll",
      `insert into payroll_adjustments (contractor_id, payable_on, kind, amount)
       values ('${firm.people.ben}', '2026-04-24', 'bonus', 99999) returning id`,
    );
    const approval = `update payroll_adjustments set approved_at = now() where id = '${id}'`;
    await assertRefused(as("payroll", approval), 403, "second_approver_required");
    await as("admin", approval);
  }));
