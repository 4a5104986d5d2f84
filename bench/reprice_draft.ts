import type postgres from "postgres";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { Benchmark } from "./benchmark.ts";
import { FORTNIGHT, loadFortnights, prepareOpen } from "./load_payroll.ts";
import { againstFloor, count, inTurns, timed } from "./measure.ts";

const CONTRACTORS = 10_000;
const ROUNDS = 11;

/** Cost of a rate hit while a large draft pays the time that it reaches. */
export const repriceDraft: Benchmark = {
  name: "reprice-draft",
  aim: "apply_rate_hit beside a draft batch of 10,000 contractors: at most 100 ms",
  run: async (context) => {
    const contractors = context.size(CONTRACTORS);
    await using database = await context.databases.fresh(async (sql) => {
      await loadFortnights(context, sql, contractors, 2);
      await prepareOpen(sql);
    });
    const sql = connect(database.url);
    try {
      const hits = await addHits(sql);
      const ours = () => timed(() => sql`select from public.apply_rate_hit(${hits.pop() ?? null})`);
      const floor = () => timed(() => rewriteSame(sql, hits.at(-1) ?? ""));
      await ours(), await floor();
      return [{
        name: "apply_rate_hit, against a bare update of the same rate, lines and totals",
        size: `a draft of ${count(contractors)} contractors`,
        mostTime: 100,
        ...againstFloor(await inTurns(ROUNDS, ours, floor)),
      }];
    } finally {
      await sql.end({ timeout: 5 });
    }
  },
};

/** A pending hit in the last fortnight for each of some contractors. */
async function addHits(sql: postgres.Sql): Promise<string[]> {
  const hits = await sql<{ id: string }[]>`
    insert into public.rate_hits (assignment_id, effective_on, pay_rate_change)
    select id, ${FORTNIGHT}::date + 2, 1 from public.assignments order by id limit ${ROUNDS + 2}
    returning id`;
  return hits.map(({ id }) => id);
}

/** The floor: what a hit writes, rewritten as it is. */
async function rewriteSame(sql: postgres.Sql, hit: string): Promise<void> {
  await sql`
    with assignment as (
      select assignment.id, assignment.contractor_id
        from public.rate_hits as hit join public.assignments as assignment on assignment.id = hit.assignment_id
       where hit.id = ${hit}
    ), rate as (
      update public.assignment_rates as rate set rate_hit_id = rate.rate_hit_id
        from assignment where rate.assignment_id = assignment.id
    ), batch as (
      update public.payroll_batches set gross_total = gross_total where status = 'draft' returning id
    ), item as (
      update public.payroll_items as item set gross_pay = gross_pay
        from assignment, batch
       where item.contractor_id = assignment.contractor_id and item.payroll_batch_id = batch.id
      returning item.id
    )
    update public.payroll_item_lines as line set amount = amount from item where line.payroll_item_id = item.id`;
}
