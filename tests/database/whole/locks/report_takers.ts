/** The reports and what else locks nothing, each ready to be called. */
import { rateHit } from "../../../support/assignments/rate_hits.ts";
import { MONDAY } from "../../../support/billing/billed_time.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { invoiceFor } from "../../../support/billing/by_hand.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { switchMailOn } from "../../../support/outbox/messages.ts";
import { addWebhook } from "../../../support/outbox/webhooks.ts";
import { billTo } from "../../../support/receivables/programs.ts";
import { close, periodOf } from "../../../support/payroll/batches.ts";
import { addKind, requireKind } from "../../../support/people/credentials.ts";
import { paidBatch } from "./procedure_takers.ts";
import { plan } from "../../../support/time/plans.ts";
import { REQUEST, type Taker, write } from "./taker.ts";

/** The reports, add_webhook, change_mail, change_remit_to, remind_invoice and request_approval: they lock nothing. */
export const REPORTS: readonly Taker[] = [
  {
    names: ["add_webhook"],
    prepare: () => Promise.resolve((sql) => addWebhook(sql)),
  },
  {
    names: ["change_mail"],
    prepare: () => Promise.resolve(write("select public.change_mail('none')")),
  },
  {
    names: ["person_export"],
    prepare: async (firm) => {
      const assignment = await firm.assignment();
      return write(
        `select public.person_export('contractor', contractor_id) from public.assignments where id = '${assignment}'`,
      );
    },
  },
  {
    names: ["missing_credentials"],
    prepare: async (firm) => {
      await requireKind(firm.sql, await addKind(firm.sql, "License"));
      return write(
        `select public.missing_credentials($1, '${firm.facilityId}', '${MONDAY}')`,
        await firm.candidate(),
      );
    },
  },
  {
    names: ["time_without_credentials"],
    prepare: async (firm) => {
      await firm.entry(await firm.assignment(), "approved", MONDAY);
      await requireKind(firm.sql, await addKind(firm.sql, "License"));
      return write(`select public.time_without_credentials('${MONDAY}', '${MONDAY}')`);
    },
  },
  {
    names: ["request_approval"], // its trial gives back what it took
    prepare: async (firm) => write(REQUEST, await firm.sentInvoice("2026-03-01")),
  },
  {
    names: ["change_remit_to"],
    prepare: () => Promise.resolve(write("select public.change_remit_to('PO Box 1')")),
  },
  {
    names: ["ar_aging_as_of"],
    prepare: async (firm) => {
      await firm.sentInvoice("2026-03-01");
      return write("select public.ar_aging_as_of('2026-03-10')");
    },
  },
  {
    names: ["accruals"],
    prepare: async (firm) => {
      await paidBatch(firm);
      return write("select public.accruals('2026-03-31')");
    },
  },
  {
    names: ["journal", "journal_file", "journal_files"],
    prepare: async (firm) => {
      await firm.sentInvoice("2026-03-01");
      return write(
        `select public.journal('2026-01-01', '2026-03-31'), public.journal_file('2026-01-01', '2026-03-31'),
                public.journal_files('2026-01-01', '2026-03-31', 'csv')`,
      );
    },
  },
  {
    names: ["gross_profit", "gross_profit_file", "weekly_flash", "cash_ahead"],
    prepare: async (firm) => {
      await paidBatch(firm);
      return write(
        `select public.gross_profit('2026-01-01', '2026-03-31', by => 'recruiter'),
                public.gross_profit('2026-01-01', '2026-03-31', by => 'line'),
                public.gross_profit_file('2026-01-01', '2026-03-31'), public.weekly_flash(), public.cash_ahead()`,
      );
    },
  },
  {
    names: ["late_to_closed_books"],
    prepare: async (firm) => {
      await firm.sql`select close_books('2026-01-31')`;
      await firm.sentInvoice("2026-02-15");
      return write("select public.late_to_closed_books('2026-01-31')");
    },
  },
  {
    names: ["ar_history"],
    prepare: async (firm) => {
      await firm.sentInvoice("2026-03-01");
      return write("select public.ar_history('2026-01-01', '2026-03-10')");
    },
  },
  {
    names: ["board"],
    prepare: async (firm) => {
      await firm.sentInvoice("2026-03-01");
      return write("select public.board()");
    },
  },
  {
    names: ["search"],
    prepare: async (firm) => {
      await firm.sentInvoice("2026-03-01");
      return write("select public.search('mercy')");
    },
  },
  {
    names: ["overdue_invoices"],
    prepare: async (firm) => {
      await firm.sentInvoice("2020-03-01");
      return write("select public.overdue_invoices()");
    },
  },
  {
    names: ["remind_invoice"],
    prepare: async (firm) => {
      await switchMailOn(firm.sql, "http", ["overdue_reminder"]);
      await firm.sql`update facilities set billing_email = 'ap@mercy.example'`;
      return write("select public.remind_invoice($1)", await firm.sentInvoice("2020-03-01"));
    },
  },
  {
    names: ["timeline"],
    prepare: async (firm) => {
      const invoice = await firm.sentInvoice("2026-03-01");
      return write(`select public.timeline('invoice', '${invoice}')`);
    },
  },
  {
    names: ["credit_note_document"],
    prepare: async (firm) => {
      const invoice = await draft(firm);
      await send(firm.sql, [invoice], "2026-03-01");
      const [note] = await firm.sql<[{ id: string }]>`
        select id from public.credit_invoice(${invoice}, 'Billed twice.')`;
      return write("select public.credit_note_document($1)", note.id);
    },
  },
  {
    names: ["facility_statement"],
    prepare: async (firm) => {
      await firm.sentInvoice("2026-03-01");
      return write(
        "select public.facility_statement($1, '2026-01-01', '2026-03-10')",
        firm.facilityId,
      );
    },
  },
  {
    names: ["customer_statement", "customer_aging_as_of"],
    prepare: async (firm) => {
      await firm.sentInvoice("2026-03-01");
      return write(
        "select public.customer_statement($1, '2026-01-01', '2026-03-10'), public.customer_aging_as_of('2026-03-10')",
        firm.facilityId,
      );
    },
  },
  {
    names: ["invoice_bundle_document", "invoice_bundle_file"],
    prepare: async (firm) => {
      const program = await Firm.create(firm.sql, "Summit Program");
      await billTo(firm, program);
      await send(firm.sql, [await draft(firm)], "2026-03-01");
      const [bundle] = await firm.sql<[{ id: string }]>`select id from public.invoice_bundles`;
      return write(
        "select public.invoice_bundle_document($1), public.invoice_bundle_file($1)",
        bundle.id,
      );
    },
  },
  {
    names: ["invoice_document", "invoice_file", "timesheet_document"],
    prepare: async (firm) => {
      const invoice = await firm.sentInvoice("2026-03-01");
      return write(
        "select public.invoice_document($1), public.invoice_file($1), public.timesheet_document($1)",
        invoice,
      );
    },
  },
  {
    names: ["controls_report"],
    prepare: async (firm) => {
      await firm.entry(await firm.assignment(), "approved", MONDAY);
      return write("select public.controls_report('2026-01-01', '2026-12-31')");
    },
  },
  {
    names: ["statement_document"],
    prepare: async (firm) => {
      await firm.sentInvoice("2026-03-01");
      return write(
        "select public.statement_document($1, '2026-01-01', '2026-03-10')",
        firm.facilityId,
      );
    },
  },
  {
    names: ["tax_report"],
    prepare: async (firm) => {
      await firm.sentInvoice("2026-03-01");
      return write("select public.tax_report('2026-01-01', '2026-03-31')");
    },
  },
  {
    names: ["hours_by_state"],
    prepare: async (firm) => {
      await firm.entry(await firm.assignment(), "approved", MONDAY);
      return write("select public.hours_by_state()");
    },
  },
  {
    names: ["week_plan"],
    prepare: async (firm) => {
      await plan(firm.sql, await firm.assignment(), `${MONDAY} 08:00 MST`, `${MONDAY} 16:00 MST`);
      return write(`select public.week_plan('${MONDAY}', '${firm.facilityId}')`);
    },
  },
  {
    names: ["time_variances"],
    prepare: async (firm) => {
      await firm.entry(await firm.assignment(), "approved", MONDAY);
      return write(`select public.time_variances('${MONDAY}', '${firm.facilityId}')`);
    },
  },
  {
    names: ["pay_document"],
    prepare: async (firm) => {
      const [item] = await firm.sql<[{ id: string }]>`
        select id from public.payroll_items where payroll_batch_id = ${await paidBatch(firm)}`;
      return write("select public.pay_document($1)", item.id);
    },
  },
  {
    names: ["pay_batch_document"],
    prepare: async (firm) =>
      write("select public.pay_batch_document($1, 1)", await paidBatch(firm)),
  },
  {
    names: ["pay_year_document"],
    prepare: async (firm) => {
      const batch = await paidBatch(firm);
      await close(firm.sql, batch);
      const [paid] = await firm.sql<[{ contractor_id: string }]>`
        select contractor_id from public.payroll_items where payroll_batch_id = ${batch}`;
      return write("select public.pay_year_document($1, 2026)", paid.contractor_id);
    },
  },
  {
    names: ["pay_year_totals", "pay_year_totals_file"],
    prepare: async (firm) => {
      await paidBatch(firm);
      await firm.sql`update contractors set payroll_number = id::text`;
      return write("select public.pay_year_totals(2026), public.pay_year_totals_file(2026, 'w2')");
    },
  },
  {
    names: ["payroll_batch_review"],
    prepare: async (firm) => write("select public.payroll_batch_review($1)", await paidBatch(firm)),
  },
  {
    names: ["payroll_earnings"],
    prepare: async (firm) => write("select public.payroll_earnings($1)", await paidBatch(firm)),
  },
  {
    names: ["payroll_earnings_by_rate"],
    prepare: async (firm) =>
      write("select public.payroll_earnings_by_rate($1)", await paidBatch(firm)),
  },
  {
    names: ["payroll_file_obstacles"],
    prepare: async (firm) =>
      write("select public.payroll_file_obstacles($1, 'w2')", await paidBatch(firm)),
  },
  {
    names: ["payroll_profile_templates"],
    prepare: () => Promise.resolve(write("select public.payroll_profile_templates()")),
  },
  {
    names: ["payroll_earnings_file"],
    prepare: async (firm) =>
      write("select public.payroll_earnings_file($1, 'w2')", await paidBatch(firm)),
  },
  {
    names: ["payroll_export"],
    prepare: async (firm) => write("select public.payroll_export($1)", await paidBatch(firm)),
  },
  {
    names: ["payroll_file"],
    prepare: async (firm) => write("select public.payroll_file($1)", await paidBatch(firm)),
  },
  {
    names: ["regular_rate_of_week"],
    prepare: async (firm) => {
      await paidBatch(firm);
      return write(
        "select public.regular_rate_of_week((select contractor_id from public.payroll_items limit 1), $1)",
        MONDAY,
      );
    },
  },
  {
    names: ["proposed_break_premiums"],
    prepare: () => Promise.resolve(write("select public.proposed_break_premiums($1, $1)", MONDAY)),
  },
  {
    names: ["payroll_period_obstacles"],
    prepare: async (firm) => {
      await paidBatch(firm);
      return write(
        "select public.payroll_period_obstacles($1)",
        await periodOf(firm.sql, MONDAY),
      );
    },
  },
  {
    names: ["rate_hit_reach"],
    prepare: async (firm) => {
      const assignment = await firm.assignment();
      await invoiceFor(firm, await firm.entry(assignment, "approved", MONDAY), "draft");
      return write("select public.rate_hit_reach($1)", await rateHit(firm.sql, assignment, MONDAY));
    },
  },
  {
    names: ["version"],
    prepare: () => Promise.resolve(write("select public.version()")),
  },
];
