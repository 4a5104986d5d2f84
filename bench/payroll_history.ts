import { connect } from "../supabase/functions/_shared/database.ts";
import type { BenchContext, Benchmark } from "./benchmark.ts";
import { loadFortnights, prepareOpen } from "./load_payroll.ts";
import { againstFloor, count, duration, inTurns, timed } from "./measure.ts";

const CONTRACTORS = 2500;
const ENTRIES_EACH = 10;
const ROUNDS = 5;

/** True if preparing a fortnight costs the same behind ten paid fortnights as behind one. */
export const payrollHistory: Benchmark = {
  name: "payroll-history",
  aim:
    "25,000 entries of 2,500 contractors to pay behind ten paid fortnights: at most 1.2 × behind one",
  run: async (context) => {
    const entries = context.size(CONTRACTORS) * ENTRIES_EACH;
    return [{
      name: "prepare_payroll_draft on 10 × history, against itself on one",
      size: `${count(entries)} of ${count(11 * entries)} entries`,
      mostRatio: 1.2,
      ...againstFloor(
        await inTurns(ROUNDS, () => prepareBehind(context, 10), () => prepareBehind(context, 1)),
      ),
    }];
  },
};

/** Prepares the last fortnight, on a clone. */
async function prepareBehind(context: BenchContext, fortnights: number): Promise<number> {
  const contractors = context.size(CONTRACTORS);
  await using database = await context.databases.clone(
    `${fortnights}_paid_fortnights_of_${contractors}`,
    (sql) => loadFortnights(context, sql, contractors, fortnights + 1),
  );
  const sql = connect(database.url);
  try {
    await sql`select`;
    const took = await timed(() => prepareOpen(sql));
    context.report(`prepare_payroll_draft behind ${fortnights} fortnights: ${duration(took)}`);
    return took;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
