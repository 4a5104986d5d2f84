// What closing the books keeps, and what it refuses.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { draft } from "../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { confirm, receive, reconcile, spend } from "../../support/receivables/receipts.ts";
import { setClock, withDatabase } from "../../support/server/database.ts";
import { interleave } from "../../support/sql/interleaving.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { assertBalanced, journalOf } from "./books.ts";

const CLOCK = { clock: "2026-05-20 12:00:00-06" };

async function closeBooks(sql: Pick<postgres.Sql, "unsafe">, through: string | null) {
  const [closing] = await sql.unsafe<{ through: string; postings: number; id: string }[]>(
    "select id, through::text, postings from close_books($1::text::date)",
    [through],
  );
  return closing;
}

/** Accounts and amounts of a day, credits negative. */
async function dayOf(sql: postgres.Sql, day: string): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select account || ' ' || debit - credit as row from journal(${day}, ${day})`;
  return rows.map(({ row }) => row);
}

/** A firm whose books are closed with 28.60 of interest on an invoice over 1,000 that was due on 3 March: 58 days. */
async function closedWithInterest(sql: postgres.Sql): Promise<{ firm: Firm; invoice: string }> {
  const firm = await Firm.create(sql);
  await firm.terms();
  const invoice = await draft(firm, ["1000.00"]);
  await send(sql, [invoice], "2026-02-01");
  await accrueOverdueInterest(sql);
  await closeBooks(sql, "2026-04-30");
  return { firm, invoice };
}

Deno.test("close_books/keeps_what_was_posted_and_posts_later_changes_on_the_first_open_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [kept = "", late = ""] = [await draft(firm, ["70.00"]), await draft(firm, ["30.00"])];
    await send(sql, [kept], "2026-03-10");
    const check = await receive(firm, "20.00", "2026-03-31");
    assertEquals((await closeBooks(sql, "2026-03-31"))?.postings, 4);
    const closed = await journalOf(sql, "2026-01-01", "2026-03-31");

    await send(sql, [late], "2026-03-15", false, true);
    await sql`update checks set amount = 25, late = true where id = ${check}`;
    assertEquals(await journalOf(sql, "2026-01-01", "2026-03-31"), closed);
    assertEquals(await dayOf(sql, "2026-04-01"), [
      "cash 5.00",
      "unapplied_receipts -5.00",
      "receivables 30.00",
      "revenue_adjustments -30.00",
    ]);
    await sql`delete from checks`;
    assertEquals((await dayOf(sql, "2026-04-01")).slice(0, 2), [
      "cash -20.00",
      "unapplied_receipts 20.00",
    ]);
    await closeBooks(sql, "2026-04-30");
    assertEquals((await dayOf(sql, "2026-04-01")).length, 4, "they are stored there");
    assertEquals(await dayOf(sql, "2026-05-01"), []);
    await assertBalanced(sql, "2026-01-01", "2026-05-20");
  }, CLOCK));

Deno.test("close_books/money_of_a_closed_day_that_is_reconciled_later_moves_on_the_first_open_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["70.00"]);
    await send(sql, [invoice], "2026-03-10");
    const check = await receive(firm, "100.00", "2026-03-31");
    await closeBooks(sql, "2026-03-31");
    await confirm(sql, await reconcile(sql, { check }, { [invoice]: "60.00" }));
    assertEquals(await dayOf(sql, "2026-04-01"), [
      "customer_credits -40.00",
      "receivables -60.00",
      "unapplied_receipts 100.00",
    ]);
    const [credit] = await sql<[{ id: string }]>`select id from facility_credits`;
    await closeBooks(sql, "2026-04-30");
    await spend(sql, credit.id, { [invoice]: "10.00" }); // nothing changes but the payment
    assertEquals(await dayOf(sql, "2026-05-01"), [
      "customer_credits 10.00",
      "receivables -10.00",
    ]);
  }, CLOCK));

Deno.test("close_books/interest_that_is_final_and_other_than_was_closed_is_posted_on_the_first_open_day", () =>
  withDatabase(async ({ sql }) => {
    const { firm, invoice } = await closedWithInterest(sql);
    const [check] = await sql<[{ id: string }]>`
      insert into checks (facility_id, amount, received_on, late) values (${firm.facilityId}, 1000, '2026-03-13', true)
      returning id`;
    await confirm(sql, await reconcile(sql, { check: check.id }, { [invoice]: "1000.00" }));
    await accrueOverdueInterest(sql); // ten days, for good: 4.93
    assertEquals(await dayOf(sql, "2026-05-01"), [
      "cash 1000.00",
      "receivables -1000.00",
      "interest_income 23.67",
      "interest_receivable -23.67",
    ]);
    await closeBooks(sql, "2026-05-19");
    await assertBalanced(sql, "2026-01-01", "2026-05-20");
  }, CLOCK));

Deno.test("close_books/interest_that_went_before_the_invoice_was_paid_in_time_is_taken_back_on_the_first_open_day", () =>
  withDatabase(async ({ sql }) => {
    const { firm, invoice } = await closedWithInterest(sql);
    await sql`delete from facility_interest_terms`;
    await accrueOverdueInterest(sql); // none by its terms now, though it may bear some yet
    const [check] = await sql<[{ id: string }]>`
      insert into checks (facility_id, amount, received_on, late) values (${firm.facilityId}, 1000, '2026-03-03', true)
      returning id`;
    await confirm(sql, await reconcile(sql, { check: check.id }, { [invoice]: "1000.00" }));
    assertEquals((await dayOf(sql, "2026-05-01")).slice(2), [
      "interest_income 28.60",
      "interest_receivable -28.60",
    ]);
    await closeBooks(sql, "2026-05-19");
    assertEquals((await dayOf(sql, "2026-05-01")).length, 4, "it is stored there");
  }, CLOCK));

Deno.test("close_books/again_with_the_same_day_is_the_same_closing", () =>
  withDatabase(async ({ sql }) => {
    const first = await closeBooks(sql, "2026-03-31");
    assertEquals(await closeBooks(sql, "2026-03-31"), first);
    const [{ count }] = await sql<[{ count: number }]>`select count(*)::int from book_closings`;
    assertEquals(count, 1);
  }, CLOCK));

Deno.test("close_books/refuses_a_day_that_is_not_over_and_one_that_is_closed_already", () =>
  withDatabase(async ({ sql }) => {
    const refuses = (through: string | null, status: 400 | 409, slug: string) =>
      assertRefusedUnchanged(sql, () => closeBooks(sql, through), status, slug);
    await refuses(null, 400, "argument_missing");
    await refuses("infinity", 400, "date_not_finite");
    await refuses("2026-05-20", 409, "day_not_over");
    await closeBooks(sql, "2026-05-19");
    await refuses("2026-05-18", 409, "books_closed_later");
  }, CLOCK));

Deno.test("close_books/nobody_changes_what_was_closed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await send(sql, [await draft(firm, ["70.00"])], "2026-03-10");
    await closeBooks(sql, "2026-03-31");
    for (
      const write of [
        "update book_closings set through = '2026-01-31'",
        "delete from book_closings",
        "update private.closed_postings set amount = 0",
        "delete from private.closed_postings",
        "truncate private.closed_postings",
      ]
    ) {
      await assertRefused(sql.unsafe(write), 409, "closed_books_are_kept");
    }
  }, CLOCK));

Deno.test("close_books/what_is_written_while_the_books_are_being_closed_is_posted_afterwards", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    // The closing sees nothing of a check that is entered at the same time, and leaves its mark.
    const other = await sql.reserve();
    await other`begin`;
    await other`
      insert into checks (facility_id, amount, received_on) values (${firm.facilityId}, 12, '2026-03-31')`;
    assertStrictEquals((await closeBooks(sql, "2026-03-31"))?.postings, 0);
    await other`commit`;
    other.release();
    assertEquals(await dayOf(sql, "2026-04-01"), ["cash 12.00", "unapplied_receipts -12.00"]);
  }, CLOCK));

Deno.test("close_books/two_at_once_store_each_posting_once", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await send(sql, [await draft(firm, ["70.00"])], "2026-03-10");
    const second = await interleave(
      url,
      (first) => closeBooks(first, "2026-03-31"),
      () => closeBooks(sql, "2026-04-30"),
    );
    assertStrictEquals(second?.postings, 0);
    assertEquals(await dayOf(sql, "2026-03-10"), [
      "receivables 70.00",
      "revenue_adjustments -70.00",
    ]);
  }, CLOCK));

Deno.test("close_books/a_new_timezone_moves_no_closed_day_and_posts_nothing_twice", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["70.00"]);
    await send(sql, [invoice], "2026-03-10");
    await voidInvoice(sql, invoice); // noon of 20 May in Denver, midnight passed in Auckland
    await setClock(sql, new URL(url).pathname.slice(1), "2026-05-25 12:00:00-06");
    const now = await sql.reserve();
    await now`select set_config('app.clock', '2026-05-25 12:00:00-06', false)`;
    await closeBooks(now, "2026-05-20");
    await now`update organization_settings set operating_timezone = 'Pacific/Auckland'`;
    const [sums] = await now`
      select sum(debit - credit) filter (where account = 'receivables')::text as receivables
        from journal('2026-01-01', '2026-05-25')`;
    assertEquals(sums?.receivables, "0.00");
    now.release();
  }, CLOCK));

Deno.test("close_books/is_for_admins_and_the_journal_for_who_has_both_roles", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const journal = "select * from journal('2026-01-01', '2026-01-31')";
    const closing = "select close_books('2026-01-31')";
    for (const role of ["billing", "payroll", "recruiting", "viewer"] as const) {
      await assertRefused(runAs(sql, firm, role, journal), 403, "role_required");
      await assertRefused(runAs(sql, firm, role, closing), 403, "role_required");
    }
    await runAs(sql, firm, "admin", journal);
    await runAs(sql, firm, "admin", closing);
  }, CLOCK));
