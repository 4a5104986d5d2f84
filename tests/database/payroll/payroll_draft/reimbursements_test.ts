// A reimbursement per day or per shift is pay for work until somebody says why not (Clarke v. AMN Services, 9th Cir. 2021).
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { stipend } from "../../../support/payroll/extras.ts";
import { itemOf } from "../../../support/payroll/items.ts";
import { payRate } from "../../../support/payroll/extras.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { dayOfWeek, work, type Worker } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

/** Registers a test on somebody who works four shifts of 12 hours in California, at 20.00. */
function test(name: string, body: (sql: postgres.Sql, worker: Worker) => Promise<void>): void {
  Deno.test(`payroll_draft/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const worker = await work(
        sql,
        [1, 2, 3, 4].map((day) => ({
          date: dayOfWeek(MONDAY, day),
          hours: 12,
          rule: "california" as const,
        })),
      );
      await payRate(sql, worker.assignmentIds.california, "2020-01-01", "20");
      await body(sql, worker);
    }));
}

const gross = async (sql: postgres.Sql, { contractorId }: Worker) =>
  (await itemOf(sql, await prepare(sql, MONDAY), contractorId))?.gross_pay;

for (
  const [how, why, per, amount, pay] of [
    ["per_shift", null, "shift", "150", "1820.00"],
    ["per_shift_with_a_reason", "Receipts", "shift", "150", "1720.00"],
    ["per_day", null, "day", "150", "1820.00"],
    ["per_week", null, "week", "600", "1720.00"],
  ] as const
) {
  test(`of_a_reimbursement_${how}_pays_${pay.slice(0, 4)}`, async (sql, worker) => {
    await stipend(sql, worker.assignmentIds.california, "reimbursement", amount, { per, why });
    assertEquals(await gross(sql, worker), pay);
  });
}

test("goes_on_with_reimbursements_from_before_outside_the_regular_rate", async (sql, worker) => {
  await sql`alter table assignment_stipends disable trigger user`;
  await stipend(sql, worker.assignmentIds.california, "reimbursement", "150", {
    per: "shift",
    why: null,
  });
  await sql`alter table assignment_stipends enable trigger user`;
  assertEquals(await gross(sql, worker), "1720.00");
});

test("follows_the_reason_of_a_reimbursement_until_it_was_paid", async (sql, worker) => {
  await stipend(sql, worker.assignmentIds.california, "reimbursement", "150", {
    per: "shift",
    why: null,
  });
  await sql`update assignment_stipends set reimbursement_reason = 'Receipts'`;
  const batch = await prepare(sql, MONDAY);
  assertEquals((await itemOf(sql, batch, worker.contractorId))?.gross_pay, "1720.00");
  await close(sql, batch);
  await assertRefused(
    sql`update assignment_stipends set reimbursement_reason = null`,
    409,
    "stipend_was_paid",
  );
});
