/**
 * A small firm with two of everything: two facilities, two contractors, rows in every state. Each row
 * would be seen by somebody whom it does not concern if its table's policies were missing.
 */
import type postgres from "postgres";
import { newUsers, type Users } from "../callers.ts";
import { type PreparedRow, PreparedRows } from "../prepared_rows.ts";
import { prepareInvoices } from "./invoices.ts";
import { preparePayroll } from "./payroll.ts";
import { type People, preparePeople } from "./people.ts";
import { type Placements, preparePlacements } from "./placements.ts";
import { prepareReceipts } from "./receipts.ts";
import { prepareRecords } from "./records.ts";
import { prepareTime } from "./time.ts";

export interface AccessFirm {
  readonly users: Users;
  readonly people: People;
  readonly placements: Placements;
  readonly rows: readonly PreparedRow[];
  /** A prepared row; there is exactly one of that table and label. */
  row(table: string, label: string): PreparedRow;
  /** Its id. */
  id(table: string, label: string): string;
}

/** Prepares the firm in a database that may hold others. */
export async function prepareFirm(
  sql: postgres.Sql,
  users: Users = newUsers(),
): Promise<AccessFirm> {
  const rows = new PreparedRows(sql);
  const people = await preparePeople(rows, users);
  const placements = await preparePlacements(rows, people);
  await prepareTime(rows, placements);
  const invoices = await prepareInvoices(rows, people, placements);
  // A check, what it paid and what it left add up when they are there.
  await sql.begin((all) => prepareReceipts(new PreparedRows(all, rows.all), people, invoices));
  await preparePayroll(rows, people, placements);
  await prepareRecords(rows);

  const row = (table: string, label: string) => {
    const found = rows.all.find((row) => row.table === table && row.label === label);
    if (found === undefined) throw new Error(`no row ${label} of ${table} is prepared`);
    return found;
  };
  const id = (table: string, label: string) => {
    const found = row(table, label).key.id;
    if (found === undefined) throw new Error(`${table} has no id`);
    return found;
  };
  return { users, people, placements, rows: rows.all, row, id };
}
