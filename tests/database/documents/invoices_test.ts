// What an invoice, its time sheet and its credit note say is what the tables say, to the cent.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { createInvoice } from "../../support/billing/billed_time.ts";
import { draft } from "../../support/billing/drafts.ts";
import { facilityInGroups } from "../../support/billing/groups.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { addOrder } from "../../support/billing/orders.ts";
import {
  cents,
  creditNoteDocument,
  invoiceDocument,
  invoiceFile,
  sumOf,
  timesheetDocument,
} from "../../support/documents/documents.ts";
import { invoiceOfManyLines } from "../../support/documents/many_lines.ts";
import { Firm } from "../../support/firm.ts";
import { addCoded, addCodeRate } from "../../support/time/codes.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { post, returnCheck } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { enterParts } from "../../support/time/shifts.ts";

/** A facility with a week of 47 hours, one night of it a shift, and travel on top. */
async function billedWeek(firm: Firm): Promise<string> {
  const { sql } = firm;
  const assignment = await firm.assignment();
  for (const day of ["02", "03", "04", "05"]) {
    await firm.entry(assignment, "approved", `2026-03-${day}`, "10");
  }
  const [part] = await enterParts(sql, assignment, "2026-03-06 14:00Z", "2026-03-06 21:30Z", {
    breakMinutes: 30,
    breakStartedAt: "2026-03-06 17:00Z",
  });
  const status = (to: string) =>
    sql`update time_entries set status = ${to} where id = ${part?.id ?? ""}`;
  for (const to of ["submitted", "pending_approval", "approved"]) await status(to);
  const { id } = await createInvoice(sql, firm.facilityId);
  await sql`
    insert into invoice_lines (invoice_id, kind, description, amount)
    values (${id}, 'adjustment', 'Travel, as agreed', -45.5)`;
  return id;
}

Deno.test("invoice_document/says_lines_classes_and_totals_of_the_tables_to_the_cent", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`
      update facilities set billing_name = 'Mercy Health System', billing_address = ${"1 Elm\nAspen"},
                            purchase_order = 'PO 7'`;
    const id = await billedWeek(firm);
    await send(sql, [id], "2026-03-09");
    const document = await invoiceDocument(sql, id);
    const [row] = await sql`
      select number, status, total, balance, issue_date::text, due_date::text from invoices`;
    for (const [key, value] of Object.entries(row ?? {})) {
      assertStrictEquals(document[key as "total"], value, key);
    }
    assertEquals(document.bill_to, {
      name: "Mercy Health System",
      facility_name: "Mercy Hospital",
      address: "1 Elm\nAspen",
      purchase_order: "PO 7",
    });
    assert(document.content.shown === "lines");
    const classes = await sql`
      select kind, sum(hours)::text as hours, sum(amount)::text as amount, null as code_title, null as quantity,
             null as unit
        from invoice_lines
       group by kind order by array_position('{regular,overtime,adjustment}'::text[], kind)`;
    assertEquals(document.content.classes, [...classes]);
    assertStrictEquals(
      sumOf(document.content.rows.map(({ amount }) => amount)),
      cents(document.total),
    );
    assertEquals(document.content.rows.at(-1), {
      kind: "adjustment",
      description: "Travel, as agreed",
      work_date: null,
      hours: null,
      rate: null,
      multiplier: null,
      amount: "-45.50",
      department: null,
      cost_centre: null,
      purchase_order: null,
      code_title: null,
      quantity: null,
      unit: null,
      title: null,
      requisition: null,
      worker_number: null,
      started_at: null,
      ended_at: null,
    });
    assertStrictEquals(document.owed, document.total);
    assertEquals(document.payments, []);
  }));

Deno.test("invoice_document/says_what_was_paid_what_accrued_through_which_day_and_what_is_owed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const id = await firm.sentInvoice("2026-03-01");
    const other = await firm.sentInvoice("2026-03-01", "50.00");
    await post(firm, "400.00", { [id]: "400.00" }, "2026-03-20");
    const note = await credit(sql, other).catch(() => null); // it has no lines
    assertEquals(note, null);
    await accrueOverdueInterest(sql, { today: "2026-04-30" });
    const { interest, payments, owed, balance } = await invoiceDocument(sql, id);
    const [row] = await sql<[{ accrued: string; owed: string }]>`
      select accrued_interest as accrued, balance + interest_balance as owed from invoices where id = ${id}`;
    assertStrictEquals(interest.accrued, row.accrued);
    assert(cents(interest.accrued) > 0);
    assertEquals(interest.through, "2026-04-30");
    assertStrictEquals(owed, row.owed);
    assertEquals(balance, "600.00");
    assertEquals(payments.map(({ paid_on, amount, source }) => [paid_on, amount, source]), [
      ["2026-03-20", "400.00", "reconciliation"],
    ]);
    assertMatch(payments[0]?.reference ?? "", /^check \d+$/);
  }));

