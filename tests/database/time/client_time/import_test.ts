// What a file of the client's system makes of time here: new lines, changed ones, and those that wait.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { actingAs } from "../../../support/access/acting.ts";
import { createInvoice, invoiceOf, linesOf } from "../../../support/billing/billed_time.ts";
import { send } from "../../../support/billing/invoices.ts";
import { assignment, importRows } from "../../../support/moving_in/imports.ts";
import { advance, closeBatch, periodOf, prepareDraft } from "../../../support/payroll/batches.ts";
import { staffMember } from "../../../support/people/staff.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";
import {
  bring,
  enter,
  line,
  lineIds,
  MONDAY,
  NOW,
  open,
  prepareClient,
  timeHere,
  variances,
} from "../../../support/time/client_time.ts";
import { setAside } from "../../../support/time/set_aside.ts";
import type postgres from "postgres";

/** A test on a firm whose worker the client's system knows. */
const clientTest = (name: string, test: (sql: postgres.Sql) => Promise<void>) =>
  Deno.test(`import_rows/of_time_${name}`, () =>
    withDatabase(async ({ sql }) => {
      await prepareClient(sql);
      await test(sql);
    }, NOW));

const facilityOf = async (sql: postgres.Sql) => {
  const [row] = await sql<[{ id: string }]>`select id from facilities where external_number = 'F1'`;
  return row.id;
};

clientTest("enters_approved_time_where_the_client_approved_it_else_a_draft", async (sql) => {
  assertEquals(await bring(sql, [line(), open({ line_id: "2", work_date: "2026-03-03" })]), [
    2,
    0,
    0,
  ]);
  assertEquals(await timeHere(sql), [
    "2026-03-02 regular 8.00 approved",
    "2026-03-03 regular 8.00 draft",
  ]);
  assertEquals(await variances(sql), [
    "2026-03-02 regular 8.00 beside 8.00: agrees",
    "2026-03-03 regular 8.00 beside 8.00: agrees",
  ]);
  const [kept] = await sql`
    select system, line_id, worker_number, is_approved, approved_by, approved_on::text, hours::text,
           time_entry_id is not null as is_linked
      from client_time where line_id = '1'`;
  assertEquals({ ...kept }, {
    system: "Mercy's program",
    line_id: "1",
    worker_number: "C1",
    is_approved: true,
    approved_by: "Ruth Lee",
    approved_on: "2026-03-09",
    hours: "8.00",
    is_linked: true,
  });
});

clientTest("changes_nothing_when_a_file_comes_again", async (sql) => {
  await enter(sql, "5", "draft", "2026-03-04");
  const rows = [
    line(),
    open({ line_id: "2", work_date: "2026-03-03" }),
    line({ line_id: "3", work_date: "2026-03-04" }),
  ];
  await bring(sql, rows);
  const before = await contents(sql);
  assertEquals(await bring(sql, rows), [0, 0, 3]);
  assertEquals(await bring(sql, rows.toReversed()), [0, 0, 3]);
  assertEquals(await contents(sql), before);
});

clientTest("takes_time_that_says_the_same_for_the_lines_and_approves_it", async (sql) => {
  await enter(sql, "8", "submitted");
  await enter(sql, "7.5", "draft", "2026-03-03");
  await bring(sql, [line(), open({ line_id: "2", work_date: "2026-03-03", hours: "7.50" })]);
  assertEquals(await timeHere(sql), [
    "2026-03-02 regular 8.00 approved",
    "2026-03-03 regular 7.50 draft",
  ]);
  assertEquals(await variances(sql), [
    "2026-03-02 regular 8.00 beside 8.00: agrees",
    "2026-03-03 regular 7.50 beside 7.50: agrees",
  ]);
  await bring(sql, [line({ line_id: "2", work_date: "2026-03-03", hours: "7.5" })]);
  assertEquals((await timeHere(sql))[1], "2026-03-03 regular 7.50 approved");
  assertStrictEquals((await sql`select from client_time where taken_at is null`).count, 0);
});

