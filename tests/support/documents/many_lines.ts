import type postgres from "postgres";
import { addAssignments } from "../../../fixtures/assignments.ts";
import { plusDays } from "../../../fixtures/days.ts";
import { addContractors, addFacilities } from "../../../fixtures/people.ts";
import { MONDAY } from "../billing/billed_time.ts";
import { send } from "../billing/invoices.ts";

/** Parts of an invoice of many lines. */
export interface ManyLines {
  readonly contractors: number;
  /** Each day a line, from Monday on; 5 of a week make no overtime of 8 hours. */
  readonly days: number;
  /** Number of entries a day, each a line; one, unless said otherwise. */
  readonly aDay?: number;
  readonly hours?: string;
}

/** A sent invoice of a facility of its own with a line for each entry of each day of each contractor. */
export async function invoiceOfManyLines(
  sql: postgres.Sql,
  { contractors, days, aDay = 1, hours = "8" }: ManyLines,
): Promise<string> {
  const [facilityId = ""] = await addFacilities(sql, ["Mercy Hospital"]);
  const ids = await addContractors(sql, contractors);
  await sql`
    update public.contractors as contractor set last_name = 'Nurse ' || lpad(named.nth::text, 5, '0')
      from unnest(${ids}::uuid[]) with ordinality as named (id, nth) where named.id = contractor.id`;
  const assignments = await addAssignments(
    sql,
    ids.map((contractorId) => ({ contractorId, facilityId })),
  );
  await sql`
    insert into public.time_entries (assignment_id, work_date, hours, status)
    select assignment.id, ${MONDAY}::text::date + day, ${hours}::text::numeric, 'approved'
      from unnest(${assignments}::uuid[]) as assignment (id)
     cross join generate_series(0, ${days - 1}) as day
     cross join generate_series(1, ${aDay})`;
  const [invoice] = await sql<[{ id: string }]>`
    select id from public.create_facility_invoice(
      ${facilityId}, ${MONDAY}::text::date, ${plusDays(MONDAY, days - 1)}::text::date)`;
  await send(sql, [invoice.id], plusDays(MONDAY, days));
  return invoice.id;
}
