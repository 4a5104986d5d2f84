import { join } from "node:path";
import postgres from "postgres";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
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
/**
 * Days of the demo firm's half year as of which four weeks are forecast, in weeks before today: the last ones of which
 * four weeks are known. Earlier, few facilities have twelve paid invoices.
 */
const WEEKS_BACK = [4, 5, 6];
/** Share by which a forecast may be off on average. */
const MOST_ERROR = 0.15;

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

/** Money that came in four weeks, and what two forecasts of it said, on average over some days of the demo firm. */
interface Forecasts {
  readonly came: number;
  readonly ours: number;
  readonly byDueDates: number;
}

async function measureForecast(context: BenchContext): Promise<Figure[]> {
  await using database = await context.databases.fresh(async (sql) => {
    await sql.unsafe(`set app.clock = '${TODAY} 12:00+00'`);
    await sql.unsafe(await Deno.readTextFile(join(ROOT, "supabase/seed.sql")));
    await sql.unsafe("reset all");
  });
  const sql = connectTo(database.url);
  try {
    const [off] = await sql<[Forecasts]>`
      with day as (
        select ${TODAY}::date - 7 * back as as_of from unnest(${WEEKS_BACK}::int[]) as back
      ), said as (
        select day.as_of,
               (select coalesce(sum(amount), 0) from checks
                 where received_on > day.as_of and received_on <= day.as_of + 28 and status <> 'returned') as came,
               (select coalesce(sum(ahead.amount), 0) from private.receipts_ahead(day.as_of) as ahead
                 where ahead.expected_on <= day.as_of + 28) as ours,
               -- Everybody pays on the due day: what is overdue at once, what is unbilled a cycle and the terms later.
               (select coalesce(sum(invoice.total - coalesce(paid.amount, 0)), 0)
                  from invoices as invoice
                  left join lateral (
                       select sum(payment.amount) as amount from payments as payment
                        where payment.invoice_id = invoice.id and payment.component = 'principal'
                          and payment.paid_on <= day.as_of and payment.reversed_at is null) as paid on true
                 where invoice.sent_at is not null and invoice.voided_at is null
                   and invoice.issue_date <= day.as_of and invoice.due_date <= day.as_of + 28)
               + (select coalesce(sum(accrued.amount), 0)
                    from private.accrued_revenue(day.as_of) as accrued
                    join facilities as facility on facility.id = accrued.facility_id
                   where case facility.billing_cycle when 'week' then 7 when 'two_weeks' then 14 else 30 end
                         + facility.payment_terms_days <= 28) as by_due_dates
          from day
      )
      select avg(came)::float8 as came, (avg(abs(ours - came)) / avg(came))::float8 as ours,
             (avg(abs(by_due_dates - came)) / avg(came))::float8 as "byDueDates"
        from said`;
    const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
    const isMissed = off.ours > MOST_ERROR || off.ours >= off.byDueDates;
    return [{
      name: "cash_ahead, how far four weeks' receipts were off",
      size: `the demo firm, as of ${WEEKS_BACK.length} days`,
      time: null,
      value: `${percent(off.ours)}${isMissed ? ", missed" : ""}`,
      note: `by due dates ${percent(off.byDueDates)}; on average ${
        Math.round(off.came).toLocaleString("en-US")
      } came in`,
    }];
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
