// Differences below zero, credited at once instead of taken off a later invoice.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import {
  backfill,
  createInvoice,
  linesOf,
  unbilledDifferences,
} from "../../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../../support/billing/coded_time.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { owed } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { applyNew } from "../../../support/assignments/rate_hits.ts";

const CLOCK = { clock: "2026-03-25 12:00:00-06" };

/** A sent week of 23 hours at 100.00, which comes to 690.00 less since: 30.00 an hour were too much. */
async function withLess(
  test: (sql: postgres.Sql, firm: Firm, invoice: string, assignment: string) => Promise<void>,
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${assignment}, '2026-03-02', 11, 'approved'), (${assignment}, '2026-03-03', 12, 'approved')`;
    const { id } = await createInvoice(sql, firm.facilityId, "2026-03-02", "2026-03-08");
    await send(sql, [id], "2026-03-10");
    await applyNew(sql, assignment, "2026-03-02", { bill: "-30", pay: "0" }, true);
    await test(sql, firm, id, assignment);
  }, CLOCK);
}

Deno.test("credit_invoice/takes_back_what_weeks_were_billed_too_much_and_no_backfill_does_again", () =>
  withLess(async (sql, firm, invoice, assignment) => {
    assertEquals(await unbilledDifferences(sql), ["2026-03-02 2300.00 1610.00 -690.00"]);
    const note = await credit(sql, invoice, { forDifferences: true });
    assertEquals([note.amount, note.reinstates], ["690.00", "false"]);
    assertEquals(
      await owed(sql, invoice),
      "partially_paid 690.00 of 2300.00, interest 0.00 of 0.00",
    );
    assertEquals(await unbilledDifferences(sql), []);
    await assertRefused(backfill(sql, firm.facilityId), 409, "nothing_to_bill");
    const again = () => credit(sql, invoice, { forDifferences: true });
    await assertRefusedUnchanged(sql, again, 409, "nothing_to_credit");
    // What changes later is compared with what was billed less the note.
    await applyNew(sql, assignment, "2026-03-03", { bill: "5", pay: "0" }, true);
    assertEquals(await unbilledDifferences(sql), ["2026-03-02 1610.00 1670.00 60.00"]);
    assertEquals(await linesOf(sql, (await backfill(sql, firm.facilityId)).id), [
      "Ada Nurse, week of 2026-03-02: difference from what was billed = 60.00",
    ]);
  }));

Deno.test("credit_invoice/takes_what_a_code_was_billed_too_much_off_lines_of_that_code", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" });
    await firm.entry(assignment, "approved", "2026-03-02", "8");
    await codedEntry(sql, assignment, "2026-03-02", "on_call", "12");
    const { id } = await createInvoice(sql, firm.facilityId, "2026-03-02", "2026-03-08");
    await send(sql, [id], "2026-03-10");
    await codeRate(sql, assignment, "on_call", { bill: "7", pay: "5" });
    await applyNew(sql, assignment, "2026-03-02", { bill: "1", pay: "0" }, true);
    assertEquals(await unbilledDifferences(sql), [
      "2026-03-02 on_call 96.00 84.00 -12.00",
      "2026-03-02 800.00 808.00 8.00",
    ]);
    const note = await credit(sql, id, { forDifferences: true });
    assertEquals(note.amount, "12.00");
    const lines = await sql`
      select line.code, credited.amount
        from credit_note_lines as credited join invoice_lines as line on line.id = credited.invoice_line_id`;
    assertEquals([...lines], [{ code: "on_call", amount: "12.00" }]);
    assertEquals(await unbilledDifferences(sql), ["2026-03-02 800.00 808.00 8.00"]);
  }, CLOCK));

Deno.test("credit_invoice/says_on_paper_that_it_is_a_difference_of_a_week", () =>
  withLess(async (sql, _firm, invoice) => {
    const note = await credit(sql, invoice, { forDifferences: true });
    const [{ rows }] = await sql<[{ rows: Record<string, string>[] }]>`
      select credit_note_document(${note.id ?? ""}) -> 'content' -> 'rows' as rows`;
    assertEquals(rows.map(({ kind, description, amount }) => `${kind} ${description} ${amount}`), [
      "difference Ada Nurse, week of 2026-03-02: difference from what was billed 690.00",
    ]);
  }));

Deno.test("credit_invoice/leaves_a_difference_that_a_draft_takes_off_to_it", () =>
  withLess(async (sql, firm, invoice, assignment) => {
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${assignment}, '2026-03-10', 5, 'approved')`;
    const late = await backfill(sql, firm.facilityId, "2026-03-15");
    assertEquals(late.total, "0.00"); // 350.00 of 690.00
    const note = await credit(sql, invoice, { forDifferences: true });
    assertEquals(note.amount, "340.00");
    assertEquals((await backfill(sql, firm.facilityId, "2026-03-15")).total, "0.00");
    assertEquals(await unbilledDifferences(sql), []);
  }));

Deno.test("credit_invoice/bills_freed_time_anew_and_what_was_credited_of_it_no_longer_counts", () =>
  withLess(async (sql, firm, invoice) => {
    await credit(sql, invoice, { forDifferences: true });
    const rest = await credit(sql, invoice);
    assertEquals(rest.amount, "1610.00");
    assertEquals(await owed(sql, invoice), "paid 2300.00 of 2300.00, interest 0.00 of 0.00");
    const again = await backfill(sql, firm.facilityId);
    assertEquals(again.total, "1610.00");
    assertEquals(await unbilledDifferences(sql), []);
  }));

Deno.test("credit_invoice/finds_no_difference_in_what_was_given_up", () =>
  withLess(async (sql, firm, invoice) => {
    const [line] = await sql<[{ id: string }]>`
      select id from invoice_lines where invoice_id = ${invoice} order by amount limit 1`;
    await credit(sql, invoice, { lines: [line.id], amounts: ["100"] });
    assertEquals(await unbilledDifferences(sql), ["2026-03-02 2300.00 1610.00 -690.00"]);
    await credit(sql, invoice, { lines: [line.id], forDifferences: true });
    assertEquals(await unbilledDifferences(sql), []);
    await assertRefused(backfill(sql, firm.facilityId), 409, "nothing_to_bill");
  }));
