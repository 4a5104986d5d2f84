/** Fees, rebates and sales taxes, and the lines that they are on. */
import type postgres from "postgres";
import type { Firm } from "../firm.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

/** A fee: 3 % of all for the program's manager, from the start of 2026, unless said otherwise. */
export interface Fee {
  readonly kind?: string;
  readonly name?: string;
  readonly base?: string;
  readonly rate?: string | null;
  readonly amount?: string | null;
  readonly from?: string;
  readonly to?: string | null;
  /** Of a rebate by volume: from how much on, and for what. */
  readonly volumeFrom?: string | null;
  readonly counts?: string | null;
  readonly lessensOrders?: boolean;
  readonly account?: string | null;
}

export async function addFee(
  { sql, facilityId }: Pick<Firm, "sql" | "facilityId">,
  {
    kind = "msp",
    name = "MSP fee",
    base = "all",
    amount = null,
    rate = amount === null ? "0.03" : null,
    from = "2026-01-01",
    to = null,
    volumeFrom = null,
    counts = null,
    lessensOrders = false,
    account = null,
  }: Fee = {},
): Promise<string> {
  const [fee] = await sql<[{ id: string }]>`
    insert into public.facility_fees (
        facility_id, kind, name, base, rate, amount, effective_from, effective_to, volume_from, volume_counts,
        lessens_orders, account)
    values (${facilityId}, ${kind}, ${name}, ${base}, ${rate}, ${amount}, ${from}, ${to}, ${volumeFrom}, ${counts},
            ${lessensOrders}, ${account})
    returning id`;
  return fee.id;
}

/** A tax: 6 % of all in Pennsylvania, from the start of 2026, unless said otherwise. */
export async function addTax(
  sql: postgres.Sql,
  { name = "Sales tax", jurisdiction = "PA", rate = "0.06", base = "all", from = "2026-01-01" } =
    {},
): Promise<string> {
  const [tax] = await sql<[{ id: string }]>`
    insert into public.sales_taxes (name, jurisdiction, rate, base, effective_from)
    values (${name}, ${jurisdiction}, ${rate}, ${base}, ${from}) returning id`;
  return tax.id;
}

/** Fees and taxes of an invoice, such as `"MSP fee, 3 % of 10,080.00 = -302.40"`. */
export async function chargesOf(sql: Sql, invoiceId: string): Promise<string[]> {
  const lines = await sql.unsafe<{ line: string }[]>(
    `select description || ' = ' || amount as line from public.invoice_lines
      where invoice_id = $1 and base is not null order by kind, description, amount`,
    [invoiceId],
  );
  return lines.map(({ line }) => line);
}

/** Approved time of three nurses that comes to 10,080.00 in the week of 2 March 2026. */
export async function workFor10080(firm: Firm): Promise<void> {
  for (let nurse = 0; nurse < 3; nurse++) {
    const assignment = await firm.assignment();
    for (const day of ["02", "03", "04", "05"]) {
      await firm.entry(assignment, "approved", `2026-03-${day}`, "8.4");
    }
  }
}
