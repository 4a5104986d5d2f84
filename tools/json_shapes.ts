// What the columns of type jsonb hold, what procedures take and answer as jsonb, and what webhooks are told. `deno task
// types` copies this into database.types.ts, and `deno task docs` into docs/openapi.json; checks in the database hold the columns. Money is text with two decimals; in a segment, which
// explains and is not rounded, with up to ten.

/** `invoices.interest_breakdown`: how accrue-interest came to the interest, or why it could not. */
export type InterestBreakdown = {
  interest: string;
  fee: string;
  /** The last day counted. */
  accruedThrough: string;
  segments: {
    from: string;
    to: string;
    days: number;
    /** Of started months alone: 1 where a month begins, 0 for what a payment leaves of it. */
    months?: number;
    principal: string;
    rate: string;
    interest: string;
  }[];
} | { error: string };

/** `billing_runs.details`: what the run did for each facility, and group of its time. */
export type BillingRunDetail = {
  facility_id: string;
  facility: string;
  /** As of invoices, as is group_name. This, the name and the days are missing in runs before 0.13.0. */
  group_key?: string;
  group_name?: string | null;
  /** The first day of the cycle that the run billed. */
  period_start?: string;
  period_end?: string;
  outcome: "created" | "existing" | "skipped";
  /** Reason why it was skipped; else null. */
  reason: string | null;
  invoice_id?: string | null;
  entries: number;
  amount: string;
  /** By the invoice's lines, as is overtime and doubletime. This and all below are missing in runs before 0.11.0. */
  regular_hours?: string;
  overtime_hours?: string;
  doubletime_hours?: string;
  /** Of its billable time of 13 weeks that no live invoice has; of a skipped one the week's too. */
  late_hours?: string;
  /** Its invoices of exactly the week before that are not void, drafts too. */
  last_week_amount?: string;
};

/** `job_runs.counts` of lock-ended. */
export type LockEndedCounts = {
  locked: number;
  draft: number;
  submitted: number;
  approved: number;
  /** Missing in runs of 0.9.0. */
  unapproved?: number;
  assignments: number;
  pending_approval: number;
  remaining: number;
};

/** `job_runs.counts` of accrue-interest. */
export type AccrueInterestCounts = {
  scanned: number;
  updated: number;
  unchanged: number;
  remaining: number;
};

/** `job_runs.counts` of maintain. */
export type MaintainCounts = {
  made: number;
  archived: number;
  detached: number;
  forgotten: number;
  summed: number;
  remaining: number;
};

/** `job_runs.counts` of deliver. */
export type DeliverCounts = {
  written: number;
  sent: number;
  dropped: number;
  failed: number;
  postponed: number;
  remaining: number;
};

/** Answer of `invite`. Of the code no more than its digest is kept, but for mail until it was sent. */
export type InvitationCode = {
  code: string;
  expires_at: string;
  /** The address that the code is mailed to; null where it is not mailed. */
  mailed_to: string | null;
};

/**
 * Answer of `accept_invitation`, `withdraw_invitation` and `unlink`: the table, in the singular,
 * and the row.
 */
export type Person = {
  kind: "staff_member" | "contractor" | "facility_contact";
  id: string;
};

/** Answer of `add_webhook`. The secret is answered here alone. */
export type NewWebhook = { id: string; secret: string };

/** Answer of `rotate_webhook_secret`: another secret, and how long the one before signs too. */
export type RotatedSecret = { secret: string; former_until: string };

/** Letterhead of a document; nulls where the settings say nothing. */
export type Letterhead = {
  legal_name: string | null;
  address: string | null;
  remit_to: string | null;
  tax_number: string | null;
  /** A data URI of a PNG or a JPEG. */
  logo: string | null;
  phone: string | null;
};

/** To whom a document is made out. */
export type BillTo = {
  name: string;
  facility_name: string;
  address: string | null;
  purchase_order: string | null;
};

/** The class of a line of an invoice. */
export type LineKind =
  | "regular"
  | "overtime"
  | "doubletime"
  | "code"
  | "guarantee"
  | "differential"
  | "difference"
  | "adjustment"
  | "interest"
  | "fee"
  | "tax";

