// Disputes of lines of an invoice: the rest is reminded of, and bears interest, like other invoices.
import { assertEquals, assertMatch } from "@std/assert";
import type postgres from "postgres";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { draft } from "../../support/billing/drafts.ts";
import { dispute, invoiceOf, send, settleDispute } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { owed, writeOff } from "../../support/receivables/receipts.ts";
import { disputed, statement } from "../../support/receivables/reports.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { contents } from "../../support/sql/rows.ts";

const CLOCK = { clock: "2026-05-20 12:00:00-06" };

/** A sent invoice of 70.00 and 30.00, issued on 10 March and due on 9 April; its lines, the larger one first. */
async function withInvoice(
  test: (sql: postgres.Sql, firm: Firm, invoice: string, lines: string[]) => Promise<void>,
): Promise<void> {
  await withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const invoice = await draft(firm, ["70.00", "30.00"]);
    await send(sql, [invoice], "2026-03-10");
    await sql`update facilities set billing_email = 'pay@mercy.example'`;
    const lines = await sql<{ id: string }[]>`
      select id from invoice_lines where invoice_id = ${invoice} order by amount desc`;
    await test(sql, firm, invoice, lines.map(({ id }) => id));
  }, CLOCK);
}

/** Amounts of the lines that are disputed. */
const lines = async (sql: postgres.Sql) =>
  (await sql<{ amount: string }[]>`select amount from disputed_lines order by amount`)
    .map(({ amount }) => amount);

const reminder = async (sql: postgres.Sql, firm: Firm) => {
  const [mail] = await sql<[{ data: Record<string, unknown> & { invoices: unknown[] } }]>`
    select private.overdue_reminder_mail(
               jsonb_populate_record(null::private.outbox, jsonb_build_object('subject_id', ${firm.facilityId}::text))) as data`;
  return mail.data;
};

Deno.test("dispute_invoice/of_lines_shows_its_amount_and_no_more_in_the_reports", () =>
  withInvoice(async (sql, firm, invoice, [seventy = "", thirty = ""]) => {
    const { disputed_amount: amount } = await dispute(
      sql,
      invoice,
      "Not ours.",
      [seventy, thirty],
      [
        "20",
        null,
      ],
    );
    assertEquals([amount, await lines(sql)], ["50.00", ["20.00", "30.00"]]);
    assertEquals(
      [
        await disputed(firm),
        await disputed(firm, "2026-05-20"),
        await disputed(firm, "2026-05-19"),
      ],
      ["50.00", "50.00", "0.00"],
    );
    const rows = await statement(firm, "2026-05-01", "2026-05-31");
    const { number } = await invoiceOf(sql, invoice);
    assertEquals(
      rows.filter(({ kind }) => kind === "invoice_disputed").map(({ description, details }) => [
        description,
        details,
      ]),
      [[`50.00 of invoice ${number} disputed: Not ours.`, {
        reason: "Not ours.",
        disputed_amount: "50.00",
      }]],
    );
    const once = await contents(sql);
    await dispute(sql, invoice, "Again.", [seventy]);
    assertEquals(await contents(sql), once);
    await firm.pay(invoice, "2026-05-20", "60");
    assertEquals([await disputed(firm), await disputed(firm, "2026-05-20")], ["40.00", "40.00"]);
    const [listed] = await sql`select is_disputed, disputed from overdue_invoices()`;
    assertEquals({ ...listed }, { is_disputed: true, disputed: "40.00" });
    await settleDispute(sql, invoice);
    assertEquals([await lines(sql), await disputed(firm)], [[], "0.00"]);
  }));

Deno.test("dispute_invoice/of_lines_leaves_the_rest_to_be_reminded_of", () =>
  withInvoice(async (sql, firm, invoice, [seventy = ""]) => {
    await dispute(sql, invoice, "Not ours.", [seventy], ["20"]);
    const { owed, invoices } = await reminder(sql, firm) as {
      owed: string;
      invoices: { balance: string; disputed: string }[];
    };
    assertEquals(
      [owed, invoices.map(({ balance, disputed }) => [balance, disputed])],
      ["80.00", [["80.00", "20.00"]]],
    );
    await writeOff(sql, invoice, "80");
    assertEquals((await reminder(sql, firm))["drop"], "Nothing overdue is owed any more.");
    await assertRefused(
      sql`select remind_invoice(${invoice})`,
      409,
      "invoice_disputed",
    );
  }));

