// The part that is left for a person: whose a payment is, that it is nobody's, and what becomes of what a payer kept back.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import {
  assign,
  bankReports,
  facilityId,
  lineId,
  open,
  progress,
  proposed,
  remittance,
  remittanceId,
  setAsideRemittance,
  settleShort,
  shortages,
} from "../../../support/receivables/remittances.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { actingAs } from "../../../support/access/acting.ts";
import { staffMember } from "../../../support/people/staff.ts";
import { askTwoPeople } from "../../../support/people/two_people.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";

const NOW = { clock: "2026-04-20 18:00:00+00" };
const NOBODY = "00000000-0000-4000-8000-000000000000";

Deno.test("assign_remittance/enters_the_check_and_proposes_what_the_payer_said", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "M-2026-000012": ["F1", "1000.00"], "M-2025-000012": ["F2", "1000.00"] });
    await bankReports(sql, remittance({ invoice_number: "12", invoice_amount: "1000.00" }));
    assertEquals(await progress(sql), ["B1: without_facility"]);
    const id = await remittanceId(sql);
    const assigned = await assign(sql, id, await facilityId(sql, "F2"));
    assertEquals(await progress(sql), [
      "B1: proposed of North Clinic by person, 1000.00 on invoices",
    ]);
    assertEquals(await proposed(sql), ["B1: M-2025-000012 principal 1000.00"]);
    assertEquals((await sql`select from payments`).length, 0);
    const before = await contents(sql);
    assertEquals(await assign(sql, id, await facilityId(sql, "F2")), assigned);
    assertEquals(await contents(sql), before);
    const other = await facilityId(sql, "F1");
    await assertRefusedUnchanged(sql, () => assign(sql, id, other), 409, "remittance_has_a_check");
  }, NOW));

Deno.test("assign_remittance/takes_a_check_that_was_entered_by_hand_and_one_that_was_set_aside", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "40.00"] });
    const facility = await facilityId(sql);
    await sql`insert into checks (facility_id, check_number, amount, received_on)
              values (${facility}, '88', 40, '2026-04-01')`;
    await bankReports(
      sql,
      remittance({ amount: "40.00", check_number: "88", invoice_number: "?" }),
    );
    const id = await remittanceId(sql);
    await setAsideRemittance(sql, id, "Who knows.");
    assertEquals(await progress(sql), ["B1: set_aside"]);
    await assign(sql, id, facility);
    assertEquals(await progress(sql), ["B1: not_matched of Mercy Hospital by person"]);
    assertEquals((await sql`select from checks`).length, 1);
    const log = await sql`
      select procedure, new ->> 'set_aside_reason' as reason from audit_log
       where table_name = 'remittances' order by at, procedure desc`;
    assertEquals(log.map((one) => ({ ...one })), [
      { procedure: "set_aside_remittance", reason: "Who knows." },
      { procedure: "assign_remittance", reason: null },
    ]);
  }, NOW));

Deno.test("set_aside_remittance/keeps_it_apart_with_its_first_reason_and_no_file_brings_it_back", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, {});
    const row = remittance({ remark: "INTEREST PAID" });
    await bankReports(sql, row);
    const id = await remittanceId(sql);
    await setAsideRemittance(sql, id);
    const before = await contents(sql);
    assertStrictEquals(
      (await setAsideRemittance(sql, id, "Another")).set_aside_reason,
      "Interest of the bank.",
    );
    assertEquals(await contents(sql), before);
    await open(sql, { "4711": ["F1", "1000.00"] }); // which it would be, by its amount
    await bankReports(sql, row);
    assertEquals(await progress(sql), ["B1: set_aside"]);
    await bankReports(sql, remittance({ bank_reference: "B2" }));
    const taken = await remittanceId(sql, "B2");
    await assertRefused(setAsideRemittance(sql, taken), 409, "remittance_has_a_check");
  }, NOW));

Deno.test("remittances/are_refused_to_be_assigned_or_set_aside_where_that_cannot_be", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, {});
    await bankReports(sql, remittance());
    const id = await remittanceId(sql);
    const facility = await facilityId(sql);
    const refused = (attempt: () => PromiseLike<unknown>, status: 400 | 404, slug: string) =>
      assertRefusedUnchanged(sql, attempt, status, slug);
    await refused(() => assign(sql, null, facility), 400, "argument_missing");
    await refused(() => assign(sql, id, null), 400, "argument_missing");
    await refused(() => assign(sql, id, NOBODY), 404, "facility_not_found");
    await refused(() => assign(sql, NOBODY, facility), 404, "remittance_not_found");
    await refused(() => setAsideRemittance(sql, null), 400, "argument_missing");
    await refused(() => setAsideRemittance(sql, id, " "), 400, "reason_missing");
    await refused(() => setAsideRemittance(sql, id, "a\nb"), 400, "text_not_one_line");
    await refused(() => setAsideRemittance(sql, NOBODY), 404, "remittance_not_found");
    await refused(() => settleShort(sql, NOBODY, "owed"), 404, "remittance_line_not_found");
    await refused(() => settleShort(sql, null, "owed"), 400, "argument_missing");
    await refused(() => settleShort(sql, NOBODY, "paid"), 400, "short_payment_outcome_unknown");
  }, NOW));

