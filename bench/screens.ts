import postgres from "postgres";
import { pastTriggers } from "../fixtures/past_triggers.ts";
import type { Benchmark, Figure } from "./benchmark.ts";
import { loadReceivables } from "./load_receivables.ts";
import { sendWeeks } from "./load_sent_weeks.ts";
import { lastWeeks, loadWork, WEEK } from "./load_work.ts";
import { count, medianOfCalls, timed } from "./measure.ts";

const FACILITIES = 500;
const CONTRACTORS = 2000;
const WEEKS = 50;
const ENTRIES_EACH = 5;
const OPEN = 20_000;
const PAID = 180_000;
const ROUNDS = 15;

/** A request of a screen, the milliseconds in which it should be there, and what is done before it. */
type Question = readonly [
  name: string,
  question: string,
  mostTime?: number,
  before?: (sql: postgres.Sql) => Promise<unknown>,
];

/** The requests, in their order: each leaves behind what was done before it. */
const QUESTIONS: readonly Question[] = [
  ["board", "select * from public.board()", 50],
  ["the same without unbilled time", "select * from public.board()", 50, withoutUnbilledTime],
  [
    "the same where five credentials are required of each",
    "select * from public.board()",
    300,
    requireCredentials,
  ],
  ["hours_by_state, 8 weeks", "select * from public.hours_by_state()"],
  ["heads_by_week", "select * from public.heads_by_week"],
  ["ar_history, 12 months", "select * from public.ar_history('2025-07-01', '2026-06-10')"],
  ["ar_history, 52 weeks", "select * from public.ar_history('2025-06-18', '2026-06-10', 'week')"],
];

/** Cost of the console's first screens, on a firm of some years. */
export const screens: Benchmark = {
  name: "screens",
  aim:
    "board: at most 50 ms on 225,000 invoices and 500,000 entries, 300 ms where credentials are required",
  run: async (context) => {
    const facilities = context.size(FACILITIES);
    const contractors = context.size(CONTRACTORS);
    await using database = await context.databases.fresh(async (sql) => {
      await loadReceivables(sql, {
        facilities,
        open: context.size(OPEN),
        paid: context.size(PAID),
      });
      await loadWork(sql, { facilities, contractors, ...lastWeeks(WEEKS) });
      await sendWeeks(sql, WEEKS);
      await leaveWorkToDo(sql);
    });
    const sql = postgres(database.url, {
      max: 1,
      connection: { "app.clock": "2026-06-10 18:00+00" },
    });
    const invoices = context.size(OPEN) + context.size(PAID) + facilities * WEEKS;
    const size = `${count(invoices)} invoices, ${
      count(contractors * ENTRIES_EACH * WEEKS)
    } entries`;
    try {
      const figures: Figure[] = [];
      for (const [name, question, mostTime, before] of QUESTIONS) {
        await before?.(sql);
        figures.push({ name, size, ...await measure(sql, question), ...mostTime && { mostTime } });
        context.report(name);
      }
      return figures;
    } finally {
      await sql.end({ timeout: 5 });
    }
  },
};

/** Of the last week one entry in twenty is a draft and one in fifty submitted, off the invoices that it was on. */
async function leaveWorkToDo(sql: postgres.Sql): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    await sql`
      delete from public.invoice_lines
       where work_date >= ${WEEK} and hashtext(time_entry_id::text) % 20 in (3, 7)`;
    await sql`
      update public.time_entries
         set status = 'draft', approved_at = null, submitted_at = null
       where work_date >= ${WEEK} and hashtext(id::text) % 20 = 3`;
    await sql`
      update public.time_entries
         set status = 'submitted', approved_at = null
       where work_date >= ${WEEK} and hashtext(id::text) % 20 = 7`;
    await sql`select private.list_unbilled_time()`;
  });
}

/** Leaves the rest of the board: what the thirteen weeks cost is the difference. */
async function withoutUnbilledTime(sql: postgres.Sql): Promise<void> {
  await sql`
    create or replace function private.unbilled_of_13_weeks(last_day date)
    returns table (
        time_entry_id uuid, assignment_id uuid, work_date date, hours numeric, code text, quantity numeric)
    language sql stable set search_path = '' as
    'select null::uuid, null::uuid, null::date, null::numeric, null::text, null::numeric where false'`;
}

/** Ten kinds of credentials, which everybody has renewed each year; some are out, and five are asked for everywhere. */
async function requireCredentials(sql: postgres.Sql): Promise<void> {
  await pastTriggers(sql, async (sql) => {
    await sql`insert into public.credential_kinds (name) select 'Kind ' || nth from generate_series(1, 10) as nth`;
    await sql`
      insert into public.credentials (contractor_id, credential_kind_id, issued_on, expires_on)
      select contractor.id, kind.id, begun.day, begun.day + 366
        from public.contractors as contractor
       cross join public.credential_kinds as kind
       cross join generate_series(0, 2) as year
       cross join lateral (
             select date '2023-07-01' + 365 * year + abs(hashtext(contractor.id::text || kind.id) % 350)) as begun (day)`;
    await sql`
      insert into public.requirements (credential_kind_id, effective_from)
      select id, '2023-01-01' from public.credential_kinds order by name limit 5`;
  });
  await sql`analyze public.credentials, public.requirements, public.credential_kinds`;
}

async function measure(
  sql: postgres.Sql,
  question: string,
): Promise<Pick<Figure, "time" | "note">> {
  return await medianOfCalls(ROUNDS, () => timed(() => sql.unsafe(question)));
}
