// Phone and address of contractors, and who collects from facilities: in tables of their own.
import { assert, assertEquals } from "@std/assert";
import { runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { Firm } from "../../support/firm.ts";
import { contractor, importRows } from "../../support/moving_in/imports.ts";
import { hire } from "../../support/people/hiring.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";

Deno.test("contractor_details/a_placed_candidate_s_phone_goes_along_unless_the_contractor_told_one", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const phone = async (candidate_id: string, told: string | null, end_date: string) => {
      await sql`update candidates set phone = ${told}, status = 'offered' where id = ${candidate_id}`;
      const { contractor_id } = await hire(sql, {
        candidate_id,
        facility_id: firm.facilityId,
        start_date: end_date,
        end_date,
      });
      const rows = await sql`
        select phone from contractor_details where contractor_id = ${String(contractor_id)}`;
      return rows.map((row) => row["phone"]);
    };
    const quiet = await firm.candidate("quiet@example.org");
    assertEquals(await phone(quiet, " ", "2026-03-02"), []);
    assertEquals(await phone(quiet, "303-555-0142", "2026-03-03"), ["303-555-0142"]);
    const again = await firm.candidate("Quiet@example.org");
    assertEquals(await phone(again, "303-555-0199", "2026-03-04"), ["303-555-0142"]);
  }));

Deno.test("contractor_details/say_when_they_were_written_and_contractors_write_their_own_alone", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const of = (person: string) => `contractor_id = '${person}'`;
    await sql`alter table contractor_details disable trigger contractor_details_are_stamped`;
    await sql`update contractor_details set updated_at = '2000-01-01'`;
    await sql`alter table contractor_details enable trigger contractor_details_are_stamped`;
    const corrected = await runAs(
      sql,
      firm,
      "ada",
      `update contractor_details set city = 'Boulder' where ${of(firm.people.ada)}`,
    );
    assertEquals(corrected.count, 1);
    const others = await runAs(sql, firm, "ada", "update contractor_details set city = 'Denver'");
    assertEquals(others.count, 1);
    await assertRefused(
      runAs(sql, firm, "billing", `update contractor_details set city = 'Reno'`),
      403,
      "role_required",
    );
    const rows = await sql<{ contractor_id: string; is_new: boolean; city: string | null }[]>`
      select contractor_id, updated_at > '2000-01-01' as is_new, city from contractor_details`;
    const ada = rows.find((row) => row.contractor_id === firm.people.ada);
    const ben = rows.find((row) => row.contractor_id === firm.people.ben);
    assert(ada?.is_new && !ben?.is_new);
    assertEquals([ada.city, ben?.city], ["Denver", null]);
  }));

Deno.test("contractor_details/come_with_a_file_and_are_not_changed_by_another", () =>
  withDatabase(async ({ sql }) => {
    const details = () =>
      sql`select phone, address, city, state, postal_code from contractor_details`;
    const told = {
      phone: "303-555-0142",
      address: "12 Pearl St",
      city: "Boulder",
      state: "CO",
      postal_code: "80302",
    };
    await importRows(sql, "contractors", [
      contractor(told),
      contractor({ external_number: "C2", email: "c2@example.org" }),
    ]);
    assertEquals([...await details()], [told]);
    const again = await importRows(sql, "contractors", [contractor({ ...told, city: "Denver" })]);
    assertEquals([again.skipped, again.errors], [1, []]);
    assertEquals([...await details()], [told]);
  }));

Deno.test("facility_staff/whoever_is_unlinked_or_removed_collects_no_longer", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const user = crypto.randomUUID();
    const collector = async () => {
      const [row] = await sql`select collector_id from facility_staff`;
      return row?.["collector_id"];
    };
    await sql`insert into staff_members (name, user_id) values ('Col Lector', ${user})`;
    await sql`
      insert into facility_staff (facility_id, collector_id) values (${firm.facilityId}, ${user})`;
    await sql`update staff_members set user_id = null where user_id = ${user}`;
    assertEquals(await collector(), null);
    await sql`update staff_members set user_id = ${user} where name = 'Col Lector'`;
    await sql`update facility_staff set collector_id = ${user}`;
    await sql`delete from staff_members where user_id = ${user}`;
    assertEquals(await collector(), null);
  }));
