// Draft invoices follow a hit, sent ones do not.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, applyNew, rateHit } from "../../../support/assignments/rate_hits.ts";
import { billLine, invoiceFor } from "../../../support/billing/by_hand.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** A draft with four approved hours of an assignment on each of the days. */
async function draftOf(firm: Firm, assignment: string, ...days: string[]): Promise<string> {
  const entries = [];
  for (const day of days) entries.push(await firm.entry(assignment, "approved", day));
  const [first = "", ...others] = entries;
  const draft = await invoiceFor(firm, first, "draft");
  for (const entry of others) await billLine(firm.sql, draft, entry);
  return draft;
}

/** The lines of an invoice, such as `"2026-01-05 4.00 100.00 400.00"`, and its total. */
async function invoiceOf(sql: postgres.Sql, invoiceId: string): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', work_date, hours, rate, amount) as line from invoice_lines
     where invoice_id = ${invoiceId} order by work_date, kind = 'adjustment', multiplier, amount`;
  const [invoice] = await sql`select total from invoices where id = ${invoiceId}`;
  return [...lines.map(({ line }) => line), `= ${invoice?.total}`];
}

Deno.test("apply_rate_hit/gives_time_on_drafts_the_rate_of_its_day_and_the_drafts_their_totals", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const draft = await draftOf(firm, assignment, "2026-01-05", "2026-01-06");
    const long = await firm.entry(assignment, "approved", "2026-01-07", "12.5");
    await billLine(sql, draft, long, { hours: "12" }, {
      hours: "0.5",
      kind: "overtime",
      multiplier: "1.5",
    });
    const other = await firm.entry(await firm.assignment(), "approved", "2026-01-08");
    await billLine(sql, draft, other);
    await sql`insert into invoice_lines (invoice_id, kind, description, amount)
              values (${draft}, 'adjustment', 'Parking', -7.25)`;

    await applyNew(sql, assignment, "2026-01-06");

    assertEquals(await invoiceOf(sql, draft), [
      "2026-01-05 4.00 100.00 400.00",
      "2026-01-06 4.00 105.00 420.00",
      "2026-01-07 12.00 105.00 1260.00",
      "2026-01-07 0.50 105.00 78.75",
      "2026-01-08 4.00 100.00 400.00",
      "-7.25",
      "= 2551.50",
    ]);
  }));

Deno.test("apply_rate_hit/leaves_lines_to_a_recompute_whose_rates_changed_otherwise", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const draft = await draftOf(firm, assignment, "2026-01-05", "2026-01-06");
    const other = await firm.entry(await firm.assignment(), "approved", "2026-01-07");
    await billLine(sql, draft, other);
    await sql`update assignment_rates set bill_rate = 90`;
    await applyNew(sql, assignment, "2026-01-06");
    assertEquals(await invoiceOf(sql, draft), [
      "2026-01-05 4.00 100.00 400.00",
      "2026-01-06 4.00 95.00 380.00",
      "2026-01-07 4.00 100.00 400.00",
      "= 1180.00",
    ]);
  }));

Deno.test("apply_rate_hit/gives_each_day_its_own_rate_where_later_rates_move_too", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await applyNew(sql, assignment, "2026-01-07", { bill: "10" });
    const draft = await draftOf(firm, assignment, "2026-01-06", "2026-01-07");
    await applyNew(sql, assignment, "2026-01-06", { bill: "-1" });
    assertEquals(await invoiceOf(sql, draft), [
      "2026-01-06 4.00 99.00 396.00",
      "2026-01-07 4.00 109.00 436.00",
      "= 832.00",
    ]);
  }));

Deno.test("apply_rate_hit/rounds_half_a_cent_up_on_each_line", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const entry = await firm.entry(assignment, "approved", "2026-01-05", "0.5");
    const draft = await invoiceFor(firm, entry, "draft");
    await billLine(sql, draft, await firm.entry(assignment, "approved", "2026-01-06", "0.25"), {
      kind: "overtime",
      multiplier: "1.5",
    });
    await applyNew(sql, assignment, "2026-01-05", { bill: "0.01" });
    assertEquals(await invoiceOf(sql, draft), [
      "2026-01-05 0.50 100.01 50.01", // 50.005
      "2026-01-06 0.25 100.01 37.50", // 37.50375
      "= 87.51",
    ]);
  }));

Deno.test("apply_rate_hit/leaves_lines_and_drafts_that_it_does_not_change_unwritten", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const before = await firm.entry(assignment, "approved", "2026-01-05");
    const draft = await invoiceFor(firm, before, "draft");
    const other = await firm.entry(await firm.assignment(), "approved", "2026-01-06");
    await invoiceFor(firm, other, "draft");
    const written = async () => [
      ...await sql`select xmin::text from invoices order by id`,
      ...await sql`select xmin::text from invoice_lines
                    where time_entry_id in (${before}, ${other}) order by id`,
    ];
    const at = await written();

    await applyNew(sql, assignment, "2026-01-06");
    assertEquals(await written(), at);

    await billLine(sql, draft, await firm.entry(assignment, "approved", "2026-01-06"));
    const billed = await written();
    await applyNew(sql, assignment, "2026-01-06", { bill: "0" });
    assertEquals(await written(), billed);

    await applyNew(sql, assignment, "2026-01-06");
    assertEquals((await written()).slice(2), billed.slice(2));
  }));

Deno.test("apply_rate_hit/leaves_a_draft_unwritten_whose_lines_come_to_the_same_cents", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const entry = await firm.entry(assignment, "approved", "2026-01-05", "0.25");
    const draft = await invoiceFor(firm, entry, "draft");
    const [before] = await sql`select xmin::text from invoices`;
    await applyNew(sql, assignment, "2026-01-05", { bill: "0.01" });
    assertEquals(await invoiceOf(sql, draft), ["2026-01-05 0.25 100.01 25.00", "= 25.00"]);
    assertEquals([...await sql`select xmin::text from invoices`], [before]);
    assertStrictEquals((await sql`select from audit_log where table_name = 'invoices'`).length, 0);
  }));

Deno.test("apply_rate_hit/says_in_the_audit_log_what_the_total_of_a_draft_was", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await draftOf(firm, assignment, "2026-01-05");
    const changed = await draftOf(firm, assignment, "2026-01-06");
    await applyNew(sql, assignment, "2026-01-06");
    const log = await sql`
      select procedure, row_id, old ->> 'total' as old, new ->> 'total' as new from audit_log
       where table_name = 'invoices'`;
    assertEquals([...log], [
      { procedure: "apply_rate_hit", row_id: changed, old: "400.00", new: "420.00" },
    ]);
  }));

Deno.test("apply_rate_hit/never_changes_what_was_sent", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const status of ["sent", "partially_paid", "paid", "void"] as const) {
      await invoiceFor(firm, await firm.entry(assignment, "approved", "2026-01-05"), status);
    }
    const draft = await draftOf(firm, assignment, "2026-01-06");
    const done = async () => [
      ...await sql`select xmin::text, * from invoices where id <> ${draft} order by id`,
      ...await sql`select xmin::text, * from invoice_lines where invoice_id <> ${draft} order by id`,
    ];
    const before = await done();
    await apply(sql, await rateHit(sql, assignment, "2026-01-05"), true);
    assertEquals(await done(), before);
    assertEquals(await invoiceOf(sql, draft), ["2026-01-06 4.00 105.00 420.00", "= 420.00"]);
  }));
