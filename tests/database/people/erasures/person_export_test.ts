// All that is kept of somebody, as JSON.
import { assert, assertEquals } from "@std/assert";
import { actingAs } from "../../../support/access/acting.ts";
import { AT_ONCE, LATER, tablesThatSay, workedAndLeft } from "../../../support/people/erased.ts";
import { staffMember } from "../../../support/people/staff.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

Deno.test("person_export/has_every_row_that_names_a_contractor", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await workedAndLeft(sql);
    const [row] = await sql`select person_export('contractor', ${contractorId}) as kept`;
    const { person, candidate, tables, notes, sign_ins: links, log } = row?.["kept"] ?? {};
    assertEquals([person.id, candidate.id], [contractorId, person.candidate_id]);
    assertEquals(tables.time_entries.length, 3);
    for (
      const table of [
        "assignments",
        "assignment_rates",
        "contractor_details",
        "invoice_lines",
        "payroll_adjustments",
        "payroll_item_lines",
        "payroll_items",
      ]
    ) assert(tables[table]?.length > 0, table);
    assertEquals([notes.length, links.length], [2, 1]);
    assert(log.length > 1);
    // Each word of theirs is in it, and nobody else's time is.
    const text = JSON.stringify(row);
    for (const word of [...AT_ONCE, ...LATER]) assert(text.includes(word), word);
    assert((await tablesThatSay(sql, LATER)).length > 3);
  }, { clock: "2026-03-27 18:00:00+00" }));

Deno.test("person_export/is_for_admins_and_of_every_kind", () =>
  withDatabase(async ({ sql }) => {
    const [admin, clerk] = [await staffMember(sql, "admin"), await staffMember(sql, "recruiting")];
    const [candidate] = await sql<[{ id: string }]>`
      insert into candidates (first_name, last_name, email) values ('Cy', 'Nurse', 'cy@example.org') returning id`;
    const call = (kind: string, id: string) => `select person_export('${kind}', '${id}') as kept`;
    const of = call("candidate", candidate.id);
    await assertRefused(actingAs(sql, clerk, (sql) => sql.unsafe(of)), 403, "role_required");
    const [row] = await actingAs(sql, admin, (sql) => sql.unsafe(of));
    assertEquals(row?.["kept"].person.email, "cy@example.org");
    const nobody = crypto.randomUUID();
    for (const kind of ["candidate", "contractor", "staff_member", "facility_contact"]) {
      await assertRefused(sql.unsafe(call(kind, nobody)), 404, "person_not_found");
    }
    await assertRefused(sql.unsafe(call("robot", nobody)), 400, "kind_unknown");
    const [member] = await sql<[{ id: string }]>`select id from staff_members limit 1`;
    const [staff] = await sql.unsafe(call("staff_member", member.id));
    assertEquals(staff?.["kept"].tables, {});
  }));
