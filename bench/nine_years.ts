import { closeMonths, loadLateLife } from "../fixtures/late_life.ts";
import type { Benchmark } from "./benchmark.ts";
import { againstFloor, count, inTurns, takenBack, timed } from "./measure.ts";
import { connectOn, TODAY } from "./today.ts";

const FACILITIES = 50;
const WEEKLY = 192;
const YEARS = 9;
const ROUNDS = 7;
/** The month that is open, which is over. */
const [FROM, TO] = ["2026-05-01", "2026-05-31"];

/** Cost of a month's books in a firm of nine years, in which every invoice was paid late. */
export const nineYears: Benchmark = {
  name: "nine-years",
  aim:
    "10,000 late invoices a year, books closed each month: the open month and its closing take at most 1 s",
  run: async (context) => {
    const weekly = context.size(WEEKLY);
    const life = { years: YEARS, facilities: FACILITIES, weekly, today: TODAY };
    await using database = await context.databases.fresh(async (sql) => {
      await loadLateLife(sql, life);
      context.report("nine years loaded");
      await closeMonths(sql, life);
    });
    context.report("books closed, month by month");
    const sql = connectOn(database.url);
    try {
      const size = `of ${count(weekly * 52 * YEARS)} late invoices`;
      const month = () => timed(() => sql`select count(*) from journal(${FROM}, ${TO})`);
      const closing = () => takenBack(sql, `select close_books('${TO}')`);
      const floor = () => timed(() => sql.unsafe(SUM));
      await month(), await floor();
      return [{
        name: "journal of the open month, beside a sum of all that was billed and paid",
        size,
        mostTime: 1000,
        ...againstFloor(await inTurns(ROUNDS, month, floor)),
      }, {
        name: "close_books of it, beside the same",
        size,
        mostTime: 1000,
        ...againstFloor(await inTurns(ROUNDS, closing, floor)),
      }];
    } finally {
      await sql.end({ timeout: 5 });
    }
  },
};

/** Sum of what each facility owed at the end of the month. */
const SUM = `
  select facility_id, sum(amount)
    from (select facility_id, total + accrued_interest as amount
            from public.invoices where issue_date <= '${TO}'
           union all
          select invoice.facility_id, -payment.amount
            from public.payments as payment
            join public.invoices as invoice on invoice.id = payment.invoice_id
           where payment.paid_on <= '${TO}') as entry
   group by facility_id`;
