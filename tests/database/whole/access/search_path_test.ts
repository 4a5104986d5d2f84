// Look-alikes of tables, functions and operators, earlier in the search path than the real ones.
import { assert, assertEquals, assertMatch, assertNotMatch, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { actingAs } from "../../../support/access/acting.ts";
import { identityOf } from "../../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

const HIJACKED = "hijacked";
/** Each of its answers is another one. */
const RANDOM = "private.id_by_time()";

/** A schema whose functions and operators raise, and whose tables say that everyone is an admin. */
const LURE = `
create schema lure;
create function lure.raise() returns boolean language plpgsql as
    $$ begin raise exception '${HIJACKED}'; end $$;
create function lure.now() returns timestamptz language sql as
    $$ select case when lure.raise() then pg_catalog.now() end $$;
create function lure.current_setting(text, boolean) returns text language sql as
    $$ select lure.raise()::text $$;
create function lure.set_config(text, text, boolean) returns text language sql as
    $$ select lure.raise()::text $$;
create function lure.format(text, text) returns text language sql as $$ select lure.raise()::text $$;
create function lure.to_jsonb(anyelement) returns jsonb language sql as
    $$ select case when lure.raise() then 'null'::jsonb end $$;
create function lure.array_append(text[], text) returns text[] language sql as
    $$ select case when lure.raise() then array['admin'] end $$;
create function lure.uuid_eq(uuid, uuid) returns boolean language sql as $$ select lure.raise() $$;
create function lure.text_eq(text, text) returns boolean language sql as $$ select lure.raise() $$;
create function lure.text_any(text[], text[]) returns boolean language sql as $$ select lure.raise() $$;
create function lure.date_le(date, date) returns boolean language sql as $$ select lure.raise() $$;
create function lure.json_get(jsonb, text) returns text language sql as $$ select lure.raise()::text $$;
create operator lure.= (leftarg = uuid, rightarg = uuid, function = lure.uuid_eq);
create operator lure.= (leftarg = text, rightarg = text, function = lure.text_eq);
create operator lure.<> (leftarg = text, rightarg = text, function = lure.text_eq);
create operator lure.~* (leftarg = text, rightarg = text, function = lure.text_eq);
create operator lure.&& (leftarg = text[], rightarg = text[], function = lure.text_any);
create operator lure.<= (leftarg = date, rightarg = date, function = lure.date_le);
create operator lure.< (leftarg = date, rightarg = date, function = lure.date_le);
create operator lure.->> (leftarg = jsonb, rightarg = text, function = lure.json_get);
do $$
declare
    v_table text;
begin
    for v_table in select relname from pg_class
                    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    loop
        execute format('create table lure.%I (like public.%I including defaults)', v_table, v_table);
    end loop;
end;
$$;
grant usage on schema lure to public;
grant all on all tables in schema lure to public;
grant execute on all functions in schema lure to public;
-- Look-alikes of functions in private are asked for as private.x; the path does not matter there.
`;

const TRAP = "lure, pg_catalog, public, private";

/** An answer without the instant at which somebody was signed out. */
const withoutTimes = (answer: string) =>
  answer.replace(/"signed_out_at":"[^"]*"/, '"signed_out_at"');

async function layTrap(sql: postgres.Sql, firm: AccessFirm): Promise<void> {
  await sql.unsafe(LURE);
  await sql`insert into lure.staff_members (user_id, roles) values (${firm.users.ada}, '{admin}')`;
  await sql`insert into lure.facility_contacts (facility_id, user_id)
            values (${firm.people.south}, ${firm.users.ada})`;
}

Deno.test("access/the_trap_catches_a_function_that_does_not_pin_its_search_path", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await layTrap(sql, firm);
    await sql`create function public.careless() returns bigint language sql as
              'select count(*) from staff_members where user_id = ''00000000-0000-0000-0000-000000000000'''`;
    const attempt = sql.begin(async (sql) => {
      await sql`select pg_catalog.set_config('search_path', ${TRAP}, true)`;
      return await sql`select public.careless()`;
    });
    assertMatch(String(await attempt.catch(String)), new RegExp(HIJACKED));
  }));

/** Undoes what a call would find done by the one before: whoever signed out is nobody, and what is summed stays so. */
async function undo(sql: postgres.Sql): Promise<void> {
  await sql`delete from private.sign_outs`;
  await sql`truncate private.billed_sums, private.paid_sums`;
}

