// Calling again after success changes nothing.
import { assertEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { hire, type Hiring } from "../../../support/people/hiring.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";

/** Hires, lets time pass, and asserts that the same candidate, facility and start answer the assignment. */
function testAgain(
  name: string,
  meanwhile: string,
  differently: Hiring = {},
): void {
  Deno.test(`hire_candidate/again_${name}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const place = {
        candidate_id: await firm.candidate(),
        facility_id: firm.facilityId,
        end_date: "2026-08-30",
      };
      await hire(sql, place);
      await sql.unsafe(meanwhile);
      const before = await contents(sql);
      const [assignment] =
        await sql`select to_jsonb(assignment) as now from assignments as assignment`;
      assertEquals(
        await hire(sql, { ...place, ...differently }),
        assignment?.now,
      );
      assertEquals(await contents(sql), before);
    }));
}

testAgain("gives_the_same_assignment_and_changes_nothing", "");

testAgain("with_other_arguments_changes_none_of_them", "", {
  bill_rate: "200.00",
  pay_rate: "150.00",
  end_date: null,
  overtime_rule: "none",
  employment_type: "1099",
  renewal_date: "2026-05-01",
});

testAgain(
  "gives_the_assignment_as_it_is_now",
  `update assignments set end_date = '2026-06-30', overtime_rule = 'flsa'`,
);

testAgain("leaves_a_facility_that_has_become_inactive", `update facilities set is_active = false`);

testAgain(
  "leaves_a_contractor_who_has_become_inactive",
  `update contractors set is_active = false, email = 'new@example.org'`,
);

testAgain("leaves_a_candidate_who_withdrew_since", `update candidates set status = 'withdrawn'`);

testAgain(
  "leaves_a_contractor_with_approved_time_who_is_employed_otherwise",
  `insert into time_entries (assignment_id, work_date, hours, status)
   select id, '2026-03-02', 8, 'approved' from assignments`,
  { employment_type: "1099" },
);

Deno.test("hire_candidate/again_for_a_record_whose_contractor_another_record_of_theirs_took_over", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const elsewhere = await Firm.create(sql);
    const place = {
      candidate_id: await firm.candidate("cy@example.org"),
      facility_id: firm.facilityId,
    };
    const first = await hire(sql, place);
    const twin = await firm.candidate("CY@example.org");
    await hire(sql, { candidate_id: twin, facility_id: elsewhere.facilityId });
    const before = await contents(sql);
    assertEquals(await hire(sql, place), first);
    assertEquals(await contents(sql), before);
  }));
