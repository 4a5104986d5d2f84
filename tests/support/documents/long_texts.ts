/** Documents whose texts are longer than paper: what rows of earlier releases may hold. */
import type { InvoiceDocument } from "../../../supabase/functions/_shared/database.types.ts";

const LINE = {
  kind: "adjustment",
  work_date: null,
  hours: null,
  rate: null,
  multiplier: null,
  amount: "17.25",
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
} as const;

const CLASS = { code_title: null, quantity: null, unit: null } as const;

/** An invoice that has a text wherever it may have one, and so many lines, each with it. */
export const invoiceOf = (text: string, lines: number): InvoiceDocument => ({
  document: "invoice",
  letterhead: {
    legal_name: text,
    address: text,
    phone: text,
    remit_to: text,
    tax_number: text,
    logo: null,
  },
  bill_to: { name: text, facility_name: "Mercy", address: text, purchase_order: text },
  service_address: text,
  group_by: "department",
  group_name: text,
  number: "INV-2026-000001",
  kind: "manual",
  status: "sent",
  period_start: "2026-03-02",
  period_end: "2026-03-08",
  issue_date: "2026-03-09",
  due_date: "2026-04-08",
  voided_on: null,
  total: "4321.05",
  amount_paid: "17.25",
  balance: "4303.80",
  interest: { accrued: "0.00", paid: "0.00", balance: "0.00", through: null, breakdown: null },
  owed: "4303.80",
  discount: "86.42",
  discount_until: "2026-03-19",
  discount_left: "80.00",
  payments: [{
    paid_on: "2026-03-20",
    source: "reconciliation",
    component: "principal",
    reference: text,
    amount: "17.25",
  }],
  content: {
    lines,
    shown: "lines",
    people: [],
    rows: Array.from(
      { length: lines },
      (_, nth) =>
        nth % 2 === 0 ? { ...LINE, description: text } : {
          ...LINE,
          kind: "regular",
          description: `${nth} ${text}`,
          department: text,
          cost_centre: text,
          purchase_order: `${text}.`,
          code_title: text,
          title: text,
          requisition: text,
          worker_number: text,
          started_at: nth % 4 === 1 ? "07:00" : null,
          ended_at: nth % 4 === 1 ? "15:30" : null,
          work_date: "2026-03-02",
          hours: "1.00",
          rate: "17.25",
          multiplier: "1.000",
        },
    ),
    classes: [{ ...CLASS, kind: "adjustment", hours: null, amount: "4321.05" }],
  },
} as InvoiceDocument);

/** Texts that somebody could have written, by what is odd about them. */
export const LONG_TEXTS: Readonly<Record<string, string>> = {
  "50,000 words": Array(50_000).fill("mileage").join(" "),
  "a word of 50,000 letters": "W".repeat(50_000),
  "2,000 lines": "W\n".repeat(2_000),
  "wide letters": "W".repeat(2_000),
  "accents without end": `a${"\u0301".repeat(5_000)}`,
  "letters of two halves": "\u{1f69a}".repeat(5_000),
};
