// What payroll may write by hand, and what only procedures do.
import { assert, assertEquals, assertNotMatch, assertStrictEquals } from "@std/assert";
import { assertDenied, runAs, writableColumns } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

Deno.test("access/nobody_closes_a_payroll_period_by_hand_or_changes_a_closed_one", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of ["payroll", "admin"] as const) {
      const run = (statement: string) => runAs(sql, firm, caller, statement);
      const columns = ["period_start", "period_end", "pay_date", "pay_group_id"];
      assertEquals(await writableColumns(sql, firm, caller, "payroll_periods"), columns);
      await assertDenied(run(
        `insert into payroll_periods (period_start, period_end, pay_date, status)
         values ('2026-01-05', '2026-01-18', '2026-01-23', 'closed')`,
      ));
      const closed = `where id = '${firm.id("payroll_periods", "closed")}'`;
      await assertRefused(
        run(`update payroll_periods set pay_date = '2026-01-01' ${closed}`),
        409,
        "payroll_period_closed",
      );
      await assertRefused(
        run(`delete from payroll_periods ${closed}`),
        409,
        "payroll_period_closed",
      );
    }
  }));

Deno.test("access/nobody_writes_batches_or_what_they_pay_by_hand", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const table of ["payroll_batches", "payroll_items", "payroll_item_lines"]) {
      for (const caller of ["payroll", "admin"] as const) {
        assertEquals(await writableColumns(sql, firm, caller, table), [], `${caller} ${table}`);
        await assertDenied(runAs(sql, firm, caller, `delete from ${table}`));
      }
    }
  }));

Deno.test("access/nobody_says_who_approved_a_payroll_adjustment_or_whose_it_now_is", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const columns = await writableColumns(sql, firm, "payroll", "payroll_adjustments");
    for (const column of ["approved_by", "contractor_id", "created_at", "id"]) {
      assert(!columns.includes(column), column);
    }
  }));

Deno.test("access/a_contractor_sees_pay_of_closed_batches_and_never_a_bill_rate", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const view of ["my_assignments", "my_codes", "my_pay_rates", "my_pay"]) {
      const [row] = await runAs(sql, firm, "ada", `select * from ${view}`);
      assert(row !== undefined, view);
      for (const column of Object.keys(row)) assertNotMatch(column, /bill|margin|multiplier/);
    }
    const paid = await runAs(sql, firm, "ada", "select payroll_item_id from my_pay");
    assertEquals([...paid], [{ payroll_item_id: firm.id("payroll_items", "ada, closed") }]);
  }));

Deno.test("access/a_contractor_who_left_sees_nothing_more", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await sql`update contractors set is_active = false where id = ${firm.people.ada}`;
    for (
      const relation of [
        "contractors",
        "time_entries",
        "my_assignments",
        "my_codes",
        "my_pay_rates",
        "my_pay",
      ]
    ) {
      assertStrictEquals(
        (await runAs(sql, firm, "ada", `select from ${relation}`)).length,
        0,
        relation,
      );
    }
  }));
