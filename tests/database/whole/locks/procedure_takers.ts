/** The procedures, each ready to be called. */
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import {
  backfill,
  createInvoice,
  MONDAY,
  recompute,
  SUNDAY,
} from "../../../support/billing/billed_time.ts";
import { addCodeRate } from "../../../support/time/codes.ts";
import { cancel, plan, planAhead, planPattern } from "../../../support/time/plans.ts";
import type { Firm } from "../../../support/firm.ts";
import { addCredential, addKind, contractorOf } from "../../../support/people/credentials.ts";
import { hire } from "../../../support/people/hiring.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { dispute, send, settleDispute, voidInvoice } from "../../../support/billing/invoices.ts";
import { addOrder, draftOfOrder } from "../../../support/billing/orders.ts";
import {
  advance,
  close,
  closeBatch,
  closePeriod,
  discard,
  draftOf,
  payGroup,
  periodOf,
  prepare,
  prepareDraft,
  prepareOffCycle,
} from "../../../support/payroll/batches.ts";
import { apply, applyNew, rateHit } from "../../../support/assignments/rate_hits.ts";
import {
  confirm as confirmBreak,
  dismiss as dismissBreak,
} from "../../../support/payroll/break_premiums.ts";
import { addPlan, leaveOfCode } from "../../../support/leave/leave.ts";
import { batchFor } from "../../../support/payroll/by_hand.ts";
import { arrange, overpay, settle, takeBackSettlement } from "../../../support/payroll/overpaid.ts";
import { enterCodes, handOver, workState } from "../../../support/payroll/earnings.ts";
import { invoiceFor } from "../../../support/billing/by_hand.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import {
  confirm,
  creditOf,
  post,
  receive,
  reconcile,
  refund,
  returnCheck,
  reverseWriteOff,
  spend,
  waive,
  writeOff,
  writeOffsOf,
} from "../../../support/receivables/receipts.ts";
import {
  bankReports,
  lineId,
  open,
  remittance,
  remittanceId,
  setAsideRemittance,
  settleShort,
} from "../../../support/receivables/remittances.ts";
import { INVITATIONS } from "./invitation_takers.ts";
import { DECISIONS } from "./outbox_takers.ts";
import { IMPORT } from "./import_takers.ts";
import { INVOICE_INTEREST } from "./interest_takers.ts";
import { correct } from "../../../support/time/corrections.ts";
import { setAside, takeBack } from "../../../support/time/set_aside.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import { type Call, REQUEST, type Taker, write } from "./taker.ts";
import { ROTATION } from "./webhook_takers.ts";

/** A shift that the facility cancelled within its notice. Gives its id. */
async function cancelledLate(firm: Firm, day = MONDAY): Promise<string> {
  const { sql } = firm;
  await sql`update facilities set cancellation_notice_hours = 24`;
  const assignment = await firm.assignment();
  const { id } = await planAhead(sql, assignment, `${day} 08:00 MST`, `${day} 16:00 MST`);
  await cancel(sql, id, { at: `${day} 06:00 MST` });
  return id;
}

/** An approved entry of an assignment on a draft invoice of its own, and another that is on none. */
async function billedAndUnbilled(firm: Firm, bill: () => PromiseLike<unknown>): Promise<void> {
  const assignment = await firm.assignment();
  await firm.entry(assignment, "approved", MONDAY);
  await bill();
  await firm.entry(assignment, "approved", dayOfWeek(MONDAY, 2));
}

/** A draft batch that pays an approved entry. */
export async function paidBatch(firm: Firm): Promise<string> {
  await firm.entry(await firm.assignment(), "approved", MONDAY);
  return await prepare(firm.sql, MONDAY);
}

/** An approved entry on a draft invoice and in a draft batch. */
async function billedAndPaid(firm: Firm): Promise<string> {
  const entry = await firm.entry(await firm.assignment(), "approved", MONDAY);
  await createInvoice(firm.sql, firm.facilityId);
  await prepare(firm.sql, MONDAY);
  return entry;
}

/** A check that left a credit, which is about to be spent. */
async function spending(firm: Firm): Promise<{ check: string; credit: string; invoice: string }> {
  const check = await post(firm, "100.00", {});
  return {
    check,
    credit: await creditOf(firm.sql, check),
    invoice: await firm.sentInvoice("2026-03-01"),
  };
}

