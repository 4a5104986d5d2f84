/** Purchase orders, and drafts that bill of them. */
import type { Firm } from "../firm.ts";
import { draft } from "./drafts.ts";

/** Terms of an order; all of 2026 and without a limit, unless said otherwise. */
export interface Order {
  readonly number?: string;
  readonly startsOn?: string;
  readonly endsOn?: string | null;
  readonly amount?: string | null;
}

/** An order of the facility. */
export async function addOrder(
  { sql, facilityId }: Pick<Firm, "sql" | "facilityId">,
  { number = "PO-1", startsOn = "2026-01-01", endsOn = "2026-12-31", amount = null }: Order = {},
): Promise<string> {
  const [order] = await sql<[{ id: string }]>`
    insert into public.purchase_orders (facility_id, number, starts_on, ends_on, amount)
    values (${facilityId}, ${number}, ${startsOn}, ${endsOn}, ${amount}) returning id`;
  return order.id;
}

/** A draft with an adjustment line of each amount, all of the order. */
export async function draftOfOrder(
  firm: Firm,
  order: string,
  ...amounts: readonly string[]
): Promise<string> {
  const id = await draft(firm, amounts);
  await firm
    .sql`update public.invoice_lines set purchase_order_id = ${order} where invoice_id = ${id}`;
  return id;
}
