// What came late, of whatever day, on one draft.
import { assert, assertEquals, assertNotStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { everything } from "../../../support/assignments/rate_hits.ts";
import {
  backfill,
  createInvoice,
  lineIdsOf,
  linesOf,
  MONDAY,
  recompute,
  SUNDAY,
  unbilled,
} from "../../../support/billing/billed_time.ts";
import { bringInto } from "../../../support/billing/states.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

/** A facility with an hour each on a day long ago, on one of a sent week (late), and in the week after. */
async function withLateTime(sql: postgres.Sql) {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  await firm.entry(assignment, "approved", MONDAY, "8");
  const sent = await createInvoice(sql, firm.facilityId);
  await bringInto(sql, sent.id, "sent");
  for (const day of ["2026-01-14", "2026-03-04", "2026-03-10"]) {
    await firm.entry(assignment, "approved", day, "1");
  }
  return { firm, assignment };
}

const line = (day: string) => `${day} regular 1.00 × 100.00 × 1.000 = 100.00`;

Deno.test("backfill_invoice/bills_late_time_of_sent_weeks_and_of_before_up_to_its_day", () =>
  withDatabase(async ({ sql }) => {
    const { firm } = await withLateTime(sql);
    const draft = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals({ ...draft, id: "" }, {
      id: "",
      kind: "backfill",
      status: "draft",
      period: `2026-01-14 ${SUNDAY}`, // from the first day that it bills
      total: "200.00",
    });
    assertEquals(await linesOf(sql, draft.id), [line("2026-01-14"), line("2026-03-04")]);
    assertEquals(await unbilled(sql), ["2026-03-10 1.00"]);
    const [log] = await sql`
      select row_id, old, new ->> 'period_start' as first_day from audit_log
       where procedure = 'backfill_invoice'`;
    assertEquals(log, { row_id: draft.id, old: null, first_day: "2026-01-14" });
  }));

Deno.test("backfill_invoice/leaves_to_drafts_and_to_other_facilities_what_is_theirs", () =>
  withDatabase(async ({ sql }) => {
    const [mercy, south] = [await Firm.create(sql), await Firm.create(sql)];
    const assignment = await mercy.assignment();
    for (const day of [MONDAY, "2026-03-11"]) await mercy.entry(assignment, "approved", day, "1");
    await south.entry(await south.assignment(), "approved", MONDAY, "5");
    const week = await createInvoice(sql, mercy.facilityId);
    const late = await backfill(sql, mercy.facilityId, "2026-03-15");
    assertEquals(await linesOf(sql, week.id), [line(MONDAY)]);
    assertEquals(await linesOf(sql, late.id), [line("2026-03-11")]);
    assertEquals(await unbilled(sql), [`${MONDAY} 5.00`]);
  }));

Deno.test("backfill_invoice/again_gives_the_draft_and_changes_nothing", () =>
  withDatabase(async ({ sql }) => {
    const { firm } = await withLateTime(sql);
    const draft = await backfill(sql, firm.facilityId, SUNDAY);
    const before = await everything(sql);
    assertEquals(await backfill(sql, firm.facilityId, SUNDAY), draft);
    assertEquals(await everything(sql), before);
  }));

Deno.test("backfill_invoice/again_brings_the_draft_up_to_date_and_up_to_the_other_day", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withLateTime(sql);
    const draft = await backfill(sql, firm.facilityId, SUNDAY);
    const ids = await lineIdsOf(sql, draft.id);
    await firm.entry(assignment, "approved", "2026-01-07", "1");
    assertEquals(await backfill(sql, firm.facilityId, "2026-03-10"), {
      ...draft,
      period: "2026-01-07 2026-03-10",
      total: "400.00",
    });
    const now = await lineIdsOf(sql, draft.id);
    assert(ids.every((id) => now.includes(id)), "a line that was right was made anew");

    assertEquals(await backfill(sql, firm.facilityId, "2026-01-10"), {
      ...draft,
      period: "2026-01-07 2026-01-10",
      total: "100.00",
    });
    assertEquals((await unbilled(sql)).length, 3);
    const [log] = await sql`
      select old ->> 'period_end' as old, new ->> 'period_end' as new from audit_log
       where procedure = 'backfill_invoice' order by at desc limit 1`;
    assertEquals(log, { old: "2026-03-10", new: "2026-01-10" });
  }));

