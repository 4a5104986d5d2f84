/** Facilities that have their invoices otherwise from one day to the next: by group, and over other days. */
import fc from "fast-check";
import type postgres from "postgres";
import type { Operation } from "./history.ts";

const GROUPINGS = ["one", "department", "order", "assignment"] as const;
const CYCLES = ["week", "two_weeks", "month"] as const;

/** A facility that has its invoices by something else from now on. */
const regroup = fc.record({
  facility: fc.integer({ min: 0, max: 1 }),
  by: fc.constantFrom(...GROUPINGS),
}).map(({ facility, by }): Operation => ({
  what: `facility ${facility} has its invoices by ${by}`,
  repeats: true,
  choose: ({ sql, facilities }) =>
    Promise.resolve(() =>
      sql`update facilities set invoices_by = ${by} where id = ${facilities[facility] ?? ""}`
    ),
}));

/** A facility that has its invoices over other days from now on. */
const changeCycle = fc.record({
  facility: fc.integer({ min: 0, max: 1 }),
  cycle: fc.constantFrom(...CYCLES),
}).map(({ facility, cycle }): Operation => ({
  what: `facility ${facility} has its invoices by the ${cycle}`,
  repeats: true,
  choose: ({ sql, facilities }) =>
    Promise.resolve(() =>
      sql`update facilities set billing_cycle = ${cycle} where id = ${facilities[facility] ?? ""}`
    ),
}));

/** An assignment that goes on in another department and on another order of its facility. */
const moveAssignment = fc.record({
  assignment: fc.integer({ min: 0, max: 2 }),
  department: fc.constantFrom(null, "ICU", "Surgery"),
  order: fc.constantFrom(null, "PO-1", "PO-2"),
}).map(({ assignment, department, order }): Operation => ({
  what: `assignment ${assignment} is in ${department}, on ${order}`,
  repeats: true,
  choose: ({ sql, assignments }) =>
    Promise.resolve(async () => {
      const id = assignments[assignment] ?? "";
      await sql`
        insert into purchase_orders (facility_id, number, starts_on)
        select facility_id, ${order}, '2026-01-01' from assignments where id = ${id} and ${order}::text is not null
            on conflict on constraint purchase_order_number_is_the_facilitys_own do nothing`;
      await sql`
        update assignments
           set department = ${department},
               purchase_order_id = (select id from purchase_orders
                                     where facility_id = assignments.facility_id and number = ${order})
         where id = ${id}`;
    }),
}));

/** Changes of how a facility has its invoices. */
export const otherInvoices = fc.oneof(regroup, changeCycle, moveAssignment, moveAssignment);

/** The n-th group of a facility that has something to bill, empty where it has none. */
export async function groupToBill(
  sql: postgres.Sql,
  facilityId: string,
  nth: number,
): Promise<string> {
  const groups = await groupsToBill(sql, facilityId);
  return groups[nth % Math.max(1, groups.length)] ?? "";
}

/** The groups of a facility that have something to bill, former ones too. */
export async function groupsToBill(sql: postgres.Sql, facilityId: string): Promise<string[]> {
  const rows = await sql<{ group_key: string }[]>`
    select group_key from unbilled_time where facility_id = ${facilityId} union
    select group_key from unbilled_guarantees where facility_id = ${facilityId} union
    select group_key from unbilled_differences where facility_id = ${facilityId} order by 1`;
  return rows.map(({ group_key }) => group_key);
}
