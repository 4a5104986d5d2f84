import process from "node:process";
import type postgres from "postgres";
import { plusDays } from "../fixtures/days.ts";
import { connect } from "../supabase/functions/_shared/database.ts";
import { accrueOverdueInterest } from "../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { readOverdueInvoices } from "../supabase/functions/_shared/jobs/overdue_invoices.ts";
import type { Benchmark } from "./benchmark.ts";
import type { Load } from "./databases.ts";
import { loadInvoices } from "./load_invoices.ts";
import { againstFloor, count, duration, inTurns, median, timed } from "./measure.ts";
import { runJobProcess } from "./run_job_process.ts";
import { TODAY } from "./today.ts";

const OVERDUE = 1000;
const FACILITIES = 40;
const WARM_UPS = 5;
const ROUNDS = 15;

/** Interest of a full scan, against reading the same rows and writing values that stand ready. */
export const accrueInterest: Benchmark = {
  name: "accrue-interest",
  aim:
    "1,000 overdue invoices with terms and payments: at most 2 × the same read and one bulk update",
  run: async (context) => {
    const overdue = context.size(OVERDUE);
    const load: Load = (sql) => loadInvoices(sql, { facilities: FACILITIES, overdue });
    const state = `overdue_${overdue}`;

    await using forProcess = await context.databases.clone(state, load);
    const cold = await runJobProcess("accrue-interest", forProcess.url, TODAY);

    await using database = await context.databases.clone(state, load);
    const sql = connect(database.url);
    try {
      const { rounds, processor } = await measure(sql, overdue);
      const figure = againstFloor(rounds);
      const invoices = count(Math.ceil(overdue * 11.5));
      return [{
        name: "accrue-interest, against the same read and one bulk update",
        size: `${count(overdue)} of ${invoices} invoices, ${FACILITIES} facilities`,
        mostRatio: 2,
        ...figure,
        note: `${figure.note}; processor time of the job's process ${duration(processor)} a run, ` +
          `its first in a new process ${duration(cold.cpu)} (${duration(cold.time)} in all)`,
      }];
    } finally {
      await sql.end({ timeout: 5 });
    }
  },
};

/** Both sides in turns, every turn on a day of its own, on which all invoices are due again. */
async function measure(sql: postgres.Sql, overdue: number) {
  let elapsed = 0;
  const nextDay = () => plusDays(TODAY, elapsed++);
  const processor: number[] = [];
  const ours = () =>
    settled(sql, async () => {
      const today = nextDay();
      const before = process.cpuUsage();
      const { scanned, updated } = await accrueOverdueInterest(sql, { today });
      const { user, system } = process.cpuUsage(before);
      processor.push((user + system) / 1000);
      if (scanned !== overdue || updated === 0) throw new Error(`scanned ${scanned} invoices`);
    });
  for (let i = 0; i < WARM_UPS; i++) await ours();
  const ready = await readyValues(sql);
  const floor = () => settled(sql, () => readAndUpdate(sql, nextDay(), ready));
  await floor();
  processor.length = 0;
  return { rounds: await inTurns(ROUNDS, ours, floor), processor: median(processor) };
}

/** Measures a turn on a table without the dead rows of the turn before. */
async function settled(sql: postgres.Sql, turn: () => Promise<void>): Promise<number> {
  await sql`vacuum public.invoices`;
  return await timed(turn);
}

/** Rows of the last run as text to send: the floor need not compute or write it out. */
async function readyValues(sql: postgres.Sql): Promise<string> {
  const rows = await sql`
    select id, accrued_interest::text as total, interest_breakdown as breakdown,
           interest_days as days, interest_on_days as on_days, interest_per_day as per_day
      from public.invoices where interest_computed_on is not null`;
  return JSON.stringify(rows);
}

/** The floor: the job's own read and locks, one update of the same columns, one transaction. */
async function readAndUpdate(sql: postgres.Sql, today: string, ready: string): Promise<void> {
  await sql.begin(async (sql) => {
    const invoices = await readOverdueInvoices(sql, today, OVERDUE, { hold: true });
    const updated = await sql`
      update public.invoices as invoice
         set accrued_interest = accrual.total,
             interest_computed_on = ${today}::date,
             interest_breakdown = accrual.breakdown,
             interest_days = accrual.days,
             interest_on_days = accrual.on_days,
             interest_per_day = accrual.per_day
        from jsonb_to_recordset(${ready}::text::jsonb)
             as accrual (id uuid, total numeric, breakdown jsonb, days date[], on_days numeric[],
                         per_day numeric[])
       where invoice.id = accrual.id`;
    if (invoices.length !== updated.count) throw new Error("the floor wrote not what it read");
  });
}
