// Differences of codes: in files by the code's earning code, in the books on its account, on paper by its title.
import { assertEquals, assertMatch } from "@std/assert";
import type postgres from "postgres";
import { paySheet } from "../../../../supabase/functions/_shared/documents/pay.ts";
import { payDocument } from "../../../support/documents/documents.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { addCode, codeRate, enterCoded } from "../../../support/payroll/codes.ts";
import { enterCodes, workState } from "../../../support/payroll/earnings.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { dayOfWeek, work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NEXT = "2026-03-09";

/** A week that is paid: 40 hours at 20.00, eight of charge at 24.00 and a night on call at 3.00, in Texas. */
async function paidWeek(sql: postgres.Sql) {
  const made = await work(
    sql,
    [1, 2, 3, 4].map((n) => ({ date: dayOfWeek(MONDAY, n), hours: 10, rule: "flsa" as const })),
  );
  const assignment = made.assignmentIds.flsa;
  await payRate(sql, assignment, "2020-01-01", "20");
  await codeRate(sql, assignment, "charge", "24");
  await codeRate(sql, assignment, "on_call", "3");
  await workState(sql, assignment, "TX");
  await enterCoded(sql, assignment, dayOfWeek(MONDAY, 5), "charge", { hours: "8" });
  await enterCoded(sql, assignment, dayOfWeek(MONDAY, 5), "on_call", { hours: "12" });
  await enterCodes(sql);
  await sql`
    insert into journal_accounts (account, type, name)
    values ('pay_call', 'expense', 'Call pay'), ('pay_lead', 'expense', 'Lead pay')`;
  await sql`update time_codes set pay_account = 'pay_lead' where name = 'charge'`;
  await sql`update time_codes set pay_account = 'pay_call', earning_code = 'CALL' where name = 'on_call'`;
  await close(sql, await prepare(sql, MONDAY));
  return { ...made, assignment };
}

/** The lines of a batch's file, such as `"difference CALL on_call TX = 12.00"`. */
async function fileOf(sql: postgres.Sql, batch: string): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', earning, earning_code, code, work_state, hours, rate, '=', amount) as line
      from payroll_earnings(${batch}) as earned order by earned.line`;
  return lines.map(({ line }) => line);
}

/** Sums of postings by account. */
async function sums(rows: PromiseLike<readonly postgres.Row[]>): Promise<string[]> {
  return (await rows).map(({ account, amount }) => `${account} ${amount}`);
}

Deno.test("differences/of_codes_are_in_files_by_their_earning_codes_and_in_the_books_on_their_accounts", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await paidWeek(sql);
    await codeRate(sql, assignment, "charge", "25");
    await codeRate(sql, assignment, "on_call", "4");
    const accrued = await sums(sql`
      select account, debit - credit as amount from accruals('2026-05-20')
       where posted_on = '2026-05-20' and account ~ '^(accrued_pay|pay_|premiums|wages)' order by 1`);
    // Of 48 hours 1,048.00 are in the regular rate in place of 1,028.00: four times that are 87.33, less 85.67.
    assertEquals(accrued, [
      "accrued_pay -21.66",
      "pay_call 12.00",
      "pay_lead 8.00",
      "wages 1.66",
    ]);
    const batch = await prepare(sql, NEXT);
    assertEquals(await fileOf(sql, batch), [
      "difference DIFFEREN TX = 1.66",
      "difference DIFFEREN charge TX = 8.00",
      "difference CALL on_call TX = 12.00",
    ]);
    const byRate = await sql`
      select concat_ws(' ', earning, earning_code, code, amount) as row
        from payroll_earnings_by_rate(${batch}) order by line`;
    assertEquals(byRate.map(({ row }) => row), [
      "difference DIFFEREN 9.66",
      "difference CALL on_call 12.00",
    ]);
    const [pay] = await sql`
      select differences, codes, reimbursement_codes, gross_pay from payroll_export(${batch})`;
    assertEquals(Object.values(pay ?? {}), ["21.66", "0.00", "0.00", "21.66"]);
    await close(sql, batch);
    assertEquals(
      await sums(sql`
        select account, sum(debit - credit) as amount from journal('2020-01-01', '2099-12-31')
         where document like 'PAY-%' group by account order by account`),
      [
        "pay_call 48.00",
        "pay_lead 200.00",
        "payroll_clearing -1135.33",
        "premiums 85.67",
        "wages 801.66",
      ],
    );
  }, { clock: "2026-05-20 12:00:00-06" }));

Deno.test("differences/of_codes_are_named_on_paper_and_repay_nothing", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await paidWeek(sql);
    await codeRate(sql, assignment, "on_call", "4");
    const batch = await prepare(sql, NEXT);
    const [item] = await sql<[{ id: string }]>`
      select id from payroll_items where payroll_batch_id = ${batch}`;
    const document = await payDocument(sql, item.id);
    assertEquals(
      document.rows.map(({ kind, pay_kind, title, amount }) => [kind, pay_kind, title, amount]),
      [["difference", null, "On call", "12.00"], ["difference", null, null, "1.00"]],
    );
    assertEquals([document.gross_wages, document.reimbursements], ["13.00", "0.00"]);
    const sheet = JSON.stringify(paySheet(document, null).content);
    assertMatch(sheet, /"Difference of an earlier week, On call, /);
  }));

Deno.test("differences/of_codes_that_are_not_taken_back_are_in_the_file_as_far_as_they_lessen_other_pay", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await paidWeek(sql);
    await codeRate(sql, assignment, "on_call", "2");
    const alone = await prepare(sql, NEXT);
    assertEquals(await fileOf(sql, alone), []);
    await sql`select discard_payroll_batch(${alone}, 'More is to come.')`;
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${assignment}, ${dayOfWeek(MONDAY, 6)}, 0.25, 'approved')`;
    // 1,021.00 over 48.25 hours are 87.29 of premium, 1.62 more than was paid: 6.62 of the 12.00 lessen other pay.
    assertEquals(await fileOf(sql, await prepare(sql, NEXT)), [
      "straight STRAIGHT TX 0.25 20.00 = 5.00",
      "difference DIFFEREN TX = 1.62",
      "difference CALL on_call TX = -6.62",
    ]);
  }));

Deno.test("differences/in_hours_alone_are_in_no_file_of_a_week_that_was_overpaid", () =>
  withDatabase(async ({ sql }) => {
    const { assignmentIds } = await work(sql, []);
    const assignment = assignmentIds.flsa;
    await addCode(sql, "visit_time", { is_worked: true });
    await codeRate(sql, assignment, "visit_time", "0");
    await codeRate(sql, assignment, "visit", "40");
    const time = await enterCoded(sql, assignment, MONDAY, "visit_time", { hours: "5" });
    const visits = await enterCoded(sql, assignment, MONDAY, "visit", { quantity: "5" });
    await enterCodes(sql);
    await close(sql, await prepare(sql, MONDAY));
    await sql`select correct_time_entry(${time}, 'Misread.', hours => 4)`;
    const hours = await prepare(sql, NEXT);
    assertEquals(await fileOf(sql, hours), ["difference DIFFEREN visit_time CO -1.00 = 0.00"]);
    await sql`select correct_time_entry(${visits}, 'Misread.', quantity => 4)`;
    assertEquals(await fileOf(sql, await prepare(sql, NEXT)), []);
  }));
