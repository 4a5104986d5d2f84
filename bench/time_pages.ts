import postgres from "postgres";
import { asCaller } from "./as_caller.ts";
import type { Benchmark, Figure } from "./benchmark.ts";
import { sendWeeks } from "./load_sent_weeks.ts";
import { lastWeeks, loadWork, WEEK } from "./load_work.ts";
import { count, medianOfCalls } from "./measure.ts";

const FACILITIES = 500;
const CONTRACTORS = 8000;
const WEEKS = 50;
const ENTRIES_EACH = 5;
const ROUNDS = 15;
const MOST_TIME = 50;

/** A page of the console's lists, and one row more. */
export const PAGE_LIMIT = 26;

/** The newest time, as PostgREST asks for `select=…,assignments(contractors(first_name,last_name),facilities(name))`. */
export const ENTRIES_PAGE = `
  select entry.id, entry.work_date, entry.hours, entry.status, entry.notes, entry.sent_back_reason,
         row_to_json(placed.*)::jsonb
    from public.time_entries as entry
   left join lateral (
         select row_to_json(person.*)::jsonb as contractors, row_to_json(place.*)::jsonb as facilities
           from public.assignments as assignment
           left join lateral (
                select first_name, last_name from public.contractors where id = assignment.contractor_id) as person
             on true
           left join lateral (select name from public.facilities where id = assignment.facility_id) as place on true
          where assignment.id = entry.assignment_id) as placed on true
   order by entry.work_date desc, entry.id desc limit ${PAGE_LIMIT}`;

/** The newest of the time of facilities that a condition names, as the console asks for it. */
export const facilityTimePage = (where: string): string => `
  select time_entry_id, contractor_name, facility_name, work_date, hours, status, sent_back_reason, invoice_id,
         invoice_number
    from public.facility_time
   where ${where}
   order by work_date desc, time_entry_id desc limit ${PAGE_LIMIT}`;

/** Cost of the newest page of a large firm's time in the database. */
export const timePages: Benchmark = {
  name: "time-pages",
  aim:
    `a page of 2,000,000 entries, newest first, as the console asks for it: at most ${MOST_TIME} ms`,
  run: async (context) => {
    const facilities = context.size(FACILITIES);
    const contractors = context.size(CONTRACTORS);
    await using database = await context.databases.fresh(async (sql) => {
      await loadWork(sql, { facilities, contractors, ...lastWeeks(WEEKS) });
      await sendWeeks(sql, 1);
    });
    const sql = postgres(database.url, { max: 1 });
    try {
      const [facility] = await sql<[{ id: string }]>`
        select facility_id as id from public.assignments order by id limit 1`;
      const [staff, contact] = [crypto.randomUUID(), crypto.randomUUID()];
      await sql`
        insert into public.staff_members (name, user_id, roles) values ('Staff', ${staff}, '{viewer}')`;
      await sql`
        insert into public.facility_contacts (facility_id, name, user_id)
        values (${facility.id}, 'Contact', ${contact})`;
      const questions: readonly [
        name: string,
        user: string,
        question: string,
        mostTime?: number,
      ][] = [
        ["all time", staff, ENTRIES_PAGE, MOST_TIME],
        [
          "facility_time, a contact",
          contact,
          facilityTimePage(`facility_id in ('${facility.id}')`),
          MOST_TIME,
        ],
        [
          "facility_time, staff, a facility",
          staff,
          facilityTimePage(`facility_id = '${facility.id}'`),
          MOST_TIME,
        ],
        ["facility_time, staff, a day", staff, facilityTimePage(`work_date = '${WEEK}'`)],
        ["facility_time, staff, all", staff, facilityTimePage("true"), MOST_TIME],
      ];
      const size = `a page of ${count(contractors * ENTRIES_EACH * WEEKS)} entries`;
      const figures: Figure[] = [];
      for (const [name, user, question, mostTime] of questions) {
        const ask = () => asCaller(sql, "authenticated", user, (sql) => sql.unsafe(question));
        figures.push({
          name,
          size,
          ...await medianOfCalls(ROUNDS, ask),
          ...mostTime && { mostTime },
        });
        context.report(name);
      }
      return figures;
    } finally {
      await sql.end({ timeout: 5 });
    }
  },
};
