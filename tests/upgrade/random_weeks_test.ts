// Random weeks without codes, premiums and guarantees are paid and billed by the tree as by the last release, whose database
// they are entered in: line by line, to the cent, and so are what is handed over, the files of invoices and the books.
import { assert, assertEquals } from "@std/assert";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { fileURLToPath } from "node:url";
import type postgres from "postgres";
import { withConnection } from "../../stack/schema/scratch_database.ts";
import { applyMigration, applyMigrations, readHistory } from "../../stack/schema/migrations.ts";
import { readEarlierReleases } from "../../tools/releases/released.ts";
import { MONDAYS, randomWeek, TODAY } from "../database/payroll/lawful_weeks/random_weeks.ts";
import { money } from "../database/payroll/lawful_weeks/person.ts";
import { RULE_OF_LAW } from "../database/payroll/lawful_weeks/week_rows.ts";
import { dayAfter, piecesOf, type Week } from "../support/payroll/lawful_pay.ts";
import { pendingMigrations } from "../support/schema/pending.ts";
import { atClock, withCopy, withEmptyDatabase } from "./databases.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const WEEKS = 150;
const SEED = Number(Deno.env.get("RANDOM_WEEKS_SEED") ?? Math.floor(Math.random() * 2 ** 31));
const CLOCK = `${TODAY} 12:00:00+00`;
/** A state of each rule. */
const STATES = ["TX", "CA", "CO", "AK"];
const WAGES = [{ jurisdiction: "US", from: "2009-07-24", amount: 725 }];

/** Weeks of the rules that the release knows; of stipends those of a week, which are counted as they were. */
const plainWeek: fc.Arbitrary<Week> = randomWeek(STATES, WAGES).map((week) => ({
  ...week,
  places: week.places.map((place) => ({
    ...place,
    law: place.law === "kentucky" ? "federal" as const : place.law,
    stipends: place.stipends.filter(({ per }) => per === "week"),
  })),
  times: week.times.map((time) => ({ ...time, code: null })),
  codes: [],
  sums: [],
  premiums: [],
  promises: [],
}));

