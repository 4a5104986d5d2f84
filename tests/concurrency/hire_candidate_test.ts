// Hiring while others hire, withdraw, close and extend: named interleavings on real connections.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../support/access/acting.ts";
import { signedIn } from "../support/access/callers.ts";
import { Firm } from "../support/firm.ts";
import { hire, type Hiring } from "../support/people/hiring.ts";
import { connectTo, type TestDatabase, withDatabase } from "../support/server/database.ts";
import { interleave, waitUntilBlocked } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { rowsOf } from "../support/sql/rows.ts";

/** Registers a test on a firm with one candidate, and what it takes to place them. */
function testRace(
  name: string,
  test: (database: TestDatabase, firm: Firm, place: Hiring) => Promise<void>,
): void {
  Deno.test(`hire_candidate/${name}`, () =>
    withDatabase(async (database) => {
      const firm = await Firm.create(database.sql);
      const candidate_id = await firm.candidate("cy@example.org");
      await test(database, firm, { candidate_id, facility_id: firm.facilityId });
    }));
}

async function counts(sql: postgres.Sql): Promise<Record<string, number>> {
  const tables = ["contractors", "assignments", "assignment_rates", "contract_renewals"];
  const rows = await Promise.all(
    tables.map(async (table) => [table, (await rowsOf(sql, table)).length]),
  );
  return Object.fromEntries(rows);
}

const ONE_OF_EACH = { contractors: 1, assignments: 1, assignment_rates: 1, contract_renewals: 1 };

testRace("from_ten_connections_at_once_hires_once_for_all_ten", async ({ sql, url }, _, place) => {
  const connections = Array.from({ length: 10 }, () => connectTo(url));
  const answers = await Promise.all(
    connections.map((sql) => hire(sql, { ...place, end_date: "2026-08-30" })),
  );
  await Promise.all(connections.map((sql) => sql.end()));
  assertEquals(answers, Array(10).fill(answers[0]));
  assertEquals(await counts(sql), ONE_OF_EACH);
  assertEquals((await rowsOf(sql, "contract_alerts")).length, 3);
  const log =
    await sql`select table_name from audit_log where procedure = 'hire_candidate' order by 1`;
  assertEquals(log.map(({ table_name }) => table_name), [
    "assignment_bill_terms",
    "assignment_rates",
    "assignments",
    "candidates",
    "contractors",
  ]);
});

testRace(
  "while_the_same_hire_is_under_way_waits_for_its_assignment",
  async ({ sql, url }, _, place) => {
    const args = { ...place, end_date: "2026-08-30" };
    const second = await interleave(url, (first) => hire(first, args), () => hire(sql, args));
    assertEquals([second], await rowsOf(sql, "assignments"));
    assertEquals(await counts(sql), ONE_OF_EACH);
  },
);

testRace(
  "of_two_records_with_one_email_at_once_makes_one_contractor",
  async ({ sql, url }, firm, place) => {
    const candidate_id = await firm.candidate("CY@example.org");
    const { facilityId: facility_id } = await Firm.create(sql);
    const second = await interleave(
      url,
      (first) => hire(first, place),
      () => hire(sql, { candidate_id, facility_id }),
    );
    const [contractor, ...others] = await rowsOf(sql, "contractors");
    assertEquals(others, []);
    assertStrictEquals(second.contractor_id, contractor?.id);
    assertStrictEquals(contractor?.candidate_id, candidate_id);
    const candidates = await rowsOf(sql, "candidates");
    assertEquals(candidates.map((candidate) => candidate.status), ["hired", "hired"]);
  },
);

testRace(
  "of_two_records_with_one_email_at_once_takes_a_former_contractor_up_once",
  async ({ sql, url }, firm, place) => {
    await sql`insert into contractors (first_name, last_name, email, is_active)
            values ('Cy', 'Nurse', 'cy@example.org', false)`;
    const candidate_id = await firm.candidate("CY@example.org");
    await assertRefused(
      interleave(url, (first) => hire(first, place), () => hire(sql, { ...place, candidate_id })),
      409,
      "assignment_overlaps",
    );
    const [contractor, ...others] = await rowsOf(sql, "contractors");
    assertEquals(others, []);
    assertStrictEquals(contractor?.candidate_id, place.candidate_id);
  },
);

