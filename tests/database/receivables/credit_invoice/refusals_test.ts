// What is not credited, why, and that then nothing changes.

import type postgres from "postgres";
import { draft } from "../../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { credit, type CreditOptions } from "../../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

/** A test with a sent invoice of 100.00, 130.00 less 30.00, and another of 50.00. */
function withSent(test: (sql: postgres.Sql, id: string, other: string) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const [id, other] = [await draft(firm, ["130.00", "-30.00"]), await draft(firm, ["50.00"])];
      await send(sql, [id, other], "2026-03-10");
      await test(sql, id, other);
    }, { clock: "2026-05-20 12:00:00-06" });
}

/** Asserts that crediting is refused with these words and leaves every row as it was. */
async function refuses(
  sql: postgres.Sql,
  id: string | null,
  options: CreditOptions,
  status: 400 | 404 | 409,
  slug: string,
  message: string,
): Promise<void> {
  await assertRefusedUnchanged(sql, () => credit(sql, id, options), status, slug);
  await assertRejectsWith(() => credit(sql, id, options), { message });
}

const lineOf = async (sql: postgres.Sql, amount: string) =>
  (await sql<{ id: string }[]>`select id from invoice_lines where amount = ${amount}`)[0]?.id ?? "";

Deno.test(
  "credit_invoice/refuses_arguments_that_are_missing_or_unknown",
  withSent(async (sql, id) => {
    const missing = (name: string) => `No value is given for ${name}.`;
    await refuses(sql, null, {}, 400, "argument_missing", missing("invoice"));
    await refuses(sql, id, { reinstate: null }, 400, "argument_missing", missing("reinstate"));
    await refuses(sql, id, { countsFrom: null }, 400, "argument_missing", missing("counts from"));
    await refuses(sql, id, { lines: [null] }, 400, "argument_missing", missing("line 1"));
    const blank = "A reason is missing.";
    await refuses(sql, id, { reason: " \n" }, 400, "reason_missing", blank);
    await refuses(
      sql,
      id,
      { countsFrom: "today" },
      400,
      "counts_from_unknown",
      "A credit note counts from the invoice or from the credit, not from 'today'.",
    );
    const unknown = crypto.randomUUID();
    const notThere = `There is no invoice ${unknown}.`;
    await refuses(sql, unknown, {}, 404, "invoice_not_found", notThere);
  }),
);

Deno.test(
  "credit_invoice/refuses_drafts_and_void_invoices",
  withSent(async (sql, id, other) => {
    await voidInvoice(sql, other);
    const isVoid = "Only sent invoices are owed: INV-2026-000002 is void.";
    await refuses(sql, other, {}, 409, "invoice_not_sent", isVoid);
    await sql`insert into invoices (facility_id, period_start, period_end)
              select facility_id, '2026-04-06', '2026-04-12' from invoices where id = ${id}`;
    const [made] = await sql<[{ id: string }]>`select id from invoices where status = 'draft'`;
    const isDraft = `Only sent invoices are owed: ${made.id} is draft.`;
    await refuses(sql, made.id, {}, 409, "invoice_not_sent", isDraft);
  }),
);

Deno.test(
  "credit_invoice/refuses_lines_of_another_invoice_and_lines_that_were_credited",
  withSent(async (sql, id) => {
    const [foreign, own] = [await lineOf(sql, "50"), await lineOf(sql, "130")];
    await refuses(
      sql,
      id,
      { lines: [own, foreign] },
      409,
      "line_not_creditable",
      `Invoice INV-2026-000001 has lines that cannot be credited: ${foreign} is none of its lines.`,
    );
    await credit(sql, id, { lines: [own] });
    await refuses(
      sql,
      id,
      { lines: [own] },
      409,
      "line_not_creditable",
      `Invoice INV-2026-000001 has lines that cannot be credited: ${own} was credited by INV-2026-000003.`,
    );
  }),
);

Deno.test(
  "credit_invoice/refuses_where_nothing_above_zero_is_left",
  withSent(async (sql, id, other) => {
    await refuses(
      sql,
      id,
      { lines: [await lineOf(sql, "-30")] },
      409,
      "nothing_to_credit",
      "What is to be credited of invoice INV-2026-000001 comes to -30.00.",
    );
    await credit(sql, other);
    await refuses(
      sql,
      other,
      {},
      409,
      "nothing_to_credit",
      "Invoice INV-2026-000002 has no lines that are not credited yet.",
    );
  }),
);

Deno.test(
  "credit_invoice/keeps_a_credited_invoice_from_being_voided_and_its_note_as_it_is",
  withSent(async (sql, id) => {
    const { id: note } = await credit(sql, id, { lines: [await lineOf(sql, "130")] });
    const voiding = () => voidInvoice(sql, id);
    await assertRefusedUnchanged(sql, voiding, 409, "invoice_has_credit_notes");
    const writes = [
      () => sql`update credit_notes set amount = 1 where id = ${note ?? ""}`,
      () => sql`delete from credit_notes`,
      () => sql`delete from credit_note_lines`,
      () => sql`update credit_note_lines set created_at = now()`,
    ];
    for (const write of writes) {
      await assertRefusedUnchanged(sql, write, 409, "credit_note_is_kept");
    }
  }),
);

Deno.test(
  "credit_invoice/keeps_its_money_whole_whoever_writes",
  withSent(async (sql, id) => {
    await credit(sql, id);
    const [note] = await sql<[{ id: string; facility_id: string }]>`
      select id, facility_id from credit_notes`;
    const writes = [
      () =>
        sql`insert into facility_credits (facility_id, credit_note_id, amount, remaining)
            values (${note.facility_id}, ${note.id}, 5, 5)`,
      () =>
        sql`insert into credit_notes
                   (invoice_id, facility_id, number, amount, counts_on, reinstates, reason, issued_on, facility_name)
            select invoice_id, facility_id, 'X', 5, counts_on, true, reason, issued_on, facility_name
              from credit_notes`,
    ];
    for (const write of writes) {
      await assertRefusedUnchanged(sql, write, 409, "credit_note_does_not_add_up");
    }
  }),
);
