/** Batches of many people, each with a bonus and nothing else. */
import type postgres from "postgres";
import { prepare } from "./batches.ts";

/** A draft batch of so many people, `Nurse 00001` and so on, each with a bonus of as many dollars as their number. */
export async function batchOfMany(
  sql: postgres.Sql,
  people: number,
  monday: string,
): Promise<string> {
  await sql`
    with person as (
        insert into public.contractors (first_name, last_name, email)
        select 'Ada', 'Nurse ' || lpad(nth::text, 5, '0'), 'nurse-' || nth || '@example.org'
          from generate_series(1, ${people}::int) as nth
        returning id, right(last_name, 5)::int as nth)
    insert into public.payroll_adjustments (contractor_id, payable_on, kind, amount, in_regular_rate, reason, approved_at)
    select person.id, ${monday}::text::date, 'bonus', person.nth, false, 'Thank you', now() from person`;
  return await prepare(sql, monday);
}
