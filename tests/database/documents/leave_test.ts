// Leave on the earnings statement: what the period accrued and used, the balance at its end, and what the year has used and paid.
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { codedEntry } from "../../support/billing/coded_time.ts";
import { payDocument } from "../../support/documents/documents.ts";
import { HAS_POPPLER, linesOnPaper, print } from "../../support/documents/paper.ts";
import { Firm } from "../../support/firm.ts";
import { close, prepare } from "../../support/payroll/batches.ts";
import { enterCoded } from "../../support/payroll/codes.ts";
import { workState } from "../../support/payroll/earnings.ts";
import { payRate } from "../../support/payroll/extras.ts";
import { leavePlan } from "../../support/payroll/leave_plans.ts";
import { withDatabase } from "../../support/server/database.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const NEXT = "2026-03-09";
const COLORADO = "Colorado paid sick leave";

/** An employee in Colorado with ten hours of leave from before, who works 40 hours and is sick for four, at 60 an hour. */
async function sickWeek(firm: Firm): Promise<{ assignment: string; item: string; batch: string }> {
  const { sql } = firm;
  await sql`
    update leave_plan_terms set pay_basis = 'hourly_rate', average_days = null
     where leave_plan_id = (select id from leave_plans where name = ${COLORADO})`;
  await sql`update leave_plans set in_use_from = ${MONDAY} where name = ${COLORADO}`;
  const assignment = await firm.assignment();
  await sql`
    insert into leave_ledger (contractor_id, leave_plan_id, day, kind, hours, reason)
    select contractor_id, (select id from leave_plans where name = ${COLORADO}), '2026-03-01', 'opening', 10, 'Moved in'
      from assignments where id = ${assignment}`;
  for (const nth of [1, 2, 3, 4, 5]) {
    await firm.entry(assignment, "approved", dayOfWeek(MONDAY, nth), "8");
  }
  await codedEntry(sql, assignment, dayOfWeek(MONDAY, 6), "sick", "4");
  const batch = await prepare(sql, MONDAY);
  return { assignment, batch, item: await itemOf(firm, batch) };
}

async function itemOf({ sql }: Firm, batch: string): Promise<string> {
  const [item] = await sql<[{ id: string }]>`
    select id from payroll_items where payroll_batch_id = ${batch}`;
  return item.id;
}

Deno.test("pay_document/says_what_leave_the_period_accrued_and_used_and_what_is_left", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { assignment, batch, item } = await sickWeek(firm);
    const draft = {
      plan: COLORADO,
      title: "Sick leave",
      accrued: "0.00",
      used: "4.00",
      balance: "6.00",
      used_this_year: "4.00",
      paid_this_year: "240.00",
    };
    assertEquals((await payDocument(sql, item)).leave, [draft]);
    await close(sql, batch);
    // 40 hours at 1 for 30: time of leave accrues none.
    const closed = { ...draft, accrued: "1.33", balance: "7.33" };
    assertEquals((await payDocument(sql, item)).leave, [closed]);

    await firm.entry(assignment, "approved", NEXT, "8");
    const next = await prepare(sql, NEXT);
    await close(sql, next);
    assertEquals((await payDocument(sql, await itemOf(firm, next))).leave, [
      { ...closed, accrued: "0.27", used: "0.00", balance: "7.60" },
    ]);
    assertEquals((await payDocument(sql, item)).leave, [closed]);
  }));

Deno.test("pay_document/has_differences_of_leave_in_what_it_paid", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { batch, item } = await sickWeek(firm);
    await close(sql, batch);
    await sql`update assignment_rates set pay_rate = 61`;
    const next = await prepare(sql, NEXT);
    await close(sql, next);
    const paid = async (item: string) =>
      (await payDocument(sql, item)).leave.map((each) => each.paid_this_year);
    assertEquals(await paid(await itemOf(firm, next)), ["244.00"]);
    assertEquals(await paid(item), ["240.00"]);
  }));

Deno.test("pay_document/has_a_difference_of_leave_in_the_plan_that_its_week_was_taken_from_alone", () =>
  withDatabase(async ({ sql }) => {
    await leavePlan(sql, null, { pay_basis: "hourly_rate" }, { from: "2026-01-01" });
    await leavePlan(sql, "CA", { pay_basis: "hourly_rate" }, { from: "2026-06-01" });
    const { assignmentIds } = await work(sql, []);
    const assignment = assignmentIds.california;
    await workState(sql, assignment, "CA");
    await payRate(sql, assignment, "2020-01-01", "20");
    // Before there was a plan, of the firm's, and of California's.
    const entries: string[] = [];
    for (const week of ["2025-12-15", MONDAY, "2026-07-06"]) {
      entries.push(await enterCoded(sql, assignment, week, "sick", { hours: "8" }));
      await close(sql, await prepare(sql, week));
    }
    for (const entry of entries.slice(0, 2)) {
      await sql`select correct_time_entry(${entry}, 'Misread.', hours => 7.5)`;
    }
    const [item] = await sql<[{ id: string }]>`
      select id from payroll_items where payroll_batch_id = ${await prepare(sql, "2026-07-13")}`;
    const { leave } = await payDocument(sql, item.id);
    assertEquals(leave.map((each) => each.paid_this_year).sort(), ["150.00", "160.00"]);
  }));

Deno.test("pay_document/says_nothing_of_leave_where_no_plan_is_in_use_or_somebody_has_none", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment(), "approved", MONDAY, "8");
    const batch = await prepare(sql, MONDAY);
    await close(sql, batch);
    assertEquals((await payDocument(sql, await itemOf(firm, batch))).leave, []);
    await sql`update leave_plans set in_use_from = ${NEXT} where name = ${COLORADO}`;
    assertEquals((await payDocument(sql, await itemOf(firm, batch))).leave, []);
  }));

Deno.test({
  name: "paper/of_pay_has_leave_by_plan_in_hours",
  ignore: !HAS_POPPLER,
  fn: () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const { batch, item } = await sickWeek(firm);
      await close(sql, batch);
      const document = await payDocument(sql, item);
      const paper = (await linesOnPaper(await print(document))).join("\n");
      assertStringIncludes(paper, "Leave, in hours Accrued Used Balance Used 2026 Paid 2026");
      assertStringIncludes(paper, `${COLORADO} 1.33 4.00 7.33 4.00 $240.00`);
      const without = await linesOnPaper(await print({ ...document, leave: [] }));
      assert(without.every((line) => !line.startsWith("Leave")));
    }),
});
