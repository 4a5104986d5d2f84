-- Active staff read which accounts there are and through which day the books are closed; admins map the accounts to the
-- firm's chart, and add those of codes. Postings are read by the journal alone.

-- journal_accounts

revoke all on public.journal_accounts from public, anon, authenticated, service_role;
grant select on public.journal_accounts to service_role;
grant insert, update (name, number) on public.journal_accounts to service_role;
grant select on public.journal_accounts to authenticated;
grant insert (account, type, name, number), update (name, number) on public.journal_accounts to authenticated;

create policy staff_read on public.journal_accounts for select to authenticated
    using ((select private.is_staff()));
create policy admins_add on public.journal_accounts for insert to authenticated
    with check ((select private.has_role('admin')));
create policy admins_change on public.journal_accounts for update to authenticated
    using ((select private.has_role('admin')))
    with check ((select private.has_role('admin')));
create trigger only_admins_write before insert or update on public.journal_accounts
    for each statement when (current_user = 'authenticated')
    execute function private.require_writer('admin');

-- book_closings

revoke all on public.book_closings from public, anon, authenticated, service_role;
grant select on public.book_closings to service_role;
grant select on public.book_closings to authenticated;

create policy staff_read on public.book_closings for select to authenticated
    using ((select private.is_staff()));

-- closed_postings, closed_code_accounts, documents_to_post

revoke all on private.closed_postings, private.closed_code_accounts, private.documents_to_post
    from public, anon, authenticated, service_role;
revoke all on sequence private.closed_postings_id_seq, private.documents_to_post_id_seq
    from public, anon, authenticated, service_role;
