// What the contacts of a facility may do with the time worked there: approve it, or send it back.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { actingAs, runAs } from "../../../support/access/acting.ts";
import { identityOf } from "../../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

function put(firm: AccessFirm, label: string, set: string): string {
  return `update time_entries set ${set} where id = '${firm.id("time_entries", label)}'`;
}

Deno.test("access/a_contact_approves_their_facilitys_time_in_their_own_name", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const state of ["submitted", "pending_approval"]) {
      const [entry] = await runAs(
        sql,
        firm,
        "north",
        put(firm, `ada at north ${state}`, "status = 'approved'") +
          " returning approved_by, approved_at",
      );
      assertStrictEquals(entry?.approved_by, firm.users.north);
      assert(entry?.approved_at instanceof Date);
    }
  }));

Deno.test("access/a_contact_sends_time_back_and_then_no_longer_sees_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const seen = "select id from time_entries where status = 'draft'";
    for (const state of ["submitted", "pending_approval"]) {
      const back =
        put(firm, `ada at north ${state}`, "status = 'draft', sent_back_reason = 'No break.'") +
        " returning status";
      assertEquals([...await runAs(sql, firm, "north", back)], [{ status: "draft" }]);
      assertStrictEquals((await runAs(sql, firm, "north", seen)).length, 0);
    }
    // Nor another's draft while sending back.
    const both = actingAs(sql, identityOf("south", firm.users), async (sql) => {
      await sql.unsafe(
        put(firm, "ada at south submitted", "status = 'draft', sent_back_reason = 'No break.'"),
      );
      return await sql.unsafe(seen);
    });
    assertEquals((await both).map((row) => row.id), [
      firm.id("time_entries", "ada at south submitted"),
    ]);
  }));

Deno.test("access/a_contact_changes_neither_hours_nor_day_nor_whose_time_it_is", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const asNorth = (set: string) =>
      runAs(sql, firm, "north", put(firm, "ada at north submitted", set));
    for (const change of ["hours = 2", "work_date = '2026-01-09'", "notes = 'left early'"]) {
      await assertRefused(asNorth(change), 409, "time_entry_not_draft");
      await assertRefused(asNorth(`${change}, status = 'approved'`), 409, "time_entry_not_draft");
      await assertRefused(
        asNorth(`${change}, status = 'draft', sent_back_reason = 'No break.'`),
        409,
        "time_entry_not_draft",
      );
    }
    await assertRefused(
      asNorth(`assignment_id = '${firm.placements.adaSouth}', status = 'draft'`),
      409,
      "time_entry_not_draft",
    );
  }));

Deno.test("access/a_contact_who_is_no_longer_one_sees_nothing_of_the_facility", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`delete from facility_contacts where user_id = ${firm.users.north}`;
    for (const table of ["time_entries", "invoices", "invoice_lines", "facilities"]) {
      assertStrictEquals(
        (await runAs(sql, firm, "north", `select from ${table}`)).length,
        0,
        table,
      );
    }
  }));

Deno.test("access/who_is_contractor_and_contact_plants_no_draft_on_anothers_assignment", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    // Ada becomes a contact of South, where Ben works.
    await sql`
      insert into facility_contacts (facility_id, user_id)
      select facility_id, ${firm.users.ada} from assignments where id = ${firm.placements.benSouth}`;
    const plant = `assignment_id = '${firm.placements.benSouth}'`;
    const refused = (statement: string) =>
      assertRefused(runAs(sql, firm, "ada", statement), 403, "row_not_allowed");
    await refused(put(firm, "ada at north draft", plant));

    // Without a condition nothing is read, so that only the policy for writing stands in the way.
    await sql`alter table time_entries disable trigger user`;
    await sql`
      update time_entries
         set status = 'draft', submitted_at = null, approved_at = null, approved_by = null,
             locked_at = null, hours = 0.01`;
    await sql`alter table time_entries enable trigger user`;
    await refused(`update time_entries set ${plant}`);
  }));
