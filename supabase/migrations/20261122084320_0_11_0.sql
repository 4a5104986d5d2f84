set local lock_timeout = '5s';

-- From the release before to the source tree. Drafted by `deno task migration 0_11_0`, which
-- writes it anew until it is released. What is written by hand stands between
-- `-- data move: <why>` and `-- end of data move`, and is kept.

SET local check_function_bodies = off;

REVOKE ALL ("user_id") ON TABLE "public"."facility_contacts" FROM "authenticated";

REVOKE ALL ("user_id") ON TABLE "public"."staff_members" FROM "authenticated";

DROP POLICY "recruiting_ends" ON "public"."assignments";

DROP POLICY "staff_and_contacts_read" ON "public"."facility_contacts";

DROP TRIGGER "only_billing_writes" ON "public"."facility_contacts";

CREATE TABLE "private"."user_links" (
  "id"          bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "kind"        text                     NOT NULL,
  "row_id"      uuid                     NOT NULL,
  "user_id"     uuid                     NOT NULL,
  "name"        text,
  "email"       text,
  "linked_at"   timestamp with time zone NOT NULL,
  "unlinked_at" timestamp with time zone,
  CONSTRAINT "user_link_kind_is_known" CHECK ((kind = ANY (ARRAY['staff_member'::text, 'contractor'::text, 'facility_contact'::text]))),
  CONSTRAINT "user_links_pkey" PRIMARY KEY (id)
);

REVOKE ALL ON TABLE private.user_links FROM PUBLIC, "anon", "authenticated", "service_role";

REVOKE ALL ON SEQUENCE private.user_links_id_seq FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "public"."facility_contacts"
  ADD COLUMN "name" text;

ALTER TABLE "public"."facility_contacts"
  ADD COLUMN "email" text;

ALTER TABLE "public"."facility_contacts"
  ADD COLUMN "is_active" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."staff_members"
  ADD COLUMN "name" text;

ALTER TABLE "public"."staff_members"
  ADD COLUMN "email" text;

ALTER TABLE "public"."facility_contacts"
  ALTER COLUMN "user_id" DROP NOT NULL;

ALTER TABLE "public"."staff_members"
  ALTER COLUMN "user_id" DROP NOT NULL;

CREATE OR REPLACE FUNCTION private.contact_facility_ids()
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    return (
        select array(
            select contact.facility_id
              from public.facility_contacts as contact
             where contact.user_id = private.user_id() and contact.is_active));
end;
$function$;

CREATE OR REPLACE FUNCTION private.keep_last_admin()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if private.caller() <> 'owner'
        and exists (select from old_rows as before
                     where before.is_active and before.user_id is not null and 'admin' = any (before.roles))
        and not exists (
            select from public.staff_members as member
             where member.is_active and member.user_id is not null and 'admin' = any (member.roles)
               and not exists (select from old_rows as before
                                where before.id = member.id and before.user_id is distinct from member.user_id)) then
        perform private.refuse(
            409, 'last_admin',
            'The firm would have no active admin left who can sign in.',
            'Make somebody else an admin first.');
    end if;
    return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.keep_user_links()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
    v_now constant timestamptz := (private.clock()).at;
    v_row constant jsonb := to_jsonb(new);
    v_name constant text := coalesce(v_row ->> 'name', (v_row ->> 'first_name') || ' ' || (v_row ->> 'last_name'));
begin
    if tg_op = 'UPDATE' then
        update private.user_links as link
           set unlinked_at = v_now
         where link.kind = tg_argv[0] and link.row_id = old.id and link.unlinked_at is null
           and (new.user_id is distinct from old.user_id or new.id <> old.id);
    end if;
    if new.user_id is not null then
        insert into private.user_links (kind, row_id, user_id, name, email, linked_at)
        values (tg_argv[0], new.id, new.user_id, v_name, v_row ->> 'email', v_now)
        on conflict (kind, row_id) where unlinked_at is null
        do update set name = excluded.name, email = excluded.email;
    end if;
    return null;
