// Rate hits that reach closed weeks, hours after they were closed.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, rateHit } from "../../../support/assignments/rate_hits.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { linesOf } from "../../../support/payroll/items.ts";
import { type TestDatabase, withDatabase } from "../../../support/server/database.ts";
import { work, type Worker } from "../../../support/time/worked_time.ts";

const MONDAYS = ["2026-02-23", "2026-03-02", "2026-03-09", "2026-03-16"] as const;

/** Registers a test on somebody who worked ten hours on each of two Mondays, the second and the third. */
function testHit(
  name: string,
  test: (
    worker: Worker,
    sql: postgres.Sql,
    at: (clock: string) => PromiseLike<unknown>,
  ) => Promise<void>,
): void {
  const onOneConnection = async ({ sql: pool }: TestDatabase) => {
    const sql = await pool.reserve();
    const worker = await work(
      sql,
      [MONDAYS[1], MONDAYS[2]].map((date) => ({ date, hours: 10, rule: "flsa" })),
    );
    const at = (clock: string) =>
      sql`select set_config('app.clock', ${`2026-03-20 ${clock}Z`}, false)`;
    await test(worker, sql, at).finally(() => sql.release());
  };
  Deno.test(`payroll_histories/${name}`, () => withDatabase(onOneConnection));
}

testHit("take_back_what_a_hit_lessens_long_after_closing", async ({ assignmentIds }, sql, at) => {
  await at("08:00");
  await close(sql, await prepare(sql, MONDAYS[1]));
  await at("12:00");
  await apply(sql, await rateHit(sql, assignmentIds.flsa, MONDAYS[1], { pay: "-2" }), true);
  const lines = await linesOf(sql, await prepare(sql, MONDAYS[2]));
  assertEquals(lines, [
    `${MONDAYS[1]} difference 0.00 0.00 = -20.00`,
    `${MONDAYS[1]} overpayment = 20.00`,
    `${MONDAYS[2]} straight 10.00 58.00 = 580.00`,
  ]);
});

testHit("pay_a_hit_though_a_batch_of_other_weeks_was_closed_since", async (worker, sql, at) => {
  const assignment = worker.assignmentIds.flsa;
  await at("08:00");
  await close(sql, await prepare(sql, MONDAYS[2]));
  await at("12:00");
  await apply(sql, await rateHit(sql, assignment, MONDAYS[1], { pay: "2" }), true);
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    values (${assignment}, ${MONDAYS[0]}, 1, 'approved')`;
  await at("14:00");
  await close(sql, await prepare(sql, MONDAYS[0])); // it ends before the weeks that the hit reaches
  assertEquals(await linesOf(sql, await prepare(sql, MONDAYS[3])), [
    `${MONDAYS[1]} difference 0.00 0.00 = 20.00`,
    `${MONDAYS[2]} difference 0.00 0.00 = 20.00`,
  ]);
});
