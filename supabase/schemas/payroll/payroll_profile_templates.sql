-- Profiles to begin with: one of each layout, and the template of Gusto, which is made of columns as a firm makes its own.
-- Security definer: as payroll_earnings is.
create function private.payroll_profile_templates()
returns table (name text, kind text, settings jsonb)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
    perform private.require_role('payroll');
    return query
    select template.name, template.kind, template.settings::jsonb
      from (values
        ('ADP Workforce Now', 'workforce_now', '{"company_code": "", "state": "not_carried"}'),
        ('RUN Powered by ADP', 'run', '{"company_code": "", "pay_frequency": "W", "state": "not_carried"}'),
        ('Paychex Flex', 'paychex_spi', '{"client_id": ""}'),
        ('Gusto', 'csv', '{
          "row": "person", "employment": "w2", "date_format": "MM/DD/YYYY", "negative_amounts": false,
          "state": "not_carried",
          "columns": [
            {"title": "first_name", "field": "first_name"},
            {"title": "last_name", "field": "last_name"},
            {"title": "title", "literal": ""},
            {"title": "gusto_employee_id", "field": "payroll_number"},
            {"title": "regular_hours", "field": "regular_hours"},
            {"title": "overtime_hours", "field": "overtime_hours"},
            {"title": "double_overtime_hours", "field": "doubletime_hours"},
            {"title": "bonus", "field": "bonus"},
            {"title": "correction_payment", "field": "wages"},
            {"title": "reimbursement", "field": "reimbursements"}]}'),
        ('Own columns', 'csv', '{
          "row": "earning", "columns": [
            {"title": "Employee", "field": "payroll_number"},
            {"title": "Week", "field": "week_start"},
            {"title": "Code", "field": "earning_code"},
            {"title": "State", "field": "work_state"},
            {"title": "Hours", "field": "hours"},
            {"title": "Rate", "field": "rate"},
            {"title": "Amount", "field": "other_amount"}]}')
      ) as template (name, kind, settings)
     order by template.name;
end;
$$;
comment on function private.payroll_profile_templates is 'The logic of public.payroll_profile_templates.';

create function public.payroll_profile_templates()
returns table (name text, kind text, settings jsonb)
language sql stable set search_path = ''
as $$ select * from private.payroll_profile_templates(); $$;
comment on function public.payroll_profile_templates is
$$Payroll profiles to begin with, one of each layout: fill in what is empty, and insert it into payroll_profiles.

docs/payroll_files.md says where each layout is published, and what its settings are. Gusto is made of columns as a firm makes
its own: change them, their titles and their order as the provider wants them.

Pages: order=name.

Who: payroll.

Result: the rows; kind is as payroll_profiles.kind, settings are those that a profile of the kind has.

Errors: role_required.

Example: {}$$;

revoke execute on function private.payroll_profile_templates, public.payroll_profile_templates
    from public, anon, authenticated, service_role;
grant execute on function private.payroll_profile_templates, public.payroll_profile_templates to authenticated, service_role;
