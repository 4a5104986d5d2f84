// What a credit note does to what is owed: a payment as far as the invoice owes, a credit of the facility beyond.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { credit, creditOfNote } from "../../../support/receivables/credit_notes.ts";
import {
  auditOf,
  credits,
  owed,
  payments,
  post,
  returnCheck,
  spend,
} from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";

const CLOCK = { clock: "2026-05-20 12:00:00-06" };

/** A firm with a sent invoice of 100.00, in lines of 70.00 and 30.00, issued on 10 March and due on 9 April. */
async function withInvoice(
  test: (firm: Firm, invoice: string, lines: { thirty: string; seventy: string }) => Promise<void>,
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["70.00", "30.00"]);
    await send(sql, [invoice], "2026-03-10");
    const lines = await sql<{ id: string }[]>`
      select id from invoice_lines where invoice_id = ${invoice} order by amount`;
    await test(firm, invoice, { thirty: lines[0]?.id ?? "", seventy: lines[1]?.id ?? "" });
  }, CLOCK);
}

Deno.test("credit_invoice/pays_what_the_invoice_owes_from_its_issue_day", () =>
  withInvoice(async ({ sql }, invoice, { thirty }) => {
    const part = await credit(sql, invoice, { lines: [thirty] });
    assertEquals(
      [part.amount, part.counts_on, part.number, part.issued_on, part.facility_name],
      ["30.00", "2026-03-10", "INV-2026-000002", "2026-05-20", "Mercy Hospital"],
    );
    assertEquals(await owed(sql, invoice), "partially_paid 30.00 of 100.00, interest 0.00 of 0.00");
    const rest = await credit(sql, invoice, { countsFrom: "credit" });
    assertEquals([rest.amount, rest.counts_on], ["70.00", "2026-05-20"]);
    assertEquals(await owed(sql, invoice), "paid 100.00 of 100.00, interest 0.00 of 0.00");
    assertEquals(await payments(sql), [
      "2026-03-10 principal 30.00 credit_note",
      "2026-05-20 principal 70.00 credit_note",
    ]);
    assertEquals(await credits(sql), []);
    assertEquals(await auditOf(sql, "credit_invoice"), [
      "credit_notes none → ",
      "credit_notes none → ",
      "invoices partially_paid → paid",
      "invoices sent → partially_paid",
    ]);
  }));

Deno.test("credit_invoice/leaves_what_was_paid_already_as_a_credit_that_pays_other_invoices", () =>
  withInvoice(async (firm, invoice, { seventy }) => {
    const { sql } = firm;
    await post(firm, "90", { [invoice]: "90" });
    const note = await credit(sql, invoice, { lines: [seventy] });
    assertEquals(await owed(sql, invoice), "paid 100.00 of 100.00, interest 0.00 of 0.00");
    assertEquals(await credits(sql), ["60.00 of 60.00"]);
    const other = await firm.sentInvoice("2026-06-01", "50.00");
    await spend(sql, await creditOfNote(sql, note.id ?? ""), { [other]: "45" });
    assertEquals(await credits(sql), ["15.00 of 60.00"]);
    // From the day on which the note counts, or that of the invoice's issue.
    const [paid] = await sql`
      select paid_on::text, issue_date::text from payments
        join invoices on invoices.id = invoice_id where invoice_id = ${other}`;
    assertStrictEquals(paid?.paid_on, paid?.issue_date);
  }));

Deno.test("credit_invoice/moves_what_is_left_of_its_credit_back_when_the_check_is_returned", () =>
  withInvoice(async (firm, invoice) => {
    const { sql } = firm;
    const check = await post(firm, "100", { [invoice]: "100" });
    const note = await credit(sql, invoice);
    const other = await firm.sentInvoice("2026-06-01", "50.00");
    await spend(sql, await creditOfNote(sql, note.id ?? ""), { [other]: "45" });
    await returnCheck(sql, check);
    assertEquals(await owed(sql, invoice), "partially_paid 55.00 of 100.00, interest 0.00 of 0.00");
    assertEquals(await owed(sql, other), "partially_paid 45.00 of 50.00, interest 0.00 of 0.00");
    assertEquals(await credits(sql), ["0.00 of 100.00"]);
    const [moved] = await sql`
      select paid_on::text, moved_at is not null as moved from payments where source = 'credit_note'`;
    assertEquals({ ...moved }, { paid_on: "2026-03-10", moved: true });
    const rest = await post(firm, "45", { [invoice]: "45" });
    await returnCheck(sql, rest); // nothing is left to move
    assertEquals(await owed(sql, invoice), "partially_paid 55.00 of 100.00, interest 0.00 of 0.00");
  }));

Deno.test("credit_invoice/takes_interest_away_from_the_day_on_which_it_counts", () =>
  withInvoice(async (firm, invoice, { thirty }) => {
    const { sql } = firm;
    await firm.terms();
    await accrueOverdueInterest(sql, { today: "2026-05-20" });
    const interest = async () =>
      (await sql`select accrued_interest, interest_balance from invoices`).map((row) => ({
        ...row,
      }));
    const [before] = await interest();
    await credit(sql, invoice, { lines: [thirty], countsFrom: "credit" });
    await accrueOverdueInterest(sql, { today: "2026-05-20" });
    assertEquals(await interest(), [before]);
    await sql`
      insert into payments (invoice_id, paid_on, component, amount)
      select id, '2026-05-20', 'interest', accrued_interest from invoices`;
    await credit(sql, invoice);
    assertEquals(
      await interest(),
      [{ accrued_interest: before?.accrued_interest, interest_balance: "0.00" }],
      "it was paid late, by the note of today, and its interest is computed a last time",
    );
    await accrueOverdueInterest(sql, { today: "2026-05-21" });
    const [after] = await interest();
    assert(Number(after?.interest_balance) < 0, "what was paid and is not owed stays visible");
  }));

Deno.test("credit_invoice/answers_ten_calls_of_one_request_with_one_credit_note", () =>
  withInvoice(async ({ sql }, invoice, { thirty }) => {
    const requestId = crypto.randomUUID();
    const first = await credit(sql, invoice, { lines: [thirty], requestId });
    const before = await contents(sql);
    for (let i = 0; i < 9; i++) {
      assertEquals(await credit(sql, invoice, { lines: [thirty], requestId }), first);
    }
    assertEquals(await contents(sql), before);
  }));
