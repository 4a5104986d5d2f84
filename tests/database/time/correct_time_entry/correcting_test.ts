// Hours that turn out wrong once they are approved, locked or paid.
import { assertEquals, assertNotEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import {
  createInvoice,
  invoiceOf,
  linesOf,
  unbilled,
} from "../../../support/billing/billed_time.ts";
import { billInScope } from "../../../support/billing/terms.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { close, closePeriod, periodOf, prepare } from "../../../support/payroll/batches.ts";
import { linesOf as payLinesOf } from "../../../support/payroll/items.ts";
import { auditOf } from "../../../support/receivables/receipts.ts";
import { type TestDatabase, withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";
import { correct } from "../../../support/time/corrections.ts";
import { setAside, takeBack } from "../../../support/time/set_aside.ts";
import { dayOfWeek, entryOf, work, type Worker } from "../../../support/time/worked_time.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const MONDAYS = ["2026-03-02", "2026-03-09", "2026-03-16"] as const;
const CLOCK = { clock: "2026-03-30 12:00:00+00" };

/** Somebody's five approved days of nine hours, which bring five hours of overtime. */
function aWeek(sql: postgres.Sql): Promise<Worker> {
  return work(
    sql,
    [1, 2, 3, 4, 5].map((n) => ({ date: dayOfWeek(MONDAYS[0], n), hours: 9, rule: "flsa" })),
  );
}

function testWeek(
  name: string,
  test: (worker: Worker, sql: postgres.Sql, database: TestDatabase) => Promise<void>,
): void {
  Deno.test(`correct_time_entry/${name}`, () =>
    withDatabase(async (database) => {
      await test(await aWeek(database.sql), database.sql, database);
    }, CLOCK));
}

/** The facility at which the week was worked. */
async function facilityOf(sql: postgres.Sql, { assignmentIds }: Worker): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    select facility_id as id from assignments where id = ${assignmentIds.flsa}`;
  return row.id;
}

/** Pay of all weeks by closed batches, in money, hours and overtime. */
async function paid(sql: postgres.Sql): Promise<string> {
  const [row] = await sql<[{ paid: string }]>`
    select concat_ws(' ', sum(gross_pay), sum(regular_hours), sum(overtime_hours)) as paid
      from payroll_items as item join payroll_batches as batch on batch.id = payroll_batch_id
     where batch.status = 'closed'`;
  return row.paid;
}

/** Pays all that is due by a further period. */
async function payRest(sql: postgres.Sql, monday: string): Promise<string[]> {
  const batch = await prepare(sql, monday);
  const lines = await payLinesOf(sql, batch);
  await close(sql, batch);
  return lines;
}

Deno.test("correct_time_entry/says_on_the_entry_and_in_the_log_who_corrected_what_when_and_why", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const entry = firm.id("time_entries", "ada at north locked approved_at");
    const [before] = await sql`select hours, work_date::text from time_entries where id = ${entry}`;
    const [row] = await runAs(
      sql,
      firm,
      "payroll",
      `select status, approved_at is not null as approved, hours, corrected_at, corrected_by,
              correction_reason, hours_before_correction as before,
              work_date_before_correction::text as day_before
         from correct_time_entry('${entry}', 'Left at noon.', 2.25)`,
    );
    assertEquals(row, {
      status: "locked",
      approved: true,
      hours: "2.25",
      corrected_at: new Date("2026-03-30T12:00:00Z"),
      corrected_by: firm.users.payroll,
      correction_reason: "Left at noon.",
      before: before?.hours,
      day_before: before?.work_date,
    });
    await runAs(sql, firm, "admin", `select correct_time_entry('${entry}', 'At one.', 3)`);
    const [again] = await sql`
      select correction_reason as reason, hours_before_correction as before from time_entries where id = ${entry}`;
    assertEquals(again, { reason: "At one.", before: before?.hours });
    const log = await sql`
      select actor, old ->> 'hours' as old, new ->> 'hours' as new from audit_log
       where procedure = 'correct_time_entry' order by new ->> 'hours'`;
    assertEquals([...log], [
      { actor: firm.users.payroll, old: before?.hours, new: "2.25" },
      { actor: firm.users.admin, old: "2.25", new: "3.00" },
    ]);
  }, CLOCK));

testWeek("ten_times_is_one_correction", async (worker, sql) => {
  const entry = entryOf(worker, 1);
  await correct(sql, entry, { hours: "4" });
  const once = await contents(sql);
  for (let call = 0; call < 9; call++) {
    assertEquals((await correct(sql, entry, { hours: "4.00" }, "Again.")).hours, "4.00");
  }
  assertEquals(await contents(sql), once);
});

testWeek("rebuilds_the_drafts_that_bill_and_pay_the_week", async (worker, sql) => {
  const invoice = await createInvoice(sql, await facilityOf(sql, worker));
  const batch = await prepare(sql, MONDAYS[0]);
  await correct(sql, entryOf(worker, 1), { hours: "4" });
  assertEquals(await linesOf(sql, invoice.id), [
    "2026-03-02 regular 4.00 × 100.00 × 1.000 = 400.00",
    ...[3, 4, 5, 6].map((n) => `2026-03-0${n} regular 9.00 × 100.00 × 1.000 = 900.00`),
  ]);
  assertEquals(await payLinesOf(sql, batch), [
    "2026-03-02 straight 4.00 60.00 = 240.00",
    ...[2, 3, 4, 5].map(() => "2026-03-02 straight 9.00 60.00 = 540.00"),
  ]);
  assertEquals(await auditOf(sql, "correct_time_entry"), [
    "invoices draft → draft",
    "payroll_batches draft → draft",
    "time_entries approved → approved",
  ]);
});

testWeek("moves_time_to_another_day_on_its_draft_invoice", async (worker, sql) => {
  const invoice = await createInvoice(sql, await facilityOf(sql, worker));
  await correct(sql, entryOf(worker, 1), { day: "2026-03-08" });
  const days = (await linesOf(sql, invoice.id)).map((line) => line.slice(0, 10));
  assertEquals([...new Set(days)].sort(), [
    ...[3, 4, 5, 6].map((n) => `2026-03-0${n}`),
    "2026-03-08",
  ]);
  assertEquals((await invoiceOf(sql, invoice.id)).total, "4750.00");
});

testWeek(
  "lets_the_next_batch_settle_what_was_paid_also_of_a_closed_period",
  async (worker, sql) => {
    await close(sql, await prepare(sql, MONDAYS[0]));
    assertEquals(await paid(sql), "2850.00 40.00 5.00");
    await closePeriod(sql, await periodOf(sql, MONDAYS[0]));
    await correct(sql, entryOf(worker, 1), { hours: "4" });
    // Five hours less: 5 × 60 straight, and the premium of five hours of overtime.
    await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    values (${worker.assignmentIds.flsa}, ${MONDAYS[1]}, 8, 'approved')`;
    const lines = await payRest(sql, MONDAYS[1]);
    assertEquals(lines, [
      "2026-03-02 difference -5.00 -5.00 0.00 = -450.00",
      "2026-03-02 overpayment = 450.00",
      "2026-03-09 straight 8.00 60.00 = 480.00",
    ]);
    assertEquals(await paid(sql), "3330.00 48.00 0.00"); // nothing is taken of the second week
    await correct(sql, entryOf(worker, 1), { hours: "9" });
    await payRest(sql, MONDAYS[2]);
    assertEquals(await paid(sql), "3330.00 48.00 5.00");
  },
);

