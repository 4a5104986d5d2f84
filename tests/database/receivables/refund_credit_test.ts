// A credit that goes back to the facility: it is no longer to spend, and owed to nobody.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Firm } from "../../support/firm.ts";
import { credit, creditOfNote } from "../../support/receivables/credit_notes.ts";
import { draft } from "../../support/billing/drafts.ts";
import { send } from "../../support/billing/invoices.ts";
import {
  auditOf,
  creditOf,
  credits,
  owed,
  post,
  refund,
  returnCheck,
  spend,
} from "../../support/receivables/receipts.ts";
import { statement, totals } from "../../support/receivables/reports.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { contents } from "../../support/sql/rows.ts";

const NOON = { clock: "2026-04-21 18:00:00+00" };

Deno.test("refund_credit/pays_back_what_a_check_left_and_the_rest_can_be_spent", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    const left = await creditOf(sql, await post(firm, "150", { [invoice]: "90" }));
    const back = await refund(sql, left, "45.50", { method: "ach", reference: " 7001 " });
    assertEquals(
      [back.facility_id, back.facility_credit_id, back.amount, back.refunded_on, back.method],
      [firm.facilityId, left, "45.50", "2026-04-21", "ach"],
    );
    assertStrictEquals(back.reference, "7001");
    assertEquals(await credits(sql), ["14.50 of 60.00"]);
    await spend(sql, left, { [invoice]: "10" });
    assertStrictEquals(
      await owed(sql, invoice),
      "paid 100.00 of 100.00, interest 0.00 of 0.00",
    );
    await assertRefused(refund(sql, left, "4.51"), 409, "refund_over_credit");
    await refund(sql, left, "4.50");
    assertEquals(await credits(sql), ["0.00 of 60.00"]);
  }, NOON));

Deno.test("refund_credit/counts_in_aging_statement_and_journal_from_its_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const left = await creditOf(sql, await post(firm, "60", {}));
    const { id } = await refund(sql, left, "45.50", { method: "ach", reference: "7001" });
    assertStrictEquals(await totals(firm, "2026-04-20"), "0.00 0.00 60.00 -60.00");
    assertStrictEquals(await totals(firm, "2026-04-21"), "0.00 0.00 14.50 -14.50");
    assertStrictEquals(await totals(firm), "0.00 0.00 14.50 -14.50");
    const row = (await statement(firm, "2026-04-15", "2026-04-21")).at(-1);
    assertEquals([row?.kind, row?.reference, row?.amount, row?.balance], [
      "refund",
      "7001",
      "45.50",
      "-14.50",
    ]);
    assertStrictEquals(row?.details["refund_id"], id);
    const posted = await sql`
      select document, account, debit, credit from journal('2026-04-21', '2026-04-21') order by account`;
    assertEquals(posted.map((one) => ({ ...one })), [
      { document: "REFUND 7001", account: "cash", debit: "0.00", credit: "45.50" },
      { document: "REFUND 7001", account: "customer_credits", debit: "45.50", credit: "0.00" },
    ]);
  }, NOON));

Deno.test("refund_credit/of_a_credit_note_that_counts_later_is_dated_then", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["100.00"]);
    await send(sql, [invoice], "2026-04-25");
    await post(firm, "100", { [invoice]: "100" });
    const note = await credit(sql, invoice);
    const left = await creditOfNote(sql, note.id ?? "");
    assertStrictEquals((await refund(sql, left, "100")).refunded_on, "2026-04-25");
    assertEquals(await totals(firm, "2026-04-25"), null);
  }, NOON));

Deno.test("refund_credit/keeps_its_check_from_being_returned_and_no_other", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    const check = await post(firm, "150", { [invoice]: "100" });
    const other = await post(firm, "20", {});
    await refund(sql, await creditOf(sql, check), "1");
    await assertRefusedUnchanged(sql, () => returnCheck(sql, check), 409, "check_refunded");
    assertStrictEquals((await returnCheck(sql, other)).status, "returned");
    const gone = await creditOf(sql, other);
    await assertRefusedUnchanged(sql, () => refund(sql, gone, "1"), 409, "refund_over_credit");
  }, NOON));

