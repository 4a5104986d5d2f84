import { connect } from "../supabase/functions/_shared/database.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import type { Database } from "./databases.ts";
import { loadFortnights, prepareOpen } from "./load_payroll.ts";
import { againstFloor, count, duration, inTurns, timed } from "./measure.ts";

const CONTRACTORS = 5000;
const ENTRIES_EACH = 10;
const AT_ONCE = 12;
const ROUNDS = 3;

/** Cost of preparing where nobody has analysed the tables, as after a restore or an import. */
export const payrollUnanalysed: Benchmark = {
  name: "payroll-unanalysed",
  aim: "without statistics: at most 1.5 × the same with them, alone and with twelve at once",
  run: async (context) => [
    await measure(context, context.size(CONTRACTORS), 1),
    await measure(context, context.size(CONTRACTORS / 10), AT_ONCE),
  ],
};

async function measure(
  context: BenchContext,
  contractors: number,
  atOnce: number,
): Promise<Figure> {
  const name = `prepare_payroll_draft${atOnce === 1 ? "" : `, ${atOnce} at once`}`;
  const run = async (analysed: boolean) => {
    await using database = await context.databases.clone(
      `two_fortnights_of_${contractors}`,
      (sql) => loadFortnights(context, sql, contractors, 2),
    );
    if (!analysed) await forgetStatistics(database);
    const took = await prepareAtOnce(database, atOnce);
    context.report(`${name}, ${analysed ? "" : "not "}analysed: ${duration(took)}`);
    return took;
  };
  return {
    name: `${name}, not analysed, against analysed`,
    size: `${count(contractors * ENTRIES_EACH)} entries of ${count(contractors)} contractors`,
    mostRatio: 1.5,
    ...againstFloor(await inTurns(ROUNDS, () => run(false), () => run(true))),
  };
}

/** As a restore leaves it: no statistics of columns, no counts of rows. */
async function forgetStatistics({ url }: Database): Promise<void> {
  const sql = connect(url);
  try {
    await sql`delete from pg_statistic`;
    await sql`delete from pg_statistic_ext_data`;
    await sql`
      update pg_class set reltuples = -1, relpages = 0, relallvisible = 0
       where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'i')`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** So many prepare the same period; whoever waits too long is told so, but for the first. */
async function prepareAtOnce({ url }: Database, atOnce: number): Promise<number> {
  const connections = Array.from({ length: atOnce }, () => connect(url));
  try {
    await Promise.all(connections.map((sql) => sql`select`));
    return await timed(async () => {
      const answers = await Promise.allSettled(connections.map(prepareOpen));
      const failed = answers.filter((answer) => answer.status === "rejected");
      const other = failed.find(({ reason }) => reason.detail !== "payroll_in_progress");
      if (other !== undefined) throw other.reason;
      if (failed.length === atOnce) throw new Error("nobody prepared the period");
    });
  } finally {
    await Promise.all(connections.map((sql) => sql.end({ timeout: 5 })));
  }
}
