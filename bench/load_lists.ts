import type postgres from "postgres";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { WEEK } from "./load_work.ts";

/** Rows of a firm's years beside its time, invoices and pay, for a firm of so many people. */
export interface ListLoad {
  readonly contractors: number;
}

/** Rows for each person placed: log, runs, messages. */
const LOGGED = 100;
const RUNS = 25;
const MESSAGES = 25;
const ADJUSTMENTS = 10;

/**
 * Fills what lists show beside time, invoices and pay, past triggers: the log, job runs, messages, adjustments,
 * candidates, invitations, renewals, credentials that all have and some no longer, orders, runs of billing.
 */
export async function loadLists(sql: postgres.Sql, { contractors }: ListLoad): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    await sql`
      insert into public.audit_log (at, procedure, table_name, row_id, new, caller)
      select now() - n * interval '1 minute', 'update', 'assignments', gen_random_uuid(), '{"note": "bench"}', 'owner'
        from generate_series(1, ${contractors * LOGGED}::int) as n`;
    await sql`
      insert into public.job_runs (job, today, status, error, started_at, finished_at)
      select (array['deliver', 'lock-ended', 'accrue-interest'])[1 + (n % 60 = 0)::int + (n % 120 = 0)::int], ${WEEK},
             'failed', 'bench', now() - n * interval '1 minute', now() - n * interval '1 minute'
        from generate_series(1, ${contractors * RUNS}::int) as n`;
    await sql`
      insert into private.outbox (kind, subject_id, step, status, recipient, written_at, sent_at)
      select 'invoice', gen_random_uuid(), '', 'sent', 'office@mercy.example', now() - n * interval '1 minute', now()
        from generate_series(1, ${contractors * MESSAGES}::int) as n`;
    await sql`
      insert into public.payroll_adjustments (contractor_id, payable_on, kind, amount, in_regular_rate, approved_at)
      select contractor.id, ${WEEK}::date - 7 * n, 'reimbursement', 10 + n, false, now()
        from public.contractors as contractor
       cross join generate_series(1, ${ADJUSTMENTS}::int) as n`;
    await sql`
      insert into public.candidates (first_name, last_name, email)
      select 'Ada', 'Candidate ' || n, n || '@example.org' from generate_series(1, ${
      contractors * 2
    }::int) as n`;
    await sql`
      insert into private.invitations (kind, row_id, code_sha256, created_at, expires_at)
      select 'contractor', id, sha256(id::text::bytea), now(), now() + interval '7 days' from public.contractors`;
    await sql`
      insert into public.contract_renewals (assignment_id, renewal_date)
      select id, ${WEEK}::date + 10 + abs(hashtext(id::text)) % 300 from public.assignments`;
    await sql`
      insert into public.contract_alerts (contract_renewal_id, days_before, due_on)
      select renewal.id, days, renewal.renewal_date - days
        from public.contract_renewals as renewal cross join unnest(array[30, 60, 90]) as days`;
    await sql`
      insert into public.credential_kinds (name) values ('License'), ('ACLS'), ('TB test')`;
    await sql`
      insert into public.credentials (contractor_id, credential_kind_id, issued_on, expires_on)
      select contractor.id, kind.id, '2000-01-01', ${WEEK}::date - 20 + abs(hashtext(contractor.id::text)) % 700
        from public.contractors as contractor cross join public.credential_kinds as kind`;
    await sql`
      insert into public.requirements (credential_kind_id, effective_from)
      select id, '2000-01-01' from public.credential_kinds where name <> 'ACLS'`;
    await sql`
      insert into public.purchase_orders (facility_id, number, starts_on, amount)
      select id, 'PO-1', '2000-01-01', 9999999 from public.facilities`;
    await sql`
      insert into public.billing_runs (week_start, week_end, created_at)
      select ${WEEK}::date - 7 * n, ${WEEK}::date - 7 * n + 6, now() - n * interval '7 days'
        from generate_series(1, 250) as n`;
    await sql`
      insert into private.user_links (kind, row_id, user_id, name, linked_at)
      select 'contractor', id, gen_random_uuid(), first_name || ' ' || last_name, now() from public.contractors
          on conflict do nothing`;
    await leaveOpen(sql);
  });
  await sql`analyze`;
}

/** Of the last week one entry in twenty is a draft and one in fifty submitted. */
async function leaveOpen(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    update public.time_entries
       set status = case when hashtext(id::text) % 20 = 3 then 'draft' else 'submitted' end,
           submitted_at = case when hashtext(id::text) % 20 = 3 then null else submitted_at end,
           approved_at = null
     where work_date >= ${WEEK} and hashtext(id::text) % 20 in (3, 7) and status = 'approved'`;
}
