import { assert } from "@std/assert";
import type { ConsoleFirm } from "./firm.ts";

/** An assignment, its facility and its person, and a workweek with a day of it. */
export type Place = Record<
  "id" | "facility" | "name" | "person" | "listed" | "week" | "day",
  string
>;

/** The demo contractor's place, a week there in which nothing is entered, and a day of it; the demo contact speaks for it. */
export async function emptyWeek({ sql }: ConsoleFirm): Promise<Place> {
  const [place] = await sql<Place[]>`
    select assignment.id, facility.id as facility, facility.name,
           contractor.first_name || ' ' || contractor.last_name as person,
           contractor.last_name || ', ' || contractor.first_name as listed,
           (private.workweek_start(clock.business_date) - 7)::text as week,
           (private.workweek_start(clock.business_date) - 4)::text as day
      from public.assignments as assignment
      join public.contractors as contractor on contractor.id = assignment.contractor_id
      join public.facilities as facility on facility.id = assignment.facility_id
      join auth.users as person on person.id = contractor.user_id
     cross join private.clock() as clock
     where person.email = 'contractor@demo.example'
       and assignment.start_date <= private.workweek_start(clock.business_date) - 7
       and coalesce(assignment.end_date, 'infinity') >= clock.business_date
     order by assignment.start_date desc limit 1`;
  assert(place);
  await sql`update public.time_entries set status = 'draft' where assignment_id = ${place.id}
             and work_date between ${place.week} and ${place.week}::date + 6
             and status in ('submitted', 'approved')`;
  await sql`delete from public.time_entries where assignment_id = ${place.id} and status = 'draft'
             and work_date between ${place.week} and ${place.week}::date + 6`;
  await sql`
    insert into public.facility_contacts (facility_id, name, email, user_id)
    select ${place.facility}, 'Contact', email, id from auth.users where email = 'facility@demo.example'
        on conflict do nothing`;
  return place;
}
