// Aging at the end of each month or week, and how many days of billing stand open.
import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import type postgres from "postgres";
import { assertDenied, runAs } from "../../support/access/acting.ts";
import { CALLERS } from "../../support/access/callers.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { draft } from "../../support/billing/drafts.ts";
import { send, voidInvoice } from "../../support/billing/invoices.ts";
import { Firm } from "../../support/firm.ts";
import { withMovingClock } from "../../support/receivables/moving_clock.ts";
import { post, returnCheck } from "../../support/receivables/receipts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused } from "../../support/sql/refusal.ts";
import { addDays, ANY_DAY } from "./ar_aging_as_of/deeds.ts";

const BUCKETS = "current, days_1_30, days_31_60, days_61_90, days_91_plus, balance";

/** Rows as `"2026-03-31 5.00 0.00 …"`. */
async function history(
  sql: postgres.Sql,
  from: string | null,
  to: string | null,
  step: string | null = "month",
  columns = BUCKETS,
): Promise<string[]> {
  const rows = await sql.unsafe<{ row: string }[]>(
    `select concat_ws(' ', as_of, ${columns}) as row
       from public.ar_history($1::text::date, $2::text::date, $3)`,
    [from, to, step],
  );
  return rows.map(({ row }) => row);
}

Deno.test(
  "ar_history/has_a_row_for_the_end_of_each_month_or_workweek_the_last_one_cut_off",
  withMovingClock("2026-07-01", async ({ sql }) => {
    const days = async (...asked: [string, string, string]) =>
      (await history(sql, ...asked, "null")).map((row) => row.trim());
    assertEquals(await days("2026-01-15", "2026-03-31", "month"), [
      "2026-01-31",
      "2026-02-28",
      "2026-03-31",
    ]);
    assertEquals(await days("2026-02-28", "2026-04-01", "month"), [
      "2026-02-28",
      "2026-03-31",
      "2026-04-01",
    ]);
    assertEquals(await days("2026-03-04", "2026-03-17", "week"), [
      "2026-03-08",
      "2026-03-15",
      "2026-03-17",
    ]);
    assertEquals(await days("2026-03-08", "2026-03-08", "week"), ["2026-03-08"]);
  }),
);

Deno.test(
  "ar_history/puts_what_stands_open_into_buckets_by_the_days_past_due_then",
  withMovingClock("2026-07-01", async (firm) => {
    const invoice = await firm.sentInvoice("2026-03-01", "5.00"); // issued 30 days before
    await firm.sentInvoice("2026-06-20", "3.00");
    await firm.pay(invoice, "2026-04-30", "2.00");
    assertEquals(await history(firm.sql, "2026-01-01", "2026-06-30"), [
      "2026-01-31 5.00 0.00 0.00 0.00 0.00 5.00",
      "2026-02-28 5.00 0.00 0.00 0.00 0.00 5.00",
      "2026-03-31 0.00 5.00 0.00 0.00 0.00 5.00",
      "2026-04-30 0.00 0.00 3.00 0.00 0.00 3.00",
      "2026-05-31 3.00 0.00 0.00 0.00 3.00 6.00",
      "2026-06-30 0.00 3.00 0.00 0.00 3.00 6.00",
    ]);
    // As it was overdue before the first step, too.
    for (
      const [day, buckets] of [
        ["2026-03-31", "0.00 5.00 0.00 0.00 0.00 5.00"],
        ["2026-05-30", "3.00 0.00 0.00 3.00 0.00 6.00"],
        ["2026-05-31", "3.00 0.00 0.00 0.00 3.00 6.00"],
        ["2026-12-31", "0.00 0.00 0.00 0.00 6.00 6.00"],
      ] as const
    ) assertEquals(await history(firm.sql, day, day), [`${day} ${buckets}`]);
    assertEquals(await history(firm.sql, "2025-12-01", "2026-01-29"), [
      "2025-12-31 0.00 0.00 0.00 0.00 0.00 0.00",
      "2026-01-29 0.00 0.00 0.00 0.00 0.00 0.00",
    ]);
  }),
);

Deno.test(
  "ar_history/counts_a_check_until_the_day_it_was_returned_and_no_interest_that_it_paid",
  withMovingClock("2026-03-10", async (firm, setClock) => {
    const invoice = await firm.sentInvoice("2026-03-01", "50.00");
    await firm.sql`update invoices set accrued_interest = 4`;
    const check = await post(firm, "23.00", { [invoice]: "20.00" }, "2026-03-09");
    await post(firm, "3.00", { [invoice]: "interest 3.00" }, "2026-03-09");
    await setClock("2026-04-16 12:00 America/Denver");
    await returnCheck(firm.sql, check);
    assertEquals(await history(firm.sql, "2026-03-02", "2026-04-30", "week", "balance"), [
      "2026-03-08 50.00",
      "2026-03-15 30.00",
      "2026-03-22 30.00",
      "2026-03-29 30.00",
      "2026-04-05 30.00",
      "2026-04-12 30.00",
      "2026-04-19 50.00",
      "2026-04-26 50.00",
      "2026-04-30 50.00",
    ]);
  }),
);

