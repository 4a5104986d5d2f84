// Pay is payroll's, bill is billing's, where the firm asks for two people.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { type TwoPeople, withTwoPeople } from "../../../support/people/two_people.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

/** An assignment at a facility of its own, of which no rate was changed yet. */
const newAssignment = async ({ sql }: TwoPeople) =>
  await (await Firm.create(sql, "Mesa Clinic")).assignment();

/** A pending hit of an assignment that somebody enters. */
async function hit(
  people: TwoPeople,
  assignment: string,
  caller: "billing" | "recruiting" | "payroll" | "admin",
  bill: number,
  pay: number,
): Promise<string> {
  const { id } = await people.as(
    caller,
    `insert into rate_hits (assignment_id, effective_on, bill_rate_change, pay_rate_change, reason)
     values ('${assignment}', '2026-06-01', ${bill}, ${pay}, 'Agreed.') returning id`,
  );
  return id;
}
const apply = (id: string) => `select status from apply_rate_hit('${id}')`;

Deno.test("two_people/a_rate_hit_asks_for_the_role_of_each_side", () =>
  withTwoPeople(async (people) => {
    const { as } = people;
    const of = await newAssignment(people);
    const pay = await hit(people, of, "billing", 0, 1);
    await assertRefused(as("billing", apply(pay)), 403, "rate_of_other_role");
    assertEquals(await as("payroll", apply(pay)), { status: "applied" });
    const bill = await hit(people, of, "recruiting", 1, 0);
    await assertRefused(as("payroll", apply(bill)), 403, "rate_of_other_role");
    assertEquals(await as("billing", apply(bill)), { status: "applied" });
    const both = await hit(people, of, "payroll", 1, 1);
    await assertRefused(as("billing", apply(both)), 403, "rate_of_other_role");
    await assertRefused(as("payroll", apply(both)), 403, "rate_of_other_role");
    const asked = await people.request("payroll", "apply_rate_hit", { rate_hit_id: both });
    assertStrictEquals((await people.approve("billing", asked)).status, "approved");
  }));

Deno.test("two_people/a_large_rate_hit_takes_two_and_so_do_small_ones_that_add_up", () =>
  withTwoPeople(async (people) => {
    const { as } = people;
    const of = await newAssignment(people);
    const large = await hit(people, of, "payroll", 0, 5);
    await assertRefused(as("payroll", apply(large)), 403, "second_person_needed");
    await as("payroll", apply(await hit(people, of, "payroll", 0, 3)));
    const more = await hit(people, of, "payroll", 0, 3);
    await assertRefused(as("payroll", apply(more)), 403, "second_person_needed");
    const asked = await people.request("payroll", "apply_rate_hit", { rate_hit_id: more });
    await people.approve("admin", asked);
  }));

Deno.test("two_people/rates_of_codes_are_written_by_the_role_of_each_side", () =>
  withTwoPeople(async (people) => {
    const { as, sql } = people;
    const assignment = await newAssignment(people);
    await sql`insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
              values (${assignment}, 'on_call', '2026-01-01', 10, 4)`;
    const set = (what: string) =>
      `update assignment_code_rates set ${what} where assignment_id = '${assignment}' returning pay_rate, bill_rate`;
    await assertRefused(as("billing", set("pay_rate = 5")), 403, "rate_of_other_role");
    await assertRefused(as("payroll", set("bill_rate = 11")), 403, "rate_of_other_role");
    await as("billing", set("bill_rate = 11"));
    assertEquals(await as("payroll", set("pay_rate = 5")), {
      pay_rate: "5.00",
      bill_rate: "11.00",
    });
    const gone =
      `delete from assignment_code_rates where assignment_id = '${assignment}' returning code`;
    await assertRefused(as("billing", gone), 403, "rate_of_other_role");
    assertEquals(await as("admin", gone), { code: "on_call" });
  }));

Deno.test("two_people/a_hit_that_takes_back_makes_no_room_for_another_raise", () =>
  withTwoPeople(async (people) => {
    const of = await newAssignment(people);
    for (const change of [4.99, -4.99]) {
      await people.as("payroll", apply(await hit(people, of, "payroll", 0, change)));
    }
    const again = await hit(people, of, "payroll", 0, 4.99);
    await assertRefused(people.as("payroll", apply(again)), 403, "second_person_needed");
  }));

