// A server program may record and reverse payments by itself, as the secret key allows.
import assert from "node:assert/strict";
import { withDatabase } from "../../support/database.ts";
import { Firm } from "../../support/firm.ts";
import { assertRefusedUnchanged } from "../../support/hiring.ts";
import { auditOf, owed, post, returnCheck } from "../../support/receipts.ts";

Deno.test("receipt_histories/a_check_is_returned_though_a_server_program_had_reversed_what_it_paid", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    for (const reconciliationToo of [false, true]) {
      const check = await post(firm, "80", { [invoice]: "60" });
      await sql`update payments set reversed_at = '2026-04-12' where reversed_at is null`;
      await sql`update facility_credits set remaining = 0, reversed_at = '2026-04-12' where reversed_at is null`;
      if (reconciliationToo) {
        await sql`
          update check_reconciliations set status = 'returned', returned_at = '2026-04-12'
           where check_id = ${check}`;
      }
      assert.equal((await returnCheck(sql, check)).status, "returned");
    }
    const instants = await sql`
      select to_char(reversed_at, 'MM-DD') as at from payments
      union all select to_char(reversed_at, 'MM-DD') from facility_credits`;
    assert.deepEqual(instants.map(({ at }) => at), Array(4).fill("04-12"));
    assert.equal(await owed(sql, invoice), "sent 0.00 of 100.00, interest 0.00 of 0.00");
    assert.deepEqual(await auditOf(sql, "return_check"), [
      "check_reconciliations confirmed → returned",
      "checks reconciled → returned",
      "checks reconciled → returned",
    ]);
  }));

Deno.test("receipt_histories/payments_beyond_a_total_are_named_with_what_they_would_come_to", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first = "", second = ""] = await firm.sentInvoices(2, "2026-04-01", "100.00");
    await firm.pay(first, "2026-04-02", "30.00");
    await sql`update payments set reversed_at = '2026-04-12'`;
    await sql`
      insert into payments (invoice_id, paid_on, component, amount)
      values (${first}, '2026-04-02', 'principal', 60), (${first}, '2026-04-02', 'interest', 5)`;
    const attempt = () =>
      sql`insert into payments (invoice_id, paid_on, amount)
          values (${first}, '2026-04-03', 41), (${second}, '2026-04-03', 100)`;
    await assertRefusedUnchanged(sql, attempt, 409, "payment_over_balance");
    const [named] = await sql<
      [{ number: string }]
    >`select number from invoices where id = ${first}`;
    await assert.rejects(attempt, {
      message:
        `The payments of principal would add up to 101.00 of 100.00 on invoice ${named.number}.`,
    });
  }));

Deno.test("receipt_histories/interest_is_due_again_when_any_payment_of_a_statement_is_older_than_the_principals", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01");
    await firm.pay(invoice, "2026-04-11", "1000.00");
    await sql`update invoices set interest_computed_on = '2026-04-21'`;
    await sql`
      insert into payments (invoice_id, paid_on, component, amount)
      select ${invoice}, paid_on, 'interest', 1
        from unnest('{2026-04-21,2026-04-10,2026-04-12}'::date[]) as paid_on`;
    assert.equal((await sql`select from invoices where interest_computed_on is null`).length, 1);
  }));
