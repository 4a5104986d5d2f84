import postgres from "postgres";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { asCaller } from "./as_caller.ts";
import type { Benchmark, Figure } from "./benchmark.ts";
import { loadBills } from "./load_bills.ts";
import { placePeople } from "./load_work.ts";
import { count, medianOfCalls } from "./measure.ts";
import { TODAY } from "./today.ts";

const FACILITIES = 500;
const CONTRACTORS = 40_000;
const INVOICES = 400_000;
const ROUNDS = 15;
const MOST_TIME = 20;

/** Syllables that names are made of: a tenth of all people is called alike by the first name. */
const FIRST = ["Ana", "Luís", "María", "John", "Wei", "Noor", "Kai", "Sinéad", "Olu", "Petra"];
const LAST = ["sil", "gar", "ram", "wil", "joh", "and", "mar", "oko", "ngu", "kow"];

const PLACES = ["Mercy", "Boulder", "St. Mary's", "Denver", "Aurora", "Pueblo", "Golden", "Arvada"];
const HOUSES = ["Hospital", "Medical Center", "Surgery", "Clinic", "Rehab"];

/** Searches, from what names nearly everybody to what names one. */
const SEARCHES = ["m", "maria", "silva maria", "boulder", "oko john boulder 12", "000061", "zzzz"];

/** Cost of finding somebody or something by what is typed, for staff. */
export const search: Benchmark = {
  name: "search",
  aim:
    `search among 40,000 people and 400,000 invoices, for staff: at most ${MOST_TIME} ms a search`,
  run: async (context) => {
    const facilities = context.size(FACILITIES);
    const contractors = context.size(CONTRACTORS);
    const invoices = context.size(INVOICES);
    await using database = await context.databases.fresh(async (sql) => {
      await pastTriggers(sql, async (sql) => {
        await placePeople(sql, { facilities, contractors });
        await nameThem(sql);
        await loadBills(sql, "paid", invoices, sql`${TODAY}::date - 60 - n % 1000`);
        await sql`
          update public.invoices
             set number = format('INV-%s-%s', 2020 + split_part(number, '-', 2)::int % 7,
                                 lpad((split_part(number, '-', 2)::int / 7 + 1)::text, 6, '0'))`;
      });
      await sql`vacuum analyze`;
    });
    const sql = postgres(database.url, { max: 1 });
    try {
      const staff = crypto.randomUUID();
      await sql`
        insert into public.staff_members (name, user_id, roles) values ('Staff', ${staff}, '{viewer}')`;
      const figures: Figure[] = [];
      for (const text of SEARCHES) {
        const ask = () =>
          asCaller(sql, "authenticated", staff, (sql) => sql`select * from public.search(${text})`);
        figures.push({
          name: `search "${text}"`,
          size: `${count(contractors)} people, ${count(invoices)} invoices`,
          ...await medianOfCalls(ROUNDS, ask),
          mostTime: MOST_TIME,
        });
        context.report(text);
      }
      return figures;
    } finally {
      await sql.end({ timeout: 5 });
    }
  },
};

async function nameThem(sql: postgres.TransactionSql): Promise<void> {
  await sql`
    update public.contractors as contractor
       set first_name = (${[...FIRST]}::text[])[1 + n % 10],
           last_name = initcap((${[...LAST]}::text[])[1 + n / 10 % 10] || (${[
    ...LAST,
  ]}::text[])[1 + n / 100 % 10])
                       || case n % 3 when 0 then '-Silva' else '' end
      from (select id, row_number() over (order by id) as n from public.contractors) as numbered
     where numbered.id = contractor.id`;
  await sql`
    update public.facilities as facility
       set name = (${[...PLACES]}::text[])[1 + n % 8] || ' ' || (${[
    ...HOUSES,
  ]}::text[])[1 + n / 8 % 5] || ' ' || n
      from (select id, row_number() over (order by id) as n from public.facilities) as numbered
     where numbered.id = facility.id`;
}
