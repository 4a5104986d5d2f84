// With require_second_approver, whoever approves has had no hand in the batch.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../../support/access/acting.ts";
import type { Caller } from "../../../support/access/callers.ts";
import { type AccessFirm, prepareFirm } from "../../../support/access/firm/firm.ts";
import { rateHit } from "../../../support/assignments/rate_hits.ts";
import { advance, periodOf } from "../../../support/payroll/batches.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { work, type Worker } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

interface Given {
  readonly sql: postgres.Sql;
  readonly access: AccessFirm;
  readonly worker: Worker;
  /** Prepares, or rebuilds, as somebody. */
  readonly prepareAs: (caller: Caller) => Promise<string>;
  readonly approveAs: (caller: Caller, batch: string) => Promise<postgres.Row[]>;
}

function withSecondApprover(test: (given: Given) => Promise<void>) {
  return () =>
    withDatabase(async ({ sql }) => {
      const access = await prepareFirm(sql);
      const worker = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
      await sql`update organization_settings set require_second_approver = true`;
      const period = await periodOf(sql, MONDAY);
      await test({
        sql,
        access,
        worker,
        prepareAs: async (caller) => {
          const [batch] = await runAs(
            sql,
            access,
            caller,
            `select id from prepare_payroll_draft('${period}')`,
          );
          return batch?.id;
        },
        approveAs: (caller, batch) =>
          runAs(
            sql,
            access,
            caller,
            `select status, approved_by from advance_payroll_batch_status('${batch}', 'in_review')`,
          ),
      });
    });
}

async function refuses({ sql, approveAs }: Given, caller: Caller, batch: string): Promise<void> {
  const attempt = () => approveAs(caller, batch);
  await assertRefusedUnchanged(sql, attempt, 403, "second_approver_required");
}

Deno.test(
  "advance_payroll_batch_status/refuses_the_one_who_prepared_and_takes_another",
  withSecondApprover(async (given) => {
    const { sql, access, prepareAs, approveAs } = given;
    const batch = await prepareAs("payroll");
    await advance(sql, batch); // into review by whomever
    await refuses(given, "payroll", batch);
    assertEquals([...await approveAs("admin", batch)], [
      { status: "approved", approved_by: access.users.admin },
    ]);
  }),
);

Deno.test(
  "advance_payroll_batch_status/refuses_everybody_who_rebuilt_it_also_when_nothing_changed",
  withSecondApprover(async (given) => {
    const { sql, prepareAs } = given;
    const batch = await prepareAs("service");
    assertStrictEquals(await prepareAs("payroll"), batch);
    assertStrictEquals(await prepareAs("admin"), batch);
    await advance(sql, batch);
    for (const caller of ["payroll", "admin"] as const) await refuses(given, caller, batch);
  }),
);

Deno.test(
  "advance_payroll_batch_status/refuses_whoever_rebuilt_it_by_a_rate_hit",
  withSecondApprover(async (given) => {
    const { sql, access, worker, prepareAs } = given;
    const batch = await prepareAs("admin");
    const hit = await rateHit(sql, worker.assignmentIds.flsa, MONDAY, { pay: "1" });
    await runAs(sql, access, "payroll", `select from apply_rate_hit('${hit}')`);
    await advance(sql, batch);
    await refuses(given, "payroll", batch);
  }),
);

Deno.test(
  "advance_payroll_batch_status/refuses_a_caller_without_a_user",
  withSecondApprover(async (given) => {
    const { sql, prepareAs } = given;
    const batch = await prepareAs("payroll");
    await advance(sql, batch);
    await refuses(given, "service", batch);
    await assertRefusedUnchanged(sql, () => advance(sql, batch), 403, "second_approver_required");
  }),
);

Deno.test(
  "advance_payroll_batch_status/lets_one_person_do_all_unless_the_firm_asks_for_two",
  withSecondApprover(async ({ sql, prepareAs, approveAs }) => {
    const batch = await prepareAs("payroll");
    await advance(sql, batch);
    await sql`update organization_settings set require_second_approver = false`;
    assertEquals((await approveAs("payroll", batch))[0]?.status, "approved");
  }),
);
