import type postgres from "postgres";
import { rateHit } from "../support/assignments/rate_hits.ts";
import { createInvoice } from "../support/billing/billed_time.ts";
import { draft } from "../support/billing/drafts.ts";
import { Firm } from "../support/firm.ts";
import { draftOf, periodInThePast } from "../support/payroll/batches.ts";
import { adjustment } from "../support/payroll/extras.ts";
import { receive, reconcile } from "../support/receivables/receipts.ts";

/** Makes the rows that a procedure's example is about and says what its placeholders stand for. */
export type MakeValues = (sql: postgres.Sql) => Promise<Readonly<Record<string, string>>>;

/**
 * Per procedure whose example in docs/api.md has placeholders, what they stand for. Called anew for
 * each example, on the project that the HTTP tests speak to, as its owner:
 *
 *     void_invoice: async (sql) => ({ invoice_id: await (await Firm.create(sql)).sentInvoice("2026-04-01") }),
 */
export const EXAMPLE_VALUES: Readonly<Record<string, MakeValues>> = {
  advance_payroll_batch_status: async (sql) => ({ payroll_batch_id: await draftBatch(sql) }),
  apply_rate_hit: async (sql) => ({
    rate_hit_id: await rateHit(sql, await (await Firm.create(sql)).assignment(), "2026-02-01"),
  }),
  backfill_invoice: async (sql) => ({ billable_facility_id: await billableFacility(sql) }),
  confirm_check_reconciliation: async (sql) => {
    const firm = await Firm.create(sql);
    const lines = { [await firm.sentInvoice("2026-04-01")]: "100.00" };
    const check = await receive(firm, "100.00");
    return { check_reconciliation_id: await reconcile(sql, { check }, lines) };
  },
  close_and_lock_payroll_batch: async (sql) => {
    const approved_batch_id = await draftBatch(sql);
    for (const status of ["in_review", "approved"]) {
      await sql`update public.payroll_batches set status = ${status} where id = ${approved_batch_id}`;
    }
    return { approved_batch_id };
  },
  close_payroll_period: async (sql) => ({ empty_period_id: (await periodInThePast(sql)).id }),
  create_facility_invoice: async (sql) => ({ billable_facility_id: await billableFacility(sql) }),
  facility_statement: async (sql) => ({ facility_id: (await Firm.create(sql)).facilityId }),
  discard_payroll_batch: async (sql) => ({ payroll_batch_id: await draftBatch(sql) }),
  hire_candidate: async (sql) => {
    const firm = await Firm.create(sql);
    return { candidate_id: await firm.candidate(), facility_id: firm.facilityId };
  },
  payroll_export: async (sql) => ({ payroll_batch_id: await draftBatch(sql) }),
  prepare_payroll_draft: async (sql) => {
    const { id, periodStart } = await periodInThePast(sql);
    const [contractor] = await sql<[{ id: string }]>`
      insert into public.contractors (first_name, last_name, email)
      values ('Ada', 'Nurse', ${crypto.randomUUID() + "@example.org"}) returning id`;
    await adjustment(sql, contractor.id, periodStart, "bonus", "250");
    return { payroll_period_id: id };
  },
  return_check: async (sql) => ({ check_id: await receive(await Firm.create(sql), "100.00") }),
  propose_check_reconciliation: async (sql) => ({
    check_id: await receive(await Firm.create(sql), "1200.00"),
  }),
  send_invoices: async (sql) => ({ draft_id: await draft(await Firm.create(sql)) }),
  void_invoice: async (sql) => ({ invoice_id: await draft(await Firm.create(sql)) }),
  recompute_draft_invoice: async (sql) => ({
    draft_invoice_id: (await createInvoice(sql, await billableFacility(sql))).id,
  }),
  write_off_invoice: async (sql) => ({
    invoice_id: await (await Firm.create(sql)).sentInvoice("2026-04-01"),
  }),
};

/** An empty draft batch of a period in the past. */
async function draftBatch(sql: postgres.Sql): Promise<string> {
  return await draftOf(sql, (await periodInThePast(sql)).periodStart);
}

/** A facility with an approved day in the week of the examples. */
async function billableFacility(sql: postgres.Sql): Promise<string> {
  const firm = await Firm.create(sql);
  await firm.entry(await firm.assignment(), "approved", "2026-03-02", "8");
  return firm.facilityId;
}
