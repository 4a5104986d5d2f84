// Billing against itself and against those who send time back and change rates meanwhile: named
// interleavings on real connections.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, rateHit } from "../support/assignments/rate_hits.ts";
import {
  createInvoice,
  invoiceOf,
  linesOf,
  MONDAY,
  recompute,
  unbilled,
} from "../support/billing/billed_time.ts";
import { billLine } from "../support/billing/by_hand.ts";
import { emptyDraft } from "../support/billing/drafts.ts";
import { billInScope } from "../support/billing/terms.ts";
import { Firm } from "../support/firm.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused, assertViolates } from "../support/sql/refusal.ts";
import { dayOfWeek } from "../support/time/worked_time.ts";

type Sql = Pick<postgres.Sql, "unsafe">;

function sendBack(sql: Sql, entry: string): PromiseLike<unknown> {
  return sql.unsafe("update time_entries set status = 'draft' where id = $1", [entry]);
}

/** A facility with an approved entry of 8 hours, and ways to add to it. */
async function withEntry(sql: postgres.Sql) {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  const entry = await firm.entry(assignment, "approved", MONDAY, "8");
  return { firm, assignment, entry };
}

Deno.test("billing/by_two_at_once_makes_one_draft_of_the_same_days", () =>
  withDatabase(async ({ sql, url }) => {
    const { firm } = await withEntry(sql);
    const drafts: unknown[] = [];
    const second = await interleave(
      url,
      async (sql) => drafts.push(await createInvoice(sql, firm.facilityId)),
      () => createInvoice(sql, firm.facilityId),
    );
    assertEquals(drafts, [second]);
    assertEquals((await sql`select from invoices`).length, 1);
    assertEquals((await sql`select from audit_log where table_name = 'invoices'`).length, 1);
  }));

Deno.test("billing/by_ten_at_once_makes_one_draft_and_bills_each_hour_once", () =>
  withDatabase(async ({ sql, url }) => {
    const { firm } = await withEntry(sql);
    const connections = Array.from({ length: 10 }, () => connectTo(url));
    const drafts = await Promise.all(connections.map((sql) => createInvoice(sql, firm.facilityId)));
    await Promise.all(connections.map((sql) => sql.end()));
    assertEquals(new Set(drafts.map(({ id }) => id)).size, 1);
    assertEquals((await sql`select from invoice_lines`).length, 1);
  }));

Deno.test("billing/of_two_facilities_at_once_gives_a_contractors_week_forty_regular_hours", () =>
  withDatabase(async ({ sql, url }) => {
    const [mercy, south] = [await Firm.create(sql), await Firm.create(sql)];
    const first = await mercy.assignment();
    const [contractor] = await sql<[{ id: string }]>`select id from contractors`;
    const second = await south.assignmentOf(contractor.id);
    for (const n of [1, 3, 5]) {
      await mercy.entry(first, "approved", dayOfWeek(MONDAY, n), "10");
      await south.entry(second, "approved", dayOfWeek(MONDAY, n + 1), "10");
    }
    await billInScope(sql, "contractor");
    await interleave(
      url,
      (sql) => createInvoice(sql, south.facilityId),
      () => createInvoice(sql, mercy.facilityId),
    );
    const ofMercy = await sql`
      select line.kind, sum(hours) as hours from invoice_lines as line join invoices on invoices.id = invoice_id
       where facility_id = ${mercy.facilityId} group by line.kind order by line.kind desc`;
    assertEquals([...ofMercy], [ // it waited, and counts South's hours
      { kind: "regular", hours: "20.00" },
      { kind: "overtime", hours: "10.00" },
    ]);
    await createInvoice(sql, south.facilityId); // made anew, it follows
    const hours = await sql`
      select kind, sum(hours) as hours from invoice_lines group by kind order by kind desc`;
    assertEquals([...hours], [
      { kind: "regular", hours: "40.00" },
      { kind: "overtime", hours: "20.00" },
    ]);
  }));

Deno.test("billing/leaves_out_time_that_is_being_sent_back_without_waiting_for_it", () =>
  withDatabase(async ({ sql, url }) => {
    const { firm, assignment, entry } = await withEntry(sql);
    await firm.entry(assignment, "approved", "2026-03-03", "1");
    const other = connectTo(url);
    const draft = await other.begin(async (other) => {
      await sendBack(other, entry);
      return await createInvoice(sql, firm.facilityId);
    });
    await other.end();
    assertEquals(draft.total, "100.00");
    assertEquals(await recompute(sql, draft.id), draft);
    assertEquals([...await sql`select status from time_entries where id = ${entry}`], [
      { status: "draft" },
    ]);
  }));

Deno.test("billing/holds_time_that_a_new_draft_takes_against_being_sent_back", () =>
  withDatabase(async ({ sql, url }) => {
    const { firm, entry } = await withEntry(sql);
    const sendingBack = interleave(
      url,
      (sql) => createInvoice(sql, firm.facilityId),
      () => sendBack(sql, entry),
    );
    await assertRefused(sendingBack, 409, "time_entry_on_live_invoice");
    assertEquals(await unbilled(sql), []);
  }));

