// No cent of a check is spent twice or lost, by whatever key or connection.
import { assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { withDatabase } from "../../../support/server/database.ts";
import { Firm } from "../../../support/firm.ts";
import {
  creditOf,
  post,
  receive,
  reconcile,
  returnCheck,
  spend,
} from "../../../support/receivables/receipts.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const refuses = (attempt: PromiseLike<unknown>) =>
  assertRefused(attempt, 409, "check_does_not_add_up");

/** A test with a check over 100, of which 60 are on an invoice over 100, 10 more by its credit, and 30 left. */
function withSpent(
  test: (sql: postgres.Sql, check: string, invoice: string, firm: Firm) => Promise<void>,
) {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const invoice = await firm.sentInvoice("2026-04-01", "100.00");
      const check = await post(firm, "100", { [invoice]: "60" });
      await spend(sql, await creditOf(sql, check), { [invoice]: "10" });
      await test(sql, check, invoice, firm);
    });
}

Deno.test(
  "receipts/a_reconciled_check_is_its_payments_in_force_and_its_credit",
  withSpent(async (sql, check, invoice) => {
    for (const amount of [1, 30]) {
      await refuses(sql`
        insert into payments (invoice_id, check_reconciliation_id, paid_on, amount)
        select ${invoice}, id, '2026-04-10', ${amount} from check_reconciliations where check_id = ${check}`);
    }
    await refuses(sql`update payments set reversed_at = now() where amount = 60`);
    await refuses(sql`update facility_credits set remaining = 0, reversed_at = now()`);
  }),
);

Deno.test(
  "receipts/a_fully_spent_check_leaves_no_credit",
  withSpent(async (sql, _, __, firm) => {
    const invoice = await firm.sentInvoice("2026-04-01", "50.00");
    const spent = await post(firm, "50", { [invoice]: "50" });
    await refuses(sql`
      insert into facility_credits (facility_id, check_id, amount, remaining)
      values (${firm.facilityId}, ${spent}, 50, 50)`);
  }),
);

Deno.test(
  "receipts/what_is_left_of_a_credit_is_what_was_not_paid_from_it",
  withSpent(async (sql, _, invoice) => {
    for (const remaining of [0, 29, 31, 40]) {
      await refuses(sql`update facility_credits set remaining = ${remaining}`);
    }
    await refuses(sql`
      insert into payments (invoice_id, check_reconciliation_id, paid_on, amount)
      select ${invoice}, id, '2026-04-10', 5 from check_reconciliations
       where facility_credit_id is not null`);
    await refuses(sql`update payments set reversed_at = now() where amount = 10`);
  }),
);

Deno.test(
  "receipts/nothing_of_a_check_that_is_received_or_returned_is_in_force",
  withSpent(async (sql, check, invoice, firm) => {
    await refuses(sql`update checks set status = 'returned', return_reason = 'x'`);
    const other = await receive(firm, "20");
    const reconciliation = await reconcile(sql, { check: other }, { [invoice]: "20" });
    await refuses(sql`
      insert into payments (invoice_id, check_reconciliation_id, paid_on, amount)
      values (${invoice}, ${reconciliation}, '2026-04-10', 20)`);
    await refuses(sql`update checks set status = 'reconciled' where id = ${other}`);
    await refuses(sql`
      insert into checks (facility_id, amount, received_on, status)
      values (${firm.facilityId}, 7, '2026-04-10', 'reconciled')`);
    await returnCheck(sql, check);
    await refuses(sql`
      insert into payments (invoice_id, check_reconciliation_id, paid_on, amount)
      select ${invoice}, id, '2026-04-10', 60 from check_reconciliations where check_id = ${check}`);
    assertStrictEquals((await sql`select from payments where reversed_at is null`).length, 0);
  }),
);
