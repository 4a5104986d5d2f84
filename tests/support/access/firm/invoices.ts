import { pastTriggers } from "../../../../fixtures/past_triggers.ts";
import { insertStatement, type PreparedRows, type Values } from "../prepared_rows.ts";
import type { People } from "./people.ts";
import type { Placements } from "./placements.ts";

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

/** Adds a line to the invoice of a label. */
type AddLine = (label: string, invoice: string, also: Values) => Promise<void>;

/** Invoices and their lines: adjustments on all of them, time and differences on a draft and on a sent one. */
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
    const dates = { issue_date: "2026-02-10", due_date: "2100-01-31" };
    const sent = isSent ? { ...dates, number: crypto.randomUUID() } : {};
    // Another draft of the facility is of another week.
    const like = isSent
      ? { number: crypto.randomUUID() }
      : { period_start: "2026-01-12", period_end: "2026-01-18" };
    const trials = { touch: "void_reason", like };
    const id = await rows.add("invoices", label, { ...invoice, ...sent, ...state }, trials);
    invoices.set(label, id);
  }

  // Lines of sent invoices no longer change: the guards stand aside while these are made.
  const { sql } = rows;
  const line: AddLine = async (label, invoice, also) => {
    const values = { invoice_id: invoices.get(invoice) ?? null, amount: "100.00", ...also };
    const id = crypto.randomUUID();
    await pastTriggers(
      sql,
      (sql) => sql.unsafe(insertStatement("invoice_lines", { id, ...values })),
    );
    // A second line of one part would be refused for that, before it is for the state of its invoice.
    const trial = also.kind === "regular" && invoice === "north sent"
      ? { ...values, part: "2" }
      : values;
    rows.know("invoice_lines", label, { id, ...values }, { touch: "description" }, trial);
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
    // Its line is written past the trigger that would take it off the list.
    await sql`delete from private.unbilled_entries where time_entry_id operator(pg_catalog.=) ${entryId}`;
    await line(`${label}, time`, label, {
      kind: "regular",
      description: "Ada Nurse",
      time_entry_id: entryId,
      part: "1",
      work_date: "2026-01-06",
      hours: "1.00",
      rate: "100.00",
      multiplier: "1.000",
    });
  }
  await prepareDifferences(rows, people, line);
  for (const label of ["north", "south"] as const) {
    const facility = { facility_id: people[label], facility_name: label };
    rows.know("ar_aging", label, facility, { key: ["facility_id"], touch: "facility_name" });
    rows.know("customers", label, facility, { key: ["facility_id"], touch: "facility_name" });
    const customer = { customer_id: people[label], customer_name: label };
    rows.know("customer_aging", label, customer, { key: ["customer_id"], touch: "customer_name" });
  }
  await rows.add("invoice_bundles", "north", {
    facility_id: people.north,
    issue_date: "2026-02-10",
  }, { touch: "issue_date" });
  return invoices;
}

/** A week of Ada's that was billed more than it comes to. */
async function prepareDifferences(
  rows: PreparedRows,
  people: People,
  line: AddLine,
): Promise<void> {
  const week = { contractor_id: people.ada, week_start: "2026-01-05" };
  for (const label of ["north draft", "north sent"]) {
    await line(`${label}, difference`, label, {
      kind: "difference",
      description: "Ada Nurse, week of 2026-01-05",
      multiplier: null,
      ...week,
    });
  }
  await rows.sql`
    insert into private.weeks_to_compare (contractor_id, week_start)
    values (${week.contractor_id}, ${week.week_start})`;
  const difference = { facility_id: people.north, ...week, facility_name: "north" };
  rows.know("unbilled_differences", "ada at north", difference, {
    key: ["facility_id", "contractor_id", "week_start"],
    touch: "facility_name",
  });
  rows.know("unbilled_groups", "north", { facility_id: people.north, facility_name: "north" }, {
    key: ["facility_id"],
    touch: "facility_name",
  });
}
