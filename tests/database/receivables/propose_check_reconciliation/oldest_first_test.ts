// A check that matches nothing pays the oldest invoices.
import { assert, assertEquals } from "@std/assert";
import { draft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { owe, proposedFor } from "../../../support/receivables/proposals.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { pays } from "./pays.ts";

pays("pays_the_principal_of_the_oldest_first", "100.00", [
  { principal: "60.00", interest: "5.00" },
  { principal: "30.00" },
  { principal: "90.00" },
  { principal: "75.00" },
], ["1 principal 60.00", "2 principal 30.00", "3 principal 10.00"]);

pays("pays_interest_of_the_oldest_first_once_no_principal_is_open", "100.00", [
  { principal: "60.00", interest: "5.00" },
  { paid: "10.00", interest: "7.00" },
  { principal: "31.00", interest: "9.00" },
], ["1 principal 60.00", "3 principal 31.00", "1 interest 5.00", "2 interest 4.00"]);

pays("leaves_on_no_line_what_is_more_than_all_that_is_owed", "100.00", [
  { principal: "60.00", interest: "5.00" },
  { principal: "20.00" },
], ["1 principal 60.00", "2 principal 20.00", "1 interest 5.00"]);

pays("goes_by_the_due_date_and_then_by_the_number", "100.00", [
  { principal: "70.00", due: "2026-03-02", number: "A" },
  { principal: "70.00", due: "2026-03-01", number: "C" },
  { principal: "70.00", due: "2026-03-01", number: "B" },
], ["3 principal 70.00", "2 principal 30.00"]);

Deno.test("propose_check_reconciliation/has_no_lines_until_something_is_owed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await owe(firm, { paid: "100.00" });
    assertEquals(await proposedFor(firm, "100.00"), []);
    const [open = ""] = await owe(firm, { principal: "70.00" });
    assertEquals(await proposedFor(firm, "100.00"), [[open, "principal", "70.00"]]);
  }));

Deno.test("propose_check_reconciliation/pays_no_drafts_void_or_other_facilities_invoices", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const drafted = await draft(firm, ["100.00"]);
    const gone = await firm.sentInvoice("2026-04-01", "100.00");
    await sql`update invoices set status = 'void', void_reason = 'wrong' where id = ${gone}`;
    const other = await Firm.create(sql);
    const [theirs = ""] = await owe(other, { principal: "100.00" });
    const [open = ""] = await owe(firm, { principal: "30.00" });
    assertEquals(await proposedFor(firm, "100.00"), [[open, "principal", "30.00"]]);
    // Nothing else was against them: the draft is paid once it is sent, the other one by its facility.
    await send(sql, [drafted]);
    assertEquals(await proposedFor(firm, "100.00"), [[drafted, "principal", "100.00"]]);
    assertEquals(await proposedFor(other, "100.00"), [[theirs, "principal", "100.00"]]);
  }));

Deno.test("propose_check_reconciliation/takes_interest_that_was_overpaid_for_none", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [over, open] = await owe(firm, { principal: "60.00" }, { principal: "70.00" });
    assert(over !== undefined && open !== undefined);
    await sql`
      insert into payments (invoice_id, paid_on, component, amount)
      values (${over}, '2026-03-01', 'interest', 10)`;
    assertEquals(await proposedFor(firm, "130.00"), [
      [over, "principal", "60.00"],
      [open, "principal", "70.00"],
    ]);
    assertEquals(await proposedFor(firm, "50.00"), []);
  }));
