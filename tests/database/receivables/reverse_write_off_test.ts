// A write-off that was a mistake: the invoice owes it again, as if it had never been.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { draft } from "../../support/billing/drafts.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import {
  auditOf,
  confirm,
  credits,
  owed,
  payments,
  post,
  receive,
  reconcile,
  returnCheck,
  reverseWriteOff,
  waive,
  writeOff,
  writeOffsOf,
} from "../../support/receivables/receipts.ts";
import { statementLines, totals } from "../../support/receivables/reports.ts";
import { withMovingClock } from "../../support/receivables/moving_clock.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { contents } from "../../support/sql/rows.ts";

const NOON = { clock: "2026-04-21 18:00:00+00" };

Deno.test("reverse_write_off/makes_interest_due_as_if_it_had_never_been_written_off", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const [invoice = "", untouched = ""] = await firm.sentInvoices(2, "2026-04-01");
    await writeOff(sql, invoice, "1000");
    const [off = ""] = await writeOffsOf(sql, invoice);
    const back = await reverseWriteOff(sql, off, "The wrong invoice");
    assertEquals([back.id, back.reversal_reason], [off, "The wrong invoice"]);
    await accrueOverdueInterest(sql, { today: "2026-05-01" });
    const expected = "sent 0.00 of 1000.00, interest 0.00 of 14.79";
    assertStrictEquals(await owed(sql, invoice), expected);
    assertStrictEquals(await owed(sql, untouched), expected);
    assertEquals(await payments(sql), ["2026-04-21 principal 1000.00 write_off reversed"]);
  }, NOON));

Deno.test("reverse_write_off/of_interest_that_was_waived_leaves_the_principal_as_it_is", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    await sql`update invoices set accrued_interest = 5`;
    await waive(sql, invoice, "2");
    const [off = ""] = await writeOffsOf(sql, invoice);
    await reverseWriteOff(sql, off);
    assertStrictEquals(
      await owed(sql, invoice),
      "sent 0.00 of 1000.00, interest 0.00 of 5.00",
    );
  }, NOON));

Deno.test(
  "reverse_write_off/counts_from_its_own_day_in_aging_statement_and_journal",
  withMovingClock("2026-04-21", async (firm, setClock) => {
    const { sql, facilityId } = firm;
    await setClock("2026-04-21T18:00:00Z");
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await writeOff(sql, invoice, "40");
    await setClock("2026-04-25T18:00:00Z");
    const [off = ""] = await writeOffsOf(sql, invoice);
    await reverseWriteOff(sql, off);
    assertStrictEquals(await totals(firm, "2026-04-24"), "60.00 0.00 0.00 60.00");
    assertStrictEquals(await totals(firm, "2026-04-25"), "100.00 0.00 0.00 100.00");
    assertStrictEquals(await totals(firm), "100.00 0.00 0.00 100.00");
    assertEquals((await statementLines(firm, "2026-04-20", "2026-04-25")).slice(1), [
      "2026-04-21 write_off -40.00 = 60.00",
      "2026-04-25 write_off 40.00 = 100.00",
    ]);
    const posted = await sql`
      select posted_on::text, account, (debit - credit)::text as amount from journal('2026-04-21', '2026-04-25')
       where facility_id = ${facilityId} order by posted_on, account`;
    assertEquals(posted.map((row) => Object.values(row).join(" ")), [
      "2026-04-21 bad_debt 40.00",
      "2026-04-21 receivables -40.00",
      "2026-04-25 bad_debt -40.00",
      "2026-04-25 receivables 40.00",
    ]);
  }),
);

Deno.test("reverse_write_off/puts_what_a_credit_note_left_because_of_it_back_onto_the_invoice", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["100.00"]);
    await send(sql, [invoice], "2026-04-01");
    await writeOff(sql, invoice, "30");
    await credit(sql, invoice);
    assertEquals(await credits(sql), ["30.00 of 30.00"]);
    const [off = ""] = await writeOffsOf(sql, invoice);
    await reverseWriteOff(sql, off);
    assertEquals(await credits(sql), ["0.00 of 30.00"]);
    assertStrictEquals(
      await owed(sql, invoice),
      "paid 100.00 of 100.00, interest 0.00 of 0.00",
    );
    assertEquals(await totals(firm), null);
    assertEquals(await totals(firm, "2026-04-21"), null);
  }, NOON));

Deno.test("reverse_write_off/again_changes_nothing_and_keeps_its_first_reason", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    await writeOff(sql, invoice, "10");
    const [off = ""] = await writeOffsOf(sql, invoice);
    const first = await reverseWriteOff(sql, off, "The wrong invoice");
    const before = await contents(sql);
    assertEquals(await reverseWriteOff(sql, off, "Another"), first);
    assertEquals(await contents(sql), before);
  }));

