// Whatever happens to time and invoices, in whatever order: every hour is billed once, at its day's rate.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import postgres from "postgres";
import { backfill, recompute } from "../../../support/billing/billed_time.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { assertNoneIsHalfBilled } from "../../../support/billing/runs.ts";
import { codeRate, listedRate } from "../../../support/billing/coded_time.ts";
import { Firm } from "../../../support/firm.ts";
import { countOf, test } from "../../../support/histories.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { billInScope } from "../../../support/billing/terms.ts";
import {
  assertProfitIsJournal,
  assertUnbilledIsWhatIsLeft,
  burdenAndShare,
} from "../../../support/profit/profit_is_journal.ts";
import { contents } from "../../../support/sql/rows.ts";
import { addCalendar } from "../../../support/time/premiums.ts";
import { assertFeesFollow } from "./fees.ts";
import { groupsToBill } from "./groups.ts";
import type { History, Operation } from "./history.ts";
import { histories } from "./operations.ts";
import { assertProfitIsThatOfTheBooks } from "./paid.ts";

/** The last day of the week into which a night shift of the last day goes on. */
const LAST_DAY = "2026-03-22";

/** A firm whose three assignments have these overtime rules. */
async function begin(sql: postgres.Sql, rules: readonly string[]): Promise<History> {
  const [first, second] = [await Firm.create(sql), await Firm.create(sql)];
  const adaAtFirst = await first.assignment();
  const [ada] = await sql<[{ id: string }]>`select id from contractors`;
  const assignments = [adaAtFirst, await second.assignmentOf(ada.id), await first.assignment()];
  await sql`
    update assignments set overtime_rule = given.rule
      from unnest(${assignments}::uuid[], ${[...rules]}::text[]) as given (id, rule)
     where assignments.id = given.id`;
  await billInScope(sql, "contractor"); // as payroll counts
  await sql`update assignment_rates set bill_rate = 87.65`;
  await sql`update facilities set cancellation_notice_hours = 24`;
  for (const assignment of assignments) {
    await codeRate(sql, assignment, "charge", { bill: "95.35", pay: "64" });
    await codeRate(sql, assignment, "mileage", { bill: "0.67", pay: "0.67" });
  }
  for (const { facilityId } of [first, second]) {
    await listedRate(sql, facilityId, "on_call", { bill: "7.77", pay: "5" });
  }
  await addCalendar(sql, ["2026-03-03", "2026-03-15"]);
  await burdenAndShare(sql);
  return { sql, facilities: [first.facilityId, second.facilityId], assignments };
}

/** Does something. Gives whether it was done; if not, one of the project's errors refused it. */
async function attempt(does: PromiseLike<unknown>): Promise<boolean> {
  try {
    await does;
    return true;
  } catch (error) {
    assert(error instanceof postgres.PostgresError, String(error));
    assertMatch(error.code, /^PT4\d\d$/, error.message);
    return false;
  }
}

/** All that there is but the rows that each run leaves of its own. */
async function state({ sql }: History): Promise<unknown> {
  const { billing_runs: _, ...rest } = await contents(sql);
  return rest;
}

async function happen(history: History, { choose, repeats }: Operation): Promise<void> {
  const deed = await choose(history);
  const done = await attempt(deed());
  if (!repeats || !done) return;
  const before = await state(history);
  assert(await attempt(deed()), "done again, it is refused");
  assertEquals(await state(history), before, "done again, it changes something");
}

/** Lines, totals and numbers that are wrong by themselves. */
async function assertAllAddsUp({ sql }: History): Promise<void> {
  const wrong = await sql`
    select 'total' as what, invoice.id
      from invoices as invoice
     where total <> (select coalesce(sum(amount), 0) from invoice_lines where invoice_id = invoice.id)
    union all
    select 'released', line.id
      from invoice_lines as line join invoices as invoice on invoice.id = line.invoice_id
     where (line.released_at is null) = (invoice.status = 'void' or private.is_reinstated(line.id))
       and line.base is null
    union all
    select 'rate', line.id
      from invoice_lines as line
      join invoices as invoice on invoice.id = line.invoice_id and invoice.status = 'draft'
      join time_entries as entry on entry.id = line.time_entry_id
      join private.rates_of_days as rate
        on rate.assignment_id = entry.assignment_id
       and entry.work_date between rate.effective_from and rate.effective_to
      left join private.rates_of_coded_time as coded on coded.time_entry_id = entry.id
     where line.premium_rule_id is null
       and (line.rate <> case when entry.code = 'regular' then rate.bill_rate else coded.bill_rate end
            or line.work_date <> entry.work_date)
`;
  assertEquals([...wrong], []);
}

