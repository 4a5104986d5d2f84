/** Example files: a firm's first rows of each kind, which refer to each other. */
import { FILE_COLUMNS, type FileKind, HEADINGS } from "./columns.ts";

const EXAMPLES: Readonly<Record<FileKind, readonly Readonly<Record<string, string>>[]>> = {
  "facilities": [{
    external_number: "C-100",
    name: "Mercy Hospital",
    billing_email: "ap@mercy.example",
    payment_terms_days: "45",
    timezone: "America/Denver",
    work_state: "CO",
    billing_address: "12 Main Street\nDenver, CO 80202",
    invoices_by: "one",
    billing_cycle: "week",
    annual_rate: "18%",
    grace_days: "5",
  }, { external_number: "C-101", name: "Boulder Clinic", payment_terms_days: "30" }],
  "orders": [{
    facility_number: "C-100",
    number: "PO-77",
    starts_on: "2026-01-01",
    ends_on: "2026-12-31",
    amount: "250000.00",
  }],
  "contractors": [{
    external_number: "P-7",
    first_name: "Ada",
    last_name: "Young",
    email: "ada@example.com",
    employment_type: "w2",
    payroll_number: "1007",
  }],
  "assignments": [{
    external_number: "A-31",
    contractor_number: "P-7",
    facility_number: "C-100",
    start_date: "2026-01-05",
    bill_rate: "92.50",
    pay_rate: "61.00",
    renewal_date: "2027-01-04",
    department: "Surgery",
    order_number: "PO-77",
    title: "Registered nurse",
    requisition: "REQ-5120",
  }],
  "codes": [
    {
      name: "weekend_charge",
      title: "Charge nurse, weekend",
      is_worked: "yes",
      pay_multiplier: "1",
      pay_amount: "6.00",
      bill_multiplier: "1",
      bill_amount: "9.00",
    },
    {
      name: "parking",
      title: "Parking",
      unit: "day",
      is_reimbursement: "yes",
      entered_by: "payroll; contractor",
    },
  ],
  "code-rates": [
    {
      code: "charge",
      rates_from: "2026-01-05",
      assignment_number: "A-31",
      bill_rate: "98.50",
      pay_rate: "65.00",
    },
    {
      code: "on_call",
      rates_from: "2026-01-05",
      facility_number: "C-100",
      bill_rate: "8.00",
      pay_rate: "5.00",
    },
  ],
  "holiday-calendars": [
    {
      calendar: "Mercy's holidays",
      day: "2026-07-03",
      name: "Independence Day",
      facility_number: "C-100",
    },
    {
      calendar: "Mercy's holidays",
      day: "2026-12-25",
      name: "Christmas Day",
      facility_number: "C-100",
    },
  ],
  "premium-rules": [
    {
      title: "Night",
      starts_on: "2026-01-05",
      facility_number: "C-100",
      from_time: "19:00",
      to_time: "07:00",
      pay_amount: "4.00",
      bill_amount: "6.00",
      codes: "charge; regular",
    },
    {
      title: "Holiday",
      starts_on: "2026-01-05",
      facility_number: "C-100",
      holiday_calendar: "Mercy's holidays",
      pay_multiplier: "1.5",
      bill_multiplier: "1.5",
      combines: "adds",
      is_creditable: "yes",
    },
  ],
  "guarantees": [{
    assignment_number: "A-31",
    starts_on: "2026-01-05",
    pay_hours: "36",
    bill_hours: "32",
  }],
  "leave-balances": [{
    contractor_number: "P-7",
    plan: "Colorado paid sick leave",
    day: "2026-01-04",
    hours: "31.5",
  }],
  "credential-kinds": [
    { name: "RN license, Colorado" },
    { name: "TB test", months_good: "12", is_confidential: "yes" },
  ],
  "credentials": [{
    contractor_number: "P-7",
    kind: "RN license, Colorado",
    number: "RN.1650042",
    issued_on: "2025-10-01",
    expires_on: "2027-09-30",
    verified_on: "2025-12-15",
    document_url: "https://files.firm.example/p-7/rn-license.pdf",
  }],
  "requirements": [{
    kind: "RN license, Colorado",
    starts_on: "2026-01-05",
    facility_number: "C-100",
  }],
  "open-invoices": [{
    external_number: "4711",
    facility_number: "C-100",
    issue_date: "2026-03-02",
    due_date: "2026-04-16",
    amount: "9401.61",
    description: "Week of February 23",
  }],
  "checks": [{
    external_number: "R-9",
    facility_number: "C-100",
    amount: "1250.50",
    received_on: "2026-04-01",
    check_number: "20417",
    method: "check",
  }],
  "holidays": [{ day: "2026-12-25", name: "Christmas Day" }],
  "remittances": [{
    bank_reference: "20260417-0031",
    received_on: "2026-04-17",
    amount: "9201.61",
    method: "ach",
    facility_number: "C-100",
    payer: "MERCY HOSPITAL AP",
    invoice_number: "4711",
    invoice_amount: "9201.61",
    deduction: "200.00",
    deduction_reason: "Two hours of February 24 were not worked",
  }],
  "time": [{
    system: "Mercy's program",
    line_id: "88121",
    worker_number: "P-7",
    work_date: "2026-04-13",
    order_number: "PO-77",
    hours: "7.5",
    approved_by: "Ruth Lee",
    approved_on: "2026-04-17",
  }],
};

/** The heading of a column as people write it: `Facility number` of facility_number. */
export function headingOf(column: string): string {
  const words = column.replaceAll("_", " ");
  return HEADINGS[column] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A file of the kind as a spreadsheet opens it: all headings, and with rows, those of an example.
 *
 * @param kind what is in the file
 * @param withRows whether the rows of the example follow the headings
 */
export function exampleFile(kind: FileKind, withRows: boolean): string {
  const columns: readonly string[] = [
    ...FILE_COLUMNS[kind].required,
    ...FILE_COLUMNS[kind].optional,
  ];
  const rows = withRows ? EXAMPLES[kind] : [];
  const lines = [
    columns.map(headingOf),
    ...rows.map((row) => columns.map((column) => quoted(row[column] ?? ""))),
  ];
  return lines.map((cells) => `${cells.join(",")}\r\n`).join("");
}

const quoted = (text: string) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
