import type postgres from "postgres";
import { plusDays } from "../fixtures/days.ts";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import type { BenchContext, Benchmark } from "./benchmark.ts";
import { insertSentInvoices } from "./load_sent_weeks.ts";
import { lastWeeks, loadWork, WEEK } from "./load_work.ts";
import { againstFloor, count, inTurns, takenBack, timed } from "./measure.ts";
import { connectOn } from "./today.ts";

const FACILITIES = 50;
const CONTRACTORS = 1000;
/** A year, of which the last week is not billed yet. */
const WEEKS = 52;
const ROUNDS = 5;

/** Cost of asking for promised hours that nobody billed, with a year of weeks behind them. */
export const guarantees: Benchmark = {
  name: "guarantees",
  aim:
    "1,000 guaranteed assignments, a year of weeks that were billed or worked in full: unbilled_guarantees at most 3 × the sum of their hours; backfill of one facility: at most 1.5 × that without guarantees",
  run: async (context) => {
    const contractors = context.size(CONTRACTORS);
    const size = `${count(contractors * WEEKS)} weeks of ${count(contractors)} assignments`;
    await using database = await context.databases.fresh((sql) => load(context, sql));
    // The last week is just over: of later ones all would be missing, more with each week that passes.
    const sql = connectOn(database.url, plusDays(WEEK, 7));
    try {
      const list = () => timed(() => sql`select from public.unbilled_guarantees`);
      await list();
      const listed = await inTurns(ROUNDS, list, () => addUp(sql));
      const [facility] = await sql<[{ id: string }]>`
        select id from public.facilities order by id limit 1`;
      const backfill = () =>
        takenBack(sql, `select backfill_invoice('${facility.id}', '${WEEK}'::date + 6)`);
      await backfill();
      const guaranteed = await inTurns(ROUNDS, backfill, () => timed(() => sql`select`));
      await pastTriggers(sql, (sql) => sql`delete from public.guarantees`);
      await backfill();
      const bare = await inTurns(ROUNDS, backfill, () => timed(() => sql`select`));
      return [{
        name: "unbilled_guarantees, against the sum of all hours by week",
        size,
        mostRatio: 3,
        ...againstFloor(listed),
      }, {
        name: "backfill_invoice of a facility, against itself without guarantees",
        size: `${size}, ${count(context.size(FACILITIES))} facilities`,
        mostRatio: 1.5,
        ...againstFloor({ ours: guaranteed.ours, floor: bare.ours }),
      }];
    } finally {
      await sql.end({ timeout: 5 });
    }
  },
};

/** A year of weeks, all but the last billed and sent; 36 hours of each are promised, and fewer are worked of none. */
async function load(context: BenchContext, sql: postgres.Sql): Promise<void> {
  const [facilities, contractors] = [context.size(FACILITIES), context.size(CONTRACTORS)];
  await loadWork(sql, { facilities, contractors, ...lastWeeks(WEEKS), lockedBefore: WEEK });
  await pastTriggers(sql, async (sql) => {
    await insertSentInvoices(sql, WEEKS - 1, WEEK);
    await sql`
      insert into public.invoice_lines (invoice_id, time_entry_id, part, kind, work_date, hours, rate, amount)
      select invoice.id, entry.id, 1, 'regular', entry.work_date, entry.hours, rate.bill_rate,
             round(entry.hours * rate.bill_rate, 2)
        from public.time_entries as entry
        join public.assignments as assignment on assignment.id = entry.assignment_id
        join public.assignment_rates as rate on rate.assignment_id = assignment.id
        join public.invoices as invoice
          on invoice.facility_id = assignment.facility_id
         and invoice.period_start = date_trunc('week', entry.work_date)::date
       order by entry.work_date, entry.id`;
    await sql`select private.list_unbilled_time()`;
    await sql`
      insert into public.guarantees (assignment_id, pay_hours, bill_hours, effective_from)
      select id, 36, 36, ${lastWeeks(WEEKS).from}::date from public.assignments`;
  });
}

const addUp = (sql: postgres.Sql) =>
  timed(() =>
    sql`select entry.assignment_id, date_trunc('week', entry.work_date), sum(entry.hours)
          from public.time_entries as entry
         where entry.is_payable
         group by 1, 2`
  );
