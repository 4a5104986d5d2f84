// Fees lessen revenue on accounts of their own, taxes are owed to the states, and credit notes take back their share.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { draft } from "../../support/billing/drafts.ts";
import { addFee, addTax } from "../../support/billing/fees.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../support/sql/refusal.ts";
import { assertBalanced } from "./books.ts";

const CLOCK = { clock: "2026-03-25 12:00:00-06" };

/** Postings of a day, such as `"fees_msp 30.00"`: debits less credits. */
async function posted(sql: postgres.Sql, day: string): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', account, debit - credit) as row from journal(${day}, ${day}) `;
  return rows.map(({ row }) => row).toSorted();
}

Deno.test("journal/posts_fees_against_revenue_and_taxes_as_owed_and_credits_take_back_their_share", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set work_state = 'PA'`;
    await sql`
      insert into journal_accounts (account, type, name) values ('fees_north', 'income', 'Fees North')`;
    await addFee(firm);
    await addFee(firm, { kind: "vms", name: "VMS", amount: "10", account: "fees_north" });
    const tier = { kind: "volume", name: "Rebate", volumeFrom: "0", counts: "whole" };
    await addFee(firm, { ...tier, rate: "0.01" });
    await addTax(sql);
    const id = await draft(firm, ["1000"]);
    await send(sql, [id], "2026-03-10");
    assertEquals(await posted(sql, "2026-03-10"), [
      "fees_msp 30.00",
      "fees_north 10.00",
      "fees_volume 10.00",
      "receivables 1007.00",
      "revenue_adjustments -1000.00",
      "sales_tax -57.00",
    ]);
    const [line] = await sql`select id from invoice_lines where kind = 'adjustment'`;
    await sql`
      select credit_invoice(${id}, 'Wrong', array[${line?.id}::uuid], counts_from => 'credit',
                            amounts => array[500.00])`;
    assertEquals(await posted(sql, "2026-03-25"), [
      "customer_credits -503.50",
      "customer_credits 503.50",
      "fees_msp -15.00",
      "fees_north -5.00",
      "fees_volume -5.00",
      "receivables -503.50",
      "revenue_adjustments 500.00",
      "sales_tax 28.50",
    ]);
    await assertBalanced(sql, "2026-01-01", "2026-12-31");
  }, CLOCK));

Deno.test("journal/has_accounts_of_fees_and_of_sales_taxes_of_their_types_alone", () =>
  withDatabase(async ({ sql }) => {
    const add = (account: string, type: string) =>
      sql`insert into journal_accounts (account, type, name) values (${account}, ${type}, 'X')`;
    await assertViolates(add("fees_north", "expense"), "journal_account_is_known");
    await assertViolates(add("sales_tax_pa", "income"), "journal_account_is_known");
    await add("sales_tax_pa", "liability");
    const firm = await Firm.create(sql);
    await assertViolates(addFee(firm, { account: "sales_tax_pa" }), "fee_account_is_one_of_fees");
    await addFee(firm, { account: "fees_volume" });
    await send(sql, [await draft(firm)], "2026-03-01");
    await assertRefused(sql`update facility_fees set account = null`, 409, "fee_used");
  }, CLOCK));
