import { assertEquals, assertStrictEquals } from "@std/assert";
import { draft } from "../../../support/billing/drafts.ts";
import { bringInto, type InvoiceState } from "../../../support/billing/states.ts";
import { Firm } from "../../../support/firm.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

const STATES: readonly InvoiceState[] = ["draft", "sent", "partially_paid", "paid", "void"];

const BY_HAND = new Set(["draft sent", "draft void", "sent void"]);

/** Legal, but only together with the payments that bear them out. */
const BY_PAYMENTS = new Set([
  "sent partially_paid",
  "sent paid",
  "partially_paid paid",
  "partially_paid sent",
  "paid partially_paid",
  "paid sent",
]);

Deno.test("invoices/make_every_legal_move_and_no_other", () =>
  withDatabase(async ({ sql }) => {
    for (const from of STATES) {
      for (const to of STATES.filter((state) => state !== from)) {
        const id = await draft(await Firm.create(sql));
        await bringInto(sql, id, from);
        const move = sql`
          update invoices
             set status = ${to}, issue_date = '2026-01-12', due_date = '2026-02-11',
                 number = coalesce(number, case when ${to} <> 'void' then gen_random_uuid()::text end)
           where id = ${id} and status = ${from} returning status`;
        const name = `${from} ${to}`;
        if (BY_HAND.has(name)) assertEquals([...await move], [{ status: to }], name);
        else if (BY_PAYMENTS.has(name)) {
          await assertViolates(move, "invoice_status_follows_payments");
        } else await assertRefused(move, 409, "invoice_move_not_legal");
      }
    }
  }));

Deno.test("invoices/once_sent_keep_what_they_bill", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await firm.sentInvoice("2026-02-11");
    const changes: Record<string, string> = {
      total: "999.00",
      number: "INV-1",
      due_date: "2026-03-01",
      issue_date: "2026-01-01",
      period_start: "2026-01-01",
      period_end: "2026-01-31",
      kind: "weekly",
      sent_at: "2026-01-01",
    };
    for (const [column, value] of Object.entries(changes)) {
      await assertRefused(
        sql`update invoices set ${sql(column)} = ${value} where id = ${invoice}`,
        409,
        "invoice_not_draft",
      );
    }
    await assertRefused(sql`delete from invoices where id = ${invoice}`, 409, "invoice_not_draft");
    await sql`update invoices set accrued_interest = 3 where id = ${invoice}`;
  }));

Deno.test("invoices/once_sent_keep_their_lines", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [draft] = await sql`
      insert into invoices (facility_id, kind, period_start, period_end, total)
      values (${firm.facilityId}, 'manual', '2026-01-05', '2026-01-11', 5) returning id`;
    const addLine = () =>
      sql`insert into invoice_lines (invoice_id, kind, description, amount)
          values (${draft?.id}, 'adjustment', 'Parking', 5)`;
    await addLine();
    await sql`
      update invoices set status = 'sent', number = 'INV-1', issue_date = '2026-01-12', due_date = '2026-02-11'`;

    await assertRefused(addLine(), 409, "invoice_not_draft");
    await assertRefused(sql`update invoice_lines set amount = 6`, 409, "invoice_not_draft");
    await assertRefused(
      sql`update invoice_lines set released_at = now(), part = null`,
      409,
      "invoice_not_draft",
    );
    await assertRefused(sql`delete from invoice_lines`, 409, "invoice_not_draft");

    await sql`update invoices set status = 'void', void_reason = 'wrong'`;
    await assertRefused(
      sql`update invoice_lines set amount = 6, released_at = now(), part = null`,
      409,
      "invoice_not_draft",
    );
    await sql`update invoice_lines set released_at = now(), part = null`;
    await assertRefused(sql`update invoice_lines set released_at = null`, 409, "invoice_not_draft");
  }));

Deno.test("invoices/that_are_drafts_go_with_their_lines", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await sql`
      with draft as (
        insert into invoices (facility_id, kind, period_start, period_end)
        values (${firm.facilityId}, 'manual', '2026-01-05', '2026-01-11') returning id
      )
      insert into invoice_lines (invoice_id, kind, description, amount)
      select id, 'adjustment', 'Parking', 5 from draft`;
    await sql`delete from invoices`;
    assertStrictEquals((await sql`select from invoice_lines`).length, 0);
  }));

Deno.test("invoices/bill_an_entry_on_one_live_invoice_only", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved");
    const drafts = await sql<{ id: string }[]>`
      insert into invoices (facility_id, kind, period_start, period_end)
      select ${firm.facilityId}, 'backfill', '2026-01-05', '2026-01-11' from generate_series(1, 2) returning id`;
    const bill = (invoice: string | undefined, kind: string) =>
      sql`insert into invoice_lines (invoice_id, time_entry_id, part, kind, description, work_date, hours, rate, multiplier, amount)
          values (${
        invoice ?? ""
      }, ${entry}, 1, ${kind}, 'Ada Nurse', '2026-01-05', 4, 100, 1, 400)`;
    await bill(drafts[0]?.id, "regular");
    await assertViolates(bill(drafts[1]?.id, "overtime"), "time_entry_on_one_live_invoice");
  }));

Deno.test("invoices/have_time_lines_of_hours_times_rate_rounded_half_up", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved", "2026-01-05", "0.25");
    await sql`update assignment_rates set bill_rate = 33.30`;
    const [draft] = await sql`
      insert into invoices (facility_id, kind, period_start, period_end)
      values (${firm.facilityId}, 'manual', '2026-01-05', '2026-01-11') returning id`;
    const bill = (amount: string) =>
      sql`insert into invoice_lines (invoice_id, time_entry_id, part, kind, description, work_date, hours, rate, multiplier, amount)
          values (${draft?.id}, ${entry}, 1, 'overtime', 'Ada Nurse', '2026-01-05', 0.25, 33.30, 1.5, ${amount})`;
    await assertViolates(bill("12.48"), "time_line_is_hours_times_rate"); // 12.4875
    await bill("12.49");
  }));

Deno.test("invoices/that_are_drafts_or_void_bear_no_interest", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.sentInvoice("2026-02-11");
    await sql`update invoices set accrued_interest = 3`;
    await assertViolates(
      sql`update invoices set status = 'void', void_reason = 'wrong'`,
      "only_sent_invoices_bear_interest",
    );
    await sql`update invoices set status = 'void', void_reason = 'wrong', accrued_interest = 0`;
  }));
