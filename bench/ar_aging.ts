import type postgres from "postgres";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import { billATenthOtherwise, loadReceivables } from "./load_receivables.ts";
import { againstFloor, count, inTurns, timed } from "./measure.ts";
import { connectOn } from "./today.ts";

const OPEN = 200_000;
const FACILITIES = 500;
/** As many times more invoices that were paid before. */
const HISTORY = 2;
/** Two weeks before today: most of what is overdue was overdue then. */
const PAST_DAY = "2026-05-18";
const WARM_UPS = 2;
const ROUNDS = 15;

/** Cost of the reports on receivables beside bare sums over the same rows. */
export const arAging: Benchmark = {
  name: "ar-aging",
  aim:
    "200,000 open invoices: at most 2 × a grouped sum; as of a past day, at most 1.8 × the same joined to payments",
  run: async (context) => [
    ...await measure(context, 0, [
      {
        name: "ar_aging, against a bare grouped sum",
        ours: "select * from public.ar_aging",
        floor: SUM,
      },
      {
        name: "ar_aging_as_of a past day, against the same sum joined to payments",
        ours: AS_OF,
        floor: SUM_AS_OF,
        mostRatio: 1.8,
      },
      {
        name: "the same without interest",
        ours: AS_OF,
        floor: SUM_AS_OF,
        mostRatio: 1.8,
        before: (sql) =>
          sql`update public.invoices set accrued_interest = 0 where accrued_interest > 0`,
      },
    ]),
    ...await measure(context, 0, [
      {
        name: "ar_aging_as_of, a tenth in programs, disputes and discounts",
        ours: AS_OF,
        floor: SUM_AS_OF,
        mostRatio: 1.8,
        before: billATenthOtherwise,
      },
    ]),
    ...await measure(context, HISTORY, [
      {
        name: `ar_aging, ${HISTORY} × paid history`,
        ours: "select * from public.ar_aging",
        floor: SUM,
      },
    ]),
  ],
};

/** A grouped sum over the open invoices. */
const SUM = `
  select facility_id, sum(balance) from public.invoices
   where status in ('sent', 'partially_paid') group by facility_id`;

const AS_OF = `select * from public.ar_aging_as_of('${PAST_DAY}')`;

/** The same sum joined to the payments up to a day, in the form that was fastest of those whose sums are right. */
const SUM_AS_OF = `
  select facility_id, sum(amount)
    from (select facility_id, total as amount from public.invoices where status in ('sent', 'partially_paid')
           union all
          select invoice.facility_id, -payment.amount
            from public.payments as payment
            join public.invoices as invoice on invoice.id = payment.invoice_id
           where payment.paid_on <= '${PAST_DAY}' and invoice.status in ('sent', 'partially_paid')) as entry
   group by facility_id`;

interface Comparison {
  readonly name: string;
  readonly ours: string;
  readonly floor: string;
  /** 2 where it is not said. */
  readonly mostRatio?: number;
  /** Runs before it is measured. */
  readonly before?: (sql: postgres.Sql) => Promise<unknown>;
}

async function measure(
  context: BenchContext,
  history: number,
  comparisons: readonly Comparison[],
): Promise<Figure[]> {
  const open = context.size(OPEN);
  const load = { facilities: context.size(FACILITIES), open, paid: open * history };
  await using database = await context.databases.clone(
    `receivables_${open}_${history}`,
    (sql) => loadReceivables(sql, load),
  );
  const sql = connectOn(database.url);
  try {
    const figures: Figure[] = [];
    for (const { name, ours, floor, mostRatio = 2, before } of comparisons) {
      if (before !== undefined) {
        await before(sql);
        await sql.unsafe("vacuum (full, analyze) public.invoices");
      }
      figures.push({
        name,
        size: `${count(open)} open of ${count(open + load.paid)} invoices`,
        mostRatio,
        ...await compare(sql, ours, floor, load.facilities),
      });
      context.report(name);
    }
    return figures;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function compare(sql: postgres.Sql, ours: string, floor: string, facilities: number) {
  const run = (query: string) =>
    timed(async () => {
      const { length } = await sql.unsafe(query);
      if (length !== facilities) throw new Error(`${length} facilities: ${query}`);
    });
  for (let i = 0; i < WARM_UPS; i++) await run(ours), await run(floor);
  return againstFloor(await inTurns(ROUNDS, () => run(ours), () => run(floor)));
}
