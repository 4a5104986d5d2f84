// A discount for paying early: kept on the invoice when it is sent, and taken with the payment that earns it.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { draft } from "../../support/billing/drafts.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import {
  addLine,
  confirm,
  creditOf,
  credits,
  owed,
  payments,
  post,
  receive,
  reconcile,
  returnCheck,
  reverseWriteOff,
  spend,
  writeOff,
  writeOffsOf,
} from "../../support/receivables/receipts.ts";
import {
  bankReports,
  proposed as remittanceLines,
  remittance,
} from "../../support/receivables/remittances.ts";
import { statementLines, totals } from "../../support/receivables/reports.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { rowOf } from "../../support/sql/rows.ts";

const NOON = { clock: "2026-04-21 18:00:00+00" };

/** A firm whose facility may take 2 % off within ten days, with invoices over so much, issued on 15 April. */
async function withTerms(sql: Firm["sql"], ...totals: string[]): Promise<[Firm, string[]]> {
  const firm = await Firm.create(sql);
  await sql`update facilities set discount_rate = 0.02, discount_days = 10 where id = ${firm.facilityId}`;
  const ids: string[] = [];
  for (const total of totals) {
    const id = await draft(firm, [total]);
    await send(sql, [id], "2026-04-15");
    ids.push(id);
  }
  return [firm, ids];
}

/** Proposed lines of a check: `"<component> <amount>"`, by invoice. */
async function proposed(sql: Firm["sql"], check: string): Promise<string[]> {
  const { id } = await rowOf(sql, "public.propose_check_reconciliation($1)", [check]);
  const rows = await sql<{ line: string }[]>`
    select component || ' ' || amount as line from check_reconciliation_lines
     where check_reconciliation_id = ${id ?? null} order by invoice_id, component desc`;
  return rows.map(({ line }) => line);
}

Deno.test("discounts/are_kept_on_invoices_as_they_are_sent", () =>
  withDatabase(async ({ sql }) => {
    const [firm, [invoice = ""]] = await withTerms(sql, "1000.00", "0.20");
    await sql`update facilities set discount_rate = null, discount_days = null`;
    const later = await draft(firm, ["100.00"]);
    await send(sql, [later], "2026-04-15");
    const rows = await sql`
      select id, discount::text, discount_until::text from invoices where discount is not null`;
    assertEquals(rows.map((row) => ({ ...row })), [
      { id: invoice, discount: "20.00", discount_until: "2026-04-25" },
    ]); // of 0.20 it is less than half a cent
    await assertRefused(
      sql`update invoices set discount = 30 where id = ${invoice}`,
      409,
      "invoice_not_draft",
    );
  }, NOON));

Deno.test("discounts/are_proposed_where_a_check_is_what_one_invoice_owes_less_its_discount", () =>
  withDatabase(async ({ sql }) => {
    const [firm] = await withTerms(sql, "1000.00", "500.00");
    const exact = await receive(firm, "980.00", "2026-04-20");
    assertEquals(await proposed(sql, exact), ["principal 980.00", "discount 20.00"]);
    await sql`delete from check_reconciliations`;
    const both = await receive(firm, "1470.00", "2026-04-20");
    assertEquals(
      (await proposed(sql, both)).sort(),
      ["discount 10.00", "discount 20.00", "principal 490.00", "principal 980.00"],
    );
    await sql`delete from check_reconciliations`;
    await sql`update facilities set discount_rate = null, discount_days = null`;
    const whole = await receive(firm, "1000.00", "2026-04-20");
    assertEquals(await proposed(sql, whole), ["principal 1000.00"]);
  }, NOON));

Deno.test("discounts/are_not_proposed_for_money_that_came_too_late", () =>
  withDatabase(async ({ sql }) => {
    const [firm] = await withTerms(sql, "1000.00");
    const late = await receive(firm, "980.00", "2026-04-26");
    assertEquals(await proposed(sql, late), ["principal 980.00"]);
  }, { clock: "2026-04-26 18:00:00+00" }));

