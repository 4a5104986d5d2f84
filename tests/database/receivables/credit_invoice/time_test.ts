// The time of credited lines: free to be corrected and billed again, or billed for good.
import { assertEquals } from "@std/assert";
import {
  backfill,
  createInvoice,
  linesOf,
  unbilled,
  unbilledDifferences,
} from "../../../support/billing/billed_time.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { correct } from "../../../support/time/corrections.ts";

const CLOCK = { clock: "2026-03-25 12:00:00-06" };

/** A firm whose contractor worked so many hours on days of March, all of it on a sent invoice. */
async function withSentTime(
  hours: Readonly<Record<string, string>>,
  test: (firm: Firm, invoice: string, assignment: string) => Promise<void>,
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const [day, worked] of Object.entries(hours)) {
      await sql`
        insert into time_entries (assignment_id, work_date, hours, status)
        values (${assignment}, ${day}, ${worked}, 'approved')`;
    }
    const { id } = await createInvoice(sql, firm.facilityId, "2026-03-02", "2026-03-08");
    await send(sql, [id], "2026-03-10");
    await test(firm, id, assignment);
  }, CLOCK);
}

Deno.test("credit_invoice/frees_its_time_to_be_corrected_and_billed_again", () =>
  withSentTime({ "2026-03-02": "8", "2026-03-03": "8" }, async ({ sql, facilityId }, invoice) => {
    assertEquals(await unbilled(sql), []);
    const [line] = await sql`select id from invoice_lines where work_date = '2026-03-02'`;
    const [sent] = await sql`select id from time_entries where work_date = '2026-03-02'`;
    const early = () => correct(sql, sent?.id, { hours: "4" });
    await assertRefusedUnchanged(sql, early, 409, "time_entry_on_live_invoice");
    await credit(sql, invoice, { lines: [line?.id] });
    assertEquals(await unbilled(sql), ["2026-03-02 8.00"]);
    await correct(sql, sent?.id, { hours: "4" });
    const again = await backfill(sql, facilityId, "2026-03-08");
    assertEquals(await linesOf(sql, again.id), [
      "2026-03-02 regular 4.00 × 100.00 × 1.000 = 400.00",
    ]);
  }));

Deno.test("credit_invoice/leaves_time_billed_without_reinstate", () =>
  withSentTime({ "2026-03-02": "8" }, async ({ sql, facilityId }, invoice) => {
    await credit(sql, invoice, { reinstate: false });
    assertEquals(await unbilled(sql), []);
    await assertRefusedUnchanged(sql, () => backfill(sql, facilityId), 409, "nothing_to_bill");
    const attempt = () => sql`update time_entries set status = 'draft', sent_back_reason = 'Wrong'`;
    await assertRefusedUnchanged(sql, attempt, 409, "time_entry_on_live_invoice");
    const release = () => sql`update invoice_lines set released_at = now(), part = null`;
    await assertRefusedUnchanged(sql, release, 409, "invoice_not_draft");
  }));

Deno.test("credit_invoice/bills_what_the_rest_of_the_week_comes_to_without_the_freed_time", () =>
  withSentTime(
    {
      "2026-03-02": "10",
      "2026-03-03": "10",
      "2026-03-04": "10",
      "2026-03-05": "10",
      "2026-03-06": "5",
    },
    async ({ sql, facilityId }, invoice) => {
      // The first day is freed and set to half: the last one, billed as overtime, is not overtime any more.
      const lines = await sql`select id from invoice_lines where work_date = '2026-03-02'`;
      await credit(sql, invoice, { lines: lines.map(({ id }) => id) });
      await sql`update time_entries set status = 'draft', sent_back_reason = 'Half a day'
                 where work_date = '2026-03-02'`;
      await sql`update time_entries set hours = 5 where work_date = '2026-03-02'`;
      await sql`update time_entries set status = 'submitted' where work_date = '2026-03-02'`;
      await sql`update time_entries set status = 'approved' where work_date = '2026-03-02'`;
      await backfill(sql, facilityId, "2026-03-08");
      const [{ billed }] = await sql<[{ billed: string }]>`
        select sum(amount) as billed from invoice_lines where released_at is null`;
      assertEquals(billed, "4000.00");
    },
  ));

Deno.test("credit_invoice/credits_all_lines_of_an_entry_together_when_it_frees_them", () =>
  withSentTime(
    {
      "2026-03-02": "12",
      "2026-03-03": "12",
      "2026-03-04": "12",
      "2026-03-05": "8",
    },
    async ({ sql }, invoice) => {
      const lines = await sql<{ id: string; kind: string }[]>`
        select id, kind from invoice_lines where work_date = '2026-03-05' order by kind`;
      assertEquals(lines.map(({ kind }) => kind), ["overtime", "regular"]);
      const [overtime = ""] = lines.map(({ id }) => id);
      await assertRefusedUnchanged(
        sql,
        () => credit(sql, invoice, { lines: [overtime] }),
        409,
        "time_entry_not_credited_whole",
      );
      const { amount } = await credit(sql, invoice, { lines: [overtime], reinstate: false });
      assertEquals(amount, "600.00");
    },
  ));

Deno.test("credit_invoice/has_the_rest_of_a_week_compared_that_its_time_made_overtime", () =>
  withSentTime(
    {
      "2026-03-02": "10",
      "2026-03-03": "10",
      "2026-03-04": "10",
      "2026-03-05": "10",
      "2026-03-06": "5",
    },
    async ({ sql }, invoice) => {
      const lines = await sql`select id from invoice_lines where work_date = '2026-03-02'`;
      await credit(sql, invoice, { lines: lines.map(({ id }) => id) });
      assertEquals(await unbilledDifferences(sql), ["2026-03-02 3750.00 3500.00 -250.00"]);
    },
  ));
