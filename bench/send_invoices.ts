import { connect } from "../supabase/functions/_shared/database.ts";
import type { Benchmark } from "./benchmark.ts";
import { lastWeeks, loadWork, WEEK } from "./load_work.ts";
import { count, duration, median, spread, timed } from "./measure.ts";

const DRAFTS = 1000;
/** Contractors at a facility: each has five entries on its draft. */
const CONTRACTORS_EACH = 14;
const ROUNDS = 3;

/** What sending as many drafts takes as one call may send. */
export const sendInvoices: Benchmark = {
  name: "send-invoices",
  aim: "1,000 drafts of 70 entries each in one call, no aim",
  run: async (context) => {
    const facilities = context.size(DRAFTS);
    const contractors = facilities * CONTRACTORS_EACH;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await using database = await context.databases.clone(`drafts_${facilities}`, async (sql) => {
        await loadWork(sql, { facilities, contractors, ...lastWeeks(1) });
        await sql`analyze`;
        await sql`select from public.weekly_billing_run(${WEEK})`;
      });
      const sql = connect(database.url);
      try {
        const drafts = await sql<{ id: string }[]>`select id from public.invoices`;
        times.push(
          await timed(async () => {
            const sent = await sql`
              select number from public.send_invoices(${drafts.map(({ id }) => id)}::uuid[])`;
            if (sent.length !== facilities) throw new Error(`${sent.length} invoices sent`);
          }),
        );
      } finally {
        await sql.end({ timeout: 5 });
      }
    }
    const time = median(times);
    return [{
      name: "send_invoices",
      size: `${count(facilities)} drafts`,
      time,
      note: `median of ${ROUNDS} rounds, ${spread(times)}; ${duration(time / facilities)} a draft`,
    }];
  },
};
