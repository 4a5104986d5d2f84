// Fees and rebates on drafts: on what they are reckoned, and that they follow whatever changes it.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import {
  backfill,
  createInvoice,
  invoiceOf,
  lineIdsOf,
  MONDAY,
  recompute,
} from "../../../support/billing/billed_time.ts";
import { codedEntry, codeRate } from "../../../support/billing/coded_time.ts";
import { adjust, draft } from "../../../support/billing/drafts.ts";
import { addFee, addTax, chargesOf, workFor10080 } from "../../../support/billing/fees.ts";
import { send, voidInvoice } from "../../../support/billing/invoices.ts";
import { addOrder } from "../../../support/billing/orders.ts";
import { runWeek } from "../../../support/billing/runs.ts";
import { Firm } from "../../../support/firm.ts";
import { connectTo, withDatabase } from "../../../support/server/database.ts";
import { contents } from "../../../support/sql/rows.ts";

const CLOCK = { clock: "2026-03-25 12:00:00-06" };

/** A test with a firm that has a facility. */
const withFirm = (test: (firm: Firm) => Promise<void>) => () =>
  withDatabase(async ({ sql }) => await test(await Firm.create(sql)), CLOCK);

Deno.test(
  "fees/three_percent_of_10080_is_302_40_of_a_line_of_its_own",
  withFirm(async (firm) => {
    await workFor10080(firm);
    await addFee(firm);
    const { id, total } = await createInvoice(firm.sql, firm.facilityId);
    assertEquals(await chargesOf(firm.sql, id), ["MSP fee, 3 % of 10,080.00 = -302.40"]);
    assertStrictEquals(total, "9777.60");
    const [sent] = await send(firm.sql, [id]);
    assertEquals([sent?.total, sent?.balance], ["9777.60", "9777.60"]);
  }),
);

Deno.test(
  "fees/who_has_none_gets_the_same_rows_whether_others_have_some_or_not",
  withFirm(async (firm) => {
    await workFor10080(firm);
    const other = await Firm.create(firm.sql, "Elsewhere");
    await addFee(other);
    await addTax(firm.sql);
    const { id, total } = await createInvoice(firm.sql, firm.facilityId);
    assertEquals([total, await chargesOf(firm.sql, id)], ["10080.00", []]);
  }),
);

Deno.test(
  "fees/are_of_all_that_is_billed_or_of_time_alone",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    const assignment = await firm.assignment();
    await codeRate(sql, assignment, "mileage", { bill: "0.70", pay: "0.70" });
    await codeRate(sql, assignment, "on_call", { bill: "10", pay: "5" });
    await firm.entry(assignment, "approved", MONDAY, "8");
    await codedEntry(sql, assignment, "2026-03-03", "mileage", "100");
    await codedEntry(sql, assignment, "2026-03-03", "on_call", "12");
    const { id } = await createInvoice(sql, facilityId);
    await adjust(sql, id, "50");
    await addFee(firm);
    await addFee(firm, { kind: "vms", name: "VMS fee", base: "time", rate: "0.01" });
    assertEquals(await chargesOf(sql, id), [
      "MSP fee, 3 % of 1,040.00 = -31.20",
      "VMS fee, 1 % of 920.00 = -9.20",
    ]);
    assertStrictEquals((await invoiceOf(sql, id)).total, "999.60");
  }),
);

Deno.test(
  "fees/are_rounded_half_up_once_an_invoice",
  withFirm(async (firm) => {
    const id = await draft(firm, ["16.66", "16.67", "16.67"]);
    await addFee(firm, { rate: "0.0333" });
    await addFee(firm, { kind: "vms", name: "VMS fee", rate: "0.0001" });
    // 1.665 is 1.67; the three by themselves would come to 1.67 as well, and 0.005 to nothing.
    assertEquals(await chargesOf(firm.sql, id), [
      "MSP fee, 3.33 % of 50.00 = -1.67",
      "VMS fee, 0.01 % of 50.00 = -0.01",
    ]);
  }),
);

Deno.test(
  "fees/follow_their_draft_in_the_same_statement_whoever_changes_it",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    const assignment = await firm.assignment();
    const entry = await firm.entry(assignment, "approved", MONDAY, "8");
    const fee = await addFee(firm);
    const { id } = await createInvoice(sql, facilityId);
    const is = async (...charges: string[]) => assertEquals(await chargesOf(sql, id), charges);
    await is("MSP fee, 3 % of 800.00 = -24.00");
    await adjust(sql, id, "100", "-50");
    await is("MSP fee, 3 % of 850.00 = -25.50");
    await sql`update invoice_lines set amount = 0.01 where amount = 100`;
    await is("MSP fee, 3 % of 750.01 = -22.50");
    await sql`delete from invoice_lines where kind = 'adjustment'`;
    await apply(sql, await rateHit(sql, assignment, MONDAY, { bill: "10" }));
    await is("MSP fee, 3 % of 880.00 = -26.40");
    await sql`select correct_time_entry(${entry}, 'Went home', 4)`;
    await is("MSP fee, 3 % of 440.00 = -13.20");
    await sql`update facility_fees set rate = 0.05 where id = ${fee}`;
    await is("MSP fee, 5 % of 440.00 = -22.00");
    assertStrictEquals((await invoiceOf(sql, id)).total, "418.00");
    await sql`delete from facility_fees where id = ${fee}`;
    await is();
    assertStrictEquals((await invoiceOf(sql, id)).total, "440.00");
  }),
);

