// A facility is billed to itself or to one other, at which nobody works.
import { assertEquals } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { addOrder } from "../../../support/billing/orders.ts";
import { Firm } from "../../../support/firm.ts";
import { hire } from "../../../support/people/hiring.ts";
import { billTo, withProgram } from "../../../support/receivables/programs.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged, assertViolates } from "../../../support/sql/refusal.ts";

Deno.test("bill_to/is_of_one_level", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy } = await withProgram(sql);
    const other = await Firm.create(sql, "Other Program");
    const refuses = (attempt: () => PromiseLike<unknown>, slug: string) =>
      assertRefusedUnchanged(sql, attempt, 409, slug);
    await refuses(() => billTo(other, mercy), "bill_to_of_bill_to");
    await refuses(() => billTo(program, other), "bill_to_of_bill_to");
    await refuses(
      () =>
        sql`insert into facilities (name, bill_to_facility_id) values ('New Clinic', ${mercy.facilityId})`,
      "bill_to_of_bill_to",
    );
    await assertViolates(billTo(other, other), "bill_to_is_another_facility");
    await sql`insert into facilities (name, bill_to_facility_id) values ('New Clinic', ${program.facilityId})`;
    await billTo(mercy, other);
    await billTo(mercy, null);
  }));

Deno.test("bill_to/is_a_facility_at_which_nobody_works", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy } = await withProgram(sql);
    const elsewhere = await Firm.create(sql, "Elsewhere");
    const assignment = await elsewhere.assignment();
    const refuses = (attempt: () => PromiseLike<unknown>, slug: string) =>
      assertRefusedUnchanged(sql, attempt, 409, slug);
    await refuses(() => billTo(mercy, elsewhere), "bill_to_has_assignments");
    const [{ contractor_id }] = await sql<[{ contractor_id: string }]>`
      select contractor_id from assignments`;
    const candidate_id = await program.candidate();
    await refuses(() => program.assignmentOf(contractor_id), "facility_is_a_program");
    await refuses(
      () =>
        sql`update assignments set facility_id = ${program.facilityId} where id = ${assignment}`,
      "facility_is_a_program",
    );
    await refuses(
      () =>
        hire(sql, {
          candidate_id,
          facility_id: program.facilityId,
          overtime_rule: "colorado",
        }),
      "facility_is_a_program",
    );
    await mercy.assignment();
    for (
      const { id } of await sql`select id from facilities where bill_to_facility_id is not null`
    ) {
      await sql`update facilities set bill_to_facility_id = null where id = ${id}`;
    }
    await program.assignment(); // it is none any more
  }));

Deno.test("bill_to/pays_for_its_facilities_assignments_by_its_orders", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    const [ours, theirs] = [await addOrder(program), await addOrder(aspen, { number: "PO-2" })];
    const assignment = await mercy.assignment("2026-12-31");
    const name = (order: string) =>
      sql`update assignments set purchase_order_id = ${order} where id = ${assignment}`;
    await assertRefusedUnchanged(sql, () => name(theirs), 409, "purchase_order_is_the_facilitys");
    await assertRefusedUnchanged(
      sql,
      () =>
        sql`insert into assignments (contractor_id, facility_id, start_date, purchase_order_id)
            select contractor_id, facility_id, '2027-01-01', ${theirs} from assignments`,
      409,
      "purchase_order_is_the_facilitys",
    );
    await name(ours);
    await assertRefusedUnchanged(sql, () => billTo(mercy, null), 409, "bill_to_orders_in_use");
    await sql`update assignments set end_date = '2026-06-30'`;
    await billTo(mercy, null);
  }, { clock: "2026-07-02 12:00+00" }));

Deno.test("bill_to/stays_as_long_as_something_was_billed_to_it", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    await mercy.sentInvoice("2026-03-01");
    for (const facility of [mercy, aspen]) await billTo(facility, null);
    const remove = () => sql`delete from facilities where id = ${program.facilityId}`;
    await assertRefusedUnchanged(sql, remove, 409, "facility_is_billed");
    const other = await Firm.create(sql, "Other Program");
    await billTo(aspen, other);
    await billTo(aspen, null);
    await sql`delete from facilities where id = ${other.facilityId}`;
  }));

Deno.test("bill_to/is_written_by_billing_and_nobody_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const program = await Firm.create(sql, "Summit Program");
    const write = (caller: Parameters<typeof runAs>[2]) =>
      runAs(
        sql,
        firm,
        caller,
        `update facilities set bill_to_facility_id = '${program.facilityId}' where id = '${firm.people.north}' returning id`,
      );
    for (const caller of ["billing", "admin"] as const) {
      assertEquals((await write(caller)).length, 1);
    }
    for (const caller of ["payroll", "recruiting", "viewer", "ada", "north"] as const) {
      await assertRefusedUnchanged(sql, () => write(caller), 403, "role_required");
    }
  }));

Deno.test("customers/are_programs_and_who_is_billed_for_itself", () =>
  withDatabase(async ({ sql }) => {
    await withProgram(sql);
    await Firm.create(sql, "Elsewhere");
    const rows = await sql`
      select facility_name, is_program, facility_count::int from customers order by facility_name`;
    assertEquals([...rows], [
      { facility_name: "Elsewhere", is_program: false, facility_count: 0 },
      { facility_name: "Summit Program", is_program: true, facility_count: 2 },
    ]);
  }));
