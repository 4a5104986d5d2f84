// Credentials in the log, in what is exported and erased of somebody, and how long they are kept.
import { assert, assertEquals } from "@std/assert";
import { maintain } from "../../../supabase/functions/_shared/jobs/maintain.ts";
import { tablesThatSay, workedAndLeft } from "../../support/people/erased.ts";
import { credential, told, wrong } from "../../support/moving_in/imports.ts";
import { messages, switchOn, writeDue } from "../../support/outbox/mail.ts";
import {
  addCredential,
  addKind,
  contractorOf,
  requireKind,
} from "../../support/people/credentials.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

/** Last day of credentials whose alerts are in the outbox. */
const ALERTED = "2026-05-19";
const WORDS = ["NEEDLE-4711", "https://files.example/needle", "2031-07-07"];
const OF_THEM = {
  number: WORDS[0] ?? "",
  document_url: WORDS[1] ?? "",
  expires_on: WORDS[2] ?? "",
};

Deno.test("erase_person/takes_the_credentials_of_a_contractor_and_what_the_log_has_of_them", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await workedAndLeft(sql);
    const kind = await addKind(sql, "TB test", { is_confidential: true });
    await addCredential(sql, { contractor_id: contractorId }, kind, OF_THEM);
    const gone = await addCredential(sql, { contractor_id: contractorId }, kind, {
      ...OF_THEM,
      number: "another",
    });
    await sql`update credentials set document_url = null where id = ${gone}`;
    await sql`delete from credentials where id = ${gone}`;
    const other = await Firm.create(sql, "Elsewhere");
    const candidate_id = await other.candidate();
    await addCredential(sql, { candidate_id }, kind, { number: "of another" });
    assertEquals(await tablesThatSay(sql, WORDS), ["audit_log", "credentials"]);

    await sql`select erase_person('contractor', ${contractorId}, 'By letter.')`;
    assertEquals(await tablesThatSay(sql, WORDS), []);
    const left = await sql`select number from credentials`;
    assertEquals(left.map(({ number }) => number), ["of another"]);
    const logged = await sql`
      select from audit_log where table_name = 'credentials' and concat(old, new) like ${`%${kind}%`}`;
    assertEquals(logged.length, 1, "which kinds they had is told of the other one alone");
  }, { clock: "2026-03-27 18:00:00+00" }));

Deno.test("erase_person/takes_the_alerts_of_credentials_and_what_the_log_has_of_these", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await workedAndLeft(sql);
    await sql`
      insert into staff_members (name, roles, email) values ('Rae', '{recruiting}', 'rae@mesa.example')`;
    for (const kind of ["TB test", "License", "ACLS"]) {
      await addCredential(sql, { contractor_id: contractorId }, await addKind(sql, kind), {
        expires_on: ALERTED,
      });
    }
    await switchOn(sql, "credential_alert");
    await sql`update assignments set end_date = null`;
    assertEquals(await writeDue(sql), 3);
    await sql`update assignments set end_date = '2026-03-15'`;
    const [dropped, sending] = await messages(sql);
    await sql`
      update private.outbox set status = 'failed', next_try_at = null, failed_at = now(), error = 'No such address.'
       where id = ${dropped?.id ?? ""}`;
    await sql`select drop_message(${dropped?.id ?? ""})`;
    await sql`
      update private.outbox set status = 'sending', next_try_at = null, sending_at = now()
       where id = ${sending?.id ?? ""}`;
    assertEquals(await tablesThatSay(sql, [ALERTED]), [
      "audit_log",
      "credentials",
      "private.outbox",
    ]);
    await sql`select erase_person('contractor', ${contractorId}, 'By letter.')`;
    assertEquals(await tablesThatSay(sql, [ALERTED]), []);
    assertEquals((await messages(sql)).map(({ id }) => id), [sending?.id]);
    await sql`select private.settle_message(${sending?.id ?? ""}, 0, 'sent', null, null)`;
    assertEquals((await messages(sql)).map(({ status }) => status), ["sent"]);
  }, { clock: "2026-03-27 18:00:00+00" }));

Deno.test("erase_person/leaves_nobody_who_gets_credentials_again", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await workedAndLeft(sql);
    await sql`update contractors set external_number = 'C-17' where id = ${contractorId}`;
    const kind = await addKind(sql, "RN license");
    const row = credential({ contractor_number: "C-17" });
    assertEquals(await wrong(sql, "credentials", [row]), []);
    await sql`select erase_person('contractor', ${contractorId}, 'By letter.')`;
    assertEquals(
      await told(sql, "credentials", [row]),
      "2 contractor_number: They were erased: no credentials of theirs are kept.",
    );
    const enter = () => addCredential(sql, { contractor_id: contractorId }, kind, OF_THEM);
    await assertRefused(enter(), 409, "person_erased");
    const firm = await Firm.create(sql, "Elsewhere");
    const other = { contractor_id: await contractorOf(sql, await firm.assignment()) };
    await addCredential(sql, other, kind);
    await assertRefused(
      sql`update credentials set contractor_id = ${contractorId}`,
      409,
      "person_erased",
    );
    // One that came all the same, as from a copy of before, goes with the name.
    await sql`alter table credentials disable trigger erased_people_get_no_credentials`;
    await enter();
    await sql`alter table credentials enable trigger erased_people_get_no_credentials`;
    assertEquals(await tablesThatSay(sql, WORDS), ["audit_log", "credentials"]);
    await sql`select private.erase_due('2033-03-20')`;
    assertEquals(await tablesThatSay(sql, WORDS), []);
  }, { clock: "2026-03-27 18:00:00+00" }));