/** Enters somebody for each week, with what they worked and get, in columns that the release has. */
async function enter(sql: postgres.Sql, weeks: readonly Week[]): Promise<void> {
  const people = weeks.map((week) => ({
    id: crypto.randomUUID(),
    type: week.isEmployee ? "w2" : "1099",
    week,
    places: week.places.map((place) => ({
      ...place,
      id: crypto.randomUUID(),
      facility: crypto.randomUUID(),
    })),
  }));
  const places = people.flatMap(({ id, week, places }) =>
    places.map(({ law, rate, raise, stipends, ...place }) => ({
      id: place.id,
      facility: place.facility,
      person: id,
      rule: RULE_OF_LAW[law],
      rates: [
        { from: "2025-01-01", rate: money(rate) },
        ...raise === null
          ? []
          : [{ from: dayAfter(week.monday, raise.fromDay), rate: money(raise.rate) }],
      ],
      stipends: stipends.map(({ kind, amount }) => ({ kind, amount: money(amount) })),
    }))
  );
  const extras = people.flatMap(({ id, week }) =>
    week.extras.map(({ kind, amount, weeks }) => {
      const isPromised = kind === "promised" || kind === "flat";
      const isEarned = isPromised && weeks > 1;
      return {
        person: id,
        on: dayAfter(week.monday, 6),
        kind: kind === "reimbursement" ? kind : "bonus",
        amount: money(amount),
        in_rate: isPromised,
        flat: kind === "flat",
        from: isEarned ? dayAfter(week.monday, -7 * (weeks - 1)) : null,
        to: isEarned ? dayAfter(week.monday, 6) : null,
      };
    })
  );
  const json = (rows: unknown) => sql.json(rows as never);
  await sql`update organization_settings set operating_timezone = 'UTC'`;
  await sql`
    insert into contractors (id, first_name, last_name, email, employment_type)
    select id, 'Ada', 'Nurse', id || '@example.org', type
      from jsonb_to_recordset(${
    json(people.map(({ id, type }) => ({ id, type })))
  }) as row (id uuid, type text)`;
  await sql`
    insert into facilities (id, name)
    select facility, 'Mercy ' || facility from jsonb_to_recordset(${
    json(places)
  }) as row (facility uuid)`;
  await sql`
    insert into assignments (id, contractor_id, facility_id, start_date, overtime_rule, overtime_rule_reason)
    select id, person, facility, '2025-01-01', rule, case rule when 'none' then 'Exempt' end
      from jsonb_to_recordset(${
    json(places)
  }) as row (id uuid, person uuid, facility uuid, rule text)`;
  await sql`
    insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
    select id, rate.from, round(1.6 * rate.rate, 2), rate.rate
      from jsonb_to_recordset(${json(places)}) as row (id uuid, rates jsonb)
     cross join jsonb_to_recordset(rates) as rate ("from" date, rate numeric)`;
  await sql`
    insert into assignment_stipends (assignment_id, weekly_amount, kind, effective_from)
    select id, stipend.amount, stipend.kind, '2025-01-01'
      from jsonb_to_recordset(${json(places)}) as row (id uuid, stipends jsonb)
     cross join jsonb_to_recordset(stipends) as stipend (kind text, amount numeric)`;
  await sql`
    insert into payroll_adjustments (
           contractor_id, payable_on, kind, amount, in_regular_rate, is_flat_sum, earned_from, earned_to, reason,
           approved_at)
    select person, "on", kind, amount, in_rate, flat, "from", "to", 'As it was agreed', now()
      from jsonb_to_recordset(${json(extras)}) as row (
           person uuid, "on" date, kind text, amount numeric, in_rate boolean, flat boolean, "from" date,
           "to" date)`;
  await sql`
    insert into time_entries (
           id, assignment_id, work_date, hours, status, shift_id, shift_contractor_id, started_at, ended_at, break_minutes)
    select id, assignment, day, hours, 'approved', shift, person, "from", "to", breaks
      from jsonb_to_recordset(${json(timesOf(people))}) as row (
           id uuid, assignment uuid, day date, hours numeric, shift uuid, person uuid, "from" timestamptz,
           "to" timestamptz, breaks int)`;
  await sql`
    insert into payroll_periods (period_start, period_end, pay_date)
    select monday, monday + 6, monday + 11 from unnest(${MONDAYS}::text[]::date[]) as monday`;
}

/** Rows of their time. Hours alone of one day count in the order of their ids. */
function timesOf(
  people: readonly { id: string; week: Week; places: readonly { id: string }[] }[],
): unknown[] {
  const rows = people.flatMap(({ id, week, places }) => {
    let shift = "";
    return piecesOf(week).map(({ place, day, hours, span, breaks, begins }) => {
      if (begins) shift = crypto.randomUUID();
      const instant = (minutes: number) =>
        new Date(Date.parse(week.monday) + minutes * 60_000).toJSON();
      return {
        assignment: places[place]?.id,
        day: dayAfter(week.monday, day),
        hours: money(hours),
        ...span === null
          ? {}
          : { shift, person: id, from: instant(span.from), to: instant(span.to), breaks },
      };
    });
  });
  const ids = rows.map(() => crypto.randomUUID()).sort();
  return rows.map((row, nth) => ({ ...row, id: ids[nth] }));
}

/** Sums that weeks come to. */
interface Reckoned {
  /** Line by line; premiums of a week together, which the tree divides by assignment. */
  readonly pay: string[];
  readonly bill: string[];
  /** Earnings that a payroll provider is handed, by person, week, earning and rate. */
  readonly earnings: string[];
  /** Rows of the files of invoices, by the names of their columns. */
  readonly files: Record<string, string>[];
  /** The books, by account, once all is sent and closed. */
  readonly books: string[];
}

const linesOf = (rows: readonly { line: string }[]) => rows.map(({ line }) => line);

