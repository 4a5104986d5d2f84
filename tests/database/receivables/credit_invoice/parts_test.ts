// Credit notes in part: an amount or hours of lines, which free no time, each line at most once as a whole.
import { assert, assertEquals } from "@std/assert";
import type postgres from "postgres";
import { backfill, createInvoice, unbilled } from "../../../support/billing/billed_time.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { credit, type CreditOptions } from "../../../support/receivables/credit_notes.ts";
import { credits, owed } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-03-25 12:00:00-06" };

/** A sent invoice over two days of 8 hours at 100.00 and 50.00 by hand; its lines by amount and day. */
async function withSent(
  test: (sql: postgres.Sql, firm: Firm, invoice: string, lines: string[]) => Promise<void>,
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await sql`
      insert into time_entries (assignment_id, work_date, hours, status)
      values (${assignment}, '2026-03-02', 8, 'approved'), (${assignment}, '2026-03-03', 8, 'approved')`;
    const { id } = await createInvoice(sql, firm.facilityId, "2026-03-02", "2026-03-08");
    await sql`insert into invoice_lines (invoice_id, kind, description, amount)
              values (${id}, 'adjustment', 'Parking', 50)`;
    await send(sql, [id], "2026-03-10");
    const lines = await sql<{ id: string }[]>`
      select id from invoice_lines where invoice_id = ${id} order by work_date nulls last`;
    await test(sql, firm, id, lines.map(({ id }) => id));
  }, CLOCK);
}

