import type postgres from "postgres";
import { connect } from "../supabase/functions/_shared/database.ts";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import { addPeriod, addStipends, FORTNIGHT, markTime, prepareOpen } from "./load_payroll.ts";
import { lastWeeks, loadWork } from "./load_work.ts";
import { againstFloor, count, duration, inTurns, medianOfCalls, timed } from "./measure.ts";

const CONTRACTORS = 20_000;
const WEEKS = 2;
const DAYS = 5;
const ROUNDS = 5;
const CALLS = 3;

/** Cost of handing over a batch beside merely summing the same lines and writing them as text. */
export const payrollEarnings: Benchmark = {
  name: "payroll-earnings",
  aim:
    "20,000 people, two weeks: at most 4 × the same lines summed by person, week, kind and rate as one text, and below 8 s, by each profile too",
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
      }, ...await byProfiles(context, sql, contractors)];
    } finally {
      await sql.end({ timeout: 5 });
    }
  },
};

/** Cost of the same by a profile of each layout: the provider's numbers are short, and it takes amounts below zero. */
async function byProfiles(
  context: BenchContext,
  sql: postgres.Sql,
  contractors: number,
): Promise<Figure[]> {
  await sql`
    insert into payroll_profiles (name, kind, settings)
    select name, kind, settings || '{"negative_amounts": true}' || case kind
             when 'workforce_now' then '{"company_code": "ABC"}'::jsonb
             when 'run' then '{"company_code": "1"}'
             when 'paychex_spi' then '{"client_id": "1"}'
             -- Rates differ by week, which Gusto does not take.
             else case when name = 'Gusto' then jsonb_build_object('columns', jsonb_path_query_array(
                      settings -> 'columns', '$[*] ? (!(@.field like_regex "_hours$"))')) else '{}' end end
      from payroll_profile_templates()`;
  await pastTriggers(sql, async (sql) => {
    await sql`
      update contractors set payroll_number = known.nth::text
        from (select id, row_number() over (order by id) as nth from contractors) as known
       where known.id = contractors.id`;
  });
  await sql`analyze contractors`;
  const profiles = await sql<{ name: string }[]>`select name from payroll_profiles order by name`;
  const figures: Figure[] = [];
  for (const { name } of profiles) {
    const measured = await medianOfCalls(
      CALLS,
      () =>
        timed(() =>
          sql`select hand_over_payroll(id, 'w2', true, true, ${name}) from payroll_batches`
        ),
    );
    const [{ lines }] = await sql<[{ lines: string }]>`
      select lines from payroll_handovers order by nth desc limit 1`;
    context.report(`hand_over_payroll by ${name}: ${duration(measured.time ?? 0)}`);
    figures.push({
      name: `hand_over_payroll, by the profile ${name}`,
      size: `${count(Number(lines))} lines of ${count(contractors)} people`,
      mostTime: 8000,
      ...measured,
    });
  }
  return figures;
}

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
