// What a new draft bills: each hour once, in its class, at the rate of its day.
import { assertEquals, assertNotStrictEquals } from "@std/assert";
import { applyNew } from "../../../support/assignments/rate_hits.ts";
import {
  createInvoice,
  linesOf,
  MONDAY,
  SUNDAY,
  unbilled,
} from "../../../support/billing/billed_time.ts";
import { bringInto } from "../../../support/billing/states.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";

Deno.test("create_facility_invoice/makes_a_draft_with_a_line_for_every_billable_hour_of_the_period", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", "2026-03-01", "1"); // the day before
    const first = await firm.entry(assignment, "approved", MONDAY, "8");
    await firm.entry(assignment, "approved", SUNDAY, "4.25");
    await firm.entry(await firm.assignment(), "approved", "2026-03-04", "0.01");
    await firm.entry(assignment, "approved", "2026-03-09", "2"); // the day after

    const draft = await createInvoice(sql, firm.facilityId);
    assertEquals({ ...draft, id: "" }, {
      id: "",
      kind: "manual",
      status: "draft",
      period: `${MONDAY} ${SUNDAY}`,
      total: "1226.00",
    });
    assertEquals(await linesOf(sql, draft.id), [
      "2026-03-02 regular 8.00 × 100.00 × 1.000 = 800.00",
      "2026-03-04 regular 0.01 × 100.00 × 1.000 = 1.00",
      "2026-03-08 regular 4.25 × 100.00 × 1.000 = 425.00",
    ]);
    assertEquals(await unbilled(sql), ["2026-03-01 1.00", "2026-03-09 2.00"]);
    const [line] = await sql`select description, released_at from invoice_lines
                              where time_entry_id = ${first}`;
    assertEquals(line, { description: "Ada Nurse", released_at: null });
    const [invoice] = await sql`
      select number, issue_date, due_date, sent_at, facility_id, balance from invoices`;
    assertEquals(invoice, {
      number: null,
      issue_date: null,
      due_date: null,
      sent_at: null,
      facility_id: firm.facilityId,
      balance: "1226.00",
    });
  }));

Deno.test("create_facility_invoice/bills_one_day_and_days_of_many_weeks_over_the_turn_of_the_year", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`update assignments set start_date = '2025-12-01'`;
    await sql`
      insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
      values (${assignment}, '2025-12-01', 90, 60)`;
    for (const day of ["2025-12-28", "2025-12-31", "2026-01-01", "2026-03-04"]) {
      await firm.entry(assignment, "approved", day, "1");
    }
    const day = await createInvoice(sql, firm.facilityId, "2025-12-28", "2025-12-28");
    assertEquals(day.total, "90.00");
    const long = await createInvoice(sql, firm.facilityId, "2025-12-29", "2026-03-31");
    assertEquals(await linesOf(sql, long.id), [
      "2025-12-31 regular 1.00 × 90.00 × 1.000 = 90.00",
      "2026-01-01 regular 1.00 × 100.00 × 1.000 = 100.00",
      "2026-03-04 regular 1.00 × 100.00 × 1.000 = 100.00",
    ]);
  }));

Deno.test("create_facility_invoice/bills_approved_time_also_once_it_is_locked_and_no_other", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const status of ["draft", "submitted", "pending_approval"]) {
      await firm.entry(assignment, status, MONDAY, "1");
    }
    const unapproved = await firm.entry(assignment, "submitted", MONDAY, "1");
    await sql`update time_entries set status = 'locked' where id = ${unapproved}`;
    await assertRefused(createInvoice(sql, firm.facilityId), 409, "nothing_to_bill");
    const approved = await firm.entry(assignment, "approved", MONDAY, "2");
    await sql`update time_entries set status = 'locked' where id = ${approved}`;
    await firm.entry(assignment, "approved", MONDAY, "3");
    assertEquals(await linesOf(sql, (await createInvoice(sql, firm.facilityId)).id), [
      "2026-03-02 regular 3.00 × 100.00 × 1.000 = 300.00",
      "2026-03-02 regular 2.00 × 100.00 × 1.000 = 200.00",
    ]);
  }));

