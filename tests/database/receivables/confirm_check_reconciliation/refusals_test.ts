// What is not confirmed. Nothing is changed by a refusal.
import { assertEquals } from "@std/assert";
import { draft } from "../../../support/billing/drafts.ts";
import { Firm } from "../../../support/firm.ts";
import {
  addLine,
  confirm,
  creditOf,
  post,
  type ProposedLines,
  receive,
  reconcile,
  returnCheck,
  spend,
} from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

/** Asserts that a check over 100 is not confirmed over these lines. */
async function assertNotPosted(
  firm: Firm,
  lines: ProposedLines,
  slug: string,
  message: RegExp,
): Promise<void> {
  const { sql } = firm;
  const reconciliation = await reconcile(sql, { check: await receive(firm, "100") }, lines);
  await assertRefusedUnchanged(sql, () => confirm(sql, reconciliation), 409, slug);
  await assertRejectsWith(() => confirm(sql, reconciliation), { message });
}

Deno.test("confirm_check_reconciliation/refuses_one_that_there_is_not", () =>
  withDatabase(async ({ sql }) => {
    await assertRefusedUnchanged(sql, () => confirm(sql, null), 400, "argument_missing");
    await assertRefusedUnchanged(
      sql,
      () => confirm(sql, crypto.randomUUID()),
      404,
      "check_reconciliation_not_found",
    );
  }));

Deno.test("confirm_check_reconciliation/refuses_lines_over_the_check_by_a_cent", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first = "", second = ""] = await firm.sentInvoices(2, "2026-04-01");
    await assertNotPosted(
      firm,
      { [first]: "60.00", [second]: "40.01" },
      "lines_over_check",
      /^The lines add up to 100\.01, and there is only 100\.00\.$/,
    );
  }));

Deno.test("confirm_check_reconciliation/refuses_lines_over_what_remains_of_the_credit", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    const credit = await creditOf(sql, await post(firm, "100", {}));
    await spend(sql, credit, { [invoice]: "60" });
    const more = await reconcile(sql, { credit }, { [invoice]: "40.01" });
    await assertRefusedUnchanged(sql, () => confirm(sql, more), 409, "lines_over_check");
    await sql`update check_reconciliation_lines set amount = 40 where check_reconciliation_id = ${more}`;
    assertEquals((await confirm(sql, more)).status, "confirmed");
  }));

Deno.test("confirm_check_reconciliation/refuses_more_principal_than_is_open", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "90.00");
    await sql`update invoices set accrued_interest = 30`;
    await firm.pay(invoice, "2026-04-02", "40.00");
    await assertNotPosted(
      firm,
      { [invoice]: "50.01" },
      "lines_over_owed",
      /^More than is owed: 50\.01 of principal on invoice .*, which owes 50\.00\.$/,
    );
    await firm.pay(invoice, "2026-04-02", "50.00");
    await assertNotPosted(firm, { [invoice]: "0.01" }, "lines_over_owed", /which owes 0\.00\.$/);
  }));

Deno.test("confirm_check_reconciliation/refuses_more_interest_than_stands_on_the_invoice", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "1000.00");
    await sql`update invoices set accrued_interest = 3`;
    await assertNotPosted(
      firm,
      { [invoice]: "interest 3.01" },
      "lines_over_owed",
      /^More than is owed: 3\.01 of interest on invoice .*, which owes 3\.00\.$/,
    );
    await post(firm, "3", { [invoice]: "interest 3" });
    await sql`update invoices set accrued_interest = 2`; // a later run set less
    await assertNotPosted(
      firm,
      { [invoice]: "interest 0.01" },
      "lines_over_owed",
      /which owes 0\.00\.$/,
    );
  }));

Deno.test("confirm_check_reconciliation/names_every_line_that_is_too_much", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first = "", second = ""] = await firm.sentInvoices(2, "2026-04-01", "10.00");
    await assertNotPosted(
      firm,
      { [first]: "11", [second]: "12" },
      "lines_over_owed",
      /^More than is owed: .*owes 10\.00; .*owes 10\.00\.$/,
    );
  }));

Deno.test("confirm_check_reconciliation/refuses_invoices_of_other_facilities", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const other = await Firm.create(sql);
    const own = await firm.sentInvoice("2026-04-01");
    const foreign = await other.sentInvoice("2026-04-01");
    const message =
      /^Owed neither by the facility that paid nor by others that are billed with it: [0-9a-f-]{36}\.$/;
    await assertNotPosted(
      firm,
      { [own]: "10", [foreign]: "10" },
      "invoice_of_other_facility",
      message,
    );

    const credit = await creditOf(sql, await post(firm, "100", {}));
    const spending = await reconcile(sql, { credit }, { [foreign]: "10" });
    await assertRefusedUnchanged(
      sql,
      () => confirm(sql, spending),
      409,
      "invoice_of_other_facility",
    );

    // Of the facility when it was proposed, and no longer.
    const check = await receive(firm, "100");
    const moved = await reconcile(sql, { check }, { [own]: "10" });
    await sql`update checks set facility_id = ${other.facilityId} where id = ${check}`;
    await assertRefusedUnchanged(sql, () => confirm(sql, moved), 409, "invoice_of_other_facility");
  }));

Deno.test("confirm_check_reconciliation/refuses_drafts_and_void_invoices", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const open = await draft(firm);
    const gone = await firm.sentInvoice("2026-04-01");
    await sql`update invoices set status = 'void', void_reason = 'wrong' where id = ${gone}`;
    for (const [id, status] of [[open, "draft"], [gone, "void"]] as const) {
      const message = new RegExp(`^Only sent invoices are owed: .* is ${status}\\.$`);
      await assertNotPosted(firm, { [id]: "10" }, "invoice_not_sent", message);
    }
  }));

Deno.test("confirm_check_reconciliation/refuses_the_money_of_a_returned_check", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    const check = await receive(firm, "100");
    const before = await reconcile(sql, { check }, { [invoice]: "10" });
    await returnCheck(sql, check);
    const after = await reconcile(sql, { check }, { [invoice]: "10" });
    for (const reconciliation of [before, after]) {
      await assertRefusedUnchanged(sql, () => confirm(sql, reconciliation), 409, "check_returned");
    }
  }));

Deno.test("confirm_check_reconciliation/refuses_the_credit_of_a_returned_check", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    const check = await post(firm, "100", {});
    const credit = await creditOf(sql, check);
    const before = await reconcile(sql, { credit }, { [invoice]: "10" });
    await returnCheck(sql, check);
    const after = await reconcile(sql, { credit }, {});
    for (const reconciliation of [before, after]) {
      await assertRefusedUnchanged(sql, () => confirm(sql, reconciliation), 409, "check_returned");
    }
  }));

Deno.test("confirm_check_reconciliation/takes_lines_that_a_person_corrected", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first = "", second = ""] = await firm.sentInvoices(2, "2026-04-01", "50.00");
    const reconciliation = await reconcile(sql, { check: await receive(firm, "100") }, {
      [first]: "60",
    });
    await assertRefusedUnchanged(sql, () => confirm(sql, reconciliation), 409, "lines_over_owed");
    await sql`update check_reconciliation_lines set amount = 50`;
    await addLine(sql, reconciliation, second, "50");
    assertEquals((await confirm(sql, reconciliation)).status, "confirmed");
  }));
