// Who sent, voided, entered, returned, wrote off, closed, hired and ran: said by procedures, and by nobody else.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { assertDenied, runAs, writableColumns } from "../../support/access/acting.ts";
import type { Caller } from "../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../support/access/firm/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../support/sql/refusal.ts";

/** A firm, and statements as its people. */
async function withFirm(
  test: (
    as: (caller: Caller, statement: string) => Promise<postgres.RowList<postgres.Row[]>>,
    firm: AccessFirm,
    sql: postgres.Sql,
  ) => Promise<void>,
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await test((caller, statement) => runAs(sql, firm, caller, statement), firm, sql);
  });
}

/** Calls whose row says who made them: the table, the column, who calls, and the row before it. */
function calls(firm: AccessFirm) {
  const { north } = firm.people;
  const check = `insert into checks (facility_id, amount, received_on)
                 values ('${north}', 5, '2026-01-05') returning *`;
  return [
    ["checks", "entered_by", "billing", check],
    [
      "checks",
      "returned_by",
      "billing",
      `select * from return_check('${firm.id("checks", "received")}', 'No funds.')`,
    ],
    [
      "invoices",
      "sent_by",
      "billing",
      `select * from send_invoices(array['${firm.id("invoices", "south draft")}'::uuid])`,
    ],
    [
      "invoices",
      "voided_by",
      "billing",
      `select * from void_invoice('${firm.id("invoices", "north draft")}', 'Wrong.')`,
    ],
    ["billing_runs", "run_by", "billing", "select * from weekly_billing_run('2026-03-02', true)"],
    [
      "candidates",
      "hired_by",
      "recruiting",
      `with hired as (select hire_candidate('${
        firm.id("candidates", "applied")
      }', '${north}', '2026-03-02', 100, 60))
       select candidate.* from hired, candidates as candidate
        where candidate.id = '${firm.id("candidates", "applied")}'`,
    ],
  ] as const;
}

Deno.test("actors/each_call_and_each_check_that_is_entered_says_whose_it_was", () =>
  withFirm(async (as, firm, sql) => {
    for (const [table, column, caller, statement] of calls(firm)) {
      const [row] = await as(caller, statement);
      const [stored] = await sql.unsafe(
        `select ${column} as actor from ${table} where id = '${row?.id}'`,
      );
      assertStrictEquals(stored?.actor, firm.users[caller], `${table}.${column}`);
    }
    const invoice = firm.id("invoices", "north sent");
    await as("billing", `select write_off_invoice('${invoice}', 10, 'Disputed.')`);
    const [off] = await sql`select recorded_by from payments where source = 'write_off'`;
    assertStrictEquals(off?.recorded_by, firm.users.billing);
    const [period] = await as(
      "payroll",
      `with period as (insert into payroll_periods (period_start, period_end, pay_date)
                       values ('2001-01-01', '2001-01-07', '2001-01-12') returning id)
       select id from period`,
    );
    const [closed] = await as("payroll", `select * from close_payroll_period('${period?.id}')`);
    assertStrictEquals(closed?.closed_by, firm.users.payroll);
  }));

Deno.test("actors/a_server_program_that_acts_for_nobody_leaves_nobodys_name", () =>
  withFirm(async (as, firm) => {
    for (const [table, column, , statement] of calls(firm)) {
      const [row] = await as("service", statement);
      assertEquals(row?.[column], null, `${table}.${column}`);
    }
  }));

Deno.test("actors/nobody_who_is_signed_in_writes_any_of_the_columns", () =>
  withFirm(async (_, firm, sql) => {
    const tables = await sql<{ table: string }[]>`
      select distinct attrelid::regclass::text as table from pg_attribute join pg_class on oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind = 'r'
         and atttypid = 'uuid'::regtype and attname ~ '_by$'`;
    assert(tables.length > 8);
    for (const { table } of tables) { // an admin may write what anybody may
      const columns = await writableColumns(sql, firm, "admin", table);
      // codes_move_by says how far, not who.
      const actors = columns.filter((column) => /_by$/.test(column) && column !== "codes_move_by");
      assertEquals(actors, [], table);
    }
  }));

Deno.test("actors/who_it_was_is_not_rewritten_with_the_secret_key_either", () =>
  withFirm(async (as, firm, sql) => {
    for (const [table, column, caller, statement] of calls(firm)) {
      const [row] = await as(caller, statement);
      const rewrite = `update ${table} set ${column} = gen_random_uuid() where id = '${row?.id}'`;
      const slug = column === "sent_by" ? "invoice_not_draft" : "actor_is_kept";
      for (const writer of ["service"] as const) {
        await assertRefused(as(writer, rewrite), 409, slug);
      }
      await assertRefused(sql.unsafe(rewrite), 409, slug);
    }
    const confirmed = `update check_reconciliations set confirmed_by = gen_random_uuid()
                        where id = '${firm.id("check_reconciliations", "confirmed")}'`;
    await assertRefused(as("service", confirmed), 409, "actor_is_kept");
    const applied = `update rate_hits set applied_by = gen_random_uuid()
                      where id = '${firm.id("rate_hits", "applied")}'`;
    await assertRefused(as("service", applied), 409, "rate_hit_not_pending");
    const payment = "update payments set recorded_by = gen_random_uuid()";
    await assertDenied(as("service", payment));
    await assertRefused(sql.unsafe(payment), 409, "payment_is_kept");
    const period = `update payroll_periods set closed_by = gen_random_uuid()
                     where id = '${firm.id("payroll_periods", "closed")}'`;
    await assertRefused(as("service", period), 409, "payroll_period_closed");
  }));

Deno.test("actors/a_row_says_nothing_of_who_did_what_was_not_done", () =>
  withFirm(async (as, firm) => {
    for (
      const [table, label, column, constraint] of [
        ["invoices", "north draft", "sent_by", "only_sent_invoices_say_by_whom"],
        ["invoices", "north draft", "voided_by", "only_void_invoices_say_by_whom"],
        ["checks", "received", "returned_by", "only_returned_checks_say_by_whom"],
        ["payroll_periods", "open", "closed_by", "only_closed_periods_say_by_whom"],
        ["candidates", "applied", "hired_by", "only_hired_candidates_say_by_whom"],
      ] as const
    ) {
      const claim = `update ${table} set ${column} = gen_random_uuid()
                      where id = '${firm.id(table, label)}'`;
      await assertViolates(as("service", claim), constraint);
    }
  }));

Deno.test("actors/sending_again_and_returning_again_leave_the_first_name", () =>
  withFirm(async (as, firm) => {
    for (const [table, column, caller, statement] of calls(firm)) {
      if (!/send_invoices|void_invoice|return_check/.test(statement)) continue;
      await as(caller, statement);
      const [row] = await as("admin", statement);
      assertStrictEquals(row?.[column], firm.users[caller], `${table}.${column}`);
    }
  }));
