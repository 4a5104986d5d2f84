// What one call leaves: a hired candidate, a contractor, an assignment, its rate, renewal and alerts.
import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { hire } from "../../../support/people/hiring.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { rowsOf } from "../../../support/sql/rows.ts";

const CLOCK = "2026-02-20 09:30:00+00";

Deno.test("hire_candidate/takes_a_candidate_to_a_working_contractor_in_one_step", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const candidate_id = await firm.candidate(" Cy@Example.org ");
    const facility_id = firm.facilityId;
    const assignment = await hire(sql, { candidate_id, facility_id, end_date: "2026-08-30" });

    const [candidate] = await rowsOf(sql, "candidates");
    assertEquals(candidate?.status, "hired");
    assertEquals(candidate?.hired_at, "2026-02-20T09:30:00+00:00");

    const [contractor, ...others] = await rowsOf(sql, "contractors");
    assertEquals(others, []);
    const { id: _, created_at: __, ...person } = contractor ?? {};
    const [everybody] = await sql`select id from pay_groups where is_default`;
    assertEquals(person, {
      candidate_id,
      first_name: "Cy",
      last_name: "Nurse",
      email: "Cy@Example.org",
      employment_type: "w2",
      user_id: null,
      is_active: true,
      external_number: null,
      payroll_number: null,
      pay_group_id: everybody?.id,
      search_name: " cy nurse",
    });

    assertEquals(await rowsOf(sql, "assignments"), [assignment]);
    const { id, created_at: ___, ...placement } = assignment;
    assertEquals(placement, {
      contractor_id: contractor?.id,
      facility_id,
      start_date: "2026-03-02",
      end_date: "2026-08-30",
      external_number: null,
      overtime_rule: "colorado",
      overtime_rule_reason: null,
      bill_overtime_multiplier: 1.5,
      bill_doubletime_multiplier: 2,
      department: null,
      cost_centre: null,
      purchase_order_id: null,
      title: null,
      requisition: null,
      missing_credentials_reason: null,
    });

    const rates = await sql`
      select assignment_id, effective_from::text, bill_rate, pay_rate, rate_hit_id from assignment_rates`;
    assertEquals([...rates], [{
      assignment_id: id,
      effective_from: "2026-03-02",
      bill_rate: "100.00",
      pay_rate: "60.00",
      rate_hit_id: null,
    }]);
    const renewals = await sql`
      select assignment_id, renewal_date::text, status from contract_renewals`;
    assertEquals([...renewals], [
      { assignment_id: id, renewal_date: "2026-08-30", status: "upcoming" },
    ]);
    const alerts = await sql`
      select days_before, due_on::text, acknowledged_at from contract_alerts order by due_on`;
    assertEquals([...alerts], [
      { days_before: 90, due_on: "2026-06-01", acknowledged_at: null },
      { days_before: 60, due_on: "2026-07-01", acknowledged_at: null },
      { days_before: 30, due_on: "2026-07-31", acknowledged_at: null },
    ]);
  }, { clock: CLOCK }));

Deno.test("hire_candidate/takes_every_argument_as_it_is_given", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await hire(sql, {
      candidate_id: await firm.candidate(),
      facility_id: firm.facilityId,
      start_date: "2026-04-01",
      bill_rate: "99999999.99",
      pay_rate: "99999999.99",
      end_date: "2026-04-01",
      overtime_rule: "california",
      employment_type: "1099",
      renewal_date: "2026-04-01",
    });
    assertEquals(assignment.overtime_rule, "california");
    assertEquals(assignment.end_date, "2026-04-01");
    const [rest] = await sql`
      select employment_type, bill_rate, pay_rate, renewal_date::text
        from contractors, assignment_rates, contract_renewals`;
    assertEquals(rest, {
      employment_type: "1099",
      bill_rate: "99999999.99",
      pay_rate: "99999999.99",
      renewal_date: "2026-04-01",
    });
  }));

for (
  const [name, dates, expected] of [
    ["makes_an_assignment_that_comes_up_for_renewal_at_its_end", { end_date: "2026-08-30" }, [
      "2026-08-30",
    ]],
    ["makes_an_assignment_that_comes_up_for_renewal_on_a_day_of_its_own", {
      end_date: "2026-08-30",
      renewal_date: "2026-07-31",
    }, ["2026-07-31"]],
    ["makes_an_open_ended_assignment_that_comes_up_for_renewal", { renewal_date: "2026-07-31" }, [
      "2026-07-31",
    ]],
    ["makes_an_open_ended_assignment_that_never_comes_up_for_renewal", {}, []],
  ] as const
) {
  Deno.test(`hire_candidate/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await hire(sql, {
        candidate_id: await firm.candidate(),
        facility_id: firm.facilityId,
        ...dates,
      });
      const renewals = await rowsOf(sql, "contract_renewals");
      assertEquals<unknown>(renewals.map((renewal) => renewal.renewal_date), expected);
      assertStrictEquals((await rowsOf(sql, "contract_alerts")).length, 3 * expected.length);
    }));
}

Deno.test("hire_candidate/takes_the_reason_of_missing_credentials_after_all_other_arguments", () =>
  withDatabase(async ({ sql }) => {
    const [call] = await sql<[{ names: string[] }]>`
      select proargnames as names from pg_proc where oid = 'public.hire_candidate'::regproc`;
    assertEquals(call.names.slice(-2), ["below_minimum_wage_reason", "missing_credentials_reason"]);
  }));

Deno.test("hire_candidate/pays_more_than_it_bills_only_when_that_is_allowed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await hire(sql, {
      candidate_id: await firm.candidate(),
      facility_id: firm.facilityId,
      pay_rate: "100.01",
      allow_negative_margin: true,
    });
    const [rate] = await sql`select bill_rate, pay_rate from assignment_rates`;
    assertEquals(rate, { bill_rate: "100.00", pay_rate: "100.01" });
  }));

Deno.test("hire_candidate/places_a_hired_candidate_again_as_the_same_contractor", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const other = await Firm.create(sql);
    const candidate_id = await firm.candidate();
    const first = await hire(sql, { candidate_id, facility_id: firm.facilityId });
    const [candidate] = await rowsOf(sql, "candidates");
    const second = await hire(sql, { candidate_id, facility_id: other.facilityId });
    assertNotStrictEquals(first.id, second.id);
    assertStrictEquals(first.contractor_id, second.contractor_id);
    assertEquals(await rowsOf(sql, "candidates"), [candidate]);
    assertEquals((await rowsOf(sql, "contractors")).length, 1);
    assertEquals((await rowsOf(sql, "assignments")).length, 2);
    const [rates] = await sql`
      select count(*)::int from assignment_rates where assignment_id in (${String(first.id)}, ${
      String(second.id)
    })`;
    assertEquals(rates, { count: 2 });
  }));

Deno.test("hire_candidate/hires_from_every_state_that_is_open", async (t) => {
  for (const status of ["applied", "screening", "offered"]) {
    await t.step(status, () =>
      withDatabase(async ({ sql }) => {
        const firm = await Firm.create(sql);
        const candidate_id = await firm.candidate();
        await sql`update candidates set status = ${status}`;
        await hire(sql, { candidate_id, facility_id: firm.facilityId });
        const [candidate] = await rowsOf(sql, "candidates");
        assertEquals(candidate?.status, "hired");
      }));
  }
});
