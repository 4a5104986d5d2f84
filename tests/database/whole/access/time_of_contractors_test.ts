// A contractor's own time: drafts and their submission, nothing else.
import { assert, assertEquals } from "@std/assert";
import { assertDenied, assertFindsNothing, runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

function insertion(assignmentId: string, also: Record<string, string> = {}): string {
  const values = { assignment_id: assignmentId, work_date: "2026-01-07", hours: "8", ...also };
  return `insert into time_entries (${Object.keys(values)})
          values (${Object.values(values).map((value) => `'${value}'`)})`;
}

Deno.test("access/a_contractor_enters_edits_and_submits_time_and_then_it_is_out_of_their_hands", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const asAda = (statement: string) => runAs(sql, firm, "ada", statement);
    const [entry] = await asAda(
      `${insertion(firm.placements.adaNorth)} returning id, status, submitted_at`,
    );
    assertEquals([entry?.status, entry?.submitted_at], ["draft", null]);
    const where = `where id = '${entry?.id}'`;
    const [edited] = await asAda(
      `update time_entries set hours = 7.5, work_date = '2026-01-08', notes = 'on call',
         assignment_id = '${firm.placements.adaSouth}' ${where} returning hours`,
    );
    assertEquals(edited?.hours, "7.50");
    const [submitted] = await asAda(
      `update time_entries set status = 'submitted' ${where}
       returning submitted_at, approved_at, approved_by`,
    );
    assert(submitted?.submitted_at instanceof Date);
    assertEquals([submitted.approved_at, submitted.approved_by], [null, null]);

    const sets = [
      "hours = 9",
      "notes = 'later'",
      "status = 'draft'",
      "status = 'submitted'",
      "status = 'approved'",
    ];
    const refusesAll = async (slug: string) => {
      for (const set of sets) {
        await assertRefused(asAda(`update time_entries set ${set} ${where}`), 409, slug);
      }
      await assertRefused(asAda(`delete from time_entries ${where}`), 409, "time_entry_not_draft");
    };
    await refusesAll("time_entry_not_draft");
    await sql.unsafe(`update time_entries set status = 'locked' ${where}`);
    await refusesAll("time_entry_locked");
    assertEquals((await asAda(`select from time_entries ${where}`)).length, 1);
  }));

Deno.test("access/a_contractor_works_on_nobody_elses_time_nor_hands_theirs_over", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const asAda = (statement: string) => runAs(sql, firm, "ada", statement);
    const own = `where id = '${firm.id("time_entries", "ada at north draft")}'`;
    const bens = `where id = '${firm.id("time_entries", "ben at south draft")}'`;
    const refused = (statement: string) => assertRefused(asAda(statement), 403, "row_not_allowed");
    await refused(insertion(firm.placements.benSouth));
    await assertFindsNothing(asAda(`update time_entries set hours = 1 ${bens}`));
    await assertFindsNothing(asAda(`update time_entries set status = 'submitted' ${bens}`));
    await assertFindsNothing(
      asAda(`update time_entries set assignment_id = '${firm.placements.adaNorth}' ${bens}`),
    );
    await assertFindsNothing(asAda(`delete from time_entries ${bens}`));
    const handOver = `assignment_id = '${firm.placements.benSouth}'`;
    await refused(`update time_entries set ${handOver} ${own}`);
    await refused(`update time_entries set ${handOver}, status = 'submitted' ${own}`);
  }));

Deno.test("access/nobody_who_signs_in_writes_the_instants_of_time_or_who_approved_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const columns = ["submitted_at", "approved_at", "locked_at", "created_at"].map((column) =>
      [column, "2026-01-12T00:00:00Z"] as const
    );
    for (const caller of ["ada", "north", "billing", "payroll", "recruiting", "admin"] as const) {
      for (const [column, value] of [...columns, ["approved_by", firm.users.ada] as const]) {
        const update = `update time_entries set ${column} = '${value}'`;
        await assertDenied(runAs(sql, firm, caller, update), `${caller} ${column}`);
        const insert = insertion(firm.placements.adaNorth, { [column]: value });
        await assertDenied(runAs(sql, firm, caller, insert), `${caller} ${column}`);
      }
    }
  }));

Deno.test("access/whoever_may_not_write_time_is_told_so_also_where_no_row_is_found", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const refused = (caller: "viewer" | "north", statement: string) =>
      assertRefused(runAs(sql, firm, caller, statement), 403, "role_required");
    await refused("viewer", "update time_entries set hours = 1 where false");
    for (const caller of ["viewer", "north"] as const) {
      await refused(caller, "delete from time_entries where false");
      await refused(caller, insertion(firm.placements.adaNorth));
    }
    // Of another's row nobody is told anything.
    const bens = `where id = '${firm.id("time_entries", "ben at south locked")}'`;
    await assertFindsNothing(runAs(sql, firm, "ada", `update time_entries set hours = 1 ${bens}`));
  }));
