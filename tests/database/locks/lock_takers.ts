/** Everything that locks, each ready to be called: procedures, jobs, and writes that a guard looks at. */
import type postgres from "postgres";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import {
  backfill,
  createInvoice,
  MONDAY,
  recompute,
  SUNDAY,
} from "../../support/billing/billed_time.ts";
import type { Firm } from "../../support/firm.ts";
import { hire } from "../../support/people/hiring.ts";
import { draft } from "../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { adjustment } from "../../support/payroll/extras.ts";
import {
  advance,
  closeBatch,
  closePeriod,
  discard,
  draftOf,
  periodOf,
  prepare,
  prepareDraft,
} from "../../support/payroll/batches.ts";
import { apply, rateHit } from "../../support/assignments/rate_hits.ts";
import { batchFor } from "../../support/payroll/by_hand.ts";
import { invoiceFor } from "../../support/billing/by_hand.ts";
import {
  confirm,
  creditOf,
  post,
  receive,
  reconcile,
  returnCheck,
  spend,
  writeOff,
} from "../../support/receivables/receipts.ts";
import { setAside, takeBack } from "../../support/time/set_aside.ts";
import { dayOfWeek } from "../../support/time/worked_time.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** Does it, on a connection inside a transaction. */
type Call = (sql: Sql) => PromiseLike<unknown>;

/** Something that locks. */
export interface Taker {
  /** As the table names it; a write has all the guards that it calls. */
  readonly names: readonly string[];
  /** Makes the rows that it is about, each of its locks finding some. */
  readonly prepare: (firm: Firm) => Promise<Call>;
}

/** A job, which has transactions of its own. */
export interface Job {
  readonly name: string;
  /** The table that it writes last in a transaction. */
  readonly writes: string;
  readonly prepare: (firm: Firm) => Promise<void>;
  readonly run: (sql: postgres.Sql) => PromiseLike<unknown>;
}

/** What {@link Taker.prepare} gives for a statement about one id. */
const write = (statement: string, ...values: string[]): Call => (sql) =>
  sql.unsafe(statement, values);

/** An approved entry of an assignment on a draft invoice of its own, and another that is on none. */
async function billedAndUnbilled(firm: Firm, bill: () => PromiseLike<unknown>): Promise<void> {
  const assignment = await firm.assignment();
  await firm.entry(assignment, "approved", MONDAY);
  await bill();
  await firm.entry(assignment, "approved", dayOfWeek(MONDAY, 2));
}

