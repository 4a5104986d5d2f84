import { join } from "node:path";
import type postgres from "postgres";
import { plusDays } from "../fixtures/days.ts";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import { forecastsOf, isTold, MOST_ERROR } from "./forecast.ts";
import { firmOf, loadFirm } from "./load_size.ts";
import { WEEK } from "./load_work.ts";
import { count, medianOfCalls, timed } from "./measure.ts";
import { ROOT } from "./server.ts";
import { connectOn, TODAY } from "./today.ts";

const ENTRIES = 1_000_000;
const ROUNDS = 5;
/** A year's profit should be there within a second. */
const MOST_TIME = 1000;
/** Each line of a year within half of what a statement may take: two rows for each entry, one billed and one paid. */
const MOST_TIME_OF_LINES = 30_000;
/** By recruiter, each week of each assignment is looked at for what was collected of it: two hundred thousand. */
const MOST_TIME_OF_RECRUITERS = 5_000;
/** The Monday page has three weeks, each of which should be there within a second. */
const MOST_TIME_OF_FLASH = 3000;
/** A firm bills what it forgot: one entry in a hundred of the last eight weeks is on no invoice yet. */
const FORGOTTEN_SINCE = plusDays(WEEK, -56);
const WAYS = ["facility", "customer", "week", "assignment", "recruiter", "line"] as const;
/** The ways that are asked again of the firm when its customers take fees off. */
const WAYS_WITH_FEES = ["facility", "recruiter", "line"] as const;

/** Cost of a year's gross profit, and how far cash ahead is off on the demo firm. */
export const profit: Benchmark = {
  name: "profit",
  aim:
    `gross profit of a year of ${count(ENTRIES)} entries: at most ${MOST_TIME} ms, by recruiter ${
      MOST_TIME_OF_RECRUITERS / 1000
    } s, by line ${MOST_TIME_OF_LINES / 1000} s, without fees and with; the Monday page: at most ${
      MOST_TIME_OF_FLASH / 1000
    } s; cash ahead ` +
    `on the demo's half year, of those windows before which half of its facilities had paid twelve ` +
    `invoices: four weeks' receipts within ${100 * MOST_ERROR} %, and nearer than by due dates`,
  run: async (context) => [...await measureYear(context), ...await measureForecast(context)],
};

async function measureYear(context: BenchContext): Promise<Figure[]> {
  const firm = firmOf(context.size(ENTRIES));
  await using database = await context.databases.fresh(async (sql) => {
    await loadFirm(sql, firm, FORGOTTEN_SINCE);
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
    // As maintain does.
    await sql`select private.sum_up_invoices(1000000), private.sum_up_batches(1000000)`;
  });
  const sql = connectOn(database.url);
  try {
    const size = `${count(firm.entries)} entries`;
    const figures = await measureWays(sql, WAYS, size);
    await addFees(sql);
    return [
      ...figures,
      ...await measureWays(sql, WAYS_WITH_FEES, `${size}, a fee on each invoice`),
    ];
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The year by each of the ways, and the Monday page of its last week. */
async function measureWays(
  sql: postgres.Sql,
  ways: readonly (typeof WAYS)[number][],
  size: string,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const by of ways) {
    figures.push({
      name: `gross_profit of a year by ${by}`,
      size,
      ...await medianOfCalls(
        ROUNDS,
        () =>
          timed(() =>
            sql`select count(*) from gross_profit(${WEEK}::date - 363, ${WEEK}::date + 6, ${by})`
          ),
      ),
      mostTime: mostTimeBy(by),
    });
  }
  figures.push({
    name: "weekly_flash",
    size,
    ...await medianOfCalls(
      ROUNDS,
      () => timed(() => sql`select count(*) from weekly_flash(${WEEK})`),
    ),
    mostTime: MOST_TIME_OF_FLASH,
  });
  return figures;
}

function mostTimeBy(by: (typeof WAYS)[number]): number {
  if (by === "line") return MOST_TIME_OF_LINES;
  return by === "recruiter" ? MOST_TIME_OF_RECRUITERS : MOST_TIME;
}

/** A fee of 3 % at each facility, on each invoice of the year, past the guards. */
async function addFees(sql: postgres.Sql): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    await sql`
      insert into public.facility_fees (facility_id, kind, name, rate, effective_from)
      select id, 'msp', 'MSP fee', 0.03, '2020-01-01' from public.facilities`;
    await sql`
      insert into public.invoice_lines (invoice_id, kind, description, multiplier, base, amount, fee_id)
      select invoice.id, 'fee', 'MSP fee, 3 %', null, invoice.total, -round(invoice.total * 0.03, 2), fee.id
        from public.invoices as invoice
        join public.facility_fees as fee on fee.facility_id = invoice.facility_id
       where invoice.total > 0`;
    await sql`
      update public.invoices as invoice
         set total = invoice.total + charge.amount,
             amount_paid = case when invoice.status = 'paid' then invoice.total + charge.amount else 0 end
        from public.invoice_lines as charge
       where charge.invoice_id = invoice.id and charge.fee_id is not null`;
  });
  await sql`analyze public.invoice_lines, public.invoices, public.facility_fees`;
}

async function measureForecast(context: BenchContext): Promise<Figure[]> {
  await using database = await context.databases.fresh(async (sql) => {
    await sql.unsafe(`set app.clock = '${TODAY} 12:00+00'`);
    await sql.unsafe(await Deno.readTextFile(join(ROOT, "supabase/seed.sql")));
    await sql.unsafe("reset all");
  });
  const sql = connectOn(database.url);
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