Deno.test("reverse_write_off/of_what_was_recovered_is_refused_until_the_check_is_returned", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await writeOff(sql, invoice, "60");
    await writeOff(sql, invoice, "40");
    const [first = "", second = ""] = await writeOffsOf(sql, invoice);
    const check = await post(firm, "50", { [invoice]: "write_off 50" });
    await assertRefusedUnchanged(
      sql,
      () => reverseWriteOff(sql, first),
      409,
      "write_off_recovered",
    );
    await reverseWriteOff(sql, second); // 60.00 cover what was recovered
    await returnCheck(sql, check);
    await reverseWriteOff(sql, first);
    assertStrictEquals(
      await owed(sql, invoice),
      "sent 0.00 of 100.00, interest 0.00 of 0.00",
    );
  }));

Deno.test("reverse_write_off/is_in_the_audit_log_and_in_the_timeline", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await writeOff(sql, invoice, "100");
    const [off = ""] = await writeOffsOf(sql, invoice);
    await reverseWriteOff(sql, off);
    assertEquals(await auditOf(sql, "reverse_write_off"), ["invoices paid → sent"]);
    const said = await sql`
      select said from timeline('invoice', ${invoice}) where said like '%took back%'`;
    assertEquals(said.map(({ said }) => said), [
      "The system took back a write-off of it: $100.00",
    ]);
  }));

Deno.test("reverse_write_off/refuses_what_is_no_write_off", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await post(firm, "10", { [invoice]: "10" });
    const [paid] = await sql<{ id: string }[]>`select id from payments`;
    const refuses = (status: 400 | 404, slug: string, ...values: [string | null, string?]) =>
      assertRefusedUnchanged(sql, () => reverseWriteOff(sql, ...values), status, slug);
    await refuses(404, "write_off_not_found", paid?.id ?? null);
    await refuses(404, "write_off_not_found", crypto.randomUUID());
    await refuses(400, "argument_missing", null);
    await refuses(400, "reason_missing", paid?.id ?? null, " ");
  }));

// Money for what was written off.

Deno.test("recoveries/spend_the_check_and_leave_balance_status_and_interest", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await post(firm, "30", { [invoice]: "30" }, "2026-04-11");
    await writeOff(sql, invoice, "70");
    await accrueOverdueInterest(sql, { today: "2026-04-22" });
    const [before] = await sql`select to_jsonb(invoice) as row from invoices as invoice`;
    await post(firm, "80", { [invoice]: "write_off 70" }, "2026-04-20");
    const [after] = await sql`select to_jsonb(invoice) as row from invoices as invoice`;
    assertEquals(after?.row, before?.row);
    assertEquals(await credits(sql), ["10.00 of 10.00"]);
  }, NOON));

Deno.test("recoveries/are_in_aging_statement_and_journal_what_was_given_up_and_came_after_all", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await writeOff(sql, invoice, "70");
    const check = await post(firm, "70", { [invoice]: "write_off 70" }, "2026-04-21");
    assertStrictEquals(await totals(firm), "30.00 0.00 0.00 30.00");
    assertStrictEquals(await totals(firm, "2026-04-21"), "30.00 0.00 0.00 30.00");
    assertEquals((await statementLines(firm, "2026-04-20", "2026-04-21")).slice(1), [
      "2026-04-21 payment -70.00 = 30.00",
      "2026-04-21 recovery 70.00 = 100.00",
      "2026-04-21 write_off -70.00 = 30.00",
    ]);
    const sums = () =>
      sql`select account, sum(debit - credit)::text as amount from journal('2026-04-02', '2026-04-30')
           group by account having sum(debit - credit) <> 0 order by account`
        .then((rows) => rows.map((row) => Object.values(row).join(" ")));
    assertEquals(await sums(), ["cash 70.00", "receivables -70.00"]);
    await returnCheck(sql, check);
    assertEquals(await sums(), ["bad_debt 70.00", "receivables -70.00"]);
    assertStrictEquals(await totals(firm), "30.00 0.00 0.00 30.00");
  }, NOON));

Deno.test("recoveries/are_at_most_what_was_written_off_and_not_recovered", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [invoice = "", other = ""] = await firm.sentInvoices(2, "2026-04-01", "100.00");
    await writeOff(sql, invoice, "70");
    await post(firm, "50", { [invoice]: "write_off 50" });
    const over = await reconcile(sql, { check: await receive(firm, "90") }, {
      [invoice]: "write_off 20.01",
    });
    await assertRefusedUnchanged(sql, () => confirm(sql, over), 409, "lines_over_owed");
    const none = await reconcile(sql, { check: await receive(firm, "91") }, {
      [other]: "write_off 0.01",
    });
    await assertRefusedUnchanged(sql, () => confirm(sql, none), 409, "lines_over_owed");
    await post(firm, "20", { [invoice]: "write_off 20" });
    // Reversing what was recovered is refused, whoever writes.
    await assertRefused(
      sql`update payments set reversed_at = now() where source = 'write_off'`,
      409,
      "recovery_over_write_off",
    );
  }));
