// Nobody is placed without what is required on the first day, however they are placed, but for a reason that is kept.
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
import { hire } from "../../support/people/hiring.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-02-20 18:00:00+00" };

/** Registers a test on a firm with a candidate, a license that the firm asks for and a test that the facility does. */
function testFirm(
  name: string,
  test: (firm: Firm, made: Record<"candidate" | "license" | "tb", string>) => Promise<void>,
): void {
  Deno.test(name, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const candidate = await firm.candidate("cy@example.org");
      const license = await addKind(sql, "RN license, Colorado");
      const tb = await addKind(sql, "TB test", { months_good: 12, is_confidential: true });
      await requireKind(sql, license);
      await requireKind(sql, tb, { facility_id: firm.facilityId });
      await test(firm, { candidate, license, tb });
    }, CLOCK));
}

const messageOf = async (attempt: PromiseLike<unknown>): Promise<string> => {
  const error = await Promise.resolve(attempt).then(() => null, (error: unknown) => error);
  assert(error instanceof postgres.PostgresError, "not refused");
  return error.message;
};

testFirm(
  "hire_candidate/names_each_credential_that_is_missing_and_changes_nothing",
  async (firm, made) => {
    const { sql, facilityId: facility_id } = firm;
    const place = { candidate_id: made.candidate, facility_id };
    await assertRefusedUnchanged(sql, () => hire(sql, place), 409, "credential_missing");
    assertEquals(
      await messageOf(hire(sql, place)),
      "Cy Nurse lacks what is required there on the first day: RN license, Colorado, TB test.",
    );
    await addCredential(sql, { candidate_id: made.candidate }, made.license, {
      expires_on: "2027-09-30",
    });
    assertEquals(
      await messageOf(hire(sql, place)),
      "Cy Nurse lacks what is required there on the first day: TB test.",
    );
    await addCredential(sql, { candidate_id: made.candidate }, made.tb, {
      issued_on: "2026-02-01",
    });
    for (
      const [reason, slug] of [
        ["a\nb", "text_not_one_line"],
        ["a".repeat(2001), "text_too_long"],
      ] as const
    ) {
      const call = () => hire(sql, { ...place, missing_credentials_reason: reason });
      await assertRefusedUnchanged(sql, call, 400, slug);
    }
    const placed = await hire(sql, place);
    assertStrictEquals(placed["missing_credentials_reason"], null);
  },
);

testFirm("hire_candidate/makes_the_candidates_credentials_the_contractors", async (firm, made) => {
  const { sql, facilityId: facility_id } = firm;
  // The former contractor has the same license already, and another test.
  await sql`insert into contractors (first_name, last_name, email) values ('Cy', 'Nurse', 'CY@example.org')`;
  const [former] = await sql<[{ id: string }]>`select id from contractors`;
  const same = { number: "RN.1", expires_on: "2027-09-30" };
  await addCredential(sql, { contractor_id: former.id }, made.license, same);
  await addCredential(sql, { candidate_id: made.candidate }, made.license, same);
  await addCredential(sql, { candidate_id: made.candidate }, made.tb, { issued_on: "2026-02-01" });
  const placed = await hire(sql, { candidate_id: made.candidate, facility_id });
  assertStrictEquals(placed["contractor_id"], former.id);
  const rows = await sql`
    select kind.name, credential.candidate_id, credential.contractor_id, expires_on::text
      from credentials as credential join credential_kinds as kind on kind.id = credential_kind_id order by 1`;
  assertEquals([...rows], [
    {
      name: "RN license, Colorado",
      candidate_id: null,
      contractor_id: former.id,
      expires_on: "2027-09-30",
    },
    { name: "TB test", candidate_id: null, contractor_id: former.id, expires_on: "2027-01-31" },
  ]);
  // One that is entered by the candidate's id afterwards is the contractor's, too.
  const late = await addCredential(sql, { candidate_id: made.candidate }, made.tb, {
    issued_on: "2026-02-10",
  });
  const [entered] =
    await sql`select contractor_id, candidate_id from credentials where id = ${late}`;
  assertEquals(entered, { contractor_id: former.id, candidate_id: null });
});

testFirm("hire_candidate/counts_what_is_good_on_the_first_day_alone", async (firm, made) => {
  const { sql, facilityId: facility_id } = firm;
  const place = { candidate_id: made.candidate, facility_id };
  const holder = { candidate_id: made.candidate };
  await addCredential(sql, holder, made.license);
  const tb = await addCredential(sql, holder, made.tb, {
    issued_on: "2026-03-03",
    expires_on: "2026-12-31",
  });
  await assertRefused(hire(sql, { ...place, start_date: "2026-03-02" }), 409, "credential_missing");
  await sql`update credentials set issued_on = '2025-03-01', expires_on = '2026-03-01' where id = ${tb}`;
  await assertRefused(hire(sql, { ...place, start_date: "2026-03-02" }), 409, "credential_missing");
  const lacking = await sql`
    select credential_kind, required_by, expired_on::text
      from missing_credentials(${made.candidate}, ${facility_id}, '2026-03-02')`;
  assertEquals([...lacking], [{
    credential_kind: "TB test",
    required_by: "facility",
    expired_on: "2026-03-01",
  }]);
  await hire(sql, { ...place, start_date: "2026-03-01" });
});