/**
 * A line of an invoice as a document shows it; hours, rate and multiplier are of lines of time alone. Those of kind code
 * have a quantity of a unit in place of hours: hours that are not worked, or miles; differentials the hours that they are for,
 * and guarantees the hours of a workweek that were promised and not worked, without a day.
 */
export type LineOnPaper = {
  kind: LineKind;
  description: string;
  work_date: string | null;
  hours: string | null;
  rate: string | null;
  multiplier: string | null;
  amount: string;
  department: string | null;
  cost_centre: string | null;
  /** The number of the order that pays for it. */
  purchase_order: string | null;
  /** Of time that is not regular; of a differential the title of its premium. */
  code_title: string | null;
  quantity: string | null;
  unit: string | null;
  /** Job title and requisition of the assignment, and the number by which the client's system knows the worker. */
  title: string | null;
  requisition: string | null;
  worker_number: string | null;
  /** HH:MM by the clock of the facility; null = hours alone. */
  started_at: string | null;
  ended_at: string | null;
};

/** Sum of a contractor's rows, which stand together, the last of them at the place `through`, from 1 on. */
export type PersonOnPaper = {
  contractor_name: string;
  through: number;
  /** Hours worked. */
  hours: string;
  amount: string;
};

/** Sum of the lines of a contractor's workweek; adjustments have no week, and above 1,500 weeks no names. */
export type WeekOnPaper = {
  contractor_name: string | null;
  week_start: string | null;
  regular_hours: string;
  overtime_hours: string;
  doubletime_hours: string;
  amount: string;
};

/** Interest that an invoice bills; above 1,500 lines a row is a month in which invoices were due, without a number. */
export type InterestOnPaper = {
  original_number: string | null;
  due_date: string;
  invoices: number;
  through: string;
  amount: string;
};

/** Sum of the lines of a class, of a premium, or of a code whose hours are not worked or that counts units. */
export type ClassOnPaper = {
  kind: LineKind;
  hours: string | null;
  amount: string;
  code_title: string | null;
  quantity: string | null;
  unit: string | null;
};

/** The lines of a document, whole or summed, and the sums of each class. */
export type LinesOnPaper =
  & {
    /** Number of them. */
    lines: number;
    classes: ClassOnPaper[];
  }
  & (
    | {
      shown: "lines";
      rows: LineOnPaper[];
      /** Empty unless there are several people, of whom somebody has several rows. */
      people: PersonOnPaper[];
    }
    | { shown: "contractors_and_weeks" | "weeks"; rows: WeekOnPaper[]; people: PersonOnPaper[] }
    | { shown: "interest"; rows: InterestOnPaper[] }
  );

/** Answer of `invoice_document`. */
export type InvoiceDocument = {
  document: "invoice";
  letterhead: Letterhead;
  bill_to: BillTo;
  /** Address of the work, of an invoice that is billed to a program. */
  service_address: string | null;
  /** Part of the facility's time that it bills; null = all of it, and then there is no name. */
  group_by: "department" | "order" | "assignment" | null;
  group_name: string | null;
  number: string | null;
  kind: "weekly" | "manual" | "backfill" | "opening" | "interest";
  status: "draft" | "sent" | "partially_paid" | "paid" | "void";
  period_start: string;
  period_end: string;
  issue_date: string | null;
  due_date: string | null;
  voided_on: string | null;
  total: string;
  amount_paid: string;
  balance: string;
  interest: {
    accrued: string;
    paid: string;
    balance: string;
    /** The day through which it was reckoned. */
    through: string | null;
    breakdown: InterestBreakdown | null;
  };
  /** balance and interest balance together; null of drafts and void ones. */
  owed: string | null;
  /** Amount that may be taken off if the rest is paid by a day, as it was sent; null where nothing is given. */
  discount: string | null;
  discount_until: string | null;
  /** As much of it as may still be taken off; null where nothing may, or nothing is owed. */
  discount_left: string | null;
  payments: {
    paid_on: string;
    source: "reconciliation" | "write_off" | "credit_note" | "interest_invoice" | "discount";
    component: "principal" | "interest" | "write_off";
    /** The check; the credit note's number, of what it left over behind "credit note"; of billed interest, the invoice that bills it. */
    reference: string | null;
    amount: string;
  }[];
  content: LinesOnPaper;
};

