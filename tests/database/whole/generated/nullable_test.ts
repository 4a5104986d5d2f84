// The types say which columns of views, and of the tables that functions return, may be null. So it is in the demo firm
// and in an empty one.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { NULLABLE } from "../../../../tools/column_facts.ts";
import { actingAs } from "../../../support/access/acting.ts";
import { applyNew } from "../../../support/assignments/rate_hits.ts";
import { draftOf } from "../../../support/payroll/batches.ts";
import { overpay } from "../../../support/payroll/overpaid.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { enterShift } from "../../../support/time/shifts.ts";

const SEED = new URL("../../../../supabase/seed.sql", import.meta.url);
const CONTRACTOR = "contractor@demo.example";

/** Calls of the functions that return a table of their own. */
const CALLS: Readonly<Record<string, string>> = {
  accruals:
    "select said.* from private.clock() as clock cross join lateral accruals(clock.business_date) as said",
  late_to_closed_books:
    "select said.* from book_closings cross join lateral late_to_closed_books(through) as said",
  journal: "select said.* from journal('2000-01-01', '2100-12-31') as said",
  ar_history: "select said.* from ar_history('2026-01-01', '2026-03-31') as said",
  board: "select said.* from board() as said",
  facility_statement: `select said.* from facilities
    cross join lateral facility_statement(facilities.id, '2000-01-01', '2100-12-31') as said`,
  customer_statement: `select said.* from facilities
    cross join lateral customer_statement(facilities.id, '2000-01-01', '2100-12-31') as said`,
  search:
    "select said.* from unnest('{a,1}'::text[]) as typed cross join lateral search(typed) as said",
  overdue_invoices: "select said.* from overdue_invoices() as said",
  timeline: `select said.* from (select 'contractor' as kind, id from contractors
    union all select 'facility', id from facilities union all select 'invoice', id from invoices) as told
    cross join lateral timeline(told.kind, told.id) as said`,
  cash_ahead: "select said.* from cash_ahead() as said",
  gross_profit:
    `select said.* from unnest('{line,assignment,facility,recruiter,week}'::text[]) as asked
    cross join lateral gross_profit('2000-01-01', '2100-12-31', asked) as said`,
  weekly_flash: "select said.* from weekly_flash() as said",
  tax_report: "select said.* from tax_report('2000-01-01', '2100-12-31') as said",
  hours_by_state: "select said.* from hours_by_state() as said",
  payroll_batch_review:
    "select said.* from payroll_batches cross join lateral payroll_batch_review(payroll_batches.id) as said",
  journal_files: "select said.* from journal_files('2000-01-01', '2000-01-31') as said",
  pay_year_totals: "select said.* from pay_year_totals(2026) as said",
  payroll_earnings:
    "select said.* from payroll_batches cross join lateral payroll_earnings(payroll_batches.id) as said",
  payroll_earnings_by_rate:
    "select said.* from payroll_batches cross join lateral payroll_earnings_by_rate(payroll_batches.id) as said",
  payroll_file_obstacles:
    "select said.* from payroll_batches cross join lateral payroll_file_obstacles(payroll_batches.id, 'w2', (select min(name) from payroll_profiles)) as said",
  payroll_profile_templates: "select said.* from payroll_profile_templates() as said",
  payroll_export:
    "select said.* from payroll_batches cross join lateral payroll_export(payroll_batches.id) as said",
  proposed_break_premiums:
    "select said.* from proposed_break_premiums('2000-01-01', '2100-12-31') as said",
  time_variances:
    "select said.* from (select distinct private.workweek_start(work_date) as start from time_entries order by start desc limit 2) as week cross join facilities cross join lateral time_variances(week.start, facilities.id) as said",
  missing_credentials:
    "select said.* from candidates cross join facilities cross join lateral missing_credentials(candidates.id, facilities.id, '2026-03-02') as said",
  time_without_credentials:
    "select said.* from time_without_credentials('2000-01-01', '2100-12-31') as said",
  plan_as_last_week:
    "select said.* from (select assignment_id, private.workweek_start(min(work_date)) + 7 as start from planned_shifts group by 1) as week cross join lateral plan_as_last_week(week.start, assignment => week.assignment_id) as said",
  week_plan:
    "select said.* from (select distinct private.workweek_start(work_date) as start from planned_shifts) as week cross join lateral week_plan(week.start) as said",
  regular_rate_of_week:
    "select said.* from (select distinct contractor_id, week_start from payroll_items join payroll_item_lines on payroll_item_id = payroll_items.id order by week_start desc, contractor_id limit 25) as week cross join lateral regular_rate_of_week(week.contractor_id, week.week_start) as said",
  payroll_period_obstacles:
    "select said.* from payroll_periods cross join lateral payroll_period_obstacles(payroll_periods.id) as said",
  rate_hit_reach:
    "select said.* from rate_hits cross join lateral rate_hit_reach(rate_hits.id) as said",
};