Deno.test("erase_person/takes_the_credentials_of_a_candidate", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const candidate_id = await firm.candidate();
    await addCredential(sql, { candidate_id }, await addKind(sql, "License"), OF_THEM);
    const [row] = await sql`select person_export('candidate', ${candidate_id}) as kept`;
    assertEquals(row?.["kept"].tables.credentials.map((one: { number: string }) => one.number), [
      WORDS[0],
    ]);
    await sql`update candidates set status = 'rejected'`;
    await sql`select erase_person('candidate', ${candidate_id}, 'By letter.')`;
    assertEquals(await tablesThatSay(sql, WORDS), []);
  }));

Deno.test("person_export/has_the_credentials_of_a_contractor_and_what_their_assignments_require", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await workedAndLeft(sql);
    const kind = await addKind(sql, "License");
    await addCredential(sql, { contractor_id: contractorId }, kind, OF_THEM);
    const [assignment] = await sql<[{ id: string }]>`select id from assignments`;
    await requireKind(sql, kind, { assignment_id: assignment.id });
    const [row] = await sql`select person_export('contractor', ${contractorId}) as kept`;
    const { credentials, requirements } = row?.["kept"].tables ?? {};
    assertEquals(credentials.map((one: { document_url: string }) => one.document_url), [WORDS[1]]);
    assertEquals(requirements.length, 1);
  }, { clock: "2026-03-27 18:00:00+00" }));

Deno.test("maintain/forgets_credentials_once_they_are_over_and_the_person_is_placed_no_more", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const kind = await addKind(sql, "License");
    await sql`update retention set months = 12 where kind = 'credentials'`;
    await assertRefused(
      sql`update retention set months = 11 where kind = 'credentials'`,
      409,
      "retention_too_short",
    );
    await firm.assignment(); // placed on
    await firm.assignment("2026-03-31"); // not for a year
    await firm.assignment("2026-03-01"); // a year ago
    const people = await sql<{ id: string; end: string | null }[]>`
      select contractor_id as id, end_date::text as end from assignments`;
    for (const { id, end } of people) {
      for (const expires_on of ["2026-01-31", "2026-03-20", null]) {
        await addCredential(sql, { contractor_id: id }, kind, { expires_on, number: `${end}` });
      }
    }
    await sql`alter table credentials disable trigger user`;
    await sql`update credentials set created_at = '2025-12-01'`;
    await sql`alter table credentials enable trigger user`;
    await maintain(sql, { today: "2027-03-15" });
    const left = await sql`
      select number, expires_on::text as day from credentials order by number, expires_on nulls first`;
    assertEquals(left.map(({ number, day }) => `${number} ${day}`), [
      "2026-03-01 2026-03-20",
      "2026-03-31 null",
      "2026-03-31 2026-01-31",
      "2026-03-31 2026-03-20",
      "null null",
      "null 2026-01-31",
      "null 2026-03-20",
    ]);
  }, { clock: "2027-03-15 18:00:00+00" }));

Deno.test("maintain/archives_changes_of_credentials_without_what_they_say", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await workedAndLeft(sql);
    const kind = await addKind(sql, "TB test", { is_confidential: true });
    const issued_on = "2030-07-08";
    await addCredential(sql, { contractor_id: contractorId }, kind, { ...OF_THEM, issued_on });
    await maintain(sql, { today: "2028-06-15" });
    const lines = await sql<{ line: string }[]>`
      select entry.new::text as line
        from private.log_archives as archive
       cross join lateral private.archived_log(archive.month) as entry
       where entry.table_name = 'credentials'`;
    assertEquals(lines.length, 1);
    for (const { line } of lines) {
      assert(line.includes(contractorId));
      for (const word of [...WORDS, issued_on, kind]) assert(!line.includes(word), word);
    }
  }, { clock: "2026-03-27 18:00:00+00" }));

Deno.test("audit_log/has_every_change_of_credentials_kinds_and_requirements", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const kind = await addKind(sql, "License");
    const candidate_id = await firm.candidate();
    const credential = await addCredential(sql, { candidate_id }, kind);
    const requirement = await requireKind(sql, kind, { facility_id: firm.facilityId });
    await sql`update credentials set number = '1'`;
    await sql`delete from candidates`; // takes its credentials along
    const logged = await sql`
      select table_name, row_id, old is null as is_new, new is null as is_gone from audit_log
       where table_name in ('credential_kinds', 'credentials', 'requirements') order by at, table_name, is_new desc`;
    assertEquals(
      logged.map((row) => [row["table_name"], row["row_id"], row["is_new"], row["is_gone"]]).sort(),
      [
        ["credential_kinds", kind, true, false],
        ["credentials", credential, true, false],
        ["credentials", credential, false, false],
        ["credentials", credential, false, true],
        ["requirements", requirement, true, false],
      ].sort(),
    );
    const [said] = await sql`
      select private.said_of_thing('requirements', to_jsonb(requirement)) as said from requirements as requirement`;
    assertEquals(said?.["said"], "the requirement of License at Mercy Hospital from Jan 1, 2026");
    const [kept] = await sql`
      select private.said_of_thing('retention', to_jsonb(kept)) as said from retention as kept where kind = 'credentials'`;
    assertEquals(kept?.["said"], "how long credentials are kept of people who are placed no more");
    assert(logged.length > 0);
  }));
