// What of the interest that stands today belongs to a past day.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import type postgres from "postgres";
import {
  computeInterest,
  type InterestInput,
} from "../../../../supabase/functions/_shared/interest/compute_interest.ts";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import {
  type InterestByDay,
  interestByDay,
} from "../../../../supabase/functions/_shared/jobs/interest_by_day.ts";
import { voidInvoice } from "../../../support/billing/invoices.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { post, returnCheck } from "../../../support/receivables/receipts.ts";
import { totals } from "../../../support/receivables/reports.ts";
import { withDatabase } from "../../../support/server/database.ts";

const DUE = "2026-04-01";

/** The breakdown of an invoice over 1000.00 at 18 % until 1 May, of which 400.00 was paid on 11 April. */
const INPUT: InterestInput = {
  principal: "1000.00",
  dueDate: DUE,
  payments: [{ paidOn: "2026-04-11", amount: "400.00" }],
  asOf: "2026-05-01",
  terms: [{ effectiveFrom: "2026-01-01", annualRate: "0.18" }],
};

/** Answers of private.interest_through about the days, of interest as the job writes it. */
async function through(
  sql: postgres.Sql,
  interest: { total: string } & Partial<InterestByDay>,
  asked: readonly string[],
): Promise<string[]> {
  const invoice = {
    due_date: DUE,
    accrued_interest: interest.total,
    interest_days: interest.days,
    interest_on_days: interest.onDays,
    interest_per_day: interest.perDay,
  };
  const rows = await sql<{ accrued: string }[]>`
    select private.interest_through(invoice, day::date) as accrued
      from jsonb_populate_record(null::invoices, ${
    JSON.stringify(invoice)
  }::text::jsonb) as invoice,
           unnest(${[...asked]}::text[]) with ordinality as asked (day, place) order by place`;
  return rows.map(({ accrued }) => accrued);
}

function computed(input: InterestInput) {
  const result = computeInterest(input);
  return { total: result.total, ...interestByDay(input.dueDate, result) };
}

Deno.test("ar_aging_as_of/takes_whole_segments_and_the_share_of_the_running_one_by_days", () =>
  withDatabase(async ({ sql }) => {
    const interest = computed(INPUT); // 10 days on 1000, 20 days on 600
    assertEquals(interest.total, "10.85");
    const days = ["2026-03-01", DUE, "2026-04-02", "2026-04-06", "2026-04-11", "2026-04-12"];
    assertEquals(await through(sql, interest, days), [
      "0.00",
      "0.00",
      "0.49", // 4.931507 / 10
      "2.47",
      "4.93",
      "5.23", // and 5.917808 / 20
    ]);
    const last = ["2026-04-30", "2026-05-01", "2026-05-02", "infinity"];
    assertEquals(await through(sql, interest, last), ["10.55", "10.85", "10.85", "10.85"]);
    // What stands counts, should its segments come to another cent.
    const stands = interestByDay(DUE, { ...computeInterest(INPUT), total: "10.86" });
    assertEquals(await through(sql, { total: "10.86", ...stands }, ["2026-05-01"]), ["10.86"]);
  }));

Deno.test("ar_aging_as_of/adds_the_fee_with_the_first_day_that_bears_interest", () =>
  withDatabase(async ({ sql }) => {
    const terms = [
      { effectiveFrom: "2026-01-01", annualRate: "0", fixedFee: "40.00" },
      { effectiveFrom: "2026-04-05", annualRate: "0.18" },
    ];
    const interest = computed({ ...INPUT, payments: [], asOf: "2026-04-14", terms });
    assertEquals(interest.total, "44.93");
    const days = ["2026-04-02", "2026-04-04", "2026-04-05", "2026-04-13", "2026-04-14"];
    assertEquals(await through(sql, interest, days), [
      "0.00",
      "0.00",
      "40.49",
      "44.44",
      "44.93",
    ]);
  }));

Deno.test("ar_aging_as_of/begins_interest_that_counts_from_the_end_of_grace_only_then", () =>
  withDatabase(async ({ sql }) => {
    const [terms] = INPUT.terms;
    assert(terms);
    const late = { ...terms, graceDays: 10, accrueFrom: "grace_end", fixedFee: "7.00" } as const;
    const interest = computed({ ...INPUT, payments: [], terms: [late] });
    const days = ["2026-04-11", "2026-04-12"];
    assertEquals(await through(sql, interest, days), ["0.00", "7.49"]);
  }));

Deno.test("ar_aging_as_of/never_takes_more_than_stands_on_the_invoice", () =>
  withDatabase(async ({ sql }) => {
    const [terms] = INPUT.terms;
    assert(terms);
    const days = ["2026-04-02", "2026-04-11", "2026-05-01"];
    const capped = computed({ ...INPUT, terms: [{ ...terms, maximumFraction: "0.002" }] });
    assertEquals(await through(sql, capped, days), ["0.49", "2.00", "2.00"]);
    const waived = computed({ ...INPUT, terms: [{ ...terms, waiveBelow: "11.00" }] });
    assertEquals(await through(sql, waived, days), ["0.00", "0.00", "0.00"]);
  }));

Deno.test("ar_aging_as_of/takes_interest_without_segments_whole_from_the_day_after_the_due_date", () =>
  withDatabase(async ({ sql }) => {
    assertEquals(await through(sql, { total: "9.00" }, [DUE, "2026-04-02"]), ["0.00", "9.00"]);
  }));

