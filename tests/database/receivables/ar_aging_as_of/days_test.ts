// Which invoices and receipts count on a day.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { draft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";
import {
  creditOf,
  post,
  receive,
  returnCheck,
  spend,
  writeOff,
} from "../../../support/receivables/receipts.ts";
import { buckets, totals } from "../../../support/receivables/reports.ts";

/** The last minute of a day in Denver in summer, and the first of the next. */
const BEFORE_MIDNIGHT = "05:59+00";
const AFTER_MIDNIGHT = "06:00+00";

Deno.test(
  "ar_aging_as_of/has_the_columns_of_ar_aging_and_on_the_business_date_the_same_rows",
  withMovingClock("2026-05-20", async (firm) => {
    const { sql } = firm;
    const invoice = await firm.sentInvoice("2026-05-01", "20.00");
    await sql`update invoices set accrued_interest = 1.25`;
    await post(firm, "12.50", { [invoice]: "5.00" }, "2026-05-20");
    const other = await Firm.create(sql);
    await sql`update facilities set name = 'Abbey' where id = ${other.facilityId}`;
    await other.sentInvoice("2026-06-01", "20.00");
    await Firm.create(sql); // owes nothing
    const rows = await sql`select * from ar_aging`;
    assertEquals(rows.length, 2);
    assertEquals([...await sql`select * from ar_aging_as_of('2026-05-20')`], [...rows]);
  }),
);

Deno.test(
  "ar_aging_as_of/puts_each_balance_into_one_bucket_by_the_days_past_its_due_date_then",
  withMovingClock("2026-07-01", async (firm) => {
    await firm.sentInvoice("2026-03-01", "5.00");
    const expected = [
      ["2026-03-01", "5.00 0.00 0.00 0.00 0.00"],
      ["2026-03-02", "0.00 5.00 0.00 0.00 0.00"],
      ["2026-03-31", "0.00 5.00 0.00 0.00 0.00"],
      ["2026-04-01", "0.00 0.00 5.00 0.00 0.00"],
      ["2026-04-30", "0.00 0.00 5.00 0.00 0.00"],
      ["2026-05-01", "0.00 0.00 0.00 5.00 0.00"],
      ["2026-05-30", "0.00 0.00 0.00 5.00 0.00"],
      ["2026-05-31", "0.00 0.00 0.00 0.00 5.00"],
      ["2030-01-01", "0.00 0.00 0.00 0.00 5.00"],
    ] as const;
    for (const [day, line] of expected) assertStrictEquals(await buckets(firm, day), line, day);
  }),
);

Deno.test(
  "ar_aging_as_of/counts_an_invoice_from_its_issue_date_until_the_day_it_was_voided",
  withMovingClock("2026-05-01", async (firm, setClock) => {
    const { sql } = firm;
    await draft(firm);
    await sql`update invoices set issue_date = '2026-05-10', due_date = '2026-06-09'`; // a draft all the same
    const [early, late] = [await draft(firm), await draft(firm, ["7.00"])];
    await send(sql, [early, late], "2026-05-10");
    await setClock(`2026-05-21 ${BEFORE_MIDNIGHT}`);
    await voidInvoice(sql, early);
    await setClock(`2026-05-21 ${AFTER_MIDNIGHT}`);
    await voidInvoice(sql, late);
    const expected = [
      ["2026-05-09", null],
      ["2026-05-10", "107.00 0.00 0.00 107.00"],
      ["2026-05-19", "107.00 0.00 0.00 107.00"],
      ["2026-05-20", "7.00 0.00 0.00 7.00"],
      ["2026-05-21", null],
    ] as const;
    for (const [day, line] of expected) assertStrictEquals(await totals(firm, day), line, day);
  }),
);