Deno.test("invoice_document/has_no_payment_whose_check_was_returned", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const id = await firm.sentInvoice("2026-05-01");
    const check = await post(firm, "400.00", { [id]: "400.00" }, "2026-03-20");
    await returnCheck(sql, check);
    const { payments, owed } = await invoiceDocument(sql, id);
    assertEquals([payments, owed], [[], "1000.00"]);
  }));

Deno.test("invoice_document/says_of_drafts_todays_facility_and_of_void_ones_the_day_and_that_nothing_is_owed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const id = await draft(firm, ["100.00"]);
    const asDraft = await invoiceDocument(sql, id);
    assertEquals([asDraft.status, asDraft.owed, asDraft.number], ["draft", null, null]);
    assertEquals(asDraft.bill_to.name, "Mercy Hospital");
    await send(sql, [id]);
    await sql`update facilities set name = 'Grace'`;
    await voidInvoice(sql, id);
    const asVoid = await invoiceDocument(sql, id);
    assertEquals([asVoid.status, asVoid.owed, asVoid.bill_to.name], [
      "void",
      null,
      "Mercy Hospital",
    ]);
    assertMatch(asVoid.voided_on ?? "", /^\d{4}-\d\d-\d\d$/);
  }));

Deno.test("timesheet_document/says_days_hours_shift_times_by_the_facilitys_clock_and_the_class", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`update facilities set timezone = 'America/Chicago'`;
    const id = await billedWeek(firm);
    const sheet = await timesheetDocument(sql, id);
    assert(sheet.shown === "entries");
    assertEquals(sheet.hours, {
      regular: "40.00",
      overtime: "7.00",
      doubletime: "0.00",
      all: "47.00",
    });
    assertEquals(sheet.entries, 5);
    const { approved_by: _, approved_on, ...shift } = sheet.rows[4] ?? { approved_by: null };
    assertMatch(approved_on ?? "", /^\d{4}-/);
    assertEquals(shift, {
      contractor_name: "Ada Nurse",
      work_date: "2026-03-06",
      started_at: "08:00",
      ended_at: "15:30",
      break_minutes: 30,
      break_started_at: "11:00",
      regular_hours: "0.00",
      overtime_hours: "7.00",
      doubletime_hours: "0.00",
      hours: "7.00",
      is_corrected: false,
      code_title: null,
      quantity: null,
      unit: null,
    });
    assertEquals(sheet.not_worked, []);
    assertEquals(sheet.timezone, "America/Chicago");
  }));

Deno.test("timesheet_document/tells_codes_by_their_titles_and_sums_what_is_not_worked_apart", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const code of ["on_call", "mileage", "charge"]) await addCodeRate(sql, assignment, code);
    const status = "approved";
    await firm.entry(assignment, status, "2026-03-02", "8");
    await addCoded(sql, assignment, "charge", { hours: "6" }, { status, day: "2026-03-02" });
    await addCoded(sql, assignment, "on_call", { hours: "12" }, { status, day: "2026-03-02" });
    await addCoded(sql, assignment, "on_call", { hours: "10" }, { status, day: "2026-03-03" });
    const miles = { status, day: "2026-03-04" };
    const mileage = await addCoded(sql, assignment, "mileage", { quantity: "30.5" }, miles);
    const { id } = await createInvoice(sql, firm.facilityId);
    const told = async () => {
      const sheet = await timesheetDocument(sql, id);
      assert(sheet.shown === "entries");
      const rows = sheet.rows.map((
        { work_date, code_title, hours, quantity, unit, is_corrected },
      ) => [work_date, code_title, hours, quantity, unit, is_corrected].join(" "));
      return { rows: rows.sort(), hours: sheet.hours.all, not_worked: sheet.not_worked };
    };
    const expected = {
      rows: [
        "2026-03-02  8.00   false",
        "2026-03-02 Charge nurse 6.00   false",
        "2026-03-02 On call 0.00 12.00 hour false",
        "2026-03-03 On call 0.00 10.00 hour false",
        "2026-03-04 Mileage 0.00 30.50 mile false",
      ],
      hours: "14.00",
      not_worked: [
        { code_title: "Mileage", unit: "mile", quantity: "30.50" },
        { code_title: "On call", unit: "hour", quantity: "22.00" },
      ],
    };
    assertEquals(await told(), expected);
    await send(sql, [id]);
    await credit(sql, id);
    await sql`select from correct_time_entry(${mileage}, 'The way home too.', quantity => 61)`;
    const { rows } = await told();
    assertEquals(rows[4], "2026-03-04 Mileage 0.00 30.50 mile true");
  }));

