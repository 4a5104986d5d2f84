// The name behind every user id.
import { assert, assertEquals, assertMatch, assertNotMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { workADay } from "../../upgrade/firm_at_work.ts";

const SEED = new URL("../../../supabase/seed.sql", import.meta.url);

/** Each column of a table that holds a user: `{ table, column }`, by the catalog. */
async function actorColumns(sql: postgres.Sql) {
  return await sql<{ table: string; column: string }[]>`
    select class.relname as table, attribute.attname as column
      from pg_class as class join pg_attribute as attribute on attribute.attrelid = class.oid
     where class.relnamespace = 'public'::regnamespace and class.relkind in ('r', 'p')
       and attribute.atttypid = 'uuid'::regtype and not attribute.attisdropped
       and (attribute.attname ~ '_by$' or attribute.attname in ('actor', 'user_id'))
     order by 1, 2`;
}

Deno.test("user_names/name_each_user_that_any_row_of_the_demo_firm_names_after_a_days_work", () =>
  withDatabase(async ({ sql }) => {
    await sql.unsafe(await Deno.readTextFile(SEED));
    await sql`reset all`;
    await workADay(sql, { lockEndedAssignments, accrueOverdueInterest });
    const columns = await actorColumns(sql);
    assert(columns.length > 15, String(columns.length));
    const used: string[] = [];
    for (const { table, column } of columns) {
      const unnamed = await sql.unsafe(
        `select ${column} from ${table} as row
          where ${column} is not null and not exists (
                select from user_names where user_id = row.${column} and name is not null)`,
      );
      assertEquals([...unnamed], [], `${table}.${column}`);
      const [any] = await sql.unsafe(`select from ${table} where ${column} is not null limit 1`);
      if (any !== undefined) used.push(`${table}.${column}`);
    }
    for (
      const acted of [
        "audit_log.actor",
        "billing_runs.run_by",
        "check_reconciliations.confirmed_by",
        "checks.entered_by",
        "invoices.sent_by",
        "payments.recorded_by",
        "payroll_batches.closed_by",
      ]
    ) {
      assert(used.includes(acted), acted);
    }
    const [once] = await sql`
      select count(*) = count(distinct user_id) as is_so from user_names`;
    assertEquals(once?.is_so, true);
  }));

Deno.test("user_names/of_two_rows_of_a_user_the_linked_one_counts_and_staff_before_others", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const user = firm.users.ada;
    const nameOf = async () => {
      const rows = await runAs(
        sql,
        firm,
        "viewer",
        `select name, kind, is_linked from user_names where user_id = '${user}'`,
      );
      assertEquals(rows.length, 1);
      return { ...rows[0] };
    };
    const [member] = await sql<[{ id: string }]>`
      insert into staff_members (name, user_id) values ('Ada at the desk', ${user}) returning id`;
    const desk = { name: "Ada at the desk", kind: "staff_member", is_linked: true };
    assertEquals(await nameOf(), desk);
    await sql`update staff_members set user_id = null where id = ${member.id}`;
    assertEquals(await nameOf(), { name: "ada Nurse", kind: "contractor", is_linked: true });
    await sql`update contractors set user_id = null where user_id = ${user}`;
    assertEquals(await nameOf(), { name: "ada Nurse", kind: "contractor", is_linked: false });
  }));

Deno.test("user_names/are_for_staff_and_the_secret_key_alone", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of ["ada", "north"] as const) {
      for (const from of ["user_names", "private.user_links"]) {
        assertStrictEquals((await runAs(sql, firm, caller, `select from ${from}`)).length, 0);
      }
    }
    const viewer =
      `update staff_members set is_active = false where user_id = '${firm.users.viewer}'`;
    assert((await runAs(sql, firm, "viewer", "select from user_names")).length > 9);
    await sql.unsafe(viewer);
    assertStrictEquals((await runAs(sql, firm, "viewer", "select from user_names")).length, 0);
    assert((await runAs(sql, firm, "service", "select from user_names")).length > 9);
  }));

Deno.test("user_names/of_some_users_are_looked_up_one_by_one_whatever_number_there_is", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`
      insert into contractors (first_name, last_name, email, user_id)
      select 'N', i::text, i || '@example.org', gen_random_uuid() from generate_series(1, 5000) as i`;
    await sql`analyze private.user_links`;
    const { ada, viewer } = firm.users;
    for (const filter of [`= '${ada}'`, `in ('${ada}', '${viewer}')`]) {
      const plan = await runAs(
        sql,
        firm,
        "viewer",
        `explain select * from user_names where user_id ${filter}`,
      );
      const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
      assertMatch(text, /user_links_by_user/);
      assertNotMatch(text, /Seq Scan/);
    }
  }));
