// The way back for approved time that was wrong, and for time that nobody approved before its assignment
// ended.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { lockEndedAssignments } from "../../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { runAs } from "../../../support/access/acting.ts";
import type { Caller } from "../../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

/** Puts an entry of four hours on a draft invoice. */
async function bill(sql: postgres.Sql, firm: Firm, entry: string): Promise<void> {
  await sql`
    with draft as (
      insert into invoices (facility_id, kind, period_start, period_end)
      values (${firm.facilityId}, 'manual', '2026-01-05', '2026-01-11') returning id
    )
    insert into invoice_lines (invoice_id, time_entry_id, part, kind, work_date, hours, rate, amount)
    select draft.id, entry.id, 1, 'regular', entry.work_date, entry.hours, 100, entry.hours * 100
      from draft, time_entries as entry where entry.id = ${entry}`;
}

/** Puts an entry into a draft batch. */
async function pay(sql: postgres.Sql, entry: string): Promise<void> {
  await sql`
    with period as (
      insert into payroll_periods (period_start, period_end, pay_date)
      select day, day + 13, day + 18
        from (select date '2026-01-05' + 14 * count(*)::int as day from payroll_periods) as next
      returning id
    ), batch as (
      insert into payroll_batches (payroll_period_id) select id from period returning id
    ), item as (
      insert into payroll_items (payroll_batch_id, contractor_id)
      select batch.id, contractors.id from batch, contractors returning id
    )
    insert into payroll_item_lines (payroll_item_id, time_entry_id, week_start, kind, amount)
    select id, ${entry}, '2026-01-05', 'straight', 240 from item`;
}

Deno.test("time_entries/approved_wrongly_are_corrected_once_invoice_and_batch_let_them_go", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved");
    const put = (status: string) =>
      sql`update time_entries set status = ${status} where id = ${entry}`;
    const all = () => sql`select *, xmin::text from time_entries`;
    const before = await all();
    const stays = async (slug: string) => {
      for (const status of ["draft", "submitted"]) {
        await assertRefused(put(status), 409, slug);
        assertEquals(await all(), before);
      }
    };

    await bill(sql, firm, entry);
    await stays("time_entry_on_live_invoice");
    await sql`update invoices set status = 'sent', number = 'INV-1', issue_date = '2026-01-12',
                due_date = '2026-02-11', total = 400`;
    await stays("time_entry_on_live_invoice");
    await sql`update invoices set status = 'void', void_reason = 'wrong hours'`;
    await stays("time_entry_on_live_invoice"); // until its lines are released
    await sql`update invoice_lines set released_at = now(), part = null`;

    await pay(sql, entry);
    for (const status of ["draft", "in_review", "approved"]) {
      await sql`update payroll_batches set status = ${status}`;
      await stays("time_entry_on_live_batch");
    }
    await sql`update payroll_batches set status = 'discarded'`;
    await sql`update payroll_item_lines set released_at = now()`;

    await put("draft");
    await sql`update time_entries set hours = 3 where id = ${entry}`;
    // In draft it is neither billable nor payable, whatever it was before.
    await assertRefused(bill(sql, firm, entry), 409, "time_entry_not_approved");
    await assertRefused(pay(sql, entry), 409, "time_entry_not_approved");
    await put("submitted");
    await put("approved");
    await bill(sql, firm, entry);
    await pay(sql, entry);
    const [billed] = await sql`select hours, amount from invoice_lines where released_at is null`;
    assertEquals(billed, { hours: "3.00", amount: "300.00" });
  }));

Deno.test("time_entries/lose_their_approval_to_who_takes_it_back_and_are_approved_anew", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const entry = firm.id("time_entries", "ada at north approved");
    const set = (caller: Caller, what: string) =>
      runAs(sql, firm, caller, `update time_entries set ${what} where id = '${entry}'`);
    const [before] = await sql`select submitted_at from time_entries where id = ${entry}`;
    await assertRefused(set("ada", "status = 'submitted'"), 409, "time_entry_approved");
    await assertRefused(
      set("north", "status = 'submitted', notes = 'ward 4'"),
      409,
      "time_entry_not_draft",
    );
    for (const caller of ["north", "billing"] as const) {
      await set(caller, "status = 'submitted'");
      const [taken] = await sql`
        select status, submitted_at, approved_at, approved_by, is_payable, sent_back_at
          from time_entries where id = ${entry}`;
      assertEquals(taken, {
        status: "submitted",
        submitted_at: before?.submitted_at,
        approved_at: null,
        approved_by: null,
        is_payable: false,
        sent_back_at: null,
      });
      await set("north", "status = 'approved'");
    }
    const logged = await sql`
      select new->>'status' as status from audit_log
       where row_id = ${entry} and old->>'status' = 'approved' and new->>'status' = 'submitted'`;
    assertEquals(logged.length, 2);
  }));

