// What staff do with contractors' time. What they may: tests/database/time_entries/table_test.ts.
import assert from "node:assert/strict";
import { runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { withDatabase } from "../../support/server/database.ts";

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
        assert.equal(put_?.approved_by, status === "approved" ? firm.users[role] : null, role);
      }
      const [corrected] = await put("draft");
      assert.equal(corrected?.approved_by, null);
      const remove = `delete from time_entries where id = '${row?.id}' returning id`;
      assert.equal((await runAs(sql, firm, role, remove)).length, 1);
    }
  }));
