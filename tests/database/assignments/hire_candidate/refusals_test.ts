// Each refusal by its slug; nothing is changed by any.
import { Firm } from "../../../support/firm.ts";
import { hire, type Hiring } from "../../../support/people/hiring.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

const NOBODY = "22222222-2222-4222-8222-222222222222";

/** Fault of the call: the status, the slug, and the arguments that earn them. */
const REFUSED: Readonly<Record<string, readonly [400 | 404, ...Hiring[]]>> = {
  argument_missing: [400, { candidate_id: null }, { facility_id: null }, { start_date: null }],
  date_not_finite: [
    400,
    { start_date: "infinity" },
    { start_date: "-infinity" },
    { end_date: "infinity" },
    { renewal_date: "infinity" },
    { renewal_date: "-infinity" },
  ],
  assignment_ends_before_start: [400, { end_date: "2026-03-01" }],
  renewal_before_start: [400, { renewal_date: "2026-03-01" }, {
    renewal_date: "2026-03-01",
    end_date: "2026-04-01",
  }],
  rate_not_valid: [
    400,
    ...[null, "NaN", "0", "-1", "60.001", "100000000", "99999999.995", "Infinity", "-Infinity"]
      .flatMap((rate) => [
        { bill_rate: rate, allow_negative_margin: true },
        { pay_rate: rate, allow_negative_margin: true },
      ]),
  ],
  pay_exceeds_bill: [
    400,
    { pay_rate: "100.01" },
    { pay_rate: "100.01", allow_negative_margin: false },
    { pay_rate: "100.01", allow_negative_margin: null },
  ],
  overtime_rule_unknown: [400, { overtime_rule: "texas" }],
  employment_type_unknown: [400, { employment_type: "W2" }, { employment_type: null }],
  candidate_not_found: [404, { candidate_id: NOBODY }],
  facility_not_found: [404, { facility_id: NOBODY }],
};

for (const [slug, [status, ...calls]] of Object.entries(REFUSED)) {
  Deno.test(`hire_candidate/refuses_${slug}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const place = { candidate_id: await firm.candidate(), facility_id: firm.facilityId };
      for (const call of calls) {
        await assertRefusedUnchanged(sql, () => hire(sql, { ...place, ...call }), status, slug);
      }
    }));
}

/** Fault of the firm, and the way it came to be. */
const STATES: Readonly<Record<string, readonly [slug: string, change: string]>> = {
  a_withdrawn_candidate: ["candidate_not_available", "update candidates set status = 'withdrawn'"],
  a_rejected_candidate: ["candidate_not_available", "update candidates set status = 'rejected'"],
  an_inactive_facility: ["facility_inactive", "update facilities set is_active = false"],
};

for (const [what, [slug, change]] of Object.entries(STATES)) {
  Deno.test(`hire_candidate/refuses_${what}_also_for_a_further_placement`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const place = { candidate_id: await firm.candidate(), facility_id: firm.facilityId };
      const placed = { candidate_id: await firm.candidate(), facility_id: firm.facilityId };
      await hire(sql, { ...placed, end_date: "2026-03-31" });
      await sql.unsafe(change);
      for (const call of [place, { ...placed, start_date: "2026-04-01" }]) {
        await assertRefusedUnchanged(sql, () => hire(sql, call), 409, slug);
      }
    }));
}
