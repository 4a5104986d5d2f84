// Of time the log has what people and keys change once it was submitted.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** Entries of the log about a time entry: `"<procedure> <caller> <before> → <after>"`, oldest first. */
async function logOf(sql: postgres.Sql, entry: string): Promise<string[]> {
  const rows = await sql<{ change: string }[]>`
    select format('%s %s %s → %s', procedure, caller, old ->> 'status', new ->> 'status') as change
      from audit_log where table_name = 'time_entries' and row_id = ${entry} order by at`;
  return rows.map(({ change }) => change);
}

Deno.test("audit_log/has_what_people_and_keys_change_of_time_once_it_is_submitted", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const entry = firm.id("time_entries", "ada at north submitted");
    const set = (what: string) => `update time_entries set ${what} where id = '${entry}'`;
    await runAs(sql, firm, "north", set("status = 'approved'"));
    await runAs(sql, firm, "service", set("notes = 'ward 4'"));
    await runAs(sql, firm, "billing", set("status = 'draft'"));
    assertEquals(await logOf(sql, entry), [
      "update authenticated submitted → approved",
      "update service_role  → ", // of a note
      "update authenticated approved → draft",
    ]);
    const actors = await sql`
      select actor from audit_log where table_name = 'time_entries' order by at`;
    assertEquals(actors.map(({ actor }) => actor), [
      firm.users.north,
      null,
      firm.users.billing,
    ]);
  }));

Deno.test("audit_log/has_nothing_of_drafts_nor_of_changes_that_change_nothing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const draft = firm.id("time_entries", "ada at north draft");
    const submitted = firm.id("time_entries", "ada at north submitted");
    const change = (id: string, what: string) =>
      `update time_entries set ${what} where id = '${id}'`;
    await runAs(sql, firm, "ada", change(draft, "hours = 2"));
    await runAs(sql, firm, "ada", change(draft, "status = 'submitted'"));
    await runAs(sql, firm, "billing", change(submitted, "notes = notes"));
    await sql.unsafe(change(submitted, "notes = 'loaded by the owner'"));
    assertEquals([...await logOf(sql, draft), ...await logOf(sql, submitted)], []);
  }));

Deno.test("audit_log/has_each_entry_that_one_statement_approved", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const approve = "update time_entries set status = 'approved' where status = 'submitted'";
    const { count } = await runAs(sql, firm, "billing", approve);
    assert(count > 1);
    const log = await sql`select distinct row_id from audit_log where table_name = 'time_entries'`;
    assertStrictEquals(log.length, count);
  }));
