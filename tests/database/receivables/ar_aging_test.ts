// Who owes what since when, on the business date.
import { assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { type Caller, CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { draft } from "../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { creditOf, post, spend } from "../../support/receivables/receipts.ts";
import { buckets, totals } from "../../support/receivables/reports.ts";
import { withDatabase } from "../../support/server/database.ts";

/** Noon of 20 May in Denver. */
const CLOCK = { clock: "2026-05-20 18:00:00+00" };

/** The day so many days before 20 May 2026. */
function daysAgo(days: number): string {
  return new Date(Date.UTC(2026, 4, 20 - days)).toJSON().slice(0, 10);
}

function withFirm(test: (firm: Firm) => Promise<void>, clock = CLOCK) {
  return () => withDatabase(async ({ sql }) => test(await Firm.create(sql)), clock);
}

Deno.test(
  "ar_aging/says_of_a_facility_what_it_owes_and_is_owed",
  withFirm(async (firm) => {
    const { sql, facilityId } = firm;
    await firm.sentInvoice("2026-06-01", "10.00");
    await firm.sentInvoice("2026-05-01", "20.00");
    const late = await firm.sentInvoice("2026-01-01", "40.00");
    await sql`update invoices set accrued_interest = 1.25 where id = ${late}`;
    await post(firm, "12.50", { [late]: "5.00" });
    assertEquals([...await sql`select * from ar_aging`], [{
      facility_id: facilityId,
      facility_name: "Mercy Hospital",
      current: "10.00",
      days_1_30: "20.00",
      days_31_60: "0.00",
      days_61_90: "0.00",
      days_91_plus: "35.00",
      balance: "65.00",
      interest: "1.25",
      unapplied_credits: "7.50",
      net: "58.75",
      disputed: "0.00",
    }]);
  }),
);

Deno.test(
  "ar_aging/puts_each_balance_into_one_bucket_by_the_days_past_its_due_date",
  withFirm(async (firm) => {
    const days = [-30, -1, 0, 1, 30, 31, 60, 61, 90, 91, 1000];
    for (const [place, ago] of days.entries()) {
      await firm.sentInvoice(daysAgo(ago), `${2 ** place}.00`);
    }
    assertEquals(
      await buckets(firm),
      `${1 + 2 + 4}.00 ${8 + 16}.00 ${32 + 64}.00 ${128 + 256}.00 ${512 + 1024}.00`,
    );
  }),
);

Deno.test("ar_aging/counts_days_from_the_business_date_not_from_utc", async () => {
  // One minute before and after midnight of 20 May in Denver.
  for (const [clock, expected] of [["05:59", "5.00 0.00"], ["06:01", "0.00 5.00"]] as const) {
    const test = withFirm(async (firm) => {
      await firm.sentInvoice("2026-05-20", "5.00");
      assertEquals(await buckets(firm), `${expected} 0.00 0.00 0.00`);
    }, { clock: `2026-05-21 ${clock}+00` });
    await test();
  }
});

Deno.test(
  "ar_aging/counts_what_is_left_of_partially_paid_ones_and_no_draft_void_or_paid_one",
  withFirm(async (firm) => {
    const { sql } = firm;
    await draft(firm, ["1.00"]);
    const voided = await draft(firm, ["2.00"]);
    await send(sql, [voided]);
    await voidInvoice(sql, voided);
    await voidInvoice(sql, await draft(firm, ["4.00"]));
    await firm.pay(await firm.sentInvoice("2026-05-01", "8.00"), "2026-05-02", "8.00");
    assertEquals(await totals(firm), null);
    await firm.pay(await firm.sentInvoice("2026-05-01", "16.00"), "2026-05-02", "15.99");
    assertEquals(await buckets(firm), "0.00 0.01 0.00 0.00 0.00");
  }),
);

Deno.test(
  "ar_aging/shows_interest_until_it_is_paid_also_of_paid_invoices_and_when_too_much_was_paid",
  withFirm(async (firm) => {
    const { sql } = firm;
    const [first = "", second = ""] = await firm.sentInvoices(2, "2026-04-01", "100.00");
    await sql`update invoices set accrued_interest = 3 where id in (${first}, ${second})`;
    await post(firm, "200", { [first]: "100", [second]: "100" });
    assertEquals(await totals(firm), "0.00 6.00 0.00 6.00");
    await post(firm, "3", { [first]: "interest 3" });
    assertEquals(await totals(firm), "0.00 3.00 0.00 3.00");
    await sql`update invoices set accrued_interest = 2 where id = ${first}`;
    await sql`update invoices set accrued_interest = 0 where id = ${second}`;
    assertEquals(await totals(firm), "0.00 -1.00 0.00 -1.00");
    await sql`update invoices set accrued_interest = 3 where id = ${first}`;
    assertEquals(await totals(firm), null);
  }),
);

Deno.test(
  "ar_aging/nets_what_checks_left_over_until_it_is_spent",
  withFirm(async (firm) => {
    const check = await post(firm, "50", {});
    assertEquals(await totals(firm), "0.00 0.00 50.00 -50.00");
    const invoice = await firm.sentInvoice("2026-05-10", "70.00");
    await spend(firm.sql, await creditOf(firm.sql, check), { [invoice]: "30" });
    assertEquals(await totals(firm), "40.00 0.00 20.00 20.00");
  }),
);

Deno.test(
  "ar_aging/has_a_row_for_each_facility_by_name_and_keeps_them_apart",
  withFirm(async ({ sql }) => {
    for (const [name, total] of [["Zion", "1.00"], ["Abbey", "2.00"], ["Quiet", "0.00"]]) {
      const firm = await Firm.create(sql);
      await sql`update facilities set name = ${String(name)} where id = ${firm.facilityId}`;
      await firm.sentInvoice("2026-05-01", total);
    }
    const rows = await sql`select facility_name || ' ' || balance as row from ar_aging`;
    assertEquals(rows.map(({ row }) => row), ["Abbey 2.00", "Zion 1.00"]);
  }),
);

Deno.test("ar_aging/ties_to_the_open_balances_whatever_the_invoices", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          facility: fc.nat(2),
          age: fc.integer({ min: -40, max: 200 }),
          cents: fc.integer({ min: 1, max: 10_000_000 }),
          paidCents: fc.option(fc.nat(10_000_000)),
          interest: fc.nat(1000),
        }),
        { maxLength: 40 },
      ),
      (invoices) =>
        withDatabase(async ({ sql }) => {
          const firms = [await Firm.create(sql), await Firm.create(sql), await Firm.create(sql)];
          for (const { facility, age, cents, paidCents, interest } of invoices) {
            const firm = firms[facility];
            const id = await firm?.sentInvoice(daysAgo(age), (cents / 100).toFixed(2)) ?? "";
            const paid = Math.min(paidCents ?? 0, cents);
            if (paid > 0) await firm?.pay(id, daysAgo(0), (paid / 100).toFixed(2));
            await sql`update invoices set accrued_interest = ${interest} where id = ${id}`;
          }
          const rows = await sql`
            select facility_id, balance, interest, net - balance - interest + unapplied_credits as rest,
                   balance - current - days_1_30 - days_31_60 - days_61_90 - days_91_plus as outside
              from ar_aging order by facility_id`;
          const expected = await sql`
            select facility_id, sum(balance) as balance, sum(interest_balance) as interest,
                   0.00 as rest, 0.00 as outside
              from invoices group by facility_id
            having sum(balance) <> 0 or sum(interest_balance) <> 0 order by facility_id`;
          assertEquals([...rows], [...expected]);
        }, CLOCK),
    ),
    { numRuns: 20 },
  ));

