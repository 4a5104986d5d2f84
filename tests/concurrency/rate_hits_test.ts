// Rate hits against each other and against those who write meanwhile: named interleavings on real
// connections.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, rateHit, ratesOf } from "../support/assignments/rate_hits.ts";
import { draft } from "../support/billing/drafts.ts";
import { billLine, invoiceFor } from "../support/billing/by_hand.ts";
import { Firm } from "../support/firm.ts";
import { batchFor } from "../support/payroll/by_hand.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave, waitUntilBlocked } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

const DAY = "2026-01-05";

Deno.test("rate_hits/applied_by_two_at_once_change_the_rates_once", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const hit = await rateHit(sql, assignment, DAY);
    const second = interleave(
      url,
      (sql) => apply(sql, hit),
      () => apply(sql, hit),
    );
    assertEquals((await second).status, "applied");
    assertEquals(await ratesOf(sql, assignment), [
      "2026-01-01 100.00 60.00",
      "2026-01-05 105.00 63.00",
    ]);
    const log = await sql`
      select from audit_log where procedure = 'apply_rate_hit' and table_name = 'rate_hits'`;
    assertEquals(log.length, 1);
  }));

Deno.test("rate_hits/ten_of_one_assignment_at_once_all_count", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await invoiceFor(firm, await firm.entry(assignment, "approved", DAY), "draft");
    const hits = await Promise.all(
      Array.from({ length: 10 }, (_, n) => rateHit(sql, assignment, n % 2 ? DAY : "2026-01-04")),
    );
    const connections = hits.map(() => connectTo(url));
    await Promise.all(connections.map((sql, n) => apply(sql, hits[n] ?? null)));
    await Promise.all(connections.map((sql) => sql.end()));
    assertEquals(await ratesOf(sql, assignment), [
      "2026-01-01 100.00 60.00",
      "2026-01-04 125.00 75.00",
      "2026-01-05 150.00 90.00",
    ]);
    assertEquals([...await sql`select total from invoices`], [{ total: "600.00" }]);
  }));

Deno.test("rate_hits/cancelled_at_this_moment_are_not_applied", () =>
  withDatabase(async ({ sql, url }) => {
    const hit = await rateHit(sql, await (await Firm.create(sql)).assignment(), DAY);
    const applying = interleave(
      url,
      (sql) => sql`update rate_hits set status = 'cancelled' where id = ${hit}`,
      () => apply(sql, hit),
    );
    await assertRefused(applying, 409, "rate_hit_cancelled");
  }));

Deno.test("rate_hits/applied_at_this_moment_are_not_cancelled", () =>
  withDatabase(async ({ sql, url }) => {
    const hit = await rateHit(sql, await (await Firm.create(sql)).assignment(), DAY);
    const cancelling = interleave(
      url,
      (sql) => apply(sql, hit),
      () => sql`update rate_hits set status = 'cancelled' where id = ${hit}`,
    );
    await assertRefused(cancelling, 409, "rate_hit_not_pending");
  }));

Deno.test("rate_hits/and_time_that_is_being_entered_wait_for_each_other", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const hits = [
      await rateHit(sql, assignment, DAY),
      await rateHit(sql, assignment, DAY),
    ] as const;
    const enter = (sql: Pick<Firm["sql"], "unsafe">) =>
      sql.unsafe(
        "insert into time_entries (assignment_id, work_date, hours) values ($1, $2, 4) returning id",
        [assignment, DAY],
      );
    const applying = interleave(url, enter, () => apply(sql, hits[0]));
    assertEquals((await applying).status, "applied");
    const entering = interleave(
      url,
      (sql) => apply(sql, hits[1]),
      () => enter(sql),
    );
    assertEquals((await entering).length, 1);
  }));

