import type { People, Placements } from "./access_firm.ts";
import type postgres from "postgres";
import { insertStatement, type PreparedRows, type Values } from "./access_rows.ts";

/** Invoices of both facilities in every state, by label. */
export type Invoices = ReadonlyMap<string, string>;

const STATES: readonly [label: string, values: Values][] = [
  ["north draft", { status: "draft" }],
  ["north sent", { status: "sent" }],
  ["north partially paid", { status: "sent" }],
  ["north paid", { status: "sent" }],
  ["north void, once sent", { status: "void", sent_at: "2026-01-12T00:00:00Z" }],
  ["north void, never sent", { status: "void" }],
  ["south draft", { status: "draft" }],
  ["south sent", { status: "sent" }],
];

/** Invoices and their lines: adjustments on all of them, time on a draft and on a sent one. */
export async function prepareInvoices(
  rows: PreparedRows,
  people: People,
  placements: Placements,
): Promise<Invoices> {
  const invoices = new Map<string, string>();
  for (const [label, state] of STATES) {
    const isSent = state.status !== "draft" && label !== "north void, never sent";
    const invoice = {
      facility_id: label.startsWith("north") ? people.north : people.south,
      kind: "manual",
      period_start: "2026-01-05",
      period_end: "2026-01-11",
      total: "100.00",
      void_reason: null,
    };
    const dates = { issue_date: "2100-01-01", due_date: "2100-01-31" };
    const sent = isSent ? { ...dates, number: crypto.randomUUID() } : {};
    const like = isSent ? { number: crypto.randomUUID() } : {};
    const trials = { touch: "void_reason", like };
    const id = await rows.add("invoices", label, { ...invoice, ...sent, ...state }, trials);
    invoices.set(label, id);
  }

  // Lines of sent invoices no longer change: the guards stand aside while these are made.
  const { sql } = rows;
  const line = async (label: string, invoice: string, also: Values) => {
    const values = { invoice_id: invoices.get(invoice) ?? null, amount: "100.00", ...also };
    const id = crypto.randomUUID();
    await sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql.unsafe(insertStatement("invoice_lines", { id, ...values }));
    });
    rows.know("invoice_lines", label, { id, ...values }, { touch: "description" }, values);
  };
  const adjustment = { kind: "adjustment", description: "Travel" };
  for (const [label] of STATES) await line(`${label}, adjustment`, label, adjustment);
  for (const label of ["north draft", "north sent"]) {
    const entry = {
      assignment_id: placements.adaNorth,
      work_date: "2026-01-06",
      hours: "1",
      status: "approved",
    };
    const entryId = crypto.randomUUID();
    await sql.unsafe(insertStatement("time_entries", { id: entryId, ...entry }));
    await line(`${label}, time`, label, {
      kind: "regular",
      description: "Ada Nurse",
      time_entry_id: entryId,
      work_date: "2026-01-06",
      hours: "1.00",
      rate: "100.00",
      multiplier: "1.000",
    });
  }
  for (const label of ["north", "south"] as const) {
    const facility = { facility_id: people[label], facility_name: label };
    rows.know("ar_aging", label, facility, { key: ["facility_id"], touch: "facility_name" });
  }
  return invoices;
}

/** Checks, reconciliations, payments and credits. */
export async function prepareReceipts(
  rows: PreparedRows<postgres.ISql>,
  people: People,
  invoices: Invoices,
): Promise<void> {
  const received = { facility_id: people.north, amount: "60.00", received_on: "2026-02-01" };
  const check = async (label: string, also: Values = {}) =>
    await rows.add("checks", label, { ...received, ...also }, { touch: "amount" });
  const free = await check("received");
  const proposedFor = await check("received, with a proposal");
  const reconciled = await check("reconciled", { status: "reconciled" });
  const returned = await check("returned", { status: "returned" });

  await rows.add("facility_credits", "north", {
    facility_id: people.north,
    check_id: reconciled,
    amount: "20.00",
    remaining: "20.00",
  }, { touch: "remaining", like: { check_id: free } });

  const reconciliation = (label: string, checkId: string) =>
    rows.add("check_reconciliations", label, { check_id: checkId }, {
      touch: "check_id",
      like: { check_id: free, ...label === "proposed" ? {} : { status: label } },
    });
  const line = (label: string, reconciliationId: string, invoice: string) =>
    rows.add("check_reconciliation_lines", label, {
      check_reconciliation_id: reconciliationId,
      invoice_id: invoices.get(invoice) ?? null,
      component: "principal",
      amount: "40.00",
    }, { touch: "amount", like: { component: "interest" } });
  const proposed = await reconciliation("proposed", proposedFor);
  await line("of the proposed", proposed, "north sent");
  const confirmed = await reconciliation("confirmed", reconciled);
  await line("of the confirmed", confirmed, "north partially paid");
  const returnedOne = await reconciliation("returned", returned);

  const payment = { paid_on: "2026-02-01", amount: "40.00" };
  await rows.add("payments", "north", {
    ...payment,
    invoice_id: invoices.get("north partially paid") ?? null,
    check_reconciliation_id: confirmed,
  }, { touch: "amount" });
  const { sql } = rows;
  const paid = { ...payment, invoice_id: invoices.get("north paid") ?? null, amount: "100.00" };
  await sql.unsafe(insertStatement("payments", paid));
  await sql`update check_reconciliations set status = 'confirmed' where id = ${confirmed}`;
  await sql`update check_reconciliations set status = 'returned' where id = ${returnedOne}`;
}