Deno.test(
  "fees/bring_up_to_date_changes_nothing_where_all_is_right",
  withFirm(async (firm) => {
    await workFor10080(firm);
    await addFee(firm);
    const { id } = await createInvoice(firm.sql, firm.facilityId);
    const before = await lineIdsOf(firm.sql, id);
    assertEquals((await recompute(firm.sql, id)).total, "9777.60");
    assertEquals(await lineIdsOf(firm.sql, id), before);
  }),
);

Deno.test(
  "fees/go_by_the_day_of_each_line_and_amounts_by_the_last_of_the_invoice",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    const assignment = await firm.assignment();
    for (const day of ["02", "03", "04"]) {
      await firm.entry(assignment, "approved", `2026-03-${day}`, "8");
    }
    await addFee(firm, { to: "2026-03-03" });
    await addFee(firm, { rate: "0.04", from: "2026-03-04" });
    await addFee(firm, { kind: "vms", name: "VMS, former", amount: "9", to: "2026-03-07" });
    await addFee(firm, { kind: "vms", name: "VMS", amount: "12.50", from: "2026-03-08" });
    const { id } = await createInvoice(sql, facilityId);
    await adjust(sql, id, "10");
    assertEquals(await chargesOf(sql, id), [
      "MSP fee, 3 % of 1,600.00 = -48.00",
      "MSP fee, 4 % of 810.00 = -32.40",
      "VMS = -12.50",
    ]);
  }),
);

Deno.test(
  "fees/together_take_no_more_than_what_is_billed",
  withFirm(async (firm) => {
    const id = await draft(firm, ["20"]);
    await addFee(firm, { rate: "0.5" });
    await addFee(firm, { kind: "vms", name: "VMS", amount: "25" });
    assertEquals(await chargesOf(firm.sql, id), [
      "MSP fee, 50 % of 20.00 = -10.00",
      "VMS = -10.00",
    ]);
    assertStrictEquals((await send(firm.sql, [id]))[0]?.status, "paid");
  }),
);

Deno.test(
  "fees/a_backfill_carries_its_share_of_late_time_and_of_differences_by_their_own_days",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    const assignment = await firm.assignment();
    await firm.entry(assignment, "approved", MONDAY, "8");
    await addFee(firm, { to: "2026-03-08" });
    await addFee(firm, { rate: "0.1", from: "2026-03-09" });
    const { id } = await createInvoice(sql, facilityId);
    await send(sql, [id], "2026-03-10");
    await apply(sql, await rateHit(sql, assignment, MONDAY, { bill: "10" }), true);
    await firm.entry(assignment, "approved", "2026-03-09", "2");
    const late = await backfill(sql, facilityId);
    assertEquals(await chargesOf(sql, late.id), [
      "MSP fee, 10 % of 220.00 = -22.00",
      "MSP fee, 3 % of 80.00 = -2.40",
    ]);
    assertStrictEquals(late.total, "275.60");
    await voidInvoice(sql, late.id);
    assertEquals((await backfill(sql, facilityId)).total, "275.60");
  }),
);

Deno.test(
  "fees/of_time_alone_leave_out_differences_of_units",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    const assignment = await firm.assignment();
    await codeRate(sql, assignment, "on_call", { bill: "8", pay: "5" });
    await codeRate(sql, assignment, "mileage", { bill: "0.70", pay: "0.70" });
    await codedEntry(sql, assignment, MONDAY, "on_call", "10");
    await codedEntry(sql, assignment, MONDAY, "mileage", "100");
    await addFee(firm, { base: "time" });
    const { id } = await createInvoice(sql, facilityId);
    await send(sql, [id], "2026-03-10");
    await codeRate(sql, assignment, "on_call", { bill: "18", pay: "5" });
    await codeRate(sql, assignment, "mileage", { bill: "0.80", pay: "0.70" });
    const late = await backfill(sql, facilityId);
    assertEquals(await chargesOf(sql, late.id), ["MSP fee, 3 % of 100.00 = -3.00"]);
    assertStrictEquals(late.total, "107.00");
  }),
);

