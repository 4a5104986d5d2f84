// What is refused, and that a refusal changes nothing.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { everything } from "../../../support/assignments/rate_hits.ts";
import { backfill, createInvoice, MONDAY, SUNDAY } from "../../../support/billing/billed_time.ts";
import { adjust } from "../../../support/billing/drafts.ts";
import { bringInto, type InvoiceState } from "../../../support/billing/states.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

/** Asserts that the call is refused, with a message that says so, and leaves every row as it was. */
async function refuses(
  sql: postgres.Sql,
  args: readonly [facility: string | null, start?: string | null, end?: string | null],
  status: 400 | 404 | 409,
  slug: string,
  message: RegExp,
): Promise<void> {
  const before = await everything(sql);
  const attempt = createInvoice(sql, ...args);
  await assertRefused(attempt, status, slug);
  await assertRejectsWith(() => attempt, message);
  assertEquals(await everything(sql), before);
}

/** A facility with 8 approved hours on each day of three weeks, the week in the middle on a draft. */
async function withWeekBilled(
  state: InvoiceState,
  test: (sql: postgres.Sql, facilityId: string, invoiceId: string) => Promise<void>,
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      select ${assignment}, day::date, 1, 'approved'
        from generate_series(timestamp '2026-02-23', '2026-03-15', '1 day') as day`;
    const { id } = await createInvoice(sql, firm.facilityId);
    await bringInto(sql, id, state);
    await test(sql, firm.facilityId, id);
  });
}

const OVERLAPPING = [
  ["2026-02-23", MONDAY],
  [SUNDAY, "2026-03-15"],
  ["2026-03-04", "2026-03-04"],
  ["2026-02-23", "2026-03-15"],
] as const;
const BESIDE = [["2026-02-23", "2026-03-01"], ["2026-03-09", "2026-03-15"]] as const;

Deno.test("create_facility_invoice/refuses_missing_and_impossible_arguments", () =>
  withDatabase(async ({ sql }) => {
    const { facilityId } = await Firm.create(sql);
    await refuses(sql, [null], 400, "argument_missing", / facility\./);
    await refuses(
      sql,
      [facilityId, null, null],
      400,
      "argument_missing",
      /period end, period start/,
    );
    await refuses(sql, [facilityId, "-infinity"], 400, "date_not_finite", / period start /);
    await refuses(
      sql,
      [facilityId, MONDAY, "infinity"],
      400,
      "date_not_finite",
      / period end /,
    );
    const backwards = [facilityId, SUNDAY, MONDAY] as const;
    await refuses(
      sql,
      backwards,
      400,
      "period_ends_before_start",
      /end on 2026-03-02.*on 2026-03-08/,
    );
    const unknown = crypto.randomUUID();
    await refuses(sql, [unknown], 404, "facility_not_found", new RegExp(unknown));
  }));

Deno.test("create_facility_invoice/refuses_when_there_is_nothing_to_bill", () =>
  withDatabase(async ({ sql }) => {
    const [mercy, south] = [await Firm.create(sql), await Firm.create(sql)];
    const message = /no approved time from 2026-03-02 to 2026-03-08/;
    const refused = () => refuses(sql, [mercy.facilityId], 409, "nothing_to_bill", message);
    await refused();
    await south.entry(await south.assignment(), "approved", MONDAY);
    const assignment = await mercy.assignment();
    await mercy.entry(assignment, "submitted", MONDAY);
    await mercy.entry(assignment, "approved", "2026-03-01");
    await mercy.entry(assignment, "approved", "2026-03-09");
    await refused();
  }));

for (const state of ["sent", "partially_paid", "paid"] as const) {
  Deno.test(`create_facility_invoice/refuses_days_that_overlap_a_${state}_invoice`, () =>
    withWeekBilled(state, async (sql, facilityId, invoiceId) => {
      for (const [start, end] of [...OVERLAPPING, [MONDAY, SUNDAY] as const]) {
        const message = new RegExp(`INV-${invoiceId} .* 2026-03-02 to 2026-03-08`);
        await refuses(sql, [facilityId, start, end], 409, "period_already_invoiced", message);
      }
      for (const days of BESIDE) {
        assertEquals((await createInvoice(sql, facilityId, ...days)).total, "700.00");
      }
    }));
}

Deno.test("create_facility_invoice/refuses_days_that_overlap_another_draft_of_whatever_kind", () =>
  withWeekBilled("draft", async (sql, facilityId, invoiceId) => {
    for (const kind of ["weekly", "manual", "backfill"]) {
      await sql`update invoices set kind = ${kind}`;
      for (const [start, end] of OVERLAPPING) {
        const message = new RegExp(`kind ${kind} .* 2026-03-02 to 2026-03-08 \\(${invoiceId}\\)`);
        await refuses(sql, [facilityId, start, end], 409, "period_overlaps_draft", message);
      }
    }
    for (const days of BESIDE) {
      assertEquals((await createInvoice(sql, facilityId, ...days)).total, "700.00");
    }
  }));

Deno.test("create_facility_invoice/is_not_hindered_by_void_invoices_or_sent_backfills", () =>
  withWeekBilled("void", async (sql, facilityId) => {
    const late = await backfill(sql, facilityId, "2026-02-23");
    await sql`update invoices set period_end = '2026-03-15' where id = ${late.id}`;
    await bringInto(sql, late.id, "sent");
    assertEquals((await createInvoice(sql, facilityId)).total, "700.00");
  }));

Deno.test("create_facility_invoice/names_the_sent_invoice_rather_than_the_draft_when_both_are_in_the_way", () =>
  withWeekBilled("draft", async (sql, facilityId, draftId) => {
    const sent = await createInvoice(sql, facilityId, "2026-03-09", "2026-03-15");
    await bringInto(sql, sent.id, "sent");
    const days = [facilityId, MONDAY, "2026-03-15"] as const;
    await refuses(sql, days, 409, "period_already_invoiced", new RegExp(sent.id));
    await bringInto(sql, draftId, "void");
    await refuses(sql, days, 409, "period_already_invoiced", new RegExp(sent.id));
  }));

Deno.test("create_facility_invoice/refuses_amounts_too_large_for_their_columns", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "24");
    const draft = await createInvoice(sql, firm.facilityId);
    await adjust(sql, draft.id, "9999995000"); // and 3000 for the day; another day's are too much
    await firm.entry(assignment, "approved", "2026-03-04", "24");
    await refuses(sql, [firm.facilityId], 409, "amount_too_large", /10,000,000,000\.00/);
    await sql`update assignment_rates set bill_rate = 99999999.99`;
    await sql`update assignments set bill_overtime_multiplier = 99`;
    await sql`delete from invoices`;
    await refuses(sql, [firm.facilityId], 409, "amount_too_large", /10,000,000,000\.00/);
  }));