for (
  const [name, there, back] of [
    [
      "and_its_reverse_leave_nothing_of_pay_and_bill",
      (sql: postgres.Sql, id: string) => correct(sql, id, { hours: "0.01", day: "2026-03-08" }),
      (sql: postgres.Sql, id: string) => correct(sql, id, { hours: "9", day: MONDAYS[0] }),
    ],
    [
      "by_setting_aside_and_its_reverse_leave_nothing_of_pay_and_bill",
      (sql: postgres.Sql, id: string) => setAside(sql, [id]),
      async (sql: postgres.Sql, id: string) => {
        await takeBack(sql, [id]);
        await sql`
          update time_entries set status = 'pending_approval' where id = ${id} and status = 'locked'`;
        await sql`update time_entries set status = 'approved' where id = ${id}`;
      },
    ],
  ] as const
) {
  testWeek(`${name}`, async (worker, sql) => {
    const entry = entryOf(worker, 1);
    const facility = await facilityOf(sql, worker);
    const invoice = await createInvoice(sql, facility);
    const lines = await linesOf(sql, invoice.id);
    const batch = await prepare(sql, MONDAYS[0]);
    const pay = await payLinesOf(sql, batch);
    await there(sql, entry);
    assertNotEquals(await linesOf(sql, invoice.id), lines);
    assertNotEquals(await payLinesOf(sql, batch), pay);
    await back(sql, entry);
    await sql`select recompute_draft_invoice(${invoice.id})`;
    assertEquals(await linesOf(sql, invoice.id), lines);
    assertEquals(await payLinesOf(sql, await prepare(sql, MONDAYS[0])), pay);

    await close(sql, batch);
    await there(sql, entry);
    await back(sql, entry);
    await assertRejectsWith(() => prepare(sql, MONDAYS[1]), { detail: "nothing_to_pay" });
    await sql`select recompute_draft_invoice(${invoice.id})`;
    await closePeriod(sql, await periodOf(sql, MONDAYS[0]));
    assertStrictEquals((await sql`select from private.due_marks`).count, 0);
    assertEquals(await unbilled(sql), []);
    await send(sql, [invoice.id]);
    assertStrictEquals((await sql`select from unbilled_differences`).count, 0);
  });
}

