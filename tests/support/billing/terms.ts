import type postgres from "postgres";

/** Hours of a contractor that count together for the overtime that is billed. */
export type BillScope = "facility" | "assignment" | "contractor";

/** Bills all assignments that there are in a scope; new ones begin with their facility's, `facility`. */
export async function billInScope(sql: postgres.ISql, scope: BillScope): Promise<void> {
  await sql`update public.assignment_bill_terms set scope = ${scope}`;
}
