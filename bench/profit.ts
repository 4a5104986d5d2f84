import { join } from "node:path";
import postgres from "postgres";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import { forecastsOf, isTold, MOST_ERROR } from "./forecast.ts";
import { firmOf, loadFirm } from "./load_size.ts";
import { WEEK } from "./load_work.ts";
import { count, medianOfCalls, timed } from "./measure.ts";
import { ROOT } from "./server.ts";
import { TODAY } from "./today.ts";

const ENTRIES = 1_000_000;
const ROUNDS = 5;
/** A year's profit should be there within a second. */
const MOST_TIME = 1000;
const WAYS = ["facility", "customer", "week", "assignment", "recruiter"] as const;

/** Cost of a year's gross profit, and how far cash ahead is off on the demo firm. */
export const profit: Benchmark = {
  name: "profit",
  aim:
    `gross profit of a year of ${
      count(ENTRIES)
    } entries: at most ${MOST_TIME} ms; cash ahead on the demo's half ` +
    `year: four weeks' receipts within ${100 * MOST_ERROR} %, and nearer than by due dates`,
  run: async (context) => [...await measureYear(context), ...await measureForecast(context)],
};

async function measureYear(context: BenchContext): Promise<Figure[]> {
  const firm = firmOf(context.size(ENTRIES));
  await using database = await context.databases.fresh(async (sql) => {
    await loadFirm(sql, firm);
    await sql`
      insert into public.burden_rates (employment_type, state, effective_from, rate)
      values ('w2', null, '2020-01-01', 0.0765), ('w2', 'CO', '2025-07-01', 0.11), ('1099', null, '2020-01-01', 0)`;
    await sql`
      insert into public.staff_members (name, email)
      select 'Recruiter ' || n, n || '@example.org' from generate_series(1, 20) as n`;
    await sql`
      insert into public.assignment_recruiters (assignment_id, staff_member_id, share, effective_from)
      select assignment.id, member.id, 1, '2020-01-01'
        from (select id, row_number() over (order by id) % 20 as place from public.assignments) as assignment
        join (select id, row_number() over (order by id) % 20 as place
                from public.staff_members) as member on member.place = assignment.place`;
    await sql`insert into public.recruiter_commissions (staff_member_id, rate) select id, 0.08 from public.staff_members`;
  });
  const sql = connectTo(database.url);
  try {
    const figures: Figure[] = [];
    for (const by of WAYS) {
      figures.push({
        name: `gross_profit of a year by ${by}`,
        size: `${count(firm.entries)} entries`,
        ...await medianOfCalls(
          ROUNDS,
          () =>
            timed(() =>
              sql`select count(*) from gross_profit(${WEEK}::date - 363, ${WEEK}::date + 6, ${by})`
            ),
        ),
        mostTime: MOST_TIME,
      });
    }
    figures.push({
      name: "weekly_flash",
      size: `${count(firm.entries)} entries`,
      ...await medianOfCalls(
        ROUNDS,
        () => timed(() => sql`select count(*) from weekly_flash(${WEEK})`),
      ),
    });
    return figures;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function measureForecast(context: BenchContext): Promise<Figure[]> {
  await using database = await context.databases.fresh(async (sql) => {
    await sql.unsafe(`set app.clock = '${TODAY} 12:00+00'`);
    await sql.unsafe(await Deno.readTextFile(join(ROOT, "supabase/seed.sql")));
    await sql.unsafe("reset all");
  });
  const sql = connectTo(database.url);
  try {
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    return (await forecastsOf(sql)).map((one) => {
      const { day, known, came, ours, byDueDates } = one;
      const isMissed = isTold(one) &&
        (Math.abs(ours) > MOST_ERROR || Math.abs(ours) >= Math.abs(byDueDates));
      return {
        name: `cash_ahead as of ${day}, how far four weeks' receipts were off`,
        size: "the demo firm",
        time: null,
        value: `${percent(ours)}${isMissed ? ", missed" : ""}`,
        note: `by due dates ${percent(byDueDates)}; ${
          Math.round(came).toLocaleString("en-US")
        } came in; facilities that had paid twelve invoices: ${known}`,
      };
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function connectTo(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { "app.clock": `${TODAY} 12:00+00` },
  });
}
