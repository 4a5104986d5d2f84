// What was worked by a day and is billed or paid later.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice } from "../../support/billing/billed_time.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { stipend } from "../../support/payroll/extras.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";

const CLOCK = { clock: "2026-05-20 12:00:00-06" };
const WEEK = "2026-03-02";
const [WEDNESDAY, THURSDAY] = [dayOfWeek(WEEK, 3), dayOfWeek(WEEK, 4)];

/** Accounts and amounts of the day itself, credits negative. */
async function accrued(sql: postgres.Sql, day: string): Promise<string[]> {
  const rows = await sql<{ row: string; posted_on: string; amount: string }[]>`
    select posted_on::text, account || ' ' || debit - credit as row, (debit - credit)::text as amount
      from accruals(${day})`;
  const next = rows.filter(({ posted_on }) => posted_on !== day);
  const sum = (some: typeof rows | typeof next) =>
    some.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0);
  assertStrictEquals(rows.length, 2 * next.length, "all of it is taken back");
  assertStrictEquals(sum(rows), 0, "balanced");
  return rows.filter(({ posted_on }) => posted_on === day).map(({ row }) => row);
}

/** Nine hours on each of five days, at 100 and 60 an hour: five hours of overtime. */
async function worked(sql: postgres.Sql) {
  const days = [1, 2, 3, 4, 5].map((nth) => ({
    date: dayOfWeek(WEEK, nth),
    hours: 9,
    rule: "colorado" as const,
  }));
  const worker = await work(sql, days);
  const [{ facility_id }] = await sql<[{ facility_id: string }]>`
    select facility_id from assignments where id = ${worker.assignmentIds.colorado}`;
  return { ...worker, facilityId: facility_id };
}

Deno.test("accruals/have_what_was_worked_by_the_day_and_the_share_of_what_is_not_by_the_hour", () =>
  withDatabase(async ({ sql }) => {
    const { assignmentIds } = await worked(sql);
    await stipend(sql, assignmentIds.colorado, "reimbursement", "50.00");
    assertEquals(await accrued(sql, WEDNESDAY), [
      "accrued_pay -1740.00",
      "premiums 90.00", // 150.00, of which 27 of 45 hours
      "reimbursements 30.00",
      "revenue_regular -2700.00",
      "unbilled_receivables 2700.00",
      "wages 1620.00",
    ]);
    assertEquals(await accrued(sql, dayOfWeek(WEEK, 7)), [
      "accrued_pay -2900.00",
      "premiums 150.00",
      "reimbursements 50.00",
      "revenue_overtime -750.00",
      "revenue_regular -4000.00",
      "unbilled_receivables 4750.00",
      "wages 2700.00",
    ]);
    const [taken] = await sql`
      select posted_on::text from accruals(${WEDNESDAY}) order by posted_on desc limit 1`;
    assertStrictEquals(taken?.posted_on, THURSDAY);
  }, CLOCK));

Deno.test("accruals/end_with_the_day_on_which_it_is_invoiced_and_paid_and_stay_for_days_before", () =>
  withDatabase(async ({ sql }) => {
    const { facilityId } = await worked(sql);
    const before = await accrued(sql, WEDNESDAY);
    const invoice = await createInvoice(sql, facilityId);
    assertEquals(await accrued(sql, WEDNESDAY), before, "a draft bills nothing yet");
    await send(sql, [invoice.id], "2026-03-10");
    await close(sql, await prepare(sql, WEEK)); // on the business date
    assertEquals(await accrued(sql, WEDNESDAY), before);
    assertEquals((await accrued(sql, "2026-03-10")).map((row) => row.split(" ")[0]), [
      "accrued_pay",
      "premiums",
      "wages",
    ]);
    assertEquals(await accrued(sql, "2026-05-20"), []);
  }, CLOCK));

Deno.test("accruals/leave_out_what_an_invoice_billed_then_though_it_was_voided_since", () =>
  withDatabase(async ({ sql }) => {
    const { facilityId } = await worked(sql);
    const invoice = await createInvoice(sql, facilityId);
    await send(sql, [invoice.id], "2026-03-10");
    await voidInvoice(sql, invoice.id);
    const revenue = async (day: string) =>
      (await accrued(sql, day)).filter((row) => row.startsWith("unbilled"));
    assertEquals(await revenue("2026-03-09"), ["unbilled_receivables 4750.00"]);
    assertEquals(await revenue("2026-03-10"), [], "the journal has it on that day");
    assertEquals(await revenue("2026-05-20"), ["unbilled_receivables 4750.00"]);
  }, CLOCK));

Deno.test("accruals/have_again_what_a_credit_note_freed_from_the_day_on_which_it_counts", () =>
  withDatabase(async ({ sql }) => {
    const { facilityId } = await worked(sql);
    const invoice = await createInvoice(sql, facilityId);
    await send(sql, [invoice.id], "2026-03-10");
    await credit(sql, invoice.id, { countsFrom: "credit" });
    const revenue = async (day: string) =>
      (await accrued(sql, day)).filter((row) => row.startsWith("unbilled"));
    assertEquals(await revenue("2026-05-19"), [], "the invoice has it still");
    assertEquals(await revenue("2026-05-20"), ["unbilled_receivables 4750.00"]);
  }, CLOCK));

Deno.test("accruals/refuse_a_day_that_is_none", () =>
  withDatabase(async ({ sql }) => {
    await assertRefused(sql`select * from accruals(null)`, 400, "argument_missing");
    await assertRefused(sql`select * from accruals('infinity')`, 400, "date_not_finite");
    await assertRefused(sql`select * from accruals('0026-03-31')`, 400, "day_out_of_range");
  }, CLOCK));