/** Part of an amount: of a facility, an order or a department; null = of none. */
export type SumOnPaper = { name: string | null; amount: string };

/** Answer of `invoice_bundle_document`. */
export type InvoiceBundleDocument = {
  document: "invoice_bundle";
  letterhead: Letterhead;
  /** The program. */
  bill_to: BillTo;
  issue_date: string;
  part: number;
  parts: number;
  /** Of all its parts. */
  total: string;
  /** Of the first part alone. */
  cover: {
    invoices: {
      facility_name: string;
      number: string;
      group_name: string | null;
      period_start: string;
      period_end: string;
      due_date: string;
      total: string;
    }[];
    facilities: SumOnPaper[];
    /** Empty where no line names one, as are departments. */
    orders: SumOnPaper[];
    departments: SumOnPaper[];
  } | null;
  /** Of this part. */
  invoices: InvoiceDocument[];
};

/** Answer of `credit_note_document`. */
export type CreditNoteDocument = {
  document: "credit_note";
  letterhead: Letterhead;
  bill_to: BillTo;
  /** As of its invoice. */
  service_address: string | null;
  number: string;
  issued_on: string;
  counts_on: string;
  reason: string;
  amount: string;
  invoice_number: string | null;
  invoice_issue_date: string | null;
  lessens_invoice: string;
  discount_taken_back: string | null;
  left_as_credit: string;
  content: LinesOnPaper;
};

/** Answer of `statement_document`: the rows of facility_statement. */
export type StatementDocument = {
  document: "statement";
  letterhead: Letterhead;
  bill_to: BillTo;
  from_date: string;
  to_date: string;
  printed_on: string;
  /** Of the last row. */
  balance: string;
  /** Amounts owed at the end of the last day, by how long they were overdue then; net is balance. */
  aging: {
    current: string;
    days_1_30: string;
    days_31_60: string;
    days_61_90: string;
    days_91_plus: string;
    interest: string;
    unapplied_credits: string;
    net: string;
  };
  rows: {
    occurred_on: string;
    kind: string;
    reference: string | null;
    description: string;
    amount: string;
    balance: string;
  }[];
};

/** Answer of `controls_report`: what one person decided, what two did, and who may decide. */
export type ControlsReport = {
  document: "controls";
  letterhead: Letterhead;
  from_day: string;
  through: string;
  printed_on: string;
  controls: "two_people" | "single_person_firm" | "off";
  require_second_approver: boolean;
  /** By approval_policies.kind, and time, client_time and adjustment. */
  kinds: {
    kind: string;
    from_amount: string | null;
    role: string | null;
    by_one: number;
    by_two: number;
    by_program: number;
    over_limit: number;
  }[];
  /** Newest first; of time and adjustments those by one person alone. */
  acts: {
    at: string;
    kind: string;
    by: "one" | "two" | "program";
    amount: string | null;
    /** Of who did it, or approved it. */
    name: string | null;
    requested_by_name: string | null;
    /** A sentence of what it changed; null where nobody requested it. */
    says: string | null;
  }[];
  acts_left_out: number;
  /** Active staff. */
  roles: { name: string | null; roles: string[] }[];
  /** Changes of staff, roles, settings and limits, newest first. */
  changes: { at: string; said: string }[];
};

/** An entry on a time sheet, with the hours that the invoice bills of it. */
export type TimeOnPaper = {
  contractor_name: string;
  work_date: string;
  /** HH:MM by the clock of the facility; null = hours alone. */
  started_at: string | null;
  ended_at: string | null;
  break_minutes: number | null;
  /** HH:MM by the clock of the facility; null = nobody said. */
  break_started_at: string | null;
  regular_hours: string;
  overtime_hours: string;
  doubletime_hours: string;
  hours: string;
  approved_by: string | null;
  approved_on: string | null;
  /** True if it is another by now, or gone. */
  is_corrected: boolean;
  /** Title of its code; null = regular. */
  code_title: string | null;
  /** Of a code whose hours are not worked, its hours or its units, which are in no hours; else null. */
  quantity: string | null;
  unit: string | null;
};

/** Sums of a contractor's rows, which stand together, the last of them at the place `through`, from 1 on. */
export type PersonOfTimeOnPaper = {
  contractor_name: string;
  through: number;
  regular_hours: string;
  overtime_hours: string;
  doubletime_hours: string;
  /** All of these. */
  hours: string;
};

