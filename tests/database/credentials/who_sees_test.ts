// Of health and background checks all but recruiting and admins see only whether one is valid.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../support/access/acting.ts";
import type { Caller } from "../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../support/access/firm/firm.ts";
import { settle, switchOn, writeDue } from "../../support/outbox/mail.ts";
import { addCredential, addKind, requireKind } from "../../support/people/credentials.ts";
import { withTwoPeople } from "../../support/people/two_people.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { plan } from "../../support/time/plans.ts";

const SECRET = ["NEEDLE-4711", "https://files.example/needle", "2026-03-21", "2025-03-22"];

/** A firm in which Ada, at North and at South, has a license and a confidential test, both required at North. */
function testFirm(
  name: string,
  test: (sql: postgres.Sql, firm: AccessFirm) => Promise<void>,
): void {
  Deno.test(name, () =>
    withDatabase(async ({ sql }) => {
      const firm = await prepareFirm(sql);
      await sql`delete from requirements`;
      await sql`delete from credentials`;
      await sql`delete from credential_kinds`;
      const license = await addKind(sql, "License");
      const tb = await addKind(sql, "TB test", { is_confidential: true });
      const holder = { contractor_id: firm.people.ada };
      await addCredential(sql, holder, license, { number: "RN.1", expires_on: "2026-03-10" });
      await addCredential(sql, holder, tb, {
        number: "NEEDLE-4711",
        document_url: "https://files.example/needle",
        issued_on: "2025-03-22",
        expires_on: "2026-03-21",
        verified_at: "2025-03-22",
      });
      for (const kind of [license, tb]) {
        await requireKind(sql, kind, { facility_id: firm.people.north });
      }
      await test(sql, firm);
    }, { clock: "2026-03-01 18:00:00+00" }));
}

const VIEWS = ["person_credentials", "required_credentials", "credentials_due"];
const REPORT = "time_without_credentials('2026-01-01', '2026-12-31')";

const read = async (sql: postgres.Sql, firm: AccessFirm, caller: Caller, of: string) =>
  (await runAs(
    sql,
    firm,
    caller,
    `select to_jsonb(seen) as seen from ${of} as seen order by to_jsonb(seen) ->> 'credential_kind'`,
  ))
    .map(({ seen }) => seen as Record<string, unknown>);

testFirm(
  "credentials/of_a_confidential_kind_are_valid_or_not_to_viewers_billing_payroll_and_contacts",
  async (sql, firm) => {
    for (const caller of ["viewer", "billing", "payroll", "north"] as const) {
      const all = [];
      for (const view of [...VIEWS, REPORT, "credentials"]) {
        all.push(...await read(sql, firm, caller, view));
      }
      const text = JSON.stringify(all);
      for (const word of SECRET) assert(!text.includes(word), `${caller} reads ${word}`);
      assert(!text.includes("document_url"), caller);
      const needed = await read(sql, firm, caller, "required_credentials");
      assertEquals(
        needed.map((
          row,
        ) => [row["credential_kind"], row["is_valid"], row["number"], row["expires_on"]]),
        [["License", true, "RN.1", "2026-03-10"], ["TB test", true, null, null]],
        caller,
      );
    }
  },
);

testFirm(
  "credentials/of_a_confidential_kind_are_read_whole_by_recruiting_and_admins",
  async (sql, firm) => {
    for (const caller of ["recruiting", "admin", "service"] as const) {
      const text = JSON.stringify(await read(sql, firm, caller, "credentials"));
      for (const word of SECRET) assert(text.includes(word), `${caller} misses ${word}`);
      const due = await read(sql, firm, caller, "credentials_due");
      assertEquals(due.map((row) => [row["credential_kind"], row["bucket"], row["days_left"]]), [
        ["License", "30", 9],
        ["TB test", "30", 20],
      ], caller);
    }
  },
);

