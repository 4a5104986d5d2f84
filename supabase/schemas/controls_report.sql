-- Number of acts that one person decided and of those that two did, for the owner and for an auditor.

-- The log with its archive, where names and addresses of people are digests.
create function private.log_between(from_at timestamptz, before_at timestamptz, table_names text[])
returns setof public.audit_log
language sql
stable
set search_path = ''
as $$
    select entry.*
      from public.audit_log as entry
     where entry.table_name = any (log_between.table_names)
       and entry.at >= log_between.from_at and entry.at < log_between.before_at
     union all
    select entry.*
      from private.log_archive_parts as part
     cross join lateral string_to_table(part.lines, E'\n') as line (text)
     cross join lateral jsonb_populate_record(null::public.audit_log, line.text::jsonb) as entry
     where part.month >= (log_between.from_at at time zone 'UTC')::date - 31
       and part.month <= (log_between.before_at at time zone 'UTC')::date
       -- Cheaper than to read each line.
       and line.text ~ ('"table_name": "(' || array_to_string(log_between.table_names, '|') || ')"')
       and entry.table_name = any (log_between.table_names)
       and entry.at >= log_between.from_at and entry.at < log_between.before_at
       -- A month that is archived is in the log until it is taken away.
       and not exists (select from public.audit_log as kept where kept.at = entry.at and kept.id = entry.id);
$$;
comment on function private.log_between is 'Changes of some tables between two instants: those of the log, and those that are archived.';

-- Acts that private.require_second_person logged; time and adjustments say themselves who entered and approved them.
create function private.controlled_acts(from_at timestamptz, before_at timestamptz)
returns table (
    at timestamptz, kind text, by text, amount numeric, from_amount numeric, actor uuid, requested_by uuid, says text)
language sql
stable
set search_path = ''
as $$
    select entry.at, entry.procedure, entry.new ->> 'by', (entry.new ->> 'amount')::numeric,
           (entry.new ->> 'from_amount')::numeric, entry.actor, (entry.new ->> 'requested_by')::uuid, approval.says
      from private.log_between(
               controlled_acts.from_at, controlled_acts.before_at, array['approval_policies']) as entry
      left join public.approvals as approval on approval.id = entry.row_id
     where entry.new ? 'by'
     union all
    select entry.approved_at,
           case when exists (select from public.client_time as line
                              where line.time_entry_id = entry.id and line.is_approved) then 'client_time' else 'time' end,
           case when entry.approved_by is null then 'program'
                when entry.approved_by = entry.entered_by then 'one' else 'two' end,
           nullif(entry.hours, 0), null, entry.approved_by, entry.entered_by, null
      from public.time_entries as entry
     where (entry.entered_by is not null or entry.approved_by is null)
       and entry.approved_at >= controlled_acts.from_at and entry.approved_at < controlled_acts.before_at
       -- The index by day; nobody approves time of days that have not come.
       and entry.work_date >= (controlled_acts.from_at at time zone 'UTC')::date - 400
     union all
    select adjustment.approved_at, 'adjustment',
           case when adjustment.approved_by is null then 'program'
                when adjustment.approved_by = adjustment.entered_by then 'one' else 'two' end,
           adjustment.amount, null, adjustment.approved_by, adjustment.entered_by, null
      from public.payroll_adjustments as adjustment
     where (adjustment.entered_by is not null or adjustment.approved_by is null)
       and adjustment.approved_at >= controlled_acts.from_at and adjustment.approved_at < controlled_acts.before_at;
$$;
comment on function private.controlled_acts is
    'Acts between two instants that take a second person or may: whether one person did them, two, or a program.';

-- Security definer: the log and payroll are behind it, for admins.
create function private.controls_report(from_day date, through date)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
    v_most constant int := 500;
    v_timezone constant text := private.operating_timezone();
    v_from timestamptz;
    v_before timestamptz;
    v_report jsonb;