Deno.test("discounts/are_payments_that_spend_nothing_of_the_check_and_go_back_with_it", () =>
  withDatabase(async ({ sql }) => {
    const [firm, [invoice = ""]] = await withTerms(sql, "1000.00");
    const check = await receive(firm, "985.00", "2026-04-20");
    const id = await reconcile(sql, { check }, { [invoice]: "980" });
    await sql`
      insert into check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
      values (${id}, ${invoice}, 'discount', 20)`;
    await confirm(sql, id);
    const paid = "paid 1000.00 of 1000.00, interest 0.00 of 0.00";
    assertStrictEquals(await owed(sql, invoice), paid);
    assertEquals(await credits(sql), ["5.00 of 5.00"]);
    assertEquals(await payments(sql), [
      "2026-04-20 principal 20.00 discount",
      "2026-04-20 principal 980.00",
    ]);
    assertStrictEquals(await totals(firm), "0.00 0.00 5.00 -5.00");
    assertStrictEquals(await totals(firm, "2026-04-20"), "0.00 0.00 5.00 -5.00");
    assertEquals((await statementLines(firm, "2026-04-16", "2026-04-21")).slice(1), [
      "2026-04-20 payment -980.00 = 20.00",
      "2026-04-20 discount -20.00 = 0.00",
      "2026-04-20 credit -5.00 = -5.00",
    ]);
    const posted = await sql`
      select account, (debit - credit)::text as amount from journal('2026-04-20', '2026-04-20')
       where account in ('discounts', 'receivables') order by account, amount`;
    assertEquals(posted.map((row) => Object.values(row).join(" ")), [
      "discounts 20.00",
      "receivables -20.00",
      "receivables -980.00",
    ]);
    await returnCheck(sql, check);
    assertStrictEquals(
      await owed(sql, invoice),
      "sent 0.00 of 1000.00, interest 0.00 of 0.00",
    );
    assertStrictEquals(await totals(firm), "1000.00 0.00 0.00 1000.00");
  }, NOON));

Deno.test("discounts/are_taken_with_a_credit_too_by_the_day_on_which_it_came", () =>
  withDatabase(async ({ sql }) => {
    const [firm, [invoice = ""]] = await withTerms(sql, "1000.00");
    const left = await creditOf(sql, await post(firm, "1000", {}, "2026-04-10"));
    const id = await reconcile(sql, { credit: left }, { [invoice]: "980" });
    await sql`
      insert into check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
      values (${id}, ${invoice}, 'discount', 20)`;
    await confirm(sql, id);
    assertEquals(await credits(sql), ["20.00 of 1000.00"]);
    await assertRefused(spend(sql, left, { [invoice]: "1" }), 409, "lines_over_owed");
    assertStrictEquals(await totals(firm), "0.00 0.00 20.00 -20.00");
    assertEquals(
      (await statementLines(firm, "2026-04-16", "2026-04-21"))[0],
      "2026-04-16 opening_balance -20.00 = -20.00",
    );
  }, NOON));

Deno.test("discounts/are_refused_late_above_what_is_given_and_without_the_rest", () =>
  withDatabase(async ({ sql }) => {
    const [firm, [invoice = ""]] = await withTerms(sql, "1000.00");
    const refuses = async (received: string, principal: string | null, discount: string) => {
      const lines = principal === null ? {} : { [invoice]: principal };
      const id = await reconcile(sql, { check: await receive(firm, "1000", received) }, lines);
      await sql`
        insert into check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
        values (${id}, ${invoice}, 'discount', ${discount})`;
      await assertRefusedUnchanged(sql, () => confirm(sql, id), 409, "discount_not_earned");
      await sql`delete from check_reconciliations where id = ${id}`;
    };
    await refuses("2026-04-26", "980", "20"); // a day late
    await refuses("2026-04-25", "979.99", "20.01");
    await refuses("2026-04-25", "900", "20");
    await refuses("2026-04-25", null, "20");
    const [none = ""] = await firm.sentInvoices(1, "2026-04-30", "100.00");
    const id = await reconcile(sql, { check: await receive(firm, "98", "2026-04-20") }, {
      [none]: "98",
    });
    await sql`
      insert into check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
      values (${id}, ${none}, 'discount', 2)`;
    await assertRefusedUnchanged(sql, () => confirm(sql, id), 409, "discount_not_earned");
  }, { clock: "2026-04-26 18:00:00+00" }));

/** A check for an invoice on 20 April less a discount. Gives the check. */
async function payLess(
  firm: Firm,
  invoice: string,
  principal: string,
  discount: string,
): Promise<string> {
  const { sql } = firm;
  const check = await receive(firm, principal, "2026-04-20");
  const id = await reconcile(sql, { check }, { [invoice]: principal });
  await addLine(sql, id, invoice, `discount ${discount}`);
  await confirm(sql, id);
  return check;
}

