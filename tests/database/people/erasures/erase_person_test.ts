// Somebody is erased: what goes at once, what stays for pay's retention, and that no table says it afterwards.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { maintain } from "../../../../supabase/functions/_shared/jobs/maintain.ts";
import { actingAs } from "../../../support/access/acting.ts";
import { SERVICE, signedIn } from "../../../support/access/callers.ts";
import {
  AT_ONCE,
  LATER,
  tablesThatSay,
  workedAndLeft,
  ZEBULON,
} from "../../../support/people/erased.ts";
import { newcomer } from "../../../support/people/invitations.ts";
import { staffMember } from "../../../support/people/staff.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

const CLOCK = "2026-03-27 18:00:00+00";
const withFirm = (test: (sql: postgres.Sql) => Promise<void>) =>
  withDatabase(({ sql }) => test(sql), { clock: CLOCK });

const erase = (sql: Pick<postgres.Sql, "unsafe">, kind: string, id: string) =>
  sql.unsafe("select *, due_on::text as due from erase_person($1, $2, 'By letter of March 2.')", [
    kind,
    id,
  ]);

/** Sums of what the firm earned, is owed and paid, to the cent; the journal without names. */
async function sums(sql: postgres.Sql): Promise<unknown> {
  const [row] = await sql`
    select (select jsonb_agg(to_jsonb(aging) order by facility_id) from ar_aging as aging) as aging,
           (select jsonb_agg(jsonb_build_array(account, debit, credit, posted_on) order by account, debit, credit, posted_on)
              from journal('2026-03-01', '2026-04-30')) as journal,
           (select jsonb_agg(jsonb_build_array(contractor_id, gross_pay, straight_pay, premium_pay) order by contractor_id)
              from payroll_items) as pay,
           (select jsonb_agg(jsonb_build_array(id, amount, hours, rate) order by id) from invoice_lines) as lines`;
  return row;
}

Deno.test("erase_person/leaves_the_name_of_who_was_paid_until_the_retention_ends_and_then_nowhere", () =>
  withFirm(async (sql) => {
    const { contractorId, candidateId, userId } = await workedAndLeft(sql);
    const before = await sums(sql);
    assert((await tablesThatSay(sql, AT_ONCE)).includes("audit_log"));

    const [erasure] = await erase(sql, "contractor", contractorId);
    assertEquals(erasure?.["due"], "2033-03-20");
    assertStrictEquals(erasure?.["erased_at"], null);
    await sql`select private.erase_due('2026-03-28')`;
    assertEquals(await tablesThatSay(sql, AT_ONCE), []);
    const kept = await tablesThatSay(sql, LATER);
    for (
      const table of [
        "contractors",
        "contractor_details",
        "invoice_lines",
        "payroll_items",
        "audit_log",
      ]
    ) {
      assert(kept.includes(table), table);
    }
    const notes = await sql<{ about: string }[]>`select about from notes`;
    assertEquals(notes.map(({ about }) => about), ["facility"]);
    const [row] = await sql`
      select contractor.user_id, candidate.first_name as candidate
        from contractors as contractor join candidates as candidate on candidate.id = contractor.candidate_id
       where contractor.id = ${contractorId} and candidate.id = ${candidateId}`;
    assertEquals([row?.["user_id"], row?.["candidate"]], [null, "Erased"]);
    const [out] = await sql`select from private.sign_outs where user_id = ${userId}`;
    assert(out !== undefined);

    assertEquals((await sql`select private.erase_due('2033-03-19') as n`)[0]?.["n"], 0);
    assertEquals((await sql`select private.erase_due('2033-03-20') as n`)[0]?.["n"], 1);
    assertEquals(await tablesThatSay(sql, [...AT_ONCE, ...LATER]), []);
    const [left] = await sql`
      select contractor.first_name || ' ' || contractor.last_name as name, erasure.number, erasure.erased_at
        from contractors as contractor join erasures as erasure on erasure.person_id = contractor.id`;
    assertEquals(left?.["name"], `Erased ${left?.["number"]}`);
    assert(left?.["erased_at"] !== null);
    assertEquals(await sums(sql), before);
    // Nothing is kept open: guards are as they were.
    assertStrictEquals((await sql`select from private.erasing`).count, 0);
    await assertRefused(sql`update audit_log set actor = null`, 409, "audit_log_is_append_only");
    await assertRefused(sql`delete from notes`, 409, "note_is_kept");
    const [off] = await sql`
      select count(*)::int as n from pg_trigger as trigger
       where not tgisinternal and tgenabled = 'D' and tgname not like 'pg_%'`;
    assertEquals(off?.["n"], 0);
    const [always] =
      await sql`select tgenabled from pg_trigger where tgname = 'audit_log_is_append_only'`;
    assertEquals(always?.["tgenabled"], "A");
  }));