Deno.test("ar_aging_as_of/agrees_to_the_cent_with_interest_computed_on_that_day", () => {
  const day = fc.integer({ min: 0, max: 200 }).map((days) =>
    new Date(Date.parse(DUE) + days * 86_400_000).toJSON().slice(0, 10)
  );
  const history = fc.record({
    payments: fc.array(fc.record({ paidOn: day, amount: fc.constantFrom("1.00", "333.33") }), {
      maxLength: 3,
    }),
    dayCount: fc.constantFrom("actual/365", "actual/360", "actual/actual", "started_months"),
    rates: fc.uniqueArray(day, { maxLength: 3 }),
    asOf: day,
    asked: fc.array(day, { minLength: 1, maxLength: 5 }),
  });
  return withDatabase(({ sql }) =>
    fc.assert(
      fc.asyncProperty(history, async ({ payments, dayCount, rates, asOf, asked }) => {
        const terms = ["2026-01-01", ...rates].map((effectiveFrom, place) => ({
          effectiveFrom,
          annualRate: `0.${place + 1}7`,
          dayCount,
        }));
        const input: InterestInput = { ...INPUT, payments, terms, asOf };
        const days = asked.sort();
        let before = 0;
        for (const [place, found] of (await through(sql, computed(input), days)).entries()) {
          const day = days[place] ?? "";
          const then = computeInterest({ ...input, asOf: day < asOf ? day : asOf }).total;
          const difference = Math.round(100 * (Number(found) - Number(then)));
          assert(Math.abs(difference) <= (day < asOf ? 1 : 0), `${day}: ${found}, not ${then}`);
          assert(Number(found) >= before, `${day}: ${found} after ${before}`);
          before = Number(found);
        }
      }),
      { numRuns: 100 },
    )
  );
});

Deno.test(
  "ar_aging_as_of/shows_what_had_accrued_less_what_was_paid_of_it",
  withMovingClock("2026-05-01", async (firm, setClock) => {
    const { sql } = firm;
    const invoice = await firm.sentInvoice(DUE);
    await firm.terms();
    await firm.pay(invoice, "2026-04-11", "400.00");
    await accrueOverdueInterest(sql, { today: "2026-05-01" }); // 10.85
    const check = await post(firm, "6", { [invoice]: "interest 6" }, "2026-04-20");
    const expected = [
      ["2026-04-01", "1000.00 0.00 0.00 1000.00"],
      ["2026-04-06", "1000.00 2.47 0.00 1002.47"],
      ["2026-04-11", "600.00 4.93 0.00 604.93"],
      ["2026-04-19", "600.00 7.30 0.00 607.30"],
      ["2026-04-20", "600.00 1.59 0.00 601.59"],
      ["2026-05-01", "600.00 4.85 0.00 604.85"],
      ["2026-06-01", "600.00 4.85 0.00 604.85"],
    ] as const;
    for (const [day, line] of expected) assertStrictEquals(await totals(firm, day), line, day);
    await setClock(noon("2026-05-10"));
    await returnCheck(sql, check);
    assertEquals(await totals(firm, "2026-05-09"), "600.00 4.85 0.00 604.85");
    assertEquals(await totals(firm, "2026-05-10"), "600.00 10.85 0.00 610.85");
    await firm.pay(invoice, "2026-05-01", "600.00");
    assertEquals(await totals(firm, "2026-05-10"), "0.00 10.85 0.00 10.85");
  }),
);

Deno.test(
  "ar_aging_as_of/gives_the_business_date_all_interest_that_stands_though_utc_is_a_day_ahead",
  withMovingClock("2026-05-01", async (firm, setClock) => {
    await firm.sentInvoice(DUE);
    await firm.terms();
    await setClock("2026-05-02 02:00+00"); // 1 May in Denver
    await accrueOverdueInterest(firm.sql);
    assertEquals(await totals(firm), "1000.00 15.29 0.00 1015.29"); // 31 days
    assertStrictEquals(await totals(firm, "2026-05-01"), await totals(firm));
    await setClock(noon("2026-05-02"));
    assertEquals(await totals(firm, "2026-05-01"), "1000.00 14.79 0.00 1014.79");
  }),
);

Deno.test(
  "ar_aging_as_of/shows_no_more_than_a_cap_leaves_and_imported_interest_whole",
  withMovingClock("2026-05-01", async (firm) => {
    const { sql } = firm;
    await firm.sentInvoice(DUE);
    await firm.terms();
    await sql`update facility_interest_terms set maximum_fraction = 0.002`;
    await accrueOverdueInterest(sql, { today: "2026-05-01" });
    assertEquals(await totals(firm, "2026-04-02"), "1000.00 0.49 0.00 1000.49");
    assertEquals(await totals(firm, "2026-04-20"), "1000.00 2.00 0.00 1002.00");
    await sql`
      update invoices
         set accrued_interest = 9, interest_days = null, interest_on_days = null, interest_per_day = null`;
    assertEquals(await totals(firm, DUE), "1000.00 0.00 0.00 1000.00");
    assertEquals(await totals(firm, "2026-04-02"), "1000.00 9.00 0.00 1009.00");
  }),
);

Deno.test(
  "ar_aging_as_of/shows_no_interest_of_an_invoice_that_was_voided",
  withMovingClock("2026-05-01", async (firm) => {
    const invoice = await firm.sentInvoice(DUE);
    await firm.terms();
    await accrueOverdueInterest(firm.sql, { today: "2026-05-01" });
    await voidInvoice(firm.sql, invoice);
    assertEquals(await totals(firm, "2026-04-30"), "1000.00 0.00 0.00 1000.00");
    assertEquals(await totals(firm, "2026-05-01"), null);
  }),
);