Deno.test("timesheet_document/tells_time_that_was_corrected_since_by_the_hours_that_were_billed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved", "2026-03-02", "8");
    const { id } = await createInvoice(sql, firm.facilityId);
    await send(sql, [id]);
    await credit(sql, id);
    const told = async () => {
      const sheet = await timesheetDocument(sql, id);
      assert(sheet.shown === "entries");
      return sheet.rows.map((
        { work_date, hours, is_corrected },
      ) => [work_date, hours, is_corrected]);
    };
    assertEquals(await told(), [["2026-03-02", "8.00", false]]);
    await sql`select from correct_time_entry(${entry}, 'On Tuesday.', null, '2026-03-03')`;
    assertEquals(await told(), [["2026-03-02", "8.00", true]], "the day alone");
    await sql`select from correct_time_entry(${entry}, 'On Monday, less.', 6, '2026-03-02')`;
    assertEquals(await told(), [["2026-03-02", "8.00", true]]);
  }));

Deno.test("credit_note_document/says_which_lines_it_takes_back_and_where_its_amount_went", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const id = await billedWeek(firm);
    await send(sql, [id], "2026-03-09");
    const { total } = await invoiceDocument(sql, id);
    const most = (cents(total) - 10_000) / 100;
    await post(firm, String(most), { [id]: String(most) }, "2026-03-20");
    const note = await credit(sql, id, { reason: "The week was billed twice." });
    const document = await creditNoteDocument(sql, String(note.id));
    const [row] = await sql<[{ amount: string; left: string }]>`
      select note.amount, credit.amount as left from credit_notes as note
        join facility_credits as credit on credit.credit_note_id = note.id`;
    assertStrictEquals(document.amount, row.amount);
    assertStrictEquals(document.left_as_credit, row.left);
    assertEquals(document.lessens_invoice, "100.00");
    assertEquals(document.reason, "The week was billed twice.");
    assert(document.content.shown === "lines");
    assertStrictEquals(sumOf(document.content.rows.map(({ amount }) => amount)), cents(row.amount));
    // What the credit note paid stands on the invoice.
    const { payments, owed } = await invoiceDocument(sql, id);
    assertEquals(payments.map(({ source }) => source).sort(), [
      "credit_note",
      "reconciliation",
    ]);
    assert(payments.some(({ reference }) => reference === document.number));
    assertEquals(owed, "0.00");
  }));

Deno.test("invoice_document/sums_more_than_1500_lines_by_contractor_and_week_and_the_file_has_each", () =>
  withDatabase(async ({ sql }) => {
    const id = await invoiceOfManyLines(sql, { contractors: 151, days: 10 });
    const { content, total } = await invoiceDocument(sql, id);
    assert(content.shown === "contractors_and_weeks");
    assertEquals(content.rows.length, 302);
    assertStrictEquals(sumOf(content.rows.map(({ amount }) => amount)), cents(total));
    assertEquals(
      content.rows.slice(0, 2).map((
        { contractor_name, week_start },
      ) => [contractor_name, week_start]),
      [
        ["Ada Nurse 00001", "2026-03-02"],
        ["Ada Nurse 00001", "2026-03-09"],
      ],
    );
    // Behind the two weeks of each person.
    assertEquals(
      content.people.map(({ through }) => through),
      content.people.map((_, nth) => 2 * nth + 2),
    );
    assertEquals(content.people[150], {
      contractor_name: "Ada Nurse 00151",
      through: 302,
      hours: "80.00",
      amount: String(sumOf(content.rows.slice(300).map(({ amount }) => amount)) / 100) + ".00",
    });
    assertStrictEquals(sumOf(content.people.map(({ amount }) => amount)), cents(total));
    const [lines] = await sql<[{ count: number; hours: string }]>`
      select count(*)::int as count, sum(hours) filter (where kind = 'overtime') as hours from invoice_lines`;
    assertStrictEquals(content.lines, lines.count);
    assertStrictEquals(
      sumOf(content.rows.map(({ overtime_hours }) => overtime_hours)),
      cents(lines.hours),
    );

    const sheet = await timesheetDocument(sql, id);
    assert(sheet.shown === "contractors_and_weeks");
    assertEquals([sheet.entries, sheet.rows.length, sheet.rows[0]?.days], [1510, 302, 7]);
    assertEquals(
      [sheet.people.length, sheet.people[150]?.through, sheet.people[150]?.hours],
      [151, 302, "80.00"],
    );
    assertStrictEquals(sumOf(sheet.rows.map(({ hours }) => hours)), 1510 * 800);

    const file = await invoiceFile(sql, id);
    const [head, ...rows] = file.trimEnd().split("\r\n");
    assertStrictEquals(
      head,
      "invoice_number,contractor_id,contractor_name,kind,work_date,week_start,description,hours," +
        "rate,multiplier,amount,department,cost_centre,purchase_order,code,quantity,unit,title," +
        "requisition,worker_number,started_at,ended_at,break_minutes,service_address",
    );
    assertStrictEquals(rows.length, lines.count);
    assertStrictEquals(sumOf(rows.map((row) => row.split(",").at(-14) ?? "")), cents(total));
    assertMatch(
      rows[0] ?? "",
      /^INV-2026-000001,[0-9a-f-]{36},Ada Nurse 00001,regular,2026-03-02,2026-03-02,Ada Nurse 00001,8\.00,100\.00,1\.000,800\.00,{13}$/,
    );
    assertStrictEquals(await invoiceFile(sql, id), file);
  }));