Deno.test("dispute_invoice/bears_interest_by_the_undisputed_part_where_the_terms_say_so", () =>
  withInvoice(async (sql, firm, invoice, [seventy = ""]) => {
    await firm.terms();
    const interest = async () => {
      await accrueOverdueInterest(sql, { today: "2026-07-09" });
      return await owed(sql, invoice);
    };
    const whole = await interest();
    assertMatch(whole, /interest 0.00 of 4.49/); // 91 days at 18 %
    await dispute(sql, invoice, "Not ours.", [seventy]);
    assertEquals(await interest(), whole);
    await settleDispute(sql, invoice);
    await sql`update facility_interest_terms set disputed_bears_interest = false`;
    assertEquals(await interest(), whole);
    await dispute(sql, invoice, "Not ours.", [seventy]);
    // 41 days on 100.00 and 50 on 30.00.
    assertMatch(await interest(), /interest 0.00 of 2.76/);
    await settleDispute(sql, invoice);
    assertEquals(await interest(), whole);
    await dispute(sql, invoice, "All of it.");
    assertMatch(await interest(), /interest 0.00 of 2.02/);
  }));

Deno.test("dispute_invoice/of_lines_is_settled_by_the_credit_note_that_takes_them_back", () =>
  withInvoice(async (sql, firm, invoice, [seventy = "", thirty = ""]) => {
    await dispute(sql, invoice, "Not ours.", [seventy, thirty], ["20", null]);
    await credit(sql, invoice, { lines: [thirty], amounts: ["10"] });
    assertEquals(await lines(sql), ["20.00", "20.00"]);
    await credit(sql, invoice, { lines: [thirty] });
    assertEquals([await lines(sql), await disputed(firm)], [["20.00"], "20.00"]);
    await credit(sql, invoice, { lines: [seventy], amounts: ["5"] });
    assertEquals([await lines(sql), await disputed(firm)], [["15.00"], "15.00"]);
    await credit(sql, invoice, { lines: [seventy], amounts: ["15"] });
    assertEquals([await disputed(firm), await owed(sql, invoice)], [
      "0.00",
      "partially_paid 50.00 of 100.00, interest 0.00 of 0.00",
    ]);
    const { disputed_at: at, dispute_reason: why } = await invoiceOf(sql, invoice);
    assertEquals([await lines(sql), at, why], [[], null, null]);
  }));

Deno.test("dispute_invoice/refuses_lines_that_are_not_its_own_or_have_less_left", () =>
  withInvoice(async (sql, firm, invoice, [seventy = "", thirty = ""]) => {
    const other = await draft(firm, ["50.00"]);
    const [foreign] = await sql<[{ id: string }]>`
      select id from invoice_lines where invoice_id = ${other}`;
    await credit(sql, invoice, { lines: [thirty], reinstate: false });
    const over: [string[], string[] | null][] = [
      [[foreign.id], null],
      [[thirty], null],
      [[seventy], ["70.01"]],
    ];
    for (const [ids, amounts] of over) {
      const call = () => dispute(sql, invoice, "x", ids, amounts);
      await assertRefusedUnchanged(sql, call, 409, "line_not_disputable");
    }
    const unfit: [(string | null)[] | null, string[] | null][] = [
      [null, ["1"]],
      [[seventy], ["1", "1"]],
      [[seventy, seventy], null],
    ];
    for (const [ids, amounts] of unfit) {
      const call = () => dispute(sql, invoice, "x", ids, amounts);
      await assertRefusedUnchanged(sql, call, 400, "line_parts_not_valid");
    }
    await assertRefused(dispute(sql, invoice, "x", [seventy], ["0"]), 400, "amount_not_valid");
    await assertRefused(dispute(sql, invoice, "x", [null]), 400, "argument_missing");
  }));
