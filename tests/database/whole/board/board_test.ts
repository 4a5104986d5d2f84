// What needs doing now, each a number.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { CALLERS } from "../../../support/access/callers.ts";
import { addOrder, draftOfOrder } from "../../../support/billing/orders.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { createInvoice } from "../../../support/billing/billed_time.ts";
import { draft } from "../../../support/billing/drafts.ts";
import { send } from "../../../support/billing/invoices.ts";
import { invoiceFor } from "../../../support/billing/by_hand.ts";
import { Firm } from "../../../support/firm.ts";
import { NOTHING } from "../../../support/jobs/counts.ts";
import { draftOf } from "../../../support/payroll/batches.ts";
import { post, receive, reconcile } from "../../../support/receivables/receipts.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { dayOfWeek } from "../../../support/time/worked_time.ts";
import { setAside } from "../../../support/time/set_aside.ts";

/** In Denver it is still the 19th. */
const CLOCK = { clock: "2026-05-20 05:00:00+00" };

/** An item of the board, as `"2 100.00 2026-05-01"`. */
async function item(sql: postgres.Sql, name: string): Promise<string> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', number, amount, oldest_on) as row from board() where item = ${name}`;
  assertEquals(rows.length, 1, name);
  return rows[0]?.row ?? "";
}

function withFirm(test: (firm: Firm) => Promise<void>): () => Promise<void> {
  return () => withDatabase(async ({ sql }) => await test(await Firm.create(sql)), CLOCK);
}

Deno.test(
  "board/has_a_row_for_each_kind_of_work_also_where_there_is_none",
  withFirm(async ({ sql }) => {
    const rows = await sql<{ row: string }[]>`
      select concat_ws(' ', item, number, amount, oldest_on, job) as row from board()`;
    assertEquals(rows.map(({ row }) => row), [
      "time_to_submit 0",
      "time_to_approve 0",
      "locked_time_to_settle 0",
      "unbilled_time 0 0.00",
      "billed_too_much 0 0.00",
      "draft_invoices 0 0.00",
      "checks_to_reconcile 0 0.00",
      "reconciliations_to_confirm 0 0.00",
      "overdue_invoices 0 0.00",
      "orders_nearly_used 0 0.00",
      "open_payroll_batches 0 0.00",
      "overpayments_to_arrange 0 0.00",
      "approvals_to_give 0",
      "renewals_within_30_days 0",
      "pay_below_minimum_wage 0",
      "messages_to_decide 0",
      "messages_held_up 0",
      "job 1 accrue-interest", // it never ran
      "job 1 lock-ended",
      "job 1 maintain",
    ]);
  }),
);

Deno.test(
  "board/counts_time_that_is_not_approved_by_what_has_to_happen_next",
  withFirm(async (firm) => {
    const assignment = await firm.assignment();
    const entry = (status: string, day: string) => firm.entry(assignment, status, day);
    for (const day of ["2026-05-19", "2026-05-04", "2026-05-20"]) await entry("draft", day);
    await setAside(firm.sql, [await entry("draft", "2026-05-01")]);
    await entry("submitted", "2026-05-05");
    await entry("pending_approval", "2026-05-03");
    await entry("approved", "2026-05-02");
    await entry("locked", "2026-03-02");
    assertEquals(await item(firm.sql, "time_to_submit"), "2 2026-05-04");
    assertEquals(await item(firm.sql, "time_to_approve"), "2 2026-05-03");
    assertEquals(await item(firm.sql, "locked_time_to_settle"), "1 2026-03-02");
  }),
);

Deno.test(
  "board/adds_up_unbilled_time_of_13_weeks_at_the_rates_of_its_days",
  withFirm(async (firm) => {
    const assignment = await firm.assignment();
    await firm.sql`
      insert into assignment_rates (assignment_id, effective_from, bill_rate, pay_rate)
      values (${assignment}, '2026-05-10', 110, 60)`;
    await firm.entry(assignment, "approved", "2026-02-17", "8"); // before them
    await firm.entry(assignment, "approved", "2026-02-18", "1.5");
    await firm.entry(assignment, "approved", "2026-05-19", "2");
    await firm.entry(assignment, "submitted", "2026-05-18", "8");
    await invoiceFor(firm, await firm.entry(assignment, "approved", "2026-05-11"), "draft");
    await invoiceFor(firm, await firm.entry(assignment, "approved", "2026-05-12"), "void");
    assertEquals(await item(firm.sql, "unbilled_time"), "3 810.00 2026-02-18");
  }),
);

Deno.test(
  "board/leaves_out_every_day_of_a_week_once_it_is_billed",
  withFirm(async (firm) => {
    const assignment = await firm.assignment();
    const bill = (start: string, end: string) =>
      firm.sql`select from create_facility_invoice(${firm.facilityId}, ${start}, ${end})`;
    for (let day = 4; day <= 17; day++) {
      await firm.entry(assignment, "approved", `2026-05-${String(day).padStart(2, "0")}`, "2");
    }
    assertMatch(await item(firm.sql, "unbilled_time"), /^14 /);
    await bill("2026-05-11", "2026-05-17");
    assertMatch(await item(firm.sql, "unbilled_time"), /^7 .* 2026-05-04$/);
    await bill("2026-05-04", "2026-05-10");
    assertMatch(await item(firm.sql, "unbilled_time"), /^0 /);
  }),
);