Deno.test("two_people/a_rate_of_a_code_that_leaves_a_side_out_asks_for_its_role", () =>
  withTwoPeople(async (people) => {
    const assignment = await newAssignment(people);
    await people.sql`
      insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
      values (${assignment}, 'on_call', '2026-01-01', 10, 4)`;
    const from = (day: string, bill: number | null, pay: number | null) =>
      `insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
       values ('${assignment}', 'on_call', '${day}', ${bill}, ${pay}) returning code`;
    await assertRefused(
      people.as("billing", from("2026-05-01", 12, null)),
      403,
      "rate_of_other_role",
    );
    await people.as("billing", from("2026-05-01", 12, 4));
    await assertRefused(
      people.as("payroll", from("2026-06-01", null, 5)),
      403,
      "rate_of_other_role",
    );
    await people.as("payroll", from("2026-06-01", 12, 5));
    await people.as(
      "payroll",
      "update assignment_code_rates set effective_from = '2026-06-02' where effective_from = '2026-06-01' returning code",
    );
    await assertRefused(
      people.as(
        "billing",
        "update assignment_code_rates set effective_from = '2026-06-01' where effective_from = '2026-06-02' returning code",
      ),
      403,
      "rate_of_other_role",
    );
    await people.as(
      "payroll",
      "update assignment_code_rates set effective_from = '2026-06-01' where effective_from = '2026-06-02' returning code",
    );
    const gone = (day: string) =>
      `delete from assignment_code_rates where effective_from = '${day}' returning code`;
    await assertRefused(people.as("billing", gone("2026-06-01")), 403, "rate_of_other_role");
    await people.as("payroll", gone("2026-06-01"));
    await people.as("billing", gone("2026-05-01"));
  }));

Deno.test("two_people/hours_are_promised_by_the_role_of_each_side", () =>
  withTwoPeople(async (people) => {
    const assignment = await newAssignment(people);
    const promise = (side: "pay_hours" | "bill_hours", from: string) =>
      `insert into guarantees (assignment_id, ${side}, effective_from, effective_to)
       values ('${assignment}', 36, '${from}', '${from}'::date + 6) returning id`;
    await assertRefused(
      people.as("billing", promise("pay_hours", "2026-05-04")),
      403,
      "rate_of_other_role",
    );
    await people.as("payroll", promise("pay_hours", "2026-05-04"));
    await assertRefused(
      people.as("payroll", promise("bill_hours", "2026-05-11")),
      403,
      "rate_of_other_role",
    );
    await people.as("billing", promise("bill_hours", "2026-05-11"));
  }));

Deno.test("two_people/recruiting_proposes_a_placement_which_somebody_with_both_roles_approves", () =>
  withTwoPeople(async (people) => {
    const { sql, as } = people;
    const [{ id: candidate } = {}] = await sql`
      insert into candidates (first_name, last_name, email, status)
      values ('Cy', 'Nurse', 'cy@example.org', 'offered') returning id`;
    const placement = {
      candidate_id: candidate,
      facility_id: (await Firm.create(sql, "Mesa Clinic")).facilityId,
      start_date: "2026-05-04",
      bill_rate: 100,
      pay_rate: 60,
      overtime_rule: "colorado",
    };
    const hire =
      `select * from hire_candidate('${candidate}', '${placement.facility_id}', '2026-05-04', 100, 60, overtime_rule => 'colorado')`;
    await assertRefused(as("recruiting", hire), 403, "rate_of_other_role");
    const asked = await people.request("recruiting", "hire_candidate", placement);
    await assertRefused(people.approve("payroll", asked), 403, "rate_of_other_role");
    const { result_id } = await people.approve("admin", asked);
    assertEquals([
      ...await sql`select pay_rate from assignment_rates where assignment_id = ${result_id}`,
    ], [
      { pay_rate: "60.00" },
    ]);
  }));

Deno.test("two_people/where_they_are_not_asked_for_roles_and_rates_are_as_before", () =>
  withTwoPeople(async (people) => {
    await people.sql`update organization_settings set controls = 'off'`;
    const of = await newAssignment(people);
    const pay = await hit(people, of, "billing", 0, 40);
    assertEquals(await people.as("billing", apply(pay)), { status: "applied" });
    await assertRefused(hit(people, of, "recruiting", 0, 1), 403, "role_required");
  }));