clientTest("leaves_alone_what_is_entered_otherwise", async (sql) => {
  await enter(sql, "6", "submitted");
  await bring(sql, [line()]);
  assertEquals(await timeHere(sql), ["2026-03-02 regular 6.00 submitted"]);
  assertEquals(await variances(sql), ["2026-03-02 regular 6.00 beside 8.00: differs, waits"]);
});

clientTest("approves_a_draft_once_the_client_approves_it", async (sql) => {
  await bring(sql, [open()]);
  assertEquals(await bring(sql, [line()]), [0, 1, 0]);
  assertEquals(await timeHere(sql), ["2026-03-02 regular 8.00 approved"]);
});

clientTest("corrects_approved_time_with_its_draft_by_a_line_that_changes", async (sql) => {
  await bring(sql, [line(), line({ line_id: "2", work_date: "2026-03-03" })]);
  const { id } = await createInvoice(sql, await facilityOf(sql));
  assertEquals(
    await bring(sql, [line({ hours: "6" }), line({ line_id: "2", work_date: "2026-03-03" })]),
    [
      0,
      1,
      1,
    ],
  );
  assertEquals(await timeHere(sql), [
    "2026-03-02 regular 6.00 approved was 8.00",
    "2026-03-03 regular 8.00 approved",
  ]);
  assertStrictEquals((await invoiceOf(sql, id)).total, "1400.00");
  assertEquals(await linesOf(sql, id), [
    "2026-03-02 regular 6.00 × 100.00 × 1.000 = 600.00",
    "2026-03-03 regular 8.00 × 100.00 × 1.000 = 800.00",
  ]);
  const [entry] = await sql<[{ id: string; correction_reason: string }]>`
    select id, correction_reason from time_entries where hours = 6`;
  assertStrictEquals(entry.correction_reason, "As Mercy's program has it.");
  const log = await sql`
    select procedure, old ->> 'hours' as old, new ->> 'hours' as new from audit_log where row_id = ${entry.id}`;
  assertEquals(log.map((row) => ({ ...row })), [{
    procedure: "import_rows",
    old: "8.00",
    new: "6.00",
  }]);
});

clientTest("settles_what_a_closed_batch_paid_with_the_next_one", async (sql) => {
  await bring(sql, [line()]);
  const period = await periodOf(sql, MONDAY);
  const batch = await prepareDraft(sql, period);
  for (let step = 0; step < 2; step++) await advance(sql, batch["id"] ?? "");
  await closeBatch(sql, batch["id"] ?? "");
  await bring(sql, [line({ hours: "9" })]);
  assertEquals(await timeHere(sql), ["2026-03-02 regular 9.00 locked was 8.00"]);
  const next = await prepareDraft(sql, period);
  assertStrictEquals(next["gross_total"], "60.00");
});

clientTest("leaves_time_on_a_sent_invoice_or_in_a_batch_under_review_to_wait", async (sql) => {
  await bring(sql, [line()]);
  const { id } = await createInvoice(sql, await facilityOf(sql));
  await send(sql, [id]);
  assertEquals(await bring(sql, [line({ hours: "6" })]), [0, 1, 0]);
  assertEquals(await timeHere(sql), ["2026-03-02 regular 8.00 approved"]);
  assertEquals(await variances(sql), [
    "2026-03-02 regular 8.00 beside 6.00: differs, waits, on_sent_invoice",
  ]);

  const next = line({ line_id: "2", work_date: "2026-03-03" });
  await bring(sql, [next]);
  const batch = await prepareDraft(sql, await periodOf(sql, MONDAY));
  await advance(sql, batch["id"] ?? "");
  await bring(sql, [{ ...next, hours: "5" }]);
  assertEquals(
    (await variances(sql))[1],
    "2026-03-03 regular 8.00 beside 5.00: differs, waits, batch_under_review",
  );
});

