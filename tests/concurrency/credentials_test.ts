// Placing somebody while what they have, or what is required of them, changes: named interleavings on real connections.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Firm } from "../support/firm.ts";
import { addCredential, addKind, requireKind } from "../support/people/credentials.ts";
import { hire, type Hiring } from "../support/people/hiring.ts";
import { type TestDatabase, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { rowsOf } from "../support/sql/rows.ts";

interface Made {
  readonly firm: Firm;
  readonly place: Hiring;
  readonly kind: string;
  readonly holder: { readonly candidate_id: string };
}

/** Registers a test on a firm with a candidate and a kind of credential, which is required unless said otherwise. */
function testRace(
  name: string,
  test: (database: TestDatabase, made: Made) => Promise<void>,
  isRequired = true,
): void {
  Deno.test(`credentials/${name}`, () =>
    withDatabase(async (database) => {
      const { sql } = database;
      const firm = await Firm.create(sql);
      const candidate_id = await firm.candidate("cy@example.org");
      const kind = await addKind(sql, "License");
      if (isRequired) await requireKind(sql, kind);
      const place = { candidate_id, facility_id: firm.facilityId };
      await test(database, { firm, place, kind, holder: { candidate_id } });
    }, { clock: "2026-02-20 18:00:00+00" }));
}

testRace(
  "that_are_being_ended_are_waited_for_by_a_hire_which_is_refused",
  async ({ sql, url }, made) => {
    await addCredential(sql, made.holder, made.kind, { expires_on: "2027-09-30" });
    await assertRefused(
      interleave(
        url,
        (first) => first`update credentials set expires_on = '2026-03-01'`,
        () => hire(sql, made.place),
      ),
      409,
      "credential_missing",
    );
    assertEquals(await rowsOf(sql, "assignments"), []);
  },
);

testRace(
  "that_are_being_removed_are_waited_for_by_a_hire_which_is_refused",
  async ({ sql, url }, made) => {
    await addCredential(sql, made.holder, made.kind);
    await assertRefused(
      interleave(url, (first) => first`delete from credentials`, () => hire(sql, made.place)),
      409,
      "credential_missing",
    );
  },
);

testRace("of_somebody_being_hired_are_ended_after_it_and_listed", async ({ sql, url }, made) => {
  await addCredential(sql, made.holder, made.kind, { expires_on: "2027-09-30" });
  await interleave(
    url,
    (first) => hire(first, made.place),
    () => sql`update credentials set expires_on = '2026-03-01'`,
  );
  const listed = await sql`select is_valid, expires_on::text as day from required_credentials`;
  assertEquals([...listed], [{ is_valid: false, day: "2026-03-01" }]);
});

testRace(
  "of_a_former_contractor_that_are_being_removed_are_waited_for",
  async ({ sql, url }, made) => {
    await sql`insert into contractors (first_name, last_name, email) values ('Cy', 'Nurse', 'cy@example.org')`;
    const [former] = await sql<[{ id: string }]>`select id from contractors`;
    await addCredential(sql, { contractor_id: former.id }, made.kind);
    await assertRefused(
      interleave(url, (first) => first`delete from credentials`, () => hire(sql, made.place)),
      409,
      "credential_missing",
    );
  },
);

testRace(
  "entered_while_their_candidate_is_being_hired_are_the_contractors",
  async ({ sql, url }, made) => {
    await addCredential(sql, made.holder, made.kind);
    await interleave(
      url,
      (first) => hire(first, made.place),
      () => addCredential(sql, made.holder, made.kind, { number: "2" }),
    );
    const rows = await rowsOf(sql, "credentials");
    assertEquals(rows.map(({ candidate_id }) => candidate_id), [null, null]);
    assertStrictEquals(new Set(rows.map(({ contractor_id }) => contractor_id)).size, 1);
  },
);

testRace(
  "that_are_being_entered_let_the_hire_that_waits_for_them_pass",
  async ({ sql, url }, made) => {
    await interleave(
      url,
      (first) => addCredential(first, made.holder, made.kind),
      () => hire(sql, made.place),
    );
    assertEquals((await rowsOf(sql, "credentials")).map(({ candidate_id }) => candidate_id), [
      null,
    ]);
  },
);

testRace("required_at_this_moment_are_asked_of_a_hire_that_waits", async ({ sql, url }, made) => {
  await assertRefused(
    interleave(url, (first) => requireKind(first, made.kind), () => hire(sql, made.place)),
    409,
    "credential_missing",
  );
}, false);

testRace(
  "are_required_after_a_hire_under_way_whom_the_list_then_has",
  async ({ sql, url }, made) => {
    await interleave(url, (first) => hire(first, made.place), () => requireKind(sql, made.kind));
    const listed = await sql`select is_valid from required_credentials`;
    assertEquals([...listed], [{ is_valid: false }]);
  },
  false,
);

testRace(
  "required_at_this_moment_are_asked_of_an_assignment_by_table",
  async ({ sql, url }, made) => {
    await sql`insert into contractors (first_name, last_name, email) values ('Cy', 'Nurse', 'cy@example.org')`;
    await assertRefused(
      interleave(url, (first) => requireKind(first, made.kind), () =>
        sql`
        insert into assignments (contractor_id, facility_id, start_date)
        select contractor.id, facility.id, '2026-03-02' from contractors as contractor, facilities as facility`),
      409,
      "credential_missing",
    );
  },
  false,
);

testRace(
  "required_at_this_moment_of_an_assignment_are_asked_where_it_is_opened_again",
  async ({ sql, url }, made) => {
    const assignment_id = await made.firm.assignment("2026-02-19");
    await assertRefused(
      interleave(
        url,
        (first) => requireKind(first, made.kind, { assignment_id }),
        () => sql`update assignments set end_date = null`,
      ),
      409,
      "credential_missing",
    );
  },
  false,
);

testRace("that_change_are_waited_for_by_an_assignment_by_table", async ({ sql, url }, made) => {
  await sql`insert into contractors (first_name, last_name, email) values ('Cy', 'Nurse', 'cy@example.org')`;
  const [contractor] = await sql<[{ id: string }]>`select id from contractors`;
  await addCredential(sql, { contractor_id: contractor.id }, made.kind);
  await assertRefused(
    interleave(url, (first) => first`delete from credentials`, () =>
      sql`
        insert into assignments (contractor_id, facility_id, start_date)
        values (${contractor.id}, ${made.firm.facilityId}, '2026-03-02')`),
    409,
    "credential_missing",
  );
});

testRace("required_in_a_call_that_takes_long_put_a_hire_off", async ({ sql }, made) => {
  const first = await sql.reserve();
  await first`begin`;
  await requireKind(first, made.kind);
  await assertRefused(hire(sql, made.place), 409, "requirements_in_progress");
  await first`rollback`;
  first.release();
  await hire(sql, made.place);
}, false);

testRace("are_not_required_while_a_hire_takes_long", async ({ sql }, made) => {
  const first = await sql.reserve();
  await first`begin`;
  await hire(first, made.place);
  await assertRefused(requireKind(sql, made.kind), 409, "requirements_in_progress");
  await first`commit`;
  first.release();
  await requireKind(sql, made.kind);
}, false);

testRace("are_held_by_no_two_hires_against_each_other", async ({ sql, url }, made) => {
  await addCredential(sql, made.holder, made.kind);
  const candidate_id = await made.firm.candidate();
  await addCredential(sql, { candidate_id }, made.kind);
  // The second one goes through while the first is open.
  const first = await sql.reserve();
  await first`begin`;
  await hire(first, made.place);
  await hire(sql, { ...made.place, candidate_id });
  await first`commit`;
  first.release();
  assertEquals((await rowsOf(sql, "assignments")).length, 2);
  await interleave(
    url,
    (one) =>
      requireKind(one, made.kind, { effective_from: "2025-01-01", effective_to: "2025-12-31" }),
    () => sql`delete from requirements where effective_from = '2026-01-01'`,
  );
});