Deno.test("erase_person/takes_two_admins_but_for_the_secret_key_the_owner_and_a_firm_of_one", () =>
  withFirm(async (sql) => {
    const [ada, ben] = [await staffMember(sql, "admin"), await staffMember(sql, "admin")];
    const clerk = await staffMember(sql, "billing");
    const contact = await newcomer(sql, "facility_contact");
    await sql`update facility_contacts set is_active = false`;
    const as = (who: typeof ada) =>
      actingAs(sql, who, (sql) => erase(sql, contact.kind, contact.id));
    await assertRefused(as(clerk), 403, "role_required");
    for (let again = 0; again < 2; again++) {
      assertStrictEquals((await as(ada))[0]?.["confirmed_at"], null);
    }
    assertEquals((await sql`select name from facility_contacts`)[0]?.["name"], "Lee Park");
    const [confirmed] = await as(ben);
    assertEquals(
      [confirmed?.["requested_by"], confirmed?.["confirmed_by"]],
      [ada, ben].map(({ claims }) => JSON.parse(claims).sub),
    );
    const [contactRow] = await sql`select name, email from facility_contacts`;
    assertEquals(contactRow?.["email"], null);
    assertEquals(contactRow?.["name"], `Erased ${confirmed?.["number"]}`);
    assertEquals(String((await as(ada))[0]?.["confirmed_at"]), String(confirmed?.["confirmed_at"]));
    const logged =
      await sql`select from audit_log where procedure = 'erase_person' and table_name = 'erasures'`;
    assertStrictEquals(logged.count, 2);

    const candidate = async () => {
      const [row] = await sql<[{ id: string }]>`
        insert into candidates (first_name, last_name, email, status)
        values ('Cy', 'Nurse', gen_random_uuid() || '@example.org', 'rejected') returning id`;
      return row.id;
    };
    const one = await candidate();
    const [byKey] = await actingAs(sql, SERVICE, (sql) => erase(sql, "candidate", one));
    assert(byKey?.["confirmed_at"] !== null);
    assertStrictEquals((await sql`select from candidates`).count, 0);
    await sql`update staff_members set is_active = false where user_id = ${
      JSON.parse(ben.claims).sub
    }`;
    const two = await candidate();
    const [alone] = await actingAs(sql, ada, (sql) => erase(sql, "candidate", two));
    assert(alone?.["confirmed_at"] !== null);
  }));

