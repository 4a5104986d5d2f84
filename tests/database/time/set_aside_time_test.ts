// Time that is not going to be approved: set aside, in words, and taken back (take_back_set_aside_time).
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { runAs } from "../../support/access/acting.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { createInvoice, linesOf, MONDAY } from "../../support/billing/billed_time.ts";
import { Firm } from "../../support/firm.ts";
import { close, closePeriod, periodOf, prepare } from "../../support/payroll/batches.ts";
import { linesOf as payLinesOf } from "../../support/payroll/items.ts";
import { auditOf } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { contents } from "../../support/sql/rows.ts";
import { correct } from "../../support/time/corrections.ts";
import { setAside, takeBack } from "../../support/time/set_aside.ts";
import { dayOfWeek } from "../../support/time/worked_time.ts";
import { assertRejectsWith } from "../../support/rejections.ts";

const NOW = { clock: "2026-01-20 12:00:00+00" };
const UNAPPROVED = ["draft", "submitted", "pending_approval", "locked"] as const;

/** An entry of a firm in each state that is not approved. */
async function unapproved(sql: postgres.Sql): Promise<Map<string, string>> {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  const entries = new Map<string, string>();
  for (const status of UNAPPROVED) entries.set(status, await firm.entry(assignment, status));
  return entries;
}

/** Number of entries the view still asks about. */
async function asked(sql: postgres.Sql): Promise<number> {
  return (await sql`select from unapproved_time`).count;
}

Deno.test("set_aside_time/says_on_the_entry_when_by_whom_and_why_and_no_longer_asks_for_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const entry = firm.id("time_entries", "ada at north locked");
    const before = await asked(sql);
    const [row] = await runAs(
      sql,
      firm,
      "payroll",
      `select status, set_aside_at, set_aside_by, set_aside_reason
         from set_aside_time('{${entry}}', 'Entered twice.')`,
    );
    assertEquals(row, {
      status: "locked",
      set_aside_at: new Date("2026-01-20T12:00:00Z"),
      set_aside_by: firm.users.payroll,
      set_aside_reason: "Entered twice.",
    });
    assertStrictEquals(await asked(sql), before - 1);
    assertEquals(await auditOf(sql, "set_aside_time"), ["time_entries locked → locked"]);
    const [log] =
      await sql`select row_id, actor, new ->> 'set_aside_reason' as reason from audit_log
                             where procedure = 'set_aside_time'`;
    assertEquals(log, { row_id: entry, actor: firm.users.payroll, reason: "Entered twice." });
  }, NOW));

Deno.test("set_aside_time/takes_time_in_every_state_but_approved_and_answers_in_the_order_of_the_ids", () =>
  withDatabase(async ({ sql }) => {
    const ids = [...(await unapproved(sql)).values()].reverse();
    assertEquals(await setAside(sql, [...ids, ids[0] ?? ""]), ids);
    assertStrictEquals(await asked(sql), 0);
    assertEquals(await takeBack(sql, ids), ids);
    assertEquals(await asked(sql), 4);
    const left = await sql`
      select from time_entries where num_nonnulls(set_aside_at, set_aside_by, set_aside_reason) > 0`;
    assertStrictEquals(left.count, 0);
    assertEquals((await auditOf(sql, "take_back_set_aside_time")).length, 4);
  }));

Deno.test("set_aside_time/again_changes_nothing_nor_does_taking_back_again", () =>
  withDatabase(async ({ sql }) => {
    const ids = [...(await unapproved(sql)).values()];
    await setAside(sql, ids);
    const aside = await contents(sql);
    assertEquals(await setAside(sql, ids, "Another reason."), ids);
    assertEquals(await contents(sql), aside);
    await takeBack(sql, ids);
    const back = await contents(sql);
    assertEquals(await takeBack(sql, ids), ids);
    assertEquals(await contents(sql), back);
  }));

