import type { Caller } from "../access/callers.ts";
import { expectation, tablesOf } from "../access/expectation.ts";

/**
 * Relations with which a demo user's pages have no business, after docs/architecture.md, "Who sees
 * and does what".
 */
export interface NotTheirs {
  /** Caller of the matrix of rights: their pages ask for no row that this caller may not read. */
  readonly caller: Caller;
  /** All that their pages ask for, if the tables that they may read are still too many. */
  readonly asksOnly?: RegExp;
  /** Columns that no request of theirs names and no answer of theirs has. */
  readonly columns: RegExp;
}

/** Pay of somebody. */
const PAY = /^(gross|premium|stipend)_(pay|total)|^payroll_/;

/** By the demo user's name. */
export const NOT_THEIRS: Readonly<Record<string, NotTheirs>> = {
  admin: { caller: "admin", columns: /^my_/ },
  payroll: { caller: "payroll", columns: /^my_/ },
  billing: { caller: "billing", columns: PAY },
  recruiting: { caller: "recruiting", columns: PAY },
  viewer: { caller: "viewer", columns: PAY },
  // Of what their hours are billed at, and of others' business, nothing.
  contractor: {
    caller: "ada",
    asksOnly:
      /^(me|my_time|my_assignments|my_pay|my_pay_lines|my_pay_rates|my_codes|my_leave|my_shifts|contractor_details)$/,
    columns: /bill|margin|invoice|balance|interest|write_off/,
  },
  // Of what contractors are paid, and of why the firm gave up money, nothing.
  facility: {
    caller: "north",
    asksOnly:
      /^(me|facilities|facility_time|facility_shifts|planned_days|invoices|invoice_lines|credit_notes|ar_aging|facility_credits|purchase_order_usage|rpc\/(facility_statement|ar_aging_as_of|time_without_credentials))$/,
    columns:
      /pay_rate|pay_date|payroll|gross|premium|margin|stipend|employment|write_off|void_reason/,
  },
};

/** The tables and views of which a caller reads no row; but for `me`, of which everybody reads their own. */
export function readsNothingOf(caller: Caller): ReadonlySet<string> {
  const matrix = expectation();
  const rowsOf = (table: string) => [...matrix].filter(([row]) => row.startsWith(`${table} / `));
  return new Set(
    tablesOf(matrix).filter((table) =>
      table !== "me" &&
      rowsOf(table).every(([, rights]) => !rights.get(caller)?.includes("r"))
    ),
  );
}