testFirm(
  "week_plan/says_of_a_confidential_kind_on_days_to_come_what_is_so_today",
  async (sql, firm) => {
    const { adaNorth } = firm.placements;
    await plan(sql, adaNorth, "2026-03-20 07:00 MDT", "2026-03-20 15:00 MDT");
    await plan(sql, adaNorth, "2026-03-22 07:00 MDT", "2026-03-22 15:00 MDT");
    await sql`update credentials set expires_on = '2026-03-21' where number = 'RN.1'`;
    const missing = async (caller: Caller) =>
      (await read(sql, firm, caller, "week_plan('2026-03-16')"))
        .filter((row) => row["assignment_id"] === adaNorth)
        .map((row) => [row["work_date"], row["missing_credentials"]]);
    const both = ["License", "TB test"];
    const readers = ["recruiting", "admin", "service"] as const;
    const others = ["viewer", "billing", "payroll"] as const;
    const shifts = ["2026-03-20", "2026-03-22"];
    for (const caller of readers) {
      assertEquals(await missing(caller), [[shifts[0], null], [shifts[1], both]], caller);
    }
    for (const caller of others) {
      assertEquals(await missing(caller), [[shifts[0], null], [shifts[1], ["License"]]], caller);
    }
    // Expired by now: missing on all days to come, also where the next one is here already.
    await sql`update credentials set expires_on = '2026-02-27' where number = 'NEEDLE-4711'`;
    const [kind] = await sql<
      [{ id: string }]
    >`select id from credential_kinds where is_confidential`;
    await addCredential(sql, { contractor_id: firm.people.ada }, kind.id, {
      issued_on: "2026-03-02",
    });
    for (const caller of readers) {
      assertEquals(await missing(caller), [[shifts[0], null], [shifts[1], ["License"]]], caller);
    }
    for (const caller of others) {
      const days = new Map((await missing(caller)) as [string, string[]][]);
      assertEquals([...days.keys()].length, 7, caller);
      assertEquals(shifts.map((day) => days.get(day)), [["TB test"], both], caller);
    }
  },
);

testFirm(
  "required_credentials/says_of_a_confidential_kind_at_an_assignment_to_come_what_is_so_today",
  async (sql, firm) => {
    await sql`
      insert into assignments (contractor_id, facility_id, start_date, department, missing_credentials_reason)
      values (${firm.people.ada}, ${firm.people.north}, '2026-03-25', 'ICU', 'They are on their way.')`;
    const valid = async (caller: Caller) =>
      (await read(sql, firm, caller, "required_credentials"))
        .filter((row) => row["start_date"] === "2026-03-25")
        .map((row) => [row["credential_kind"], row["is_valid"]]);
    for (const caller of ["recruiting", "admin", "service"] as const) {
      assertEquals(await valid(caller), [["License", false], ["TB test", false]], caller);
    }
    for (const caller of ["viewer", "billing", "payroll", "north"] as const) {
      assertEquals(await valid(caller), [["License", false], ["TB test", true]], caller);
    }
  },
);

testFirm(
  "time_without_credentials/says_of_a_confidential_kind_on_days_to_come_nothing_to_others",
  async (sql, firm) => {
    await sql`
      insert into time_entries (assignment_id, work_date, hours) values (${firm.placements.adaNorth}, '2026-03-25', 8)`;
    const kinds = async (caller: Caller) =>
      (await read(sql, firm, caller, REPORT))
        .filter((row) => row["work_date"] === "2026-03-25").map((row) => row["credential_kind"]);
    assertEquals(await kinds("recruiting"), ["License", "TB test"]);
    for (const caller of ["viewer", "billing", "payroll"] as const) {
      assertEquals(await kinds(caller), ["License"], caller);
    }
  },
);

testFirm(
  "credentials_due/lists_a_confidential_kind_to_others_once_it_has_expired",
  async (sql, firm) => {
    const kinds = async () =>
      (await read(sql, firm, "viewer", "credentials_due")).map((row) => [
        row["credential_kind"],
        row["bucket"],
        row["expires_on"],
        row["days_left"],
      ]);
    assertEquals(await kinds(), [["License", "30", "2026-03-10", 9]]);
    await sql`update credentials set expires_on = '2026-02-27' where number = 'NEEDLE-4711'`;
    assertEquals((await kinds()).sort(), [
      ["License", "30", "2026-03-10", 9],
      ["TB test", "expired", null, null],
    ]);
  },
);