Deno.test("erase_person/is_refused_while_something_is_open", () =>
  withFirm(async (sql) => {
    const { contractorId, candidateId } = await workedAndLeft(sql);
    await assertRefused(erase(sql, "candidate", candidateId), 409, "candidate_hired");
    const isOpen = async (statement: string, undo: string) => {
      await sql.unsafe(statement);
      const attempt = () => erase(sql, "contractor", contractorId);
      await assertRefusedUnchanged(sql, attempt, 409, "person_has_open_things");
      await sql.unsafe(undo);
    };
    await isOpen(
      "update contractors set is_active = true",
      "update contractors set is_active = false",
    );
    await isOpen(
      "update assignments set end_date = null",
      "update assignments set end_date = '2026-03-15'",
    );
    await isOpen(
      `insert into time_entries (assignment_id, work_date, hours, status)
       select id, '2026-03-13', 8, 'submitted' from assignments`,
      `update time_entries set status = 'draft' where work_date = '2026-03-13';
       delete from time_entries where work_date = '2026-03-13'`,
    );
    const { id } = await newcomer(sql, "staff_member");
    await assertRefused(erase(sql, "staff_member", id), 409, "person_has_open_things");
    const [applied] = await sql<[{ id: string }]>`
      insert into candidates (first_name, last_name, email) values ('Cy', 'Nurse', 'cy@example.org') returning id`;
    await assertRefused(erase(sql, "candidate", applied.id), 409, "person_has_open_things");
    await assertRefused(erase(sql, "robot", applied.id), 400, "kind_unknown");
    await assertRefused(erase(sql, "contractor", applied.id), 404, "person_not_found");
    await assertRefused(erase(sql, "candidate", contractorId), 404, "candidate_not_found");
    const [done] = await erase(sql, "contractor", contractorId);
    assert(done?.["confirmed_at"] !== null);
  }));

Deno.test("erase_person/leaves_others_of_the_same_name_as_they_are_told", () =>
  withFirm(async (sql) => {
    const [one, two] = await sql<{ id: string }[]>`
      insert into contractors (first_name, last_name, email, is_active)
      values ('Maria', 'Garcia', 'one@example.org', false), ('Maria', 'Garcia', 'two@example.org', false) returning id`;
    await sql`
      insert into holidays (day, name)
      values ('2030-01-01', 'Of Maria Garcia, ONE@example.org, not of someone@example.org')`;
    await erase(sql, "contractor", one?.id ?? "");
    await sql`select private.erase_due('2026-03-28')`;
    const [row] = await sql<{ said: string; name: string }[]>`
      select holidays.name as said, contractors.first_name as name
        from holidays, contractors where contractors.id = ${two?.id ?? ""} and day = '2030-01-01'`;
    assertEquals(row?.name, "Maria");
    assertEquals(row?.said, "Of Maria Garcia, Erased 1, not of someone@example.org");
  }));

/** A text that is none of the firm's own, and what became of it. */
async function told(sql: postgres.Sql, text: string): Promise<() => Promise<string>> {
  const [{ day }] = await sql<[{ day: string }]>`
    insert into holidays (day, name)
    select coalesce(max(day), '2030-01-01') + 1, ${text} from holidays returning day::text`;
  return async () => {
    const [row] = await sql<[{ name: string }]>`select name from holidays where day = ${day}`;
    return row.name;
  };
}

Deno.test("erase_person/changes_nobody_else_s_words_and_not_what_the_firm_says_of_itself", () =>
  withFirm(async (sql) => {
    const [ann] = await sql<[{ id: string }]>`
      insert into contractors (first_name, last_name, email, is_active, payroll_number)
      values ('Ann', 'Lee', 'pay@firm.example', false, '1234567') returning id`;
    await sql`insert into contractors (first_name, last_name, email) values ('Jo', 'Ann Lee', 'jo@x.example')`;
    await sql`
      insert into facilities (name, billing_address, billing_email)
      values ('Mercy', 'Attn: Ann Lee', 'pay@firm.example')`;
    await sql`update mail_settings set reply_to = 'pay@firm.example'`;
    const [longer, number] = [
      await told(sql, "Jo Ann Lee and Ann Leeson"),
      await told(sql, "No. 1234567, not 12345678"),
    ];
    await erase(sql, "contractor", ann.id);
    assertEquals((await sql`select private.erase_due('2026-03-28') as n`)[0]?.["n"], 1);
    assertEquals(await longer(), "Jo Ann Lee and Ann Leeson");
    assertEquals(await number(), "No. Erased 1, not 12345678");
    assertEquals([...await sql`select billing_address, billing_email from facilities`], [
      { billing_address: "Attn: Ann Lee", billing_email: "pay@firm.example" },
    ]);
    assertEquals([...await sql`select reply_to from mail_settings`], [
      { reply_to: "pay@firm.example" },
    ]);
  }));

