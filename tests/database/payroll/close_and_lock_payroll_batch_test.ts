import { assertEquals } from "@std/assert";
import { advance, closeBatch, discard, prepare } from "../../support/payroll/batches.ts";
import { auditOf } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { contents } from "../../support/sql/rows.ts";
import { dayOfWeek, entryOf, work } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NOW = { clock: "2026-03-17 12:00:00+00" };

Deno.test("close_and_lock_payroll_batch/locks_the_time_it_pays_and_no_other", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, [
      { date: MONDAY, hours: 8, rule: "flsa" },
      { date: dayOfWeek(MONDAY, 2), hours: 8, rule: "flsa" },
      { date: dayOfWeek(MONDAY, 3), hours: 8, rule: "flsa" },
      { date: dayOfWeek(MONDAY, 8), hours: 8, rule: "flsa" }, // the week after: its days stay open
    ]);
    await sql`update time_entries set status = 'locked', locked_at = '2026-03-10' where id = ${
      entryOf(nurse, 1)
    }`;
    await sql`update time_entries set status = 'draft' where id = ${entryOf(nurse, 3)}`;
    const batch = await prepare(sql, MONDAY);
    await advance(sql, batch);
    await advance(sql, batch);
    const closed = await closeBatch(sql, batch);
    assertEquals([closed.id, closed.status, closed.closed_at], [
      batch,
      "closed",
      "2026-03-17T12:00:00+00:00",
    ]);
    const entries = await sql`
      select status, locked_at, approved_at is not null as approved from time_entries order by work_date`;
    assertEquals([...entries], [
      { status: "locked", locked_at: new Date("2026-03-10T00:00Z"), approved: true },
      { status: "locked", locked_at: new Date("2026-03-17T12:00Z"), approved: true },
      { status: "draft", locked_at: null, approved: false },
      { status: "approved", locked_at: null, approved: true },
    ]);
    assertEquals(await auditOf(sql, "close_and_lock_payroll_batch"), [
      "payroll_batches approved → closed",
    ]);
  }, NOW));

Deno.test("close_and_lock_payroll_batch/again_answers_the_same_and_changes_nothing", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    const batch = await prepare(sql, MONDAY);
    await advance(sql, batch);
    await advance(sql, batch);
    const closed = await closeBatch(sql, batch);
    const before = await contents(sql);
    assertEquals(await closeBatch(sql, batch), closed);
    assertEquals(await contents(sql), before);
  }));

Deno.test("close_and_lock_payroll_batch/refuses_what_is_not_approved", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    const batch = await prepare(sql, MONDAY);
    const refuses = (slug: string) =>
      assertRefusedUnchanged(sql, () => closeBatch(sql, batch), 409, slug);
    await refuses("payroll_batch_not_approved");
    await advance(sql, batch);
    await refuses("payroll_batch_not_approved");
    await discard(sql, batch);
    await refuses("payroll_batch_discarded");
    await assertRefusedUnchanged(sql, () => closeBatch(sql, null), 400, "argument_missing");
    const unknown = () => closeBatch(sql, crypto.randomUUID());
    await assertRefusedUnchanged(sql, unknown, 404, "payroll_batch_not_found");
  }));