/** The procedures, in the order of docs/api.md but for those of invitations. */
export const PROCEDURES: readonly Taker[] = [
  ...INVITATIONS,
  ...DECISIONS,
  IMPORT,
  INVOICE_INTEREST,
  ROTATION,
  {
    names: ["advance_payroll_batch_status"],
    prepare: async ({ sql }) => {
      const batch = await draftOf(sql, MONDAY);
      return (sql) => advance(sql, batch);
    },
  },
  {
    names: ["apply_rate_hit"],
    prepare: async (firm) => {
      const assignment = await firm.assignment();
      const entry = await firm.entry(assignment, "approved", MONDAY);
      await invoiceFor(firm, entry, "draft");
      await batchFor(firm.sql, entry, "draft");
      await addCodeRate(firm.sql, assignment, "on_call");
      const hit = await rateHit(firm.sql, assignment, MONDAY, { codes: ["on_call"] });
      return (sql) => apply(sql, hit);
    },
  },
  {
    names: ["backfill_invoice"],
    prepare: async (firm) => {
      await billedAndUnbilled(firm, () => backfill(firm.sql, firm.facilityId, SUNDAY));
      return (sql) => backfill(sql, firm.facilityId, SUNDAY);
    },
  },
  {
    names: ["adjust_leave"],
    prepare: async ({ sql }) => {
      const { contractorId, planId } = await leaveOfCode(sql);
      return (sql) =>
        sql.unsafe(
          `select public.adjust_leave('${contractorId}', '${planId}', '${MONDAY}', -1, 'A mistake')`,
        );
    },
  },
  {
    names: ["pay_out_leave"],
    prepare: async ({ sql }) => {
      const { contractorId, planId } = await leaveOfCode(sql);
      return (sql) =>
        sql.unsafe(
          `select public.pay_out_leave('${contractorId}', '${planId}', '${MONDAY}', 'Last day')`,
        );
    },
  },
  {
    names: ["close_and_lock_payroll_batch"],
    prepare: async (firm) => {
      await addPlan(firm.sql);
      const batch = await paidBatch(firm);
      await advance(firm.sql, batch);
      await advance(firm.sql, batch);
      return (sql) => closeBatch(sql, batch);
    },
  },
  {
    names: ["close_payroll_period"],
    prepare: async ({ sql }) => {
      const period = await periodOf(sql, MONDAY);
      return (sql) => closePeriod(sql, period);
    },
  },
  {
    names: ["confirm_check_reconciliation"],
    prepare: async (firm) => {
      const { credit, invoice } = await spending(firm);
      const reconciliation = await reconcile(firm.sql, { credit }, { [invoice]: "40.00" });
      return (sql) => confirm(sql, reconciliation);
    },
  },
  {
    names: ["correct_time_entry"],
    prepare: async (firm) => {
      const entry = await billedAndPaid(firm);
      return (sql) => correct(sql, entry, { hours: "3" });
    },
  },
  {
    names: ["take_client_time"],
    prepare: async (firm) => {
      const entry = await billedAndPaid(firm);
      const line = await clientLine(firm.sql, entry, "3");
      return (sql) => sql.unsafe("select * from take_client_time(array[$1]::uuid[])", [line]);
    },
  },
  {
    names: ["dispute_client_time"],
    prepare: async (firm) => {
      const entry = await firm.entry(await firm.assignment(), "approved", "2026-03-02", "8");
      const line = await clientLine(firm.sql, entry, "3");
      return (sql) =>
        sql.unsafe("select * from dispute_client_time(array[$1]::uuid[], 'Not so.')", [line]);
    },
  },
  {
    names: ["create_facility_invoice"],
    prepare: async (firm) => {
      await billedAndUnbilled(firm, () => createInvoice(firm.sql, firm.facilityId));
      return (sql) => createInvoice(sql, firm.facilityId);
    },
  },
  {
    names: ["discard_payroll_batch"],
    prepare: async (firm) => {
      const batch = await paidBatch(firm);
      return (sql) => discard(sql, batch);
    },
  },
  {
    names: ["dispute_invoice"],
    prepare: async (firm) => {
      const invoice = await firm.sentInvoice("2026-03-01");
      return (sql) => dispute(sql, invoice);
    },
  },
  {
    names: ["hand_over_payroll"],
    prepare: async (firm) => {
      const batch = await paidBatch(firm);
      await close(firm.sql, batch);
      await enterCodes(firm.sql);
      return (sql) => handOver(sql, batch, "w2");
    },
  },
  {
    names: ["hire_candidate", "require_credentials"],
    prepare: async (firm) => {
      const { sql } = firm;
      const holder = {
        contractor_id: await contractorOf(sql, await firm.assignment("2026-01-31")),
      };
      await addCredential(sql, holder, await addKind(sql, "License"));
      const candidate = await firm.candidate();
      await firm.sql`update contractors set candidate_id = ${candidate}`;
      return (sql) => hire(sql, { candidate_id: candidate, facility_id: firm.facilityId });
    },
  },
  {
    names: ["make_payroll_periods"],
    prepare: async ({ sql }) =>
      write(
        "select public.make_payroll_periods($1)",
        await payGroup(sql, "Weekly", [1, MONDAY, 5]),
      ),
  },
  {
    names: ["prepare_off_cycle"],
    prepare: async (firm) => {
      await paidBatch(firm);
      const period = await periodOf(firm.sql, MONDAY);
      const [{ id }] = await firm.sql<[{ id: string }]>`
        select contractor_id as id from payroll_items`;
      return (sql) => prepareOffCycle(sql, period, [id]);
    },
  },
  {
    names: ["prepare_payroll_draft"],
    prepare: async (firm) => {
      await paidBatch(firm);
      const period = await periodOf(firm.sql, MONDAY);
      return (sql) => prepareDraft(sql, period);
    },
  },
  {
    names: ["propose_check_reconciliation"],
    prepare: async (firm) => {
      const { sql, facilityId } = firm;
      await firm.sentInvoice("2026-03-01");
      const check = await receive(firm, "100.00");
      const former = await reconcile(sql, { check }, {});
      await sql`update check_reconciliations set status = 'returned' where id = ${former}`;
      await sql`
        insert into facility_credits (facility_id, check_id, amount, remaining, reversed_at)
        values (${facilityId}, ${check}, 1, 0, now())`;
      return write("select public.propose_check_reconciliation($1)", check);
    },
  },
  {
    names: ["recompute_draft_invoice"],
    prepare: async (firm) => {
      await billedAndUnbilled(firm, () => createInvoice(firm.sql, firm.facilityId));
      const [invoice] = await firm.sql<[{ id: string }]>`select id from invoices`;
      return (sql) => recompute(sql, invoice.id);
    },
  },
  {
    names: ["refund_credit"],
    prepare: async (firm) => {
      const { credit } = await spending(firm);
      return (sql) => refund(sql, credit, "1.00");
    },
  },
  {
    names: ["assign_remittance", "enter_remittances", "propose_remitted"],
    prepare: async (firm) => {
      await firm.sentInvoice("2026-03-01");
      await bankReports(firm.sql, remittance({ invoice_number: "unknown" }));
      return write(
        "select public.assign_remittance(id, $1) from public.remittances",
        firm.facilityId,
      );
    },
  },
  {
    names: ["set_aside_remittance"],
    prepare: async ({ sql }) => {
      await bankReports(sql, remittance());
      const id = await remittanceId(sql);
      return (sql) => setAsideRemittance(sql, id);
    },
  },
  {
    names: ["settle_short_payment", "dispute_invoice"],
    prepare: async ({ sql }) => {
      await open(sql, { "4711": ["F1", "100.00"] });
      await bankReports(sql, remittance({ invoice_number: "4711", invoice_amount: "1.00" }));
      const line = await lineId(sql, "4711");
      return (sql) => settleShort(sql, line, "dispute", null, "Hours.");
    },
  },
  {
    names: ["return_check"],
    prepare: async (firm) => {
      const { check, credit, invoice } = await spending(firm);
      await spend(firm.sql, credit, { [invoice]: "40.00" });
      return (sql) => returnCheck(sql, check);
    },
  },
  {
    names: ["rls_auto_enable"],
    prepare: async ({ sql }) => {
      await sql`create table public.loose (id int)`;
      await sql`alter table public.loose disable row level security`;
      return write("select public.rls_auto_enable()");
    },
  },
  {
    names: ["enter_shift"],
    prepare: async (firm) =>
      write(
        `select public.enter_shift($1, '${MONDAY} 19:00 MST', '${dayOfWeek(MONDAY, 2)} 07:00 MST')`,
        await firm.assignment(),
      ),
  },
  {
    names: ["enter_planned_shifts"],
    prepare: async (firm) => {
      const assignment = await firm.assignment();
      await plan(firm.sql, assignment, `${MONDAY} 19:00 MST`, `${dayOfWeek(MONDAY, 2)} 07:00 MST`);
      return write(`select public.enter_planned_shifts($1, '${MONDAY}')`, assignment);
    },
  },
  {
    names: ["plan_shift"],
    prepare: async (firm) => {
      const id = await cancelledLate(firm);
      return write(
        `select public.plan_shift(assignment_id, starts_at, ends_at) from planned_shifts where id = $1`,
        id,
      );
    },
  },
  {
    names: ["plan_shifts"],
    prepare: async (firm) =>
      write(
        `select public.plan_shifts(assignment_id, '${MONDAY}', 1, '{1,3}', '07:00', '15:00')
           from planned_shifts where id = $1`,
        await cancelledLate(firm),
      ),
  },
  {
    names: ["plan_as_last_week"],
    prepare: async (firm) => {
      const id = await cancelledLate(firm, "2026-03-16");
      const [late] = await firm.sql<[{ assignment: string }]>`
        select assignment_id as assignment from planned_shifts where id = ${id}`;
      await planPattern(firm.sql, late.assignment);
      return write("select public.plan_as_last_week('2026-03-16', $1)", firm.facilityId);
    },
  },
  {
    names: ["cancel_planned_shift"],
    prepare: async (firm) => {
      await firm.sql`update facilities set cancellation_notice_hours = 24`;
      const { id } = await plan(
        firm.sql,
        await firm.assignment(),
        `${MONDAY} 08:00 MST`,
        `${MONDAY} 16:00 MST`,
      );
      return write("select public.cancel_planned_shift($1, 'Census is low.')", id);
    },
  },
  {
    names: ["save_week"],
    prepare: async (firm) => {
      const assignment = await firm.assignment();
      await firm.entry(assignment, "draft", MONDAY);
      return write(
        `select public.save_week($1, '${MONDAY}', '{"${MONDAY}": 5, "${
          dayOfWeek(MONDAY, 2)
        }": 8}', true)`,
        assignment,
      );
    },
  },
  {
    names: ["send_invoices"],
    prepare: async (firm) => {
      await send(firm.sql, [await draft(firm)]);
      const next = await draftOfOrder(firm, await addOrder(firm), "100.00");
      return (sql) => send(sql, [next]);
    },
  },
  {
    names: ["arrange_recovery"],
    prepare: async (firm) => {
      const contractor = await overpaidOf(firm);
      return (sql) => arrange(sql, contractor);
    },
  },
  {
    names: ["confirm_break_premium"],
    prepare: async (firm) => {
      const contractor = await missedBreakOf(firm);
      return (sql) => confirmBreak(sql, contractor, MONDAY);
    },
  },
  {
    names: ["dismiss_break_premium"],
    prepare: async (firm) => {
      const contractor = await missedBreakOf(firm);
      return (sql) => dismissBreak(sql, contractor, MONDAY);
    },
  },
  {
    names: ["settle_overpayment"],
    prepare: async (firm) => {
      const contractor = await overpaidOf(firm);
      return (sql) => settle(sql, contractor, MONDAY, "waived");
    },
  },
  {
    names: ["take_back_settlement"],
    prepare: async (firm) => {
      const { id } = await settle(firm.sql, await overpaidOf(firm), MONDAY, "waived");
      return (sql) => takeBackSettlement(sql, id);
    },
  },
  {
    names: ["set_aside_time"],
    prepare: async (firm) => {
      const entry = await billedAndPaid(firm);
      return (sql) => setAside(sql, [entry]);
    },
  },
  {
    names: ["settle_dispute"],
    prepare: async (firm) => {
      const invoice = await firm.sentInvoice("2026-03-01");
      await dispute(firm.sql, invoice);
      return (sql) => settleDispute(sql, invoice);
    },
  },
  {
    names: ["take_back_set_aside_time"],
    prepare: async (firm) => {
      const entry = await firm.entry(await firm.assignment(), "locked");
      await setAside(firm.sql, [entry]);
      return (sql) => takeBack(sql, [entry]);
    },
  },
  {
    names: ["close_area"],
    prepare: () => Promise.resolve(write("select public.close_area('time', '2026-01-31')")),
  },
  {
    names: ["open_area"],
    prepare: async (firm) => {
      await firm.sql`select close_area('time', '2026-01-31')`;
      return write("select public.open_area('time', 'A week came late.')");
    },
  },
  {
    names: ["close_books"],
    prepare: async (firm) => {
      await firm.sentInvoice("2026-03-01");
      return write("select public.close_books('2026-01-31')");
    },
  },
  {
    names: ["void_invoice"],
    prepare: async (firm) => {
      const invoice = await draft(firm);
      return (sql) => voidInvoice(sql, invoice);
    },
  },
  {
    names: ["weekly_billing_run"],
    prepare: async (firm) => {
      const run: Call = (sql) => sql.unsafe("select public.weekly_billing_run($1)", [MONDAY]);
      await billedAndUnbilled(firm, () => run(firm.sql));
      return run;
    },
  },
  {
    names: ["credit_invoice"],
    prepare: async (firm) => {
      const assignment = await firm.assignment();
      await firm.entry(assignment, "approved", MONDAY);
      const { id } = await createInvoice(firm.sql, firm.facilityId);
      await send(firm.sql, [id], "2026-03-01");
      await applyNew(firm.sql, assignment, MONDAY, { bill: "-30", pay: "0" }, true);
      return (sql) => credit(sql, id, { forDifferences: true });
    },
  },
  {
    names: ["reverse_write_off"],
    prepare: async (firm) => {
      const invoice = await draft(firm);
      await send(firm.sql, [invoice], "2026-03-01");
      await writeOff(firm.sql, invoice, "1.00");
      await credit(firm.sql, invoice); // which leaves as much
      const [off = ""] = await writeOffsOf(firm.sql, invoice);
      return (sql) => reverseWriteOff(sql, off);
    },
  },
  {
    names: ["waive_interest"],
    prepare: async (firm) => {
      await firm.terms();
      const invoice = await firm.sentInvoice("2026-03-01");
      await accrueOverdueInterest(firm.sql);
      return (sql) => waive(sql, invoice, "0.01");
    },
  },
  {
    names: ["write_off_invoice"],
    prepare: async (firm) => {
      const invoice = await firm.sentInvoice("2026-03-01");
      return (sql) => writeOff(sql, invoice, "1.00");
    },
  },
  {
    names: ["approve", "write_off_invoice"],
    prepare: async (firm) => {
      await firm.sql.unsafe(REQUEST, [await firm.sentInvoice("2026-03-01")]);
      return write("select public.approve(id) from public.approvals");
    },
  },
  {
    names: ["decline_approval"],
    prepare: async (firm) => {
      await firm.sql.unsafe(REQUEST, [await firm.sentInvoice("2026-03-01")]);
      return write("select public.decline_approval(id, 'They pay.') from public.approvals");
    },
  },
];

/** A contractor who worked in California. */
async function missedBreakOf(firm: Firm): Promise<string> {
  const assignment = await firm.assignment();
  await firm.entry(assignment, "approved", MONDAY);
  await workState(firm.sql, assignment, "CA");
  const [{ id }] = await firm.sql<[{ id: string }]>`
    select contractor_id as id from assignments where id = ${assignment}`;
  return id;
}

/** A contractor of whose week a closed batch found that too much was paid. */
async function overpaidOf(firm: Firm): Promise<string> {
  const assignment = await firm.assignment();
  const [{ id }] = await firm.sql<[{ id: string }]>`
    select contractor_id as id from assignments where id = ${assignment}`;
  return await overpay(firm.sql, id, await draftOf(firm.sql, MONDAY), MONDAY);
}

/** A line of the client's system, of the day of an entry. */
async function clientLine(sql: Firm["sql"], entry: string, hours: string): Promise<string> {
  const [line] = await sql<[{ id: string }]>`
    insert into client_time (system, line_id, assignment_id, work_date, code, hours, received_at)
    select 'Mercy''s program', id, assignment_id, work_date, code, ${hours}, now()
      from time_entries where id = ${entry} returning id`;
  return line.id;
}
