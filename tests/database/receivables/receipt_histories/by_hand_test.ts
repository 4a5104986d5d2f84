// The owner may record payments without a check, as imports do.
import { assertEquals } from "@std/assert";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

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
    await assertRejectsWith(attempt, {
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
    assertEquals((await sql`select from invoices where interest_computed_on is null`).length, 1);
  }));
