// Two runs at once are harmless: named interleavings on real connections.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { lockEndedAssignments } from "../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { Firm } from "../support/firm.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { waitUntilBlocked } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

const TODAY = "2026-04-11";

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

Deno.test("jobs/four_lock_runs_at_once_lock_each_entry_once", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    for (let each = 0; each < 20; each++) {
      const assignment = await firm.assignment("2026-02-28");
      await sql`
        insert into time_entries (assignment_id, work_date, hours)
        select ${assignment}, date '2026-01-01' + n % 50, 1 from generate_series(1, 100) as n`;
    }
    const connections = Array.from({ length: 4 }, () => connectTo(url));

    const runs = await Promise.all(
      connections.map((sql) => lockEndedAssignments(sql, { today: TODAY, batchSize: 50 })),
    );
    const last = await lockEndedAssignments(sql, { today: TODAY });
    await Promise.all(connections.map((sql) => sql.end()));

    assertEquals(sum([...runs, last].map((run) => run.locked)), 2000);
    assertStrictEquals((await sql`select from time_entries where status <> 'locked'`).length, 0);
  }));

Deno.test("jobs/a_lock_run_passes_over_an_entry_that_another_transaction_holds", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment("2026-02-28");
    const held = await firm.entry(assignment, "submitted");
    await firm.entry(assignment, "submitted");
    const other = connectTo(url);

    await other.begin(async (transaction) => {
      await transaction`update time_entries set status = 'approved' where id = ${held}`;
      const counts = await lockEndedAssignments(sql, { today: TODAY });
      assertEquals(counts.locked, 1);
      assertEquals(counts.remaining, 1);
    });
    await other.end();

    const counts = await lockEndedAssignments(sql, { today: TODAY });
    assertEquals(counts.approved, 1);
    assertStrictEquals(counts.remaining, 0);
  }));

Deno.test("jobs/four_accrual_runs_at_once_compute_each_invoice_once", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    await firm.sentInvoices(1200, "2026-04-01");
    const connections = Array.from({ length: 4 }, () => connectTo(url));

    const runs = await Promise.all(
      connections.map((sql) => accrueOverdueInterest(sql, { today: TODAY, limit: 300 })),
    );
    const last = [
      await accrueOverdueInterest(sql, { today: TODAY }),
      await accrueOverdueInterest(sql, { today: TODAY }),
    ];
    await Promise.all(connections.map((sql) => sql.end()));

    assertEquals(sum([...runs, ...last].map((run) => run.scanned)), 1200);
    const [row] = await sql`select sum(accrued_interest) as interest from invoices`;
    assertEquals(row?.interest, "5916.00"); // 1200 × 4.93
  }));

Deno.test("jobs/a_payment_that_commits_after_an_accrual_read_makes_the_invoice_due_again", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    const invoice = await firm.sentInvoice("2026-04-01");
    const accrual = connectTo(url);

    // The accrual as it stands between reading and writing: it holds the invoice.
    const payment = await accrual.begin(async (transaction) => {
      await transaction`select from invoices where id = ${invoice} for no key update`;
      const payment = firm.pay(invoice, "2026-04-06", "500.00");
      await waitUntilBlocked(sql);
      await transaction`
        update invoices set accrued_interest = 4.93, interest_computed_on = ${TODAY} where id = ${invoice}`;
      return { done: payment };
    });
    await payment.done;
    await accrual.end();

    assertEquals((await accrueOverdueInterest(sql, { today: TODAY })).scanned, 1);
    const [row] = await sql`select accrued_interest from invoices`;
    assertEquals(row?.accrued_interest, "3.70"); // 1000 for 5 days, 500 for 5
  }));

Deno.test("time_entries/of_one_contractor_entered_at_once_never_exceed_the_day_together", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const first = connectTo(url);
    const enter = (sql: typeof first) =>
      sql`insert into time_entries (assignment_id, work_date, hours) values (${assignment}, '2026-01-05', 13)`;

    const second = await first.begin(async (transaction) => {
      await transaction`insert into time_entries (assignment_id, work_date, hours)
                        values (${assignment}, '2026-01-05', 13)`;
      const second = enter(sql).then(() => null, (error) => error);
      await waitUntilBlocked(first);
      return { outcome: second };
    });
    await assertRefused(Promise.reject(await second.outcome), 409, "hours_exceed_day");
    await first.end();
  }));

const ENDS_OF_A_DRAFT = {
  sent: { status: "sent", number: "INV-1", issue_date: "2026-01-12", due_date: "2026-02-11" },
  voided: { status: "void", void_reason: "wrong" },
};

for (const [ended, changes] of Object.entries(ENDS_OF_A_DRAFT)) {
  Deno.test(`invoices/${ended}_while_a_line_is_being_added_keep_the_lines_they_had`, () =>
    withDatabase(async ({ sql, url }) => {
      const firm = await Firm.create(sql);
      const [draft] = await sql`
        insert into invoices (facility_id, kind, period_start, period_end)
        values (${firm.facilityId}, 'manual', '2026-01-05', '2026-01-11') returning id`;
      const ender = connectTo(url);

      const line = await ender.begin(async (transaction) => {
        await transaction`update invoices set ${transaction(changes)}`;
        const line = sql`
          insert into invoice_lines (invoice_id, kind, description, amount)
          values (${draft?.id}, 'adjustment', 'Parking', 5)`.then(() => null, (error) => error);
        await waitUntilBlocked(ender);
        return { outcome: line };
      });
      await assertRefused(Promise.reject(await line.outcome), 409, "invoice_not_draft");
      await ender.end();
    }));
}

Deno.test("time_entries/put_on_an_invoice_at_this_moment_cannot_be_sent_back", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved");
    const biller = connectTo(url);

    const correction = await biller.begin(async (transaction) => {
      await billEntry(transaction, firm, entry);
      const correction = sql`update time_entries set status = 'draft' where id = ${entry}`
        .then(() => null, (error) => error);
      await waitUntilBlocked(biller);
      return { outcome: correction };
    });
    await assertRefused(
      Promise.reject(await correction.outcome),
      409,
      "time_entry_on_live_invoice",
    );
    await biller.end();
  }));

Deno.test("time_entries/sent_back_at_this_moment_cannot_be_put_on_an_invoice", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const entry = await firm.entry(await firm.assignment(), "approved");
    const corrector = connectTo(url);

    const billing = await corrector.begin(async (transaction) => {
      await transaction`update time_entries set status = 'draft' where id = ${entry}`;
      const billing = billEntry(sql, firm, entry).then(() => null, (error) => error);
      await waitUntilBlocked(corrector);
      return { outcome: billing };
    });
    await assertRefused(Promise.reject(await billing.outcome), 409, "time_entry_not_approved");
    await corrector.end();
  }));

/** A draft invoice with a line for an entry of four hours. */
async function billEntry(
  sql: Pick<Firm["sql"], "unsafe">,
  firm: Firm,
  entry: string,
): Promise<void> {
  await sql.unsafe(
    `with draft as (
       insert into invoices (facility_id, kind, period_start, period_end)
       values ($1, 'manual', '2026-01-05', '2026-01-11') returning id)
     insert into invoice_lines (invoice_id, time_entry_id, part, kind, work_date, hours, rate, amount)
     select id, $2, 1, 'regular', '2026-01-05', 4, 100, 400 from draft`,
    [firm.facilityId, entry],
  );
}