Deno.test("access/every_function_answers_the_same_in_a_trap", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await layTrap(sql, firm);
    const functions = await sql.begin(async (sql) => {
      // Names are printed with their schema where the path holds none.
      await sql`set local search_path = ''`;
      return await sql<{ call: string; pinned: boolean; role: string }[]>`
        select format('%s(%s)', oid::regproc,
                   (select string_agg(
                               case when argument.n = 1 and proc.provariadic <> 0 then 'variadic ' else '' end
                               || format('null::%s', argument.type::regtype), ', ' order by argument.n)
                      from unnest(proc.proargtypes) with ordinality as argument (type, n))) as call,
               coalesce('search_path=""' = any (proconfig), false) as pinned,
               case when has_function_privilege('authenticated', oid, 'execute') then 'authenticated'
                    else 'none' end as role
          from pg_proc as proc
         where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
           and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
           and prokind = 'f'`;
    });
    assert(functions.length > 10, "the functions were not found");
    for (const { call, pinned, role } of functions) {
      assert(pinned, `${call} does not pin its search path`);
      const outcome = (path: string) =>
        actingAs(sql, { ...identityOf("ada", firm.users), role }, async (sql) => {
          await sql`select pg_catalog.set_config('search_path', ${path}, true)`;
          return await sql.unsafe(`select * from ${call} as answer`);
        }).then(
          (rows) => withoutTimes(JSON.stringify(rows)),
          (error) => `${error.code} ${error.message}`,
        );
      await undo(sql);
      const trapped = await outcome(TRAP);
      await undo(sql);
      assertNotMatch(trapped, new RegExp(HIJACKED), call);
      if (call === RANDOM) continue;
      assertStrictEquals(trapped, await outcome("pg_catalog, public"), call);
    }
  }, { clock: "2026-03-01 12:00:00+00" }));

Deno.test("access/a_signed_in_user_gains_nothing_in_a_trap", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await layTrap(sql, firm);
    const { adaNorth, adaSouth } = firm.placements;
    const [own] = await sql`
      select count(*)::int from time_entries where assignment_id in (${adaNorth}, ${adaSouth})`;
    for (const path of ["public", TRAP]) {
      await actingAs(sql, identityOf("ada", firm.users), async (sql) => {
        await sql`select pg_catalog.set_config('search_path', ${path}, true)`;
        const [caller] = await sql`
          select private.is_staff() as staff, private.has_role('admin') as admin,
                 private.contact_facility_ids() as facilities, private.own_contractor_id() as contractor,
                 private.user_id() as id`;
        assertEquals(caller, {
          staff: false,
          admin: false,
          facilities: [],
          contractor: firm.people.ada,
          id: firm.users.ada,
        });
        const [time] = await sql`select count(*)::int from public.time_entries`;
        assertEquals(time, own);
        assertStrictEquals((await sql`select from public.assignments`).length, 0);
        const refused = await sql.savepoint((sql) => sql`select public.rls_auto_enable()`)
          .catch((error) => error.detail);
        assertEquals(refused, "role_required");
      });
    }
  }));

Deno.test("access/every_trigger_does_its_work_in_a_trap", () =>
  withDatabase(async ({ sql, url }) => {
    await layTrap(sql, await prepareFirm(sql));
    // The firm is made once more, with all its moves, and a table, by somebody whose path is the trap.
    const trapped = postgres(url, {
      max: 1,
      onnotice: () => {},
      connection: { search_path: TRAP },
    });
    try {
      const firm = await prepareFirm(trapped);
      await trapped.unsafe(
        `update public.time_entries set status = 'submitted'
          where id operator(pg_catalog.=) '${firm.id("time_entries", "ada at north draft")}';
         create table public.made_in_a_trap (id int)`,
      );
      const [stamped] = await sql`
        select submitted_at is not null as submitted from time_entries
         where id = ${firm.id("time_entries", "ada at north draft")}`;
      assertEquals(stamped, { submitted: true });
      const [table] = await sql`
        select relrowsecurity from pg_class where relname = 'made_in_a_trap'`;
      assertEquals(table, { relrowsecurity: true });
    } finally {
      await trapped.end({ timeout: 1 });
    }
  }));
