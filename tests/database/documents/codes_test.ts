// Time of codes on paper: its title, and the quantity and the unit of what is not worked.
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { HAS_POPPLER, linesOnPaper, print } from "../../support/documents/paper.ts";
import { createInvoice, MONDAY } from "../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../support/billing/coded_time.ts";
import { send } from "../../support/billing/invoices.ts";
import {
  creditNoteDocument,
  invoiceDocument,
  invoiceFile,
  timesheetDocument,
} from "../../support/documents/documents.ts";
import { Firm } from "../../support/firm.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../support/server/database.ts";
import { enterShift } from "../../support/time/shifts.ts";
import { dayOfWeek } from "../../support/time/worked_time.ts";

/** A sent week of 8 regular hours, 8 of charge, 24 on call and 40 miles. */
async function sentWeek(firm: Firm): Promise<string> {
  const { sql } = firm;
  const assignment = await firm.assignment();
  await codeRate(sql, assignment, "charge", { bill: "106", pay: "64" });
  await codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" });
  await codeRate(sql, assignment, "mileage", { bill: "0.725", pay: "0.67" });
  await firm.entry(assignment, "approved", MONDAY, "8");
  await codedEntry(sql, assignment, dayOfWeek(MONDAY, 2), "charge", "8");
  await codedEntry(sql, assignment, MONDAY, "on_call", "12");
  await codedEntry(sql, assignment, dayOfWeek(MONDAY, 2), "on_call", "12");
  await codedEntry(sql, assignment, MONDAY, "mileage", "40");
  const { id } = await createInvoice(sql, firm.facilityId);
  await send(sql, [id], "2026-03-09");
  return id;
}

Deno.test("invoice_document/says_the_titles_of_codes_their_quantities_and_units_and_sums_worked_hours_alone", () =>
  withDatabase(async ({ sql }) => {
    const id = await sentWeek(await Firm.create(sql));
    const { content } = await invoiceDocument(sql, id);
    assert(content.shown === "lines");
    assertEquals(
      content.rows.map((
        { kind, work_date, code_title, hours, quantity, unit, rate, multiplier, amount },
      ) =>
        [kind, work_date, code_title, hours, quantity, unit, rate, multiplier, amount].join(" ")
      ),
      [
        "regular 2026-03-02  8.00   100.00 1.000 800.00",
        "code 2026-03-02 Mileage  40.00 mile 0.725  29.00",
        "code 2026-03-02 On call  12.00 hour 8.00  96.00",
        "regular 2026-03-03 Charge nurse 8.00   106.00 1.000 848.00",
        "code 2026-03-03 On call  12.00 hour 8.00  96.00",
      ],
    );
    assertEquals(
      content.classes.map(({ kind, code_title, hours, quantity, unit, amount }) =>
        [kind, code_title, hours, quantity, unit, amount].join(" ")
      ),
      [
        "regular  16.00   1648.00",
        "code Mileage  40.00 mile 29.00",
        "code On call  24.00 hour 192.00",
      ],
    );
  }));

Deno.test("invoice_document/has_a_sum_of_each_person_where_several_have_time_of_codes", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [first, second] = [await firm.assignment(), await firm.assignment()];
    await sql`
      update contractors set first_name = 'Ben', last_name = 'Aide'
       where id = (select contractor_id from assignments where id = ${second})`;
    await codeRate(sql, first, "mileage", { bill: "0.725", pay: "0.67" });
    await firm.entry(first, "approved", MONDAY, "8");
    await firm.entry(first, "approved", dayOfWeek(MONDAY, 2), "8");
    await codedEntry(sql, first, MONDAY, "mileage", "40");
    await firm.entry(second, "approved", MONDAY, "8");
    const { id } = await createInvoice(sql, firm.facilityId);
    const { content } = await invoiceDocument(sql, id);
    assert(content.shown === "lines");
    assertEquals(content.people, [
      { contractor_name: "Ada Nurse", through: 3, hours: "16.00", amount: "1629.00" },
      { contractor_name: "Ben Aide", through: 4, hours: "8.00", amount: "800.00" },
    ]);
    if (HAS_POPPLER) {
      const paper = (await linesOnPaper(await print(await invoiceDocument(sql, id)))).join("\n");
      assertStringIncludes(paper, "Sum of Ada Nurse 16.00 $1,629.00");
      assertStringIncludes(paper, "Sum of Ben Aide 8.00 $800.00");
    }
    assertEquals(
      (await invoiceFile(sql, id)).split("\r\n").map((line) => line.split(",").slice(-10, -7)),
      [
        ["code", "quantity", "unit"],
        ["", "", ""],
        ["mileage", "40.00", "mile"],
        ["", "", ""],
        ["", "", ""],
        [],
      ],
    );
  }));

/** Two nurses: one with two regular days, and a charge shift over midnight of the other. */
async function twoNurses(firm: Firm): Promise<string> {
  const { sql } = firm;
  const [first, second] = [await firm.assignment(), await firm.assignment()];
  await sql`
    update contractors set first_name = 'Ben', last_name = 'Aide'
     where id = (select contractor_id from assignments where id = ${second})`;
  await codeRate(sql, second, "charge", { bill: "106", pay: "64" });
  await firm.entry(first, "approved", MONDAY, "8");
  await firm.entry(first, "approved", dayOfWeek(MONDAY, 2), "7.5");
  const [begin, end] = [`${MONDAY} 19:00 MST`, `${dayOfWeek(MONDAY, 2)} 07:30 MST`];
  await enterShift(sql, second, begin, end, { breakMinutes: 30, code: "charge" });
  for (const status of ["submitted", "approved"]) {
    await sql`update time_entries set status = ${status} where code = 'charge'`;
  }
  const { id } = await createInvoice(sql, firm.facilityId);
  return id;
}

