// What each kind of document posts, to which accounts and on which days.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { backfill, createInvoice } from "../../support/billing/billed_time.ts";
import { draft } from "../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { forgetAssignments } from "../../support/payroll/earnings.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import {
  creditOf,
  post,
  receive,
  returnCheck,
  spend,
  writeOff,
} from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";
import { assertBalanced, owedAsOf, owedByJournal } from "./books.ts";

const CLOCK = { clock: "2026-05-20 12:00:00-06" };
const WEEK = "2026-03-02";

/** The journal, such as `"2026-03-10 INV-2026-000001 receivables 100.00"`; credits are negative. */
async function posted(sql: postgres.Sql, from: string, to: string): Promise<string[]> {
  await assertBalanced(sql, from, to);
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', posted_on, regexp_replace(document, '(PAY-.*)-.{8}$', '\\1'), account, debit - credit) as row
      from journal(${from}, ${to})`;
  return rows.map(({ row }) => row);
}

Deno.test("journal/posts_an_invoice_by_class_and_contractor_and_takes_it_back_when_it_is_void", () =>
  withDatabase(async ({ sql }) => {
    const days = [1, 2, 3, 4, 5].map((nth) => ({
      date: dayOfWeek(WEEK, nth),
      hours: 9,
      rule: "colorado" as const,
    }));
    const worker = await work(sql, days);
    const [{ facility_id }] = await sql<[{ facility_id: string }]>`
      select facility_id from assignments where id = ${worker.assignmentIds.colorado}`;
    const invoice = await createInvoice(sql, facility_id);
    assertEquals(await posted(sql, "2026-01-01", "2026-05-20"), [], "drafts post nothing");
    await send(sql, [invoice.id], "2026-03-10");
    const whose = await sql`
      select account, contractor_id from journal('2026-03-10', '2026-03-10') where contractor_id is not null`;
    assertEquals(whose.map((row) => ({ ...row })), [
      { account: "revenue_overtime", contractor_id: worker.contractorId },
      { account: "revenue_regular", contractor_id: worker.contractorId },
    ]);
    await voidInvoice(sql, invoice.id);
    assertEquals(await posted(sql, "2026-01-01", "2026-05-20"), [
      "2026-03-10 INV-2026-000001 receivables 4750.00",
      "2026-03-10 INV-2026-000001 revenue_overtime -750.00",
      "2026-03-10 INV-2026-000001 revenue_regular -4000.00",
      "2026-05-20 INV-2026-000001 receivables -4750.00",
      "2026-05-20 INV-2026-000001 revenue_overtime 750.00",
      "2026-05-20 INV-2026-000001 revenue_regular 4000.00",
    ]);
  }, CLOCK));

Deno.test("journal/has_cash_on_the_day_it_came_unapplied_until_it_is_reconciled", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["70.00"]);
    await send(sql, [invoice], "2026-03-10");
    await receive(firm, "25.00", "2026-04-01");
    const check = await post(firm, "100.00", { [invoice]: "60.00" }, "2026-04-02");
    await spend(sql, await creditOf(sql, check), { [invoice]: "10.00" });
    const received = await posted(sql, "2026-04-01", "2026-05-20");
    assertEquals(received.map((row) => row.replace(/CHECK \d+/, "CHECK")), [
      "2026-04-01 CHECK cash 25.00",
      "2026-04-01 CHECK unapplied_receipts -25.00",
      "2026-04-02 CHECK cash 100.00",
      "2026-04-02 CHECK customer_credits 70.00",
      "2026-04-02 CHECK customer_credits -100.00",
      "2026-04-02 CHECK receivables -70.00",
    ]);
    await returnCheck(sql, check);
    const returned = await posted(sql, "2026-05-20", "2026-05-20");
    assertEquals(returned.map((row) => row.replace(/CHECK \d+/, "CHECK")), [
      "2026-05-20 CHECK cash -100.00",
      "2026-05-20 CHECK customer_credits -70.00",
      "2026-05-20 CHECK customer_credits 100.00",
      "2026-05-20 CHECK receivables 70.00",
    ]);
  }, CLOCK));

Deno.test("journal/has_a_check_that_came_and_went_back_on_one_day_come_and_go", () =>
  withDatabase(async ({ sql }) => {
    const check = await receive(await Firm.create(sql), "25.00", "2026-05-20");
    await returnCheck(sql, check);
    const rows = await posted(sql, "2026-05-20", "2026-05-20");
    assertEquals(rows.map((row) => row.replace(/CHECK \d+/, "CHECK")).toSorted(), [
      "2026-05-20 CHECK cash -25.00",
      "2026-05-20 CHECK cash 25.00",
      "2026-05-20 CHECK unapplied_receipts -25.00",
      "2026-05-20 CHECK unapplied_receipts 25.00",
    ]);
  }, CLOCK));

Deno.test("journal/takes_interest_back_that_is_written_off_and_calls_principal_bad_debt", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms("2026-01-01", "0.365");
    const invoice = await draft(firm, ["1000.00"]);
    await send(sql, [invoice], "2026-03-10"); // due on 9 April
    await accrueOverdueInterest(sql);
    assertEquals(await posted(sql, "2026-04-01", "2026-05-20"), [
      "2026-04-30 INV-2026-000001 interest_income -21.00",
      "2026-04-30 INV-2026-000001 interest_receivable 21.00",
      "2026-05-20 INV-2026-000001 interest_income -20.00",
      "2026-05-20 INV-2026-000001 interest_receivable 20.00",
    ]);
    assertEquals(await posted(sql, "2026-04-20", "2026-04-21"), [
      "2026-04-21 INV-2026-000001 interest_income -2.00",
      "2026-04-21 INV-2026-000001 interest_receivable 2.00",
    ], "a part of a month has the part's");
    await writeOff(sql, invoice, "1005.00");
    assertEquals(await posted(sql, "2026-05-20", "2026-05-20"), [
      "2026-05-20 INV-2026-000001 bad_debt 1000.00",
      "2026-05-20 INV-2026-000001 interest_income 5.00",
      "2026-05-20 INV-2026-000001 interest_income -1.00",
      "2026-05-20 INV-2026-000001 interest_receivable -5.00",
      "2026-05-20 INV-2026-000001 interest_receivable 1.00",
      "2026-05-20 INV-2026-000001 receivables -1000.00",
    ]);
  }, CLOCK));

Deno.test("journal/has_interest_of_the_evening_on_which_a_new_day_began_in_utc", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms("2026-01-01", "0.365");
    const invoice = await draft(firm, ["1000.00"]);
    await send(sql, [invoice], "2026-04-20"); // due on 20 May, the business date; UTC's day is 21 May
    await accrueOverdueInterest(sql);
    assertEquals(await posted(sql, "2026-05-01", "2026-05-20"), [
      "2026-05-20 INV-2026-000001 interest_income -1.00",
      "2026-05-20 INV-2026-000001 interest_receivable 1.00",
    ]);
    assertEquals(await owedByJournal(sql, "2026-05-20"), await owedAsOf(sql, "2026-05-20"));
  }, { clock: "2026-05-20 20:00:00-06" }));

Deno.test("journal/posts_a_credit_note_against_revenue_from_the_day_on_which_it_counts", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["70.00", "30.00"]);
    await send(sql, [invoice], "2026-03-10");
    const [line] = await sql<[{ id: string }]>`select id from invoice_lines where amount = 30`;
    await credit(sql, invoice, { lines: [line.id] });
    assertEquals((await posted(sql, "2026-03-10", "2026-05-20")).slice(2), [
      "2026-03-10 INV-2026-000002 customer_credits -30.00",
      "2026-03-10 INV-2026-000002 customer_credits 30.00",
      "2026-03-10 INV-2026-000002 receivables -30.00",
      "2026-03-10 INV-2026-000002 revenue_adjustments 30.00",
    ]);
  }, CLOCK));

Deno.test("journal/posts_what_goes_back_onto_an_invoice_on_the_day_its_check_was_returned", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["70.00", "30.00"]);
    await send(sql, [invoice], "2026-03-10");
    const check = await post(firm, "100.00", { [invoice]: "100.00" }, "2026-04-02");
    const [line] = await sql<[{ id: string }]>`select id from invoice_lines where amount = 30`;
    await credit(sql, invoice, { lines: [line.id] }); // paid already: it leaves a credit
    await returnCheck(sql, check);
    for (const day of ["2026-03-31", "2026-05-19", "2026-05-20"]) {
      assertEquals(await owedByJournal(sql, day), await owedAsOf(sql, day), day);
    }
  }, CLOCK));

Deno.test("journal/posts_pay_by_its_kind_facilities_and_contractors_apart", () =>
  withDatabase(async ({ sql }) => {
    const days = [1, 2, 3, 4, 5].map((nth) => ({
      date: dayOfWeek(WEEK, nth),
      hours: 9,
      rule: "colorado" as const,
    }));
    const employed = await work(sql, days);
    const independent = await work(sql, days, { employmentType: "1099" });
    for (const { contractorId, assignmentIds } of [employed, independent]) {
      await stipend(sql, assignmentIds.colorado, "reimbursement", "120.00");
      await stipend(sql, assignmentIds.colorado, "hours_driven", "45.00");
      await adjustment(sql, contractorId, WEEK, "bonus", "10.00");
      await adjustment(sql, contractorId, WEEK, "reimbursement", "7.00");
      await adjustment(sql, contractorId, WEEK, "deduction", "3.00");
    }
    const batch = await prepare(sql, WEEK);
    assertEquals(await posted(sql, "2026-01-01", "2026-05-20"), [], "drafts post nothing");
    await close(sql, batch);
    const whose = async (contractor: string) =>
      (await sql`
        select concat_ws(' ', posted_on, account, debit - credit, facility.name) as row
          from journal('2026-01-01', '2026-05-20') left join facilities as facility on facility.id = facility_id
         where contractor_id = ${contractor} order by 1`).map(({ row }) => row);
    // 45 h at 60; 5 h of overtime at half of (2,700 + 45) / 45
    assertEquals(await whose(employed.contractorId), [
      "2026-05-20 deductions_payable -3.00",
      "2026-05-20 payroll_clearing -3031.50",
      "2026-05-20 premiums 152.50 colorado",
      "2026-05-20 reimbursements 120.00 colorado",
      "2026-05-20 reimbursements 7.00",
      "2026-05-20 stipends 45.00 colorado",
      "2026-05-20 wages 10.00",
      "2026-05-20 wages 2700.00 colorado",
    ]);
    assertEquals(await whose(independent.contractorId), [
      "2026-05-20 contractor_cost 10.00",
      "2026-05-20 contractor_cost 2745.00 colorado",
      "2026-05-20 deductions_payable -3.00",
      "2026-05-20 payroll_clearing -2879.00",
      "2026-05-20 reimbursements 120.00 colorado",
      "2026-05-20 reimbursements 7.00",
    ]);
    await forgetAssignments(sql);
    assertEquals(
      (await whose(independent.contractorId)).filter((row) => row.includes("cost")),
      ["2026-05-20 contractor_cost 2755.00"],
      "built before 1.0.0",
    );
    await assertBalanced(sql, "2026-01-01", "2026-05-20");
  }, CLOCK));

Deno.test("journal/takes_what_comes_from_former_books_from_opening_balances", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.sentInvoice("2026-04-09", "80.00"); // another program's, without lines
    await sql`update facilities set external_number = 'F-1'`;
    const opening = {
      external_number: "OLD-7",
      facility_number: "F-1",
      issue_date: "2026-04-02",
      due_date: "2026-05-02",
      amount: "9.00",
    };
    await sql`select import_rows('open-invoices', ${sql.json([opening])}, false)`;
    await credit(sql, (await sql`select id from invoices where kind = 'opening'`)[0]?.id);
    await sql`
      insert into checks (facility_id, amount, received_on, external_number)
      values (${firm.facilityId}, 5, '2026-04-01', 'OLD-1')`;
    const rows = await posted(sql, "2026-01-01", "2026-05-20");
    assertEquals(rows.map((row) => row.split(" ").slice(-2).join(" ")), [
      "opening_balances -80.00",
      "receivables 80.00",
      "opening_balances 5.00",
      "unapplied_receipts -5.00",
      "customer_credits -9.00",
      "customer_credits 9.00",
      "opening_balances 9.00",
      "receivables -9.00",
      "opening_balances -9.00",
      "receivables 9.00",
    ]);
  }, CLOCK));

Deno.test("journal/posts_differences_apart", () =>
  withDatabase(async ({ sql }) => {
    const worker = await work(sql, [{ date: WEEK, hours: 8, rule: "none" }]);
    const [{ facility_id }] = await sql<[{ facility_id: string }]>`
      select facility_id from assignments where id = ${worker.assignmentIds.none}`;
    const invoice = await createInvoice(sql, facility_id);
    await send(sql, [invoice.id], "2026-03-10");
    await sql`
      insert into rate_hits (assignment_id, effective_on, bill_rate_change, pay_rate_change)
      values (${worker.assignmentIds.none}, '2026-03-01', 5, 0)`;
    await sql`select apply_rate_hit(id, true) from rate_hits`;
    const late = await backfill(sql, facility_id);
    await send(sql, [late.id], "2026-05-20");
    assertEquals(await posted(sql, "2026-05-20", "2026-05-20"), [
      "2026-05-20 INV-2026-000002 receivables 40.00",
      "2026-05-20 INV-2026-000002 revenue_differences -40.00",
    ]);
  }, CLOCK));
