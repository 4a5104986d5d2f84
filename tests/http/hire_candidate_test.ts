// The procedure through supabase-js.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { CALLERS } from "../support/access/callers.ts";
import { withProjectFirm } from "../support/access/project.ts";
import { Firm } from "../support/firm.ts";
import { clientWith } from "../support/http/client.ts";
import { withProjectDatabase } from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";

const TERMS = {
  start_date: "2026-03-02",
  end_date: "2026-08-30",
  bill_rate: 95.5,
  pay_rate: 62.25,
};

/** Runs a test with a facility and a candidate, and takes them away again with what was made of them. */
async function withCandidate(
  sql: postgres.Sql,
  test: (place: { candidate_id: string; facility_id: string }) => Promise<void>,
): Promise<void> {
  const firm = await Firm.create(sql);
  const candidate_id = await firm.candidate();
  try {
    await test({ candidate_id, facility_id: firm.facilityId });
  } finally {
    const placed = sql`select id from assignments where facility_id = ${firm.facilityId}`;
    await sql`delete from contract_renewals where assignment_id in (${placed})`;
    await sql`delete from assignment_rates where assignment_id in (${placed})`;
    await sql`delete from assignments where facility_id = ${firm.facilityId}`;
    await sql`delete from contractors where candidate_id = ${candidate_id}`;
    await sql`delete from candidates where id = ${candidate_id}`;
    await sql`delete from facilities where id = ${firm.facilityId}`;
  }
}

Deno.test("hire_candidate/answers_200_to_recruiting_403_to_others_401_to_nobody", () =>
  withProjectFirm(async ({ sql, clients }) => {
    for (const caller of CALLERS) {
      await withCandidate(sql, async (place) => {
        const { data, error, status } = await clients[caller]
          .rpc("hire_candidate", { ...place, ...TERMS });
        const what = `${caller}: ${status} ${JSON.stringify(error ?? data)}`;
        const [candidate] = await sql`
          select status from candidates where id = ${place.candidate_id}`;
        if (caller === "recruiting" || caller === "admin" || caller === "service") {
          assertEquals(status, 200, what);
          assertStrictEquals(data.facility_id, place.facility_id, what);
          assertEquals(candidate?.status, "hired", what);
          return;
        }
        assertEquals(candidate?.status, "offered", what);
        assertStrictEquals(status, caller === "signed_out" ? 401 : 403, what);
        if (caller !== "signed_out") assertEquals(error?.details, "role_required", what);
      });
    }
  }));

Deno.test("hire_candidate/answers_one_assignment_however_often_it_is_called_at_once", () =>
  withProjectDatabase((sql) =>
    withCandidate(sql, async (place) => {
      const client = clientWith(project().secretKey);
      const hire = () => client.rpc("hire_candidate", { ...place, ...TERMS });
      const answers = await Promise.all(Array.from({ length: 10 }, hire));
      for (const { status, data } of [...answers, await hire()]) {
        assertEquals(status, 200);
        assertEquals(data, answers[0]?.data);
      }
      assertStrictEquals(answers[0]?.data?.start_date, TERMS.start_date);
      const made = await sql`
        select bill_rate, pay_rate, renewal_date::text
          from assignments as assignment
          join assignment_rates as rate on rate.assignment_id = assignment.id
          join contract_renewals as renewal on renewal.assignment_id = assignment.id
         where facility_id = ${place.facility_id}`;
      assertEquals([...made], [
        { bill_rate: "95.50", pay_rate: "62.25", renewal_date: TERMS.end_date },
      ]);
    })
  ));

Deno.test("hire_candidate/answers_a_refusal_with_its_status_slug_and_hint", () =>
  withProjectDatabase((sql) =>
    withCandidate(sql, async (place) => {
      const client = clientWith(project().secretKey);
      const refused = {
        pay_exceeds_bill: [400, { pay_rate: 95.51 }],
        facility_not_found: [404, { facility_id: crypto.randomUUID() }],
        candidate_not_available: [409, {}],
      } as const;
      await sql`update candidates set status = 'rejected' where id = ${place.candidate_id}`;
      for (const [slug, [expected, terms]] of Object.entries(refused)) {
        const { error, status } = await client
          .rpc("hire_candidate", { ...place, ...TERMS, ...terms });
        assertStrictEquals(status, expected, JSON.stringify(error));
        assertEquals(error?.code, `PT${expected}`);
        assertStrictEquals(error?.details, slug);
        assert(error?.hint, slug);
      }
    })
  ));