clientTest("leaves_an_entry_that_was_changed_here_to_wait", async (sql) => {
  await bring(sql, [open()]);
  await sql`update time_entries set hours = 7`;
  await bring(sql, [line({ hours: "6" })]);
  assertEquals(await variances(sql), ["2026-03-02 regular 7.00 beside 6.00: differs, waits"]);
  // Once they say what is here, they agree.
  await bring(sql, [line({ hours: "7" })]);
  assertEquals(await timeHere(sql), ["2026-03-02 regular 7.00 approved"]);
  assertEquals(await variances(sql), ["2026-03-02 regular 7.00 beside 7.00: agrees"]);
});

clientTest("sets_aside_what_the_client_takes_back_and_enters_it_anew", async (sql) => {
  await bring(sql, [line()]);
  await bring(sql, [line({ hours: "0" })]);
  assertEquals(await timeHere(sql), []);
  const [aside] = await sql`select set_aside_reason from time_entries`;
  assertStrictEquals(aside?.["set_aside_reason"], "The client's system does not have it.");
  await bring(sql, [line({ hours: "7" })]);
  assertEquals(await timeHere(sql), ["2026-03-02 regular 7.00 approved"]);
});

clientTest("does_not_bring_back_what_payroll_set_aside", async (sql) => {
  await bring(sql, [line()]);
  const [entry] = await sql<[{ id: string }]>`select id from time_entries`;
  await setAside(sql, [entry.id]);
  await bring(sql, [line({ hours: "6" }), line({ line_id: "2", hours: "1" })]);
  assertEquals(await timeHere(sql), ["2026-03-02 regular 1.00 approved"]);
  assertEquals(await variances(sql), ["2026-03-02 regular 1.00 beside 7.00: differs, waits"]);
});

clientTest(
  "moves_time_within_its_week_as_a_correction_and_enters_it_anew_elsewhere",
  async (sql) => {
    await importRows(sql, "assignments", [
      assignment({ external_number: "A2", department: "Surgery" }),
    ]);
    await bring(sql, [line({ assignment_number: "A1" })]);
    await bring(sql, [line({ assignment_number: "A1", work_date: "2026-03-05" })]);
    assertEquals(await timeHere(sql), ["2026-03-05 regular 8.00 approved was 8.00"]);
    assertStrictEquals((await sql`select from time_entries`).count, 1);
    await bring(sql, [line({ assignment_number: "A2", work_date: "2026-03-05" })]);
    assertEquals(await timeHere(sql), ["2026-03-05 regular 8.00 approved"]);
    await bring(sql, [line({ assignment_number: "A2", work_date: "2026-02-26" })]);
    assertEquals(await timeHere(sql), ["2026-02-26 regular 8.00 approved"]);
    assertStrictEquals(
      (await sql`select from time_entries where set_aside_at is not null`).count,
      2,
    );
  },
);

clientTest("adds_nothing_while_time_that_moved_is_on_a_sent_invoice", async (sql) => {
  await bring(sql, [line()]);
  const { id } = await createInvoice(sql, await facilityOf(sql));
  await send(sql, [id]);
  await bring(sql, [line({ work_date: "2026-02-26" })]);
  assertEquals(await timeHere(sql), ["2026-03-02 regular 8.00 approved"]);
  assertEquals(await variances(sql), [
    "2026-03-02 regular 8.00 beside 0.00: ours_alone, on_sent_invoice",
  ]);
  assertEquals(await variances(sql, "2026-02-23"), [
    "2026-02-26 regular 0.00 beside 8.00: theirs_alone, waits",
  ]);
});

