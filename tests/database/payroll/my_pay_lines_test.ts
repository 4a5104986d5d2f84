// What contractors read of the lines that their pay is made of.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../support/access/acting.ts";
import { signedIn } from "../../support/access/callers.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { adjustment, payRate, stipend } from "../../support/payroll/extras.ts";
import { withDatabase } from "../../support/server/database.ts";
import { dayOfWeek, work, type Worker } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NEXT_MONDAY = dayOfWeek(MONDAY, 8);

/** Somebody who signs in, with overtime, stipends, a bonus and a deduction, and a raise once a batch was closed. */
async function paidTwice(sql: postgres.Sql): Promise<{ worker: Worker; user: string }> {
  const worker = await work(
    sql,
    [1, 2, 3, 4].map((n) => ({ date: dayOfWeek(MONDAY, n), hours: 12.25, rule: "flsa" as const })),
  );
  await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "100");
  await adjustment(sql, worker.contractorId, MONDAY, "bonus", "75.55");
  await adjustment(sql, worker.contractorId, dayOfWeek(MONDAY, 5), "deduction", "20");
  const user = crypto.randomUUID();
  await sql`update contractors set user_id = ${user} where id = ${worker.contractorId}`;
  await close(sql, await prepare(sql, MONDAY));
  await payRate(sql, worker.assignmentIds.flsa, "2020-01-01", "61");
  await close(sql, await prepare(sql, NEXT_MONDAY));
  await adjustment(sql, worker.contractorId, NEXT_MONDAY, "bonus", "1");
  await prepare(sql, dayOfWeek(NEXT_MONDAY, 8)); // a draft
  return { worker, user };
}

Deno.test("my_pay_lines/of_each_closed_batch_add_up_to_the_gross_pay", () =>
  withDatabase(async ({ sql }) => {
    const { user } = await paidTwice(sql);
    const batches = await actingAs(sql, signedIn(user), (sql) =>
      sql`
      select pay.gross_pay, sum(line.amount) as lines, count(distinct line.payroll_batch_id)::int as batches
        from my_pay as pay join my_pay_lines as line using (payroll_item_id)
       group by pay.payroll_item_id, pay.gross_pay, pay.pay_date order by pay.pay_date`);
    assertEquals(batches.length, 2);
    for (const { gross_pay, lines, batches: one } of batches) {
      assertStrictEquals(lines, gross_pay);
      assertEquals(one, 1);
    }
    const [left] = await actingAs(
      sql,
      signedIn(user),
      (sql) =>
        sql`select count(*)::int as count from my_pay_lines
           where payroll_item_id not in (select payroll_item_id from my_pay)`,
    );
    assertStrictEquals(left?.count, 0);
  }));

Deno.test("my_pay/names_wages_apart_from_reimbursements_and_deductions", () =>
  withDatabase(async ({ sql }) => {
    const { user } = await paidTwice(sql);
    const paid = await actingAs(sql, signedIn(user), (sql) =>
      sql`
      select gross_wages - straight_pay - premium_pay as bonuses, reimbursements, deductions,
             gross_pay - gross_wages as rest
        from my_pay order by pay_date`);
    assertEquals(paid.map((row) => Object.values(row).join(" ")), [
      "75.55 100.00 -20.00 80.00",
      "0.00 0.00 0.00 0.00",
    ]);
  }));

Deno.test("my_pay_lines/say_of_each_line_what_it_pays_where_and_for_which_day", () =>
  withDatabase(async ({ sql }) => {
    const { user } = await paidTwice(sql);
    const rows = await actingAs(sql, signedIn(user), (sql) =>
      sql<{ row: string }[]>`
      select concat_ws(' ', pay_date, week_start, kind, pay_kind, facility_name, work_date, hours, rate, amount,
                       overtime_hours) as row
        from my_pay_lines order by pay_date, kind, work_date`);
    assertEquals(rows.map(({ row }) => row), [
      "2026-03-13 2026-03-02 adjustment bonus 2026-03-02 75.55",
      "2026-03-13 2026-03-02 adjustment deduction 2026-03-06 -20.00",
      "2026-03-13 2026-03-02 overtime_premium flsa 9.00 270.00",
      "2026-03-13 2026-03-02 stipend reimbursement flsa 100.00",
      "2026-03-13 2026-03-02 straight flsa 2026-03-02 12.25 60.00 735.00",
      "2026-03-13 2026-03-02 straight flsa 2026-03-03 12.25 60.00 735.00",
      "2026-03-13 2026-03-02 straight flsa 2026-03-04 12.25 60.00 735.00",
      "2026-03-13 2026-03-02 straight flsa 2026-03-05 12.25 60.00 735.00",
      "2026-03-20 2026-03-02 difference flsa 53.50 0.00",
    ]);
  }));

Deno.test("my_pay_lines/have_the_columns_of_their_contract_first_and_nothing_of_bills", () =>
  withDatabase(async ({ sql }) => {
    const columns = (await sql<{ name: string }[]>`
      select attname as name from pg_attribute
       where attrelid = 'my_pay_lines'::regclass and attnum > 0 order by attnum`).map(({ name }) =>
      name
    );
    const contract =
      "payroll_batch_id pay_date week_start kind facility_name work_date hours rate amount";
    assertEquals(columns.slice(0, 9), contract.split(" "));
    assertEquals(columns.filter((name) => /bill|margin|invoice/.test(name)), []);
  }));
