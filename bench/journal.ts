import type postgres from "postgres";
import type { BenchContext, Benchmark, Figure } from "./benchmark.ts";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import { sendWeeks } from "./load_sent_weeks.ts";
import { lastWeeks, loadWork } from "./load_work.ts";
import { againstFloor, count, inTurns, takenBack, timed } from "./measure.ts";
import { connectOn } from "./today.ts";

const FACILITIES = 500;
const CONTRACTORS = 2000;
const WEEKS = 10;
const ENTRIES_EACH = 5;
const ROUNDS = 7;
const [FROM, TO] = ["2026-05-01", "2026-05-31"];

/** Cost of the books of a month beside a bare sum of its lines, and beside less history. */
export const journal: Benchmark = {
  name: "journal",
  aim:
    "a month: at most 3 × the sum of its lines, 10 × history: at most 1.3 ×; closing it: at most 1.5 × its journal; accruals: at most 2.5 × the time that is not billed",
  run: async (context) => {
    const contractors = context.size(CONTRACTORS);
    const load = (weeks: number) => (sql: postgres.Sql) => loadBooks(context, sql, weeks);
    await using few = await context.databases.fresh(load(WEEKS));
    await using many = await context.databases.fresh(load(10 * WEEKS));
    const [little, much] = [connectOn(few.url), connectOn(many.url)];
    try {
      const size = `of ${count(contractors * ENTRIES_EACH * 10 * WEEKS)} lines`;
      const month = (sql: postgres.Sql) => timed(() => sql.unsafe(JOURNAL));
      const file = () => timed(() => much`select length(journal_file(${FROM}, ${TO}, 'hledger'))`);
      const accrued = () => timed(() => much`select count(*) from accruals(${TO})`);
      await month(little), await month(much), await accrued();
      const figures: Figure[] = [{
        name: "journal of a month, against the sum of its lines",
        size,
        mostRatio: 3,
        ...againstFloor(
          await inTurns(ROUNDS, () => month(much), () => timed(() => much.unsafe(SUM))),
        ),
      }, {
        name: "the same on 10 × history, against itself without",
        size,
        mostRatio: 1.3,
        ...againstFloor(await inTurns(ROUNDS, () => month(much), () => month(little))),
      }, {
        name: "journal_file, hledger, beside the journal",
        size,
        ...againstFloor(await inTurns(ROUNDS, file, () => month(much))),
      }, {
        name: "accruals, beside the time that is not billed",
        size,
        mostRatio: 2.5,
        ...againstFloor(
          await inTurns(
            ROUNDS,
            accrued,
            () => timed(() => much.unsafe(NOT_BILLED)),
          ),
        ),
      }];
      context.report("open books");
      return [...figures, ...await measureClosing(context, much, size)];
    } finally {
      await Promise.all([little, much].map((sql) => sql.end({ timeout: 5 })));
    }
  },
};

const JOURNAL = `select count(*) from journal('${FROM}', '${TO}')`;

/** The lines of the month's invoices by invoice, class and contractor. */
const SUM = `
  select count(*)
    from (select line.invoice_id, line.kind, assignment.contractor_id, sum(line.amount)
            from public.invoices as invoice
            join public.invoice_lines as line on line.invoice_id = invoice.id
            join public.time_entries as entry on entry.id = line.time_entry_id
            join public.assignments as assignment on assignment.id = entry.assignment_id
           where invoice.issue_date between '${FROM}' and '${TO}'
           group by 1, 2, 3) as summed`;

/** The approved time that no live line bills, found by comparing all time with all lines. */
const NOT_BILLED = `
  select count(*)
    from (select entry.id, assignment.group_name, contractor.last_name, facility.name
            from public.time_entries as entry
            join private.grouped_assignments as assignment on assignment.id = entry.assignment_id
            join public.contractors as contractor on contractor.id = assignment.contractor_id
            join public.facilities as facility on facility.id = assignment.facility_id
           where entry.is_payable
             and not exists (
                 select from public.invoice_lines as line
                  where line.time_entry_id = entry.id and line.released_at is null)
           order by entry.work_date, entry.approved_at, entry.id) as unbilled`;

/** Weeks that were billed and sent, with their totals. */
async function loadBooks(context: BenchContext, sql: postgres.Sql, weeks: number): Promise<void> {
  const [facilities, contractors] = [context.size(FACILITIES), context.size(CONTRACTORS)];
  await loadWork(sql, { facilities, contractors, ...lastWeeks(weeks) });
  await sendWeeks(sql, weeks);
  await pastTriggers(sql, async (sql) => {
    await sql`
      update public.invoices as invoice set total = line.total
        from (select invoice_id, sum(amount) as total from public.invoice_lines group by invoice_id) as line
       where line.invoice_id = invoice.id`;
  });
}

/** Closing a month after the one before, and the journal of a month of which much changed since it was closed. */
async function measureClosing(
  context: BenchContext,
  sql: postgres.Sql,
  size: string,
): Promise<Figure[]> {
  await sql`select close_books('2026-04-30')`;
  context.report("books closed for the first time");
  const [rows] = await sql<[{ count: number }]>`
    select count(*)::int from private.journal_postings(${FROM}, ${TO}, true)`;
  const closing = () => takenBack(sql, `select close_books('${TO}')`);
  const month = () => timed(() => sql.unsafe(JOURNAL));
  const rounds = await inTurns(ROUNDS, closing, month);
  const unchanged = await inTurns(ROUNDS, month, month);
  await sql`
    insert into private.documents_to_post (document_id)
    select id from public.invoices where issue_date < ${FROM} order by issue_date desc limit 1000`;
  const changed = await inTurns(ROUNDS, month, month);
  return [{
    name: "close_books of a month, beside its journal",
    size: `${count(rows.count)} postings ${size}`,
    mostRatio: 1.5,
    ...againstFloor(rounds),
  }, {
    name: "journal, 1,000 documents of closed days changed",
    size,
    ...againstFloor({ ours: changed.ours, floor: unchanged.ours }),
  }];
}
