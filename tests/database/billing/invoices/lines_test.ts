// An hour is on an invoice once, at the rate of its day, whoever writes the lines.
import { assertEquals, assertRejects } from "@std/assert";
import type postgres from "postgres";
import { billLine } from "../../../support/billing/by_hand.ts";
import { createInvoice, MONDAY, recompute } from "../../../support/billing/billed_time.ts";
import { emptyDraft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

/** A test with an entry of eight approved hours and a draft without lines. */
function withEntry(test: (firm: Firm, entry: string, draft: string) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const entry = await firm.entry(await firm.assignment(), "approved", MONDAY, "8");
      await test(firm, entry, await emptyDraft(firm, { start: MONDAY, end: "2026-03-08" }));
    });
}

async function totalOf(sql: postgres.Sql, draft: string): Promise<string> {
  const [invoice] = await sql<[{ total: string }]>`select total from invoices where id = ${draft}`;
  return invoice.total;
}

const OVERTIME = { kind: "overtime", multiplier: "1.5" };

Deno.test(
  "invoice_lines/of_an_entry_come_to_its_hours_or_are_none",
  withEntry(async ({ sql }, entry, draft) => {
    const slug = "time_entry_not_billed_whole";
    await assertRefused(billLine(sql, draft, entry, { hours: "7.99" }), 409, slug);
    await assertRefused(billLine(sql, draft, entry, {}, OVERTIME), 409, slug);
    const hours = (regular: string, overtime: string) =>
      billLine(sql, draft, entry, { hours: regular }, { ...OVERTIME, hours: overtime });
    await assertRefused(hours("7", "2"), 409, slug);
    await hours("7", "1");
    await assertRefused(
      billLine(sql, draft, entry, { part: 3, kind: "doubletime", hours: "1" }),
      409,
      slug,
    );
    await assertRefused(sql`delete from invoice_lines where kind = 'overtime'`, 409, slug);
    await assertRefused(
      sql`update invoice_lines set hours = 8, amount = 800 where kind = 'regular'`,
      409,
      slug,
    );
    const other = await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      select assignment_id, work_date, 1, 'approved' from time_entries returning id`;
    await assertRefused(
      sql`update invoice_lines set time_entry_id = ${other[0]?.id} where kind = 'overtime'`,
      409,
      slug,
    );
    assertEquals(await totalOf(sql, draft), "850.00");
    await sql`delete from invoice_lines`;
  }),
);

Deno.test(
  "invoice_lines/of_an_entry_are_replaced_in_one_statement",
  withEntry(async ({ sql }, entry, draft) => {
    await billLine(sql, draft, entry);
    await sql`
      with gone as (delete from invoice_lines returning *)
      insert into invoice_lines (invoice_id, time_entry_id, part, kind, work_date, hours, rate, multiplier, amount)
      select invoice_id, time_entry_id, of.part, of.kind, work_date, of.hours, rate, multiplier, of.hours * rate
        from gone cross join (values (1, 'regular', 6), (2, 'overtime', 2)) as of (part, kind, hours)`;
    assertEquals(await totalOf(sql, draft), "800.00");
    const rebuilt = await recompute(sql, draft);
    assertEquals(rebuilt.total, "800.00");
    const lines = await sql`select kind, hours from invoice_lines where time_entry_id = ${entry}`;
    assertEquals([...lines], [{ kind: "regular", hours: "8.00" }]);
  }),
);

Deno.test(
  "invoice_lines/bill_the_rate_of_their_day_and_no_other",
  withEntry(async ({ sql }, entry, draft) => {
    const slug = "line_not_at_rate_of_day";
    const bill = (workDate: string, rate: number) =>
      sql`insert into invoice_lines (invoice_id, time_entry_id, part, kind, work_date, hours, rate, amount)
          values (${draft}, ${entry}, 1, 'regular', ${workDate}, 8, ${rate}, ${rate * 8})`;
    await assertRefused(bill(MONDAY, 999), 409, slug);
    await assertRefused(bill("2026-03-03", 100), 409, slug);
    await bill(MONDAY, 100);
    await assertRefused(sql`update invoice_lines set rate = 999, amount = 7992`, 409, slug);
  }),
);

Deno.test(
  "invoice_lines/are_sent_at_the_rate_of_their_day",
  withEntry(async ({ sql }, entry, draft) => {
    await billLine(sql, draft, entry);
    await sql`update assignment_rates set bill_rate = 90`;
    await assertRefused(send(sql, [draft]), 409, "invoices_not_sendable");
    await assertRejects(
      () => send(sql, [draft]),
      Error,
      "its time of 2026-03-02 has another bill rate by now",
    );
    await recompute(sql, draft);
    await send(sql, [draft]);
    assertEquals(await totalOf(sql, draft), "720.00");
  }),
);

Deno.test(
  "invoice_lines/of_drafts_keep_their_rates_from_the_secret_key",
  withEntry(async ({ sql }, entry, draft) => {
    await billLine(sql, draft, entry);
    const byKey = (statement: string) =>
      sql.begin((key) => key.unsafe(`set local role service_role; ${statement}`));
    const added = `
      insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
      select assignment_id, '${MONDAY}', bill_rate + 5, pay_rate from assignment_rates`;
    const slug = "rate_billed_by_draft";
    await assertRefused(byKey("update assignment_rates set bill_rate = 90"), 409, slug);
    await assertRefused(byKey(added), 409, slug);
    await byKey("update assignment_rates set pay_rate = pay_rate + 1");
    await byKey(added.replace(MONDAY, "2026-03-03").replace("bill_rate + 5", "90"));
    await assertRefused(
      byKey("update assignment_rates set effective_from = '2026-03-02' where bill_rate = 90"),
      409,
      slug,
    );
    await byKey("delete from assignment_rates where bill_rate = 90");
    await send(sql, [draft]);
    await byKey("update assignment_rates set bill_rate = 90");
    assertEquals(await totalOf(sql, draft), "800.00");
  }),
);

Deno.test(
  "invoice_lines/are_in_the_total_whoever_writes_them",
  withEntry(async ({ sql, facilityId }, entry, draft) => {
    await billLine(sql, draft, entry);
    assertEquals(await totalOf(sql, draft), "800.00");
    await sql`update invoice_lines set hours = 8, multiplier = 1.25, amount = 1000`;
    assertEquals(await totalOf(sql, draft), "1000.00");
    const next = await emptyDraft({ sql, facilityId }, {
      kind: "backfill",
      start: MONDAY,
      end: MONDAY,
    });
    await sql`update invoice_lines set invoice_id = ${next}`;
    assertEquals([await totalOf(sql, draft), await totalOf(sql, next)], ["0.00", "1000.00"]);
    await sql`delete from invoice_lines`;
    assertEquals(await totalOf(sql, next), "0.00");
  }),
);

Deno.test(
  "invoice_lines/are_released_by_voiding_alone",
  withEntry(async ({ sql }, entry, draft) => {
    const slug = "invoice_not_void";
    await assertRefused(
      sql`insert into invoice_lines
            (invoice_id, time_entry_id, kind, work_date, hours, rate, amount, released_at)
          values (${draft}, ${entry}, 'regular', ${MONDAY}, 8, 100, 800, now())`,
      409,
      slug,
    );
    await billLine(sql, draft, entry);
    await assertRefused(sql`update invoice_lines set released_at = now(), part = null`, 409, slug);
  }),
);

Deno.test("invoices/that_are_drafts_of_a_facility_never_overlap_but_for_backfills", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment(), "approved", MONDAY, "8");
    await createInvoice(sql, firm.facilityId);
    const touching = { start: "2026-03-08", end: "2026-03-20" };
    const rule = "drafts_of_a_facility_never_overlap";
    await assertViolates(emptyDraft(firm, touching), rule);
    await assertViolates(emptyDraft(firm, { ...touching, kind: "weekly" }), rule);
    await emptyDraft(firm, { ...touching, kind: "backfill" });
    await emptyDraft(firm, { start: "2026-03-09", end: "2026-03-20" });
    await emptyDraft(await Firm.create(sql, "Other"), touching);
  }));
