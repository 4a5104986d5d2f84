import { assertEquals } from "@std/assert";
import { backfill, createInvoice, recompute } from "../../support/billing/billed_time.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertProfitIsJournal } from "../../support/profit/profit_is_journal.ts";
import { guarantee } from "../../support/time/guarantees.ts";
import { cancel, plan, planAhead } from "../../support/time/plans.ts";
import { assertFeesFollow } from "./billing_histories/fees.ts";

async function begin(sql: Firm["sql"], feeFrom: string, rate: string, lateDay: string) {
  const firm = await Firm.create(sql);
  await sql`update facilities set cancellation_notice_hours = 24`;
  const assignment = await firm.assignment();
  await guarantee(sql, assignment, { code: "cancelled", pay: null, bill: "6" });
  await sql`
    insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
    values (${assignment}, 'cancelled', '2026-01-01', 50, 20)`;
  await sql`
    insert into facility_fees (facility_id, kind, name, base, rate, effective_from)
    values (${firm.facilityId}, 'msp', 'msp', 'all', ${rate}, ${feeFrom})`;
  const times = [`${lateDay} 07:00 America/Denver`, `${lateDay} 15:30 America/Denver`] as const;
  const { id } = await planAhead(sql, assignment, ...times, 30);
  await cancel(sql, id, { at: `${lateDay} 06:00 America/Denver` });
  const start = lateDay < "2026-03-09" ? "2026-03-02" : "2026-03-09";
  const invoice = await createInvoice(sql, firm.facilityId, start, lateDay < "2026-03-09" ? "2026-03-08" : "2026-03-15");
  await send(sql, [invoice.id], "2026-03-25");
  await plan(sql, assignment, ...times, 30);
  return { firm, assignment };
}
const lines = (sql: Firm["sql"]) => sql`
  select invoice.kind as of, line.kind, line.amount, line.base, invoice.total from invoice_lines as line join invoices as invoice on invoice.id = line.invoice_id order by invoice.created_at, line.kind`;

Deno.test("probe/profit_of_an_invoice_that_bills_nothing_but_a_fee", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await begin(sql, "2026-03-09", "0.03", "2026-03-11");
    await firm.entry(assignment, "approved", "2026-03-04", "3");
    const draft = await backfill(sql, firm.facilityId, "2026-03-22", "");
    await send(sql, [(draft as { id: string }).id], "2026-03-25");
    console.log([...await lines(sql)]);
    await assertProfitIsJournal(sql);
  }, { clock: "2026-03-25 12:00:00-06" }));

Deno.test("probe/fees_that_are_no_more_than_what_is_billed", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await begin(sql, "2026-03-09", "0.333333", "2026-03-04");
    await firm.entry(assignment, "approved", "2026-03-10", "3.5");
    await backfill(sql, firm.facilityId, "2026-03-22", "");
    console.log([...await lines(sql)]);
    await assertFeesFollow({ sql, facilities: [], assignments: [] });
  }, { clock: "2026-03-25 12:00:00-06" }));
void assertEquals, recompute;
