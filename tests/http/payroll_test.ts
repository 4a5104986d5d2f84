// A pay period through supabase-js, on a stack of its own: a batch takes up all that is payable in its project.
import assert from "node:assert/strict";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { stackEnv, withStackPlace } from "../support/http/stack.ts";
import { dayOfWeek, work } from "../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

Deno.test("payroll/goes_from_approved_time_to_a_closed_period_and_a_file_over_http", () =>
  withStackPlace(async (place) => {
    const stack = place.start({ SEED: "none" });
    assert(await stack.ready, stack.stderr.join("\n"));
    const env = await stackEnv(place);
    const sql = postgres(env.SUPABASE_DB_URL ?? "", { max: 1 });
    await work(
      sql,
      [1, 2, 3, 4, 5].map((n) => ({
        date: dayOfWeek(MONDAY, n),
        hours: 10,
        rule: "flsa" as const,
      })),
    );
    await sql.end();
    const client = createClient(env.SUPABASE_URL ?? "", env.SUPABASE_SECRET_KEY ?? "");

    const period = await client.from("payroll_periods")
      .insert({ period_start: MONDAY, period_end: dayOfWeek(MONDAY, 7), pay_date: "2026-03-13" })
      .select().single();
    const payroll_period_id = period.data.id;
    const early = await client.rpc("close_payroll_period", { payroll_period_id });
    assert.deepEqual([early.status, early.error?.details], [409, "payroll_period_not_finished"]);

    const prepared = await client.rpc("prepare_payroll_draft", { payroll_period_id });
    assert.deepEqual(
      [prepared.status, prepared.data.gross_total],
      [200, 3300],
      prepared.error?.message,
    );
    const payroll_batch_id = prepared.data.id;
    const discarded = await client.rpc("discardpayrollbatch", {
      payroll_batch_id,
      reason: "Again.",
    });
    assert.deepEqual([discarded.status, discarded.data.status], [200, "discarded"]);
    const batch = await client.rpc("preparepayrolldraft", { payroll_period_id });
    const one = { payroll_batch_id: batch.data.id };

    for (const expected_status of ["draft", "draft", "in_review"]) { // a double click is one step
      const advanced = await client.rpc("advance_payroll_batch_status", {
        ...one,
        expected_status,
      });
      assert.equal(advanced.status, 200, advanced.error?.message);
    }
    const closed = await client.rpc("closeandlockpayrollbatch", one);
    assert.deepEqual([closed.status, closed.data.status], [200, "closed"]);
    const gone = await client.rpc("discard_payroll_batch", one);
    assert.deepEqual([gone.status, gone.error?.details], [409, "payroll_batch_closed"]);
    const done = await client.rpc("closepayrollperiod", { payroll_period_id });
    assert.deepEqual([done.status, done.data.status], [200, "closed"]);

    const file = await client.rpc("payroll_export", one);
    assert.deepEqual(file.data.map(({ gross_pay }: { gross_pay: number }) => gross_pay), [3300]);
    const csv = await client.rpc("payroll_export", one, { get: true }).csv();
    assert.equal(csv.status, 200, csv.error?.message);
    const [head, row] = String(csv.data).trim().split("\n");
    assert.match(head ?? "", /^contractor_id,last_name,first_name,.*,gross_pay\r?$/);
    assert.match(row ?? "", /,Nurse,Ada,.*,3300(\.00)?\r?$/);
  }));
