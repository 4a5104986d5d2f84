// What an import says of orders, holidays, closed books and terms that do not go together.
import { assertEquals } from "@std/assert";
import {
  assignment,
  check,
  contractor,
  facility,
  holiday,
  importRows,
  openInvoice,
  order,
  told,
  wrong,
} from "../../../support/moving_in/imports.ts";
import { withDatabase } from "../../../support/server/database.ts";

const NOW = { clock: "2026-04-20 18:00:00+00" };

Deno.test("import_rows/takes_no_started_months_that_compound", () =>
  withDatabase(async ({ sql }) => {
    const terms = { annual_rate: "0.18", day_count: "started_months" };
    const compounding = facility({ ...terms, compounding: "annual" });
    assertEquals(await wrong(sql, "facilities", [compounding]), ["2 compounding"]);
    await importRows(sql, "facilities", [facility({ ...terms, compounding: "none" })]);
  }));

Deno.test("import_rows/finds_the_orders_that_assignments_name_at_their_facility", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility(), facility({ external_number: "F2" })]);
    await importRows(sql, "contractors", [contractor()]);
    const rows = [order(), order({ facility_number: "F2", number: "PO-2", amount: "" })];
    assertEquals((await importRows(sql, "orders", rows)).inserted, 2);
    assertEquals(
      await wrong(sql, "orders", [
        order({ facility_number: "F2", amount: "7.00" }), // another facility's number
        order({ facility_number: "F9" }),
        order({ number: "X".repeat(41) }),
        order({ number: "PO-3", ends_on: "2025-12-31" }),
        order({ number: "PO-4", amount: "5001.00" }),
        order({ number: "PO-4" }),
        order({ amount: "5001.00" }),
      ]),
      ["3 facility_number", "4 number", "5 ends_on", "7 number", "8 amount"],
    );
    assertEquals(
      await told(sql, "assignments", [assignment({ order_number: "PO-2" })]),
      "2 order_number: The facility has no order with the number PO-2. Import orders first.",
    );
    const placing = {
      department: " Surgery ",
      cost_centre: "CC 12",
      order_number: "PO-1",
      title: " Registered nurse",
      requisition: "REQ-1",
    };
    await importRows(sql, "assignments", [assignment(placing)]);
    const [placed] = await sql`
      select department, cost_centre, number, title, requisition from assignments
        join purchase_orders as named on named.id = purchase_order_id`;
    assertEquals(placed, {
      department: "Surgery",
      cost_centre: "CC 12",
      number: "PO-1",
      title: "Registered nurse",
      requisition: "REQ-1",
    });
  }, NOW));

Deno.test("import_rows/takes_a_holiday_once_a_day", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "holidays", [holiday()]);
    const rows = [holiday(), holiday({ day: "2027-07-05", name: "Independence Day" })];
    const { inserted, skipped } = await importRows(sql, "holidays", rows);
    assertEquals([inserted, skipped], [1, 1]);
    assertEquals(
      await wrong(sql, "holidays", [
        holiday({ name: "New Year" }),
        holiday({ day: "2027-09-06" }),
        holiday({ day: "2027-09-06" }),
      ]),
      ["2 name", "4 day"],
    );
  }, NOW));

Deno.test("import_rows/takes_what_is_dated_in_closed_books_only_as_late", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    await importRows(sql, "checks", [check({ external_number: "R0" })]);
    await sql`select close_books('2026-04-15')`;
    assertEquals(
      await told(sql, "checks", [check()]),
      "2 received_on: 2026-04-10 is in the books, which are closed through 2026-04-15. If it is right, write yes under late: the books have the row on 2026-04-16.",
    );
    assertEquals(await wrong(sql, "open-invoices", [openInvoice()]), ["2 issue_date"]);
    const checks = [check({ external_number: "R0" }), check({ late: "yes" })];
    const { inserted, skipped } = await importRows(sql, "checks", checks);
    assertEquals([inserted, skipped], [1, 1], "what is here already is not asked");
    await importRows(sql, "open-invoices", [openInvoice({ late: "yes" })]);
    const late = await sql`select kind, balance from late_to_closed_books('2026-04-15')`;
    assertEquals([...late], [{ kind: "invoice", balance: "1000.00" }]);
  }, NOW));

Deno.test("import_rows/finds_who_is_billed_in_the_file_or_here", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility({ external_number: "F0", name: "At Work" })]);
    await importRows(sql, "contractors", [contractor()]);
    await importRows(sql, "assignments", [assignment({ facility_number: "F0" })]);
    const billed = (number: string, bill_to_number: string) =>
      facility({ external_number: number, name: number, bill_to_number });
    assertEquals(
      await wrong(sql, "facilities", [
        billed("F1", "P1"), // it stands below
        facility({ external_number: "P1" }),
        billed("F2", "F2"),
        billed("F3", "P9"),
        billed("F4", "F1"),
        billed("F5", "F0"),
      ]),
      ["4 bill_to_number", "5 bill_to_number", "6 bill_to_number", "7 bill_to_number"],
    );
    const rows = [billed("F1", "P1"), facility({ external_number: "P1", name: "Summit" })];
    assertEquals((await importRows(sql, "facilities", rows)).inserted, 2);
    assertEquals((await importRows(sql, "facilities", rows)).skipped, 2);
    assertEquals((await importRows(sql, "facilities", [billed("F6", "P1")])).inserted, 1);
    const named = await sql`
      select facility.name, program.name as program from facilities as facility
        join facilities as program on program.id = facility.bill_to_facility_id order by 1`;
    assertEquals([...named], [
      { name: "F1", program: "Summit" },
      { name: "F6", program: "Summit" },
    ]);
    assertEquals(await wrong(sql, "facilities", [billed("F1", ""), billed("F6", "P9")]), [
      "2 bill_to_number",
      "3 bill_to_number",
    ]);
    assertEquals(
      await wrong(sql, "assignments", [
        assignment({ external_number: "A2", facility_number: "P1" }),
      ]),
      [
        "2 facility_number",
      ],
    );
    await importRows(sql, "orders", [order({ facility_number: "P1", number: "PO-7" })]);
    const ordered = assignment({
      external_number: "A3",
      facility_number: "F1",
      order_number: "PO-7",
    });
    assertEquals((await importRows(sql, "assignments", [ordered])).inserted, 1);
  }, NOW));