Deno.test("settle_short_payment/makes_it_a_write_off_of_what_was_kept_back_with_the_payers_reason", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "1000.00"] });
    await bankReports(
      sql,
      remittance({
        amount: "950.00",
        invoice_number: "4711",
        invoice_amount: "950.00",
        deduction: "50.00",
        deduction_reason: "Two hours",
      }),
    );
    assertEquals(await shortages(sql), ["4711: short by 50.00"]);
    const line = await lineId(sql, "4711");
    const settled = await settleShort(sql, line, "write_off");
    assertStrictEquals(settled.settled_as, "write_off");
    const [payment] = await sql`select source, amount, reason from payments`;
    assertEquals(payment, { source: "write_off", amount: "50.00", reason: "Two hours" });
    assertEquals(await shortages(sql), ["4711: short by 0.00"]);
    const before = await contents(sql);
    assertEquals(await settleShort(sql, line, "dispute"), settled);
    assertEquals(await contents(sql), before);
    await sql`select confirm_check_reconciliation(id) from check_reconciliations`;
    assertEquals([...await sql`select status from invoices`], [{ status: "paid" }]);
  }, NOW));

Deno.test("settle_short_payment/as_a_write_off_takes_two_people_where_a_write_off_does", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "1000.00"] });
    await bankReports(
      sql,
      remittance({
        amount: "950.00",
        invoice_number: "4711",
        invoice_amount: "950.00",
        deduction: "50.00",
        deduction_reason: "Two hours",
      }),
    );
    const line = await lineId(sql, "4711");
    const [billing, other] = [await staffMember(sql, "billing"), await staffMember(sql, "billing")];
    await askTwoPeople(sql);
    await assertRefused(
      actingAs(sql, billing, (sql) => settleShort(sql, line, "write_off")),
      403,
      "second_person_needed",
    );
    const args = JSON.stringify({ remittance_line_id: line, outcome: "write_off" });
    const [asked] = await actingAs(sql, billing, (sql) =>
      sql.unsafe(
        "select id, says from request_approval('settle_short_payment', $1::text::jsonb, 'They never pay it.')",
        [args],
      ));
    assertStrictEquals(
      asked?.["says"],
      "Writes $50.00 off invoice 4711 of Mercy Hospital, which the payer kept back. $1,000.00 is owed.",
    );
    const approve = (sql: Pick<postgres.Sql, "unsafe">) =>
      sql.unsafe("select approve($1)", [asked?.["id"]]);
    await sql`update approval_policies set role = 'admin' where kind = 'write_off_invoice'`;
    await assertRefused(actingAs(sql, other, approve), 403, "role_required");
    await sql`update approval_policies set role = null where kind = 'write_off_invoice'`;
    await actingAs(sql, other, approve);
    assertEquals(
      [...await sql`select settled_as, (select sum(amount) from payments) as amount from remittance_lines`],
      [{ settled_as: "write_off", amount: "50.00" }],
    );
  }, NOW));

Deno.test("settle_short_payment/makes_it_a_dispute_of_what_is_left_or_leaves_it_owed", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, {
      "4711": ["F1", "1000.00"],
      "4712": ["F1", "500.00"],
      "4713": ["F1", "80.00"],
    });
    const line = (invoice_number: string, invoice_amount: string, more = {}) =>
      remittance({ amount: "1500.00", invoice_number, invoice_amount, ...more });
    await bankReports(
      sql,
      line("4711", "900.00", { deduction: "100.00", deduction_reason: "Not our shift" }),
      line("4712", "450.00"),
      line("4713", "-20.00"),
      line("4714", "5.00", { deduction: "1.00" }),
    );
    assertEquals(await shortages(sql), [
      "4711: short by 100.00",
      "4712: short by 50.00",
      "4713: short by 0.00",
      "4714: short by 0.00",
    ]);
    await sql`select confirm_check_reconciliation(id) from check_reconciliations`;
    await settleShort(sql, await lineId(sql, "4711"), "dispute");
    const [disputed] = await sql`
      select dispute_reason, private.disputed_balance(invoice)::text as disputed
        from invoices as invoice where number = '4711'`;
    assertEquals(disputed, { dispute_reason: "Not our shift", disputed: "100.00" });
    const before = await sql`select balance from invoices where number = '4712'`;
    await settleShort(sql, await lineId(sql, "4712"), "owed");
    assertEquals(await sql`select balance from invoices where number = '4712'`, before);
    assertEquals(await shortages(sql), [
      "4711: short by 0.00",
      "4712: short by 0.00",
      "4713: short by 0.00",
      "4714: short by 0.00",
    ]);
    const unknown = await lineId(sql, "4714");
    await assertRefusedUnchanged(
      sql,
      () => settleShort(sql, unknown, "write_off"),
      409,
      "remittance_line_without_invoice",
    );
  }, NOW));