end;
$function$;

REVOKE ALL ON FUNCTION private.keep_user_links() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.refuse_removal_once_linked()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
    if private.caller() <> 'owner'
        and exists (select from private.user_links as link where link.row_id = old.id and link.kind = tg_argv[0]) then
        perform private.refuse(
            409, 'once_linked',
            'Somebody has signed in as this person, and what they did is kept under their name.',
            'Set is_active to false; that ends their access at once.');
    end if;
    update private.user_links as link
       set unlinked_at = (private.clock()).at
     where link.kind = tg_argv[0] and link.row_id = old.id and link.unlinked_at is null;
    return old;
end;
$function$;

REVOKE ALL ON FUNCTION private.refuse_removal_once_linked() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION private.user_names()
  RETURNS TABLE (
    user_id   uuid,
    name      text,
    email     text,
    kind      text,
    row_id    uuid,
    is_linked boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
    select distinct on (link.user_id)
           link.user_id, link.name, link.email, link.kind, link.row_id, link.unlinked_at is null
      from private.user_links as link
     where private.is_staff_or_server()
     order by link.user_id, link.unlinked_at desc nulls first,
              array_position(array['staff_member', 'contractor', 'facility_contact'], link.kind), link.id desc;
$function$;

REVOKE ALL ON FUNCTION private.user_names() FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "public"."facility_contacts"
  ADD CONSTRAINT "facility_contact_email_is_not_blank" CHECK ((btrim(email) <> ''::text));

ALTER TABLE "public"."facility_contacts"
  ADD CONSTRAINT "facility_contact_has_a_name_or_a_user" CHECK (((name IS NOT NULL) OR (user_id IS NOT NULL)));

ALTER TABLE "public"."facility_contacts"
  ADD CONSTRAINT "facility_contact_name_is_not_blank" CHECK ((btrim(name) <> ''::text));

ALTER TABLE "public"."staff_members"
  ADD CONSTRAINT "staff_member_email_is_not_blank" CHECK ((btrim(email) <> ''::text));

ALTER TABLE "public"."staff_members"
  ADD CONSTRAINT "staff_member_has_a_name_or_a_user" CHECK (((name IS NOT NULL) OR (user_id IS NOT NULL)));

ALTER TABLE "public"."staff_members"
  ADD CONSTRAINT "staff_member_name_is_not_blank" CHECK ((btrim(name) <> ''::text));

CREATE VIEW "public"."user_names" WITH (security_invoker=true) AS  SELECT user_id,
    name,
    email,
    kind,
    row_id,
    is_linked
   FROM private.user_names() user_names(user_id, name, email, kind, row_id, is_linked);

REVOKE ALL ON TABLE "public"."user_names" FROM "anon";

CREATE UNIQUE INDEX user_link_is_in_force_once ON private.user_links USING btree (kind, row_id)
  WHERE (unlinked_at IS NULL);

CREATE INDEX user_links_by_row ON private.user_links USING btree (row_id);

CREATE INDEX user_links_by_user ON private.user_links USING btree (user_id);

-- data move: who is linked was linked, as far as is known, when their row was made
insert into private.user_links (kind, row_id, user_id, name, email, linked_at)
select 'staff_member', id, user_id, null, null, created_at from public.staff_members
union all
select 'contractor', id, user_id, first_name || ' ' || last_name, email, created_at
  from public.contractors where user_id is not null
union all
select 'facility_contact', id, user_id, null, null, created_at from public.facility_contacts;
-- end of data move

-- data move: who was linked before, the audit log knows
insert into private.user_links (kind, row_id, user_id, name, email, linked_at, unlinked_at)
select distinct on (past.kind, past.row_id, past.user_id)
       past.kind, past.row_id, past.user_id, past.name, past.email, past.at, past.at
  from (select case log.table_name when 'staff_members' then 'staff_member'
                                   when 'contractors' then 'contractor'
                                   else 'facility_contact' end,
               log.row_id, (log.old ->> 'user_id')::uuid,
               (log.old ->> 'first_name') || ' ' || (log.old ->> 'last_name'), log.old ->> 'email', log.at
          from public.audit_log as log
         where log.table_name in ('staff_members', 'contractors', 'facility_contacts')
           and log.old ->> 'user_id' is not null
           and log.new ->> 'user_id' is distinct from log.old ->> 'user_id'
       ) as past (kind, row_id, user_id, name, email, at)
 where not exists (select from private.user_links as link
                    where link.row_id = past.row_id and link.user_id = past.user_id)
 order by past.kind, past.row_id, past.user_id, past.at desc;
-- end of data move

CREATE TRIGGER once_linked_is_kept
  BEFORE DELETE ON public.contractors
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_removal_once_linked('contractor');

CREATE TRIGGER only_admins_deactivate
  BEFORE UPDATE OF is_active ON public.contractors
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('admin');

CREATE TRIGGER only_payroll_corrects_employment
  BEFORE UPDATE OF employment_type ON public.contractors
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('payroll');

CREATE TRIGGER only_recruiting_and_payroll_write
  BEFORE UPDATE ON public.contractors
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('recruiting', 'payroll');

CREATE TRIGGER only_recruiting_corrects_names
  BEFORE UPDATE OF first_name, last_name, email ON public.contractors
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('recruiting');

CREATE TRIGGER user_links_are_kept
  AFTER INSERT OR UPDATE OF id, user_id, first_name, last_name, email ON public.contractors
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_user_links('contractor');

CREATE TRIGGER once_linked_is_kept
  BEFORE DELETE ON public.facility_contacts
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_removal_once_linked('facility_contact');

CREATE TRIGGER only_billing_writes
  BEFORE INSERT OR DELETE OR UPDATE ON public.facility_contacts
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = 'authenticated'::name))
  EXECUTE FUNCTION private.require_writer('billing');

