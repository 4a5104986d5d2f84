// Approved time that no live invoice has.
import { assertEquals } from "@std/assert";
import { createInvoice, MONDAY, SUNDAY, unbilled } from "../../support/billing/billed_time.ts";
import { bringInto } from "../../support/billing/states.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";

Deno.test("unbilled_time/says_whose_time_it_is_where_and_when_it_was_approved", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const entry = await firm.entry(assignment, "approved", MONDAY, "7.5");
    const [contractor] = await sql`select id from contractors`;
    const rows = await sql`
      select time.*, work_date::text, approved_at at time zone 'UTC' = '2026-03-10 12:00' as approved_at
        from unbilled_time as time`;
    assertEquals([...rows], [{
      time_entry_id: entry,
      assignment_id: assignment,
      contractor_id: contractor?.id,
      contractor_name: "Ada Nurse",
      facility_id: firm.facilityId,
      facility_name: "Mercy Hospital",
      work_date: MONDAY,
      hours: "7.50",
      approved_at: true,
      group_key: "",
      group_name: null,
      code: "regular",
      quantity: null,
    }]);
  }, { clock: "2026-03-10 12:00:00+00" }));

Deno.test("unbilled_time/shows_the_oldest_first_and_of_a_day_what_was_approved_first", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", SUNDAY, "1");
    for (const [hours, approvedAt] of [["3", "2026-03-12"], ["2", "2026-03-11"]] as const) {
      await sql`
        insert into time_entries (assignment_id, work_date, hours, status, approved_at)
        values (${assignment}, ${MONDAY}, ${hours}, 'approved', ${approvedAt})`;
    }
    await firm.entry(assignment, "approved", "2026-01-30", "4");
    assertEquals(await unbilled(sql), [
      "2026-01-30 4.00",
      `${MONDAY} 2.00`,
      `${MONDAY} 3.00`,
      `${SUNDAY} 1.00`,
    ]);
  }));

Deno.test("unbilled_time/shows_approved_time_also_once_it_is_locked_and_no_other", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const status of ["draft", "submitted", "pending_approval"]) {
      await firm.entry(assignment, status, MONDAY, "1");
    }
    for (const [status, hours] of [["approved", "2"], ["submitted", "3"]] as const) {
      const entry = await firm.entry(assignment, status, MONDAY, hours);
      await sql`update time_entries set status = 'locked' where id = ${entry}`;
    }
    assertEquals(await unbilled(sql), [`${MONDAY} 2.00`]);
  }));

Deno.test("unbilled_time/has_an_hour_or_a_live_invoice_has_it_and_never_both", () =>
  withDatabase(async ({ sql }) => {
    for (const state of ["draft", "sent", "partially_paid", "paid", "void"] as const) {
      const firm = await Firm.create(sql);
      await firm.entry(await firm.assignment(), "approved", MONDAY, "13"); // two lines
      assertEquals(await unbilled(sql), [`${MONDAY} 13.00`]);
      await bringInto(sql, (await createInvoice(sql, firm.facilityId)).id, state);
      assertEquals(await unbilled(sql), state === "void" ? [`${MONDAY} 13.00`] : []);
    }
  }));

Deno.test("unbilled_groups/are_its_sums_by_facility_and_group", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set invoices_by = 'department'`;
    const [ward, none] = [await firm.assignment(), await firm.assignment()];
    await sql`update assignments set department = 'Ward 3' where id = ${ward}`;
    await firm.entry(ward, "approved", MONDAY, "7.5");
    await firm.entry(ward, "approved", "2026-01-30", "4");
    await firm.entry(ward, "submitted", SUNDAY, "2");
    await firm.entry(none, "approved", SUNDAY, "1");
    const sums = await sql<{ sum: string }[]>`
      select concat_ws(' ', facility_name, group_key, oldest, newest, entries, hours) as sum from unbilled_groups`;
    assertEquals(sums.map(({ sum }) => sum), [
      `Mercy Hospital  ${SUNDAY} ${SUNDAY} 1 1.00`,
      `Mercy Hospital Ward 3 2026-01-30 ${MONDAY} 2 11.50`,
    ]);
  }));
