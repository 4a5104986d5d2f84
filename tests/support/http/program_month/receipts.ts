/** Money of the month that is played: what the bank reports, and what billing enters. */
import { assertEquals } from "@std/assert";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "../../../../supabase/functions/_shared/database.types.ts";
import { rowsOfFile } from "../../../../supabase/functions/_shared/moving_in/rows_of_file.ts";
import { money } from "../closing.ts";
import { done } from "../newcomers.ts";
import { importFile } from "../played_firm.ts";

type Client = SupabaseClient<Database>;

/** Payments of a bank's file, and how far they are. */
export async function bank(billing: Client, file: string): Promise<string[]> {
  const { rows, errors } = rowsOfFile("remittances", new TextEncoder().encode(file));
  assertEquals(errors, []);
  const { inserted, skipped } = await importFile(billing, "remittances", rows);
  assertEquals([inserted, skipped], [rows.length, 0]);
  const again = await importFile(billing, "remittances", rows);
  assertEquals([again.inserted, again.skipped], [0, rows.length]);
  return await remittances(billing);
}

/** Payments that the bank reported, in the order in which they came, and how far each is. */
export async function remittances(billing: Client): Promise<string[]> {
  const rows = await done(
    billing.from("remittance_states")
      .select("amount, state, facility_name, matched_by, on_invoices, short_by")
      .order("received_on").order("id"),
  );
  return rows.map((row) =>
    [
      money(row.amount),
      row.state,
      ...row.facility_name === null ? [] : [row.facility_name, row.matched_by],
      `on invoices ${money(row.on_invoices)}, short by ${money(row.short_by)}`,
    ].join(" ")
  );
}

/** Confirms what is proposed for the one remittance, or the one check, that waits. */
export async function confirmProposed(billing: Client): Promise<void> {
  const proposed = await done(
    billing.from("check_reconciliations").select("id").eq("status", "proposed"),
  );
  assertEquals(proposed.length, 1);
  await done(
    billing.rpc("confirm_check_reconciliation", { check_reconciliation_id: proposed[0]?.id ?? "" }),
  );
}

/** Enters a payment of the program with what it pays, and confirms. Gives the check. */
export async function receive(
  billing: Client,
  check: {
    readonly facility_id: string;
    readonly check_number: string;
    readonly method: "check" | "wire";
    readonly amount: number;
    readonly received_on: string;
  },
  pays: readonly (readonly [invoice: string, component: string, amount: number])[],
): Promise<string> {
  const { id: check_id } = await done(billing.from("checks").insert(check).select("id").single());
  const { id } = await done(
    billing.from("check_reconciliations").insert({ check_id }).select("id").single(),
  );
  await done(
    billing.from("check_reconciliation_lines").insert(
      pays.map(([invoice_id, component, amount]) => ({
        check_reconciliation_id: id,
        invoice_id,
        component: component as "principal",
        amount,
      })),
    ).select("amount"),
  );
  await confirmProposed(billing);
  return check_id;
}

/** The invoice's status, balance and interest that is left. */
export async function owed(billing: Client, id: string): Promise<string> {
  const row = await done(
    billing.from("invoices").select("status, balance, interest_balance").eq("id", id).single(),
  );
  return `${row.status} ${money(row.balance)} ${money(row.interest_balance)}`;
}
