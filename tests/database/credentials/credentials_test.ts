// Entering a credential, and what follows: its end, its verification, and that it is there once.
import { assertEquals } from "@std/assert";
import { actingAs, assertDenied } from "../../support/access/acting.ts";
import { Firm } from "../../support/firm.ts";
import {
  addCredential,
  addKind,
  contractorOf,
  requireKind,
} from "../../support/people/credentials.ts";
import { staffMember } from "../../support/people/staff.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-02-20 18:00:00+00" };

function testHolder(
  name: string,
  test: (firm: Firm, holder: { contractor_id: string }) => Promise<void>,
): void {
  Deno.test(name, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      await test(firm, { contractor_id: await contractorOf(sql, await firm.assignment()) });
    }, CLOCK));
}

testHolder("credentials/end_when_the_months_of_their_kind_are_over", async ({ sql }, holder) => {
  const tb = await addKind(sql, "TB test", { months_good: 12 });
  await addCredential(sql, holder, tb, { issued_on: "2026-03-02" });
  await addCredential(sql, holder, tb, { issued_on: "2025-03-01", expires_on: "2025-06-30" });
  await addCredential(sql, holder, await addKind(sql, "Diploma"));
  const rows =
    await sql`select expires_on::text as day from credentials order by expires_on nulls last`;
  assertEquals(rows.map(({ day }) => day), ["2025-06-30", "2027-03-01", null]);
  await assertRefused(addCredential(sql, holder, tb), 400, "credential_without_days");
});

testHolder(
  "credentials/get_another_end_with_another_day_of_issue_where_their_kind_gave_it",
  async ({ sql }, holder) => {
    const tb = await addKind(sql, "TB test", { months_good: 12 });
    const id = await addCredential(sql, holder, tb, { issued_on: "2026-03-02" });
    const ends = async () =>
      (await sql`select expires_on::text as day from credentials where id = ${id}`)[0]?.["day"];
    await sql`update credentials set issued_on = '2026-02-02'`;
    assertEquals(await ends(), "2027-02-01");
    // The console sends the end along that its dialog was filled with.
    await sql`update credentials set issued_on = '2025-02-02', expires_on = '2027-02-01'`;
    assertEquals(await ends(), "2026-02-01");
    await sql`update credentials set issued_on = '2025-03-02', expires_on = '2025-12-31'`;
    assertEquals(await ends(), "2025-12-31");
    // An end that somebody gave stays.
    await sql`update credentials set issued_on = '2025-04-02'`;
    assertEquals(await ends(), "2025-12-31");
    // So does one whose day of issue is taken away, and one of a kind without months.
    await sql`update credentials set issued_on = '2025-04-02', expires_on = null`;
    await sql`update credentials set issued_on = null`;
    assertEquals(await ends(), "2026-04-01");
    await sql`update credential_kinds set months_good = null`;
    await sql`update credentials set issued_on = '2025-04-03'`;
    assertEquals(await ends(), "2026-04-01");
  },
);

testHolder(
  "credentials/are_verified_by_who_says_so_until_what_they_say_changes",
  async ({ sql }, holder) => {
    const recruiter = await staffMember(sql, "recruiting");
    const user = JSON.parse(recruiter.claims).sub;
    const license = await addKind(sql, "RN license");
    const id = await addCredential(sql, holder, license, { expires_on: "2027-09-30" });
    const state = async () => {
      const [row] = await sql`select verified_at, verified_by from credentials where id = ${id}`;
      return [row?.["verified_at"]?.toISOString() ?? null, row?.["verified_by"]];
    };
    await actingAs(
      sql,
      recruiter,
      (sql) => sql`update credentials set verified_at = '2001-01-01' where id = ${id}`,
    );
    assertEquals(await state(), ["2026-02-20T18:00:00.000Z", user]);
    await actingAs(
      sql,
      recruiter,
      (sql) => sql`update credentials set document_url = 'https://files.example/1'`,
    );
    assertEquals(await state(), ["2026-02-20T18:00:00.000Z", user]);
    await actingAs(sql, recruiter, (sql) => sql`update credentials set expires_on = '2029-09-30'`);
    assertEquals(await state(), [null, null]);
    // The secret key brings what another program knows.
    await sql`update credentials set verified_at = '2026-01-05 12:00+00', verified_by = ${user}`;
    assertEquals(await state(), ["2026-01-05T12:00:00.000Z", user]);
  },
);