Deno.test("settle_short_payment/disputes_what_was_kept_back_and_no_more_before_the_check_is_confirmed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set external_number = 'F1' where id = ${firm.facilityId}`;
    const invoices = [
      await draft(firm, ["600.00", "350.00", "50.00"]),
      await draft(firm, ["600.00", "350.00", "50.00"]),
      await draft(firm, ["60.00", "40.00"]),
    ];
    await send(sql, invoices, "2026-04-01");
    const numbers = (await sql<{ number: string }[]>`
      select number from invoices order by array_position(${invoices}::uuid[], id)`)
      .map(({ number }) => number);
    const [first = "", second = "", third = ""] = numbers;
    const told = (bank_reference: string, invoice_number: string, amount: string, more = {}) =>
      remittance({ bank_reference, invoice_number, amount, invoice_amount: amount, ...more });
    await bankReports(
      sql,
      told("B1", first, "950.00", { deduction: "50.00", deduction_reason: "Two hours" }),
      told("B2", second, "370.00"),
      told("B3", third, "10.00"),
    );
    const disputed = async (number: string) => {
      await settleShort(sql, await lineId(sql, number), "dispute", null, "Hours");
      const lines = await sql<{ told: string }[]>`
        select format('%s of %s', disputed.amount, line.amount) as told
          from disputed_lines as disputed
          join invoice_lines as line on line.id = disputed.invoice_line_id
          join invoices as invoice on invoice.id = disputed.invoice_id and invoice.number = ${number}
         order by disputed.amount`;
      return lines.map(({ told }) => told);
    };
    assertEquals(await disputed(first), ["50.00 of 50.00"]);
    assertEquals(await disputed(second), ["30.00 of 350.00", "600.00 of 600.00"]);
    await settleShort(sql, await lineId(sql, third), "dispute", "15.00", "Hours");
    await sql`select confirm_check_reconciliation(id) from check_reconciliations`;
    assertEquals(
      (await sql`
        select private.disputed_balance(invoice) || ' of ' || balance as told
          from invoices as invoice order by array_position(${invoices}::uuid[], id)`)
        .map(({ told }) => told),
      ["50.00 of 50.00", "630.00 of 630.00", "15.00 of 90.00"],
    );
    await bankReports(sql, told("B4", second, "630.00"));
    await sql`select settle_dispute(id) from invoices`;
    const [{ id: line }] = await sql<[{ id: string }]>`
      select line.id from remittance_lines as line
        join remittances as told on told.id = line.remittance_id and told.bank_reference = 'B4'`;
    await assertRefused(settleShort(sql, line, "dispute", null, "x"), 400, "argument_missing");
    await assertRefused(settleShort(sql, line, "dispute", "0", "x"), 400, "amount_not_valid");
  }, NOW));

Deno.test("settle_short_payment/refuses_whole_what_the_invoice_or_the_reason_does_not_allow", () =>
  withDatabase(async ({ sql }) => {
    await open(sql, { "4711": ["F1", "1000.00"] });
    await bankReports(
      sql,
      remittance({ amount: "950.00", invoice_number: "4711", invoice_amount: "950.00" }),
    );
    const line = await lineId(sql, "4711");
    const refused = (slug: string, status: 400 | 409, ...args: (string | null)[]) =>
      assertRefusedUnchanged(
        sql,
        () => settleShort(sql, line, args[0] ?? null, args[1], args[2]),
        status,
        slug,
      );
    await refused("reason_missing", 400, "dispute");
    await refused("argument_missing", 400, "write_off", null, "Hours");
    await refused("write_off_over_owed", 409, "write_off", "1000.01", "Hours");
    await refused("amount_not_valid", 400, "write_off", "0", "Hours");
    await settleShort(sql, line, "write_off", "50.00", "Hours");
    await sql`select confirm_check_reconciliation(id) from check_reconciliations`;
    assertEquals([...await sql`select status from invoices`], [{ status: "paid" }]);
  }, NOW));