Deno.test("refund_credit/of_what_a_credit_note_left_stays_when_the_check_that_paid_is_returned", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["100.00"]);
    await send(sql, [invoice], "2026-04-01");
    const check = await post(firm, "100", { [invoice]: "100" });
    const left = await creditOfNote(sql, (await credit(sql, invoice)).id ?? "");
    await refund(sql, left, "30");
    await returnCheck(sql, check); // the other 70.00 go back onto the invoice
    assertStrictEquals(
      await owed(sql, invoice),
      "partially_paid 70.00 of 100.00, interest 0.00 of 0.00",
    );
    assertStrictEquals(await totals(firm), "30.00 0.00 0.00 30.00");
    assertStrictEquals(await totals(firm, "2026-04-21"), "30.00 0.00 0.00 30.00");
  }, NOON));

Deno.test("refund_credit/again_with_the_same_request_id_refunds_nothing_more", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const left = await creditOf(sql, await post(firm, "60", {}));
    const requestId = crypto.randomUUID();
    const first = await refund(sql, left, "10", { requestId });
    const before = await contents(sql);
    assertEquals(await refund(sql, left, "10.00", { requestId }), first);
    assertEquals(await contents(sql), before);
    await assertRefused(refund(sql, left, "11", { requestId }), 409, "request_id_reused");
    await refund(sql, left, "10");
    assertEquals(await credits(sql), ["40.00 of 60.00"]);
  }));

Deno.test("refund_credit/is_in_the_audit_log_and_in_the_timelines", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const check = await post(firm, "60", {});
    await refund(sql, await creditOf(sql, check), "10", { reason: "They have closed" });
    assertEquals(await auditOf(sql, "refund_credit"), [
      "facility_credits 60.00 → 50.00",
      "refunds none → ",
    ]);
    const [{ name }] = await sql<[{ name: string }]>`
      select name from facilities where id = ${firm.facilityId}`;
    for (const [kind, id] of [["facility", firm.facilityId], ["check", check]] as const) {
      const said = await sql`
        select said from timeline(${kind}, ${id}) where said like '%refund%'`;
      assertEquals(
        said.map(({ said }) => said),
        [`The system recorded a refund of $10.00 to ${name}, because: They have closed`],
        kind,
      );
    }
  }));

Deno.test("refund_credit/refuses_what_it_cannot_make_out", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const left = await creditOf(sql, await post(firm, "60", {}));
    const refuses = (
      status: 400 | 404 | 409,
      slug: string,
      ...values: Parameters<typeof refund> extends [unknown, ...infer Rest] ? Rest : never
    ) => assertRefusedUnchanged(sql, () => refund(sql, ...values), status, slug);
    await refuses(400, "argument_missing", null, "1");
    await refuses(400, "argument_missing", left, null);
    await refuses(400, "argument_missing", left, "1", { method: null });
    await refuses(400, "amount_not_valid", left, "0.001");
    await refuses(400, "reason_missing", left, "1", { reason: " " });
    await refuses(400, "refund_method_unknown", left, "1", { method: "cash" });
    await refuses(400, "text_not_one_line", left, "1", { reference: "7\n8" });
    await refuses(400, "text_too_long", left, "1", { reference: "7".repeat(201) });
    await refuses(404, "credit_not_found", crypto.randomUUID(), "1");
    await refuses(409, "refund_over_credit", left, "60.01");
  }));

Deno.test("refunds/stay_as_they_are_recorded_and_are_what_their_credit_lacks", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const left = await creditOf(sql, await post(firm, "60", {}));
    await refund(sql, left, "10");
    const refuses = (attempt: () => Promise<unknown>, slug: string) =>
      assertRefusedUnchanged(sql, attempt, 409, slug);
    await refuses(() => sql`update refunds set amount = 9`, "refund_is_kept");
    await refuses(() => sql`delete from refunds`, "refund_is_kept");
    await refuses(
      () =>
        sql`insert into refunds (facility_id, facility_credit_id, amount, refunded_on, reason)
            values (${firm.facilityId}, ${left}, 5, '2026-04-21', 'By hand')`,
      "check_does_not_add_up",
    );
    await refuses(
      () => sql`update facility_credits set remaining = 60`,
      "check_does_not_add_up",
    );
  }));
