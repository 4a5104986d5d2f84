/** A fee and a sales tax of the first facility's invoices, in whole cents: what is taken off, and what is added. */
import type postgres from "postgres";

/** Percent of what is billed that the program takes, and of the rest that is tax. */
const FEE = 3;
const TAX = 6;

/** Lets the first of the facilities have both from long before; the second lies elsewhere. */
export async function enterCharges(sql: postgres.Sql, facilityId: string): Promise<void> {
  await sql`update facilities set work_state = 'PA' where id = ${facilityId}`;
  await sql`
    insert into facility_fees (facility_id, kind, name, rate, effective_from)
    values (${facilityId}, 'msp', 'MSP fee', ${FEE} / 100.0, '2025-01-01')`;
  await sql`
    insert into sales_taxes (name, jurisdiction, rate, effective_from)
    values ('Sales tax', 'PA', ${TAX} / 100.0, '2025-01-01')`;
}

/** Total of an invoice that bills so much before both. */
export function totalOf(gross: number): number {
  const fee = Math.round(gross * FEE / 100);
  return gross - fee + Math.round((gross - fee) * TAX / 100);
}

/** Amount that a part of what an invoice bills comes to with its share of both, each rounded as a whole. */
export function netOf({ gross, total }: { gross: number; total: number }, part: number): number {
  if (gross === total) return part;
  const fee = Math.round(gross * FEE / 100);
  const tax = total - gross + fee;
  const shareOfFee = Math.round(fee * part / gross);
  return part - shareOfFee + Math.round(tax * (part - shareOfFee) / (gross - fee));
}