/** The time of a contractor's workweek on a time sheet; above 1,500 of them, of all contractors. */
export type WeekOfTimeOnPaper = {
  contractor_name: string | null;
  week_start: string;
  days: number;
  regular_hours: string;
  overtime_hours: string;
  doubletime_hours: string;
  hours: string;
  approved_by: string | null;
};

/** Answer of `timesheet_document`. */
export type TimesheetDocument =
  & {
    document: "timesheet";
    letterhead: Letterhead;
    facility_name: string;
    number: string | null;
    status: InvoiceDocument["status"];
    period_start: string;
    period_end: string;
    timezone: string;
    /** Number of them. */
    entries: number;
    hours: { regular: string; overtime: string; doubletime: string; all: string };
    /** By code: hours that are not worked, and units. */
    not_worked: { code_title: string; unit: string; quantity: string }[];
  }
  & (
    | {
      shown: "entries";
      rows: TimeOnPaper[];
      /** Empty unless there are several people, of whom somebody has several rows. */
      people: PersonOfTimeOnPaper[];
    }
    | {
      shown: "contractors_and_weeks" | "weeks";
      rows: WeekOfTimeOnPaper[];
      people: PersonOfTimeOnPaper[];
    }
  );

/** Somebody's pay in a batch, as it is printed. */
export type PayStatement = {
  first_name: string;
  last_name: string;
  employment_type: "w2" | "1099" | "corp_to_corp";
  batch_status: "draft" | "in_review" | "approved" | "closed" | "discarded";
  period_start: string;
  period_end: string;
  pay_date: string;
  regular_hours: string;
  overtime_hours: string;
  doubletime_hours: string;
  /** Hours worked, with what premiums of nights, weekends and holidays add to them. */
  straight_pay: string;
  premium_pay: string;
  stipend_pay: string;
  adjustment_pay: string;
  /** Stipends that are wages: flat sums and those that the hours drive. */
  wage_stipends: string;
  bonuses: string;
  /** Time of codes whose hours are not worked, and units, but for reimbursements. */
  codes: string;
  /** Hours, codes, premiums, also those for missed breaks, differences, wage stipends and bonuses. */
  gross_wages: string;
  reimbursements: string;
  /** Below zero. */
  deductions: string;
  /** Below zero: what is taken back of overpayments. */
  recoveries: string;
  /** Gross wages, reimbursements, deductions and recoveries. */
  gross_pay: string;
  payroll_number: string | null;
  /** Of the year of the pay date, up to it. */
  year_to_date: {
    gross_wages: string;
    reimbursements: string;
    deductions: string;
    recoveries: string;
    gross_pay: string;
  };
  /** Leave by plan in use: accrued as the batch closed, used in its period, the balance at its end, and of the year. */
  leave: {
    plan: string;
    /** Title of the code that uses it. */
    title: string;
    accrued: string;
    used: string;
    balance: string;
    used_this_year: string;
    paid_this_year: string;
  }[];
  /** Hours of this pay, by placement and rate; of premiums the rate is that of the premium alone. */
  hours: {
    kind: "straight" | "differential" | "overtime_premium" | "doubletime_premium";
    facility_name: string | null;
    /** Of time that is not regular: its code, and the code's title. */
    code: string | null;
    title: string | null;
    hours: string;
    rate: string | null;
    amount: string;
  }[];
  rows: {
    kind:
      | "straight"
      | "overtime_premium"
      | "doubletime_premium"
      | "stipend"
      | "adjustment"
      | "difference"
      | "overpayment"
      | "carried"
      | "recovery"
      | "break_premium"
      | "code"
      | "differential"
      | "guarantee"
      | "mileage_excess";
    /** Of time that is not regular: its code, and the code's title; of a differential the premium's title. */
    code: string | null;
    title: string | null;
    /** Of the kinds code, mileage_excess, differential and guarantee: how many, and of which unit, hour or another word. */
    quantity: string | null;
    unit: string | null;
    /** Of a guarantee: how its hours come about, such as 36.00 guaranteed, 30.00 worked. */
    description: string | null;
    pay_kind:
      | "hours_driven"
      | "flat_sum"
      | "reimbursement"
      | "bonus"
      | "deduction"
      | "prior_year"
      | "meal"
      | "rest"
      | null;
    week_start: string;
    work_date: string | null;
    facility_name: string | null;
    hours: string | null;
    /** Of a difference. */
    overtime_hours: string | null;
    doubletime_hours: string | null;
    rate: string | null;
    amount: string;
    /** Of a deduction: its name. */
    reason: string | null;
  }[];
};

