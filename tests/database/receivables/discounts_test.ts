// A discount for paying early: kept on the invoice when it is sent, and taken with the payment that earns it.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { draft } from "../../support/billing/drafts.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import {
  confirm,
  creditOf,
  credits,
  owed,
  payments,
  post,
  receive,
  reconcile,
  returnCheck,
  spend,
} from "../../support/receivables/receipts.ts";
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