CREATE TRIGGER user_links_are_kept
  AFTER INSERT OR UPDATE OF id, user_id, name, email ON public.facility_contacts
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_user_links('facility_contact');

CREATE TRIGGER once_linked_is_kept
  BEFORE DELETE ON public.staff_members
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_removal_once_linked('staff_member');

CREATE TRIGGER user_links_are_kept
  AFTER INSERT OR UPDATE OF id, user_id, name, email ON public.staff_members
  FOR EACH ROW
  EXECUTE FUNCTION private.keep_user_links('staff_member');

CREATE TRIGGER user_names_is_read_only
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.user_names
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_view_write();

CREATE POLICY "recruiting_changes" ON "public"."assignments"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text]) AS has_role));

CREATE POLICY "recruiting_and_payroll_change" ON "public"."contractors"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text, 'payroll'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['recruiting'::text, 'payroll'::text]) AS has_role));

CREATE POLICY "billing_changes" ON "public"."facility_contacts"
  FOR UPDATE
  TO "authenticated"
  USING (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role))
  WITH CHECK (( SELECT private.has_role(VARIADIC ARRAY['billing'::text]) AS has_role));

CREATE POLICY "staff_and_contacts_read" ON "public"."facility_contacts"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT private.is_staff() AS is_staff) OR ((user_id = ( SELECT private.user_id() AS user_id)) AND is_active)));

COMMENT ON COLUMN "private"."user_links"."name" IS 'As the row has it; once it is unlinked, as it had it then.';

COMMENT ON COLUMN "private"."user_links"."row_id" IS 'The id of the staff member, contractor or facility contact.';

COMMENT ON COLUMN "public"."contractors"."user_id" IS 'The contractor''s sign-in (auth.users.id), null until they accept the invitation.';

COMMENT ON COLUMN "public"."facility_contacts"."name" IS 'What they are called. Null only of rows from before there were names.';

