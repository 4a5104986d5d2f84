// The same file again does nothing; a row that changed is an error that names the column.
import { assertEquals } from "@std/assert";
import {
  assignment,
  calendarDay,
  check,
  codeRate,
  contractor,
  credential,
  credentialKind,
  facility,
  type FileRow,
  guarantee,
  holiday,
  importRows,
  leaveBalance,
  openInvoice,
  order,
  premiumRule,
  requirement,
  timeCode,
  told,
  useColoradosLeave,
  wrong,
} from "../../../support/moving_in/imports.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";

const NOW = { clock: "2026-04-20 18:00:00+00" };

/** Of each kind a row with all of its columns, and other values for each. */
const KINDS: readonly { kind: string; row: FileRow; others: FileRow }[] = [
  {
    kind: "facilities",
    row: facility({
      billing_email: "ap@mercy.example",
      payment_terms_days: "45",
      timezone: "America/Chicago",
      work_state: "IL",
      billing_name: "Mercy Health",
      billing_address: "1 Main St\nDenver, CO",
      purchase_order: "PO 7",
      invoices_by: "order",
      billing_cycle: "two_weeks",
      two_weeks_from: "2026-01-12",
      due_date_rule: "next_business_day",
      bill_overtime_rule: "flsa",
      bill_scope: "contractor",
      bill_overtime_multiplier: "1.25",
      bill_doubletime_multiplier: "1.75",
      annual_rate: "0.18",
      day_count: "30/360",
      compounding: "annual",
      rate_basis: "fixed_at_start",
      grace_days: "5",
      accrue_from: "grace_end",
      fixed_fee: "25",
      waive_below: "1",
      maximum_days: "90",
      maximum_fraction: "0.5",
      moved_on: "2026-04-01",
      minimum_wage_jurisdictions: "US; IL",
      discount_rate: "2%",
      discount_days: "10",
    }),
    others: {
      name: "North",
      billing_email: "",
      payment_terms_days: "",
      timezone: "America/Denver",
      work_state: "",
      billing_name: "",
      billing_address: "2 Main St",
      purchase_order: "PO 8",
      invoices_by: "",
      billing_cycle: "month",
      two_weeks_from: "",
      due_date_rule: "none",
      bill_overtime_rule: "",
      bill_scope: "",
      bill_overtime_multiplier: "",
      bill_doubletime_multiplier: "2",
      annual_rate: "0.12",
      day_count: "actual/360",
      compounding: "none",
      rate_basis: "",
      grace_days: "",
      accrue_from: "",
      fixed_fee: "26",
      waive_below: "",
      maximum_days: "",
      maximum_fraction: "0.4",
      moved_on: "2026-04-02",
      minimum_wage_jurisdictions: "",
      discount_rate: "0.03",
      discount_days: "5",
    },
  },
  {
    kind: "orders",
    row: order({ ends_on: "2026-12-31" }),
    others: { starts_on: "2026-01-02", ends_on: "", amount: "4999.99" },
  },
  {
    kind: "contractors",
    row: contractor({ employment_type: "1099", payroll_number: "77" }),
    others: {
      first_name: "Eve",
      last_name: "Doe",
      email: "other@example.org",
      employment_type: "",
      payroll_number: "",
    },
  },
  {
    kind: "assignments",
    row: assignment({
      end_date: "2026-12-31",
      rates_from: "2026-02-01",
      allow_negative_margin: "yes",
      overtime_rule: "none",
      overtime_rule_reason: "Exempt: a physician",
      bill_overtime_multiplier: "1.3",
      bill_doubletime_multiplier: "1.9",
      renewal_date: "2026-10-01",
      department: "Surgery",
      cost_centre: "CC 12",
      order_number: "PO-1",
      title: "Registered nurse",
      requisition: "REQ-1",
    }),
    others: {
      contractor_number: "C2",
      facility_number: "F2",
      start_date: "2026-01-06",
      end_date: "",
      bill_rate: "101",
      pay_rate: "61",
      rates_from: "",
      overtime_rule: "flsa",
      overtime_rule_reason: "",
      bill_overtime_multiplier: "",
      bill_doubletime_multiplier: "2",
      department: "",
      cost_centre: "CC 13",
      order_number: "",
      title: "Charge nurse",
      requisition: "",
    },
  },
  {
    kind: "codes",
    row: timeCode({ entered_by: "payroll; contractor", earning_code: "WKC" }),
    others: {
      title: "Weekend",
      is_worked: "",
      pay_multiplier: "1.1",
      pay_amount: "6.01",
      bill_multiplier: "",
      bill_amount: "0",
      in_regular_rate: "no",
      entered_by: "",
      earning_code: "",
      revenue_account: "revenue_codes",
      pay_account: "wages",
    },
  },
  {
    kind: "codes",
    row: timeCode({ name: "parking", unit: "day", is_worked: "", is_reimbursement: "yes" }),
    others: { unit: "mile", regular_rate_section: "778.217" },
  },
  {
    kind: "code-rates",
    row: codeRate({ reason: "Agreed" }),
    others: { bill_rate: "106.01", pay_rate: "", reason: "" },
  },
  { kind: "holiday-calendars", row: calendarDay(), others: { name: "Christmas" } },
  {
    kind: "premium-rules",
    row: premiumRule({
      ends_on: "2026-12-31",
      days_of_week: "6;7",
      holiday_calendar: "Mercy's holidays",
      combines: "adds",
      codes: "regular; charge",
    }),
    others: {
      ends_on: "",
      days_of_week: "7",
      from_time: "18:30",
      to_time: "7:30",
      holiday_calendar: "",
      pay_multiplier: "1.1",
      pay_amount: "4.01",
      bill_multiplier: "1.2",
      bill_amount: "5",
      combines: "",
      codes: "",
    },
  },
  {
    kind: "guarantees",
    row: guarantee({ ends_on: "2026-06-28" }),
    others: { ends_on: "", pay_hours: "35.75", bill_hours: "" },
  },
  {
    kind: "leave-balances",
    row: leaveBalance({ contractor_number: "C2" }),
    others: { day: "2026-01-03", hours: "31.4999" },
  },
  {
    kind: "credential-kinds",
    row: credentialKind({ months_good: "24", is_confidential: "yes" }),
    others: { name: "RN License", months_good: "12", is_confidential: "" },
  },
  { kind: "credentials", row: credential(), others: { issued_on: "2025-10-02" } },
  {
    kind: "requirements",
    row: requirement({ facility_number: "F1", ends_on: "2026-12-31" }),
    others: { ends_on: "" },
  },
  {
    kind: "open-invoices",
    row: openInvoice({ description: "Agency work in February", moved_on: "2026-04-01" }),
    others: {
      facility_number: "F2",
      issue_date: "2026-03-02",
      due_date: "2026-04-01",
      amount: "1000.01",
      description: "",
    },
  },
  {
    kind: "checks",
    row: check({ check_number: "88", method: "wire", unapplied_credit: "yes" }),
    others: {
      facility_number: "F2",
      amount: "500.01",
      received_on: "2026-04-11",
      check_number: "",
      method: "",
      unapplied_credit: "",
    },
  },
  { kind: "holidays", row: holiday(), others: { name: "Another" } },
];

