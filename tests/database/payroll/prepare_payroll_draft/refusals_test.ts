import {
  advance,
  close,
  closePeriod,
  periodOf,
  prepareDraft,
} from "../../../support/payroll/batches.ts";
import { adjustment } from "../../../support/payroll/extras.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { work } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

Deno.test("prepare_payroll_draft/refuses_a_period_that_there_is_not", () =>
  withDatabase(async ({ sql }) => {
    await assertRefusedUnchanged(sql, () => prepareDraft(sql, null), 400, "argument_missing");
    const unknown = crypto.randomUUID();
    await assertRefusedUnchanged(
      sql,
      () => prepareDraft(sql, unknown),
      404,
      "payroll_period_not_found",
    );
  }));

Deno.test("prepare_payroll_draft/refuses_when_there_is_nothing_to_pay", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: "2026-03-09", hours: 8, rule: "flsa" }]); // the week after
    const period = await periodOf(sql, MONDAY);
    await assertRefusedUnchanged(sql, () => prepareDraft(sql, period), 409, "nothing_to_pay");
  }));

Deno.test("prepare_payroll_draft/refuses_while_another_batch_of_the_period_is_in_review_or_approved", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    const period = await periodOf(sql, MONDAY);
    const { id } = await prepareDraft(sql, period);
    for (const _ of ["in_review", "approved"]) {
      await advance(sql, id);
      await assertRefusedUnchanged(
        sql,
        () => prepareDraft(sql, period),
        409,
        "payroll_batch_under_review",
      );
    }
  }));

Deno.test("prepare_payroll_draft/refuses_a_closed_period", () =>
  withDatabase(async ({ sql }) => {
    await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
    const period = await periodOf(sql, MONDAY);
    await close(sql, (await prepareDraft(sql, period)).id);
    await closePeriod(sql, period);
    await assertRefusedUnchanged(
      sql,
      () => prepareDraft(sql, period),
      409,
      "payroll_period_closed",
    );
  }));

Deno.test("prepare_payroll_draft/refuses_pay_that_no_column_holds", () =>
  withDatabase(async ({ sql }) => {
    const { contractorId } = await work(sql, []);
    for (const _ of [1, 2]) await adjustment(sql, contractorId, MONDAY, "bonus", "9999999999.99");
    const period = await periodOf(sql, MONDAY);
    await assertRefusedUnchanged(sql, () => prepareDraft(sql, period), 409, "pay_too_large");
  }));

Deno.test("payroll_periods/consist_of_whole_workweeks", () =>
  withDatabase(async ({ sql }) => {
    for (const [start, end] of [["2026-03-02", "2026-03-14"], ["2026-03-03", "2026-03-09"]]) {
      await assertRefused(
        sql`insert into payroll_periods (period_start, period_end, pay_date)
            values (${start ?? ""}, ${end ?? ""}, '2026-03-20')`,
        400,
        "payroll_period_not_whole_weeks",
      );
    }
  }));
