-- The time that lock-ended locks is defined here, and nowhere else; the job and job_health ask.
create view private.open_time with (security_invoker = true) as
    select entry.ctid as place,
           entry.assignment_id,
           entry.status,
           entry.status <> 'pending_approval' as is_to_be_locked,
           not entry.is_payable and entry.set_aside_at is null as is_unapproved
      from public.time_entries as entry
     where entry.status <> 'locked';
comment on view private.open_time is
$$Time that is not locked yet.

place: where the row lies, for an update in the same statement. is_to_be_locked: lock-ended locks it once its
assignment has ended: all but what waits for approval. is_unapproved: it is in unapproved_time, and stays so when it
is locked.$$;

revoke all on private.open_time from public, anon, authenticated, service_role;
-- For job_health, which runs with its reader's rights.
grant select on private.open_time to authenticated, service_role;