clientTest("leaves_a_day_to_wait_that_would_come_to_more_than_24_hours", async (sql) => {
  await importRows(sql, "assignments", [
    assignment({ external_number: "A2", department: "Surgery" }),
  ]);
  await enter(sql, "14", "draft", MONDAY, "A2");
  await bring(sql, [
    line({ assignment_number: "A1", hours: "12" }),
    line({ line_id: "2", assignment_number: "A1", work_date: "2026-03-03" }),
  ]);
  assertEquals(await timeHere(sql), [
    "2026-03-02 regular 14.00 draft",
    "2026-03-03 regular 8.00 approved",
  ]);
});

clientTest("tells_assignments_apart_by_number_order_or_cost_center", async (sql) => {
  await importRows(sql, "orders", [{
    facility_number: "F1",
    number: "PO-1",
    starts_on: "2026-01-01",
  }]);
  await importRows(sql, "assignments", [
    assignment({ external_number: "A2", order_number: "PO-1" }),
    assignment({ external_number: "A3", cost_centre: "CC 12" }),
  ]);
  await bring(sql, [
    line({ assignment_number: "A1" }),
    line({ line_id: "2", order_number: "PO-1", hours: "2" }),
    line({ line_id: "3", cost_centre: "CC 12", hours: "3" }),
  ]);
  const placed = await sql<{ number: string; hours: string }[]>`
    select external_number as number, hours::text
      from time_entries join assignments on assignments.id = assignment_id order by 1`;
  assertEquals(placed.map(({ number, hours }) => `${number} ${hours}`), [
    "A1 8.00",
    "A2 2.00",
    "A3 3.00",
  ]);
  const { errors } = await importRows(sql, "time", [line({ line_id: "4" })], true);
  assertEquals(errors.map(({ column }) => column), ["assignment_number"]);
});

clientTest("takes_codes_by_hours_and_by_units", async (sql) => {
  await bring(
    sql,
    [
      line(),
      line({ line_id: "2", code: "charge", hours: "4", work_date: "2026-03-03" }),
    ].slice(0, 1),
  );
  await sql`
    insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
    select id, code, '2026-01-05', 0.7, 0.7 from assignments cross join (values ('mileage')) as given (code)`;
  await bring(sql, [line({ line_id: "3", code: "mileage", hours: null, quantity: "30" })]);
  assertEquals(await timeHere(sql), [
    "2026-03-02 mileage 30.00 approved",
    "2026-03-02 regular 8.00 approved",
  ]);
  await bring(sql, [line({ line_id: "3", code: "mileage", hours: null, quantity: "40" })]);
  assertEquals((await timeHere(sql))[0]?.startsWith("2026-03-02 mileage 40.00 approved"), true);
  assertEquals(await variances(sql), [
    "2026-03-02 mileage 40.00 beside 40.00: agrees",
    "2026-03-02 regular 8.00 beside 8.00: agrees",
  ]);
});

clientTest("has_a_line_in_the_log_each_time_it_says_something_else", async (sql) => {
  await bring(sql, [line()]);
  await bring(sql, [line({ hours: "6" })]);
  const [id = ""] = await lineIds(sql, "1");
  const said = await sql<{ hours: string }[]>`
    select distinct new ->> 'hours' as hours from audit_log
     where table_name = 'client_time' and row_id = ${id} and new ? 'hours' order by 1`;
  assertEquals(said.map(({ hours }) => hours), ["6.00", "8.00"]);
});

clientTest("of_closed_days_waits_and_lets_the_rest_of_the_file_go_on", async (sql) => {
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    select id, '2026-03-03'::date, 8, 'draft' from assignments`;
  await sql`update time_entries set status = 'submitted'`;
  const payroll = await staffMember(sql, "payroll");
  await sql`select close_area('time', '2026-03-04')`;
  await actingAs(sql, payroll, (sql) =>
    bring(
      sql,
      ["2026-03-02", "2026-03-03", "2026-03-05"].map((work_date, nth) =>
        line({ line_id: `${nth + 1}`, work_date })
      ),
    ));
  assertEquals(await timeHere(sql), [
    "2026-03-03 regular 8.00 submitted",
    "2026-03-05 regular 8.00 approved",
  ]);
});
