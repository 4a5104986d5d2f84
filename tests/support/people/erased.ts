/** Somebody who was hired, paid and billed, and will be erased; nobody else has a word of theirs. */
import type postgres from "postgres";
import { Firm } from "../firm.ts";
import { close, prepare } from "../payroll/batches.ts";

/** Their name and the rest. */
export const ZEBULON = {
  first: "Zebulon",
  last: "Quackenbush",
  email: "zeb.quackenbush@mail.example",
  phone: "303-555-0199",
  street: "77 Needle Street",
  specialty: "Perfusion of hearts",
} as const;

/** Words that are erased at once, and those that pay's retention keeps. */
export const AT_ONCE: readonly string[] = [ZEBULON.email, ZEBULON.phone, ZEBULON.specialty];
export const LATER: readonly string[] = [ZEBULON.last, ZEBULON.street];

/** Rows that were made of them. */
export interface Worked {
  readonly candidateId: string;
  readonly contractorId: string;
  readonly userId: string;
}

/** Hires, places, bills and pays them, in the week before March 16, 2026; their place has ended since. */
export async function workedAndLeft(sql: postgres.Sql): Promise<Worked> {
  const { first, last, email, phone, street, specialty } = ZEBULON;
  const firm = await Firm.create(sql);
  const userId = crypto.randomUUID();
  const [candidate] = await sql<[{ id: string }]>`
    insert into candidates (first_name, last_name, email, phone, specialty, status)
    values (${first}, ${last}, ${email}, ${phone}, ${specialty}, 'offered') returning id`;
  const [place] = await sql<[{ id: string; contractor_id: string }]>`
    select id, contractor_id
      from hire_candidate(${candidate.id}, ${firm.facilityId}, '2026-03-09', 100, 60, overtime_rule => 'colorado')`;
  const { contractor_id: contractorId } = place;
  await sql`update contractors set user_id = ${userId} where id = ${contractorId}`;
  await sql`
    update contractor_details set address = ${street}
     where contractor_id = ${contractorId} and phone = ${phone}`; // it came with the candidate
  await sql`
    insert into notes (about, about_id, text)
    values ('contractor', ${contractorId}, ${`${first} rang from ${phone}.`}),
           ('candidate', ${candidate.id}, ${`Knows ${specialty}.`}),
           ('facility', ${firm.facilityId}, ${`They asked for ${first} ${last} again.`})`;
  for (const day of ["2026-03-09", "2026-03-10", "2026-03-11"]) {
    await firm.entry(place.id, "approved", day, "12");
  }
  await sql`
    insert into payroll_adjustments (contractor_id, payable_on, kind, amount, reason, approved_at)
    values (${contractorId}, '2026-03-12', 'bonus', 50, ${`${first} ${last} (${email}) stayed on.`}, now())`;
  await sql`select weekly_billing_run('2026-03-09')`;
  await sql`select send_invoices(array_agg(id)) from invoices where status = 'draft'`;
  await close(sql, await prepare(sql, "2026-03-09"));
  await sql`update assignments set end_date = '2026-03-15' where id = ${place.id}`;
  await sql`update contractors set is_active = false where id = ${contractorId}`;
  return { candidateId: candidate.id, contractorId, userId };
}

/** Tables, also those that nobody may read, in which one of the words stands, whatever its case. */
export async function tablesThatSay(
  sql: postgres.Sql,
  words: readonly string[],
): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select class.oid::regclass::text as name from pg_class as class
     where class.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       and class.relkind in ('r', 'p') and not class.relispartition
     order by 1`;
  const said: string[] = [];
  for (const { name } of tables) {
    const [found] = await sql.unsafe<{ is_there: boolean }[]>(
      `select exists (select from ${name} as row
                       where exists (select from unnest($1::text[]) as word
                                      where strpos(lower(row::text), lower(word)) > 0)) as is_there`,
      [[...words]],
    );
    if (found?.is_there) said.push(name);
  }
  return said;
}
