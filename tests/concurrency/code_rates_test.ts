// Time of codes is listed as unbilled by the rate that stands in the end, though its invoice is voided while that changes.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice, MONDAY } from "../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../support/billing/coded_time.ts";
import { send, voidInvoice } from "../support/billing/invoices.ts";
import { listed } from "../support/billing/unbilled_entries.ts";
import { Firm } from "../support/firm.ts";
import { withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";

type Does = (sql: postgres.TransactionSql) => PromiseLike<unknown>;

/** Twelve hours on call at 8 on a sent invoice, of which the rate is another by now. */
async function sent(sql: postgres.Sql, rate: string): Promise<string> {
  const firm = await Firm.create(sql);
  const assignment = await firm.assignment();
  await codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" });
  await codedEntry(sql, assignment, MONDAY, "on_call", "12");
  const { id } = await createInvoice(sql, firm.facilityId);
  await send(sql, [id]);
  await codeRate(sql, assignment, "on_call", { bill: rate, pay: "5" });
  return id;
}

const bills = (rate: string): Does => (sql) =>
  sql`update assignment_code_rates set bill_rate = ${rate}`;

for (const [from, to] of [["8", "0"], ["0", "8"]] as const) {
  const inTheEnd = to === "0" ? [] : [`${MONDAY} 0.00`];
  const name = `from_${from}_to_${to}`;

  Deno.test(`unbilled_entries/follow_a_rate_of_a_code_${name}_while_its_invoice_is_voided`, () =>
    withDatabase(async ({ sql, url }) => {
      const invoice = await sent(sql, from);
      await interleave(url, (first) => voidInvoice(first, invoice), () => sql.begin(bills(to)));
      assertEquals(await listed(sql), inTheEnd);
    }, { clock: "2026-03-10 12:00:00+00" }));

  Deno.test(`unbilled_entries/are_right_when_an_invoice_is_voided_while_a_code_goes_${name}`, () =>
    withDatabase(async ({ sql, url }) => {
      const invoice = await sent(sql, from);
      await interleave(url, bills(to), () => voidInvoice(sql, invoice));
      assertEquals(await listed(sql), inTheEnd);
    }, { clock: "2026-03-10 12:00:00+00" }));
}