Deno.test("timesheet_document/counts_a_day_of_two_shifts_once_where_it_sums", () =>
  withDatabase(async ({ sql }) => {
    const id = await invoiceOfManyLines(sql, { contractors: 151, days: 5, aDay: 2, hours: "4" });
    const sheet = await timesheetDocument(sql, id);
    assert(sheet.shown === "contractors_and_weeks");
    assertEquals([sheet.entries, sheet.rows.length, sheet.rows[0]?.days], [1510, 151, 5]);
  }));

Deno.test("invoice_document/sums_more_than_1500_weeks_of_contractors_by_week_alone", () =>
  withDatabase(async ({ sql }) => {
    const id = await invoiceOfManyLines(sql, { contractors: 1501, days: 1 });
    const { content, total } = await invoiceDocument(sql, id);
    assert(content.shown === "weeks");
    assertEquals(content.rows, [{
      contractor_name: null,
      week_start: "2026-03-02",
      regular_hours: "12008.00",
      overtime_hours: "0.00",
      doubletime_hours: "0.00",
      amount: total,
    }]);
    const sheet = await timesheetDocument(sql, id);
    assertEquals([sheet.shown, sheet.rows.length], ["weeks", 1]);
  }));

Deno.test("invoice_document/takes_a_department_for_one_that_is_called_as_another_facilitys_order_or_assignment", () =>
  withDatabase(async ({ sql }) => {
    const [firm, other] = [await Firm.create(sql), await Firm.create(sql, "Lakeside Clinic")];
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", "2026-03-03", "8");
    const { id } = await createInvoice(sql, firm.facilityId);
    const groupBy = async (key: string) => {
      const [row] = await sql`
        select private.invoice_group_by(jsonb_populate_record(invoice, jsonb_build_object('group_key', ${key}::text)))
               as said
          from invoices as invoice where id = ${id}`;
      return row?.said;
    };
    const order = (of: Firm) => addOrder(of, { number: "PO-1" });
    assertEquals(await groupBy(await order(firm)), "order");
    assertEquals(await groupBy(await order(other)), "department");
    assertEquals(await groupBy(assignment), "assignment");
    assertEquals(await groupBy(await other.assignment()), "department");
  }));

Deno.test("invoice_document/says_what_lines_are_for_and_which_part_of_the_time_the_invoice_bills", () =>
  withDatabase(async ({ sql }) => {
    const { firm, icu: [ada = "", ben = ""], order } = await facilityInGroups(sql, "department");
    await sql`update assignments set purchase_order_id = null where id = ${ben}`;
    for (const id of [ada, ben]) await firm.entry(id, "approved", "2026-03-03", "8");
    const { id } = await createInvoice(sql, firm.facilityId, undefined, undefined, "ICU");
    const said = async () => {
      const { group_by, group_name, bill_to, content } = await invoiceDocument(sql, id);
      assert(content.shown === "lines");
      return [
        group_by,
        group_name,
        bill_to.purchase_order,
        ...content.rows.map(({ department, cost_centre, purchase_order }) =>
          [department, cost_centre, purchase_order].join(" ")
        ),
      ];
    };
    const lines = ["ICU 7100 PO-4711", "ICU 7100 "];
    const [group, name, number, ...rest] = await said();
    assertEquals([group, name, number, rest.toSorted().toReversed()], [
      "department",
      "ICU",
      "PO-4711", // of all time that has one
      lines,
    ]);
    const file = (await invoiceFile(sql, id)).trimEnd().split("\r\n").slice(1);
    assertEquals(
      file.map((row) => row.split(",").slice(-13, -10).join(" ")).toSorted().toReversed(),
      lines,
    );
    for (
      const [key, by] of [[order, "order"], [ada, "assignment"], ["Surgery", "department"]] as const
    ) {
      await sql`update invoices set group_key = ${key}, group_name = 'Named' where id = ${id}`;
      assertEquals((await said()).slice(0, 2), [by, "Named"]);
    }
  }));