begin
    perform private.require_role('admin');
    perform private.require_arguments(jsonb_build_object(
        'from_day', controls_report.from_day, 'through', controls_report.through));
    perform private.require_finite_dates(jsonb_build_object(
        'from_day', controls_report.from_day, 'through', controls_report.through));
    perform private.require_plausible_days(jsonb_build_object(
        'from_day', controls_report.from_day, 'through', controls_report.through));
    if controls_report.through < controls_report.from_day then
        perform private.refuse(
            400, 'period_ends_before_start',
            format('The period would end on %s, before it starts on %s.',
                   controls_report.through, controls_report.from_day),
            'Choose a last day on or after the first.');
    end if;
    v_from := private.start_of_day(controls_report.from_day, v_timezone);
    v_before := private.start_of_day(controls_report.through + 1, v_timezone);

    with act as materialized (
        select act.* from private.controlled_acts(v_from, v_before) as act
    ), kind as (
        select policy.kind, policy.from_amount, policy.role
          from public.approval_policies as policy
         union all values ('time', 0::numeric, null), ('client_time', null, null), ('adjustment', 0, null)
    )
    select jsonb_build_object(
        'kinds', (
            select jsonb_agg(
                       jsonb_build_object(
                           'kind', kind.kind, 'from_amount', kind.from_amount::text, 'role', kind.role,
                           'by_one', counted.by_one, 'by_two', counted.by_two, 'by_program', counted.by_program,
                           'over_limit', counted.over_limit)
                       order by kind.kind)
              from kind
             cross join lateral (
                   select count(*) filter (where act.by = 'one') as by_one,
                          count(*) filter (where act.by = 'two') as by_two,
                          count(*) filter (where act.by = 'program') as by_program,
                          count(*) filter (
                              where act.amount >= coalesce(act.from_amount, kind.from_amount)) as over_limit
                     from act where act.kind = kind.kind) as counted),
        'acts', (
            select coalesce(jsonb_agg(
                       jsonb_build_object(
                           'at', told.at, 'kind', told.kind, 'by', told.by, 'amount', round(told.amount, 2)::text,
                           'name', told.name, 'requested_by_name', told.requested_by_name, 'says', told.says)
                       order by told.at desc, told.kind), '[]')
              from (select act.*, actor.name, requester.name as requested_by_name
                      from act
                      left join public.user_names as actor on actor.user_id = act.actor
                      left join public.user_names as requester on requester.user_id = act.requested_by
                     where act.by = 'one' and act.kind <> 'client_time' or act.kind not in ('time', 'client_time', 'adjustment')
                     order by act.at desc, act.kind
                     limit v_most) as told),
        'acts_left_out', (
            select greatest(0, count(*) - v_most)
              from act
             where act.by = 'one' and act.kind <> 'client_time' or act.kind not in ('time', 'client_time', 'adjustment')))
      into v_report;

    return v_report || (
        select jsonb_build_object(
                   'document', 'controls',
                   'letterhead', private.letterhead_on_paper(null),
                   'from_day', controls_report.from_day, 'through', controls_report.through,
                   'printed_on', (select clock.business_date from private.clock() as clock),
                   'controls', settings.controls,
                   'require_second_approver', settings.require_second_approver,
                   'roles', (
                       select coalesce(jsonb_agg(
                                  jsonb_build_object('name', member.name, 'roles', to_jsonb(member.roles))
                                  order by member.name, member.id), '[]')
                         from public.staff_members as member where member.is_active),
                   'changes', (
                       select coalesce(jsonb_agg(
                                  jsonb_build_object(
                                      'at', told.at, 'said', private.said_of_change(told.entry, false, true))
                                  order by told.at desc, told.id), '[]')
                         from (select entry.at, entry.id, entry
                                 from private.log_between(
                                          v_from, v_before,
                                          array['approval_policies', 'staff_members', 'organization_settings']) as entry
                                where entry.table_name <> 'approval_policies' or not (coalesce(entry.new, '{}') ? 'by')
                                order by entry.at desc, entry.id
                                limit v_most) as told))
          from public.organization_settings as settings);
end;
$$;
comment on function private.controls_report is 'The logic of public.controls_report.';

create function public.controls_report(from_day date, through date)
returns jsonb language sql stable set search_path = ''
set statement_timeout = '60s'
as $$ select private.controls_report(from_day, through); $$;
comment on function public.controls_report is
$$Controls from a day through another: what one person decided, what two did, and who may decide.

GET /functions/v1/documents/controls?from=…&to=… prints it. The shape is ControlsReport in database.types.ts.

kinds: each of approval_policies, time, time that a file of the client approved (client_time: by one where the same
person brought the time and its approval), and adjustments, with how many were decided by one person, by two, and by a
program with the secret key, and how many were over the limit. acts: the list of these, newest first, of time and
adjustments those by one person alone, without the client's; at most 500, acts_left_out says how many more there are.
Time that a contact approved is by two. roles: active staff and their roles; changes: those of staff, roles, settings and limits, in
sentences. Acts are counted since the controls are on (organization_settings.controls), time since it says who entered
it.

May be called with GET.

Who: admin.

Arguments:
from_day: the first day, of the operating timezone.
through: the last day.

Result: one object. Amounts are text.

Errors: role_required, argument_missing, date_not_finite, day_out_of_range, period_ends_before_start.

Example: {"from_day": "2026-01-01", "through": "2026-03-31"}$$;

revoke execute on function private.controlled_acts, private.controls_report, public.controls_report
    from public, anon, authenticated, service_role;
revoke execute on function private.log_between from public, anon, authenticated, service_role;
grant execute on function private.controls_report, public.controls_report to authenticated, service_role;
