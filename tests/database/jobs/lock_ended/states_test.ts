// Each state of a time entry and what the job makes of it, row by row.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { lockEndedAssignments } from "../../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

const TODAY = "2026-03-01";
const YESTERDAY = "2026-02-28";

for (const status of ["draft", "submitted", "approved"] as const) {
  Deno.test(`lock_ended/locks_${status}_time_of_an_assignment_that_ended_yesterday`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const entry = await firm.entry(await firm.assignment(YESTERDAY), status);
      const [before] =
        await sql`select approved_at, submitted_at from time_entries where id = ${entry}`;

      const counts = await lockEndedAssignments(sql, { today: TODAY });

      assertEquals(counts, {
        locked: 1,
        draft: 0,
        submitted: 0,
        approved: 0,
        [status]: 1,
        unapproved: status === "approved" ? 0 : 1,
        assignments: 1,
        pending_approval: 0,
        remaining: 0,
      });
      const [after] = await sql`select * from time_entries where id = ${entry}`;
      assertEquals(after?.status, "locked");
      assert(after?.locked_at instanceof Date);
      assertEquals(after.approved_at, before?.approved_at);
      assertEquals(after.submitted_at, before?.submitted_at);
    }));

  for (
    const [when, endDate] of [["today", TODAY], ["tomorrow", "2026-03-02"], [
      "never",
      null,
    ]] as const
  ) {
    Deno.test(`lock_ended/leaves_${status}_time_of_an_assignment_that_ends_${when}`, () =>
      withDatabase(async ({ sql }) => {
        const firm = await Firm.create(sql);
        const entry = await firm.entry(await firm.assignment(endDate), status);

        const counts = await lockEndedAssignments(sql, { today: TODAY });

        assertStrictEquals(counts.locked, 0);
        const [after] = await sql`select status from time_entries where id = ${entry}`;
        assertStrictEquals(after?.status, status);
      }));
  }
}

Deno.test("lock_ended/leaves_pending_approval_alone_and_counts_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(YESTERDAY), "pending_approval");
    await firm.entry(await firm.assignment("2026-03-02"), "pending_approval");

    const counts = await lockEndedAssignments(sql, { today: TODAY });

    assertStrictEquals(counts.locked, 0);
    assertEquals(counts.pending_approval, 1);
    const [after] = await sql`select status from time_entries where id = ${entry}`;
    assertEquals(after?.status, "pending_approval");
  }));

Deno.test("lock_ended/skips_locked_time_and_keeps_its_instant", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(YESTERDAY), "locked");
    const [before] = await sql`select locked_at, xmin::text from time_entries where id = ${entry}`;

    const counts = await lockEndedAssignments(sql, { today: TODAY });

    assertStrictEquals(counts.locked, 0);
    const [after] = await sql`select locked_at, xmin::text from time_entries where id = ${entry}`;
    assertEquals(after, before);
  }));