Deno.test("time_entries/in_a_closed_batch_are_never_corrected", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved");
    await pay(sql, entry);
    for (const status of ["in_review", "approved", "closed"]) {
      await sql`update payroll_batches set status = ${status}`;
    }
    const back = () => sql`update time_entries set status = 'draft' where id = ${entry}`;
    await assertRefused(back(), 409, "time_entry_on_live_batch");
    await assertRefused(
      sql`update time_entries set status = 'submitted' where id = ${entry}`,
      409,
      "time_entry_on_live_batch",
    );
    await sql`update time_entries set status = 'locked' where id = ${entry}`; // as closing a batch does
    await assertRefused(back(), 409, "time_entry_locked");
  }));

const LAST_DAY = "2026-01-11";
const TODAY = "2026-01-12";
const WEEK = `work_date between '2026-01-05' and '${LAST_DAY}'`;

/** Ada's assignment at North has ended with a week that she submitted and nobody approved; it is locked. */
async function endedWeek(sql: postgres.Sql) {
  const firm = await prepareFirm(sql);
  const assignment = firm.placements.adaNorth;
  await sql`update assignments set end_date = ${LAST_DAY} where id = ${assignment}`;
  await runAs(
    sql,
    firm,
    "ada",
    `insert into time_entries (assignment_id, work_date, hours)
     select '${assignment}', date '2026-01-07' + n, 8 from generate_series(0, 4) as n`,
  );
  const submitted = await runAs(
    sql,
    firm,
    "ada",
    `update time_entries set status = 'submitted'
      where status = 'draft' and hours = 8 and ${WEEK} returning id`,
  );
  const ids = submitted.map((row) => row.id as string);
  assertEquals(ids.length, 5);
  await lockEndedAssignments(sql, { today: TODAY });
  return { firm, ids };
}

async function take(
  sql: postgres.Sql,
  firm: AccessFirm,
  caller: Caller,
  from: string,
  to: string,
): Promise<number> {
  const done = await runAs(
    sql,
    firm,
    caller,
    `update time_entries set status = '${to}' ${
      to === "draft" ? ", sent_back_reason = 'No break.'" : ""
    }
      where ${from} and hours = 8 and ${WEEK}`,
  );
  return done.count;
}

Deno.test("time_entries/of_an_ended_assignments_last_week_are_still_approved_and_then_locked_for_good", () =>
  withDatabase(async ({ sql }) => {
    const { firm, ids } = await endedWeek(sql);
    const states = async () => {
      const rows = await sql<{ status: string }[]>`
        select distinct status from time_entries where id = any (${ids}::uuid[])`;
      return rows.map((row) => row.status);
    };
    assertEquals(await states(), ["locked"]);
    await assertRefused(
      take(sql, firm, "billing", "status = 'locked'", "pending_approval"),
      403,
      "role_required",
    );
    const unapproved = "status = 'locked' and approved_at is null";
    assertEquals(await take(sql, firm, "payroll", unapproved, "pending_approval"), 5);

    const left = await lockEndedAssignments(sql, { today: TODAY });
    assert(left.pending_approval >= 5);
    assertEquals(await states(), ["pending_approval"]);

    assertEquals(await take(sql, firm, "north", "status = 'pending_approval'", "approved"), 5);
    const approvals = () =>
      sql`select id, submitted_at, approved_at, approved_by from time_entries
           where id = any (${ids}::uuid[]) order by id`;
    const approved = await approvals();
    assert(approved.every((row) => row.approved_at && row.approved_by === firm.users.north));

    assertEquals((await lockEndedAssignments(sql, { today: TODAY })).approved, 5);
    assertEquals(await states(), ["locked"]);
    assertEquals(await approvals(), approved);
    await assertRefused(
      take(sql, firm, "payroll", "status = 'locked'", "pending_approval"),
      409,
      "time_entry_locked",
    );
  }));

Deno.test("time_entries/of_an_ended_assignments_last_week_may_be_sent_back_and_are_locked_unapproved_again", () =>
  withDatabase(async ({ sql }) => {
    const { firm, ids } = await endedWeek(sql);
    await take(sql, firm, "payroll", "status = 'locked'", "pending_approval");
    assertEquals(await take(sql, firm, "north", "status = 'pending_approval'", "draft"), 5);
    // Until the job comes by, the contractor may correct and submit it.
    await runAs(sql, firm, "ada", `update time_entries set hours = 7 where id = '${ids[0]}'`);
    assertEquals(await take(sql, firm, "ada", "status = 'draft'", "submitted"), 4);

    const counts = await lockEndedAssignments(sql, { today: TODAY });
    assertEquals([counts.draft, counts.submitted, counts.approved], [1, 4, 0]);
    const locked = await sql`
      select hours, status, approved_at, approved_by from time_entries
       where id = any (${ids}::uuid[]) order by hours, id`;
    assertEquals(
      [...locked],
      ["7.00", "8.00", "8.00", "8.00", "8.00"].map((hours) => (
        { hours, status: "locked", approved_at: null, approved_by: null }
      )),
    );
  }));
