/** Examples of what goes out of the house and comes into it: documents, books, payroll files, former books. */
import type postgres from "postgres";
import { createInvoice } from "../support/billing/billed_time.ts";
import { draft } from "../support/billing/drafts.ts";
import { send } from "../support/billing/invoices.ts";
import { Firm } from "../support/firm.ts";
import { billTo } from "../support/receivables/programs.ts";
import { periodInThePast } from "../support/payroll/batches.ts";
import {
  billableFacility,
  contractorWithBonus,
  draftWithBonus,
  type Examples,
} from "./api_example_rows.ts";

/** A bundle of one invoice of 100.00. */
async function sentBundle(sql: postgres.Sql): Promise<string> {
  const [program, facility] = [await Firm.create(sql, "Summit Program"), await Firm.create(sql)];
  await billTo(facility, program);
  const invoice = await draft(facility);
  await send(sql, [invoice]);
  const [sent] = await sql<[{ invoice_bundle_id: string }]>`
    select invoice_bundle_id from public.invoices where id = ${invoice}`;
  return sent.invoice_bundle_id;
}

/** As EXAMPLES in api_example_values.ts, which has these too. */
export const EXAMPLES_OF_FILES: Examples = {
  accruals: async (sql) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment(), "approved", "2026-03-30");
    return { values: {}, shows: { document: "ACCRUAL-2026-03-31" } };
  },
  // Days before all that other tests enter, since they share the books.
  close_books: () => Promise.resolve({ values: {}, shows: { through: "2020-03-31" } }),
  journal: async (sql) => {
    await (await Firm.create(sql)).sentInvoice("2026-04-01");
    return { values: {}, shows: { posted_on: "2026-03-02" } };
  },
  journal_file: async (sql) => {
    await (await Firm.create(sql)).sentInvoice("2026-04-01");
    return { values: {}, shows: {} };
  },
  journal_files: async (sql) => {
    await sql`update public.journal_accounts set number = account where number is null`;
    await (await Firm.create(sql)).sentInvoice("2026-04-01");
    return { values: {}, shows: { part: 1 } };
  },
  late_to_closed_books: async (sql) => {
    await sql`
      select close_books('2020-02-29')
       where not exists (select from book_closings where through >= '2020-02-29')`;
    await (await Firm.create(sql)).sentInvoice("2020-03-20");
    return { values: {}, shows: { kind: "invoice" } };
  },
  credit_note_document: async (sql) => {
    const firm = await Firm.create(sql);
    const id = await draft(firm, ["100.00"]);
    await send(sql, [id], "2026-03-02");
    const [note] = await sql<[{ id: string; number: string }]>`
      select id, number from public.credit_invoice(${id}, 'Billed twice.')`;
    return {
      values: { credit_note_id: note.id },
      shows: { number: note.number, amount: "100.00", lessens_invoice: "100.00" },
    };
  },
  hand_over_payroll: async (sql) => {
    const { contractor_id, payroll_batch_id } = await draftWithBonus(sql);
    for (const status of ["in_review", "approved", "closed"]) {
      await sql`update public.payroll_batches set status = ${status} where id = ${payroll_batch_id}`;
    }
    await sql`update public.contractors set payroll_number = id::text where id = ${contractor_id}`;
    await sql`update public.earning_codes set code = 'BON' where earning = 'bonus'`;
    return { values: { closed_batch_id: payroll_batch_id }, shows: {} };
  },
  import_rows: () =>
    Promise.resolve({
      values: {},
      shows: { kind: "facilities", dry_run: true, rows: 1, would_insert: 1, skipped: 0 },
    }),
  invoice_bundle_document: async (sql) => ({
    values: { invoice_bundle_id: await sentBundle(sql) },
    shows: { document: "invoice_bundle", total: "100.00", parts: 1 },
  }),
  invoice_bundle_file: async (sql) => ({
    values: { invoice_bundle_id: await sentBundle(sql) },
    shows: {},
  }),
  invoice_document: async (sql) => {
    const id = await (await Firm.create(sql)).sentInvoice("2026-04-01");
    return { values: { invoice_id: id }, shows: { status: "sent", total: "1000.00" } };
  },
  invoice_file: async (sql) => {
    const id = await (await Firm.create(sql)).sentInvoice("2026-04-01");
    return { values: { invoice_id: id }, shows: {} };
  },
  pay_document: async (sql) => {
    const { payroll_batch_id } = await draftWithBonus(sql);
    const [item] = await sql<[{ id: string }]>`
      select id from public.payroll_items where payroll_batch_id = ${payroll_batch_id}`;
    return {
      values: { payroll_item_id: item.id },
      shows: { batch_status: "draft", gross_pay: "250.00" },
    };
  },
  pay_batch_document: async (sql) => {
    const { payroll_batch_id } = await draftWithBonus(sql);
    return { values: { payroll_batch_id }, shows: { batch_status: "draft", people: 1, parts: 1 } };
  },
  pay_year_document: async (sql) => {
    const { id, periodStart } = await periodInThePast(sql);
    const contractor_id = await contractorWithBonus(sql, periodStart);
    const [batch] = await sql<[{ id: string }]>`
      select id from public.prepare_off_cycle(${id}, ${[
      contractor_id,
    ]}, '2026-03-12', 'Her last day.')`;
    for (const status of ["in_review", "approved", "closed"]) {
      await sql`update public.payroll_batches set status = ${status} where id = ${batch.id}`;
    }
    return { values: { contractor_id }, shows: { document: "pay_year", year: 2026 } };
  },
  pay_year_totals: () => Promise.resolve({ values: {}, shows: {} }),
  pay_year_totals_file: async (sql) => {
    await sql`update public.contractors set payroll_number = id::text where payroll_number is null`;
    return { values: {}, shows: {} };
  },
  payroll_earnings: async (sql) => {
    const { contractor_id, payroll_batch_id } = await draftWithBonus(sql);
    return {
      values: { payroll_batch_id },
      shows: { contractor_id, batch_status: "draft", earning: "bonus", amount: 250 },
    };
  },
  payroll_earnings_by_rate: async (sql) => {
    const { contractor_id, payroll_batch_id } = await draftWithBonus(sql);
    return {
      values: { payroll_batch_id },
      shows: { contractor_id, batch_status: "draft", earning: "bonus", amount: 250 },
    };
  },
  payroll_file_obstacles: async (sql) => {
    const { payroll_batch_id } = await draftWithBonus(sql);
    return { values: { payroll_batch_id }, shows: { obstacle: "payroll_number" } };
  },
  payroll_profile_templates: () =>
    Promise.resolve({ values: {}, shows: { name: "ADP Workforce Now", kind: "workforce_now" } }),
  payroll_earnings_file: async (sql) => {
    const { payroll_batch_id } = await draftWithBonus(sql);
    return { values: { payroll_batch_id }, shows: {} };
  },
  payroll_export: async (sql) => {
    const { contractor_id, payroll_batch_id } = await draftWithBonus(sql);
    return {
      values: { payroll_batch_id },
      shows: { contractor_id, batch_status: "draft", gross_pay: 250 },
    };
  },
  payroll_file: async (sql) => {
    const { payroll_batch_id } = await draftWithBonus(sql);
    return { values: { payroll_batch_id }, shows: {} };
  },
  controls_report: () => Promise.resolve({ values: {}, shows: { document: "controls" } }),
  statement_document: async (sql) => {
    const firm = await Firm.create(sql);
    await firm.sentInvoice("2026-04-01");
    return { values: { facility_id: firm.facilityId }, shows: { balance: "1000.00" } };
  },
  timesheet_document: async (sql) => {
    const { id } = await createInvoice(sql, await billableFacility(sql));
    return { values: { invoice_id: id }, shows: { status: "draft", entries: 1 } };
  },
};
