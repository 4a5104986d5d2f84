// What staff may do with contractors' time.
import assert from "node:assert/strict";
import { assertDenied, assertFindsNothing, runAs } from "../../support/access_acting.ts";
import { type AccessFirm, prepareFirm } from "../../support/access_firm.ts";
import { withDatabase } from "../../support/database.ts";

const WRITING_STAFF = ["billing", "payroll", "recruiting", "admin"] as const;

function entry(firm: AccessFirm, status = "draft"): string {
  return `insert into time_entries (assignment_id, work_date, hours, status)
          values ('${firm.placements.adaNorth}', '2026-01-07', 1, '${status}') returning id`;
}

Deno.test("access/staff_enter_drafts_on_behalf_approve_and_correct", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const role of WRITING_STAFF) {
      const [row] = await runAs(sql, firm, role, entry(firm));
      const put = (status: string) =>
        runAs(
          sql,
          firm,
          role,
          `update time_entries set status = '${status}' where id = '${row?.id}' returning approved_by`,
        );
      for (const status of ["submitted", "pending_approval", "draft", "submitted", "approved"]) {
        const [put_] = await put(status);
        assert.equal(put_?.approved_by, status === "approved" ? firm.users[role] : null, role);
      }
      const [corrected] = await put("draft");
      assert.equal(corrected?.approved_by, null);
      const remove = `delete from time_entries where id = '${row?.id}' returning id`;
      assert.equal((await runAs(sql, firm, role, remove)).length, 1);
    }
  }));

Deno.test("access/staff_enter_nothing_but_drafts", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const role of WRITING_STAFF) {
      for (const status of ["submitted", "pending_approval", "approved", "locked"]) {
        await assertDenied(runAs(sql, firm, role, entry(firm, status)), `${role} ${status}`);
      }
    }
  }));

Deno.test("access/viewers_write_no_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const asViewer = (statement: string) => runAs(sql, firm, "viewer", statement);
    await assertDenied(asViewer(entry(firm)));
    await assertFindsNothing(asViewer("update time_entries set notes = 'seen'"));
    await assertFindsNothing(
      asViewer("update time_entries set status = 'approved' where status = 'submitted'"),
    );
    await assertFindsNothing(asViewer("delete from time_entries"));
  }));

Deno.test("access/only_payroll_takes_up_locked_time_that_nobody_approved", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const id = firm.id("time_entries", "ada at north locked");
    const takeUp = `update time_entries set status = 'pending_approval'
                     where id = '${id}' returning locked_at`;
    for (const caller of ["viewer", "billing", "recruiting", "ada", "north"] as const) {
      await assertFindsNothing(runAs(sql, firm, caller, takeUp));
    }
    for (const role of ["payroll", "admin"] as const) {
      assert.deepEqual([...await runAs(sql, firm, role, takeUp)], [{ locked_at: null }]);
      await sql`update time_entries set status = 'draft' where id = ${id}`;
      await sql`update time_entries set status = 'locked' where id = ${id}`;
    }
  }));

Deno.test("access/nobody_who_signs_in_locks_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const role of WRITING_STAFF) {
      for (const state of ["draft", "submitted", "approved"]) {
        const id = firm.id("time_entries", `ada at north ${state}`);
        const lock = `update time_entries set status = 'locked' where id = '${id}'`;
        await assertDenied(runAs(sql, firm, role, lock), `${role} ${state}`);
      }
    }
  }));

Deno.test("access/a_week_is_approved_by_one_statement_in_the_name_of_who_sent_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of ["billing", "south"] as const) {
      await sql`update time_entries set status = 'draft' where status = 'approved' and approved_by is not null`;
      await sql`
        update time_entries set status = 'submitted' where status = 'draft'
          and id <> ${firm.id("time_entries", "ada at north draft")}`;
      const approved = await runAs(
        sql,
        firm,
        caller,
        `update time_entries set status = 'approved'
          where status in ('submitted', 'pending_approval')
            and work_date between '2026-01-05' and '2026-01-11'
          returning assignment_id, approved_by`,
      );
      assert(approved.length > 1);
      assert(approved.every((row) => row.approved_by === firm.users[caller]));
      const places = new Set(approved.map((row) => row.assignment_id));
      assert.equal(places.has(firm.placements.adaNorth), caller === "billing");
    }
  }));