testWeek(
  "discards_a_draft_that_paid_a_difference_alone_which_is_taken_back",
  async (worker, sql) => {
    await close(sql, await prepare(sql, MONDAYS[0]));
    await correct(sql, entryOf(worker, 1), { hours: "10" });
    const batch = await prepare(sql, MONDAYS[1]);
    assertEquals(await payLinesOf(sql, batch), ["2026-03-02 difference 1.00 1.00 0.00 = 90.00"]);
    await correct(sql, entryOf(worker, 1), { hours: "9" });
    const [left] = await sql`select status, gross_total from payroll_batches where id = ${batch}`;
    assertEquals({ ...left }, { status: "discarded", gross_total: "0.00" });
  },
);

testWeek("is_possible_again_once_the_invoice_is_void", async (worker, sql) => {
  const invoice = await createInvoice(sql, await facilityOf(sql, worker));
  await send(sql, [invoice.id]);
  await voidInvoice(sql, invoice.id);
  await correct(sql, entryOf(worker, 1), { hours: "4" });
  assertEquals((await createInvoice(sql, await facilityOf(sql, worker))).total, "4000.00");
});

testWeek("makes_other_invoices_of_the_week_to_be_compared", async (worker, sql) => {
  const other = await Firm.create(sql, "Other");
  const there = await other.assignmentOf(worker.contractorId);
  await other.entry(there, "approved", "2026-03-07", "4");
  await billInScope(sql, "contractor");
  // Sent first, all 40 regular hours before it: four hours of overtime.
  const first = await createInvoice(sql, await facilityOf(sql, worker));
  const second = await createInvoice(sql, other.facilityId);
  await send(sql, [second.id]);
  assertEquals(second.total, "600.00");
  await correct(sql, entryOf(worker, 1), { hours: "1" });
  assertEquals((await invoiceOf(sql, first.id)).total, "3700.00");
  await send(sql, [first.id]);
  const [difference] = await sql`select amount from unbilled_differences`;
  assertEquals(difference, { amount: "-150.00" });
});

testWeek("is_forgotten_on_the_row_once_it_is_a_draft_again", async (worker, sql) => {
  const entry = entryOf(worker, 1);
  await correct(sql, entry, { hours: "4" });
  await sql`update time_entries set status = 'draft' where id = ${entry}`;
  const [row] = await sql`
    select hours, num_nonnulls(corrected_at, corrected_by, correction_reason, hours_before_correction,
                               work_date_before_correction) as left from time_entries where id = ${entry}`;
  assertEquals(row, { hours: "4.00", left: 0 });
});

Deno.test("correct_time_entry/moves_a_line_that_is_otherwise_right_to_its_day", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved", MONDAYS[0]);
    const { id } = await createInvoice(sql, firm.facilityId);
    await correct(sql, entry, { day: "2026-03-03" });
    assertEquals(await linesOf(sql, id), ["2026-03-03 regular 4.00 × 100.00 × 1.000 = 400.00"]);
  }, CLOCK));