testFirm("hire_candidate/keeps_and_logs_the_reason_for_what_is_missing", async (firm, made) => {
  const { sql, facilityId: facility_id } = firm;
  const place = { candidate_id: made.candidate, facility_id };
  await assertRefused(
    hire(sql, { ...place, missing_credentials_reason: "  " }),
    409,
    "credential_missing",
  );
  const reason = "The board confirmed the license by phone; the test is on Monday.";
  const placed = await hire(sql, { ...place, missing_credentials_reason: ` ${reason} ` });
  assertStrictEquals(placed["missing_credentials_reason"], reason);
  const [log] = await sql`
    select new ->> 'missing_credentials_reason' as reason from audit_log
     where table_name = 'assignments' and old is null`;
  assertStrictEquals(log?.["reason"], reason);
  // Again, without a reason: the same assignment.
  assertEquals(await hire(sql, place), placed);
});

testFirm("hire_candidate/asks_for_what_the_facilitys_program_requires", async (firm, made) => {
  const { sql, facilityId: facility_id } = firm;
  const program = await Firm.create(sql, "Summit Program");
  await sql`update facilities set bill_to_facility_id = ${program.facilityId} where id = ${facility_id}`;
  await sql`delete from requirements`;
  await requireKind(sql, made.license, { facility_id: program.facilityId });
  const place = { candidate_id: made.candidate, facility_id };
  await assertRefused(hire(sql, place), 409, "credential_missing");
  const { facilityId: other } = await Firm.create(sql, "Elsewhere");
  await hire(sql, { ...place, facility_id: other });
});

testFirm(
  "hire_candidate/asks_for_nothing_outside_of_the_days_of_a_requirement",
  async (firm, made) => {
    const { sql, facilityId: facility_id } = firm;
    await sql`update requirements set effective_from = '2026-03-03' where facility_id is not null`;
    await sql`update requirements set effective_to = '2026-03-01' where facility_id is null`;
    await hire(sql, { candidate_id: made.candidate, facility_id, start_date: "2026-03-02" });
  },
);

testFirm("assignments/of_who_lacks_a_credential_are_refused_to_every_key", async (firm, made) => {
  const { sql, facilityId } = firm;
  await sql`insert into contractors (first_name, last_name, email) values ('Ada', 'Okafor', 'ada@example.org')`;
  const insert = (sql: Pick<postgres.Sql, "unsafe">, more = "null") =>
    sql.unsafe(`
      insert into assignments (contractor_id, facility_id, start_date, missing_credentials_reason)
      select id, '${facilityId}', '2026-03-02', ${more} from contractors`);
  for (
    const as of [
      (work: (sql: Pick<postgres.Sql, "unsafe">) => PromiseLike<unknown>) => work(sql),
      (work: (sql: Pick<postgres.Sql, "unsafe">) => PromiseLike<unknown>) =>
        actingAs(sql, SERVICE, work),
    ]
  ) {
    await assertRefused(as((sql) => insert(sql)), 409, "credential_missing");
  }
  const [ada] = await sql<[{ id: string }]>`select id from contractors`;
  await addCredential(sql, { contractor_id: ada.id }, made.license);
  assertEquals(
    await messageOf(actingAs(sql, SERVICE, (sql) => insert(sql))),
    "Ada Okafor lacks what is required there on the first day: TB test.",
  );
  await actingAs(sql, SERVICE, (sql) => insert(sql, "'The test is on Monday.'"));
  assertEquals((await sql`select from assignments`).length, 1);
});

testFirm("requirements/of_an_assignment_refuse_nothing_and_are_listed", async (firm, made) => {
  const { sql } = firm;
  await sql`delete from requirements`;
  const assignment = await firm.assignment();
  await requireKind(sql, made.license, { assignment_id: assignment });
  const listed = () =>
    sql`select credential_kind, required_by, is_valid, expires_on::text from required_credentials`;
  assertEquals([...await listed()], [{
    credential_kind: "RN license, Colorado",
    required_by: ["assignment"],
    is_valid: false,
    expires_on: null,
  }]);
  const holder = { contractor_id: await contractorOf(sql, assignment) };
  await addCredential(sql, holder, made.license, { expires_on: "2026-02-19" });
  assertEquals((await listed()).map(({ is_valid, expires_on }) => [is_valid, expires_on]), [
    [false, "2026-02-19"],
  ]);
  await addCredential(sql, holder, made.license, { expires_on: "2026-02-20" });
  assertEquals((await listed()).map(({ is_valid, expires_on }) => [is_valid, expires_on]), [
    [true, "2026-02-20"],
  ]);
});

Deno.test("missing_credentials/is_for_recruiting_and_about_people_and_places_that_there_are", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const candidate = firm.id("candidates", "applied");
    const call = (candidate: string, facility: string, day = "'2026-03-02'") =>
      `select * from missing_credentials('${candidate}', '${facility}', ${day})`;
    const { north } = firm.people;
    for (const caller of ["viewer", "billing", "payroll", "ada", "north"] as const) {
      await assertRefused(runAs(sql, firm, caller, call(candidate, north)), 403, "role_required");
    }
    const ask = (...given: Parameters<typeof call>) =>
      runAs(sql, firm, "recruiting", call(...given));
    await assertRefused(ask(north, north), 404, "candidate_not_found");
    await assertRefused(ask(candidate, candidate), 404, "facility_not_found");
    await assertRefused(ask(candidate, north, "null"), 400, "argument_missing");
    await assertRefused(ask(candidate, north, "'infinity'"), 400, "date_not_finite");
    assertEquals([...await ask(candidate, north)], []);
  }));
