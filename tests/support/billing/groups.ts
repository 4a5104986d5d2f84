/** Facilities whose invoices are made by group, and what is on them. */
import type postgres from "postgres";
import { Firm } from "../firm.ts";
import { addOrder } from "./orders.ts";

/** A facility whose invoices are made by something, two people in its ICU and one in no department. */
export async function facilityInGroups(
  sql: postgres.Sql,
  by: "department" | "order" | "assignment",
): Promise<{ firm: Firm; icu: string[]; other: string; order: string }> {
  const firm = await Firm.create(sql);
  const icu = [await firm.assignment(), await firm.assignment()];
  const other = await firm.assignment();
  const order = await addOrder(firm, { number: "PO-4711" });
  await sql`update facilities set invoices_by = ${by} where id = ${firm.facilityId}`;
  await sql`
    update assignments set department = 'ICU', cost_centre = '7100', purchase_order_id = ${order}
     where id = any (${icu}::uuid[])`;
  return { firm, icu, other, order };
}

/** All invoices that are not void, such as `"ICU 2026-03-02 2026-03-08 1600.00"`, by their days and group. */
export async function groupedInvoices(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ invoice: string }[]>`
    select concat_ws(' ', coalesce(group_name, '-'), period_start, period_end, total) as invoice
      from invoices where status <> 'void' order by period_start, period_end, group_name nulls last, total`;
  return rows.map(({ invoice }) => invoice);
}
