// What a closed batch says stays, whatever becomes of those whom it paid and of what it paid for.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../support/access/acting.ts";
import { advance, close, closeBatch, discard, prepare } from "../../support/payroll/batches.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { work, type Worker } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

/** All that is said of a batch, in characters: its file, its rows, and the pay that the contractor sees. */
async function saidOf(sql: postgres.Sql, batch: string, user: string): Promise<string[]> {
  const [{ file, rows }] = await sql<[{ file: string; rows: string }]>`
    select payroll_file(${batch}) as file,
           (select json_agg(paid)::text from payroll_export(${batch}) as paid) as rows`;
  const claims = JSON.stringify({ sub: user, role: "authenticated" });
  const seen = await actingAs(
    sql,
    { role: "authenticated", claims },
    (sql) =>
      sql<{ pay: string }[]>`select my_pay::text as pay from my_pay order by payroll_item_id`,
  );
  return [file, rows, ...seen.map(({ pay }) => pay)];
}

/** A contractor who signs in, with time, both kinds of stipends and a reimbursement. */
async function paidWorker(sql: postgres.Sql): Promise<{ worker: Worker; user: string }> {
  const worker = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
  await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "100");
  await stipend(sql, worker.assignmentIds.flsa, "hours_driven", "57");
  await adjustment(sql, worker.contractorId, MONDAY, "reimbursement", "84.50");
  const user = crypto.randomUUID();
  await sql`update contractors set user_id = ${user} where id = ${worker.contractorId}`;
  return { worker, user };
}

/** Each guard of employment, stipends and adjustments aside: whatever may come to be there. */
async function changeAll(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update contractors
                 set first_name = 'Eve', last_name = 'Other', email = 'eve@example.org', employment_type = '1099'`;
    await sql`update assignment_stipends
                 set kind = case kind when 'reimbursement' then 'hours_driven' else 'reimbursement' end`;
    await sql`update payroll_adjustments set kind = 'bonus', amount = 1`;
  });
}

for (const state of ["closed", "discarded"] as const) {
  Deno.test(`payroll_batches/that_are_${state}_say_the_same_to_the_byte_whatever_changes_later`, () =>
    withDatabase(async ({ sql }) => {
      const { user } = await paidWorker(sql);
      const batch = await prepare(sql, MONDAY);
      if (state === "closed") await close(sql, batch);
      else await discard(sql, batch);
      const said = await saidOf(sql, batch, user);
      assertMatch(
        said[0] ?? "",
        /,Nurse,Ada,.*,w2,.*,57\.00,100\.00,0\.00,84\.50,0\.00,721\.50(,0\.00){5}\r\n$/,
      );
      await changeAll(sql);
      assertEquals(await saidOf(sql, batch, user), said);
    }));
}

Deno.test("payroll_batches/keep_what_was_reviewed_and_drafts_follow_when_they_are_built_anew", () =>
  withDatabase(async ({ sql }) => {
    const { worker, user } = await paidWorker(sql);
    const batch = await prepare(sql, MONDAY);
    const rename = (name: string) =>
      sql`update contractors set last_name = ${name} where id = ${worker.contractorId}`;
    await rename("Married");
    assertStrictEquals(await prepare(sql, MONDAY), batch);
    assertMatch((await saidOf(sql, batch, user))[0] ?? "", /,Married,Ada,/);
    await advance(sql, batch);
    await advance(sql, batch);
    await rename("Later");
    await closeBatch(sql, batch);
    assertMatch((await saidOf(sql, batch, user))[0] ?? "", /,Married,Ada,/);
  }));

Deno.test("payroll_batches/that_are_closed_keep_names_and_kinds_by_whatever_key", () =>
  withDatabase(async ({ sql }) => {
    await paidWorker(sql);
    const batch = await prepare(sql, MONDAY);
    await close(sql, batch);
    for (const column of ["first_name", "last_name", "email", "employment_type"]) {
      const change = () => sql`update payroll_items set ${sql({ [column]: "1099" })}`;
      await assertRefusedUnchanged(sql, change, 409, "payroll_batch_closed");
    }
    const kind =
      sql`update payroll_item_lines set pay_kind = 'reimbursement' where kind = 'stipend'`;
    await assertRefused(kind, 409, "payroll_batch_closed");
  }));

Deno.test("payroll_batches/that_are_imported_keep_what_the_import_says_or_else_what_is_so_today", () =>
  withDatabase(async ({ sql }) => {
    const [known, unknown] = [(await paidWorker(sql)).worker, await work(sql, [])];
    const batch = await prepare(sql, MONDAY);
    await sql`
      insert into payroll_items (payroll_batch_id, contractor_id, first_name, last_name, email, employment_type)
      values (${batch}, ${unknown.contractorId}, 'Then', 'Called', 'then@example.org', '1099')`;
    const rows = await sql`
      select first_name, last_name, email, employment_type from payroll_export(${batch}) order by 1`;
    assertEquals([...rows], [
      {
        first_name: "Ada",
        last_name: "Nurse",
        email: `${known.contractorId}@example.org`,
        employment_type: "w2",
      },
      {
        first_name: "Then",
        last_name: "Called",
        email: "then@example.org",
        employment_type: "1099",
      },
    ]);
  }));