/** Columns of the rows that a view or function answers, each with whether it is null in one of them. */
async function columnsOf(sql: postgres.ISql, name: string): Promise<Map<string, boolean>> {
  const from = CALLS[name] ?? `select * from "${name}"`;
  const columns = await sql<{ name: string; holdsNull: boolean }[]>`
    select field.key as name, bool_or(field.value = 'null'::jsonb) as "holdsNull"
      from (${
    (sql as postgres.Sql).unsafe(from)
  }) as answered, jsonb_each(to_jsonb(answered)) as field
     group by field.key`;
  return new Map(columns.map((column) => [column.name, column.holdsNull]));
}

/** Asserts it of these, and gives the names of those that answered a row. */
async function assertNoOtherNulls(
  sql: postgres.ISql,
  names: Iterable<string>,
  as: string,
): Promise<string[]> {
  const answered = [];
  for (const name of names) {
    const columns = await columnsOf(sql, name);
    const others = [...columns].filter(([column, holdsNull]) =>
      holdsNull && !NULLABLE.get(name)?.includes(column)
    );
    assertEquals(others.map(([column]) => column), [], `${name} for ${as}`);
    if (columns.size > 0) answered.push(name);
  }
  return answered;
}

/** Changes a rate of sent time, so that a week comes to another amount than was billed. */
async function changeBilledRate(sql: postgres.Sql): Promise<void> {
  const [entry] = await sql<[{ assignment_id: string; day: string }]>`
    select entry.assignment_id, entry.work_date::text as day
      from invoices as invoice
      join invoice_lines as line on line.invoice_id = invoice.id and line.kind = 'regular'
      join time_entries as entry on entry.id = line.time_entry_id
     where invoice.status = 'sent' order by entry.work_date limit 1`;
  const hit = { bill: "1.00", pay: "0.00" };
  await applyNew(sql, entry.assignment_id, entry.day, hit, true);
}

Deno.test("types/say_of_every_view_and_returned_table_what_may_be_null", () =>
  withDatabase(async ({ sql }) => {
    const named = await sql<{ name: string }[]>`
      select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
       union
      select proname from pg_proc
       where pronamespace = 'public'::regnamespace and 't' = any (proargmodes)
       order by 1`;
    assertEquals([...NULLABLE.keys()].sort(), named.map(({ name }) => name).sort());
  }));

