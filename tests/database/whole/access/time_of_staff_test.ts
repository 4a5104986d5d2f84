// What staff do with contractors' time. What they may: tests/database/time/time_entries/table_test.ts.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const WRITING_STAFF = ["billing", "payroll", "recruiting", "admin"] as const;

Deno.test("access/staff_enter_drafts_on_behalf_approve_and_correct", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const role of WRITING_STAFF) {
      const entry = `insert into time_entries (assignment_id, work_date, hours)
                     values ('${firm.placements.adaNorth}', '2026-01-07', 1) returning id`;
      const [row] = await runAs(sql, firm, role, entry);
      const put = (status: string) =>
        runAs(
          sql,
          firm,
          role,
          `update time_entries set status = '${status}' where id = '${row?.id}' returning approved_by`,
        );
      for (const status of ["submitted", "pending_approval", "draft", "submitted", "approved"]) {
        const [put_] = await put(status);
        assertStrictEquals(
          put_?.approved_by,
          status === "approved" ? firm.users[role] : null,
          role,
        );
      }
      const [corrected] = await put("draft");
      assertEquals(corrected?.approved_by, null);
      const remove = `delete from time_entries where id = '${row?.id}' returning id`;
      assertEquals((await runAs(sql, firm, role, remove)).length, 1);
    }
  }));

Deno.test("access/staff_who_are_contractors_do_not_approve_their_own_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const role of WRITING_STAFF) {
      await sql`update contractors set user_id = ${firm.users[role]} where id = ${firm.people.ada}`;
      const approve = (label: string) =>
        runAs(
          sql,
          firm,
          role,
          `update time_entries set status = 'approved'
            where id = '${firm.id("time_entries", label)}' returning approved_by`,
        );
      await assertRefused(approve("ada at north submitted"), 403, "own_time_approved");
      await assertRefused(approve("ada at north pending_approval"), 403, "own_time_approved");
      assertEquals((await approve("ben at south submitted")).length, 1); // of another
      await sql`update time_entries set status = 'draft' where id = ${
        firm.id("time_entries", "ben at south submitted")
      }`;
      await sql`update time_entries set status = 'submitted' where id = ${
        firm.id("time_entries", "ben at south submitted")
      }`;
    }
    // Nor in their name, by the secret key, nor once they are no longer active as a contractor.
    await sql`update contractors set is_active = false where id = ${firm.people.ada}`;
    const inTheirName = runAs(
      sql,
      firm,
      "service",
      `update time_entries set status = 'approved', approved_by = '${firm.users.admin}'
        where id = '${firm.id("time_entries", "ada at north submitted")}'`,
    );
    await assertRefused(inTheirName, 403, "own_time_approved");
  }));
