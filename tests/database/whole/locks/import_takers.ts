/** import_rows, kind by kind: each locks what its rows are about. */
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
  importRows,
  leaveBalance,
  openInvoice,
  order,
  premiumRule,
  requirement,
  timeCode,
  useColoradosLeave,
} from "../../../support/moving_in/imports.ts";
import { remittance } from "../../../support/receivables/remittances.ts";
import { createInvoice } from "../../../support/billing/billed_time.ts";
import { periodOf, prepareDraft } from "../../../support/payroll/batches.ts";
import { bring, line, MONDAY, prepareClient } from "../../../support/time/client_time.ts";
import type { Taker } from "./taker.ts";

const taker = (names: readonly string[], kind: string, row: FileRow): Taker => ({
  names,
  prepare: async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    await importRows(sql, "contractors", [contractor()]);
    return (sql) => importRows(sql, kind, [row]);
  },
});

/** Import of rows beside the rates, by the key: a session of the owner takes no lock of time. */
const ratesTaker = (names: readonly string[], kind: string, row: FileRow): Taker => ({
  names: ["import_rows", "hold_rates_to_write", ...names],
  prepare: async ({ sql }) => {
    await importRows(sql, "facilities", [facility()]);
    return async (sql) => {
      await sql.unsafe("set local role service_role");
      return await importRows(sql, kind, [row]);
    };
  },
});

/** The procedure, about rows that name no others. */
export const IMPORT: Taker = taker(
  ["import_rows"],
  "facilities",
  facility({ external_number: "F2", annual_rate: "0.18" }),
);

/** Its kinds that name others. */
export const IMPORTS: readonly Taker[] = [
  taker(
    ["import_rows", "insert_assignments", "hold_requirements"],
    "assignments",
    assignment({ end_date: "2026-12-31" }),
  ),
  taker(["import_rows"], "orders", order()),
  taker(["import_rows"], "codes", timeCode()),
  ratesTaker([], "code-rates", codeRate({ assignment_number: null, facility_number: "F1" })),
  ratesTaker([], "holiday-calendars", calendarDay()),
  ratesTaker(["check_codes_of_premium"], "premium-rules", premiumRule()),
  {
    names: ["import_rows"],
    prepare: async ({ sql }) => {
      await importRows(sql, "contractors", [contractor()]);
      await useColoradosLeave(sql);
      return (sql) => importRows(sql, "leave-balances", [leaveBalance()]);
    },
  },
  taker(["import_rows"], "credential-kinds", credentialKind()),
  {
    names: ["import_rows"],
    prepare: async ({ sql }) => {
      await importRows(sql, "contractors", [contractor()]);
      await importRows(sql, "credential-kinds", [credentialKind()]);
      return (sql) => importRows(sql, "credentials", [credential()]);
    },
  },
  {
    names: ["import_rows", "change_requirements"],
    prepare: async ({ sql }) => {
      await importRows(sql, "credential-kinds", [credentialKind()]);
      return (sql) => importRows(sql, "requirements", [requirement()]);
    },
  },
  taker(["import_rows"], "open-invoices", openInvoice()),
  {
    names: ["import_rows", "enter_remittances", "propose_remitted"],
    prepare: async ({ sql }) => {
      await importRows(sql, "facilities", [facility()]);
      await importRows(sql, "open-invoices", [
        openInvoice(),
        openInvoice({ external_number: "4712" }),
      ]);
      return (sql) => importRows(sql, "remittances", [remittance({ invoice_number: "4711" })]);
    },
  },
  {
    // A further invoice of a payment whose check is there.
    names: ["import_rows", "insert_remittances", "propose_remitted"],
    prepare: async ({ sql }) => {
      await importRows(sql, "facilities", [facility()]);
      await importRows(sql, "open-invoices", [
        openInvoice(),
        openInvoice({ external_number: "4712" }),
      ]);
      const row = remittance({ invoice_number: "4711", invoice_amount: "1.00" });
      await importRows(sql, "remittances", [row]);
      return (sql) => importRows(sql, "remittances", [{ ...row, invoice_number: "4712" }]);
    },
  },
  taker(
    ["import_rows", "insert_checks"],
    "checks",
    check({ check_number: "88", unapplied_credit: "yes" }),
  ),
  {
    names: ["import_rows", "insert_client_time"],
    prepare: async ({ sql }) => {
      await prepareClient(sql);
      await bring(sql, [line()]);
      const [facility] = await sql<[{ id: string }]>`
        select id from facilities where external_number = 'F1'`;
      await createInvoice(sql, facility.id);
      await prepareDraft(sql, await periodOf(sql, MONDAY));
      return (sql) =>
        bring(sql, [line({ hours: "6" }), line({ line_id: "2", work_date: "2026-03-03" })]);
    },
  },
];