/** The lines of all credit notes, such as `"INV-2026-000002 120.00"` or `"INV-2026-000002 50.00, 0.50 hours"`. */
async function creditedLines(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select note.number || ' ' || line.amount || coalesce(', ' || line.hours || ' hours', '') as row
      from credit_note_lines as line join credit_notes as note on note.id = line.credit_note_id
      join invoice_lines as billed on billed.id = line.invoice_line_id
     order by note.number, billed.work_date, line.amount`;
  return rows.map(({ row }) => row);
}

Deno.test("credit_invoice/takes_an_amount_and_hours_of_lines_and_frees_no_time", () =>
  withSent(async (sql, firm, invoice, [first = "", second = ""]) => {
    const note = await credit(sql, invoice, {
      lines: [first, second],
      amounts: ["120", null],
      hours: [null, "0.5"],
    });
    assertEquals([note.amount, note.reinstates], ["170.00", "false"]);
    assertEquals(await creditedLines(sql), [
      "INV-2026-000002 120.00",
      "INV-2026-000002 50.00, 0.50 hours",
    ]);
    assertEquals(
      await owed(sql, invoice),
      "partially_paid 170.00 of 1650.00, interest 0.00 of 0.00",
    );
    assertEquals(await unbilled(sql), []);
    await assertRefused(backfill(sql, firm.facilityId), 409, "nothing_to_bill");
  }));

Deno.test("credit_invoice/takes_the_rest_of_lines_that_were_credited_in_part", () =>
  withSent(async (sql, _firm, invoice, [first = "", second = ""]) => {
    await credit(sql, invoice, { lines: [first], amounts: ["120"] });
    await credit(sql, invoice, { lines: [first, second], hours: ["0.25", "8"] });
    const rest = await credit(sql, invoice, { reinstate: true, countsFrom: "credit" });
    assertEquals([rest.amount, rest.reinstates], ["705.00", "true"]);
    assertEquals(await creditedLines(sql), [
      "INV-2026-000002 120.00",
      "INV-2026-000003 25.00, 0.25 hours",
      "INV-2026-000003 800.00, 8.00 hours",
      "INV-2026-000004 655.00",
      "INV-2026-000004 50.00",
    ]);
    assertEquals(await unbilled(sql), ["2026-03-02 8.00"]);
    assertEquals(await owed(sql, invoice), "paid 1650.00 of 1650.00, interest 0.00 of 0.00");
    assertEquals(await credits(sql), []);
    await assertRefused(credit(sql, invoice), 409, "nothing_to_credit");
  }));

Deno.test("credit_invoice/refuses_parts_of_lines_beyond_what_is_left_of_them", () =>
  withSent(async (sql, _firm, invoice, [first = "", , parking = ""]) => {
    await credit(sql, invoice, { lines: [first], hours: ["5"] });
    const over: CreditOptions[] = [
      { lines: [first], amounts: ["300.01"] },
      { lines: [first], hours: ["3.01"] },
      { lines: [parking], hours: ["1"] },
      { lines: [parking], amounts: ["50.01"] },
    ];
    for (const options of over) {
      await assertRefusedUnchanged(
        sql,
        () => credit(sql, invoice, options),
        409,
        "credit_over_rest",
      );
    }
    await credit(sql, invoice, { lines: [first], amounts: ["300"] });
    const none = () => credit(sql, invoice, { lines: [first], amounts: ["0.01"] });
    await assertRefusedUnchanged(sql, none, 409, "line_not_creditable");
  }));

Deno.test("credit_invoice/refuses_amounts_and_hours_that_are_not_of_its_lines", () =>
  withSent(async (sql, _firm, invoice, [first = "", second = ""]) => {
    const unfit: CreditOptions[] = [
      { amounts: ["1"] },
      { lines: [first, second], amounts: ["1"] },
      { lines: [first], hours: ["1", "1"] },
      { lines: [first, first], amounts: ["1", "1"] },
      { lines: [first], amounts: ["1"], hours: ["1"] },
      { lines: [first], hours: ["0"] },
      { lines: [first], hours: ["NaN"] },
      { lines: [first], hours: ["0.001"] },
      { lines: [first], amounts: ["1"], forDifferences: true },
    ];
    for (const options of unfit) {
      await assertRefusedUnchanged(
        sql,
        () => credit(sql, invoice, options),
        400,
        "line_parts_not_valid",
      );
    }
    for (const amounts of [["0"], ["NaN"], ["0.001"], ["-1"]]) {
      const call = () => credit(sql, invoice, { lines: [first], amounts });
      await assertRefusedUnchanged(sql, call, 400, "amount_not_valid");
    }
  }));

Deno.test("credit_invoice/credits_a_line_below_zero_whole", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["130.00", "-30.00"]);
    await send(sql, [invoice], "2026-03-10");
    const [low] = await sql<[{ id: string }]>`select id from invoice_lines where amount < 0`;
    const [high] = await sql<[{ id: string }]>`select id from invoice_lines where amount > 0`;
    await assertRefused(
      credit(sql, invoice, { lines: [high.id, low.id], amounts: ["100", null] }),
      409,
      "credit_over_rest",
    );
    await credit(sql, invoice, { lines: [high.id], amounts: ["10"] });
    assertEquals((await credit(sql, invoice)).amount, "90.00");
  }, CLOCK));

Deno.test("credit_invoice/in_part_gives_back_to_orders_and_posts_as_the_invoice_did", () =>
  withSent(async (sql, _firm, invoice, [first = "", , parking = ""]) => {
    await credit(sql, invoice, { lines: [first, parking], amounts: ["120", "20"] });
    const rows = await sql<{ row: string }[]>`
      select concat_ws(' ', posted_on, account, debit - credit) as row
        from journal('2026-03-01', '2026-03-31') where document = 'INV-2026-000002' order by account, 1`;
    assertEquals(rows.map(({ row }) => row), [
      "2026-03-10 customer_credits -140.00",
      "2026-03-10 customer_credits 140.00",
      "2026-03-10 receivables -140.00",
      "2026-03-10 revenue_adjustments 20.00",
      "2026-03-10 revenue_regular 120.00",
    ]);
  }));

Deno.test("credit_invoice/in_part_is_on_paper_with_its_hours_or_in_part_of_the_line", () =>
  withSent(async (sql, _firm, invoice, [first = "", second = "", parking = ""]) => {
    const note = await credit(sql, invoice, {
      lines: [first, second, parking],
      amounts: ["120", null, "20"],
      hours: [null, "2", null],
    });
    const [{ content }] = await sql<[{ content: { rows: unknown[]; classes: unknown[] } }]>`
      select credit_note_document(${note.id ?? ""}) -> 'content' as content`;
    const shown = content.rows.map((row) => {
      const { description, hours, rate, amount } = row as Record<string, string>;
      return [description, hours, rate, amount].join(" ");
    });
    assertEquals(shown, [
      "Ada Nurse, in part of 800.00   120.00",
      "Ada Nurse, in part of 800.00 2.00 100.00 200.00",
      "Parking, in part of 50.00   20.00",
    ]);
    assert(
      JSON.stringify(content.classes).includes('"hours": "2.00"') || content.classes.length === 2,
    );
  }));

Deno.test("credit_invoice/in_part_is_not_taken_for_time_that_was_freed_by_accruals", () =>
  withSent(async (sql, _firm, invoice, [first = ""]) => {
    await credit(sql, invoice, { lines: [first], amounts: ["120"] });
    await credit(sql, invoice, { lines: [first], countsFrom: "credit" });
    const accrued = async (day: string) =>
      (await sql<{ amount: string }[]>`
        select coalesce(sum(amount), 0.00) as amount from private.accrued_revenue(${day})`)[0]
        ?.amount;
    assertEquals([await accrued("2026-03-12"), await accrued("2026-03-25")], ["0.00", "800.00"]);
  }));

Deno.test("credit_invoice/answers_a_repeated_request_in_part_with_one_note", () =>
  withSent(async (sql, _firm, invoice, [first = ""]) => {
    const requestId = crypto.randomUUID();
    const options = { lines: [first], amounts: ["120"], requestId };
    const note = await credit(sql, invoice, options);
    assertEquals(await credit(sql, invoice, options), note);
    await assertRefused(
      credit(sql, invoice, { ...options, amounts: ["121"] }),
      409,
      "request_id_reused",
    );
  }));