/** Answer of `pay_document`. */
export type PayDocument = { document: "pay"; letterhead: Letterhead } & PayStatement;

/** Answer of `pay_batch_document`. */
export type PayBatchDocument = {
  document: "pay_batch";
  letterhead: Letterhead;
  batch_status: PayStatement["batch_status"];
  kind: "regular" | "off_cycle";
  period_start: string;
  period_end: string;
  pay_date: string;
  /** Number of them, of all parts. */
  people: number;
  part: number;
  parts: number;
  /** Of this part. */
  statements: PayStatement[];
};

/** Answer of `pay_year_document`. */
export type PayYearDocument = {
  document: "pay_year";
  letterhead: Letterhead;
  year: number;
  first_name: string;
  last_name: string;
  payroll_number: string | null;
  /** The day on which it was asked for. */
  through: string;
  pays: {
    kind: "regular" | "off_cycle";
    pay_date: string;
    period_start: string;
    period_end: string;
    employment: "w2" | "1099";
    hours: string;
    gross_wages: string;
    reimbursements: string;
    /** Below zero, as recoveries are. */
    deductions: string;
    recoveries: string;
    gross_pay: string;
  }[];
  /** W-2 pay, then other pay. */
  totals: {
    employment: "w2" | "1099";
    regular_hours: string;
    overtime_hours: string;
    doubletime_hours: string;
    gross_wages: string;
    /** Below zero: of what was overpaid in the year. */
    recoveries: string;
    /** Gross wages less recoveries. */
    wages: string;
    reimbursements: string;
    /** Below zero, as prior_year_recoveries are. */
    deductions: string;
    prior_year_recoveries: string;
    gross_pay: string;
    /** Of W-2 pay, in the wages: overtime premiums that section 7 of the FLSA asks. */
    qualified_overtime: string;
    /** Wages, by check, less what of that was taken back. */
    repaid: string;
  }[];
};

/** Time of a code on a day: its hours, or its quantity where its unit is not the hour; null as 0 is none. */
export type TimeOfCode =
  | { code: string; hours: number | null }
  | { code: string; quantity: number | null };

/**
 * `save_week.days`: the regular hours of each day, by the day as `YYYY-MM-DD`, null as 0 is none; or a list of codes,
 * regular among them, where others are written too.
 */
export type HoursOfDays = { [day: string]: number | null | TimeOfCode[] };

/**
 * `import_rows.rows`: a row of a file, as text by the names of its columns; null and an empty text are none. `line`, a
 * number, may say where it stands in the file.
 */
export type RowToImport = { [column: string]: string | number | null };

/** Answer of `import_rows`. The counts are 0 where there are errors. */
export type ImportAnswer =
  & {
    kind: string;
    rows: number;
    /** Rows that are here already. */
    skipped: number;
    /** Of time: lines that are known and say something else than before. */
    changed?: number;
    errors: { line: number; column: string; message: string }[];
  }
  & ({ dry_run: true; would_insert: number } | { dry_run: false; inserted: number });

/** Event that a webhook is told of, as the body of the call. A receiver who may know more asks the API. */
export type WebhookEvent =
  & {
    /** The instant at which it happened. */
    timestamp: string;
  }
  & (
    | {
      type: "invoice.sent" | "invoice.paid" | "invoice.voided";
      data: { invoice_id: string };
    }
    | { type: "invoice.credited"; data: { invoice_id: string; credit_note_id: string } }
    | { type: "payroll_batch.closed"; data: { payroll_batch_id: string } }
    | {
      type: "payroll_batch.handed_over";
      data: { payroll_batch_id: string; payroll_handover_id: string; employment: "w2" | "1099" };
    }
    | { type: "contractor.hired"; data: { contractor_id: string; assignment_id: string } }
    | { type: "assignment.ended"; data: { assignment_id: string } }
  );
