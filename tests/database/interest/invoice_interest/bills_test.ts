// What stands on an invoice of interest, and what it leaves where the interest accrued.
import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { createInvoice } from "../../../support/billing/billed_time.ts";
import { invoiceOf } from "../../../support/billing/invoices.ts";
import {
  invoiceInterest,
  linesOfInterest,
  withLateInvoices,
} from "../../../support/receivables/billed_interest.ts";
import { noon } from "../../../support/receivables/moving_clock.ts";
import { auditOf, owed, payments, post } from "../../../support/receivables/receipts.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

Deno.test(
  "invoice_interest/bills_what_has_accrued_by_a_day_a_line_an_invoice",
  withLateInvoices(async ({ sql, facilityId }, [a, b]) => {
    await sql`update facilities set payment_terms_days = 14, billing_email = 'ap@mercy.example'`;
    const { id, ...invoice } = await invoiceInterest(sql, facilityId, "2026-04-30");
    const expected = {
      kind: "interest",
      status: "sent",
      number: "INV-2026-000001",
      period_start: "2026-04-02",
      period_end: "2026-04-30",
      issue_date: "2026-05-02",
      due_date: "2026-05-16",
      total: "33.04",
      facility_name: "Mercy Hospital",
      billing_email: "ap@mercy.example",
      bears_interest: "false",
    };
    for (const [column, value] of Object.entries(expected)) {
      assertStrictEquals(invoice[column], value, column);
    }
    assertEquals(await linesOfInterest(sql, id ?? ""), [
      "B 18.74 Interest on invoice B through 2026-04-30",
      "A 14.30 Interest on invoice A through 2026-04-30",
    ]);
    assertEquals(await owed(sql, a), "sent 0.00 of 1000.00, interest 14.30 of 15.29");
    assertEquals(await owed(sql, b), "sent 0.00 of 2000.00, interest 18.74 of 20.71");
    assertEquals(await payments(sql), [
      "2026-05-02 interest 14.30 interest_invoice",
      "2026-05-02 interest 18.74 interest_invoice",
    ]);
    assertEquals(await auditOf(sql, "invoice_interest"), [
      "invoices none → sent",
      "invoices sent → sent",
      "invoices sent → sent",
    ]);
  }),
);

Deno.test(
  "invoice_interest/bills_later_only_what_is_new_and_nothing_of_what_was_paid",
  withLateInvoices(async (firm, [a, b], setClock) => {
    const { sql, facilityId } = firm;
    await post(firm, "20.71", { [b]: "interest 20.71" }, "2026-05-02");
    await accrueOverdueInterest(sql);
    const first = await invoiceInterest(sql, facilityId, "2026-04-30");
    assertEquals(await linesOfInterest(sql, first.id ?? ""), [
      "A 14.30 Interest on invoice A through 2026-04-30",
    ]);
    await setClock(noon("2026-06-01"));
    await accrueOverdueInterest(sql);
    const second = await invoiceInterest(sql, facilityId);
    assertEquals([second.period_start, second.period_end, second.number], [
      "2026-04-12",
      "2026-05-31",
      "INV-2026-000002",
    ]);
    assertEquals(await linesOfInterest(sql, second.id ?? ""), [
      "B 28.61 Interest on invoice B through 2026-05-31", // 50 days come to 49.32
      "A 15.29 Interest on invoice A through 2026-05-31", // 60 days come to 29.59
    ]);
    assertEquals(await owed(sql, a), "sent 0.00 of 1000.00, interest 29.59 of 30.08");
  }),
);

Deno.test(
  "invoice_interest/bills_an_invoice_that_was_paid_late_its_last_interest",
  withLateInvoices(async (firm, [a, b], setClock) => {
    const { sql, facilityId } = firm;
    await post(firm, "1000", { [a]: "1000" }, "2026-04-11");
    await post(firm, "2000", { [b]: "2000" }, "2026-04-11");
    await setClock(noon("2026-05-20"));
    await accrueOverdueInterest(sql);
    const { id, period_start, total } = await invoiceInterest(sql, facilityId);
    assertEquals([period_start, total], ["2026-04-02", "4.93"]);
    assertEquals(await linesOfInterest(sql, id ?? ""), [
      "A 4.93 Interest on invoice A through 2026-05-19",
    ]);
  }),
);

Deno.test(
  "invoice_interest/begins_after_what_was_billed_last",
  withLateInvoices(async ({ sql, facilityId }, _, setClock) => {
    await invoiceInterest(sql, facilityId, "2026-04-30");
    await setClock(noon("2026-05-10"));
    await accrueOverdueInterest(sql);
    const { period_start, period_end } = await invoiceInterest(sql, facilityId);
    assertEquals([period_start, period_end], ["2026-05-01", "2026-05-09"]);
  }),
);

