// Of what `deno task prove --only soak` asks, nothing is asked in vain: each invariant sees what somebody writes behind the
// procedures, who has the rights of the owner and no trigger in the way.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import {
  clockOf,
  enterLeave,
  enterPremiumsAndGuarantees,
  FIRST_DAY,
  makeFirm,
} from "../../../../prove/soak/firm.ts";
import { INVARIANTS } from "../../../../prove/soak/invariants.ts";
import { runJob } from "../../../../prove/soak/jobs.ts";
import { NAMES, UNASKED } from "../../../../prove/soak/logged.ts";
import { MONDAY } from "../../../support/billing/billed_time.ts";
import { send } from "../../../support/billing/invoices.ts";
import { runWeek } from "../../../support/billing/runs.ts";
import type { Firm } from "../../../support/firm.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { post } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";

const DAY = { today: FIRST_DAY, clock: clockOf(FIRST_DAY), people: {} as never };

/** Writes, by the query that must see them. */
const DEEDS: Readonly<Record<string, string>> = {
  "an entry is billed more or less than once":
    "update time_entries set hours = hours + 0.25 where id = (select time_entry_id from invoice_lines limit 1)",
  "the list of unbilled time is not the approved time that no live line bills":
    `insert into private.unbilled_entries (time_entry_id, assignment_id, work_date, hours)
     select id, assignment_id, work_date, hours from time_entries where id in (select time_entry_id from invoice_lines) limit 1`,
  "an entry is billed or paid that nobody approved":
    `update time_entries set status = 'draft', approved_at = null, approved_by = null, submitted_at = null, locked_at = null
      where id = (select time_entry_id from invoice_lines where time_entry_id is not null limit 1)`,
  "a paid week that changed is forgotten":
    `update time_entries set hours = hours + 0.25 where id = (select time_entry_id from payroll_item_lines
                                                             where time_entry_id is not null limit 1)`,
  "hours that were promised are neither paid nor due":
    "delete from payroll_item_lines where kind = 'guarantee'",
  "a billed week that changed is forgotten":
    "update assignment_rates set bill_rate = bill_rate + 0.01",
  "leave is not what closed time accrues":
    `insert into leave_ledger (contractor_id, leave_plan_id, day, kind, hours)
     select contractor_id, leave_plan_id, day, kind, 0.25 from leave_ledger where kind = 'accrued' limit 1`,
  "leave that was taken is not what its time says":
    `insert into leave_ledger (contractor_id, leave_plan_id, day, kind, hours, time_entry_id)
     select booked.contractor_id, leave_plan_id, booked.day, 'used', -1, entry.id
       from leave_ledger as booked, time_entries as entry where entry.code = 'regular' limit 1`,
  "leave is below zero":
    `insert into leave_ledger (contractor_id, leave_plan_id, day, kind, hours, reason)
     select contractor_id, leave_plan_id, day, 'adjusted', -100, 'By hand.' from leave_ledger limit 1`,
  "approved time of a closed period is neither paid nor due": `
    delete from payroll_items where id = (select id from payroll_items order by id limit 1)`,
  "an entry is paid twice": `drop index time_entry_in_one_live_batch;
    insert into payroll_item_lines (payroll_item_id, time_entry_id, week_start, kind, hours, rate, amount)
    select payroll_item_id, time_entry_id, week_start, kind, hours, rate, amount
      from payroll_item_lines where kind = 'straight' limit 1`,
  "a batch pays somebody whom it is not for":
    "update payroll_batches set kind = 'off_cycle', pay_date = '2026-03-20', reason = 'By hand.', contractor_ids = '{}'",
  "two open batches pay a week of somebody": `with batch as (
       insert into payroll_batches (payroll_period_id)
       select period.id from payroll_periods as period
        where not exists (select from payroll_batches where payroll_period_id = period.id)
        order by period_start limit 2 returning id
     ), item as (
       insert into payroll_items (payroll_batch_id, contractor_id)
       select batch.id, (select id from contractors order by id limit 1) from batch returning id)
     insert into payroll_item_lines (payroll_item_id, week_start, kind, amount)
     select id, '2026-03-02', 'difference', 0 from item`,
  "hours that were promised are paid or billed twice":
    `drop index guarantee_of_a_week_in_one_live_batch;
     insert into payroll_item_lines (
            payroll_item_id, week_start, kind, quantity, rate, amount, assignment_id, guarantee_id, description)
     select payroll_item_id, week_start, kind, quantity, rate, amount, assignment_id, guarantee_id, description
       from payroll_item_lines where kind = 'guarantee' limit 1`,
  "a premium is paid or billed of more hours than its time":
    `update invoice_lines set quantity = quantity + 0.25, amount = round((quantity + 0.25) * rate, 2)
      where kind = 'differential'`,
  "an invoice is not the sum of its lines":
    "update invoices set total = total + 0.01 where number like 'INV-%' and status = 'sent'",
  "gross profit has other sums than the lines of sent invoices and closed batches":
    "update private.paid_sums set wages = wages + 0.01",
  "time stays on a void invoice":
    "update invoices set status = 'void', voided_at = now(), accrued_interest = 0 where status = 'sent'",
  "a draft bills at another rate than its day's":
    "update assignment_rates set bill_rate = bill_rate + 0.01",
  "a payroll item is not the sum of its lines":
    "update payroll_item_lines set amount = amount + 0.01 where kind = 'straight'",
  "a batch is not the sum of its items":
    "update payroll_batches set gross_total = gross_total + 0.01",
  "an invoice was paid otherwise than its payments say":
    "update payments set amount = amount + 0.01",
  "interest stands on an invoice of its own, and where it accrued, or on neither":
    "update invoices set kind = 'interest' where number like 'INV-%'",
  "a check is not its payments and its credit": "update checks set amount = amount + 0.01",
  "a line is credited beyond what it billed":
    `insert into credit_note_lines (credit_note_id, invoice_line_id, amount)
     select gen_random_uuid(), id, amount + 0.01 from invoice_lines where amount > 0 limit 1`,
  "lines are disputed that their invoice does not say, or more of it than they are":
    `insert into disputed_lines (invoice_line_id, invoice_id, amount)
     select id, invoice_id, 0.01 from invoice_lines limit 1`,
  "more of a discount is taken than is given of what is not credited":
    `insert into payments (invoice_id, source, check_reconciliation_id, paid_on, amount)
     select invoice_id, 'discount', check_reconciliation_id, paid_on, 0.03
       from payments where check_reconciliation_id is not null limit 1`,
  "a day has more than 24 hours": "update time_entries set hours = 24",
  "a number is missing or there twice":
    "update invoices set number = 'INV-2026-000099' where number = 'INV-2026-000001'",
  "the books are not told of an invoice from its sending to its end":
    "delete from private.outbox where kind = 'invoice.sent'",
  "a credit is not what is left of it": "update facility_credits set remaining = remaining - 0.01",
  "a run failed": "update job_runs set status = 'failed', counts = null, error = 'No.'",
  "money is lost between checks, invoices and credits": "delete from facility_credits",
  "interest is not what fractions come to":
    "update invoices set accrued_interest = accrued_interest + 0.01 where interest_computed_on is not null",
  "a paid week is not what its time comes to":
    "update assignment_rates set pay_rate = pay_rate + 0.01",
  "the journal does not balance": "update private.closed_postings set amount = amount + 0.01",
  "the journal's accounts are not what is owed":
    "update facility_credits set remaining = remaining - 0.01",
  "a row is not what its log says": "update checks set method = 'wire'",
};

