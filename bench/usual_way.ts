import { connect } from "../supabase/functions/_shared/database.ts";
import { accrueOverdueInterest } from "../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { lockEndedAssignments } from "../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import type { Load } from "./databases.ts";
import { eligibleTime } from "./eligible_time.ts";
import { loadInvoices } from "./load_invoices.ts";
import { count, duration, timed } from "./measure.ts";
import { restClient } from "./rest_client.ts";
import { TODAY } from "./today.ts";
import { usualAccrueInterest } from "./usual_accrue_interest.ts";
import { usualLockEnded } from "./usual_lock_ended.ts";

/** 33 assignments of 200 entries; 13 ended with 150 entries to lock. */
const ASSIGNMENTS = 33;
const OVERDUE = 200;
const FACILITIES = 40;

/** Both jobs through supabase-js, row by row, against ours: the ratio is theirs to ours. */
export const usualWay: Benchmark = {
  name: "usual-way",
  aim: "both jobs as most would write them (supabase-js, row by row) beside ours, no aim",
  run: async (context) => {
    const { state, eligible, load } = eligibleTime(context.size(ASSIGNMENTS));
    const overdue = context.size(OVERDUE);
    return [
      await compare(context, {
        name: "lock-ended by supabase-js, row by row, against the job",
        things: "entries",
        number: eligible,
        state,
        load,
        usual: (client) => usualLockEnded(client, TODAY),
        ours: async (sql) => (await lockEndedAssignments(sql, { today: TODAY })).locked,
      }),
      await compare(context, {
        name: "accrue-interest by supabase-js, row by row, against the job",
        things: "invoices",
        number: overdue,
        state: `overdue_${overdue}`,
        load: (sql) => loadInvoices(sql, { facilities: FACILITIES, overdue }),
        usual: (client) => usualAccrueInterest(client, TODAY),
        ours: async (sql) => (await accrueOverdueInterest(sql, { today: TODAY })).scanned,
      }),
    ];
  },
};

interface Comparison {
  readonly name: string;
  readonly things: string;
  readonly number: number;
  readonly state: string;
  readonly load: Load;
  readonly usual: (client: Awaited<ReturnType<typeof restClient>>["client"]) => Promise<number>;
  readonly ours: (sql: ReturnType<typeof connect>) => Promise<number>;
}

async function compare(context: BenchContext, comparison: Comparison): Promise<Figure> {
  const { name, number, things, state, load } = comparison;
  const expect = (done: number) => {
    if (done !== number) throw new Error(`${name}: ${done} ${things}, not ${number}`);
  };
  await using forOurs = await context.databases.clone(state, load);
  const sql = connect(forOurs.url);
  await sql`select`;
  const ours = await timed(async () => expect(await comparison.ours(sql)));
  await sql.end({ timeout: 5 });

  await using forUsual = await context.databases.clone(state, load);
  await using rest = await restClient(forUsual, context);
  const usual = await timed(async () => expect(await comparison.usual(rest.client)));
  return {
    name,
    size: `${count(number)} ${things}`,
    time: usual,
    floor: ours,
    note:
      `each once; ${duration(usual / number)} a row against ${
        duration(ours / number)
      } by the job, which stands in the floor's column; ` +
      (context.postgrestBin === null ? "REST by the stack's own server" : "REST by PostgREST"),
  };
}