testFirm(
  "outbox/shows_alerts_of_credentials_to_recruiting_and_admins_alone",
  async (sql, firm) => {
    await sql`
      insert into staff_members (name, roles, email) values ('Ann', '{recruiting}', 'ann@mesa.example')`;
    await switchOn(sql, "credential_alert");
    const written = await writeDue(sql);
    assert(written > 0);
    await settle(sql, "failed");
    const seen = async (caller: Caller) => {
      const [row] = await runAs(
        sql,
        firm,
        caller,
        `select (select count(*)::int from outbox where kind = 'credential_alert') as listed,
                (select number from board() where item = 'messages_to_decide') as counted`,
      );
      return [row?.["listed"], row?.["counted"]];
    };
    const [others] = await sql<[{ failed: number }]>`
      select count(*)::int as failed from private.outbox where status = 'failed' and kind <> 'credential_alert'`;
    for (const caller of ["viewer", "billing", "payroll"] as const) {
      assertEquals(await seen(caller), [0, others.failed], caller);
    }
    for (const caller of ["recruiting", "admin", "service"] as const) {
      assertEquals(await seen(caller), [written, others.failed + written], caller);
    }
  },
);

testFirm(
  "required_credentials/shows_contacts_who_works_there_and_nobody_else",
  async (sql, firm) => {
    assertEquals((await read(sql, firm, "north", "required_credentials")).length, 2);
    for (const caller of ["south", "ada", "ben"] as const) {
      for (const view of VIEWS) {
        assertEquals(
          await read(sql, firm, caller, view),
          [],
          `${caller} ${view}`,
        );
      }
    }
    for (const caller of ["north", "ada"] as const) {
      for (
        const view of ["credentials", "requirements", "credential_kinds", "person_credentials"]
      ) {
        assertEquals(await read(sql, firm, caller, view), [], `${caller} ${view}`);
      }
    }
  },
);

testFirm(
  "time_without_credentials/tells_contacts_of_their_own_time_without_drafts",
  async (sql, firm) => {
    await sql`delete from credentials`;
    const told = async (caller: Caller) =>
      new Set(
        (await read(sql, firm, caller, REPORT)).map((row) =>
          `${row["facility_name"]} ${row["status"]}`
        ),
      );
    const all = await told("viewer");
    assert(all.has("north draft") && all.has("north submitted"));
    const theirs = await told("north");
    assert(theirs.has("north submitted") && !theirs.has("north draft"));
    for (const facility of theirs) {
      assert(facility.startsWith("north "), facility);
    }
    assertEquals(await told("south"), new Set());
  },
);

Deno.test("hire_candidate/tells_whoever_approves_it_of_no_confidential_kind", () =>
  withTwoPeople(async (people) => {
    const { sql, firm } = people;
    await sql`delete from requirements`;
    const [{ id: candidate }] = await sql<[{ id: string }]>`
      insert into candidates (first_name, last_name, email, status)
      values ('Cy', 'Nurse', 'cy@example.org', 'offered') returning id`;
    const holder = { candidate_id: candidate };
    for (const name of ["TB test", "Drug screen", "License"]) {
      const kind = await addKind(sql, name, { is_confidential: name !== "License" });
      await addCredential(sql, holder, kind, { expires_on: "2026-12-31" });
      await requireKind(sql, kind);
    }
    const asked = await people.request("recruiting", "hire_candidate", {
      candidate_id: candidate,
      facility_id: firm.people.south,
      start_date: "2026-05-04",
      bill_rate: 100,
      pay_rate: 60,
    });
    await sql`update credentials set expires_on = '2026-05-03'`;
    const attempt = people.approve("billing", asked);
    await assertRefused(attempt, 409, "credential_missing");
    const error = await attempt.catch((error: Error) => error.message);
    assertEquals(
      error,
      "Cy Nurse lacks what is required there on the first day: License, a confidential credential.",
    );
  }));