testHolder("credentials/refuse_what_nobody_can_mean", async (firm, holder) => {
  const { sql } = firm;
  const kind = await addKind(sql, "RN license");
  await addCredential(sql, holder, kind, { number: "1", expires_on: "2027-09-30" });
  const add = (values: Record<string, string | null>, whose: object = holder) =>
    addCredential(sql, whose as typeof holder, kind, values);
  await assertViolates(
    add({ number: "1", expires_on: "2027-09-30" }),
    "credential_is_entered_once",
  );
  await assertViolates(add({ number: " " }), "credential_number_is_not_blank");
  await assertViolates(
    add({ issued_on: "2026-03-02", expires_on: "2026-03-01" }),
    "credential_ends_after_it_starts",
  );
  for (const url of ["javascript:alert(1)", "files/1", "https://files.example/a b"]) {
    await assertViolates(add({ document_url: url }), "document_url_is_an_address");
  }
  await assertViolates(
    add({}, { ...holder, candidate_id: await firm.candidate() }),
    "credential_is_of_one_person",
  );
  await assertViolates(add({}, {}), "credential_is_of_one_person");
  for (const day of ["0026-03-02", "2101-01-01"]) {
    await assertRefused(add({ expires_on: day }), 400, "day_out_of_range");
    await assertRefused(add({ issued_on: day }), 400, "day_out_of_range");
    await assertRefused(
      sql`update credentials set expires_on = ${day}::text::date`,
      400,
      "day_out_of_range",
    );
  }
  await assertViolates(addKind(sql, "rn LICENSE"), "credential_kind_is_named_once");
  await assertViolates(addKind(sql, " RN"), "credential_kind_name_is_named");
  await assertViolates(addKind(sql, "X", { months_good: 0 }), "months_good_are_plausible");
});

testHolder("requirements/are_of_one_place_and_once_a_day", async (firm) => {
  const { sql, facilityId: facility_id } = firm;
  const kind = await addKind(sql, "RN license");
  const [assignment] = await sql<[{ id: string }]>`select id from assignments`;
  await assertViolates(
    requireKind(sql, kind, { facility_id, assignment_id: assignment.id }),
    "requirement_is_of_one_place",
  );
  await requireKind(sql, kind, { effective_to: "2026-03-31" });
  await requireKind(sql, kind, { facility_id });
  await requireKind(sql, kind, { assignment_id: assignment.id });
  await assertViolates(
    requireKind(sql, kind, { effective_from: "2026-03-31" }),
    "requirements_never_overlap",
  );
  await requireKind(sql, kind, { effective_from: "2026-04-01" });
  await assertRefused(
    requireKind(sql, kind, { effective_from: "1999-12-31" }),
    400,
    "day_out_of_range",
  );
});

testHolder("credentials/are_read_and_written_by_recruiting_alone", async ({ sql }, holder) => {
  const kind = await addKind(sql, "RN license");
  const viewer = await staffMember(sql, "viewer");
  await addCredential(sql, holder, kind);
  await assertRefused(
    actingAs(sql, viewer, (sql) => addCredential(sql, holder, kind, { number: "2" })),
    403,
    "role_required",
  );
  assertEquals((await actingAs(sql, viewer, (sql) => sql`select from credentials`)).length, 0);
  const recruiter = await staffMember(sql, "recruiting");
  await actingAs(sql, recruiter, (sql) => addCredential(sql, holder, kind, { number: "2" }));
  assertEquals((await actingAs(sql, recruiter, (sql) => sql`select from credentials`)).length, 2);
  // Holder and kind stay.
  await assertDenied(
    actingAs(sql, recruiter, (sql) => sql`update credentials set contractor_id = null`),
  );
  await assertDenied(
    actingAs(sql, recruiter, (sql) => sql`update credentials set verified_by = gen_random_uuid()`),
  );
  await assertRefused(
    actingAs(sql, recruiter, (sql) => sql`update credential_kinds set is_confidential = true`),
    403,
    "role_required",
  );
});
