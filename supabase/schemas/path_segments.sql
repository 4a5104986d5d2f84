-- Path segments: eleven procedures answer under a second name as well, by which older programs call them. A test
-- holds each pair equal.

create function public.advancepayrollbatch_status(
    payroll_batch_id uuid, expected_status text default null, request_id uuid default null)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.advance_payroll_batch_status(payroll_batch_id, expected_status, request_id); $$;
comment on function public.advancepayrollbatch_status is 'advance_payroll_batch_status under its path segment.';

create function public.applyratehit(
    rate_hit_id uuid, allow_retroactive boolean default false, allow_negative_margin boolean default false,
    below_minimum_wage_reason text default null)
returns public.rate_hits language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.apply_rate_hit(rate_hit_id, allow_retroactive, allow_negative_margin, below_minimum_wage_reason); $$;
comment on function public.applyratehit is 'apply_rate_hit under its path segment.';

create function public.closeandlockpayrollbatch(payroll_batch_id uuid)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.close_and_lock_payroll_batch(payroll_batch_id); $$;
comment on function public.closeandlockpayrollbatch is 'close_and_lock_payroll_batch under its path segment.';

create function public.closepayrollperiod(payroll_period_id uuid)
returns public.payroll_periods language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.close_payroll_period(payroll_period_id); $$;
comment on function public.closepayrollperiod is 'close_payroll_period under its path segment.';

create function public.confirmcheckreconciliation(check_reconciliation_id uuid)
returns public.check_reconciliations language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.confirm_check_reconciliation(check_reconciliation_id); $$;
comment on function public.confirmcheckreconciliation is 'confirm_check_reconciliation under its path segment.';

create function public.createfacilityinvoice(
    facility_id uuid, period_start date, period_end date, group_key text default '')
returns public.invoices language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.create_facility_invoice(facility_id, period_start, period_end, group_key); $$;
comment on function public.createfacilityinvoice is 'create_facility_invoice under its path segment.';

create function public.discardpayrollbatch(payroll_batch_id uuid, reason text default null)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.discard_payroll_batch(payroll_batch_id, reason); $$;
comment on function public.discardpayrollbatch is 'discard_payroll_batch under its path segment.';

create function public.preparepayrolldraft(payroll_period_id uuid)
returns public.payroll_batches language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.prepare_payroll_draft(payroll_period_id); $$;
comment on function public.preparepayrolldraft is 'prepare_payroll_draft under its path segment.';

create function public.recomputedraftinvoice(invoice_id uuid)
returns public.invoices language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.recompute_draft_invoice(invoice_id); $$;
comment on function public.recomputedraftinvoice is 'recompute_draft_invoice under its path segment.';

create function public.rlsautoenable()
returns setof text language sql volatile set search_path = ''
as $$ select private.rls_auto_enable(); $$;
comment on function public.rlsautoenable is 'rls_auto_enable under its path segment.';

create function public.weeklybillingrun(
    week_start date default null, dry_run boolean default false, request_id uuid default null)
returns public.billing_runs language sql volatile set search_path = ''
set statement_timeout = '60s'
as $$ select private.weekly_billing_run(week_start, dry_run, request_id); $$;
comment on function public.weeklybillingrun is 'weekly_billing_run under its path segment.';

revoke execute on function
    public.advancepayrollbatch_status, public.applyratehit, public.closeandlockpayrollbatch,
    public.closepayrollperiod, public.confirmcheckreconciliation, public.createfacilityinvoice,
    public.discardpayrollbatch, public.preparepayrolldraft, public.recomputedraftinvoice, public.rlsautoenable,
    public.weeklybillingrun
    from public, anon, authenticated, service_role;
grant execute on function
    public.advancepayrollbatch_status, public.applyratehit, public.closeandlockpayrollbatch,
    public.closepayrollperiod, public.confirmcheckreconciliation, public.createfacilityinvoice,
    public.discardpayrollbatch, public.preparepayrolldraft, public.recomputedraftinvoice, public.rlsautoenable,
    public.weeklybillingrun
    to authenticated, service_role;
