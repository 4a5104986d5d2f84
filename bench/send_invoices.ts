import { pastTriggers } from "../fixtures/past_triggers.ts";
import { connect } from "../supabase/functions/_shared/database.ts";
import type { BenchContext, Benchmark } from "./benchmark.ts";
import { lastWeeks, loadWork, WEEK } from "./load_work.ts";
import { againstFloor, count, duration, inTurns, median, spread, timed } from "./measure.ts";

const DRAFTS = 1000;
/** Contractors at a facility: each has five entries on its draft. */
const CONTRACTORS_EACH = 14;
const ROUNDS = 3;

/** Cost of sending as many drafts as one call may send, and of looking whether an order has enough left. */
export const sendInvoices: Benchmark = {
  name: "send-invoices",
  aim: "1,000 drafts of 70 entries each in one call, no aim; all of one order: at most 2 × that",
  run: async (context) => {
    const facilities = context.size(DRAFTS);
    const size = `${count(facilities)} drafts`;
    const rounds = await inTurns(
      ROUNDS,
      () => send(context, facilities, true),
      () => send(context, facilities, false),
    );
    const time = median(rounds.floor);
    return [{
      name: "send_invoices",
      size,
      time,
      note: `median of ${ROUNDS} rounds, ${spread(rounds.floor)}; ${
        duration(time / facilities)
      } a draft`,
    }, {
      name: "send_invoices of one order, against those of none",
      size,
      mostRatio: 2,
      ...againstFloor(rounds),
    }];
  },
};

/** Sends the drafts of so many facilities; their lines are of one order, or of none. Gives the milliseconds. */
async function send(
  context: BenchContext,
  facilities: number,
  isOfOneOrder: boolean,
): Promise<number> {
  const contractors = facilities * CONTRACTORS_EACH;
  await using database = await context.databases.clone(
    `drafts_${facilities}${isOfOneOrder ? "_of_one_order" : ""}`,
    async (sql) => {
      await loadWork(sql, { facilities, contractors, ...lastWeeks(1) });
      await sql`analyze`;
      await sql`select from public.weekly_billing_run(${WEEK})`;
      if (!isOfOneOrder) return;
      const [order] = await sql<[{ id: string }]>`
        insert into public.purchase_orders (facility_id, number, starts_on, amount)
        select id, 'PO-1', '2000-01-01', 9999999999 from public.facilities limit 1 returning id`;
      await pastTriggers(
        sql,
        (sql) => sql`update public.invoice_lines set purchase_order_id = ${order.id}`,
      );
      await sql`vacuum analyze public.invoice_lines`;
    },
  );
  const sql = connect(database.url);
  try {
    const drafts = await sql<{ id: string }[]>`select id from public.invoices`;
    return await timed(async () => {
      const sent = await sql`
        select number from public.send_invoices(${drafts.map(({ id }) => id)}::uuid[])`;
      if (sent.length !== facilities) throw new Error(`${sent.length} invoices sent`);
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