Deno.test("erase_person/looks_for_former_names_and_addresses_too", () =>
  withFirm(async (sql) => {
    const [zoe] = await sql<[{ id: string }]>`
      insert into contractors (first_name, last_name, email, is_active)
      values ('Zoe', 'Quack', 'zoe.quack@x.example', false) returning id`;
    await sql`update contractors set last_name = 'Stone', email = 'zoe.stone@x.example' where id = ${zoe.id}`;
    const said = await told(sql, "Zoe Quack, Zoe.Quack@x.example, is Zoe Stone now");
    await erase(sql, "contractor", zoe.id);
    await sql`select private.erase_due('2026-03-28')`;
    assertEquals(await said(), "Erased 1, Erased 1, is Erased 1 now");
    assertEquals(await tablesThatSay(sql, ["Quack", "Stone", "zoe.quack"]), []);
  }));

Deno.test("erase_person/finds_a_name_at_the_begin_of_a_line_also_in_the_log", () =>
  withFirm(async (sql) => {
    const [zoe] = await sql<[{ id: string }]>`
      insert into contractors (first_name, last_name, email, is_active)
      values ('Zoe', 'Quack', 'zoe.quack@x.example', false) returning id`;
    await sql`insert into facilities (name, billing_address) values ('Mercy', ${"Mercy\nZoe Quack\nzoe.quack@x.example"})`;
    await sql`update facilities set billing_address = 'Mercy'`;
    await erase(sql, "contractor", zoe.id);
    await sql`select private.erase_due('2026-03-28')`;
    assertEquals(await tablesThatSay(sql, ["Quack"]), []);
  }));

Deno.test("erase_person/leaves_a_name_that_somebody_has_by_the_day_on_which_it_would_go", () =>
  withFirm(async (sql) => {
    const { contractorId } = await workedAndLeft(sql);
    await erase(sql, "contractor", contractorId);
    await sql`insert into contractors (first_name, last_name, email) values ('Zebulon', 'Quackenbush', 'z@x.example')`;
    const said = await told(sql, "Zebulon Quackenbush is here");
    await sql`select private.erase_due('2033-03-21')`;
    assertEquals(await said(), "Zebulon Quackenbush is here");
    const [row] = await sql`select first_name from contractors where id = ${contractorId}`;
    assertStrictEquals(row?.["first_name"], "Erased");
  }));

Deno.test("erase_person/of_who_is_active_or_was_paid_again_waits_and_keeps_nobody_else_waiting", () =>
  withFirm(async (sql) => {
    const people = await sql<{ id: string }[]>`
      insert into contractors (first_name, last_name, email, is_active)
      values ('Ada', 'Long', 'ada@x.example', false), ('Bea', 'Short', 'bea@x.example', false) returning id`;
    const [ada = { id: "" }, bea = { id: "" }] = people;
    for (const { id } of people) await erase(sql, "contractor", id);
    await sql`update contractors set is_active = true where id = ${ada.id}`;
    assertEquals((await sql`select private.erase_due('2026-03-28') as n`)[0]?.["n"], 1);
    const rows = await sql`
      select person_id, problem, erased_at is not null as is_erased from erasures order by number`;
    assertEquals([...rows], [
      {
        person_id: ada.id,
        problem: "Something is open again: the contractor is active.",
        is_erased: false,
      },
      { person_id: bea.id, problem: null, is_erased: true },
    ]);
    await sql`update contractors set is_active = false where id = ${ada.id}`;
    assertEquals((await sql`select private.erase_due('2026-03-29') as n`)[0]?.["n"], 1);
    assertEquals(
      (await sql`select from erasures where problem is null and erased_at is not null`).count,
      2,
    );
  }));