Deno.test(
  "ar_aging_as_of/counts_a_check_from_its_receipt_until_the_day_it_was_returned",
  withMovingClock("2026-05-12", async (firm, setClock) => {
    const invoice = await firm.sentInvoice("2026-05-31", "100.00");
    const check = await post(firm, "70", { [invoice]: "60" }, "2026-05-10");
    await setClock(`2026-05-21 ${BEFORE_MIDNIGHT}`);
    await returnCheck(firm.sql, check);
    const expected = [
      ["2026-05-09", "100.00 0.00 0.00 100.00"],
      ["2026-05-10", "40.00 0.00 10.00 30.00"],
      ["2026-05-19", "40.00 0.00 10.00 30.00"],
      ["2026-05-20", "100.00 0.00 0.00 100.00"],
    ] as const;
    for (const [day, line] of expected) assertStrictEquals(await totals(firm, day), line, day);
    await setClock(noon("2026-05-21"));
    await post(firm, "70", { [invoice]: "60" }, "2026-05-21");
    assertEquals(await totals(firm, "2026-05-20"), "100.00 0.00 0.00 100.00");
  }),
);

Deno.test(
  "ar_aging_as_of/counts_no_check_that_is_not_reconciled_or_was_returned_before_it_was",
  withMovingClock("2026-05-12", async (firm) => {
    await firm.sentInvoice("2026-05-31", "100.00");
    await receive(firm, "30", "2026-05-10");
    await returnCheck(firm.sql, await receive(firm, "40", "2026-05-10"));
    for (const day of ["2026-05-10", "2026-05-12", "2026-05-13"]) {
      assertEquals(await totals(firm, day), "100.00 0.00 0.00 100.00", day);
    }
  }),
);

Deno.test(
  "ar_aging_as_of/keeps_money_unapplied_until_the_invoice_it_pays_is_issued",
  withMovingClock("2026-05-12", async (firm) => {
    const invoice = await firm.sentInvoice("2026-06-09", "100.00"); // issued on 10 May
    await post(firm, "60", { [invoice]: "60" }, "2026-05-04");
    assertEquals(await totals(firm, "2026-05-03"), null);
    assertEquals(await totals(firm, "2026-05-09"), "0.00 0.00 60.00 -60.00");
    assertEquals(await totals(firm, "2026-05-10"), "40.00 0.00 0.00 40.00");
  }),
);

Deno.test(
  "ar_aging_as_of/spends_a_credit_on_the_day_of_the_payment_made_from_it",
  withMovingClock("2026-05-12", async (firm, setClock) => {
    const { sql } = firm;
    const check = await post(firm, "60", {}, "2026-05-04");
    const invoice = await firm.sentInvoice("2026-06-09", "100.00"); // issued on 10 May
    await spend(sql, await creditOf(sql, check), { [invoice]: "45" });
    assertEquals(await totals(firm, "2026-05-09"), "0.00 0.00 60.00 -60.00");
    assertEquals(await totals(firm, "2026-05-10"), "55.00 0.00 15.00 40.00");
    await setClock(noon("2026-05-20"));
    await returnCheck(sql, check);
    assertEquals(await totals(firm, "2026-05-19"), "55.00 0.00 15.00 40.00");
    assertEquals(await totals(firm, "2026-05-20"), "100.00 0.00 0.00 100.00");
  }),
);

Deno.test(
  "ar_aging_as_of/counts_what_was_written_off_from_that_day_on",
  withMovingClock("2026-05-12", async (firm) => {
    const invoice = await firm.sentInvoice("2026-05-31", "100.00");
    await writeOff(firm.sql, invoice, "30");
    assertEquals(await totals(firm, "2026-05-11"), "100.00 0.00 0.00 100.00");
    assertEquals(await totals(firm, "2026-05-12"), "70.00 0.00 0.00 70.00");
  }),
);

Deno.test(
  "ar_aging_as_of/shows_an_invoice_paid_twice_on_the_days_on_which_it_was",
  withMovingClock("2026-05-12", async (firm, setClock) => {
    const invoice = await firm.sentInvoice("2026-05-31", "100.00");
    const check = await post(firm, "100", { [invoice]: "100" }, "2026-05-10");
    await setClock(noon("2026-05-20"));
    await returnCheck(firm.sql, check);
    await post(firm, "100", { [invoice]: "100" }, "2026-05-15");
    assertEquals(await totals(firm, "2026-05-14"), null);
    assertEquals(await totals(firm, "2026-05-19"), "-100.00 0.00 0.00 -100.00");
    assertEquals(await totals(firm, "2026-05-20"), null);
  }),
);