Deno.test("set_aside_time/takes_the_approval_of_approved_time_locked_or_not", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const [status, left] of [["approved", "submitted"], ["locked", "locked"]] as const) {
      const entry = await firm.entry(assignment, "approved");
      await sql`update time_entries set status = ${status} where id = ${entry} and status <> ${status}`;
      await setAside(sql, [entry]);
      const [row] = await sql`
        select status, num_nonnulls(approved_at, approved_by) as approvals, is_payable,
               set_aside_reason as reason from time_entries where id = ${entry}`;
      assertEquals(row, {
        status: left,
        approvals: 0,
        is_payable: false,
        reason: "Entered twice.",
      });
      const [log] = await sql`
        select old ->> 'approved_at' is not null as approved from audit_log where row_id = ${entry}`;
      assertEquals(log, { approved: true });
      const aside = await contents(sql);
      await setAside(sql, [entry], "Again.");
      assertEquals(await contents(sql), aside);
    }
  }));

Deno.test("set_aside_time/leaves_no_draft_that_bills_or_pays_the_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const entry = await firm.entry(assignment, "approved", MONDAY);
    await firm.entry(assignment, "approved", dayOfWeek(MONDAY, 2));
    const { id } = await createInvoice(sql, firm.facilityId);
    const batch = await prepare(sql, MONDAY);
    await setAside(sql, [entry]);
    assertEquals(await linesOf(sql, id), ["2026-03-03 regular 4.00 × 100.00 × 1.000 = 400.00"]);
    assertEquals(await payLinesOf(sql, batch), ["2026-03-02 straight 4.00 60.00 = 240.00"]);
  }, { clock: "2026-03-20 12:00:00+00" }));

// It stood open at 0.00 and kept its period from closing.
Deno.test("set_aside_time/discards_a_draft_batch_that_pays_nobody_then", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved", MONDAY);
    const batch = await prepare(sql, MONDAY);
    await setAside(sql, [entry]);
    const [left] = await sql`
      select status, gross_total, discard_reason as reason from payroll_batches where id = ${batch}`;
    assertEquals({ ...left }, {
      status: "discarded",
      gross_total: "0.00",
      reason: "Nothing is left to pay in it.",
    });
    assertEquals(await auditOf(sql, "set_aside_time"), [
      "payroll_batches draft → discarded",
      "time_entries approved → submitted",
    ]);
    assertStrictEquals((await sql`select from private.draft_marks`).count, 0);
    const period = await closePeriod(sql, await periodOf(sql, MONDAY));
    assertStrictEquals(period["status"], "closed");
  }, { clock: "2026-03-20 12:00:00+00" }));

Deno.test("set_aside_time/lets_the_next_batch_find_what_was_overpaid", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const entry = await firm.entry(assignment, "approved", MONDAY);
    await close(sql, await prepare(sql, MONDAY));
    await setAside(sql, [entry]);
    await firm.entry(assignment, "approved", dayOfWeek(MONDAY, 8));
    assertEquals(await payLinesOf(sql, await prepare(sql, dayOfWeek(MONDAY, 8))), [
      "2026-03-02 difference -4.00 0.00 0.00 = -240.00",
      "2026-03-02 overpayment = 240.00",
      "2026-03-09 straight 4.00 60.00 = 240.00",
    ]);
  }, { clock: "2026-03-20 12:00:00+00" }));

// Paid time is that entry of that week for good: as a draft it could become another's, or another week's.
Deno.test("set_aside_time/of_paid_time_never_leads_back_to_a_draft", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved", MONDAY);
    await close(sql, await prepare(sql, MONDAY));
    await setAside(sql, [entry]);
    await takeBack(sql, [entry]);
    const move = (status: string) =>
      sql`update time_entries set status = ${status} where id = ${entry}`;
    await move("pending_approval");
    await assertRefused(move("draft"), 409, "time_entry_on_live_batch");
    await move("approved");
    await assertRefused(move("draft"), 409, "time_entry_on_live_batch");
    await correct(sql, entry, { hours: "3" });
  }, { clock: "2026-03-20 12:00:00+00" }));

