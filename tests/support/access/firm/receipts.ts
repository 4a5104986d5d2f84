import type postgres from "postgres";
import { insertStatement, type PreparedRows, type Values } from "../prepared_rows.ts";
import type { Invoices } from "./invoices.ts";
import type { People } from "./people.ts";

/** Checks, reconciliations, payments and credits. */
export async function prepareReceipts(
  rows: PreparedRows<postgres.ISql>,
  people: People,
  invoices: Invoices,
): Promise<void> {
  const received = { facility_id: people.north, amount: "60.00", received_on: "2026-01-15" };
  const check = async (label: string, also: Values = {}) =>
    await rows.add("checks", label, { ...received, ...also }, { touch: "amount" });
  const free = await check("received");
  const proposedFor = await check("received, with a proposal");
  const reconciled = await check("reconciled", { status: "reconciled" });
  const returned = await check("returned", { status: "returned" });

  const credit = await rows.add("facility_credits", "north", {
    facility_id: people.north,
    check_id: reconciled,
    amount: "20.00",
    remaining: "15.00",
  }, { touch: "remaining", like: { check_id: free } });

  await rows.add("refunds", "north", {
    facility_id: people.north,
    facility_credit_id: credit,
    amount: "5.00",
    refunded_on: "2026-02-01",
    reason: "Closed down",
  }, { touch: "amount" });

  const remittance = await rows.add("remittances", "of north", {
    bank_reference: crypto.randomUUID(),
    received_on: "2026-01-15",
    amount: "60.00",
    method: "check",
    check_id: proposedFor,
  }, { touch: "payer", like: { bank_reference: crypto.randomUUID() } });
  rows.know("remittance_states", "of north", { id: remittance, payer: null }, { touch: "payer" });
  const ofNorth = await rows.add("remittance_lines", "of north", {
    remittance_id: remittance,
    invoice_number: "As written",
    invoice_id: invoices.get("north sent") ?? null,
    amount: "60.00",
  }, { touch: "deduction_reason", like: { invoice_number: "Another" } });
  rows.know("remittance_line_states", "of north", { id: ofNorth, invoice_number: "As written" }, {
    touch: "invoice_number",
  });

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
  await prepareCreditNote(rows, people, invoices);
  const paid = { ...payment, invoice_id: invoices.get("north paid") ?? null, amount: "100.00" };
  await sql.unsafe(insertStatement("payments", paid));
  await sql`update check_reconciliations set status = 'confirmed' where id = ${confirmed}`;
  await sql`update check_reconciliations set status = 'returned' where id = ${returnedOne}`;
}

/** A credit note for the adjustment of a sent invoice, all of which it left as a credit: by hand, with no number taken. */
async function prepareCreditNote(
  rows: PreparedRows<postgres.ISql>,
  people: People,
  invoices: Invoices,
): Promise<void> {
  const { sql } = rows;
  const invoice = invoices.get("north partially paid") ?? null;
  const note = {
    invoice_id: invoice,
    facility_id: people.north,
    number: crypto.randomUUID(),
    amount: "100.00",
    counts_on: "2026-02-10",
    reinstates: "false",
    reason: "Billed twice",
    issued_on: "2026-02-10",
    facility_name: "North",
  };
  const noteId = await rows.add("credit_notes", "north", note, {
    touch: "reason",
    like: { number: crypto.randomUUID() },
  });
  const line = rows.all.find(({ table, label }) =>
    table === "invoice_lines" && label === "north partially paid, adjustment"
  );
  await rows.add("credit_note_lines", "north", {
    credit_note_id: noteId,
    invoice_line_id: line?.key.id ?? null,
    amount: "100.00",
  }, { touch: "credit_note_id", key: ["credit_note_id", "invoice_line_id"] });
  const sent = rows.all.find(({ table, label }) =>
    table === "invoice_lines" && label === "north sent, adjustment"
  );
  await rows.add("disputed_lines", "north", {
    invoice_line_id: sent?.key.id ?? null,
    invoice_id: invoices.get("north sent") ?? null,
    amount: "10.00",
  }, { touch: "amount", key: ["invoice_line_id"] });
  await sql.unsafe(insertStatement("facility_credits", {
    facility_id: people.north,
    credit_note_id: noteId,
    amount: "100.00",
    remaining: "100.00",
  }));
}