Deno.test(
  "invoice_interest/again_gives_the_same_invoice_also_before_the_job_has_run_again",
  withLateInvoices(async ({ sql, facilityId }, _, setClock) => {
    const first = await invoiceInterest(sql, facilityId, "2026-05-01");
    assertEquals(await invoiceInterest(sql, facilityId, "2026-05-01"), first);
    assertEquals(await invoiceInterest(sql, facilityId), first);
    await setClock(noon("2026-05-03"));
    await accrueOverdueInterest(sql);
    assertEquals(await invoiceInterest(sql, facilityId, "2026-05-01"), first);
    assertNotStrictEquals((await invoiceInterest(sql, facilityId)).id, first.id);
  }),
);

Deno.test(
  "invoice_interest/bears_no_interest_itself_and_no_run_computes_it",
  withLateInvoices(async ({ sql, facilityId }, _, setClock) => {
    const { id = "" } = await invoiceInterest(sql, facilityId);
    await setClock(noon("2026-09-01"));
    assertEquals((await accrueOverdueInterest(sql)).scanned, 2);
    const { accrued_interest, interest_computed_on } = await invoiceOf(sql, id ?? "");
    assertEquals([accrued_interest, interest_computed_on], ["0.00", null]);
    const { id: next = "" } = await invoiceInterest(sql, facilityId);
    assertEquals((await linesOfInterest(sql, next ?? "")).length, 2);
  }),
);

Deno.test(
  "invoice_interest/is_beside_a_draft_of_the_same_days",
  withLateInvoices(async ({ sql, facilityId }) => {
    await sql`
      insert into invoices (facility_id, period_start, period_end)
      values (${facilityId}, '2026-04-01', '2026-04-30')`;
    assertEquals((await invoiceInterest(sql, facilityId)).total, "34.52");
  }),
);

Deno.test(
  "invoice_interest/is_in_the_way_of_no_invoice_for_the_same_days",
  withLateInvoices(async (firm) => {
    const { sql, facilityId } = firm;
    const { period_start } = await invoiceInterest(sql, facilityId);
    assertEquals(period_start, "2026-04-02");
    await firm.entry(await firm.assignment(), "approved", "2026-04-07");
    const { total } = await createInvoice(sql, facilityId, "2026-04-02", "2026-04-30");
    assertEquals(total, "400.00");
  }),
);

Deno.test(
  "invoice_interest/bills_compound_interest_which_compounds_no_longer_once_it_is_billed",
  withLateInvoices(async (firm, _, setClock) => {
    const { sql, facilityId } = firm;
    await sql`update facility_interest_terms set compounding = 'every_30_days', annual_rate = 0.365`;
    await accrueOverdueInterest(sql);
    await invoiceInterest(sql, facilityId, "2026-05-01");
    await setClock(noon("2026-05-31"));
    await accrueOverdueInterest(sql);
    const { id } = await invoiceInterest(sql, facilityId, "2026-05-30");
    assertEquals(await linesOfInterest(sql, id ?? ""), [
      // 10 days on 2000.00, 19 on 2020.00: of the 60.00 of 30 days, 40.00 were billed.
      "B 58.38 Interest on invoice B through 2026-05-30",
      // 29 days on 1030.00: what had joined the day before it was billed stays.
      "A 29.87 Interest on invoice A through 2026-05-30",
    ]);
  }),
);

Deno.test(
  "invoice_interest/of_started_months_bills_each_whole_on_its_first_day",
  withLateInvoices(async (firm, _, setClock) => {
    const { sql, facilityId } = firm;
    await sql`update facility_interest_terms set day_count = 'started_months'`;
    await accrueOverdueInterest(sql);
    const { id } = await invoiceInterest(sql, facilityId, "2026-05-01");
    assertEquals(await linesOfInterest(sql, id ?? ""), [
      "B 30.00 Interest on invoice B through 2026-05-01",
      "A 15.00 Interest on invoice A through 2026-05-01",
    ]);
    await accrueOverdueInterest(sql);
    const { id: next } = await invoiceInterest(sql, facilityId, "2026-05-02");
    assertEquals(await linesOfInterest(sql, next ?? ""), [
      "A 15.00 Interest on invoice A through 2026-05-02",
    ]);
    await setClock(noon("2026-05-11"));
    await accrueOverdueInterest(sql);
    await assertRefused(invoiceInterest(sql, facilityId), 409, "no_interest_to_bill");
  }),
);

Deno.test(
  "invoice_interest/is_due_on_a_business_day_where_the_facility_asks_for_it",
  withLateInvoices(async ({ sql, facilityId }) => {
    await sql`
      update facilities set payment_terms_days = 14, due_date_rule = 'next_business_day'`;
    assertEquals((await invoiceInterest(sql, facilityId)).due_date, "2026-05-18");
  }),
);
