// A program that somebody is placed at, or that gets a program itself, at the moment at which a facility joins it.
import { assertStrictEquals } from "@std/assert";
import { Firm } from "../support/firm.ts";
import { billTo, withProgram } from "../support/receivables/programs.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { propose } from "../support/receivables/proposals.ts";
import { receive } from "../support/receivables/receipts.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

Deno.test("bill_to/of_a_facility_at_which_somebody_is_placed_at_this_moment_is_refused_at_once", () =>
  withDatabase(async ({ sql, url }) => {
    const [facility, program] = [await Firm.create(sql), await Firm.create(sql, "Summit Program")];
    const other = connectTo(url);
    try {
      const [contractor] = await sql<[{ id: string }]>`
        insert into contractors (first_name, last_name, email) values ('Ada', 'Nurse', 'ada@example.org') returning id`;
      await other.begin(async (placing) => {
        await placing`
          insert into assignments (contractor_id, facility_id, start_date, overtime_rule)
          values (${contractor.id}, ${program.facilityId}, '2026-01-01', 'colorado')`;
        await assertRefused(billTo(facility, program), 409, "bill_to_in_use");
      });
      await assertRefused(billTo(facility, program), 409, "bill_to_has_assignments");
    } finally {
      await other.end();
    }
  }));

Deno.test("bill_to/that_a_facility_gets_at_this_moment_lets_nobody_be_placed_there", () =>
  withDatabase(async ({ sql, url }) => {
    const [facility, program] = [await Firm.create(sql), await Firm.create(sql, "Summit Program")];
    const placing = interleave(
      url,
      (sql) =>
        sql`update facilities set bill_to_facility_id = ${program.facilityId} where id = ${facility.facilityId}`,
      () => program.assignment(),
    );
    await assertRefused(placing, 409, "facility_is_a_program");
  }));

Deno.test("bill_to/that_a_facility_gets_at_this_moment_gets_none_itself", () =>
  withDatabase(async ({ sql, url }) => {
    const [facility, program] = [await Firm.create(sql), await Firm.create(sql, "Summit Program")];
    const other = await Firm.create(sql, "Other Program");
    const joining = interleave(
      url,
      (sql) =>
        sql`update facilities set bill_to_facility_id = ${program.facilityId} where id = ${facility.facilityId}`,
      () => billTo(program, other),
    );
    await assertRefused(joining, 409, "bill_to_of_bill_to");
  }));

Deno.test("propose_check_reconciliation/of_a_program_and_a_facility_of_its_at_once_claims_no_cent_twice", () =>
  withDatabase(async ({ sql, url }) => {
    const { program, mercy } = await withProgram(sql);
    await mercy.sentInvoice("2026-05-01", "100.00");
    const [first, second] = [await receive(program, "80.00"), await receive(mercy, "80.00")];
    await interleave(url, (sql) => propose(sql, first), () => propose(sql, second));
    const [claimed] = await sql<[{ amount: string }]>`
      select sum(amount) as amount from check_reconciliation_lines`;
    assertStrictEquals(claimed.amount, "100.00");
  }));
