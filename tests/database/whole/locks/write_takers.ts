/** Writes that a guard looks at, and jobs, each ready to be called. */
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { lockEndedAssignments } from "../../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { createInvoice, MONDAY } from "../../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../../support/billing/coded_time.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { addFee, addTax } from "../../../support/billing/fees.ts";
import { addNurse, addPlan, openWith, takeLeave } from "../../../support/leave/leave.ts";
import { adjustment } from "../../../support/payroll/extras.ts";
import { Firm } from "../../../support/firm.ts";
import { invite, newcomer } from "../../../support/people/invitations.ts";
import { draftOf } from "../../../support/payroll/batches.ts";
import { receive, reconcile } from "../../../support/receivables/receipts.ts";
import { guarantee } from "../../../support/time/guarantees.ts";
import {
  addCredential,
  addKind,
  contractorOf,
  requireKind,
} from "../../../support/people/credentials.ts";
import { IMPORTS } from "./import_takers.ts";
import { MAILS } from "./mail_takers.ts";
import { MESSAGES } from "./outbox_takers.ts";
import { type Job, type Taker, write } from "./taker.ts";

/** Writes that guards look at. */
export const WRITES: readonly Taker[] = [
  ...IMPORTS,
  ...MAILS,
  ...MESSAGES,
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
    names: ["guard_bill_to", "hold_billing_of_bill_to", "charge_drafts_of_bill_to"],
    prepare: async (firm) => {
      const program = await Firm.create(firm.sql, "Summit Program");
      await addFee(program);
      await draft(firm);
      return write(
        `update facilities set bill_to_facility_id = $1 where id = '${firm.facilityId}'`,
        program.facilityId,
      );
    },
  },
  {
    names: ["guard_recruiter_shares"],
    prepare: async (firm) => {
      await firm.assignment();
      await firm
        .sql`insert into staff_members (name, email) values ('Rae Recruiter', 'rae@example.org')`;
      return write(
        `insert into assignment_recruiters (assignment_id, staff_member_id, share, effective_from)
         select assignment.id, member.id, 0.5, '2026-03-02'
           from assignments as assignment cross join staff_members as member
          where member.name = 'Rae Recruiter'`,
      );
    },
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
    names: ["guard_assignment_dates", "guard_assignment_start", "hold_requirements"],
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
    names: ["guard_new_assignments", "hold_requirements"],
    prepare: async (firm) => {
      await firm.assignment();
      return write(
        `set local role service_role;
         insert into assignments (contractor_id, facility_id, start_date, department)
         select contractor_id, facility_id, start_date, 'Charge' from assignments`,
      );
    },
  },
  {
    names: ["guard_new_assignments", "hold_requirements", "require_credentials_of_placed"],
    prepare: async (firm) => {
      const { sql } = firm;
      const kind = await addKind(sql, "License");
      await addCredential(
        sql,
        { contractor_id: await contractorOf(sql, await firm.assignment()) },
        kind,
      );
      await requireKind(sql, kind);
      return write(
        `set local role service_role;
         insert into assignments (contractor_id, facility_id, start_date, department)
         select contractor_id, facility_id, start_date, 'Charge' from assignments`,
      );
    },
  },
  {
    names: ["guard_credential"],
    prepare: async (firm) =>
      write(
        `insert into credentials (candidate_id, credential_kind_id)
         values ($1, '${await addKind(firm.sql, "License")}')`,
        await firm.candidate(),
      ),
  },
  {
    names: ["change_requirements"],
    prepare: async ({ sql }) =>
      write(
        "insert into requirements (credential_kind_id, effective_from) values ($1, '2026-01-01')",
        await addKind(sql, "License"),
      ),
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
    names: ["change_bill_terms"],
    prepare: async (firm) => {
      await firm.assignment();
      return write("update assignment_bill_terms set overtime_multiplier = 1.4");
    },
  },
  {
    names: ["change_bill_terms", "hold_time_to_write"],
    prepare: async (firm) =>
      write(
        `set local role service_role;
         update assignments set bill_overtime_multiplier = 1.4
          where id = '${await firm.assignment()}'`,
      ),
  },
  {
    names: ["change_bill_terms", "hold_time_to_write", "fill_base_rates"],
    prepare: async (firm) => {
      await firm.assignment();
      return write("set local role service_role; update assignment_rates set pay_rate = 61");
    },
  },
  {
    names: ["keep_overtime_rule"],
    prepare: async ({ sql }) => {
      await sql`
        insert into overtime_rules (name, title, weekly_overtime_after, source)
        values ('contract_48', 'Over 48', 48, 'The contract')`;
      return write("delete from overtime_rules where name = 'contract_48'");
    },
  },
  {
    names: ["keep_time_code"],
    prepare: async ({ sql }) => {
      await sql`insert into time_codes (name, title) values ('float', 'Float')`;
      return write("delete from time_codes where name = 'float'");
    },
  },
  {
    names: ["keep_closed_code_accounts"],
    prepare: () =>
      Promise.resolve(
        write("update time_codes set pay_account = 'stipends' where name = 'per_diem'"),
      ),
  },
  {
    names: ["guard_leave_plan_code"],
    prepare: () =>
      Promise.resolve(
        write("insert into leave_plans (name, code) values ('Vacation', 'vacation')"),
      ),
  },
  {
    names: ["keep_leave_plan"],
    prepare: async ({ sql }) => {
      const plan = await addPlan(sql);
      return write("update leave_plans set state = 'WA' where id = $1", plan);
    },
  },
  {
    names: ["keep_leave_plan_terms"],
    prepare: async ({ sql }) => {
      const plan = await addPlan(sql);
      return write("delete from leave_plan_terms where leave_plan_id = $1", plan);
    },
  },
  {
    names: ["lapse_leave"],
    prepare: async ({ sql }) => {
      await addPlan(sql);
      return write("select private.lapse_leave($1::text::date)", MONDAY);
    },
  },
  {
    names: ["follow_leave_of_entry"],
    prepare: async ({ sql }) => {
      const plan = await addPlan(sql);
      const { contractorId, at } = await addNurse(sql);
      await openWith(sql, plan, contractorId, "2026-03-01", 10);
      const entry = await takeLeave(sql, at.CO, MONDAY, 4, { status: "pending_approval" });
      return write("update time_entries set status = 'approved' where id = $1", entry);
    },
  },
  {
    names: ["hold_time_to_write", "move_leave_of_facility"],
    prepare: async ({ sql }) => {
      await openWith(sql, await addPlan(sql), (await addNurse(sql)).contractorId, "2026-03-01", 10);
      return write(
        `set local role service_role;
         update facilities set work_state = 'AZ' where work_state = 'CO'`,
      );
    },
  },
  {
    names: ["hold_rates_to_write", "guard_assignment_code_rate"],
    prepare: async (firm) => {
      const assignment = await firm.assignment();
      return write(
        `set local role service_role;
         insert into assignment_code_rates (assignment_id, code, effective_from, pay_rate)
         values ('${assignment}', 'on_call', '2026-01-01', 5)`,
      );
    },
  },
  {
    names: ["hold_rates_to_write", "guard_facility_code_rate"],
    prepare: async (firm) => {
      await firm.assignment();
      return write(
        `set local role service_role;
         insert into facility_code_rates (facility_id, code, effective_from, pay_rate)
         values ('${firm.facilityId}', 'on_call', '2026-01-01', 5)`,
      );
    },
  },
  {
    names: ["hold_rates_to_write", "guard_assignment_code_rate", "follow_code_rates"],
    prepare: async (firm) => {
      const assignment = await firm.assignment();
      await codeRate(firm.sql, assignment, "on_call", { bill: "8", pay: "5" });
      await codedEntry(firm.sql, assignment, MONDAY, "on_call", "12");
      const { id } = await createInvoice(firm.sql, firm.facilityId);
      await firm.sql`select from send_invoices(array[${id}::uuid])`;
      return write("set local role service_role; update assignment_code_rates set bill_rate = 9");
    },
  },
  {
    names: ["hold_rates_to_write", "check_codes_of_premium"],
    prepare: async (firm) => {
      await firm.assignment();
      return write(
        `set local role service_role;
         insert into premium_rules (title, effective_from, from_time, to_time, pay_multiplier, pay_amount)
         values ('Night', '2026-01-01', '19:00', '07:00', 1, 5)`,
      );
    },
  },
  {
    names: ["hold_rates_to_write", "guard_used_guarantee"],
    prepare: async (firm) => {
      await guarantee(firm.sql, await firm.assignment());
      await createInvoice(firm.sql, firm.facilityId);
      return write("set local role service_role; update guarantees set bill_hours = 40");
    },
  },
  {
    names: ["guard_overtime_rule_reason", "hold_requirements"],
    prepare: async (firm) => {
      const assignment = await firm.assignment();
      await firm.sql`
        update assignments set overtime_rule = 'none', overtime_rule_reason = 'Exempt.'`;
      await firm.sql`update contractors set employment_type = '1099'`;
      return write(
        `set local role service_role;
         insert into assignments (contractor_id, facility_id, start_date, overtime_rule, department)
         select contractor_id, facility_id, '2027-01-01', 'none', 'Charge' from assignments
          where id = '${assignment}'`,
      );
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
    names: ["hold_person"],
    prepare: async ({ sql }) => {
      const people = [await newcomer(sql, "staff_member"), await newcomer(sql, "facility_contact")];
      return async (sql) => {
        for (const person of people) await invite(sql, person);
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
    names: ["guard_new_shift_entry"],
    prepare: async (firm) =>
      write(
        `set local role service_role;
         insert into time_entries (
                assignment_id, work_date, hours, shift_id, shift_contractor_id, started_at, ended_at, break_minutes)
         select id, '${MONDAY}', 8, id, contractor_id, '${MONDAY} 08:00 MST', '${MONDAY} 16:00 MST', 0
           from assignments where id = '${await firm.assignment()}'`,
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
    names: ["hold_drafts_to_charge", "charge_drafts_of_fees"],
    prepare: async (firm) => {
      await draft(firm);
      await addFee(firm);
      return write("update facility_fees set rate = 0.04");
    },
  },
  {
    names: ["hold_drafts_to_charge", "charge_drafts_of_taxes"],
    prepare: async (firm) => {
      await draft(firm);
      await addTax(firm.sql);
      return write("delete from sales_taxes");
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
    names: ["sum_up_invoices"],
    prepare: async (firm) => {
      await firm.entry(await firm.assignment(), "approved", MONDAY, "8");
      const { id } = await createInvoice(firm.sql, firm.facilityId, MONDAY, MONDAY);
      await firm.sql`select from send_invoices(${[id]}::uuid[])`;
      return write("select private.sum_up_invoices(10)");
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