Deno.test(
  "ar_history/divides_what_stands_open_by_what_91_days_billed_and_takes_that_many_days_of_it",
  withMovingClock("2026-07-01", async (firm, setClock) => {
    const { sql } = firm;
    const [early, gone, late] = [
      await draft(firm, ["300.00"]),
      await draft(firm, ["50.00"]),
      await draft(firm, ["100.00"]),
    ];
    await send(sql, [early], "2026-03-01");
    await send(sql, [gone], "2026-03-02");
    await send(sql, [late], "2026-05-31");
    await firm.pay(early, "2026-05-10", "250.00");
    await setClock("2026-06-10 12:00 America/Denver");
    await voidInvoice(sql, gone);
    const said = await history(
      sql,
      "2026-02-01",
      "2026-06-30",
      "month",
      "billed_91_days, balance, days_sales_outstanding",
    );
    assertEquals(said, [
      "2026-02-28 0.00 0.00", // nothing was billed
      "2026-03-31 350.00 350.00 91.0",
      "2026-04-30 350.00 350.00 91.0",
      "2026-05-31 150.00 200.00 121.3", // 1 March is the 92nd day
      "2026-06-30 100.00 150.00 136.5",
    ]);
    const [day] = await history(sql, "2026-05-01", "2026-05-30", "month", "billed_91_days");
    assertEquals(day, "2026-05-30 350.00"); // of which it is the 91st
  }),
);

Deno.test("ar_history/says_of_each_day_what_ar_aging_as_of_says_whatever_happened", () =>
  fc.assert(
    fc.asyncProperty(ANY_DAY, fc.nat(30), (deeds, start) =>
      withMovingClock("2026-03-02", async (firm, setClock) => {
        const { sql } = firm;
        const firms = [firm, await Firm.create(sql)];
        for (const firm of firms) {
          await firm.terms();
        }
        await sql`update facilities set payment_terms_days = 7`;
        let now = Date.parse("2026-03-02T18:00:00Z");
        for (const { deed: { deed }, hours, facility } of deeds) {
          now += hours * 3_600_000;
          await setClock(new Date(now).toJSON());
          const [{ today }] = await sql<[{ today: string }]>`
            select business_date::text as today from private.clock()`;
          await deed({ firm: firms[facility] ?? firm, today });
        }
        const from = addDays("2026-02-20", start);
        for (const step of ["week", "month"]) {
          for (const row of await history(sql, from, addDays(from, 150), step)) {
            const day = row.slice(0, 10);
            const [sum] = await sql.unsafe<[{ row: string }]>(
              `select concat_ws(' ', '${day}', ${
                BUCKETS.replaceAll(/\w+/g, (name) =>
                  `coalesce(sum(${name}), 0.00)`)
              }) as row from ar_aging_as_of('${day}')`,
            );
            assertStrictEquals(row, sum.row);
          }
        }
      })()),
    { numRuns: 8 },
  ));

Deno.test("ar_history/answers_staff_and_servers_and_refuses_everyone_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of CALLERS) {
      const asking = runAs(
        sql,
        firm,
        caller,
        "select balance > 0 as some from ar_history('2100-06-01', '2100-06-30')",
      );
      if (caller === "signed_out") await assertDenied(asking);
      else if (["ada", "ben", "north", "south"].includes(caller)) {
        await assertRefused(asking, 403, "staff_only");
      } else assertEquals([...await asking], [{ some: true }]);
    }
  }));

Deno.test("ar_history/refuses_days_and_steps_that_are_none", () =>
  withDatabase(async ({ sql }) => {
    const refused = (slug: string, ...asked: [string | null, string | null, string?, null?]) =>
      assertRefused(history(sql, ...asked as [string, string, string]), 400, slug);
    await refused("argument_missing", null, "2026-03-31");
    await refused("argument_missing", "2026-03-31", null);
    await assertRefused(history(sql, "2026-01-01", "2026-03-31", null), 400, "argument_missing");
    await refused("date_not_finite", "-infinity", "2026-03-31");
    await refused("day_out_of_range", "0026-03-31", "2026-03-31");
    await refused("step_unknown", "2026-01-01", "2026-03-31", "day");
    await refused("period_ends_before_start", "2026-03-31", "2026-03-30");
    await refused("history_too_long", "2016-01-04", "2025-12-22", "week"); // 521 weeks
    assertEquals((await history(sql, "2016-01-04", "2025-12-21", "week")).length, 520);
  }));