Deno.test("ar_aging/shows_staff_and_servers_every_facility_contacts_theirs_and_contractors_nothing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { north, south } = firm.people;
    for (const caller of CALLERS) {
      const reading = runAs(sql, firm, caller, "select facility_id from ar_aging");
      if (caller === "signed_out") {
        await assertDenied(reading);
        continue;
      }
      const seen = (await reading).map((row) => row.facility_id).sort();
      const theirs: Partial<Record<Caller, string[]>> = {
        ada: [],
        ben: [],
        north: [north],
        south: [south],
      };
      assertEquals(seen, theirs[caller] ?? [north, south].sort(), caller);
    }
    await sql`update staff_members set is_active = false where user_id = ${firm.users.billing}`;
    assertEquals([...await runAs(sql, firm, "billing", "select from ar_aging")], []);
  }));

Deno.test(
  "ar_aging/adds_up_in_parallel_where_invoices_are_many",
  withFirm(async (firm) => {
    const { facilityId } = firm;
    await firm.sentInvoice("2026-05-01", "5.00");
    await firm.sql.begin(async (sql) => {
      for (
        const cost of ["parallel_setup_cost", "parallel_tuple_cost", "min_parallel_table_scan_size"]
      ) {
        await sql.unsafe(
          `set local ${cost} = 0; set local enable_indexscan = off; set local enable_bitmapscan = off`,
        );
      }
      const plan = await sql`explain select * from ar_aging`;
      assertMatch(plan.map((row) => row["QUERY PLAN"]).join("\n"), /Parallel .*Scan on invoices/);
      assertEquals(await buckets({ sql, facilityId }), "0.00 5.00 0.00 0.00 0.00");
    });
  }),
);