/** Pay, invoices, their files and the books of the weeks. */
async function reckon(sql: postgres.Sql): Promise<Reckoned> {
  for (const monday of MONDAYS) {
    await sql`select private.prepare_payroll_draft(id) from payroll_periods where period_start = ${monday}`;
    await sql`select public.weekly_billing_run(${monday}::text::date)`;
  }
  const pay = await sql<{ line: string }[]>`
    select concat_ws(' ', contractor_id, regular_hours, overtime_hours, doubletime_hours, straight_pay, premium_pay,
                     stipend_pay, adjustment_pay, gross_pay) as line
      from payroll_items
     union all
    select concat_ws(' ', item.contractor_id, line.week_start, line.kind, line.time_entry_id,
                     line.payroll_adjustment_id, line.assignment_stipend_id, sum(line.hours), min(line.rate),
                     sum(line.amount))
      from payroll_item_lines as line join payroll_items as item on item.id = line.payroll_item_id
     group by item.contractor_id, line.week_start, line.kind, line.time_entry_id, line.payroll_adjustment_id,
              line.assignment_stipend_id
     order by 1`;
  const bill = await sql<{ line: string }[]>`
    select concat_ws(' ', facility_id, period_start, total) as line from invoices
     union all
    select concat_ws(' ', time_entry_id, work_date, kind, hours, rate, multiplier, amount) from invoice_lines
     order by 1`;
  const earnings = await sql<{ line: string }[]>`
    select concat_ws(' ', earned.contractor_id, earned.week_start, earned.earning, earned.rate, sum(earned.hours),
                     sum(earned.overtime_hours), sum(earned.doubletime_hours), sum(earned.amount)) as line
      from payroll_batches as batch cross join lateral public.payroll_earnings(batch.id) as earned
     group by earned.contractor_id, earned.week_start, earned.earning, earned.rate
     order by 1`;
  const files = await sql<{ file: string }[]>`
    select public.invoice_file(id) as file from invoices order by facility_id, period_start`;
  const batches = await sql<{ id: string }[]>`
    select batch.id from payroll_batches as batch
      join payroll_periods as period on period.id = batch.payroll_period_id order by period_start`;
  for (const { id } of batches) {
    for (let step = 0; step < 2; step++) {
      await sql`select public.advance_payroll_batch_status(${id})`;
    }
    await sql`select public.close_and_lock_payroll_batch(${id})`;
  }
  await sql`select public.send_invoices(array(select id from invoices order by id))`;
  const books = await sql<{ line: string }[]>`
    select concat_ws(' ', account, sum(debit), sum(credit)) as line
      from public.journal(${
    MONDAYS[0] ?? ""
  }::text::date, ${TODAY}::text::date) group by account order by 1`;
  return {
    pay: linesOf(pay),
    bill: linesOf(bill),
    earnings: linesOf(earnings),
    files: files.flatMap(({ file }) => parse(file, { columns: true }) as Record<string, string>[]),
    books: linesOf(books),
  };
}

/** The weeks as the database has them, on a copy. */
async function reckoned(url: string): Promise<Reckoned> {
  const made: Reckoned[] = [];
  await withCopy(url, (copy) =>
    atClock(copy, CLOCK, async (sql) => {
      made.push(await reckon(sql));
    }));
  const [only] = made;
  assert(only !== undefined);
  return only;
}

/** Cells of the columns that a file of the release has. */
const cellsOf = (row: Record<string, string>, columns: readonly string[]) =>
  columns.map((column) => row[column]).join(" ");

Deno.test("upgrade/random_weeks_come_to_the_cents_of_the_last_release", () =>
  withEmptyDatabase(Deno.env.get("TEST_SERVER_URL") ?? "", async (url) => {
    const release = (await readEarlierReleases(ROOT)).at(-1);
    assert(release !== undefined);
    await withConnection(url, async (sql) => {
      await readHistory(sql); // makes it
      for (const file of release.migrations) await applyMigration(sql, file);
    });
    const weeks = fc.sample(plainWeek, { seed: SEED, numRuns: WEEKS });
    await atClock(url, CLOCK, (sql) => enter(sql, weeks));
    const before = await reckoned(url);
    for (const lines of [before.pay, before.bill, before.earnings, before.files]) {
      assert(lines.length > WEEKS);
    }
    assert(before.books.length > 3, "the books have what is paid and billed");
    await withConnection(url, async (sql) => applyMigrations(sql, await pendingMigrations()));
    const after = await reckoned(url);
    const columns = Object.keys(before.files[0] ?? {});
    const told = ({ files, ...lines }: Reckoned) => ({
      ...lines,
      files: files.map((row) => cellsOf(row, columns)).sort(),
    });
    assertEquals(told(after), told(before), `with RANDOM_WEEKS_SEED=${SEED}`);
  }));