Deno.test("timesheet_document/has_the_sums_of_each_person_and_the_times_of_shifts_of_codes", () =>
  withDatabase(async ({ sql }) => {
    const id = await twoNurses(await Firm.create(sql));
    const sheet = await timesheetDocument(sql, id);
    assert(sheet.shown === "entries");
    assertEquals(
      sheet.rows.map((row) =>
        [row.contractor_name, row.code_title, row.started_at, row.ended_at, row.hours].join(" ")
      ),
      [
        "Ada Nurse    8.00",
        "Ada Nurse    7.50",
        "Ben Aide Charge nurse 19:00 00:00 5.00",
        "Ben Aide Charge nurse 00:00 07:30 7.00",
      ],
    );
    const none = { overtime_hours: "0.00", doubletime_hours: "0.00" };
    assertEquals(sheet.people, [
      { ...none, contractor_name: "Ada Nurse", through: 2, regular_hours: "15.50", hours: "15.50" },
      { ...none, contractor_name: "Ben Aide", through: 4, regular_hours: "12.00", hours: "12.00" },
    ]);
    if (HAS_POPPLER) {
      const paper = (await linesOnPaper(await print(sheet))).join("\n");
      assertStringIncludes(paper, "Sum of Ada Nurse 15.50 15.50 hours");
      assertStringIncludes(paper, "Sum of Ben Aide 12.00 12.00 hours");
      assertStringIncludes(paper, "Charge nurse 19:00 – 00:00");
    }
  }));

Deno.test("timesheet_document/has_no_sums_of_one_person", () =>
  withDatabase(async ({ sql }) => {
    const id = await sentWeek(await Firm.create(sql));
    assertEquals((await timesheetDocument(sql, id)).people, []);
  }));

Deno.test("invoice_document/has_a_sum_of_each_person_without_codes_too", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    for (const assignment of [await firm.assignment(), await firm.assignment()]) {
      await firm.entry(assignment, "approved", MONDAY, "8");
      await firm.entry(assignment, "approved", dayOfWeek(MONDAY, 2), "4");
    }
    const { id } = await createInvoice(sql, firm.facilityId);
    const { content } = await invoiceDocument(sql, id);
    assert(content.shown === "lines");
    assertEquals(
      content.people.map(({ through, hours, amount }) => [through, hours, amount].join(" ")),
      ["2 12.00 1200.00", "4 12.00 1200.00"],
    );
  }));

Deno.test("invoice_document/has_no_sums_of_people_where_each_has_one_line", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    for (const assignment of [await firm.assignment(), await firm.assignment()]) {
      await firm.entry(assignment, "approved", MONDAY, "8");
    }
    const { id } = await createInvoice(sql, firm.facilityId);
    const { content } = await invoiceDocument(sql, id);
    assert(content.shown === "lines");
    assertEquals(content.people, []);
  }));

Deno.test("credit_note_document/says_what_of_codes_it_takes_back", () =>
  withDatabase(async ({ sql }) => {
    const id = await sentWeek(await Firm.create(sql));
    const lines = await sql<{ id: string }[]>`select id from invoice_lines where code = 'mileage'`;
    const { id: note } = await credit(sql, id, { lines: lines.map(({ id }) => id) });
    const { content } = await creditNoteDocument(sql, note ?? null);
    assertEquals(content.classes, [{
      kind: "code",
      hours: null,
      amount: "29.00",
      code_title: "Mileage",
      quantity: "40.00",
      unit: "mile",
    }]);
  }));

Deno.test("invoice_file/has_codes_and_quantities_in_columns_of_their_own", () =>
  withDatabase(async ({ sql }) => {
    const id = await sentWeek(await Firm.create(sql));
    const [head = "", ...rows] = (await invoiceFile(sql, id)).split("\r\n");
    assertStringIncludes(head, ",purchase_order,code,quantity,unit");
    assertEquals(rows.map((row) => row.split(",").slice(7, 17)).map((cells) => cells.join(",")), [
      "8.00,100.00,1.000,800.00,,,,,,",
      ",0.725,,29.00,,,,mileage,40.00,mile",
      ",8.00,,96.00,,,,on_call,12.00,hour",
      "8.00,106.00,1.000,848.00,,,,charge,,",
      ",8.00,,96.00,,,,on_call,12.00,hour",
      "",
    ]);
  }));

Deno.test({
  name: "paper/of_an_invoice_says_what_codes_are_how_many_and_of_what",
  ignore: !HAS_POPPLER,
  fn: () =>
    withDatabase(async ({ sql }) => {
      const id = await sentWeek(await Firm.create(sql));
      const paper = (await linesOnPaper(await print(await invoiceDocument(sql, id)))).join("\n");
      for (
        const line of [
          "Contractor Day Class Hours, units Rate Amount",
          "Ada Nurse Mon, Mar 2 Regular 8.00 $100.00 $800.00",
          "Ada Nurse Mon, Mar 2 40.00 miles $0.725 $29.00\nMileage",
          "Ada Nurse Mon, Mar 2 12.00 hours $8.00 $96.00\nOn call",
          "Ada Nurse Tue, Mar 3 Regular 8.00 $106.00 $848.00\nCharge nurse",
          "Regular, 16.00 hours $1,648.00",
          "On call, 24.00 hours $192.00",
          "Mileage, 40.00 miles $29.00",
        ]
      ) assertStringIncludes(paper, line);
    }),
});