/** Credits a part of an invoice's only line. Gives the note. */
async function creditPart(sql: postgres.Sql, invoice: string, amount: string) {
  const [line] = await sql<[{ id: string }]>`
    select id from invoice_lines where invoice_id = ${invoice}`;
  return await credit(sql, invoice, { lines: [line.id], amounts: [amount] });
}

const later = (sql: postgres.Sql, day: string) =>
  sql`select set_config('app.clock', ${`${day} 18:00:00+00`}, false)`;

Deno.test("discounts/are_taken_back_by_a_credit_note_that_gives_back_what_came_in_money", () =>
  withDatabase(async ({ sql }) => {
    const [firm, [invoice = ""]] = await withTerms(sql, "1000.00");
    const check = await payLess(firm, invoice, "980", "20");
    const paidAt = () => sql`select paid_at from invoices`;
    const before = await paidAt();
    await later(sql, "2026-05-10");
    const note = await credit(sql, invoice);
    assertEquals([note.amount, note.discount_taken_back], ["1000.00", "20.00"]);
    assertEquals(await credits(sql), ["980.00 of 980.00"]);
    assertEquals(await payments(sql), [
      "2026-04-15 principal 20.00 credit_note",
      "2026-04-20 principal 20.00 discount reversed",
      "2026-04-20 principal 980.00",
    ]);
    const paid = "paid 1000.00 of 1000.00, interest 0.00 of 0.00";
    assertStrictEquals(await owed(sql, invoice), paid);
    assertEquals(await paidAt(), before);
    assertStrictEquals(await totals(firm), "0.00 0.00 980.00 -980.00");
    assertStrictEquals(await totals(firm, "2026-05-10"), "0.00 0.00 980.00 -980.00");
    assertStrictEquals(await totals(firm, "2026-05-09"), "0.00 0.00 1000.00 -1000.00");
    assertEquals((await statementLines(firm, "2026-05-10", "2026-05-10")).slice(1), [
      "2026-05-10 discount 20.00 = -980.00",
    ]);
    const posted = await sql`
      select account, sum(debit - credit)::text as amount from journal('2026-04-01', '2026-05-10')
       where account in ('discounts', 'receivables', 'customer_credits') group by account order by account`;
    assertEquals(posted.map((row) => Object.values(row).join(" ")), [
      "customer_credits -980.00",
      "discounts 0.00",
      "receivables 0.00",
    ]);
    const [{ paper }] = await sql<[{ paper: Record<string, string> }]>`
      select credit_note_document(${note.id ?? null}) as paper`;
    assertEquals(
      [paper.amount, paper.discount_taken_back, paper.lessens_invoice, paper.left_as_credit],
      ["1000.00", "20.00", "0.00", "980.00"],
    );
    await returnCheck(sql, check);
    assertStrictEquals(await owed(sql, invoice), paid);
    assertEquals(await credits(sql), ["0.00 of 980.00"]);
  }, NOON));

Deno.test("discounts/are_of_what_is_not_credited_whichever_comes_first", () =>
  withDatabase(async ({ sql }) => {
    const [firm, [first = "", second = ""]] = await withTerms(sql, "1000.00", "1000.00");
    await creditPart(sql, first, "250");
    const tooMuch = payLess(firm, first, "734.99", "15.01");
    await assertRefused(tooMuch, 409, "discount_not_earned");
    await sql`delete from check_reconciliations where status = 'proposed'`;
    const [{ paper }] = await sql<[{ paper: Record<string, string> }]>`
      select invoice_document(${first}) as paper`;
    assertEquals(
      [paper.discount, paper.discount_left, paper.discount_until],
      ["20.00", "15.00", "2026-04-25"],
    );
    const check = await receive(firm, "735.00", "2026-04-20");
    assertEquals(await proposed(sql, check), ["principal 735.00", "discount 15.00"]);
    await sql`delete from check_reconciliations where status = 'proposed'`;
    await payLess(firm, first, "735", "15");
    await payLess(firm, second, "980", "20");
    await creditPart(sql, second, "250");
    assertEquals(await credits(sql), ["245.00 of 245.00"]);
    const taken = await sql`
      select amount from payments where source = 'discount' and reversed_at is null`;
    assertEquals(taken.map(({ amount }) => amount), ["15.00", "15.00"]);
    for (const invoice of [first, second]) await credit(sql, invoice);
    assertEquals(await credits(sql), ["245.00 of 245.00", "735.00 of 735.00", "735.00 of 735.00"]);
  }, NOON));

