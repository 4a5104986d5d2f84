// A check that bounced: only what it paid is undone.
import { assertEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { Firm } from "../../../support/firm.ts";
import {
  addLine,
  auditOf,
  creditOf,
  credits,
  owed,
  payments,
  post,
  receive,
  reconcile,
  returnCheck,
  spend,
  writeOff,
} from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { interleave } from "../../../support/sql/interleaving.ts";
import { contents } from "../../../support/sql/rows.ts";

Deno.test("return_check/takes_invoices_back_to_what_their_other_payments_say", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first = "", second = ""] = await firm.sentInvoices(2, "2026-04-01", "100.00");
    await sql`update invoices set accrued_interest = 5 where id = ${first}`;
    await post(firm, "31", { [first]: "30", [second]: "1" }, "2026-04-02");
    await writeOff(sql, first, "20");
    const bounced = await post(firm, "150", { [first]: "50", [second]: "99" }, "2026-04-03");
    await post(firm, "2", { [first]: "interest 2" }, "2026-04-04");
    assertEquals(await owed(sql, first), "paid 100.00 of 100.00, interest 2.00 of 5.00");
    const returned = await returnCheck(sql, bounced, "No funds");
    assertEquals(
      [returned.status, returned.return_reason, returned.returned_at !== null],
      ["returned", "No funds", true],
    );
    assertEquals(await owed(sql, first), "partially_paid 50.00 of 100.00, interest 2.00 of 5.00");
    assertEquals(await owed(sql, second), "partially_paid 1.00 of 100.00, interest 0.00 of 0.00");
    assertEquals(await credits(sql), ["0.00 of 1.00 reversed"]);
    assertEquals(
      (await payments(sql)).filter((payment) => payment.endsWith(" reversed")),
      ["2026-04-03 principal 50.00 reversed", "2026-04-03 principal 99.00 reversed"],
    );
    const states =
      await sql`select status, count(*)::int from check_reconciliations group by 1 order by 1`;
    assertEquals([...states], [{ status: "confirmed", count: 2 }, {
      status: "returned",
      count: 1,
    }]);
  }, { clock: "2026-04-15 12:00:00+00" }));

Deno.test("return_check/takes_back_what_was_paid_from_its_credit", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first = "", second = ""] = await firm.sentInvoices(2, "2026-04-01", "100.00");
    const bounced = await post(firm, "150", { [first]: "100" });
    const kept = await post(firm, "60", {});
    await spend(sql, await creditOf(sql, bounced), { [second]: "30" });
    await spend(sql, await creditOf(sql, kept), { [second]: "25" });
    const credit = await creditOf(sql, bounced);
    await reconcile(sql, { credit }, { [second]: "20" }); // proposed only
    await returnCheck(sql, bounced);
    assertEquals(await owed(sql, first), "sent 0.00 of 100.00, interest 0.00 of 0.00");
    assertEquals(await owed(sql, second), "partially_paid 25.00 of 100.00, interest 0.00 of 0.00");
    assertEquals(await credits(sql), ["0.00 of 50.00 reversed", "35.00 of 60.00"]);
    const states = await sql`
      select status, count(*)::int from check_reconciliations
       where check_id = ${bounced} or facility_credit_id = ${credit} group by 1`;
    assertEquals([...states], [{ status: "returned", count: 3 }]);
  }));

Deno.test("return_check/takes_a_check_that_nobody_has_reconciled_or_confirmed_yet", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    const fresh = await receive(firm, "10");
    assertEquals((await returnCheck(sql, fresh)).status, "returned");
    const proposed = await receive(firm, "10");
    await reconcile(sql, { check: proposed }, { [invoice]: "10" });
    assertEquals((await returnCheck(sql, proposed)).status, "returned");
    assertEquals([...await sql`select status from check_reconciliations`], [{
      status: "returned",
    }]);
    assertEquals(await payments(sql), []);
  }));

Deno.test("return_check/again_answers_the_same_with_its_first_reason", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const check = await post(firm, "100", { [await firm.sentInvoice("2026-04-01")]: "60" });
    const first = await returnCheck(sql, check, "No funds");
    const before = await contents(sql);
    assertEquals(await returnCheck(sql, check, "Account closed"), first);
    assertEquals(await contents(sql), before);
  }));

Deno.test("return_check/lets_its_money_be_paid_by_another_check", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await returnCheck(sql, await post(firm, "120", { [invoice]: "100" }));
    await post(firm, "100", { [invoice]: "100" }, "2026-05-01");
    assertEquals(await owed(sql, invoice), "paid 100.00 of 100.00, interest 0.00 of 0.00");
  }));

Deno.test("return_check/makes_interest_run_on_as_if_nothing_had_been_paid", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");
    const check = await post(firm, "1000", { [invoice]: "1000" }, "2026-04-11");
    const run = async (today: string) => (await accrueOverdueInterest(sql, { today })).scanned;
    assertEquals(await run("2026-04-21"), 1);
    assertEquals(await owed(sql, invoice), "paid 1000.00 of 1000.00, interest 0.00 of 4.93");
    await returnCheck(sql, check);
    assertEquals(await run("2026-04-21"), 1);
    assertEquals(await owed(sql, invoice), "sent 0.00 of 1000.00, interest 0.00 of 9.86");
  }));

Deno.test("return_check/leaves_interest_that_was_paid_as_a_negative_rest_when_less_is_owed_later", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");
    await accrueOverdueInterest(sql, { today: "2026-04-21" });
    await post(firm, "9.86", { [invoice]: "interest 9.86" }, "2026-04-21");
    await post(firm, "1000", { [invoice]: "1000" }, "2026-04-11"); // it had lain in a drawer
    await accrueOverdueInterest(sql, { today: "2026-04-21" });
    const [row] = await sql`select interest_balance, status from invoices`;
    assertEquals({ ...row }, { interest_balance: "-4.93", status: "paid" });
  }));

Deno.test("return_check/leaves_what_was_and_is_in_the_audit_log", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first = "", second = ""] = await firm.sentInvoices(2, "2026-04-01", "100.00");
    const check = await post(firm, "150", { [first]: "100" });
    await spend(sql, await creditOf(sql, check), { [second]: "30" });
    await returnCheck(sql, check);
    assertEquals(await auditOf(sql, "return_check"), [
      "check_reconciliations confirmed → returned",
      "check_reconciliations confirmed → returned",
      "checks reconciled → returned",
      "facility_credits 20.00 → 0.00",
      "invoices paid → sent",
      "invoices partially_paid → sent",
    ]);
  }));

Deno.test("return_check/waits_for_who_adds_a_line_to_what_is_proposed_for_it", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    const check = await receive(firm, "70");
    const proposed = await reconcile(sql, { check }, {});
    await interleave(
      url,
      (sql) => addLine(sql, proposed, invoice, "40"),
      () => returnCheck(sql, check),
    );
    const [reconciliation] = await sql`select status from check_reconciliations`;
    assertEquals(reconciliation, { status: "returned" });
    assertEquals(await payments(sql), []);
  }));
