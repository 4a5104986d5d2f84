/**
 * A small firm with two of everything: two facilities, two contractors, rows in every state. Each row
 * would be seen by somebody whom it does not concern if its table's policies were missing.
 */
import type postgres from "postgres";
import { newUsers, type Users } from "./access_callers.ts";
import { prepareInvoices, prepareReceipts } from "./access_firm_money.ts";
import { preparePayroll } from "./access_firm_payroll.ts";
import { preparePeople } from "./access_firm_people.ts";
import { preparePlacements } from "./access_firm_placements.ts";
import { prepareRecords } from "./access_firm_records.ts";
import { prepareTime } from "./access_firm_time.ts";
import { type PreparedRow, PreparedRows } from "./access_rows.ts";

/** Ids that the rows of other tables refer to. */
export interface People {
  readonly ada: string;
  readonly ben: string;
  readonly north: string;
  readonly south: string;
}

/** The assignments: whose, and where. */
export interface Placements {
  readonly adaNorth: string;
  readonly adaSouth: string;
  readonly benSouth: string;
}

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
  await preparePayroll(rows, people);
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