/** One sent invoice that is paid, one that is a draft, a batch and a period that are closed, books that are closed, and interest. */
async function work(sql: postgres.Sql, url: string): Promise<void> {
  await makeFirm(sql);
  await enterPremiumsAndGuarantees(sql);
  await enterLeave(sql);
  await runWeek(sql, MONDAY);
  const drafts = await sql<{ id: string; total: string; facilityId: string }[]>`
    select id, total, facility_id as "facilityId" from invoices where status = 'draft' order by id`;
  const [first, second] = drafts;
  assert(first && second);
  await send(sql, [first.id, second.id], FIRST_DAY);
  const amount = (Number(first.total) + 100).toFixed(2);
  await post(
    { sql, facilityId: first.facilityId } as Firm,
    amount,
    { [first.id]: first.total },
    FIRST_DAY,
  );
  await close(sql, await prepare(sql, MONDAY));
  await sql`select close_payroll_period(id) from payroll_periods where period_start = ${MONDAY}`;
  await sql`select close_books('2026-03-10')`;
  assertEquals(await runJob(url, DAY.clock, "accrue-interest"), "done");
  assertEquals(await runJob(url, DAY.clock, "maintain"), "done");
}

Deno.test("soak/asks_of_all_tables_whose_changes_are_logged", () =>
  withDatabase(async ({ sql }) => {
    const watched = await sql<{ name: string }[]>`
      select tgrelid::regclass::text as name from pg_trigger where tgname = 'inserts_are_logged'`;
    assertEquals(
      [...NAMES, ...Object.keys(UNASKED)].sort(),
      watched.map(({ name }) => name).sort(),
    );
  }));

async function found(sql: postgres.TransactionSql): Promise<string[]> {
  const names: string[] = [];
  for (const [name, invariant] of Object.entries(INVARIANTS)) {
    if ((await invariant(sql, DAY)).wrong.length > 0) names.push(name);
  }
  return names;
}

Deno.test("soak/sees_whatever_is_written_behind_the_procedures", () =>
  withDatabase(async ({ sql, url }) => {
    await work(sql, url);
    assertEquals(await sql.begin(found), [], "something is wrong before anybody did it");
    assertEquals(Object.keys(DEEDS).sort(), Object.keys(INVARIANTS).sort());
    const unseen: string[] = [];
    for (const [name, deed] of Object.entries(DEEDS)) {
      await sql.begin(async (sql) => {
        await sql`set local session_replication_role = replica`;
        const done = await sql.unsafe(deed);
        const seen = await INVARIANTS[name]?.(sql, DAY);
        if (seen?.wrong.length === 0) unseen.push(`${name} (${done.count ?? ""} rows)`);
        throw new Error("taken back");
      }).catch((error) => {
        if (error.message !== "taken back") unseen.push(`${name}: ${error.message}`);
      });
    }
    assertEquals(unseen, []);
  }, { clock: DAY.clock }));
