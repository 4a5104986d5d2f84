// Adjustments and stipends that a batch pays, and what is payable at all.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { close, discard, draftOf, prepare } from "../../../support/payroll/batches.ts";
import { adjustment, stipend } from "../../../support/payroll/extras.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";
import { work, type Worker } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

/** Somebody with a day's work, a stipend and an approved bonus. */
async function extras(
  sql: postgres.Sql,
): Promise<{ worker: Worker; bonus: string; travel: string }> {
  const worker = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
  return {
    worker,
    bonus: await adjustment(sql, worker.contractorId, MONDAY, "bonus", "25"),
    travel: await stipend(sql, worker.assignmentIds.flsa, "reimbursement", "100"),
  };
}

Deno.test("payroll_adjustments/keep_their_approval_while_a_batch_pays_them", () =>
  withDatabase(async ({ sql }) => {
    await extras(sql);
    const batch = await prepare(sql, MONDAY);
    const rows = async () => [...await sql`select xmin::text, * from payroll_adjustments`];
    const before = await rows();
    for (
      const change of [
        "approved_at = null",
        "amount = 30",
        "amount = 30, approved_at = '2026-03-10'",
      ]
    ) {
      await assertRefused(
        sql.unsafe(`update payroll_adjustments set ${change}`),
        409,
        "payroll_adjustment_on_live_batch",
      );
    }
    assertEquals(await rows(), before);

    await discard(sql, batch);
    await sql`update payroll_adjustments set amount = 30`;
    const [changed] = await sql`select amount, approved_at from payroll_adjustments`;
    assertEquals(changed, { amount: "30.00", approved_at: null });
  }));

Deno.test("payroll_adjustments/are_paid_once_they_are_approved_and_no_sooner", () =>
  withDatabase(async ({ sql }) => {
    const { worker } = await extras(sql);
    const batch = await prepare(sql, MONDAY);
    const waiting = await adjustment(sql, worker.contractorId, MONDAY, "bonus", "9", {
      isApproved: false,
    });
    const attempt = sql`
      insert into payroll_item_lines (payroll_item_id, payroll_adjustment_id, week_start, kind, amount)
      select id, ${waiting}, ${MONDAY}, 'adjustment', 9 from payroll_items
       where payroll_batch_id = ${batch}`;
    await assertRefused(attempt, 409, "payroll_adjustment_not_approved");
  }));

Deno.test("payroll_adjustments/and_stipends_are_kept_once_a_batch_names_them", () =>
  withDatabase(async ({ sql }) => {
    await extras(sql);
    const batch = await prepare(sql, MONDAY);
    const refuses = async () => {
      await assertRefused(sql`delete from payroll_adjustments`, 409, "in_payroll_batch");
      await assertRefused(sql`delete from assignment_stipends`, 409, "in_payroll_batch");
    };
    await refuses();
    await discard(sql, batch);
    await refuses(); // a discarded batch is a record of what it would have paid
  }));

Deno.test("payroll_item_lines/name_what_they_pay_once_and_by_their_kind", () =>
  withDatabase(async ({ sql }) => {
    const { bonus, travel } = await extras(sql);
    await close(sql, await prepare(sql, MONDAY));
    const [item] = await sql`
      insert into payroll_items (payroll_batch_id, contractor_id)
      select ${await draftOf(sql, "2026-03-09")}, id from contractors returning id`;
    const line = (values: Record<string, string>) =>
      sql`insert into payroll_item_lines ${
        sql({ payroll_item_id: item?.id, week_start: MONDAY, amount: "25", ...values })
      }`;
    await assertViolates(
      line({ kind: "adjustment", payroll_adjustment_id: bonus }),
      "payroll_adjustment_in_one_live_batch",
    );
    await assertViolates(
      line({ kind: "stipend", assignment_stipend_id: travel }),
      "stipend_of_a_week_in_one_live_batch",
    );
    await assertViolates(
      line({ kind: "stipend", payroll_adjustment_id: bonus }),
      "only_adjustment_lines_name_an_adjustment",
    );
    await assertViolates(
      line({ kind: "adjustment", assignment_stipend_id: travel }),
      "only_stipend_lines_name_a_stipend",
    );
    await assertViolates(
      line({ kind: "stipend", overtime_hours: "1" }),
      "only_differences_move_hours",
    );
    await line({ kind: "stipend", assignment_stipend_id: travel, week_start: "2026-03-09" });
  }));