Deno.test(
  "board/counts_sent_weeks_that_come_to_less_today",
  withFirm(async (firm) => {
    const { sql } = firm;
    for (const start of ["2026-05-04", "2026-05-11"]) {
      await firm.entry(await firm.assignment(), "approved", start, "8");
      await send(sql, [(await createInvoice(sql, firm.facilityId, start, dayOfWeek(start, 7))).id]);
    }
    assertEquals(await item(sql, "billed_too_much"), "0 0.00");
    await sql`update assignment_rates set bill_rate = 90`;
    assertEquals(await item(sql, "billed_too_much"), "2 -160.00 2026-05-04");
    await sql`update assignment_rates set bill_rate = 110`;
    assertEquals(await item(sql, "billed_too_much"), "0 0.00");
  }),
);

Deno.test(
  "board/counts_drafts_checks_and_what_is_overdue_with_their_money",
  withFirm(async (firm) => {
    const { sql } = firm;
    await draft(firm, ["70.00", "-20.00"]);
    await draft(firm, ["7.00"]);
    const overdue = await firm.sentInvoice("2026-05-18", "100.00");
    await firm.sentInvoice("2026-05-19", "30.00"); // due today
    await post(firm, "25.00", { [overdue]: "25.00" }, "2026-05-01");
    await receive(firm, "11.00", "2026-05-02");
    await receive(firm, "12.00", "2026-05-03");
    await reconcile(sql, { check: await receive(firm, "40.00", "2026-05-04") }, {
      [overdue]: "40.00",
    });
    assertEquals(await item(sql, "draft_invoices"), "2 57.00 2026-01-05");
    assertEquals(await item(sql, "overdue_invoices"), "1 75.00 2026-05-18");
    assertEquals(await item(sql, "checks_to_reconcile"), "2 23.00 2026-05-02");
    assertEquals(await item(sql, "reconciliations_to_confirm"), "1 40.00 2026-05-04");
  }),
);

Deno.test(
  "board/counts_orders_that_are_nearly_used_and_have_not_ended_with_what_remains_of_them",
  withFirm(async (firm) => {
    const orders = [
      { amount: "100.00" }, // 20.00 remain
      { amount: "50.00" }, // -30.00 remain
      { amount: "101.00" },
      { amount: null },
      { amount: "100.00", endsOn: "2026-05-19" }, // today
      { amount: "100.00", endsOn: "2026-05-18" },
    ];
    for (const [n, order] of orders.entries()) {
      await draftOfOrder(firm, await addOrder(firm, { number: `PO-${n}`, ...order }), "80.00");
    }
    assertEquals(await item(firm.sql, "orders_nearly_used"), "3 10.00");
  }),
);

Deno.test(
  "board/counts_open_batches_renewals_of_30_days_and_jobs_that_are_not_well",
  withFirm(async (firm) => {
    const { sql } = firm;
    for (const [monday, status] of [["2026-05-04", "in_review"], ["2026-05-11", "discarded"]]) {
      const batch = await draftOf(sql, monday ?? "");
      await sql`update payroll_batches set gross_total = 10, status = ${
        status ?? ""
      } where id = ${batch}`;
    }
    for (const day of ["2026-05-01", "2026-06-18", "2026-06-19"]) {
      await firm.renewal(await firm.assignment(), day);
    }
    await firm.renewal(await firm.assignment(), "2026-05-25", "declined");
    await sql`
      insert into job_runs (job, today, status, counts, started_at, finished_at)
      values ('lock-ended', '2026-05-20', 'succeeded', ${
      sql.json(NOTHING["lock-ended"])
    }, now(), now())`;
    assertEquals(await item(sql, "open_payroll_batches"), "1 10.00 2026-05-04");
    assertEquals(await item(sql, "renewals_within_30_days"), "2 2026-05-01");
    const jobs = await sql`
      select job, number, last_run_status, last_run_at is not null as ran
        from board() where item = 'job'`;
    assertEquals([...jobs], [
      { job: "accrue-interest", number: 1, last_run_status: null, ran: false },
      { job: "lock-ended", number: 0, last_run_status: "succeeded", ran: true },
      { job: "maintain", number: 1, last_run_status: null, ran: false },
    ]);
  }),
);

Deno.test("board/shows_payroll_its_batches_staff_the_rest_and_refuses_everyone_else", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    for (const caller of CALLERS) {
      const asking = runAs(sql, firm, caller, "select item from board()");
      if (caller === "signed_out") await assertDenied(asking);
      else if (["ada", "ben", "north", "south"].includes(caller)) {
        await assertRefused(asking, 403, "staff_only");
      } else {
        const items = (await asking).map((row) => row.item);
        const isPayroll = ["payroll", "admin", "service"].includes(caller);
        assertStrictEquals(items.includes("open_payroll_batches"), isPayroll, caller);
        assertStrictEquals(items.includes("overpayments_to_arrange"), isPayroll, caller);
        assertStrictEquals(items.length, isPayroll ? 22 : 20);
      }
    }
  }));
