import type postgres from "postgres";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { BenchContext, Benchmark } from "./benchmark.ts";
import { lastWeeks, loadWork, WEEK } from "./load_work.ts";
import {
  againstFloor,
  count,
  duration,
  forgetStatistics,
  inTurns,
  median,
  timed,
} from "./measure.ts";

const FACILITIES = 500;
const CONTRACTORS = 14_000;
const ENTRIES_EACH = 5;
/** Weeks before the one that is billed, of the same size, billed and sent. */
const HISTORY = 9;
const ROUNDS = 3;
/** Of what grows by some hundredths, which three rounds do not tell apart. */
const ROUNDS_OF_GROWTH = 9;

/** Cost of billing a week beside merely writing the same rows, and whether it minds the weeks before. */
export const weeklyBilling: Benchmark = {
  name: "weekly-billing",
  aim:
    "70,000 entries of 500 facilities: at most 2.5 × a bare insert of the same rows, by department and by assignment too, and with one hour in five of a code or with a premium; 10 × history: no more over itself than that insert; without statistics: at most 1.5 ×",
  run: async (context) => {
    const week = weeks(context, 1);
    const byDepartment = weeks(context, 1, "department");
    const byAssignment = weeks(context, 1, "assignment");
    const coded = weeks(context, 1, "one", "codes");
    const premiums = weeks(context, 1, "one", "premiums");
    const history = weeks(context, 1 + HISTORY);
    const alone = () => billWeek(context, week);
    const late = () => billWeek(context, history);
    const size = `${count(week.entries)} entries of ${count(week.facilities)} facilities`;
    const bare = await inTurns(
      ROUNDS_OF_GROWTH,
      () => insertSame(context, history),
      () => insertSame(context, week),
    );
    return [{
      name: "weekly_billing_run, against a bare insert of the same rows",
      size,
      mostRatio: 2.5,
      ...againstFloor(await inTurns(ROUNDS, alone, () => insertSame(context, week))),
    }, {
      name: "the same by department, five a facility",
      size,
      mostRatio: 2.5,
      ...againstFloor(
        await inTurns(
          ROUNDS,
          () => billWeek(context, byDepartment),
          () => insertSame(context, byDepartment),
        ),
      ),
    }, {
      name: "the same by assignment",
      size: `${size}, an invoice each of ${count(week.contractors)} assignments`,
      mostRatio: 2.5,
      ...againstFloor(
        await inTurns(
          ROUNDS,
          () => billWeek(context, byAssignment),
          () => insertSame(context, byAssignment),
        ),
      ),
    }, {
      name: "the same with one hour in five of a code",
      size,
      mostRatio: 2.5,
      ...againstFloor(
        await inTurns(ROUNDS, () => billWeek(context, coded), () => insertSame(context, coded)),
      ),
    }, {
      name: "the same with a premium on one hour in five",
      size,
      mostRatio: 2.5,
      ...againstFloor(
        await inTurns(
          ROUNDS,
          () => billWeek(context, premiums),
          () => insertSame(context, premiums),
        ),
      ),
    }, {
      name: "the same on 10 × history, against itself without",
      size,
      mostRatio: Number((median(bare.ours) / median(bare.floor)).toFixed(2)),
      ...againstFloor(await inTurns(ROUNDS_OF_GROWTH, late, alone)),
    }, {
      name: "the same on 10 × history without statistics, against itself with them",
      size,
      mostRatio: 1.5,
      ...againstFloor(
        await inTurns(ROUNDS, () => billWeek(context, history, forgetStatistics), late),
      ),
    }, {
      name: "its bare insert on 10 × history, against itself without",
      size,
      ...againstFloor(bare),
    }];
  },
};

/** A state of the database: the week to bill, after weeks that are billed and sent. */
interface Weeks {
  readonly state: string;
  readonly facilities: number;
  readonly contractors: number;
  readonly entries: number;
  readonly load: (sql: postgres.Sql) => Promise<void>;
}

function weeks(
  context: BenchContext,
  number: number,
  by: "one" | "department" | "assignment" = "one",
  of: "hours" | "codes" | "premiums" = "hours",
): Weeks {
  const contractors = context.size(CONTRACTORS);
  const facilities = context.size(FACILITIES);
  return {
    state: `weeks_${number}_of_${contractors}_by_${by}_with_${of}`,
    facilities,
    contractors,
    entries: contractors * ENTRIES_EACH,
    load: async (sql) => {
      await loadWork(sql, {
        facilities,
        contractors,
        ...lastWeeks(number),
        hasCodes: of === "codes",
        hasPremiums: of === "premiums",
      });
      if (by !== "one") await groupInvoices(sql, by);
      await sql`analyze`;
      for (let ago = number - 1; ago > 0; ago--) {
        await sql`select from public.weekly_billing_run(${WEEK}::date - ${ago}::int * 7)`;
        await sql`select from public.send_invoices(array(select id from public.invoices where status = 'draft'))`;
        await sql`analyze`;
      }
      // All weeks came in at once; where one is billed after the other, the list uses its room again.
      await sql`vacuum (full, analyze) private.unbilled_entries`;
      await rememberBilled(sql);
    },
  };
}

/** Has all facilities get their invoices by something, their people in five departments. */
async function groupInvoices(sql: postgres.Sql, by: "department" | "assignment"): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    await sql`update public.facilities set invoices_by = ${by}`;
    await sql`
      update public.assignments set department = 'Department ' || abs(hashtext(id::text)) % 5`;
  });
}

/** Keeps what a run makes of the week beside the tables, without doing it. */
async function rememberBilled(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`create schema billed`;
    await sql`select from public.weekly_billing_run(${WEEK}::date)`;
    await sql`
      create table billed.invoices as
      select id, facility_id, group_key, group_name, kind, period_start, period_end, total from public.invoices where status = 'draft'`;
    await sql`
      create table billed.invoice_lines as
      select line.* from public.invoice_lines as line join billed.invoices as invoice on invoice.id = line.invoice_id`;
    await sql`analyze public.invoices, public.invoice_lines`; // else the delete looks each line up among all
    await sql`delete from public.invoices where status = 'draft'`;
  });
}

/** The run, on a clone that is made ready for it. */
async function billWeek(
  context: BenchContext,
  { state, entries, load }: Weeks,
  makeReady: (sql: postgres.Sql) => Promise<unknown> = (sql) => sql`select`,
): Promise<number> {
  await using database = await context.databases.clone(state, load);
  const sql = connect(database.url);
  try {
    await makeReady(sql);
    const took = await timed(async () => {
      const [run] = await sql`select * from public.weekly_billing_run(${WEEK})`;
      if (run?.entries_billed !== entries) throw new Error(`${run?.entries_billed} entries billed`);
    });
    context.report(`weekly_billing_run: ${state} in ${duration(took)}`);
    return took;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The floor, on a clone: the same invoices and lines, with the tables' triggers and indexes. */
async function insertSame(context: BenchContext, { state, load }: Weeks): Promise<number> {
  await using database = await context.databases.clone(state, load);
  const sql = connect(database.url);
  try {
    await sql`select`;
    const took = await timed(() =>
      sql.begin(async (sql) => {
        await sql`
          insert into public.invoices
                 (id, facility_id, group_key, group_name, kind, period_start, period_end, total)
          select * from billed.invoices`;
        await sql`insert into public.invoice_lines select * from billed.invoice_lines`;
      })
    );
    context.report(`floor: ${state} in ${duration(took)}`);
    return took;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
