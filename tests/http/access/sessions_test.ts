// What a person may do ends with the next request after it was taken from them, whatever their token says.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { SupabaseClient } from "@supabase/supabase-js";
import { withProjectFirm } from "../../support/access/project.ts";
import { createUser, removeUsers, signIn } from "../../support/access/users.ts";

async function reads(client: SupabaseClient, table: string): Promise<number> {
  const { data, error } = await client.from(table).select("*").limit(5);
  assertEquals(error, null, `${table}: ${error?.message}`);
  return data?.length ?? 0;
}

Deno.test("access/staff_who_are_deactivated_in_mid_session_see_nothing_from_the_next_request_on", () =>
  withProjectFirm(async ({ sql, firm, clients }) => {
    for (const table of ["facilities", "staff_members", "payroll_items", "audit_log"]) {
      assert(await reads(clients.admin, table) > 0, table);
    }
    await sql`update staff_members set is_active = false where user_id = ${firm.users.admin}`;
    for (const table of ["facilities", "staff_members", "payroll_items", "audit_log"]) {
      assertStrictEquals(await reads(clients.admin, table), 0, table);
    }
    const { error } = await clients.admin.rpc("rls_auto_enable");
    assertEquals(error?.details, "role_required");
  }));

Deno.test("access/a_role_that_is_taken_away_is_gone_with_the_next_request", () =>
  withProjectFirm(async ({ sql, firm, clients }) => {
    assert(await reads(clients.payroll, "payroll_items") > 0);
    await sql`update staff_members set roles = '{viewer}' where user_id = ${firm.users.payroll}`;
    assertStrictEquals(await reads(clients.payroll, "payroll_items"), 0);
    assert(await reads(clients.payroll, "facilities") > 0);
    const { error, status } = await clients.payroll.from("assignment_stipends")
      .update({ weekly_amount: 1 }).eq("id", firm.id("assignment_stipends", "ada at north"))
      .select();
    assertEquals([status, error?.details], [403, "role_required"]);

    await sql`delete from staff_members where user_id = ${firm.users.billing}`;
    assertStrictEquals(await reads(clients.billing, "facilities"), 0);
  }));

Deno.test("access/contractors_and_contacts_who_left_see_nothing_more", () =>
  withProjectFirm(async ({ sql, firm, clients }) => {
    for (const relation of ["time_entries", "my_assignments", "my_pay", "contractors"]) {
      assert(await reads(clients.ada, relation) > 0, relation);
    }
    await sql`update contractors set is_active = false where id = ${firm.people.ada}`;
    for (const relation of ["time_entries", "my_assignments", "my_pay", "contractors"]) {
      assertStrictEquals(await reads(clients.ada, relation), 0, relation);
    }
    assert(await reads(clients.north, "invoices") > 0);
    await sql`delete from facility_contacts where user_id = ${firm.users.north}`;
    for (const table of ["invoices", "invoice_lines", "time_entries", "facilities"]) {
      assertStrictEquals(await reads(clients.north, table), 0, table);
    }
  }));

Deno.test("access/nobody_promotes_themselves_in_the_metadata_that_they_may_edit", () =>
  withProjectFirm(async ({ sql }) => {
    const stranger = crypto.randomUUID();
    await createUser(sql, stranger);
    try {
      const client = await signIn(stranger);
      const promoted = { role: "service_role", roles: ["admin"], is_admin: true };
      const { error } = await client.auth.updateUser({ data: promoted });
      assertEquals(error, null);
      const { data } = await client.auth.refreshSession();
      assertEquals(data.user?.user_metadata.roles, ["admin"]);
      for (const table of ["facilities", "staff_members", "contractors", "my_pay"]) {
        assertStrictEquals(await reads(client, table), 0, table);
      }
    } finally {
      await removeUsers(sql, [stranger]);
    }
  }));

Deno.test("access/a_week_is_approved_by_one_request_in_the_name_of_who_sent_it", () =>
  withProjectFirm(async ({ firm, clients, restore }) => {
    for (const caller of ["south", "billing"] as const) {
      const { data, error } = await clients[caller].from("time_entries")
        .update({ status: "approved" })
        .in("status", ["submitted", "pending_approval"])
        .in("assignment_id", Object.values(firm.placements))
        .gte("work_date", "2026-01-05").lte("work_date", "2026-01-11")
        .select("assignment_id, approved_by");
      assertEquals(error, null);
      assertStrictEquals(data?.length, caller === "south" ? 3 : 5);
      assert(data?.every((row) => row.approved_by === firm.users[caller]));
      await restore();
    }
  }));
