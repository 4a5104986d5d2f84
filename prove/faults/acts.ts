/** What is under way when a fault happens: each procedure that writes much, and each job. */
import type postgres from "postgres";
import type { JobName } from "../../supabase/functions/_shared/jobs/job_name.ts";

/** A call of a procedure, which can be made again and does no more then. */
export interface ProcedureCall {
  readonly procedure: string;
  /** A query that gives its arguments, an object, before it is first called. */
  readonly args: string;
}

/** A procedure or a job. */
export type Act = { readonly name: string } & (ProcedureCall | { readonly job: JobName });

/** A request's id: each call has one of its own. */
const request = (nth: number) => `00000000-0000-4000-8000-00000000022${nth}`;
const GRACE = "facility_id = (select id from facilities where name = 'Grace')";

const CALLS: readonly ProcedureCall[] = [
  {
    procedure: "weekly_billing_run",
    args: `select jsonb_build_object('week_start', '2026-03-09', 'request_id', '${request(1)}')`,
  },
  {
    procedure: "create_facility_invoice",
    args:
      `select jsonb_build_object('facility_id', id, 'period_start', '2026-03-09', 'period_end', '2026-03-15')
             from facilities where name = 'North'`,
  },
  {
    procedure: "send_invoices",
    args:
      `select jsonb_build_object('invoice_ids', jsonb_agg(id order by id), 'issue_date', '2026-03-20')
             from invoices where status = 'draft'`,
  },
  {
    procedure: "void_invoice",
    args: `select jsonb_build_object('invoice_id', id, 'reason', 'Wrong.')
             from invoices where ${GRACE} and status = 'sent'`,
  },
  {
    procedure: "credit_invoice",
    args: `select jsonb_build_object('invoice_id', id, 'reason', 'Billed twice.', 'request_id', '${
      request(2)
    }')
             from invoices where ${GRACE} and status = 'sent'`,
  },
  {
    procedure: "write_off_invoice",
    args:
      `select jsonb_build_object('invoice_id', id, 'amount', 12.34, 'reason', 'Hours.', 'request_id', '${
        request(3)
      }')
             from invoices where ${GRACE} and status = 'sent'`,
  },
  {
    procedure: "propose_check_reconciliation",
    args: `select jsonb_build_object('check_id', id) from checks where check_number = '1001'`,
  },
  {
    procedure: "confirm_check_reconciliation",
    args: "select jsonb_build_object('check_reconciliation_id', id) from check_reconciliations",
  },
  {
    procedure: "return_check",
    args:
      `select jsonb_build_object('check_id', id, 'reason', 'No funds.') from checks where check_number = '1002'`,
  },
  {
    procedure: "prepare_payroll_draft",
    args: `select jsonb_build_object('payroll_period_id', id)
             from payroll_periods where period_start = '2026-03-09'`,
  },
  {
    procedure: "close_and_lock_payroll_batch",
    args: "select jsonb_build_object('payroll_batch_id', id) from payroll_batches",
  },
  {
    procedure: "apply_rate_hit",
    args: `select jsonb_build_object('rate_hit_id', id, 'allow_retroactive', true) from rate_hits`,
  },
  {
    procedure: "hire_candidate",
    args: `select jsonb_build_object('candidate_id', candidate.id, 'facility_id', facility.id,
                  'start_date', '2026-03-23', 'bill_rate', 100, 'pay_rate', 60)
             from candidates as candidate cross join facilities as facility
            where candidate.status = 'offered' and facility.name = 'North'`,
  },
  {
    procedure: "save_week",
    args: `select jsonb_build_object('assignment_id', assignment.id, 'week_start', '2026-03-16',
                  'days', '{"2026-03-16": 8, "2026-03-17": 7.5, "2026-03-18": 8}'::jsonb, 'submit', true)
             from assignments as assignment join facilities as facility on facility.id = facility_id
            where facility.name = 'North' and end_date is null order by assignment.id limit 1`,
  },
];

/** All of them. */
export const ACTS: readonly Act[] = [
  ...CALLS.map((call) => ({ name: call.procedure, ...call })),
  ...(["lock-ended", "accrue-interest", "deliver"] as const).map((job) => ({ name: job, job })),
];

/** The jobs among them. */
export const JOB_ACTS = ACTS.filter((act) => "job" in act);

/** Looks up what a procedure is called with. */
export async function argumentsOf(
  sql: postgres.Sql,
  { args }: ProcedureCall,
): Promise<Record<string, unknown>> {
  const [row] = await sql.unsafe<[{ jsonb_build_object: Record<string, unknown> }]>(args);
  return row.jsonb_build_object;
}

/** The call as the secret key makes it through the API: one message, one transaction. */
export function callText(procedure: string, args: Readonly<Record<string, unknown>>): string {
  const list = Object.entries(args).map(([name, value]) => `${name} => ${literal(value)}`);
  return `begin;
    select set_config('request.jwt.claims', '{"role": "service_role"}', true), set_config('role', 'service_role', true);
    select * from public.${procedure}(${list.join(", ")});
    commit`;
}

function literal(value: unknown): string {
  const text = Array.isArray(value)
    ? `{${value.join()}}`
    : typeof value === "object"
    ? JSON.stringify(value)
    : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}
