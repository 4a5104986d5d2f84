// What confirming leaves: payments, invoices that follow them, and the rest of the check as a credit.
import { assertEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import {
  auditOf,
  confirm,
  creditOf,
  credits,
  owed,
  payments,
  post,
  receive,
  reconcile,
  spend,
} from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";

const CLOCK = { clock: "2026-04-15 12:00:00+00" };

Deno.test("confirm_check_reconciliation/spreads_one_check_over_many_invoices", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first = "", second = "", third = ""] = await firm.sentInvoices(
      3,
      "2026-04-01",
      "100.00",
    );
    await sql`update invoices set accrued_interest = 3 where id = ${first}`;
    const check = await receive(firm, "170.50");
    const confirmed = await confirm(
      sql,
      await reconcile(sql, { check }, { [first]: "100.00", [second]: "70.50" }),
    );
    assertEquals(
      [confirmed.status, confirmed.confirmed_at, confirmed.confirmed_by],
      ["confirmed", "2026-04-15T12:00:00+00:00", null],
    );
    assertEquals(await owed(sql, first), "paid 100.00 of 100.00, interest 0.00 of 3.00");
    assertEquals(await owed(sql, second), "partially_paid 70.50 of 100.00, interest 0.00 of 0.00");
    assertEquals(await owed(sql, third), "sent 0.00 of 100.00, interest 0.00 of 0.00");
    assertEquals(await payments(sql), [
      "2026-04-10 principal 70.50",
      "2026-04-10 principal 100.00",
    ]);
    assertEquals(await credits(sql), []);
    const [received] = await sql`select status, reconciled_at from checks`;
    assertEquals({ ...received }, {
      status: "reconciled",
      reconciled_at: new Date("2026-04-15T12:00Z"),
    });
  }, CLOCK));

Deno.test("confirm_check_reconciliation/takes_many_checks_ach_and_wires_on_one_invoice", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    for (
      const [method, amount, day] of [["check", "20", "2026-03-02"], ["ach", "30", "2026-04-01"], [
        "wire",
        "50",
        "2026-04-03",
      ]]
    ) {
      const check = await receive(firm, amount ?? "", day);
      await sql`update checks set method = ${method ?? ""} where id = ${check}`;
      await confirm(sql, await reconcile(sql, { check }, { [invoice]: amount ?? "" }));
    }
    assertEquals(await owed(sql, invoice), "paid 100.00 of 100.00, interest 0.00 of 0.00");
    const [paid] = await sql`select principal_paid_on from invoices`;
    assertEquals(paid?.principal_paid_on, new Date("2026-04-03"));
  }));

Deno.test("confirm_check_reconciliation/pays_interest_as_its_own_component", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await sql`update invoices set accrued_interest = 3`;
    const check = await receive(firm, "102");
    const reconciliation = await reconcile(sql, { check }, { [invoice]: "100" });
    await sql`
      insert into check_reconciliation_lines (check_reconciliation_id, invoice_id, component, amount)
      values (${reconciliation}, ${invoice}, 'interest', 2)`;
    await confirm(sql, reconciliation);
    assertEquals(await owed(sql, invoice), "paid 100.00 of 100.00, interest 2.00 of 3.00");
    await post(firm, "1", { [invoice]: "interest 1" }, "2026-05-10");
    assertEquals(await owed(sql, invoice), "paid 100.00 of 100.00, interest 3.00 of 3.00");
  }));

Deno.test("confirm_check_reconciliation/keeps_what_is_paid_too_much_as_the_facilitys_credit", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    const check = await post(firm, "130.25", { [invoice]: "100.00" });
    assertEquals(await credits(sql), ["30.25 of 30.25"]);
    const [credit] = await sql`select facility_id, check_id, reversed_at from facility_credits`;
    assertEquals({ ...credit }, {
      facility_id: firm.facilityId,
      check_id: check,
      reversed_at: null,
    });
  }));

Deno.test("confirm_check_reconciliation/keeps_a_whole_check_as_a_credit_when_nothing_is_open", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await post(firm, "80", {});
    assertEquals(await credits(sql), ["80.00 of 80.00"]);
    assertEquals(await payments(sql), []);
  }));

Deno.test("confirm_check_reconciliation/spends_a_credit_in_parts_dated_its_check_or_the_issue_if_later", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const older = await firm.sentInvoice("2026-04-01", "100.00"); // issued on 2 March
    const newer = await firm.sentInvoice("2026-06-01", "100.00"); // issued on 2 May
    const credit = await creditOf(sql, await post(firm, "90", {}));
    await spend(sql, credit, { [older]: "20", [newer]: "30" });
    assertEquals(await credits(sql), ["40.00 of 90.00"]);
    await spend(sql, credit, { [newer]: "40" });
    assertEquals(await credits(sql), ["0.00 of 90.00"]);
    assertEquals(await payments(sql), [
      "2026-04-10 principal 20.00",
      "2026-05-02 principal 30.00",
      "2026-05-02 principal 40.00",
    ]);
    assertEquals(await owed(sql, newer), "partially_paid 70.00 of 100.00, interest 0.00 of 0.00");
  }));

Deno.test("confirm_check_reconciliation/again_answers_the_same_and_changes_nothing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    const check = await receive(firm, "130");
    const reconciliation = await reconcile(sql, { check }, { [invoice]: "60" });
    const first = await confirm(sql, reconciliation);
    const before = await contents(sql);
    assertEquals(await confirm(sql, reconciliation), first);
    assertEquals(await contents(sql), before);

    const credit = await creditOf(sql, check);
    const spending = await reconcile(sql, { credit }, { [invoice]: "10" });
    const spent = await confirm(sql, spending);
    const after = await contents(sql);
    assertEquals(await confirm(sql, spending), spent);
    assertEquals(await contents(sql), after);
  }));

Deno.test("confirm_check_reconciliation/leaves_what_was_and_is_in_the_audit_log", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first = "", second = ""] = await firm.sentInvoices(2, "2026-04-01", "100.00");
    const check = await post(firm, "130", { [first]: "60", [second]: "50" });
    assertEquals(await auditOf(sql, "confirm_check_reconciliation"), [
      "check_reconciliations proposed → confirmed",
      "checks received → reconciled",
      "facility_credits none → 20.00",
      "invoices sent → partially_paid",
      "invoices sent → partially_paid",
    ]);
    await spend(sql, await creditOf(sql, check), { [first]: "15" });
    assertEquals((await auditOf(sql, "confirm_check_reconciliation")).slice(-5), [
      "facility_credits 20.00 → 5.00",
      "facility_credits none → 20.00",
      "invoices partially_paid → partially_paid",
      "invoices sent → partially_paid",
      "invoices sent → partially_paid",
    ]);
  }));