COMMENT ON COLUMN "public"."facility_contacts"."user_id" IS 'The signed-in user, null until somebody accepts the invitation. One user may speak for several facilities.';

COMMENT ON COLUMN "public"."staff_members"."name" IS 'What they are called. Null only of rows from before there were names.';

COMMENT ON COLUMN "public"."staff_members"."user_id" IS 'The signed-in user (auth.users.id), null until somebody accepts the invitation. No foreign key: the auth schema belongs to another service.';

COMMENT ON FUNCTION "private"."contact_facility_ids"() IS 'The facilities that the signed-in user is an active contact of.';

COMMENT ON FUNCTION "private"."keep_user_links"() IS 'Trigger, with the kind of the row as its argument: keeps which user the row is linked to, under which name.';

COMMENT ON FUNCTION "private"."refuse_removal_once_linked"() IS 'Trigger, with the kind of the row as its argument: who was ever linked to a user is deleted by the owner alone.';

COMMENT ON FUNCTION "private"."user_names"() IS 'The logic of the view user_names.';

COMMENT ON TABLE "private"."user_links" IS 'The users that staff, contractors and facility contacts are and were linked to.';

COMMENT ON TABLE "public"."facility_contacts" IS 'People at a facility who see its invoices and its time, and approve the time.

Example: [{"facility_id": "$facility_id", "name": "Lee Park", "email": "lee.park@example.org"}]';

COMMENT ON TABLE "public"."staff_members" IS 'Staff of the firm and what they may do.

Example: [{"name": "Ada Okafor", "email": "ada.okafor@example.org", "roles": ["billing"]}]';

COMMENT ON VIEW "public"."user_names" IS 'The name behind every user id that an actor column or the audit log holds, also of who is linked no more. For staff.

kind is one of staff_member, contractor, facility_contact. row_id: the id in that table.

is_linked: whether the user signs in as that row today.

Pages: order=user_id.';

REVOKE ALL ON FUNCTION "private"."keep_user_links"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_removal_once_linked"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."user_names"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."user_names"() TO "authenticated", "service_role";

REVOKE ALL ("overtime_rule") ON TABLE "public"."assignments" FROM "authenticated";

GRANT UPDATE ("overtime_rule") ON TABLE "public"."assignments" TO "authenticated";

REVOKE ALL ("email") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("email") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ("employment_type") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("employment_type") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ("first_name") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("first_name") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ("is_active") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("is_active") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ("last_name") ON TABLE "public"."contractors" FROM "authenticated";

GRANT UPDATE ("last_name") ON TABLE "public"."contractors" TO "authenticated";

REVOKE ALL ("email") ON TABLE "public"."facility_contacts" FROM "authenticated";

GRANT INSERT ("email"), UPDATE ("email") ON TABLE "public"."facility_contacts" TO "authenticated";

REVOKE ALL ("is_active") ON TABLE "public"."facility_contacts" FROM "authenticated";

GRANT INSERT ("is_active"), UPDATE ("is_active") ON TABLE "public"."facility_contacts" TO "authenticated";

REVOKE ALL ("name") ON TABLE "public"."facility_contacts" FROM "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."facility_contacts" TO "authenticated";

REVOKE ALL ("email") ON TABLE "public"."staff_members" FROM "authenticated";

GRANT INSERT ("email"), UPDATE ("email") ON TABLE "public"."staff_members" TO "authenticated";

REVOKE ALL ("name") ON TABLE "public"."staff_members" FROM "authenticated";

GRANT INSERT ("name"), UPDATE ("name") ON TABLE "public"."staff_members" TO "authenticated";

REVOKE ALL ON TABLE "public"."user_names" FROM "authenticated";

GRANT SELECT ON TABLE "public"."user_names" TO "authenticated";

REVOKE ALL ON TABLE "public"."user_names" FROM "service_role";

GRANT SELECT ON TABLE "public"."user_names" TO "service_role";