Deno.test(
  "fees/the_weekly_run_charges_each_facility_its_own",
  withFirm(async (firm) => {
    const { sql } = firm;
    await workFor10080(firm);
    const other = await Firm.create(sql, "Elsewhere");
    await workFor10080(other);
    await addFee(firm);
    await addFee(other, { rate: "0.05", name: "Program" });
    const run = await runWeek(sql, MONDAY);
    assertStrictEquals(String(run.amount), "19353.60");
    const before = await contents(sql);
    const again = await runWeek(sql, MONDAY);
    assertStrictEquals(String(again.amount), "19353.60");
    const { billing_runs: _, ...rest } = await contents(sql);
    const { billing_runs: __, ...kept } = before;
    assertEquals(rest, kept);
  }),
);

Deno.test(
  "fees/an_order_is_drawn_gross_or_net_and_the_cents_of_several_add_up",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    const orders = [await addOrder(firm, { number: "A" }), await addOrder(firm, { number: "B" })];
    for (const order of orders) {
      const assignment = await firm.assignment();
      await sql`update assignments set purchase_order_id = ${order} where id = ${assignment}`;
      await firm.entry(assignment, "approved", MONDAY, "0.5");
    }
    const { id } = await createInvoice(sql, facilityId);
    const usage = async () =>
      (await sql`select number || ' ' || draft_amount + sent_amount as used from purchase_order_usage order by number`)
        .map(({ used }) => used);
    const gross = await addFee(firm, { rate: "0.0333" });
    assertEquals(await chargesOf(sql, id), ["MSP fee, 3.33 % of 100.00 = -3.33"]);
    assertEquals(await usage(), ["A 50.00", "B 50.00"]);
    await sql`update facility_fees set lessens_orders = true where id = ${gross}`;
    // 1.665 twice, of 3.33 in all.
    assertEquals(await chargesOf(sql, id), [
      "MSP fee, 3.33 % of 50.00 = -1.67",
      "MSP fee, 3.33 % of 50.00 = -1.66",
    ]);
    assertEquals((await usage()).toSorted().map((used) => String(used).slice(2)).toSorted(), [
      "48.33",
      "48.34",
    ]);
    await send(sql, [id]);
    await sql`select credit_invoice(${id}, 'Billed twice')`;
    assertEquals(await usage(), ["A 0.00", "B 0.00"]);
  }),
);

Deno.test(
  "fees/are_neither_on_invoices_of_interest_nor_on_former_books",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    await addFee(firm);
    for (const kind of ["opening", "interest"]) {
      const [row] = await sql`
        insert into invoices (facility_id, kind, period_start, period_end)
        values (${facilityId}, ${kind}, '2026-02-01', '2026-02-28') returning id`;
      await adjust(sql, row?.id, "100");
      assertEquals(await chargesOf(sql, row?.id), [], kind);
    }
  }),
);

Deno.test(
  "fees/alone_are_nothing_to_bill",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    const assignment = await firm.assignment();
    const entry = await firm.entry(assignment, "approved", MONDAY, "8");
    await addFee(firm);
    const { id } = await createInvoice(sql, facilityId);
    await sql`select set_aside_time(array[${entry}::uuid], 'Entered twice')`;
    assertEquals(await chargesOf(sql, id), []);
    assertStrictEquals((await invoiceOf(sql, id)).total, "0.00");
    assert((await lineIdsOf(sql, id)).length === 0);
  }),
);

Deno.test(
  "fees/are_reckoned_for_all_facilities_at_once_and_not_at_all_where_there_are_none",
  () =>
    withDatabase(async ({ sql, url }) => {
      for (let nth = 0; nth < 4; nth++) {
        await workFor10080(await Firm.create(sql, `Facility ${nth}`));
      }
      /** Number of calls by the weekly run of what reckons fees and taxes. */
      const calls = async (): Promise<number> => {
        const counting = connectTo(url, { track_functions: "all" });
        try {
          return await counting.begin(async (counting) => {
            await counting`select weekly_billing_run('2026-03-02')`;
            const [row] = await counting<[{ calls: number }]>`
              select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions
               where funcname in ('fees_due', 'taxes_due')`;
            await counting`delete from invoices`;
            return row.calls;
          });
        } finally {
          await counting.end();
        }
      };
      assertStrictEquals(await calls(), 0);
      for (const { id } of await sql<{ id: string }[]>`select id from facilities`) {
        await addFee({ sql, facilityId: id });
      }
      const of4 = await calls();
      for (let nth = 4; nth < 8; nth++) {
        const firm = await Firm.create(sql, `Facility ${nth}`);
        await workFor10080(firm);
        await addFee(firm);
      }
      assert(of4 > 0);
      assertStrictEquals(await calls(), of4);
    }, CLOCK),
);
