// Of two credentials that are the same, a former contractor's and the candidate's, a hire keeps what either says.
import { assertEquals } from "@std/assert";
import { Firm } from "../../support/firm.ts";
import { addCredential, addKind, requireKind } from "../../support/people/credentials.ts";
import { hire } from "../../support/people/hiring.ts";
import { withDatabase } from "../../support/server/database.ts";

const VERIFIED = { verified_at: "2026-02-01 12:00+00", document_url: "https://files.example/1" };

type Values = Readonly<Record<string, string | null>>;

/** Registers a test: the license that the firm asks for, as both have it, and what is left once they are hired again. */
function testHire(name: string, contractor: Values, candidate: Values, left: string): void {
  Deno.test(name, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const license = await addKind(sql, "RN license, Colorado");
      await requireKind(sql, license);
      const candidate_id = await firm.candidate("cy@example.org");
      await sql`insert into contractors (first_name, last_name, email) values ('Cy', 'Nurse', 'cy@example.org')`;
      const [{ id: contractor_id }] = await sql<[{ id: string }]>`select id from contractors`;
      const same = { number: "RN.1", expires_on: "2027-09-30" };
      await addCredential(sql, { contractor_id }, license, { ...same, ...contractor });
      await addCredential(sql, { candidate_id }, license, { ...same, ...candidate });
      await hire(sql, { candidate_id, facility_id: firm.facilityId, start_date: "2026-03-02" });
      const rows = await sql<{ row: string }[]>`
        select concat_ws(' ', coalesce(issued_on::text, '-'), coalesce(verified_at::date::text, '-'),
                         coalesce(document_url, '-'), expires_on) as row
          from credentials where contractor_id = ${contractor_id} or candidate_id is not null`;
      assertEquals(rows.map(({ row }) => row), [`${left} 2027-09-30`]);
    }, { clock: "2026-02-20 18:00:00+00" }));
}

testHire(
  "hire_candidate/loses_nothing_that_either_of_two_credentials_says",
  {},
  VERIFIED,
  "- 2026-02-01 https://files.example/1",
);

testHire(
  "hire_candidate/keeps_what_the_contractors_credential_says_before_what_the_candidates_does",
  VERIFIED,
  { verified_at: "2026-01-05 12:00+00", document_url: "https://files.example/2" },
  "- 2026-02-01 https://files.example/1",
);

testHire(
  // The contractor's begins after the first day: missing_credentials found nothing, by the candidate's. Whoever verified
  // the one did not verify the days of the other.
  "hire_candidate/keeps_of_two_credentials_the_one_that_is_good_for_longer",
  { issued_on: "2026-04-01", ...VERIFIED },
  { issued_on: "2025-10-01" },
  "2025-10-01 - https://files.example/1",
);

testHire(
  "hire_candidate/keeps_the_contractors_credential_where_that_is_good_for_longer",
  {},
  { issued_on: "2026-02-01", ...VERIFIED },
  "- - https://files.example/1",
);