testRace("goes_on_when_the_hire_it_waited_for_is_taken_back", async ({ sql, url }, firm, place) => {
  const twin = { ...place, candidate_id: await firm.candidate("CY@example.org") };
  const other = connectTo(url);
  const first = await other.reserve();
  await first`begin`;
  await hire(first, place);
  const second = hire(sql, twin);
  await waitUntilBlocked(sql);
  await first`rollback`;
  first.release();
  await other.end();
  const assignment = await second;
  assertEquals(await rowsOf(sql, "assignments"), [assignment]);
  const [contractor] = await rowsOf(sql, "contractors");
  assertStrictEquals(contractor?.candidate_id, twin.candidate_id);
});

testRace(
  "waits_for_a_facility_that_is_being_made_inactive_and_refuses",
  async ({ sql, url }, _, place) => {
    await assertRefused(
      interleave(
        url,
        (first) => first`update facilities set is_active = false`,
        () => hire(sql, place),
      ),
      409,
      "facility_inactive",
    );
    assertEquals(await rowsOf(sql, "assignments"), []);
  },
);

testRace("is_waited_for_by_who_makes_the_facility_inactive", async ({ sql, url }, _, place) => {
  await interleave(
    url,
    (first) => hire(first, place),
    () => sql`update facilities set is_active = false`,
  );
  assertEquals((await rowsOf(sql, "assignments")).length, 1);
  assertEquals((await rowsOf(sql, "facilities"))[0]?.is_active, false);
});

/** A member of staff who withdraws candidates. */
async function recruiter(sql: postgres.Sql) {
  const user = crypto.randomUUID();
  await sql`insert into staff_members (user_id, roles) values (${user}, '{recruiting}')`;
  return signedIn(user);
}

testRace(
  "waits_for_a_candidate_who_is_being_withdrawn_and_refuses",
  async ({ sql, url }, _, place) => {
    await assertRefused(
      interleave(
        url,
        (first) => first`update candidates set status = 'withdrawn'`,
        () => hire(sql, place),
      ),
      409,
      "candidate_not_available",
    );
    assertEquals(await rowsOf(sql, "contractors"), []);
  },
);

testRace("leaves_nothing_to_withdraw_for_who_waited_for_it", async ({ sql, url }, _, place) => {
  const staff = await recruiter(sql);
  await assertRefused(
    interleave(
      url,
      (first) => hire(first, place),
      () =>
        actingAs(sql, staff, (sql) => sql`update candidates set status = 'withdrawn' returning id`),
    ),
    409,
    "candidate_hired",
  );
  assertEquals((await rowsOf(sql, "candidates"))[0]?.status, "hired");
});

testRace(
  "waits_for_an_assignment_that_is_being_extended_and_refuses_what_it_covers",
  async ({ sql, url }, _, place) => {
    await hire(sql, { ...place, end_date: "2026-03-31" });
    await assertRefused(
      interleave(
        url,
        (first) => first`update assignments set end_date = '2026-04-30'`,
        () => hire(sql, { ...place, start_date: "2026-04-15" }),
      ),
      409,
      "assignment_overlaps",
    );
  },
);

testRace("is_waited_for_by_who_extends_an_assignment_onto_it", async ({ sql, url }, _, place) => {
  const earlier = await hire(sql, { ...place, end_date: "2026-03-31" });
  await assertRefused(
    interleave(
      url,
      (first) => hire(first, { ...place, start_date: "2026-04-15" }),
      () => sql`update assignments set end_date = '2026-04-30' where id = ${String(earlier.id)}`,
    ),
    409,
    "assignment_overlaps",
  );
});