Deno.test("import_rows/skips_what_is_here_and_names_the_column_of_what_changed", () =>
  withDatabase(async ({ sql }) => {
    await useColoradosLeave(sql);
    for (const { kind, row, others } of KINDS) {
      const once = await importRows(sql, kind, [row]);
      assertEquals([once.inserted, once.skipped], [1, 0], kind);
      if (kind === "facilities") {
        await importRows(sql, kind, [facility({ external_number: "F2" })]);
      }
      if (kind === "orders") {
        await importRows(sql, kind, [order({ facility_number: "F2" })]);
      }
      if (kind === "contractors") {
        await importRows(sql, kind, [contractor({ external_number: "C2" })]);
      }
      const before = await contents(sql);
      const again = await importRows(sql, kind, [row]);
      assertEquals([again.inserted, again.skipped, again.errors], [0, 1, []], kind);
      assertEquals(await contents(sql), before);
      for (const [column, value] of Object.entries(others)) {
        assertEquals(await wrong(sql, kind, [{ ...row, [column]: value }]), [`2 ${column}`]);
      }
    }
    assertEquals(
      await told(sql, "contractors", [
        contractor({ employment_type: "1099", payroll_number: "8" }),
      ]),
      '2 payroll_number: Here it is "77", and the file says "8": what was moved in is changed here, not by a file.',
    );
  }, NOW));

Deno.test("import_rows/adds_what_a_longer_file_has_besides", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "contractors", [contractor()]);
    const rows = [contractor(), contractor({ external_number: "C2" })];
    for (const dryRun of [true, false]) {
      const { inserted, would_insert, skipped } = await importRows(
        sql,
        "contractors",
        rows,
        dryRun,
      );
      assertEquals(
        [inserted, would_insert, skipped],
        dryRun ? [undefined, 1, 1] : [1, undefined, 1],
      );
    }
    assertEquals((await sql`select from contractors`).length, 2);
  }));

Deno.test("import_rows/compares_what_is_left_out_with_what_stands_for_it", () =>
  withDatabase(async ({ sql }) => {
    await importRows(sql, "facilities", [facility({ annual_rate: "0.18" })]);
    await sql`select set_config('app.clock', '2026-05-20 18:00:00+00', false)`;
    // moved_on is the day of that import, which no file has to say.
    assertEquals(
      (await importRows(sql, "facilities", [facility({ annual_rate: "0.18" })])).skipped,
      1,
    );
    await sql`update facilities set payment_terms_days = 45`;
    assertEquals(await wrong(sql, "facilities", [facility({ annual_rate: "0.18" })]), [
      "2 payment_terms_days",
    ]);
  }, NOW));