Deno.test("backfill_invoice/makes_another_draft_once_the_first_is_sent_or_void", () =>
  withDatabase(async ({ sql }) => {
    const { firm } = await withLateTime(sql);
    const wrong = await backfill(sql, firm.facilityId, SUNDAY);
    await bringInto(sql, wrong.id, "void");
    const first = await backfill(sql, firm.facilityId, SUNDAY);
    assertNotStrictEquals(first.id, wrong.id);
    assertEquals(first.total, "200.00");
    await bringInto(sql, first.id, "sent");
    const second = await backfill(sql, firm.facilityId, "2026-03-10");
    assertNotStrictEquals(second.id, first.id);
    assertEquals(await linesOf(sql, second.id), [line("2026-03-10")]);
  }));

Deno.test("backfill_invoice/begins_with_the_first_day_of_time_whatever_day_an_adjustment_names", () =>
  withDatabase(async ({ sql }) => {
    const { firm } = await withLateTime(sql);
    const { id } = await backfill(sql, firm.facilityId, SUNDAY);
    await sql`insert into invoice_lines (invoice_id, kind, description, work_date, amount)
              values (${id}, 'adjustment', 'Travel', '2026-01-02', 25)`;
    const draft = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals([draft.period, draft.total], [`2026-01-14 ${SUNDAY}`, "225.00"]);
  }));

Deno.test("backfill_invoice/refuses_what_is_missing_unknown_infinite_or_nothing_and_changes_nothing", () =>
  withDatabase(async ({ sql }) => {
    const { firm: { facilityId } } = await withLateTime(sql);
    const refuses = async (
      args: readonly [string | null, string?],
      status: 400 | 404 | 409,
      slug: string,
      message: RegExp,
    ) => {
      const before = await everything(sql);
      const attempt = backfill(sql, ...args);
      await assertRefused(attempt, status, slug);
      await assertRejectsWith(() => attempt, message);
      assertEquals(await everything(sql), before);
    };
    await refuses([null], 400, "argument_missing", / facility\./);
    await refuses([facilityId, "infinity"], 400, "date_not_finite", / through date /);
    const unknown = crypto.randomUUID();
    await refuses([unknown], 404, "facility_not_found", new RegExp(unknown));
    const nothing = () =>
      refuses([facilityId, "2026-01-13"], 409, "nothing_to_bill", /time up to 2026-01-13/);
    await nothing();
    await backfill(sql, facilityId, SUNDAY);
    await nothing(); // and the draft keeps what it has
    await sql`update assignment_rates set bill_rate = 99999999.99`;
    await sql`update assignments set bill_overtime_multiplier = 99, bill_doubletime_multiplier = 99`;
    const [assignment] = await sql<[{ id: string }]>`select id from assignments`;
    await sql`insert into time_entries (assignment_id, work_date, hours, status)
              values (${assignment.id}, '2026-03-03', 24, 'approved')`;
    await refuses([facilityId, SUNDAY], 409, "amount_too_large", /10,000,000,000\.00/);
  }));

Deno.test("backfill_invoice/alone_moves_the_days_of_its_draft_when_earlier_time_comes_late", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "8");
    const draft = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals(draft.period, `${MONDAY} ${SUNDAY}`);
    await firm.entry(assignment, "approved", "2026-02-20", "1");
    // The days asked for are those of the draft, and stay so: asked again, it is found again.
    for (let times = 0; times < 2; times++) {
      assertEquals(await createInvoice(sql, firm.facilityId), draft);
      const [run] = await sql`select * from public.weekly_billing_run(${MONDAY}, false)`;
      assertEquals([run?.invoices_existing, run?.late_entries], [1, 1]);
      assertEquals(await recompute(sql, draft.id), draft);
    }
    const whole = await backfill(sql, firm.facilityId, SUNDAY);
    assertEquals([whole.id, whole.period, whole.total], [
      draft.id,
      `2026-02-20 ${SUNDAY}`,
      "900.00",
    ]);
  }));
