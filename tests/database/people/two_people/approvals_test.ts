// What one person may not do alone is requested by one and approved by another, as it was requested or not at all.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { Firm } from "../../../support/firm.ts";
import { type TwoPeople, withTwoPeople } from "../../../support/people/two_people.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

/** A sent invoice of 1,000.00 of a facility of its own. */
async function invoice({ sql }: TwoPeople): Promise<{ firm: Firm; id: string }> {
  const firm = await Firm.create(sql, "Mesa Clinic");
  return { firm, id: await firm.sentInvoice("2026-04-01") };
}
const writingOff = (id: string, amount = "400") =>
  `select * from write_off_invoice('${id}', ${amount}, 'Disputed hours.')`;
const args = (invoice_id: string, amount = 400) => ({
  invoice_id,
  amount,
  reason: "Disputed hours.",
});

Deno.test("approve/does_what_somebody_else_requested_and_both_are_in_the_log", () =>
  withTwoPeople(async (people) => {
    const { sql, as, request, approve, firm: { users } } = people;
    const { id } = await invoice(people);
    await assertRefusedUnchanged(
      sql,
      () => as("billing", writingOff(id)),
      403,
      "second_person_needed",
    );
    const asked = await request("billing", "write_off_invoice", args(id));
    assertEquals(
      [...await sql`select says, amount, status, requested_by from approvals where id = ${asked}`],
      [{
        says: `Writes $400.00 off invoice ${
          (await sql`select number from invoices where id = ${id}`)[0]?.number
        } of Mesa Clinic, of which $1,000.00 is owed.`,
        amount: "400.00",
        status: "waiting",
        requested_by: users.billing,
      }],
    );
    assertEquals((await sql`select balance from invoices where id = ${id}`)[0], {
      balance: "1000.00",
    }, "a request changes nothing");
    await assertRefused(approve("billing", asked), 403, "second_person_needed");
    await assertRefused(approve("payroll", asked), 403, "role_required");
    const given = await approve("admin", asked);
    assertEquals([given.status, given.approved_by, given.result_id], [
      "approved",
      users.admin,
      id,
    ]);
    assertEquals((await sql`select balance from invoices where id = ${id}`)[0], {
      balance: "600.00",
    });
    await approve("admin", asked);
    assertEquals((await sql`select count(*)::int from payments where invoice_id = ${id}`)[0], {
      count: 1,
    }, "again it does nothing more");

    const [log] = await sql`
      select actor, procedure, row_id, new ->> 'by' as by, new ->> 'requested_by' as requested_by
        from audit_log where table_name = 'approval_policies' order by at desc limit 1`;
    assertEquals(log, {
      actor: users.admin,
      procedure: "write_off_invoice",
      row_id: asked,
      by: "two",
      requested_by: users.billing,
    });
    const said =
      await sql`select said(entry) as said from audit_log as entry where row_id = ${asked}`;
    assert(said.length > 2, "the request, the approval and who gave it");
    assert(said.every((row) => /write-off/.test(row.said)), JSON.stringify(said));
  }));

Deno.test("approve/refuses_what_has_changed_since_it_was_requested", () =>
  withTwoPeople(async (people) => {
    const { sql, request, approve } = people;
    const { firm, id } = await invoice(people);
    const asked = await request("billing", "write_off_invoice", args(id));
    await firm.pay(id, "2026-04-10", "100.00");
    await assertRefusedUnchanged(sql, () => approve("admin", asked), 409, "approval_outdated");
  }));

Deno.test("approve/refuses_what_was_done_meanwhile", () =>
  withTwoPeople(async (people) => {
    const { sql, as, request, approve, firm } = people;
    const [{ id: assignment } = {}] =
      await sql`select id from assignments order by start_date limit 1`;
    const { id: hit } = await as(
      "billing",
      `insert into rate_hits (assignment_id, effective_on, bill_rate_change, pay_rate_change, reason)
       values ('${assignment}', '2026-06-01', 7, 0, 'Agreed.') returning id`,
    );
    const asked = await request("billing", "apply_rate_hit", { rate_hit_id: hit });
    await sql`select apply_rate_hit(${hit})`;
    await assertRefused(approve("admin", asked), 409, "approval_outdated");
    assert(firm.users.billing);
  }));

Deno.test("approve/refuses_what_was_declined_and_what_has_expired", () =>
  withTwoPeople(async (people) => {
    const { sql, as, request, approve } = people;
    const { id } = await invoice(people);
    const asked = await request("billing", "write_off_invoice", args(id));
    assertStrictEquals(await request("billing", "write_off_invoice", args(id)), asked);
    const no = `select * from decline_approval('${asked}', 'They pay after all.')`;
    await assertRefused(as("payroll", no), 403, "role_required");
    assertEquals((await as("billing", no)).status, "declined");
    await assertRefused(approve("admin", asked), 409, "approval_declined");

    const late = await request("billing", "write_off_invoice", args(id));
    await sql`update approvals set expires_at = '2026-04-21 17:59:00+00' where id = ${late}`;
    await assertRefused(approve("admin", late), 409, "approval_expired");
    const board = await as("admin", `select number from board() where item = 'approvals_to_give'`);
    assertEquals(board, { number: 0 });
    await request("billing", "write_off_invoice", args(id));
    const one = await as("admin", `select number from board() where item = 'approvals_to_give'`);
    assertEquals(one, { number: 1 });
  }));

