import { assertRejects } from "@std/assert";
import postgres from "postgres";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import { loadFortnights, prepareOpen } from "./load_payroll.ts";
import { count, median, spread, timed } from "./measure.ts";

const CONTRACTORS = 5000;
const ENTRIES_EACH = 10;
const FORTNIGHTS = [10, 100];
const ROUNDS = 15;
const MOST_MS = 20;

/** Cost of finding that there is nothing to pay, with much history behind it. */
export const payrollNothingDue: Benchmark = {
  name: "payroll-nothing-due",
  aim: "nothing due: at most 20 ms at 500,000 and at 5,000,000 entries, all of them paid",
  run: async (context) => {
    const figures: Figure[] = [];
    for (const fortnights of FORTNIGHTS) figures.push(...await measure(context, fortnights));
    return figures;
  },
};

async function measure(context: BenchContext, fortnights: number): Promise<Figure[]> {
  const contractors = context.size(CONTRACTORS);
  await using database = await context.databases.fresh(async (sql) => {
    await loadFortnights(context, sql, contractors, fortnights + 1);
    // The last fortnight is of nobody.
    await sql`delete from private.due_marks`;
  });
  const size = `${count(contractors * ENTRIES_EACH * fortnights)} entries`;
  context.report(`${size} loaded`);
  const sql = connect(database.url);
  try {
    return [
      figure("prepare_payroll_draft, nothing due", size, await rounds(() => prepareInVain(sql))),
      figure("close_payroll_period, nothing due", size, await rounds(() => closeAndUndo(sql))),
    ];
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The first run warms up: what is read often is in memory. */
async function rounds(work: () => Promise<unknown>): Promise<number[]> {
  await work();
  const times = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(work));
  return times;
}

function figure(name: string, size: string, times: readonly number[]): Figure {
  const note = `median of ${ROUNDS} calls over a local connection, ${spread(times)}`;
  return { name, size, time: median(times), mostTime: MOST_MS, note };
}

async function prepareInVain(sql: postgres.Sql): Promise<void> {
  const refusal = await assertRejects(() => prepareOpen(sql), postgres.PostgresError);
  if (refusal.detail !== "nothing_to_pay") throw refusal;
}

async function closeAndUndo(sql: postgres.Sql): Promise<void> {
  const connection = await sql.reserve();
  try {
    await connection`begin`;
    await connection`
      select from public.payroll_periods as period
       cross join lateral public.close_payroll_period(period.id)
       where period.status = 'open'`;
    await connection`rollback`;
  } finally {
    connection.release();
  }
}
