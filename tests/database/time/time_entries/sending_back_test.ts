// Time that is sent back says why, by whom and when, until it is submitted again.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { lockEndedAssignments } from "../../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import type { Caller } from "../../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const NOW = "2026-01-20 18:00:00+00";
const REASON = "The break is missing.";
const NOTHING = { sent_back_at: null, sent_back_by: null, sent_back_reason: null };

/** Registers a test that changes Ada's entries at North, each named by its state. */
function testTime(
  name: string,
  test: (time: {
    sql: postgres.Sql;
    firm: AccessFirm;
    set(caller: Caller, state: string, what: string): Promise<unknown>;
    sentBack(state: string): Promise<postgres.Row | undefined>;
  }) => Promise<void>,
): void {
  Deno.test(`time_entries/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await prepareFirm(sql);
      const idOf = (state: string) => firm.id("time_entries", `ada at north ${state}`);
      await test({
        sql,
        firm,
        set: (caller, state, what) =>
          runAs(sql, firm, caller, `update time_entries set ${what} where id = '${idOf(state)}'`),
        sentBack: async (state) => {
          const [row] = await sql`
            select sent_back_at::text, sent_back_by, sent_back_reason
              from time_entries where id = ${idOf(state)}`;
          return row;
        },
      });
    }, { clock: NOW }));
}

testTime(
  "sent_back_say_why_by_whom_and_when_until_they_are_submitted_again",
  async ({ firm, set, sentBack }) => {
    for (const state of ["submitted", "pending_approval"]) {
      await set("north", state, `status = 'draft', sent_back_reason = '${REASON}'`);
      const said = {
        sent_back_at: "2026-01-20 18:00:00+00",
        sent_back_by: firm.users.north,
        sent_back_reason: REASON,
      };
      assertEquals(await sentBack(state), said);
      await set("ada", state, "hours = 2");
      assertEquals(await sentBack(state), said);
      await set("ada", state, "status = 'submitted'");
      assertEquals(await sentBack(state), NOTHING);
    }
  },
);

testTime("are_sent_back_by_a_facility_for_a_reason_alone", async ({ sql, set }) => {
  const all = () => sql`select *, xmin::text from time_entries order by id`;
  const before = await all();
  for (const state of ["submitted", "pending_approval"]) {
    for (const reason of ["", ", sent_back_reason = null", ", sent_back_reason = E' \\n'"]) {
      const back = () => set("north", state, `status = 'draft'${reason}`);
      await assertRefused(back(), 400, "reason_missing");
      await assertRejectsWith(
        () => back(),
        /^PostgresError: The time entry of 2026-01-05 is sent back wi/,
      );
    }
  }
  assertEquals(await all(), before);
});

testTime("are_sent_back_by_staff_with_a_reason_or_without", async ({ firm, set, sentBack }) => {
  await set("billing", "approved", "status = 'draft'");
  assertEquals(await sentBack("approved"), {
    sent_back_at: "2026-01-20 18:00:00+00",
    sent_back_by: firm.users.billing,
    sent_back_reason: null,
  });
  await set("billing", "submitted", `status = 'draft', sent_back_reason = '${REASON}'`);
  assertStrictEquals((await sentBack("submitted"))?.sent_back_reason, REASON);
  const blank = "status = 'draft', sent_back_reason = ' '";
  await assertRefused(set("billing", "pending_approval", blank), 400, "reason_missing");
  await set("service", "pending_approval", "status = 'draft'");
  assertEquals((await sentBack("pending_approval"))?.sent_back_by, null);
});

testTime("keep_why_they_were_sent_back", async ({ set, sentBack }) => {
  await set("north", "submitted", `status = 'draft', sent_back_reason = '${REASON}'`);
  const said = await sentBack("submitted");
  const kept = (caller: Caller, state: string, what: string) =>
    assertRefused(set(caller, state, what), 409, "sent_back_reason_is_kept");
  for (const caller of ["ada", "billing", "service"] as const) {
    await kept(caller, "submitted", "sent_back_reason = null");
    await kept(caller, "submitted", "sent_back_reason = 'Another.'");
    await kept(caller, "submitted", "status = 'submitted', sent_back_reason = 'Another.'");
    await kept(caller, "draft", "sent_back_reason = 'Never submitted.'");
  }
  await kept("service", "submitted", "sent_back_at = now()");
  await kept("service", "submitted", "sent_back_by = gen_random_uuid()");
  await kept(
    "service",
    "submitted",
    "status = 'locked', locked_at = now(), sent_back_reason = null",
  );
  await kept("north", "pending_approval", `sent_back_reason = '${REASON}'`);
  await kept("north", "pending_approval", `status = 'approved', sent_back_reason = '${REASON}'`);
  for (const caller of ["ada", "north", "billing"] as const) {
    await assertDenied(set(caller, "submitted", "sent_back_at = now()"));
    await assertDenied(set(caller, "submitted", "sent_back_by = null"));
  }
  assertEquals(await sentBack("submitted"), said);
  await set("ada", "submitted", "status = 'submitted', sent_back_reason = null");
});

testTime(
  "sent_back_and_not_submitted_again_stay_so_when_they_are_set_aside_and_locked",
  async ({ sql, firm, set, sentBack }) => {
    await set("north", "submitted", `status = 'draft', sent_back_reason = '${REASON}'`);
    const said = await sentBack("submitted");
    const id = firm.id("time_entries", "ada at north submitted");
    await sql`select from set_aside_time(array[${id}]::uuid[], 'Entered twice.')`;
    await sql`select from take_back_set_aside_time(array[${id}]::uuid[])`;
    await sql`update assignments set end_date = '2026-01-11' where id = ${firm.placements.adaNorth}`;
    await lockEndedAssignments(sql, { today: "2026-01-20" });
    assertEquals(await sentBack("submitted"), said);
    await set("payroll", "submitted", "status = 'pending_approval'"); // it waits for approval again
    assertEquals(await sentBack("submitted"), NOTHING);
  },
);

testTime(
  "sent_back_and_moved_to_another_assignment_were_not_sent_back_there",
  async ({ sql, firm, set, sentBack }) => {
    await set("north", "submitted", `status = 'draft', sent_back_reason = '${REASON}'`);
    await set("ada", "submitted", `assignment_id = '${firm.placements.adaSouth}'`);
    assertEquals(await sentBack("submitted"), NOTHING);
    const seen = await runAs(
      sql,
      firm,
      "south",
      "select from facility_time where status = 'draft'",
    );
    assertStrictEquals(seen.length, 0);
  },
);

testTime("sent_back_are_in_the_log_with_the_reason_for_good", async ({ sql, set }) => {
  await set("north", "submitted", `status = 'draft', sent_back_reason = '${REASON}'`);
  await set("ada", "submitted", "status = 'submitted'");
  const log = await sql`
    select actor, new ->> 'sent_back_reason' as reason, new ->> 'sent_back_by' as by
      from audit_log where table_name = 'time_entries'`;
  assertEquals(log.length, 1);
  assertStrictEquals(log[0]?.reason, REASON);
  assertStrictEquals(log[0]?.by, log[0]?.actor);
});
