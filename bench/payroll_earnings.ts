import type postgres from "postgres";
import { connect } from "../supabase/functions/_shared/database.ts";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import type { BenchContext, Benchmark } from "./benchmark.ts";
import { addPeriod, addStipends, FORTNIGHT, markTime, prepareOpen } from "./load_payroll.ts";
import { lastWeeks, loadWork } from "./load_work.ts";
import { againstFloor, count, duration, inTurns, timed } from "./measure.ts";

const CONTRACTORS = 20_000;
const WEEKS = 2;
const DAYS = 5;
const ROUNDS = 5;

/** Cost of handing over a batch beside merely summing the same lines and writing them as text. */
export const payrollEarnings: Benchmark = {
  name: "payroll-earnings",
  aim:
    "20,000 people, two weeks: at most 4 × the same lines summed by person, week, kind and rate as one text, and below 8 s",
  run: async (context) => {
    const contractors = context.size(CONTRACTORS);
    await using database = await context.databases.clone(
      `handed_over_${contractors}`,
      (sql) => load(context, sql, contractors),
    );
    const sql = connect(database.url);
    try {
      await sql`select`;
      const [{ lines }] = await sql<[{ lines: string }]>`
        select count(*) as lines from payroll_batches cross join lateral payroll_earnings(payroll_batches.id)`;
      const measured = (name: string, work: () => Promise<unknown>) => async () => {
        const took = await timed(work);
        context.report(`${name}: ${duration(took)}`);
        return took;
      };
      const rounds = await inTurns(
        ROUNDS,
        measured("hand_over_payroll", () => handOver(sql)),
        measured("floor", () => textOfSums(sql)),
      );
      return [{
        name: "hand_over_payroll, against the same lines summed as one text",
        size: `${count(Number(lines))} lines of ${count(contractors)} people`,
        mostRatio: 4,
        mostTime: 8000,
        ...againstFloor(rounds),
      }];
    } finally {
      await sql.end({ timeout: 5 });
    }
  },
};

/** A closed batch of people in four states, all of whom the provider knows. */
async function load(context: BenchContext, sql: postgres.Sql, contractors: number): Promise<void> {
  await loadWork(sql, {
    facilities: context.size(100),
    contractors,
    ...lastWeeks(WEEKS),
    days: DAYS,
  });
  await pastTriggers(sql, async (sql) => {
    await addStipends(sql);
    await sql`update facilities set work_state = (array['CO', 'CA', 'NV', 'TX'])[1 + abs(hashtext(id::text)) % 4]`;
    await sql`update contractors set payroll_number = id::text`;
    await sql`update earning_codes set code = upper(earning)`;
  });
  await sql`analyze`;
  await markTime(sql, FORTNIGHT);
  await addPeriod(sql, FORTNIGHT, WEEKS);
  await prepareOpen(sql);
  await pastTriggers(sql, async (sql) => {
    await sql`
      update payroll_batches
         set status = 'closed', in_review_at = now(), approved_at = now(), closed_at = now()`;
  });
  await sql`analyze`;
}

async function handOver(sql: postgres.Sql): Promise<void> {
  await sql`select hand_over_payroll(id, 'w2', true) from payroll_batches`;
}

/** The floor: the batch's lines summed by person, week, kind and rate, as one text. */
async function textOfSums(sql: postgres.Sql): Promise<void> {
  await sql`
    select string_agg(
             concat_ws(',', last_name, first_name, contractor_id, week_start, kind, rate, hours, amount), e'\r\n'
             order by last_name, first_name, contractor_id, week_start, kind, rate)
      from (select item.last_name, item.first_name, item.contractor_id, line.week_start, line.kind, line.rate,
                   sum(line.hours) as hours, sum(line.amount) as amount
              from payroll_items as item
              join payroll_item_lines as line on line.payroll_item_id = item.id
             group by item.last_name, item.first_name, item.contractor_id, line.week_start, line.kind, line.rate)
           as summed`;
}