Deno.test("request_approval/refuses_at_once_what_the_procedure_would_refuse", () =>
  withTwoPeople(async (people) => {
    const { sql, as, request } = people;
    const { id } = await invoice(people);
    const refuses = (
      attempt: () => PromiseLike<unknown>,
      status: 400 | 403 | 404 | 409,
      slug: string,
    ) => assertRefusedUnchanged(sql, attempt, status, slug);
    await refuses(
      () => request("billing", "write_off_invoice", args(id, 4000)),
      409,
      "write_off_over_owed",
    );
    await refuses(() => request("payroll", "write_off_invoice", args(id)), 403, "role_required");
    await refuses(() => request("ada", "write_off_invoice", args(id)), 403, "staff_only");
    await refuses(() => request("billing", "void_invoice", {}), 400, "approval_kind_unknown");
    await refuses(
      () => request("billing", "write_off_invoice", { ...args(id), request_id: id }),
      400,
      "approval_arguments_not_valid",
    );
    await refuses(
      () => request("billing", "write_off_invoice", { ...args(id), invoice_id: "one" }),
      400,
      "approval_arguments_not_valid",
    );
    await refuses(
      () => request("billing", "write_off_invoice", { invoice_id: id }),
      400,
      "argument_missing",
    );
    const { remit_to: now } = await as("admin", "select 'PO Box 1' as remit_to");
    await sql`update organization_settings set remit_to = ${now}`;
    await refuses(
      () => request("admin", "change_remit_to", { remit_to: now }),
      409,
      "approval_not_needed",
    );
  }));

Deno.test("two_people/small_write_offs_of_one_invoice_are_one", () =>
  withTwoPeople(async (people) => {
    const { sql, as } = people;
    const { id } = await invoice(people);
    await as(
      "admin",
      "update approval_policies set from_amount = 50 where kind = 'write_off_invoice'",
    );
    await as("billing", writingOff(id, "30"));
    await assertRefused(as("billing", writingOff(id, "30")), 403, "second_person_needed");
    await as("service", writingOff(id, "30"));
    const log = await sql`select new ->> 'by' as by from audit_log
                           where table_name = 'approval_policies' and new ? 'by' order by at`;
    assertEquals(log.map((row) => row.by), ["one", "program"]);
  }));

Deno.test("two_people/a_credit_takes_two_from_a_limit_on", () =>
  withTwoPeople(async (people) => {
    const { as, request, approve, firm, sql } = people;
    const [billed] = await sql`
      select invoice.id, sum(line.amount) as amount
        from invoices as invoice join invoice_lines as line on line.invoice_id = invoice.id
       where invoice.status = 'sent' and invoice.kind <> 'interest' group by invoice.id limit 1`;
    assert(billed, "the firm has a sent invoice with lines");
    const credit = `select * from credit_invoice('${billed.id}', 'Billed twice.', late => true)`;
    await as(
      "admin",
      "update approval_policies set from_amount = 0.01 where kind = 'credit_invoice'",
    );
    await assertRefused(as("billing", credit), 403, "second_person_needed");
    const asked = await request("billing", "credit_invoice", {
      invoice_id: billed.id,
      reason: "Billed twice.",
      late: true,
    });
    assertMatch(
      (await sql`select says from approvals where id = ${asked}`)[0]?.says,
      /^Credits \$[\d,.]+ of invoice /,
    );
    const { result_id } = await approve("admin", asked);
    const [note] = await sql`select amount from credit_notes where id = ${result_id}`;
    assertStrictEquals(note?.amount, billed.amount);
    assert(firm);
  }));

Deno.test("two_people/another_place_to_pay_to_and_another_sender_take_two", () =>
  withTwoPeople(async ({ sql, as, request, approve, firm }) => {
    const pay = (to: string) => `update organization_settings set remit_to = '${to}'`;
    await sql`update organization_settings set remit_to = null`;
    await as("admin", pay("PO Box 1")); // the first one is nobody's to lose
    await assertRefused(as("admin", pay("PO Box 2")), 403, "second_person_needed");
    const asked = await request("admin", "change_remit_to", { remit_to: "PO Box 2" });
    const second = crypto.randomUUID();
    await sql`insert into staff_members (user_id, roles, name, email)
              values (${second}, '{admin}', 'Nina', 'nina@firm.example')`;
    await assertRefused(approve("billing", asked), 403, "role_required");
    const nina = { ...firm, users: { ...firm.users, admin: second } };
    await runAs(sql, nina, "admin", `select * from approve('${asked}')`);
    assertEquals((await sql`select remit_to from organization_settings`)[0], {
      remit_to: "PO Box 2",
    });

    await as(
      "admin",
      "update mail_settings set provider = 'http', from_address = 'a@firm.example'",
    );
    const other = "update mail_settings set reply_to = 'thief@elsewhere.example'";
    await assertRefused(as("admin", other), 403, "second_person_needed");
  }));
