// An assignment that gets another person, place or first day, or goes on after it had ended, is asked as a new one.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { actingAs, runAs } from "../../support/access/acting.ts";
import { SERVICE } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { Firm } from "../../support/firm.ts";
import {
  addCredential,
  addKind,
  contractorOf,
  requireKind,
} from "../../support/people/credentials.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-05-20 15:00:00+00" };

const messageOf = async (attempt: PromiseLike<unknown>): Promise<string> => {
  const error = await Promise.resolve(attempt).then(() => null, (error: unknown) => error);
  assert(error instanceof postgres.PostgresError, "not refused");
  return error.message;
};

interface Made {
  readonly firm: Firm;
  /** Of Ada, who has a license from February to April. */
  readonly assignment: string;
  readonly ada: string;
  readonly license: string;
}

/** Registers a test on a firm with an assignment that is asked for nothing, through a day or without an end. */
function testMoved(name: string, end: string | null, test: (made: Made) => Promise<void>): void {
  Deno.test(`assignments/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment(end);
      const ada = await contractorOf(sql, assignment);
      await sql`update assignments set start_date = '2026-03-02'`;
      const license = await addKind(sql, "RN license");
      await addCredential(sql, { contractor_id: ada }, license, {
        issued_on: "2026-02-01",
        expires_on: "2026-04-30",
      });
      await test({ firm, assignment, ada, license });
    }, CLOCK));
}

testMoved("that_are_moved_are_asked_as_new_ones_by_every_key", null, async (made) => {
  const { firm: { sql, facilityId }, license } = made;
  const strict = await Firm.create(sql, "Strict");
  const [{ id: ben }] = await sql<[{ id: string }]>`
    insert into contractors (first_name, last_name, email) values ('Ben', 'Diaz', 'ben@example.org')
    returning id`;
  await requireKind(sql, await addKind(sql, "ACLS"), { facility_id: strict.facilityId });
  const toStrict = `update assignments set facility_id = '${strict.facilityId}'`;
  await assertRefused(sql.unsafe(toStrict), 409, "credential_missing");
  await assertRefused(
    actingAs(sql, SERVICE, (sql) => sql.unsafe(toStrict)),
    409,
    "credential_missing",
  );
  await requireKind(sql, license, { facility_id: facilityId });
  assertEquals(
    await messageOf(sql`update assignments set contractor_id = ${ben}`),
    "Ben Diaz lacks what is required there on the first day: RN license.",
  );
  await assertRefused(
    sql`update assignments set start_date = '2026-01-31'`,
    409,
    "credential_missing",
  );
  await assertRefused(
    sql`update assignments set start_date = '2026-05-01'`,
    409,
    "credential_missing",
  );
  await sql`update assignments set start_date = '2026-02-01'`;
  // A reason that comes with the change is another placement's the next time.
  await sql`
    update assignments set contractor_id = ${ben}, missing_credentials_reason = 'It is on its way.'`;
  await assertRefused(
    sql`update assignments set start_date = '2026-02-02'`,
    409,
    "credential_missing",
  );
  await sql`update assignments set department = 'ICU'`;
});

testMoved("that_had_ended_are_asked_anew_where_they_go_on", "2026-05-19", async (made) => {
  const { firm: { sql }, ada, license } = made;
  await sql`update assignments set end_date = null`; // nothing is required yet
  await sql`update assignments set end_date = '2026-05-19'`;
  await requireKind(sql, license);
  assertEquals(
    await messageOf(sql`update assignments set end_date = '2026-05-20'`),
    "Ada Nurse lacks what is required there on 2026-05-20: RN license.",
  );
  await assertRefused(sql`update assignments set end_date = null`, 409, "credential_missing");
  // A day that has gone by places nobody.
  await sql`update assignments set end_date = '2026-05-18'`;
  await sql`update assignments set end_date = '2026-05-19'`;
  await addCredential(sql, { contractor_id: ada }, license, { issued_on: "2026-05-20" });
  await sql`update assignments set end_date = null`;
});

testMoved("that_have_not_ended_are_extended_without_a_question", "2026-05-20", async (made) => {
  const { firm: { sql }, license } = made;
  await requireKind(sql, license);
  await sql`update assignments set end_date = '2026-12-31'`;
  await sql`update assignments set end_date = null`;
  const listed = await sql`select is_valid from required_credentials`;
  assertEquals([...listed], [{ is_valid: false }]);
});

testMoved(
  "are_asked_for_what_they_require_themselves_once_they_are_there",
  "2026-05-19",
  async (made) => {
    const { firm, firm: { sql }, assignment, ada, license } = made;
    const other = await firm.assignment("2026-05-19");
    const acls = await addKind(sql, "ACLS");
    const own = await requireKind(sql, acls, { assignment_id: assignment });
    const [{ id: ben }] = await sql<[{ id: string }]>`
    insert into contractors (first_name, last_name, email) values ('Ben', 'Diaz', 'ben@example.org')
    returning id`;
    await sql`update assignments set end_date = null where id = ${other}`; // nothing is required of that one
    const change = (values: string, reason = "") =>
      sql.unsafe(`update assignments set ${values} ${reason} where id = '${assignment}'`);
    assertEquals(
      await messageOf(change("end_date = null")),
      "Ada Nurse lacks what is required there on 2026-05-20: ACLS.",
    );
    assertEquals(
      await messageOf(change(`contractor_id = '${ben}'`)),
      "Ben Diaz lacks what is required there on the first day: ACLS.",
    );
    await assertRefused(change("start_date = '2026-03-03'"), 409, "credential_missing");
    const elsewhere = await Firm.create(sql, "Elsewhere");
    await assertRefused(
      change(`facility_id = '${elsewhere.facilityId}'`),
      409,
      "credential_missing",
    );
    // Each kind once, whoever requires it, and only on the days of the requirement.
    await requireKind(sql, license);
    await requireKind(sql, license, { assignment_id: assignment });
    assertEquals(
      await messageOf(change("end_date = null")),
      "Ada Nurse lacks what is required there on 2026-05-20: ACLS, RN license.",
    );
    await sql`update requirements set effective_to = '2026-05-19' where credential_kind_id = ${license}`;
    await change("end_date = null", ", missing_credentials_reason = 'The course is in June.'");
    await change("end_date = '2026-05-18'");
    await assertRefused(change("end_date = null"), 409, "credential_missing");
    await addCredential(sql, { contractor_id: ada }, acls, { issued_on: "2026-05-20" });
    await change("end_date = null");
    await change("end_date = '2026-05-18'");
    await sql`delete from credentials where credential_kind_id = ${acls}`;
    await sql`update requirements set effective_to = '2026-05-19' where id = ${own}`;
    await change("end_date = null");
  },
);

Deno.test("assignments/that_go_on_without_a_credential_have_the_reason_that_recruiting_gives", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const id = firm.placements.adaNorth;
    await sql`delete from requirements`;
    await sql`update contractors set first_name = 'Ada' where id = ${firm.people.ada}`;
    await sql`update assignments set end_date = '2026-03-31' where id = ${id}`;
    await requireKind(sql, await addKind(sql, "License"));
    const go = "update assignments set end_date = null";
    const of = `where id = '${id}' returning missing_credentials_reason as reason`;
    await assertRefused(runAs(sql, firm, "recruiting", `${go} ${of}`), 409, "credential_missing");
    const reason = ", missing_credentials_reason = 'The board confirmed it.'";
    await assertRefused(
      runAs(
        sql,
        firm,
        "billing",
        `update assignments set missing_credentials_reason = 'Mine' ${of}`,
      ),
      403,
      "role_required",
    );
    const [row] = await runAs(sql, firm, "recruiting", `${go}${reason} ${of}`);
    assertStrictEquals(row?.["reason"], "The board confirmed it.");
    const [logged] = await sql`
      select actor is not null as is_known from audit_log
       where table_name = 'assignments' and new ->> 'missing_credentials_reason' like 'The board%'`;
    assertEquals(logged, { is_known: true });
  }, CLOCK));
