// What is paid on an invoice is what its payments in force say, whoever records or reverses them.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { draft } from "../../../support/billing/drafts.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

/** A test with an invoice over 1000 that was due on 1 April and bears 9.86 of interest, computed on the 21st. */
function withInvoice(test: (firm: Firm, id: string) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const id = await firm.sentInvoice("2026-04-01");
      await sql`
        update invoices
           set accrued_interest = 9.86, interest_breakdown = '{"error": "no"}', interest_computed_on = '2026-04-21'`;
      await test(firm, id);
    });
}

async function payInterest(sql: postgres.Sql, id: string, paidOn: string, amount: string) {
  await sql`
    insert into payments (invoice_id, paid_on, component, amount)
    values (${id}, ${paidOn}, 'interest', ${amount})`;
}

/** `"<status> <amount_paid> <balance> / <accrued_interest> <interest_paid> <interest_balance> <computed on>"` */
async function state(sql: postgres.Sql, id: string): Promise<string> {
  const [invoice] = await sql<[{ state: string }]>`
    select concat_ws(' ', status, amount_paid, balance, '/', accrued_interest, interest_paid, interest_balance,
                     coalesce(interest_computed_on::text, 'due')) as state
      from invoices where id = ${id}`;
  return invoice.state;
}

Deno.test(
  "receipts/payments_take_their_invoice_from_sent_to_paid_and_reversals_back",
  withInvoice(async (firm, id) => {
    const { sql } = firm;
    await firm.pay(id, "2026-04-11", "400.00");
    assertEquals(await state(sql, id), "partially_paid 400.00 600.00 / 9.86 0.00 9.86 due");
    await firm.pay(id, "2026-04-12", "600.00");
    assertEquals(await state(sql, id), "paid 1000.00 0.00 / 9.86 0.00 9.86 due");
    const [paid] =
      await sql`select paid_at is not null as stamped, principal_paid_on from invoices`;
    assertEquals([paid?.stamped, paid?.principal_paid_on], [true, new Date("2026-04-12")]);
    await sql`update payments set reversed_at = now() where amount = 600`;
    assertEquals(await state(sql, id), "partially_paid 400.00 600.00 / 9.86 0.00 9.86 due");
    await sql`update payments set reversed_at = now() where reversed_at is null`;
    assertEquals(await state(sql, id), "sent 0.00 1000.00 / 9.86 0.00 9.86 due");
    const [sent] = await sql`select paid_at, principal_paid_on from invoices`;
    assertEquals({ ...sent }, { paid_at: null, principal_paid_on: null });
  }),
);

Deno.test(
  "receipts/interest_is_paid_as_its_own_component",
  withInvoice(async (firm, id) => {
    await payInterest(firm.sql, id, "2026-04-21", "5.00");
    assertEquals(await state(firm.sql, id), "sent 0.00 1000.00 / 9.86 5.00 4.86 due");
    await firm.pay(id, "2026-04-21", "1000.00");
    assertEquals(await state(firm.sql, id), "paid 1000.00 0.00 / 9.86 5.00 4.86 due");
  }),
);

Deno.test("receipts/one_statement_settles_many_invoices", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first, second] = await firm.sentInvoices(2, "2026-04-01", "100.00");
    assert(first !== undefined && second !== undefined);
    await sql`
      insert into payments (invoice_id, paid_on, amount)
      values (${first}, '2026-03-30', 60), (${second}, '2026-03-30', 30), (${first}, '2026-03-31', 40)`;
    assertEquals(await state(sql, first), "paid 100.00 0.00 / 0.00 0.00 0.00 due");
    assertEquals(await state(sql, second), "partially_paid 30.00 70.00 / 0.00 0.00 0.00 due");
  }));

Deno.test(
  "receipts/an_invoice_that_turns_out_to_be_paid_in_time_bears_no_interest",
  withInvoice(async (firm, id) => {
    const { sql } = firm;
    await payInterest(sql, id, "2026-04-20", "5.00");
    await firm.pay(id, "2026-04-01", "1000.00"); // on its last day
    assertEquals(await state(sql, id), "paid 1000.00 0.00 / 0.00 5.00 -5.00 due");
    assertStrictEquals(
      (await sql`select from invoices where interest_breakdown is not null`).length,
      0,
    );
  }),
);

Deno.test(
  "receipts/interest_paid_after_the_principal_leaves_the_final_interest_as_it_is",
  withInvoice(async (firm, id) => {
    const { sql } = firm;
    await firm.pay(id, "2026-04-11", "1000.00");
    await sql`update invoices set interest_computed_on = '2026-04-21'`;
    await payInterest(sql, id, "2026-04-11", "1.00");
    assertMatch(await state(sql, id), / 2026-04-21$/);
    await payInterest(sql, id, "2026-04-10", "1.00"); // it may have been capitalised otherwise
    assertMatch(await state(sql, id), / due$/);
  }),
);

Deno.test("receipts/drafts_and_void_invoices_are_not_paid", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const open = await draft(firm);
    const gone = await firm.sentInvoice("2026-04-01");
    await sql`update invoices set status = 'void', void_reason = 'wrong' where id = ${gone}`;
    for (const id of [open, gone]) {
      for (const component of ["principal", "interest"]) {
        await assertRefusedUnchanged(
          sql,
          () =>
            sql`insert into payments (invoice_id, paid_on, component, amount)
              values (${id}, '2026-04-01', ${component}, 1)`,
          409,
          "invoice_not_sent",
        );
      }
    }
  }));

Deno.test(
  "receipts/principal_is_not_paid_beyond_the_total",
  withInvoice(async (firm, id) => {
    await firm.pay(id, "2026-04-11", "999.99");
    const attempt = () => firm.pay(id, "2026-04-12", "0.02");
    await assertRefusedUnchanged(firm.sql, attempt, 409, "payment_over_balance");
    await assertRejectsWith(attempt, {
      message: /^The payments of principal would add up to 1000\.01 of 1000\.00 on/,
    });
  }),
);

Deno.test(
  "receipts/nobody_writes_paid_amounts_by_hand",
  withInvoice(async (firm, id) => {
    const { sql } = firm;
    await firm.pay(id, "2026-04-11", "400.00");
    const values = { amount_paid: "500", interest_paid: "1", principal_paid_on: "2026-01-01" };
    for (const [column, value] of Object.entries(values)) {
      await assertRefused(
        sql`update invoices set ${sql(column)} = ${value}`,
        409,
        "paid_amounts_follow_payments",
      );
      await assertRefused(
        sql`insert into invoices ${
          sql({
            facility_id: firm.facilityId,
            period_start: "2026-01-05",
            period_end: "2026-01-11",
            status: "sent",
            number: column,
            issue_date: "2026-01-12",
            due_date: "2026-02-11",
            total: "500",
            [column]: value,
          })
        }`,
        409,
        "paid_amounts_follow_payments",
      );
    }
  }),
);

Deno.test("receipts/nobody_writes_paid_amounts_from_within_a_trigger_either", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-04-01", "100.00");
    await firm.pay(invoice, "2026-04-10", "40");
    await sql`update invoices set amount_paid = 40, principal_paid_on = '2026-04-10'`; // as they are
    await sql.unsafe(`
      create function pg_temp.pays() returns trigger language plpgsql as $$
      begin
          update public.invoices set amount_paid = 41;
          return null;
      end;
      $$;
      create trigger pays after insert on public.candidates for each row execute function pg_temp.pays()`);
    await assertRefused(firm.candidate(), 409, "paid_amounts_follow_payments");
  }));