/** Each line of time is its hours, or its units, × rate × multiplier, rounded half-up to the cent, reckoned in whole numbers. */
async function assertAmounts({ sql }: History): Promise<void> {
  const lines = await sql<{ hours: string; rate: string; multiplier: string; amount: string }[]>`
    select coalesce(hours, quantity) as hours, rate, multiplier, amount
      from invoice_lines where time_entry_id is not null`;
  const whole = (decimal: string) => BigInt(decimal.replace(".", ""));
  for (const { hours, rate, multiplier, amount } of lines) {
    const exact = whole(hours) * whole(rate) * whole(multiplier);
    assertStrictEquals(
      whole(amount),
      (exact + 50_000n) / 100_000n,
      `${hours} × ${rate} × ${multiplier}`,
    );
  }
}

/** Sends all that there is to bill. */
async function sendAll({ sql, facilities }: History): Promise<void> {
  let billed = true;
  for (let round = 0; billed; round++) {
    assert(round < 6, "there is always something more to bill");
    billed = false;
    for (const facility of facilities) {
      for (const group of ["", ...await groupsToBill(sql, facility)]) {
        await attempt(backfill(sql, facility, LAST_DAY, group));
      }
      for (const { id } of await sql`select id from invoices where status = 'draft'`) {
        billed = true;
        await attempt(recompute(sql, id));
        if (!await attempt(send(sql, [id], "2026-03-25"))) await voidInvoice(sql, id);
      }
    }
  }
}

/** Once all is sent, each week comes to what payroll's classes come to at today's rates, and to what is promised of it. */
async function assertWeeksAreWhole({ sql }: History): Promise<void> {
  const wrong = await sql`
    with week as (
      select assignment.contractor_id, private.workweek_start(entry.work_date) as start
        from time_entries as entry join assignments as assignment on assignment.id = entry.assignment_id
       group by 1, 2),
    part as (
      select assignment.facility_id, time.contractor_id, time.week_start,
             - round(class.hours * coalesce(coded.bill_rate, rate.bill_rate) * class.multiplier, 2) as amount
        from (select array_agg(contractor_id) as contractors, array_agg(start) as starts from week) as weeks
       cross join lateral private.classified_time(weeks.contractors, weeks.starts) as time
        join assignments as assignment on assignment.id = time.assignment_id
        join private.rates_of_days as rate
          on rate.assignment_id = time.assignment_id
         and time.work_date between rate.effective_from and rate.effective_to
        left join private.rates_of_coded_time as coded on coded.time_entry_id = time.time_entry_id
       cross join lateral (values (time.regular_hours, 1), (time.overtime_hours, bill_overtime_multiplier),
                                  (time.doubletime_hours, bill_doubletime_multiplier)) as class (hours, multiplier)
       union all
      select assignment.facility_id, assignment.contractor_id, private.workweek_start(entry.work_date),
             - round(coded.quantity * coded.bill_rate, 2)
        from time_entries as entry
        join assignments as assignment on assignment.id = entry.assignment_id
        join private.rates_of_coded_time as coded on coded.time_entry_id = entry.id
       where entry.is_payable and not entry.is_worked
       union all
      select assignment.facility_id, assignment.contractor_id, private.workweek_start(entry.work_date),
             - round(added.quantity * added.rate, 2)
        from (select array_agg(worked.id) as ids, array_agg(worked.assignment_id) as assignments,
                     array_agg(priced.bill_rate) as rates
                from time_entries as worked
                join private.bill_rates_of_time as priced on priced.time_entry_id = worked.id
               where worked.is_payable and worked.is_worked and priced.bill_rate > 0) as hours
       cross join lateral private.differentials_of_time(hours.ids, hours.assignments, hours.rates, false) as added
        join time_entries as entry on entry.id = added.time_entry_id
        join assignments as assignment on assignment.id = entry.assignment_id
       union all
      select assignment.facility_id, promised.contractor_id, promised.week_start, - promised.amount
        from (select array_agg(contractor.id) as contractors, array_agg(start::date) as starts
                from contractors as contractor
               cross join generate_series(date '2026-02-16', '2026-03-16', '7 days') as start) as weeks
       cross join lateral private.guarantees_of_weeks(weeks.contractors, weeks.starts, 'bill') as promised
        join assignments as assignment on assignment.id = promised.assignment_id
       union all
      select invoice.facility_id, coalesce(line.contractor_id, assignment.contractor_id),
             coalesce(line.week_start, private.workweek_start(entry.work_date)), line.amount
        from invoice_lines as line
        join invoices as invoice on invoice.id = line.invoice_id
        left join time_entries as entry on entry.id = line.time_entry_id
        left join assignments as assignment on assignment.id = entry.assignment_id
       where line.released_at is null and line.kind <> 'adjustment' and line.base is null
       union all
      select facility_id, contractor_id, week_start, amount from unbilled_differences where amount < 0)
    select facility_id, contractor_id, week_start, sum(amount) from part group by 1, 2, 3 having sum(amount) <> 0`;
  assertEquals([...wrong], []);
}