Deno.test("create_facility_invoice/bills_each_day_at_its_rate_when_that_changes_in_mid_week", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const n of [2, 3, 4]) await firm.entry(assignment, "approved", dayOfWeek(MONDAY, n), "10");
    await applyNew(sql, assignment, "2026-03-04", { bill: "7.50" });
    await applyNew(sql, assignment, "2026-03-09", { bill: "50" });
    assertEquals(await linesOf(sql, (await createInvoice(sql, firm.facilityId)).id), [
      "2026-03-03 regular 10.00 × 100.00 × 1.000 = 1000.00",
      "2026-03-04 regular 10.00 × 107.50 × 1.000 = 1075.00",
      "2026-03-05 regular 10.00 × 107.50 × 1.000 = 1075.00",
    ]);
  }));

Deno.test("create_facility_invoice/bills_overtime_and_doubletime_by_the_multipliers_of_the_assignment", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`update assignments set overtime_rule = 'california',
                     bill_overtime_multiplier = 1.375, bill_doubletime_multiplier = 1.999`;
    await firm.entry(assignment, "approved", MONDAY, "13.5");
    const other = await firm.assignment();
    await sql`update assignments set bill_overtime_multiplier = 1 where id = ${other}`;
    await firm.entry(other, "approved", "2026-03-03", "13");
    assertEquals(await linesOf(sql, (await createInvoice(sql, firm.facilityId)).id), [
      "2026-03-02 regular 8.00 × 100.00 × 1.000 = 800.00",
      "2026-03-02 overtime 4.00 × 100.00 × 1.375 = 550.00",
      "2026-03-02 doubletime 1.50 × 100.00 × 1.999 = 299.85",
      "2026-03-03 regular 12.00 × 100.00 × 1.000 = 1200.00",
      "2026-03-03 overtime 1.00 × 100.00 × 1.000 = 100.00",
    ]);
  }));

Deno.test("create_facility_invoice/leaves_the_time_of_other_facilities_unbilled", () =>
  withDatabase(async ({ sql }) => {
    const [mercy, south] = [await Firm.create(sql), await Firm.create(sql)];
    await mercy.entry(await mercy.assignment(), "approved", MONDAY, "8");
    await south.entry(await south.assignment(), "approved", MONDAY, "7");
    await createInvoice(sql, mercy.facilityId);
    assertEquals(await unbilled(sql), ["2026-03-02 7.00"]);
    const draft = await createInvoice(sql, south.facilityId);
    assertEquals(draft.total, "700.00");
  }));

Deno.test("create_facility_invoice/bills_time_again_whose_invoice_was_voided_and_never_time_of_live_ones", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "8");
    const wrong = await createInvoice(sql, firm.facilityId);
    await bringInto(sql, wrong.id, "void");
    const right = await createInvoice(sql, firm.facilityId);
    assertNotStrictEquals(right.id, wrong.id);
    assertEquals(right.total, "800.00");
    for (const state of ["sent", "partially_paid", "paid"] as const) {
      if (state === "sent") await bringInto(sql, right.id, state);
      else await firm.pay(right.id, "2026-03-20", state === "paid" ? "799.00" : "1.00");
      assertEquals(await unbilled(sql), []);
    }
  }));

Deno.test("create_facility_invoice/says_in_the_audit_log_who_made_which_draft", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment(), "approved", MONDAY, "8");
    const draft = await createInvoice(sql, firm.facilityId);
    const log = await sql`
      select procedure, table_name, row_id, old, new ->> 'total' as total
        from audit_log where table_name = 'invoices'`;
    assertEquals([...log], [{
      procedure: "create_facility_invoice",
      table_name: "invoices",
      row_id: draft.id,
      old: null,
      total: "800.00",
    }]);
  }));
