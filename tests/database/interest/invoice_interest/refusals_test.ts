// When no interest is billed, and that then nothing changes.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { invoiceInterest, withLateInvoices } from "../../../support/receivables/billed_interest.ts";
import { noon } from "../../../support/receivables/moving_clock.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

async function refuses(
  sql: postgres.Sql,
  facility: string | null,
  through: string | null,
  status: 400 | 404 | 409,
  slug: string,
  message: string,
): Promise<void> {
  const attempt = () => invoiceInterest(sql, facility, through);
  await assertRefusedUnchanged(sql, attempt, status, slug);
  await assertRejectsWith(attempt, { message });
}

Deno.test(
  "invoice_interest/refuses_a_missing_or_unknown_facility_and_days_that_are_none_or_ahead",
  withLateInvoices(async ({ sql, facilityId }) => {
    const missing = "No value is given for facility.";
    await refuses(sql, null, null, 400, "argument_missing", missing);
    const unknown = crypto.randomUUID();
    await refuses(
      sql,
      unknown,
      null,
      404,
      "facility_not_found",
      `There is no facility ${unknown}.`,
    );
    await assertRefusedUnchanged(
      sql,
      () => invoiceInterest(sql, facilityId, "infinity"),
      400,
      "date_not_finite",
    );
    const ahead = "Today is 2026-05-02, and interest through 2026-05-03 has not accrued yet.";
    await refuses(sql, facilityId, "2026-05-03", 400, "day_ahead", ahead);
  }),
);

Deno.test(
  "invoice_interest/refuses_where_nothing_has_accrued_that_is_not_paid_or_billed",
  withLateInvoices(async ({ sql, facilityId }) => {
    const nothing = (day: string) => `All interest that accrued through ${day} is paid or billed.`;
    await refuses(
      sql,
      facilityId,
      "2026-04-01",
      409,
      "no_interest_to_bill",
      nothing("2026-04-01"),
    );
    await invoiceInterest(sql, facilityId);
    await accrueOverdueInterest(sql);
    await refuses(
      sql,
      facilityId,
      "2026-04-30",
      409,
      "no_interest_to_bill",
      nothing("2026-04-30"),
    );
  }),
);

Deno.test(
  "invoice_interest/refuses_while_the_interest_of_one_invoice_is_not_computed_up_to_the_day",
  withLateInvoices(async (firm, _, setClock) => {
    const { sql, facilityId } = firm;
    await setClock(noon("2026-05-10"));
    await refuses(
      sql,
      facilityId,
      null,
      409,
      "interest_not_computed",
      "The interest through 2026-05-09 is not computed yet for A (through 2026-05-02), B (through 2026-05-02).",
    );
    await firm.pay(
      (await sql<[{ id: string }]>`select id from invoices where number = 'B'`)[0].id,
      "2026-05-01",
      "1",
    );
    await refuses(
      sql,
      facilityId,
      "2026-05-02",
      409,
      "interest_not_computed",
      "The interest through 2026-05-02 is not computed yet for B (not yet).",
    );
    await accrueOverdueInterest(sql);
    assertEquals((await invoiceInterest(sql, facilityId, "2026-05-02")).status, "sent");
  }),
);

Deno.test(
  "invoice_interest/names_ten_invoices_that_are_not_computed_and_counts_the_others",
  withLateInvoices(async (firm) => {
    const { sql, facilityId } = firm;
    await firm.sentInvoices(11, "2026-04-20");
    await assertRejectsWith(
      () => invoiceInterest(sql, facilityId),
      ({ message }: Error) =>
        message.match(/not yet\)/g)?.length === 10 && /\) and 1 more\.$/.test(message),
    );
  }),
);

Deno.test(
  "invoice_interest/does_not_ask_for_the_interest_of_invoices_that_are_not_late_or_bear_none",
  withLateInvoices(async (firm) => {
    const { sql, facilityId } = firm;
    await firm.sentInvoice("2026-05-01");
    await firm.sentInvoice("2026-06-01");
    assertEquals((await invoiceInterest(sql, facilityId)).total, "34.52");
  }),
);
