// Fees of an invoice whose other lines come to 0.00: no line can bear a share of them.
import { assertEquals } from "@std/assert";
import { backfill, createInvoice } from "../../support/billing/billed_time.ts";
import { send } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import {
  assertAllWaysAgree,
  assertProfitIsJournal,
} from "../../support/profit/profit_is_journal.ts";
import { credit } from "../../support/receivables/credit_notes.ts";
import { withDatabase } from "../../support/server/database.ts";
import { guarantee } from "../../support/time/guarantees.ts";
import { cancel, plan, planAhead } from "../../support/time/plans.ts";

const LATE = ["2026-03-11 07:00 America/Denver", "2026-03-11 15:30 America/Denver"] as const;

/** A late cancellation, billed by the hour with a fee of 3 %, that was planned again: it is to be credited. */
async function withCancellationTakenBack(sql: Firm["sql"]) {
  const firm = await Firm.create(sql);
  await sql`update facilities set cancellation_notice_hours = 24`;
  const assignment = await firm.assignment();
  await guarantee(sql, assignment, { code: "cancelled", pay: null, bill: "6" });
  await sql`
    insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
    values (${assignment}, 'cancelled', '2026-01-01', 50, 20)`;
  await sql`
    insert into facility_fees (facility_id, kind, name, base, rate, effective_from)
    values (${firm.facilityId}, 'msp', 'msp', 'all', 0.03, '2026-03-09')`;
  const { id } = await planAhead(sql, assignment, ...LATE, 30);
  await cancel(sql, id, { at: "2026-03-11 06:00 America/Denver" });
  const invoice = await createInvoice(sql, firm.facilityId, "2026-03-09", "2026-03-15");
  await send(sql, [invoice.id], "2026-03-25");
  await plan(sql, assignment, ...LATE, 30);
  return { firm, assignment };
}

Deno.test("gross_profit/has_fees_of_what_comes_to_nothing_as_of_its_facility_and_its_last_day", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment } = await withCancellationTakenBack(sql);
    await firm.entry(assignment, "approved", "2026-03-04", "3");
    const draft = await backfill(sql, firm.facilityId, "2026-03-22", "") as { id: string };
    const lines = await sql`
      select kind, amount from invoice_lines where invoice_id = ${draft.id} order by kind`;
    assertEquals([...lines], [
      { kind: "difference", amount: "-300.00" },
      { kind: "fee", amount: "9.00" },
      { kind: "regular", amount: "300.00" },
    ]);
    const feesOf = async (by: string) => [
      ...await sql`
        select name, day::text, fees, unbilled from gross_profit('2026-03-01', '2026-03-31', ${by})
         where fees <> 0 order by place`,
    ];
    const taken = { fees: "9.00", unbilled: "0.00" };
    const charged = { fees: "-9.00", unbilled: "9.00" };
    assertEquals(await feesOf("line"), [
      { name: "Ada Nurse at Mercy Hospital", day: "2026-03-15", ...taken },
      { name: "Mercy Hospital", day: "2026-03-22", ...charged },
    ]);
    assertEquals(await feesOf("assignment"), [
      { name: "Ada Nurse at Mercy Hospital", day: null, ...taken },
      { name: null, day: null, ...charged },
    ]);
    assertEquals(await feesOf("week"), [
      { name: null, day: "2026-03-09", fees: "9.00", unbilled: "-300.00" },
      { name: null, day: "2026-03-16", ...charged },
    ]);
    assertEquals((await assertAllWaysAgree(sql)).fees, "0.00");
    await send(sql, [draft.id], "2026-03-25");
    assertEquals((await assertProfitIsJournal(sql)).unbilled, "0.00");
    assertEquals((await assertAllWaysAgree(sql, ["2026-03-02", "2026-03-08"])).fees, "0.00");
    // Once one of the lines is credited, what is left bears the fees again.
    const [{ id }] = await sql<[{ id: string }]>`
      select id from invoice_lines where invoice_id = ${draft.id} and kind = 'regular'`;
    await credit(sql, draft.id, { lines: [id] });
    assertEquals((await assertProfitIsJournal(sql)).fees, "0.00");
  }, { clock: "2026-03-25 12:00:00-06" }));
