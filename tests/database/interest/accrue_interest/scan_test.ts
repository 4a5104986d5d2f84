// Which invoices a run scans.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { Firm } from "../../../support/firm.ts";
import { connectTo, withDatabase } from "../../../support/server/database.ts";

const TODAY = "2026-04-11";

Deno.test("accrue_interest/sets_the_interest_of_an_overdue_invoice_and_explains_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");

    const counts = await accrueOverdueInterest(sql, { today: TODAY });

    assertEquals(counts, { scanned: 1, updated: 1, unchanged: 0, remaining: 0 });
    const [row] = await sql`
      select accrued_interest, interest_computed_on::text, interest_breakdown from invoices where id = ${invoice}`;
    assertEquals(row, {
      accrued_interest: "4.93", // 1000 × 0.18 × 10 / 365 = 4.9315
      interest_computed_on: TODAY,
      interest_breakdown: {
        interest: "4.93",
        fee: "0.00",
        accruedThrough: TODAY,
        segments: row?.interest_breakdown.segments,
      },
    });
    assertEquals(row?.interest_breakdown.segments.length, 1);
  }));

Deno.test("accrue_interest/sets_the_interest_and_never_increments_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    await firm.sentInvoice("2026-04-01");
    const amounts = [];
    for (const today of ["2026-04-11", "2026-04-11", "2026-04-21", "2026-04-11"]) {
      await accrueOverdueInterest(sql, { today });
      const [row] = await sql`select accrued_interest from invoices`;
      amounts.push(row?.accrued_interest);
    }
    assertEquals(amounts, ["4.93", "4.93", "9.86", "4.93"]);
  }));

Deno.test("accrue_interest/a_second_run_on_the_same_day_scans_nothing", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.sentInvoices(3, "2026-04-01");
    assertEquals((await accrueOverdueInterest(sql, { today: TODAY })).scanned, 3);
    assertStrictEquals((await accrueOverdueInterest(sql, { today: TODAY })).scanned, 0);
    assertEquals((await accrueOverdueInterest(sql, { today: "2026-04-12" })).scanned, 3);
  }));

Deno.test("accrue_interest/passes_over_drafts_void_invoices_and_what_is_not_late", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    await firm.sentInvoice(TODAY);
    await firm.sentInvoice("2026-04-12");
    const [toVoid] = await firm.sentInvoices(1, "2026-03-01");
    await sql`update invoices set status = 'void', void_reason = 'wrong' where id = ${
      toVoid ?? ""
    }`;
    await sql`
      insert into invoices (facility_id, kind, period_start, period_end, due_date, total)
      values (${firm.facilityId}, 'manual', '2026-01-05', '2026-01-11', '2026-02-01', 100)`;
    await firm.pay(await firm.sentInvoice("2026-04-01"), "2026-04-01", "1000.00");

    const counts = await accrueOverdueInterest(sql, { today: TODAY });

    assertEquals(counts, { scanned: 0, updated: 0, unchanged: 0, remaining: 0 });
  }));

Deno.test("accrue_interest/an_invoice_paid_late_is_computed_once_more_and_then_keeps_its_interest", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");
    await firm.pay(invoice, "2026-04-11", "1000.00");

    assertEquals((await accrueOverdueInterest(sql, { today: "2026-05-01" })).updated, 1);
    await firm.terms("2026-04-02", "0.30");
    assertStrictEquals((await accrueOverdueInterest(sql, { today: "2026-05-02" })).scanned, 0);

    const [row] =
      await sql`select accrued_interest, interest_balance from invoices where id = ${invoice}`;
    assertEquals(row, { accrued_interest: "4.93", interest_balance: "4.93" });
  }));

Deno.test("accrue_interest/2500_overdue_invoices_take_three_runs_of_at_most_1000", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    await firm.sentInvoices(2500, "2026-04-01");
    const runs = [];
    for (let run = 0; run < 4; run++) runs.push(await accrueOverdueInterest(sql, { today: TODAY }));
    assertEquals(runs.map((run) => [run.scanned, run.remaining]), [
      [1000, 1500],
      [1000, 500],
      [500, 0],
      [0, 0],
    ]);
    const [row] =
      await sql`select count(*)::int, min(accrued_interest) from invoices where accrued_interest = 4.93`;
    assertEquals(row, { count: 2500, min: "4.93" });
  }));

Deno.test("accrue_interest/takes_those_computed_longest_ago_first", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [never, older, newer] = await firm.sentInvoices(3, "2026-03-01");
    await sql`update invoices set interest_computed_on = '2026-04-01' where id = ${older ?? ""}`;
    await sql`update invoices set interest_computed_on = '2026-04-02' where id = ${newer ?? ""}`;
    const order: string[] = [];
    for (let run = 0; run < 3; run++) {
      await accrueOverdueInterest(sql, { today: TODAY, limit: 1 });
      const rows = await sql`select id from invoices where interest_computed_on = ${TODAY}`;
      order.push(...rows.map((row) => row.id).filter((id) => !order.includes(id)));
    }
    assertEquals(order, [never, older, newer]);
  }));

Deno.test("accrue_interest/a_dry_run_counts_what_would_change_and_changes_nothing_but_its_own_row", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    await firm.sentInvoices(5, "2026-04-01");
    const snapshot = () => sql`select *, xmin::text from invoices order by id`;
    const before = await snapshot();

    const counts = await accrueOverdueInterest(sql, { today: TODAY, dryRun: true, limit: 3 });

    assertEquals(counts, { scanned: 3, updated: 3, unchanged: 0, remaining: 2 });
    assertEquals(await snapshot(), before);
    assertEquals((await sql`select from job_runs where dry_run`).length, 1);
  }));

Deno.test("accrue_interest/an_invoice_that_cannot_be_computed_says_why_and_stops_no_other", () =>
  withDatabase(async ({ sql }) => {
    const good = await Firm.create(sql);
    await good.terms();
    const computed = await good.sentInvoice("2026-04-01");
    const bad = await Firm.create(sql);
    await sql`
      insert into facility_interest_terms (facility_id, effective_from, annual_rate, compounding)
      values (${bad.facilityId}, '2000-01-01', 10, 'every_30_days')`;
    const impossible = await bad.sentInvoice("2020-04-01");

    const counts = await accrueOverdueInterest(sql, { today: TODAY });

    assertEquals(counts, { scanned: 2, updated: 1, unchanged: 1, remaining: 0 });
    const accrued = async (invoice: string) => {
      const [row] = await sql`
        select accrued_interest, interest_breakdown -> 'error' is not null as failed
          from invoices where id = ${invoice}`;
      return row;
    };
    assertEquals(await accrued(computed), { accrued_interest: "4.93", failed: false });
    assertEquals(await accrued(impossible), { accrued_interest: "0.00", failed: true });
  }));

Deno.test("accrue_interest/reads_dates_whatever_the_session_writes_them_like", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    await firm.sentInvoice("2026-04-01");
    const german = connectTo(url, { DateStyle: "German, DMY" });
    const counts = await accrueOverdueInterest(german, { today: TODAY });
    await german.end();
    assertEquals(counts, { scanned: 1, updated: 1, unchanged: 0, remaining: 0 });
  }));