Deno.test("discounts/that_are_taken_back_in_parts_come_to_what_was_taken", () =>
  withDatabase(async ({ sql }) => {
    const [firm, [invoice = ""]] = await withTerms(sql, "100.01");
    const check = await payLess(firm, invoice, "98.01", "2");
    for (const part of ["33.33", "33.34", "33.34"]) await creditPart(sql, invoice, part);
    const [sums] = await sql`
      select sum(amount)::text as credited, sum(discount_taken_back)::text as back,
             (select sum(remaining)::text from facility_credits) as left from credit_notes`;
    assertEquals({ ...sums }, { credited: "100.01", back: "2.00", left: "98.01" });
    await returnCheck(sql, check);
    const paid = "paid 100.01 of 100.01, interest 0.00 of 0.00";
    assertStrictEquals(await owed(sql, invoice), paid);
  }, NOON));

Deno.test("discounts/that_are_taken_back_make_nothing_late_that_was_paid_in_time", () =>
  withDatabase(async ({ sql }) => {
    const [firm, [invoice = ""]] = await withTerms(sql, "1000.00");
    await firm.terms();
    await payLess(firm, invoice, "980", "20");
    await later(sql, "2026-08-10");
    await credit(sql, invoice, { countsFrom: "credit" });
    await accrueOverdueInterest(sql);
    assertStrictEquals(
      await owed(sql, invoice),
      "paid 1000.00 of 1000.00, interest 0.00 of 0.00",
    );
    assertEquals(await payments(sql), [
      "2026-04-20 principal 20.00 credit_note",
      "2026-04-20 principal 20.00 discount reversed",
      "2026-04-20 principal 980.00",
    ]);
    assertStrictEquals(await totals(firm, "2026-08-09"), null);
    assertStrictEquals(await totals(firm), "0.00 0.00 980.00 -980.00");
  }, NOON));

Deno.test("discounts/are_given_once_also_where_a_write_off_was_taken_back", () =>
  withDatabase(async ({ sql }) => {
    const [firm, [invoice = ""]] = await withTerms(sql, "1000.00");
    await writeOff(sql, invoice, "100");
    await payLess(firm, invoice, "880", "20");
    const [off = null] = await writeOffsOf(sql, invoice);
    await reverseWriteOff(sql, off);
    await assertRefused(payLess(firm, invoice, "80", "20"), 409, "discount_not_earned");
  }, NOON));

Deno.test("discounts/of_an_invoice_that_was_credited_in_part_are_proposed_as_much_as_is_left_of_them", () =>
  withDatabase(async ({ sql }) => {
    const [firm, ids] = await withTerms(sql, "1000.00", "1000.00");
    await sql`update facilities set external_number = 'F1' where id = ${firm.facilityId}`;
    for (const id of ids) {
      const [line] = await sql<[{ id: string }]>`
        select id from invoice_lines where invoice_id = ${id}`;
      await credit(sql, id, { lines: [line.id], amounts: ["250"] });
    }
    const numbers = await sql<{ number: string }[]>`select number from invoices order by number`;
    const told = (bank_reference: string, nth: number, amount: string) =>
      remittance({
        bank_reference,
        received_on: "2026-04-20",
        amount,
        facility_number: "F1",
        invoice_number: numbers[nth]?.number ?? null,
        invoice_amount: amount,
      });
    await bankReports(sql, told("B1", 0, "735.00"), told("B2", 1, "730.00"));
    assertEquals((await remittanceLines(sql)).map((line) => line.replace(/: \S+/, ":")), [
      "B1: discount 15.00",
      "B1: principal 735.00",
      "B2: principal 730.00",
    ]);
    await sql`select confirm_check_reconciliation(id) from check_reconciliations`;
    assertEquals(
      (await sql`select status || ' ' || balance as told from invoices order by number`)
        .map(({ told }) => told),
      ["paid 0.00", "partially_paid 20.00"],
    );
  }, NOON));
