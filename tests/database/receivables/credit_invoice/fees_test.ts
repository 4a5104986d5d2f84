// Credit notes take back fees and taxes with what they were reckoned on, and never more.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice } from "../../../support/billing/billed_time.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { addFee, addTax, workFor10080 } from "../../../support/billing/fees.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { credit } from "../../../support/receivables/credit_notes.ts";
import { credits, owed } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-03-25 12:00:00-06" };
const withFirm = (test: (firm: Firm) => Promise<void>) => () =>
  withDatabase(async ({ sql }) => await test(await Firm.create(sql)), CLOCK);

/** A sent invoice of adjustments; its lines but for fees and taxes, in their order. */
async function sent(firm: Firm, ...amounts: string[]): Promise<{ id: string; lines: string[] }> {
  const id = await draft(firm, amounts);
  await send(firm.sql, [id], "2026-03-10");
  const rows = await firm.sql<{ id: string }[]>`
    select id from invoice_lines where invoice_id = ${id} and base is null
     order by array_position(${amounts}::numeric[], amount)`;
  return { id, lines: rows.map(({ id }) => id) };
}

/** Amounts that credit notes took back of fees and taxes, one after the other. */
async function sharesOf(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select line.kind || ' ' || taken.amount as row
      from credit_notes as note
      join credit_note_lines as taken on taken.credit_note_id = note.id
      join invoice_lines as line on line.id = taken.invoice_line_id
     where line.base is not null order by note.number, line.kind, taken.amount`;
  return rows.map(({ row }) => row);
}

Deno.test(
  "credit_invoice/of_a_whole_invoice_takes_back_its_fee",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    await workFor10080(firm);
    await addFee(firm);
    const { id } = await createInvoice(sql, facilityId);
    await send(sql, [id], "2026-03-10");
    const note = await credit(sql, id);
    assertStrictEquals(note.amount, "9777.60");
    assertEquals(await sharesOf(sql), ["fee -302.40"]);
    assertEquals(await owed(sql, id), "paid 9777.60 of 9777.60, interest 0.00 of 0.00");
    const again = await createInvoice(sql, facilityId, "2026-03-02", "2026-03-08").then(
      ({ total }) => total,
      () => "refused",
    );
    assertStrictEquals(again, "refused"); // the period was invoiced; backfill bills it
    const [late] = await sql`select total from backfill_invoice(${facilityId})`;
    assertStrictEquals(late?.total, "9777.60");
  }),
);

Deno.test(
  "credit_invoice/in_part_takes_back_the_share_and_all_parts_together_the_whole_fee",
  withFirm(async (firm) => {
    const { sql } = firm;
    await addFee(firm, { rate: "0.0333" });
    const { id, lines: [line = ""] } = await sent(firm, "10"); // 0.33 of 10.00
    for (const part of ["3.33", "3.33"]) await credit(sql, id, { lines: [line], amounts: [part] });
    await credit(sql, id, { lines: [line] });
    assertEquals(await sharesOf(sql), ["fee -0.11", "fee -0.11", "fee -0.11"]);
    assertEquals(await owed(sql, id), "paid 9.67 of 9.67, interest 0.00 of 0.00");
    await assertRefused(credit(sql, id), 409, "nothing_to_credit");
  }),
);

Deno.test(
  "credit_invoice/of_a_line_that_a_fee_is_not_reckoned_on_takes_back_none_of_it",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    await firm.entry(await firm.assignment(), "approved", "2026-03-02", "8");
    await addFee(firm, { base: "time" });
    const { id } = await createInvoice(sql, facilityId);
    await sql`insert into invoice_lines (invoice_id, kind, description, amount)
              values (${id}, 'adjustment', 'Parking', 50)`;
    await send(sql, [id], "2026-03-10");
    const [parking] = await sql`select id from invoice_lines where kind = 'adjustment'`;
    assertStrictEquals((await credit(sql, id, { lines: [parking?.id] })).amount, "50.00");
    assertEquals(await sharesOf(sql), []);
    assertStrictEquals((await credit(sql, id)).amount, "776.00");
    assertEquals(await sharesOf(sql), ["fee -24.00"]);
  }),
);

Deno.test(
  "credit_invoice/never_takes_back_more_than_the_fee_though_a_line_below_zero_stays",
  withFirm(async (firm) => {
    const { sql } = firm;
    await addFee(firm, { rate: "0.1" });
    const { id, lines: [whole = ""] } = await sent(firm, "100", "-40"); // 6.00 of 60.00
    const note = await credit(sql, id, { lines: [whole] });
    assertEquals([note.amount, await sharesOf(sql)], ["94.00", ["fee -6.00"]]);
    assertEquals(await credits(sql), ["40.00 of 40.00"]);
  }),
);

Deno.test(
  "credit_invoice/a_fee_that_is_named_follows_the_other_lines",
  withFirm(async (firm) => {
    const { sql } = firm;
    await addFee(firm);
    const { id, lines: [line = ""] } = await sent(firm, "60", "40");
    const [fee] = await sql`select id from invoice_lines where kind = 'fee'`;
    await assertRefused(credit(sql, id, { lines: [fee?.id] }), 409, "nothing_to_credit");
    await credit(sql, id, { lines: [line, fee?.id] });
    assertEquals(await sharesOf(sql), ["fee -1.80"]);
  }),
);

Deno.test(
  "credit_invoice/takes_back_taxes_after_fees",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    await sql`update facilities set work_state = 'PA' where id = ${facilityId}`;
    await addFee(firm);
    await addTax(sql);
    const { id, lines: [line = ""] } = await sent(firm, "1000"); // 30.00, and 58.20 of 970.00
    const note = await credit(sql, id, { lines: [line], amounts: ["500"] });
    assertEquals([note.amount, await sharesOf(sql)], ["514.10", ["fee -15.00", "tax 29.10"]]);
    assertStrictEquals((await credit(sql, id)).amount, "514.10");
    const report =
      await sql`select base::text, amount::text from tax_report('2026-03-01', '2026-03-31')`;
    assertEquals(report.map((row) => ({ ...row })), [{ base: "0.00", amount: "0.00" }]);
  }),
);

Deno.test(
  "credit_invoice/an_invoice_with_a_fee_is_voided_whole",
  withFirm(async (firm) => {
    await addFee(firm);
    const { id } = await sent(firm, "100");
    assertStrictEquals((await voidInvoice(firm.sql, id)).status, "void");
  }),
);

Deno.test(
  "credit_note_rules/more_of_a_fee_than_was_charged_is_refused_whoever_writes",
  withFirm(async (firm) => {
    const { sql } = firm;
    await addFee(firm);
    const { id, lines: [line = ""] } = await sent(firm, "100");
    const [fee] = await sql`select id from invoice_lines where kind = 'fee'`;
    const write = sql.begin(async (sql) => {
      const [note] = await sql`
        insert into credit_notes (invoice_id, facility_id, number, amount, counts_on, reinstates, reason, issued_on,
                                  facility_name)
        values (${id}, ${firm.facilityId}, 'CN-1', 96.99, '2026-03-25', false, 'By hand', '2026-03-25', 'Mercy')
        returning id`;
      await sql`
        insert into credit_note_lines (credit_note_id, invoice_line_id, amount)
        values (${note?.id}, ${line}, 100), (${note?.id}, ${fee?.id}, -3.01)`;
      await sql`insert into payments (invoice_id, source, credit_note_id, paid_on, amount)
                values (${id}, 'credit_note', ${note?.id}, '2026-03-25', 96.99)`;
    });
    await assertRefused(write, 409, "credit_note_does_not_add_up");
  }),
);