Deno.test("billing/holds_time_that_a_recomputed_draft_takes_against_being_sent_back", () =>
  withDatabase(async ({ sql, url }) => {
    const { firm, assignment } = await withEntry(sql);
    const { id } = await createInvoice(sql, firm.facilityId);
    const late = await firm.entry(assignment, "approved", "2026-03-03", "1");
    const sendingBack = interleave(
      url,
      (sql) => recompute(sql, id),
      () => sendBack(sql, late),
    );
    await assertRefused(sendingBack, 409, "time_entry_on_live_invoice");
    assertEquals(await unbilled(sql), []);
  }));

Deno.test("billing/keeps_time_on_a_draft_that_somebody_tries_to_send_back_at_this_moment", () =>
  withDatabase(async ({ sql, url }) => {
    const { firm, entry } = await withEntry(sql);
    const draft = await createInvoice(sql, firm.facilityId);
    const other = connectTo(url);
    await other.begin(async (other) => {
      // As the guard of time entries holds it before it looks whether it is billed.
      await other`select from time_entries where id = ${entry} for update`;
      assertEquals(await recompute(sql, draft.id), draft);
    });
    await other.end();
    assertEquals((await linesOf(sql, draft.id)).length, 1);
  }));

Deno.test("billing/bills_at_the_new_rate_when_a_rate_hit_is_being_applied", () =>
  withDatabase(async ({ sql, url }) => {
    const { firm, assignment } = await withEntry(sql);
    const hit = await rateHit(sql, assignment, MONDAY);
    const draft = await interleave(
      url,
      (sql) => apply(sql, hit),
      () => createInvoice(sql, firm.facilityId),
    );
    assertEquals(draft.total, "840.00");
  }));

Deno.test("billing/is_waited_for_by_a_rate_hit_which_reprices_the_draft", () =>
  withDatabase(async ({ sql, url }) => {
    const { firm, assignment } = await withEntry(sql);
    const hit = await rateHit(sql, assignment, MONDAY);
    const totals: string[] = [];
    const applied = await interleave(
      url,
      async (sql) => totals.push((await createInvoice(sql, firm.facilityId)).total),
      () => apply(sql, hit),
    );
    assertEquals(applied.status, "applied");
    const [draft] = await sql<[{ id: string }]>`select id from invoices`;
    totals.push((await invoiceOf(sql, draft.id)).total, (await recompute(sql, draft.id)).total);
    assertEquals(totals, ["800.00", "840.00", "840.00"]);
  }));

Deno.test("billing/refuses_a_draft_that_was_sent_while_it_waited", () =>
  withDatabase(async ({ sql, url }) => {
    const { firm } = await withEntry(sql);
    const { id } = await createInvoice(sql, firm.facilityId);
    const send = (sql: Sql) =>
      sql.unsafe(
        `update invoices set status = 'sent', number = 'INV-1', issue_date = '2026-03-09',
                due_date = '2026-04-08' where id = $1`,
        [id],
      );
    await assertRefused(interleave(url, send, () => recompute(sql, id)), 409, "invoice_not_draft");
    await assertRefused(createInvoice(sql, firm.facilityId), 409, "period_already_invoiced");
  }));

Deno.test("billing/counts_an_adjustment_that_is_being_added", () =>
  withDatabase(async ({ sql, url }) => {
    const { firm } = await withEntry(sql);
    const { id } = await createInvoice(sql, firm.facilityId);
    const add = (sql: Sql, amount: number) =>
      sql.unsafe(
        `insert into invoice_lines (invoice_id, kind, description, amount)
         values ($1, 'adjustment', 'Travel', $2)`,
        [id, amount],
      );
    const recomputed = await interleave(url, (sql) => add(sql, 1), () => recompute(sql, id));
    assertEquals(recomputed.total, "801.00");
    await interleave(url, (sql) => add(sql, 10), () => add(sql, 100));
    assertEquals((await invoiceOf(sql, id)).total, "911.00");
  }));

for (const level of ["read committed", "repeatable read", "serializable"]) {
  Deno.test(`billing/by_hand_of_an_entry_by_two_at_once_bills_it_once_at_${level.replace(" ", "_")}`, () =>
    withDatabase(async ({ sql, url }) => {
      const { firm, entry } = await withEntry(sql);
      const backfill = { kind: "backfill", start: MONDAY, end: MONDAY };
      const [one, other] = [await emptyDraft(firm, backfill), await emptyDraft(firm, backfill)];
      const second = interleave(
        url,
        (sql) => billLine(sql, one, entry),
        () =>
          sql.begin(`isolation level ${level}`, async (sql) => {
            await sql`select count(*) from invoice_lines`; // what it sees is from before the other's end
            await billLine(sql, other, entry);
          }),
      );
      await assertViolates(second, "time_entry_on_one_live_invoice");
      assertEquals([...await sql`select invoice_id, part from invoice_lines`], [
        { invoice_id: one, part: 1 },
      ]);
    }));
}
