// Revenue of codes: what is not worked on an account of its own, worked hours where their class is.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice, MONDAY } from "../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../support/billing/coded_time.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertBalanced } from "./books.ts";

const CLOCK = { clock: "2026-05-20 12:00:00-06" };

/** Eight hours of charge at 106, and 12 on call at 8. */
async function worked(sql: postgres.Sql): Promise<Firm> {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  await codeRate(sql, assignment, "charge", { bill: "106", pay: "64" });
  await codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" });
  await codedEntry(sql, assignment, MONDAY, "charge", "8");
  await codedEntry(sql, assignment, MONDAY, "on_call", "12");
  await codedEntry(sql, assignment, MONDAY, "sick", "8"); // bills nothing
  return firm;
}

/** Postings to revenue of some days, such as `"INV-2026-000001 revenue_codes -96.00"`. */
async function revenue(sql: postgres.Sql, from: string, to: string): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', document, account, debit - credit) as row
      from journal(${from}, ${to}) where account like 'revenue%' order by 1`;
  return rows.map(({ row }) => row);
}

/** Revenue that is accrued on a day. */
async function accrued(sql: postgres.Sql, day: string): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', account, debit - credit) as row
      from accruals(${day}) where posted_on = ${day}::text::date and (account like 'revenue%' or account = 'unbilled_receivables')
     order by 1`;
  return rows.map(({ row }) => row);
}

Deno.test("journal/posts_codes_that_are_not_worked_to_their_account_and_worked_ones_to_their_class", () =>
  withDatabase(async ({ sql }) => {
    const firm = await worked(sql);
    const { id } = await createInvoice(sql, firm.facilityId);
    await send(sql, [id], "2026-03-10");
    assertEquals(await revenue(sql, "2026-03-10", "2026-03-10"), [
      "INV-2026-000001 revenue_codes -96.00",
      "INV-2026-000001 revenue_regular -848.00",
    ]);
    const [{ line }] = await sql<[{ line: string }]>`
      select id as line from invoice_lines where code = 'on_call'`;
    await credit(sql, id, { lines: [line], countsFrom: "credit" });
    assertEquals(await revenue(sql, "2026-05-20", "2026-05-20"), [
      "INV-2026-000002 revenue_codes 96.00",
    ]);
    await assertBalanced(sql, "2026-01-01", "2026-12-31");
  }, CLOCK));

Deno.test("accruals/have_time_of_codes_at_their_rates_until_it_is_invoiced", () =>
  withDatabase(async ({ sql }) => {
    const firm = await worked(sql);
    const all = ["revenue_codes -96.00", "revenue_regular -848.00", "unbilled_receivables 944.00"];
    assertEquals(await accrued(sql, MONDAY), all);
    const { id } = await createInvoice(sql, firm.facilityId);
    assertEquals(await accrued(sql, MONDAY), all, "by the lines of the draft");
    await send(sql, [id], "2026-03-10");
    assertEquals(await accrued(sql, MONDAY), all, "it was not invoiced on that day");
    assertEquals(await accrued(sql, "2026-03-10"), []);
    await voidInvoice(sql, id);
    assertEquals(await accrued(sql, "2026-05-20"), all);
  }, CLOCK));
