// Cash ahead expects no money that is there: checks that wait, credits that are left; nor discounts that will be taken.
import { assertEquals } from "@std/assert";
import { draft } from "../../support/billing/drafts.ts";
import { dispute, send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { withProgram } from "../../support/receivables/programs.ts";
import {
  addLine,
  confirm,
  creditOf,
  post,
  receive,
  reconcile,
  refund,
  returnCheck,
  spend,
} from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { ahead, paidBefore } from "./ahead.ts";
import { bill, CLOCK, worked } from "./week.ts";

Deno.test("cash_ahead/expects_nothing_of_an_invoice_whose_check_waits", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-03-20", "5400.00");
    const check = await receive(firm, "5400.00", "2026-03-13");
    const onMonday = () => ahead(sql, "5400", "1", "2026-03-16");
    assertEquals(await onMonday(), []);
    assertEquals(await ahead(sql, "0", "1", "2026-03-12"), [
      "2026-03-16 5400.00 0.00 0.00 5400.00",
    ], "before it came");
    await confirm(sql, await reconcile(sql, { check }, { [invoice]: "5400.00" }));
    assertEquals(await onMonday(), []);
    await returnCheck(sql, check);
    assertEquals(await ahead(sql), ["2026-03-16 5400.00 0.00 0.00 5400.00"]);
    assertEquals(await onMonday(), [], "nobody knew");
    await returnCheck(sql, await receive(firm, "5400.00", "2026-03-13"));
    assertEquals((await ahead(sql)).length, 1);
  }, CLOCK));

Deno.test("cash_ahead/takes_off_what_a_check_left_until_it_is_spent_or_goes_back", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-09", "5400.00");
    const left = await creditOf(sql, await post(firm, "1000.00", {}, "2026-03-13"));
    const said = ["2026-04-06 4400.00 0.00 0.00 4400.00"];
    assertEquals(await ahead(sql), said);
    await spend(sql, left, { [invoice]: "400.00" });
    assertEquals(await ahead(sql), said);
    await refund(sql, left, "100.00");
    assertEquals(await ahead(sql), ["2026-04-06 4500.00 0.00 0.00 4500.00"]);
    assertEquals(await ahead(sql, "0", "1", "2026-03-19"), said, "before it went back");
  }, CLOCK));

Deno.test("cash_ahead/takes_off_what_a_credit_note_left", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await worked(firm);
    const invoice = await bill(firm);
    const check = await post(firm, "5400.00", { [invoice]: "5400.00" }, "2026-03-12");
    await credit(sql, invoice, { reinstate: false });
    await firm.sentInvoice("2026-04-09", "6000.00");
    assertEquals(await ahead(sql), ["2026-04-06 600.00 0.00 0.00 600.00"]);
    // Without that money it pays its own invoice, and nothing is left.
    await returnCheck(sql, check);
    assertEquals(await ahead(sql), ["2026-04-06 6000.00 0.00 0.00 6000.00"]);
  }, CLOCK));

Deno.test("cash_ahead/takes_money_off_what_its_payer_owes_the_oldest_due_first_and_work_last", () =>
  withDatabase(async ({ sql }) => {
    const { program, mercy, aspen } = await withProgram(sql);
    const other = await Firm.create(sql, "Zion Clinic");
    await aspen.sentInvoice("2026-04-16", "200.00");
    await mercy.sentInvoice("2026-04-09", "100.00");
    await other.sentInvoice("2026-04-16", "7.00");
    await worked(mercy);
    await receive(program, "150.00", "2026-03-13");
    assertEquals(await ahead(sql), [
      "2026-04-13 157.00 0.00 0.00 157.00",
      "2026-04-20 0.00 5400.00 0.00 5557.00",
    ]);
    await receive(mercy, "1150.00", "2026-03-13");
    assertEquals(await ahead(sql), [
      "2026-04-13 7.00 0.00 0.00 7.00",
      "2026-04-20 0.00 4400.00 0.00 4407.00",
    ]);
    await receive(program, "9999.00", "2026-03-13");
    assertEquals(await ahead(sql), ["2026-04-13 7.00 0.00 0.00 7.00"]);
  }, CLOCK));

Deno.test("cash_ahead/expects_less_a_discount_where_the_invoice_is_paid_in_time_for_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const late = await Firm.create(sql, "Aspen Clinic");
    await sql`update facilities set discount_rate = 0.02, discount_days = 10`;
    await paidBefore(firm, "2026-03-01", Array(12).fill(9));
    await paidBefore(late, "2026-03-01", Array(12).fill(11));
    const [invoice, other] = [await draft(firm, ["10000.00"]), await draft(late, ["3000.00"])];
    await send(sql, [invoice, other], "2026-03-19"); // with a discount until the 29th, a Sunday
    const expected = async (asOf: string | null = null) =>
      (await ahead(sql, "0", "1", asOf)).map((row) => row.split(" ").slice(0, 2).join(" "));
    assertEquals(await expected(), ["2026-03-23 9800.00", "2026-03-30 3000.00"]);
    const [line] = await sql<[{ id: string }]>`
      select id from invoice_lines where invoice_id = ${invoice}`;
    await credit(sql, invoice, { lines: [line.id], amounts: ["5000.00"], reinstate: false });
    const halved = ["2026-03-23 4900.00", "2026-03-30 3000.00"];
    assertEquals(await expected(), halved);
    // Taken today, it was to come yesterday.
    const check = await receive(firm, "4900.00", "2026-03-20");
    const reconciliation = await reconcile(sql, { check }, { [invoice]: "4900.00" });
    await addLine(sql, reconciliation, invoice, "discount 100.00");
    await confirm(sql, reconciliation);
    assertEquals(await expected(), ["2026-03-30 3000.00"]);
    assertEquals(await expected("2026-03-19"), halved);
    // Who disputes a part does not pay whole.
    await returnCheck(sql, check);
    assertEquals(await expected(), halved);
    await dispute(sql, invoice, "Not our shift.", [line.id], ["1000.00"]);
    assertEquals(await expected(), ["2026-03-23 4000.00", "2026-03-30 3000.00"]);
  }, CLOCK));
