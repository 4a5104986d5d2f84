// Only weeks that something changed of are compared; nobody may miss one.
import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  createInvoice,
  MONDAY,
  unbilledDifferences,
} from "../../../support/billing/billed_time.ts";
import { send } from "../../../support/billing/invoices.ts";
import { billInScope } from "../../../support/billing/terms.ts";
import { runWeek } from "../../../support/billing/runs.ts";
import { Firm } from "../../../support/firm.ts";
import { connectTo, withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";

Deno.test("billing_order/a_week_that_one_invoice_bills_is_not_compared", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "8");
    await runWeek(sql, MONDAY);
    await firm.entry(assignment, "approved", dayOfWeek(MONDAY, 2), "8");
    await runWeek(sql, MONDAY);
    await send(sql, (await sql<{ id: string }[]>`select id from invoices`).map(({ id }) => id));
    await firm.entry(assignment, "approved", dayOfWeek(MONDAY, 8), "8");
    await createInvoice(sql, firm.facilityId, dayOfWeek(MONDAY, 8), dayOfWeek(MONDAY, 14));
    await sql`insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
              values (${assignment}, '2026-04-01', 120, 60)`;
    assertStrictEquals((await sql`select from private.weeks_to_compare`).length, 0);
  }));

Deno.test("billing_order/a_draft_of_the_next_monday_does_not_keep_an_equal_week", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "8");
    await send(sql, [(await createInvoice(sql, firm.facilityId)).id]);
    await firm.entry(assignment, "approved", dayOfWeek(MONDAY, 8), "8");
    await createInvoice(sql, firm.facilityId, dayOfWeek(MONDAY, 8), dayOfWeek(MONDAY, 14));
    await sql`update assignment_rates set bill_rate = 110`;
    await sql`update assignment_rates set bill_rate = 100`;
    await runWeek(sql, dayOfWeek(MONDAY, 8));
    const compared = await sql`select week_start::text from private.weeks_to_compare`;
    assertEquals(compared.map((week) => week.week_start).filter((start) => start === MONDAY), []);
  }));

Deno.test("billing_order/a_draft_that_is_deleted_leaves_the_weeks_rest_to_be_compared", () =>
  withDatabase(async ({ sql }) => {
    const [mercy, south] = [await Firm.create(sql), await Firm.create(sql)];
    const atMercy = await mercy.assignment();
    const [ada] = await sql<[{ id: string }]>`select id from contractors`;
    const atSouth = await south.assignmentOf(ada.id);
    await billInScope(sql, "contractor");
    await south.entry(atSouth, "approved", MONDAY, "12");
    const { id } = await createInvoice(sql, south.facilityId);
    for (const n of [2, 3, 4]) await mercy.entry(atMercy, "approved", dayOfWeek(MONDAY, n), "12");
    await send(sql, [(await createInvoice(sql, mercy.facilityId)).id]);
    await sql`delete from private.weeks_to_compare`; // as if they had been equal
    await sql`delete from invoices where id = ${id}`;
    // With South's 12 hours, 8 of Mercy's 36 were beyond forty.
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} 4000.00 3600.00 -400.00`]);
  }));

Deno.test("billing_order/what_is_added_while_weeks_are_compared_is_not_forgotten", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "8");
    await send(sql, [(await createInvoice(sql, firm.facilityId)).id]);
    await sql`update assignment_rates set bill_rate = 110`;
    await sql`update assignment_rates set bill_rate = 100`;
    const other = connectTo(url);
    try {
      await other.begin(async (raises) => {
        await raises`update assignment_rates set bill_rate = 120`;
        await runWeek(sql, dayOfWeek(MONDAY, 8)); // equal, as far as it can see
        assertStrictEquals((await sql`select from private.weeks_to_compare`).length, 0);
      });
    } finally {
      await other.end({ timeout: 1 });
    }
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} 800.00 960.00 160.00`]);
  }));

Deno.test("billing_order/nobody_but_procedures_writes_differences", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const draft = firm.id("invoices", "north draft");
    const line = `where id = '${firm.id("invoice_lines", "north draft, difference")}'`;
    const insert = `insert into invoice_lines (invoice_id, kind, description, amount)
                    values ('${draft}', 'difference', 'Ada', 1)`;
    const change = `update invoice_lines set amount = 1 ${line}`;
    const remove = `delete from invoice_lines ${line}`;
    for (const statement of [insert, change, remove]) {
      await assertRefused(runAs(sql, firm, "service", statement), 409, "time_line_not_writable");
    }
    for (const statement of [change, remove]) {
      await assertRefused(runAs(sql, firm, "billing", statement), 409, "invoice_line_of_time");
    }
    await assertRefused(runAs(sql, firm, "billing", insert), 400, "difference_is_an_amount");
  }));
