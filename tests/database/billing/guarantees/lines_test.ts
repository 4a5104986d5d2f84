// What is billed of guarantees: a line a week on the invoice that has its last day, and what changes once that was sent.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { applyNew } from "../../../support/assignments/rate_hits.ts";
import {
  backfill,
  createInvoice,
  type Invoice,
  lineIdsOf,
  MONDAY,
  recompute,
  SUNDAY,
  unbilledDifferences,
} from "../../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../../support/billing/coded_time.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { outcomeOf, runWeek } from "../../../support/billing/runs.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { except, guarantee } from "../../../support/time/guarantees.ts";
import { setAside } from "../../../support/time/set_aside.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";

const CLOCK = { clock: "2026-03-10 12:00:00+00" };

/** The lines of an invoice that are no worked hours, such as `"guarantee 6.00 × 80.00 = 480.00, Ada Nurse: 36.00 guaranteed, 30.00 worked"`. */
async function extrasOf(sql: postgres.Sql, { id }: Pick<Invoice, "id">): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', kind, code, quantity || ' ×', rate, '=', amount)
               || case when kind = 'code' then '' else ', ' || description end as line
      from invoice_lines where invoice_id = ${id} and kind not in ('regular', 'overtime', 'doubletime')
     order by week_start, kind, amount`;
  return lines.map(({ line }) => line);
}

/** Thirty hours worked of 36, at 100.00. */
async function withThirty(sql: postgres.Sql) {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  for (const day of [1, 2, 3]) {
    await firm.entry(assignment, "approved", dayOfWeek(MONDAY, day), "10");
  }
  const id = await guarantee(sql, assignment);
  return { firm, assignment, id };
}

const SIX = "guarantee 6.00 × 100.00 = 600.00, Ada Nurse: 36.00 guaranteed, 30.00 worked";
const DIFFERENCE = `Ada Nurse, week of ${MONDAY}: difference from what was billed`;

Deno.test("guarantees/bill_what_is_missing_of_a_week_in_a_line_of_its_own", () =>
  withDatabase(async ({ sql }) => {
    const { firm, id } = await withThirty(sql);
    const draft = await createInvoice(sql, firm.facilityId);
    assertEquals(await extrasOf(sql, draft), [SIX]);
    assertEquals(draft.total, "3600.00");
    const [line] = await sql`
      select guarantee_id, week_start::text, time_entry_id, work_date, hours, multiplier, part
        from invoice_lines where kind = 'guarantee'`;
    assertEquals(line, {
      guarantee_id: id,
      week_start: MONDAY,
      time_entry_id: null,
      work_date: null,
      hours: null,
      multiplier: "1.000",
      part: null,
    });
    const ids = await lineIdsOf(sql, draft.id);
    await recompute(sql, draft.id);
    assertEquals(await lineIdsOf(sql, draft.id), ids, "lines that are right stay");
    await send(sql, [draft.id]);
    assertEquals(await unbilledDifferences(sql), []);
    await assertRefused(backfill(sql, firm.facilityId), 409, "nothing_to_bill");
  }, CLOCK));

Deno.test("guarantees/are_on_the_invoice_that_has_the_last_day_of_the_week", () =>
  withDatabase(async ({ sql }) => {
    const { firm } = await withThirty(sql);
    const first = await createInvoice(sql, firm.facilityId, MONDAY, "2026-03-05");
    assertEquals(await extrasOf(sql, first), []);
    const second = await createInvoice(sql, firm.facilityId, "2026-03-06", SUNDAY);
    assertEquals([await extrasOf(sql, second), second.total], [[SIX], "600.00"]);
  }, CLOCK));

Deno.test("guarantees/are_billed_by_the_weekly_run_where_nothing_was_worked", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await guarantee(sql, await firm.assignment());
    const outcome = outcomeOf(await runWeek(sql, MONDAY), firm);
    assertEquals([outcome.outcome, outcome.amount], ["created", "3600.00"]);
  }, CLOCK));

Deno.test("guarantees/of_pay_alone_bill_nothing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await guarantee(sql, await firm.assignment(), { bill: null });
    await assertRefused(createInvoice(sql, firm.facilityId), 409, "nothing_to_bill");
  }, CLOCK));

Deno.test("guarantees/are_held_back_by_open_time_and_backfilled_once_it_is_decided", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withThirty(sql);
    const open = await firm.entry(assignment, "submitted", SUNDAY, "4");
    const draft = await createInvoice(sql, firm.facilityId);
    assertEquals(await extrasOf(sql, draft), []);
    await send(sql, [draft.id]);
    await assertRefused(backfill(sql, firm.facilityId, SUNDAY), 409, "nothing_to_bill");
    const unbilled = async () =>
      (await sql`select week_start::text, hours, rate, amount, description from unbilled_guarantees`)
        .map((row) => Object.values(row).join(" "));
    assertEquals(await unbilled(), []);
    await setAside(sql, [open]);
    assertEquals(await unbilled(), [
      `${MONDAY} 6.00 100.00 600.00 36.00 guaranteed, 30.00 worked`,
    ]);
    const late = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(await extrasOf(sql, late), [SIX]);
    assertEquals(late.period, `${SUNDAY} ${SUNDAY}`);
    assertEquals(await unbilled(), []);
    assertEquals((await backfill(sql, firm.facilityId, SUNDAY)).id, late.id);
    await send(sql, [late.id]);
    await assertRefused(backfill(sql, firm.facilityId, SUNDAY), 409, "nothing_to_bill");
  }, CLOCK));

Deno.test("guarantees/leave_a_draft_when_time_is_entered_and_stay_on_what_was_sent", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withThirty(sql);
    const draft = await createInvoice(sql, firm.facilityId);
    const first = await firm.entry(assignment, "draft", SUNDAY, "4");
    assertEquals(await extrasOf(sql, await recompute(sql, draft.id)), []);
    await sql`delete from time_entries where id = ${first}`;
    assertEquals(await extrasOf(sql, await recompute(sql, draft.id)), [SIX]);
    await send(sql, [draft.id]);
    const late = await firm.entry(assignment, "submitted", SUNDAY, "4");
    assertEquals(await unbilledDifferences(sql), []);
    await sql`update time_entries set status = 'approved' where id = ${late}`;
    assertEquals(await unbilledDifferences(sql), [`${MONDAY} 3600.00 3200.00 -400.00`]);
    const second = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(await extrasOf(sql, second), [`difference = -400.00, ${DIFFERENCE}`]);
    assertEquals(second.total, "0.00");
  }, CLOCK));

const CHANGES: Readonly<
  Record<
    string,
    [change: (firm: Firm, assignment: string, id: string) => Promise<unknown>, difference: string]
  >
> = {
  an_exception: [({ sql }, assignment) => except(sql, assignment, SUNDAY, "2"), "-200.00"],
  another_last_day: [
    ({ sql }, _, id) => sql`update guarantees set effective_to = '2026-03-07' where id = ${id}`,
    "-600.00",
  ],
  an_end_of_the_assignment: [
    ({ sql }, assignment) =>
      sql`update assignments set end_date = '2026-03-07' where id = ${assignment}`,
    "-600.00",
  ],
  a_rate_of_the_last_day: [
    ({ sql }, assignment) => applyNew(sql, assignment, SUNDAY, { bill: "5", pay: "0" }, true),
    "30.00",
  ],
  time_that_is_corrected_by_a_code: [
    ({ sql }, assignment) => codedEntry(sql, assignment, SUNDAY, "cancelled", "2"),
    "-200.00",
  ],
};

for (const [what, [change, difference]] of Object.entries(CHANGES)) {
  Deno.test(`guarantees/that_were_sent_come_to_a_difference_by_${what}`, () =>
    withDatabase(async ({ sql }) => {
      const { firm, assignment, id } = await withThirty(sql);
      await send(sql, [(await createInvoice(sql, firm.facilityId)).id]);
      await change(firm, assignment, id);
      const [{ amount }] = await sql<[{ amount: string }]>`select amount from unbilled_differences`;
      assertEquals(amount, difference);
    }, CLOCK));
}

Deno.test("guarantees/on_a_draft_follow_a_rate_hit_of_the_last_day", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withThirty(sql);
    const draft = await createInvoice(sql, firm.facilityId);
    await applyNew(sql, assignment, SUNDAY, { bill: "5", pay: "0" });
    assertEquals(await extrasOf(sql, draft), [
      "guarantee 6.00 × 105.00 = 630.00, Ada Nurse: 36.00 guaranteed, 30.00 worked",
    ]);
  }, CLOCK));

Deno.test("guarantees/of_a_void_invoice_and_of_a_credited_line_are_billed_again", () =>
  withDatabase(async ({ sql }) => {
    const { firm } = await withThirty(sql);
    const first = await createInvoice(sql, firm.facilityId);
    await send(sql, [first.id]);
    await voidInvoice(sql, first.id);
    const second = await createInvoice(sql, firm.facilityId);
    assertEquals(await extrasOf(sql, second), [SIX]);
    await send(sql, [second.id]);
    const [line] = await sql<[{ id: string }]>`
      select id from invoice_lines where invoice_id = ${second.id} and kind = 'guarantee'`;
    await credit(sql, second.id, { lines: [line.id] });
    assertEquals(await extrasOf(sql, await backfill(sql, firm.facilityId, SUNDAY)), [SIX]);
  }, CLOCK));

Deno.test("guarantees/of_calls_bill_what_each_call_is_short_of_at_the_rate_of_the_code", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await codeRate(sql, assignment, "call_back", { bill: "150", pay: "90" });
    await guarantee(sql, assignment, { code: "call_back", pay: null, bill: "2" });
    await codedEntry(sql, assignment, MONDAY, "call_back", "0.75");
    await codedEntry(sql, assignment, SUNDAY, "call_back", "2");
    assertEquals(await extrasOf(sql, await createInvoice(sql, firm.facilityId)), [
      "guarantee 1.25 × 150.00 = 187.50, Ada Nurse: Call-back: 2.00 guaranteed, 0.75 worked",
    ]);
  }, CLOCK));

Deno.test("guarantees/are_accrued_and_on_the_account_of_codes", () =>
  withDatabase(async ({ sql }) => {
    const { firm } = await withThirty(sql);
    const accrued = async () =>
      (await sql<{ line: string }[]>`
        select account || ' ' || sum(amount) as line from private.accrued_revenue(${SUNDAY}) group by account order by 1`)
        .map(({ line }) => line);
    const both = ["revenue_codes 600.00", "revenue_regular 3000.00"];
    assertEquals(await accrued(), both);
    const draft = await createInvoice(sql, firm.facilityId);
    assertEquals(await accrued(), both);
    await send(sql, [draft.id]);
    const posted = await sql<{ line: string }[]>`
      select account || ' ' || sum(amount) as line
        from private.postings_of_invoices('2026-01-01', '2026-12-31', null, false) group by account order by 1`;
    assertEquals(posted.map(({ line }) => line), [
      "receivables 3600.00",
      "revenue_codes -600.00",
      "revenue_regular -3000.00",
    ]);
  }, CLOCK));

Deno.test("unbilled_guarantees/of_weeks_asked_at_once_count_the_hours_of_each_alone", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await guarantee(sql, assignment);
    for (const [monday, hours] of [["2026-03-02", "10"], ["2026-03-09", "12"]] as const) {
      for (const day of [1, 2, 3]) {
        await firm.entry(assignment, "approved", dayOfWeek(monday, day), hours);
      }
    }
    const due = await sql`
      select week_start::text, hours, description from unbilled_guarantees order by week_start`;
    assertEquals([...due], [{
      week_start: "2026-03-02",
      hours: "6.00",
      description: "36.00 guaranteed, 30.00 worked",
    }]);
  }, { clock: "2026-03-20 12:00:00+00" }));
