// What an invoice of interest bills and what is taken off where it accrued stay the same, whoever writes.

import { invoiceInterest, withLateInvoices } from "../../../support/receivables/billed_interest.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

Deno.test(
  "invoice_interest/its_payments_are_not_reversed_by_hand",
  withLateInvoices(async ({ sql, facilityId }) => {
    await invoiceInterest(sql, facilityId);
    await assertRefusedUnchanged(
      sql,
      () => sql`update payments set reversed_at = now() where amount = 14.79`,
      409,
      "billed_interest_does_not_add_up",
    );
    await assertRejectsWith(
      () => sql`update payments set reversed_at = now() where amount = 14.79`,
      {
        message:
          "Of the interest on invoice A, 14.79 would stand on invoice INV-2026-000001 and 0.00 be taken off there.",
      },
    );
  }),
);

Deno.test(
  "invoice_interest/payments_of_its_kind_are_not_added_or_changed_by_hand",
  withLateInvoices(async ({ sql, facilityId }, [a]) => {
    const { id = "" } = await invoiceInterest(sql, facilityId);
    const other = await sql<[{ id: string }]>`select id from invoices where number = 'B'`;
    await assertRefusedUnchanged(
      sql,
      () =>
        sql`insert into payments (invoice_id, source, component, interest_invoice_id, paid_on, amount)
            values (${a}, 'interest_invoice', 'interest', ${id ?? ""}, '2026-05-02', 1)`,
      409,
      "billed_interest_does_not_add_up",
    );
    await assertRefusedUnchanged(
      sql,
      () => sql`update payments set interest_invoice_id = ${other[0].id} where amount = 14.79`,
      409,
      "payment_is_kept",
    );
  }),
);

Deno.test(
  "invoice_interest/is_not_voided_without_its_payments_by_the_owner_s_hand",
  withLateInvoices(async ({ sql, facilityId }) => {
    await invoiceInterest(sql, facilityId);
    await assertRefusedUnchanged(
      sql,
      () => sql`update invoices set status = 'void' where kind = 'interest'`,
      409,
      "billed_interest_does_not_add_up",
    );
  }),
);