/** A draft batch that pays an approved entry. */
async function paidBatch(firm: Firm): Promise<string> {
  await firm.entry(await firm.assignment(), "approved", MONDAY);
  return await prepare(firm.sql, MONDAY);
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

/** The procedures, in the order of docs/api.md. */
export const PROCEDURES: readonly Taker[] = [
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
      const hit = await rateHit(firm.sql, assignment, MONDAY);
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
    names: ["close_and_lock_payroll_batch"],
    prepare: async (firm) => {
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
    names: ["hire_candidate"],
    prepare: async (firm) => {
      await firm.assignment("2026-01-31");
      const candidate = await firm.candidate();
      await firm.sql`update contractors set candidate_id = ${candidate}`;
      return (sql) => hire(sql, { candidate_id: candidate, facility_id: firm.facilityId });
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
    names: ["send_invoices"],
    prepare: async (firm) => {
      await send(firm.sql, [await draft(firm)]);
      const next = await draft(firm);
      return (sql) => send(sql, [next]);
    },
  },
  {
    names: ["set_aside_time"],
    prepare: async (firm) => {
      const entry = await firm.entry(await firm.assignment(), "draft");
      return (sql) => setAside(sql, [entry]);
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
    names: ["void_invoice"],
    prepare: async (firm) => {
      const invoice = await draft(firm);
      return (sql) => voidInvoice(sql, invoice);
    },
  },
  {
    names: ["weekly_billing_run"],
    prepare: async (firm) => {
      const run = (sql: Sql) => sql.unsafe("select public.weekly_billing_run($1)", [MONDAY]);
      await billedAndUnbilled(firm, () => run(firm.sql));
      return run;
    },
  },
  {
    names: ["write_off_invoice"],
    prepare: async (firm) => {
      const invoice = await firm.sentInvoice("2026-03-01");
      return (sql) => writeOff(sql, invoice, "1.00");
    },
  },
];

/** The reports, which lock nothing. */
export const REPORTS: readonly Taker[] = [
  {
    names: ["ar_aging_as_of"],
    prepare: async (firm) => {
      await firm.sentInvoice("2026-03-01");
      return write("select public.ar_aging_as_of('2026-03-10')");
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
    names: ["payroll_export"],
    prepare: async (firm) => write("select public.payroll_export($1)", await paidBatch(firm)),
  },
  {
    names: ["payroll_file"],
    prepare: async (firm) => write("select public.payroll_file($1)", await paidBatch(firm)),
  },
];

/** Writes that guards look at. */
export const WRITES: readonly Taker[] = [
  {
    names: ["check_batches_are_drafts"],
    prepare: async ({ sql }) => {
      const batch = await draftOf(sql, MONDAY);
      await sql`insert into contractors (first_name, last_name, email) values ('Ada', 'Nurse', 'ada@example.org')`;
      return write(
        "insert into payroll_items (payroll_batch_id, contractor_id) select $1, id from contractors",
        batch,
      );
    },
  },
  {
    names: ["check_invoices_are_drafts"],
    prepare: async (firm) => {
      await draft(firm);
      return write("update invoice_lines set description = 'Mileage'");
    },
  },
  {
    names: ["check_time_entry_days"],
    prepare: async (firm) =>
      write(
        `insert into time_entries (assignment_id, work_date, hours) values ($1, '${MONDAY}', 8)`,
        await firm.assignment(),
      ),
  },
  {
    names: ["check_time_entry_move"],
    prepare: async (firm) =>
      write(
        "update time_entries set status = 'draft' where id = $1",
        await firm.entry(await firm.assignment(), "approved"),
      ),
  },
  {
    names: ["guard_adjustment_approval"],
    prepare: async (firm) => {
      await firm.assignment();
      const [contractor] = await firm.sql<[{ id: string }]>`select id from contractors`;
      return write(
        "update payroll_adjustments set approved_at = null where id = $1",
        await adjustment(firm.sql, contractor.id, MONDAY, "bonus", "50.00"),
      );
    },
  },
  {
    names: ["guard_assignment_dates", "guard_assignment_start"],
    prepare: async (firm) => {
      const assignment = await firm.assignment();
      await firm.renewal(assignment, "2026-06-30", "declined");
      return write("update assignments set start_date = '2026-01-02' where id = $1", assignment);
    },
  },
  {
    names: ["guard_assignment_dates", "move_renewals"],
    prepare: async (firm) => {
      const assignment = await firm.assignment();
      await firm.renewal(assignment, "2026-06-30", "declined");
      return write("update assignments set end_date = '2026-12-31' where id = $1", assignment);
    },
  },
  {
    names: ["guard_assignment_rate"],
    prepare: async (firm) => {
      await firm.assignment();
      return write("update assignment_rates set effective_from = '2025-12-31'");
    },
  },
  {
    names: ["fill_base_rates"],
    prepare: async (firm) => {
      await firm.assignment();
      return write("update assignment_rates set bill_rate = 101");
    },
  },
  {
    names: ["guard_check_entry"],
    prepare: async (firm) => {
      const [check] = await firm.sql<[{ id: string }]>`
        insert into checks (facility_id, amount, received_on)
        values (${firm.facilityId}, 100, '2026-03-01') returning id`;
      return write("update checks set check_number = '4711' where id = $1", check.id);
    },
  },
  {
    names: ["guard_reconciliation_lines"],
    prepare: async (firm) => {
      const invoice = await firm.sentInvoice("2026-03-01");
      const check = await receive(firm, "100.00");
      await reconcile(firm.sql, { check }, { [invoice]: "40.00" });
      return write("update check_reconciliation_lines set amount = 50");
    },
  },
  {
    names: ["guard_renewal"],
    prepare: async (firm) =>
      write(
        "insert into contract_renewals (assignment_id, renewal_date) values ($1, '2026-06-30')",
        await firm.assignment(),
      ),
  },
  {
    names: ["hold_admins"],
    prepare: async ({ sql }) => {
      await sql`
        insert into staff_members (user_id, roles)
        select gen_random_uuid(), '{admin}' from generate_series(1, 2)`;
      return async (sql) => {
        await sql.unsafe("set local role service_role");
        await sql.unsafe("update staff_members set roles = '{admin, payroll}'");
      };
    },
  },
  {
    names: ["hold_time_to_write"],
    prepare: async (firm) =>
      write(
        `set local role service_role;
         update time_entries set notes = 'Seen.'
          where id = '${await firm.entry(await firm.assignment(), "draft")}'`,
      ),
  },
  {
    names: ["guard_new_time_entries", "check_time_entry_days"],
    prepare: async (firm) => {
      for (let n = 0; n < 2; n++) await firm.assignment();
      return write(
        `set local role service_role;
         insert into time_entries (assignment_id, work_date, hours)
         select id, '${MONDAY}', 8 from assignments`,
      );
    },
  },
  {
    names: ["check_invoices_are_drafts"],
    prepare: async (firm) => {
      const id = await draft(firm);
      return write(
        `set local role service_role;
         insert into invoice_lines (invoice_id, kind, description, amount)
         values ('${id}', 'adjustment', 'Mileage', 1)`,
      );
    },
  },
  {
    names: ["interest_due_again_by_terms"],
    prepare: async (firm) => {
      await firm.terms();
      await firm.sentInvoice("2026-03-01");
      return write("update facility_interest_terms set annual_rate = 0.1");
    },
  },
  {
    names: ["settle_invoices"],
    prepare: async (firm) =>
      write(
        "insert into payments (invoice_id, paid_on, amount) values ($1, '2026-03-10', 10)",
        await firm.sentInvoice("2026-03-01"),
      ),
  },
];

/** The jobs. */
export const JOBS: readonly Job[] = [
  {
    name: "accrue-interest",
    writes: "invoices",
    prepare: async (firm) => {
      await firm.terms();
      await firm.sentInvoice("2026-03-01");
    },
    run: accrueOverdueInterest,
  },
  {
    name: "lock-ended",
    writes: "time_entries",
    prepare: async (firm) => {
      await firm.entry(await firm.assignment("2026-03-01"), "submitted");
    },
    run: lockEndedAssignments,
  },
];