Deno.test("erase_person/is_done_anew_after_a_restore_under_the_same_number", async () => {
  const id = crypto.randomUUID();
  const make = (sql: postgres.Sql) =>
    sql`insert into contractors (id, first_name, last_name, email, is_active)
        values (${id}, 'Zebulon', 'Quackenbush', 'zeb@mail.example', false)`;
  let copy = "";
  await withFirm(async (sql) => {
    await sql`
      insert into candidates (first_name, last_name, email, status) values ('Cy', 'Nurse', 'cy@example.org', 'rejected')`;
    await sql`select erase_person('candidate', id, 'By letter.') from candidates`;
    await make(sql);
    await erase(sql, "contractor", id);
    const [list] = await sql<
      [{ list: string }]
    >`select json_agg(erasures)::text as list from erasures`;
    copy = list.list;
  });
  await withFirm(async (sql) => {
    await make(sql);
    const replay = async () =>
      (await sql`select private.replay_erasures(${copy}::text::jsonb) as n`)[0]?.["n"];
    assertEquals([await replay(), await replay()], [2, 0]);
    await sql`select private.erase_due('2026-03-28')`;
    assertEquals(await tablesThatSay(sql, ["Quackenbush", "zeb@mail.example"]), []);
    const [row] = await sql`select last_name from contractors`;
    assertEquals(row?.["last_name"], "2");
    const [next] = await sql<[{ id: string }]>`
      insert into contractors (first_name, last_name, email, is_active) values ('A', 'B', 'a@b.example', false) returning id`;
    assertEquals((await erase(sql, "contractor", next.id))[0]?.["number"], "3");
  });
});

Deno.test("erase_person/is_for_nobody_who_is_signed_in_by_other_ways", () =>
  withFirm(async (sql) => {
    const admin = await staffMember(sql, "admin");
    for (
      const statement of [
        "select private.begin_erasing()",
        "insert into private.erasing values (pg_current_xact_id())",
        "select private.erase_words(array['Ada'], 'x')",
        "select private.replay_erasures('[]')",
        "insert into erasures (kind, person_id, reason, requested_at) values ('candidate', gen_random_uuid(), 'x', now())",
      ]
    ) {
      for (const who of [admin, SERVICE, signedIn(crypto.randomUUID())]) {
        const error = await actingAs(sql, who, (sql) => sql.unsafe(statement))
          .then(() => null, (error) => error.code);
        assertEquals(error, "42501", statement);
      }
    }
  }));

Deno.test("erase_person/leaves_digests_of_archived_lines_that_nobody_can_prove_any_more", () =>
  withFirm(async (sql) => {
    const { contractorId } = await workedAndLeft(sql);
    await maintain(sql, { today: "2028-06-15" });
    /** The archive's values of their row, and whether these are digests of what they are called. */
    const archived = () =>
      sql<{ name: string; email: string; is_theirs: boolean | null }[]>`
        select entry.new ->> 'last_name' as name, entry.new ->> 'email' as email,
               entry.new ->> 'last_name'
               = private.sealed_value(salted.salt, 'last_name', ${ZEBULON.last}) as is_theirs
          from private.log_archives as archive
         cross join lateral private.archived_log(archive.month) as entry
          left join private.log_salts as salted
            on salted.kind = 'contractor' and salted.person_id = entry.row_id
         where entry.table_name = 'contractors' and entry.row_id = ${contractorId} and entry.old is null`;
    const [line] = await archived();
    assertMatch(line?.name ?? "", /^sha256:[0-9a-f]{64}$/);
    assertMatch(line?.email ?? "", /^sha256:[0-9a-f]{64}$/);
    assertStrictEquals(line?.is_theirs, true);

    await erase(sql, "contractor", contractorId);
    assertStrictEquals((await archived())[0]?.is_theirs, null);
    assertStrictEquals(
      (await sql`select from private.log_salts where person_id = ${contractorId}`).count,
      0,
    );
    const broken = await sql`select from private.verify_log() where month is not null`;
    assertStrictEquals(broken.count, 0);
  }));