/** The numbers of each year are 1 … n, of invoices and credit notes together. */
async function assertNumbers({ sql }: History): Promise<void> {
  const years = await sql<{ year: string; numbers: number[] }[]>`
    select extract(year from issued_on)::text as year,
           array_agg(split_part(number, '-', 3)::int order by number) as numbers
      from (select number, issue_date as issued_on from invoices union all
            select number, issued_on from credit_notes) as document
     where number is not null and split_part(number, '-', 2) = extract(year from issued_on)::text
     group by 1`;
  for (const { year, numbers } of years) {
    assertEquals(numbers, numbers.map((_, i) => i + 1), year);
  }
  const [{ sent }] = await sql<[{ sent: number }]>`
    select ((select count(*) from invoices where sent_at is not null)
            + (select count(*) from credit_notes))::int as sent`;
  assertStrictEquals(sent, years.reduce((sum, { numbers }) => sum + numbers.length, 0));
}

/** Sent invoices by id, with their lines as they were sent: releasing one takes its part away, and changes no more. */
async function sentLines({ sql }: History): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; lines: string }[]>`
    select invoice.id, string_agg((to_jsonb(line) - 'released_at' - 'part')::text, ' ' order by line.id) as lines
      from invoices as invoice join invoice_lines as line on line.invoice_id = invoice.id
     where invoice.sent_at is not null group by invoice.id`;
  return new Map(rows.map(({ id, lines }) => [id, lines]));
}

test("billing_histories/bill_every_hour_once_at_its_rate_and_keep_what_was_sent", () =>
  fc.assert(
    fc.asyncProperty(histories, ({ rules, operations, late }) =>
      withDatabase(async ({ sql }) => {
        const history = await begin(sql, rules);
        let sent = new Map<string, string>();
        for (const some of [operations, late]) {
          for (const operation of some) {
            try {
              await happen(history, operation);
              await sql`select private.sum_up_invoices(1)`; // gross profit reads some by sums
              await assertNoneIsHalfBilled(sql);
              await assertAllAddsUp(history);
              await assertFeesFollow(history);
              const now = await sentLines(history);
              for (const [id, lines] of sent) {
                assertStrictEquals(now.get(id), lines, "what was sent changed");
              }
              sent = now;
            } catch (error) {
              throw new Error(operation.what, { cause: error });
            }
          }
          await sendAll(history);
          await assertWeeksAreWhole(history);
          await assertProfitIsJournal(sql);
          await assertUnbilledIsWhatIsLeft(sql);
        }
        await assertAmounts(history);
        await assertNumbers(history);
        await assertProfitIsThatOfTheBooks(history);
      }, { clock: "2026-03-25 12:00:00-06" })),
    { numRuns: countOf(30) },
  ));