Deno.test("types/nothing_else_is_null_in_the_demo_firm_nor_in_an_empty_one", () =>
  withDatabase(async ({ sql }) => {
    await assertNoOtherNulls(sql, NULLABLE.keys(), "the empty firm");
    await sql.unsafe(await Deno.readTextFile(SEED));
    await sql`reset all`;
    await changeBilledRate(sql);
    await sql`
      insert into sales_taxes (name, jurisdiction, rate, effective_from)
      select distinct 'Sales tax', facility.work_state, 0.06, date '2020-01-01'
        from invoices as invoice join facilities as facility on facility.id = invoice.facility_id
       where invoice.status = 'draft'`;
    await sql`select send_invoices(array(select id from invoices where status = 'draft' order by id limit 1))`;
    await sql`
      with reported as (
        insert into remittances (bank_reference, received_on, amount, method)
        values ('B1', (private.clock()).business_date, 100, 'ach') returning id)
      insert into remittance_lines (remittance_id, invoice_number) select id, 'Unknown' from reported`;
    await sql`
      insert into guarantees (assignment_id, bill_hours, effective_from)
      select id, 168, start_date from assignments
       where id not in (select assignment_id from guarantees)`;
    await sql`
      with kind as (insert into credential_kinds (name) values ('License'), ('Registration') returning id)
      insert into requirements (credential_kind_id, effective_from) select id, '2020-01-01' from kind`;
    await sql`
      insert into credentials (contractor_id, credential_kind_id, expires_on)
      select contractor.id, kind.id, (private.clock()).business_date + 7
        from contractors as contractor join credential_kinds as kind on kind.name = 'License'`;
    await sql`
      insert into leave_ledger (contractor_id, leave_plan_id, day, kind, hours, reason)
      select contractor.id, plan.id, '2026-01-01', 'opening', 40, 'Former books'
        from contractors as contractor, (select id from leave_plans limit 1) as plan where employment_type = 'w2'`;
    await sql`
      insert into minimum_wages (jurisdiction, effective_from, amount, source)
      values ('CO', '2030-01-01', 1000, 'A coming law')`;
    await sql`select close_books((private.clock()).business_date - 1)`;
    await sql`
      select credit_invoice(id, 'Billed twice.', late => true)
        from invoices where status = 'sent' and kind <> 'interest' limit 1`;
    await sql`select invite('contractor', id) from contractors where user_id is null limit 1`;
    await sql`select private.write_message('invoice', gen_random_uuid(), '')`;
    const [placed] = await sql<[{ id: string; begin: string; end: string }]>`
      select assignment.id, start_date || 'T15:00Z' as begin, start_date + 1 || 'T03:00Z' as end from assignments as assignment
        join contractors as contractor on contractor.id = contractor_id and employment_type = 'w2'
       where overtime_rule = 'colorado' and end_date is null order by start_date, assignment.id limit 1`;
    await sql`
      update facilities set work_state = 'CA'
       where id = (select facility_id from assignments where id = ${placed.id})`;
    await enterShift(sql, placed.id, placed.begin, placed.end);
    for (const status of ["submitted", "approved"]) {
      await sql`
        update time_entries set status = ${status}
         where shift_id is not null and assignment_id = ${placed.id}`;
    }
    await sql`
      insert into payroll_profiles (name, kind, settings) values ('Provider', 'paychex_spi', '{"client_id": "A1"}')`;
    const planned = await sql`
      select shift.id
        from (select assignment.id, clock.business_date
                from private.clock() as clock
                join assignments as assignment
                  on start_date <= clock.business_date and coalesce(end_date, 'infinity') > clock.business_date + 7
                join contractors as contractor on contractor.id = contractor_id
                join auth.users as person on person.id = contractor.user_id and person.email = ${CONTRACTOR}
               limit 1) as placed
       cross join lateral plan_shifts(
             placed.id, placed.business_date, 1, '{1,3,5}', '19:00', '07:30', 30) as shift`;
    assertEquals(planned.length, 3);
    const [someone] = await sql<[{ id: string }]>`select id from contractors order by id limit 1`;
    await overpay(sql, someone.id, await draftOf(sql, "2020-01-06"));
    await sql`analyze`;
    const answered = new Set(await assertNoOtherNulls(sql, NULLABLE.keys(), "the owner"));
    const note = (names: readonly string[]) => names.forEach((name) => answered.add(name));
    await sql.begin(async (sql) => {
      // Nobody has written time down yet; a guarantee is worked out for each week until then.
      await sql`select set_config('app.clock', (now() + interval '1 year')::text, true)`;
      note(await assertNoOtherNulls(sql, NULLABLE.keys(), "the owner, later"));
    });
    const [user] = await sql`select id from auth.users where email = ${CONTRACTOR}`;
    const claims = JSON.stringify({ sub: user?.id, role: "authenticated" });
    const theirs = [
      "me",
      "my_assignments",
      "my_codes",
      "my_leave",
      "my_pay",
      "my_pay_lines",
      "my_pay_rates",
      "my_shifts",
      "my_time",
    ];
    await actingAs(sql, { role: "authenticated", claims }, async (sql) => {
      note(await assertNoOtherNulls(sql, theirs, CONTRACTOR));
    });
    const untried = [...NULLABLE.keys()].filter((name) => !answered.has(name));
    assertEquals(untried, [], "views that answered nobody a row");
  }));