Deno.test("set_aside_time/keeps_time_from_every_change_until_it_is_taken_back", () =>
  withDatabase(async ({ sql }) => {
    const entries = await unapproved(sql);
    const ids = [...entries.values()];
    await setAside(sql, ids);
    for (const [status, id] of entries) {
      const moves = ["submitted", "pending_approval", "approved"].filter((to) => to !== status);
      for (const set of ["hours = 1", "notes = 'late'", ...moves.map((to) => `status = '${to}'`)]) {
        const attempt = () => sql.unsafe(`update time_entries set ${set} where id = $1`, [id]);
        await assertRefusedUnchanged(sql, attempt, 409, "time_entry_set_aside");
      }
    }
    const draft = entries.get("draft") ?? "";
    for (
      const attempt of [
        () => sql`delete from time_entries where id = ${draft}`,
        // Nor is it taken back and submitted at once.
        () =>
          sql`update time_entries set status = 'submitted', set_aside_at = null, set_aside_reason = null
                   where id = ${draft}`,
      ]
    ) await assertRefusedUnchanged(sql, attempt, 409, "time_entry_set_aside");
    await takeBack(sql, ids);
    for (const status of ["pending_approval", "approved"]) {
      await sql`update time_entries set status = ${status} where id = ${
        entries.get("locked") ?? ""
      }`;
    }
    await sql`update time_entries set status = 'submitted' where id = ${
      entries.get("draft") ?? ""
    }`;
  }));

Deno.test("set_aside_time/lets_lock_ended_lock_what_is_aside_and_not_count_it_as_unapproved", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment("2026-01-10");
    const aside = await firm.entry(assignment, "draft");
    await firm.entry(assignment, "submitted");
    await setAside(sql, [aside]);
    const counts = await lockEndedAssignments(sql, { today: "2026-01-20" });
    assertEquals([counts.locked, counts.unapproved], [2, 1]);
    const [row] = await sql`
      select status, set_aside_reason as reason from time_entries where id = ${aside}`;
    assertEquals(row, { status: "locked", reason: "Entered twice." });
  }));

Deno.test("set_aside_time/refuses_what_is_missing_unknown_or_too_much", () =>
  withDatabase(async ({ sql }) => {
    const [id = ""] = (await unapproved(sql)).values();
    const many = Array.from({ length: 1001 }, () => id);
    for (const call of [setAside, takeBack]) {
      const refused = (ids: (string | null)[] | null, status: 400 | 404, slug: string) =>
        assertRefusedUnchanged(sql, () => call(sql, ids), status, slug);
      await refused(null, 400, "argument_missing");
      await refused([id, null], 400, "argument_missing");
      await refused([id, crypto.randomUUID()], 404, "time_entry_not_found");
      await refused(many, 400, "too_many_time_entries");
      await refused([...many.slice(2), crypto.randomUUID()], 404, "time_entry_not_found");
      assertEquals(await call(sql, []), []);
    }
    for (const reason of [null, " \n"]) {
      await assertRefused(setAside(sql, [id], reason), 400, "reason_missing");
    }
  }));

Deno.test("set_aside_time/is_payrolls_as_is_taking_back", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const entry = firm.id("time_entries", "ada at north locked");
    for (const caller of CALLERS) {
      for (
        const call of [
          `set_aside_time('{${entry}}', 'Twice.')`,
          `take_back_set_aside_time('{${entry}}')`,
        ]
      ) {
        const attempt = runAs(sql, firm, caller, `select id from ${call}`);
        if (["payroll", "admin", "service"].includes(caller)) {
          assertEquals([...await attempt], [{ id: entry }], caller);
        } else if (caller === "signed_out") {
          await assertRejectsWith(() => Promise.resolve(attempt), { code: "42501" });
        } else await assertRefused(attempt, 403, "role_required");
      }
    }
  }));
