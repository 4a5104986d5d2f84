// Who may hire, and what is recorded of it.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { CALLERS } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { hire, hiring } from "../../../support/people/hiring.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents, type Row } from "../../../support/sql/rows.ts";

Deno.test("hire_candidate/takes_recruiting_an_admin_or_the_service_role", () =>
  withDatabase(async ({ sql }) => {
    const access = await prepareFirm(sql);
    const firm = await Firm.create(sql);
    for (const caller of CALLERS) {
      const candidate_id = await firm.candidate();
      const attempt = () =>
        runAs(sql, access, caller, hiring({ candidate_id, facility_id: firm.facilityId }));
      if (caller === "recruiting" || caller === "admin" || caller === "service") {
        const [row] = await attempt();
        assertStrictEquals(row?.assignment.facility_id, firm.facilityId);
        const [entry] = await sql`select actor from audit_log where row_id = ${row?.assignment.id}`;
        assertEquals(entry, { actor: caller === "service" ? null : access.users[caller] });
      } else if (caller === "signed_out") {
        const before = await contents(sql);
        await assertDenied(attempt());
        assertEquals(await contents(sql), before);
      } else {
        await assertRefusedUnchanged(sql, attempt, 403, "role_required");
      }
    }
  }));

Deno.test("hire_candidate/leaves_candidate_contractor_and_assignment_in_the_audit_log", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const candidate_id = await firm.candidate();
    const place = { candidate_id, facility_id: firm.facilityId, end_date: "2026-03-31" };
    const seen = new Set<unknown>();
    /** Entries of the log about the latest call. */
    const news = async () => {
      const rows = await sql<{ id: string; table_name: string; old: Row | null; new: Row }[]>`
        select id, table_name, old, new from audit_log
         where procedure = 'hire_candidate' and table_name in ('assignments', 'candidates', 'contractors')
         order by table_name`;
      const news = rows.filter((row) => !seen.has(row.id));
      for (const row of rows) seen.add(row.id);
      return news;
    };

    const first = await hire(sql, place);
    const [assignment, candidate, contractor, ...others] = await news();
    assertEquals(others, []);
    assertEquals([assignment?.table_name, assignment?.old, assignment?.new], [
      "assignments",
      null,
      first,
    ]);
    assertEquals([candidate?.table_name, candidate?.old?.status, candidate?.new.status], [
      "candidates",
      "offered",
      "hired",
    ]);
    assert(candidate?.new.hired_at);
    assertEquals([contractor?.table_name, contractor?.old, contractor?.new.candidate_id], [
      "contractors",
      null,
      candidate_id,
    ]);

    await hire(sql, { ...place, start_date: "2026-04-01", end_date: "2026-04-30" });
    assertEquals((await news()).map((row) => row.table_name), ["assignments"]);

    await sql`update contractors set is_active = false`;
    await hire(sql, { ...place, start_date: "2026-05-01", end_date: null });
    const [, again, ...none] = await news();
    assertEquals(none, []);
    assertEquals([again?.table_name, again?.old?.is_active, again?.new.is_active], [
      "contractors",
      false,
      true,
    ]);
  }));
