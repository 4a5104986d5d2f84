import type { Database } from "staffing-client";

type Tables = Database["public"]["Tables"];

/** Kind of a column. Decimals are amounts, hours and rates, with two digits after the point. */
export type Kind = "text" | "day" | "instant" | "decimal";

/** What is exported: columns by table. The compiler knows which there are. */
export const TABLES: {
  readonly [T in keyof Tables]?: { readonly [C in keyof Tables[T]["Row"]]?: Kind };
} = {
  facilities: { id: "text", name: "text" },
  invoices: {
    id: "text",
    facility_id: "text",
    number: "text",
    status: "text",
    issue_date: "day",
    due_date: "day",
    sent_at: "instant",
    total: "decimal",
    balance: "decimal",
    accrued_interest: "decimal",
  },
  invoice_lines: {
    id: "text",
    invoice_id: "text",
    kind: "text",
    contractor_id: "text",
    work_date: "day",
    hours: "decimal",
    rate: "decimal",
    amount: "decimal",
  },
  payments: {
    id: "text",
    invoice_id: "text",
    component: "text",
    source: "text",
    paid_on: "day",
    amount: "decimal",
  },
};
