import type postgres from "postgres";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { BenchContext, Benchmark } from "./benchmark.ts";
import { addPeriod, addStipends, FORTNIGHT, markTime } from "./load_payroll.ts";
import { lastWeeks, loadWork } from "./load_work.ts";
import { againstFloor, count, duration, inTurns, timed } from "./measure.ts";

const CONTRACTORS = 5000;
const WEEKS = 2;
const DAYS = 7;
const ROUNDS = 3;

/** Cost of preparing a pay period beside merely writing the same items and lines. */
export const preparePayroll: Benchmark = {
  name: "prepare-payroll",
  aim:
    "5,000 contractors, two weeks, 70,000 entries: at most 3 × a bare insert of the same rows, with one hour in five of a code or with a premium too",
  run: async (context) => {
    const contractors = context.size(CONTRACTORS);
    const entries = contractors * WEEKS * DAYS;
    const size = `${count(entries)} entries of ${count(contractors)} contractors`;
    const figure = async (name: string, of: Fortnight["of"]) => ({
      name,
      size,
      mostRatio: 3,
      ...againstFloor(
        await inTurns(
          ROUNDS,
          () => measure(context, { contractors, of }, "prepare_payroll_draft", prepare),
          () => measure(context, { contractors, of }, "floor", insertSame),
        ),
      ),
    });
    return [
      await figure("prepare_payroll_draft, against a bare insert of the same rows", "hours"),
      await figure("the same with one hour in five of a code", "codes"),
      await figure("the same with a premium on one hour in five", "premiums"),
    ];
  },
};

interface Fortnight {
  readonly contractors: number;
  /** Hours alone, or time that has more to it. */
  readonly of: "hours" | "codes" | "premiums";
}

async function measure(
  context: BenchContext,
  { contractors, of }: Fortnight,
  name: string,
  work: (sql: postgres.Sql) => Promise<unknown>,
): Promise<number> {
  const state = `payroll_of_${contractors}_with_${of}`;
  await using database = await context.databases.clone(state, async (sql) => {
    const facilities = context.size(100);
    await loadWork(sql, {
      facilities,
      contractors,
      ...lastWeeks(WEEKS),
      days: DAYS,
      hasCodes: of === "codes",
      hasPremiums: of === "premiums",
    });
    await addStipends(sql);
    await markTime(sql, FORTNIGHT);
    await addPeriod(sql, FORTNIGHT, 2);
    await sql`analyze`;
    await rememberPrepared(sql);
  });
  const sql = connect(database.url);
  try {
    await sql`select`;
    const took = await timed(() => work(sql));
    context.report(`${name}: ${duration(took)}`);
    const [same] = await sql`
      select (select count(*) from public.payroll_item_lines) = (select count(*) from prepared.lines) as same`;
    if (!same?.same) throw new Error("not the lines that were prepared before");
    return took;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function prepare(sql: postgres.Sql): Promise<void> {
  await sql`select from public.payroll_periods as period cross join public.prepare_payroll_draft(period.id)`;
}

/** Keeps what a draft holds beside the tables, without making it. */
async function rememberPrepared(sql: postgres.Sql): Promise<void> {
  await prepare(sql);
  await sql`create schema prepared`;
  await sql`create table prepared.batches as select * from public.payroll_batches`;
  await sql`create table prepared.items as select * from public.payroll_items`;
  await sql`create table prepared.lines as select * from public.payroll_item_lines`;
  await sql`delete from public.payroll_batches`;
}

/** The floor: the same items and lines, with the tables' triggers and indexes. */
async function insertSame(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`insert into public.payroll_batches select * from prepared.batches`;
    await sql`insert into public.payroll_items select * from prepared.items`;
    await sql`insert into public.payroll_item_lines select * from prepared.lines`;
  });
}