// Else who enters time, and then holds the drafts of it, and a rate hit would each wait for the other.
Deno.test("rate_hits/wait_for_who_holds_their_contractor_before_they_hold_a_draft", () =>
  withDatabase(async ({ sql, url }) => {
    const [firm, other] = [await Firm.create(sql), await Firm.create(sql)];
    const assignment = await firm.assignment();
    await other.assignment(); // of another contractor
    await invoiceFor(firm, await firm.entry(assignment, "approved", DAY), "draft");
    const hit = await rateHit(sql, assignment, DAY);
    const second = connectTo(url);
    const applying: Promise<PromiseSettledResult<postgres.Row>[]>[] = [];
    await sql.begin(async (entering) => {
      await entering`
        select from contractors
         where id = (select contractor_id from assignments where id = ${assignment}) for no key update`;
      applying.push(Promise.allSettled([apply(second, hit)]));
      await waitUntilBlocked(sql);
      await entering`select from invoices for update nowait`;
    });
    const [outcome] = (await Promise.all(applying)).flat();
    await second.end();
    assertEquals(outcome?.status === "fulfilled" && outcome.value["status"], "applied");
  }));

Deno.test("rate_hits/do_not_wait_for_invoices_without_time_that_they_reach", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    await firm.sentInvoice("2026-01-05");
    await draft(firm);
    const hit = await rateHit(sql, assignment, DAY);
    const second = connectTo(url, { lock_timeout: "1s" });
    try {
      await sql.begin(async (writing) => {
        await writing`select from invoices for update`;
        assertEquals((await apply(second, hit)).status, "applied");
      });
    } finally {
      await second.end();
    }
  }));

Deno.test("rate_hits/see_the_draft_that_is_being_written_by_who_holds_the_rates", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const entry = await firm.entry(assignment, "approved", DAY);
    const hit = await rateHit(sql, assignment, DAY);
    const [draft] = await sql`
      insert into invoices (facility_id, period_start, period_end)
      values (${firm.facilityId}, ${DAY}, '2026-01-11') returning id`;
    const applying = interleave(url, async (sql) => {
      await sql`select private.hold_rates()`;
      await billLine(sql, draft?.id, entry);
    }, () => apply(sql, hit));
    await applying;
    assertEquals([...await sql`select rate, amount from invoice_lines`], [
      { rate: "105.00", amount: "420.00" },
    ]);
  }));

Deno.test("rate_hits/are_waited_for_by_who_holds_the_rates", () =>
  withDatabase(async ({ sql, url }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const hit = await rateHit(sql, assignment, DAY);
    const holding = interleave(
      url,
      (sql) => apply(sql, hit),
      () => sql`select private.hold_rates()`,
    );
    await holding;
    // Two who hold them do not wait for each other.
    const impatient = connectTo(url, { lock_timeout: "1s" });
    await sql.begin(async (first) => {
      await first`select private.hold_rates()`;
      await impatient`select private.hold_rates()`;
    });
    await impatient.end();
  }));

Deno.test("rate_hits/count_an_invoice_that_is_being_sent", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const draft = await invoiceFor(firm, await firm.entry(assignment, "approved", DAY), "draft");
    const hit = await rateHit(sql, assignment, DAY);
    const applying = interleave(
      url,
      (sql) =>
        sql`update invoices set status = 'sent', number = 'INV-1', issue_date = '2026-01-12',
                   due_date = '2026-02-11' where id = ${draft}`,
      () => apply(sql, hit),
    );
    await assertRefused(applying, 409, "rate_hit_reaches_billed_or_paid_time");
  }));

Deno.test("rate_hits/mind_a_batch_that_is_going_into_review", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const batch = await batchFor(sql, await firm.entry(assignment, "approved", DAY), "draft");
    const hit = await rateHit(sql, assignment, DAY);
    const applying = interleave(
      url,
      (sql) => sql`update payroll_batches set status = 'in_review' where id = ${batch}`,
      () => apply(sql, hit),
    );
    await assertRefused(applying, 409, "payroll_batch_under_review");
  }));

Deno.test("rate_hits/count_a_batch_that_is_being_closed", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    const batch = await batchFor(sql, await firm.entry(assignment, "approved", DAY), "approved");
    const hit = await rateHit(sql, assignment, DAY);
    const applying = interleave(
      url,
      (sql) => sql`update payroll_batches set status = 'closed' where id = ${batch}`,
      () => apply(sql, hit),
    );
    await assertRefused(applying, 409, "rate_hit_reaches_billed_or_paid_time");
  }));
