// What payroll decides about missed meal and rest periods.
import { assertEquals, assertNotEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { runAs } from "../../../support/access/acting.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { confirm, dismiss } from "../../../support/payroll/break_premiums.ts";
import { workState } from "../../../support/payroll/earnings.ts";
import { withDatabase } from "../../../support/server/database.ts";
import {
  assertRefused,
  assertRefusedUnchanged,
  assertViolates,
} from "../../../support/sql/refusal.ts";
import { work, type Worker } from "../../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";
const TUESDAY = "2026-03-03";
const NOW = { clock: "2026-03-31T12:00:00Z" };

/** Registers a test on somebody who works on a Monday, 4 and 8 hours in California and 9 in Nevada. */
function test(name: string, body: (sql: postgres.Sql, worker: Worker) => Promise<void>): void {
  Deno.test(`break_premiums/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const worker = await work(sql, [
        { date: MONDAY, hours: 4, rule: "california" },
        { date: MONDAY, hours: 8, rule: "california_health_care" },
        { date: MONDAY, hours: 9, rule: "flsa" },
      ]);
      await workState(sql, worker.assignmentIds.california, "CA");
      await workState(sql, worker.assignmentIds.california_health_care, "CA");
      await workState(sql, worker.assignmentIds.flsa, "NV");
      await body(sql, worker);
    }, NOW));
}

test(
  "are_of_the_placement_of_most_hours_that_day_in_a_state_that_has_them",
  async (sql, worker) => {
    const { contractorId, assignmentIds } = worker;
    const meal = await confirm(sql, contractorId, MONDAY);
    assertStrictEquals(meal.assignment_id, assignmentIds.california_health_care);
    const rest = await confirm(sql, contractorId, MONDAY, "rest", {
      assignmentId: assignmentIds.california,
      reason: "No relief came.",
    });
    assertStrictEquals(rest.assignment_id, assignmentIds.california);
    assertStrictEquals(rest.reason, "No relief came.");
  },
);

test("of_a_kind_are_one_a_workday_and_asked_for_again_the_same", async (sql, worker) => {
  const { contractorId, assignmentIds } = worker;
  const first = await confirm(sql, contractorId, MONDAY);
  assertEquals(await confirm(sql, contractorId, MONDAY, "meal", { reason: "Again" }), first);
  const moved = await confirm(sql, contractorId, MONDAY, "meal", {
    assignmentId: assignmentIds.california,
  });
  assertStrictEquals(moved.id, first.id);
  const dismissed = await dismiss(sql, contractorId, MONDAY);
  assertEquals([dismissed.id, dismissed.confirmed_at, dismissed.assignment_id], [
    first.id,
    null,
    assignmentIds.california,
  ]);
  assertNotEquals(dismissed.dismissed_at, null);
  assertEquals(await dismiss(sql, contractorId, MONDAY, "meal", "Another reason"), dismissed);
  // As it was decided before, though another placement has more hours.
  const again = await confirm(sql, contractorId, MONDAY);
  assertEquals([again.assignment_id, again.dismissed_at, again.reason], [
    assignmentIds.california,
    null,
    null,
  ]);
  const log = await sql`select procedure from audit_log where table_name = 'break_premiums'`;
  assertStrictEquals(log.length, 4);
  await assertViolates(
    sql`insert into break_premiums (contractor_id, work_date, kind, assignment_id, confirmed_at)
        select contractor_id, work_date, kind, assignment_id, now() from break_premiums`,
    "one_break_premium_of_a_kind_a_workday",
  );
});

test("are_refused_in_words", async (sql, worker) => {
  const { contractorId, assignmentIds } = worker;
  const refuses = (
    attempt: () => Promise<unknown>,
    status: Parameters<typeof assertRefusedUnchanged>[2],
    slug: string,
  ) => assertRefusedUnchanged(sql, attempt, status, slug);
  const at = (assignmentId: string) => ({ assignmentId });
  await refuses(() => confirm(sql, null, MONDAY), 400, "argument_missing");
  await refuses(() => confirm(sql, contractorId, null), 400, "argument_missing");
  await refuses(() => confirm(sql, contractorId, MONDAY, null), 400, "argument_missing");
  await refuses(() => confirm(sql, contractorId, "infinity"), 400, "date_not_finite");
  await refuses(() => confirm(sql, contractorId, MONDAY, "lunch"), 400, "break_kind_unknown");
  await refuses(() => confirm(sql, crypto.randomUUID(), MONDAY), 404, "contractor_not_found");
  await refuses(
    () => confirm(sql, contractorId, MONDAY, "meal", { reason: " " }),
    400,
    "reason_missing",
  );
  for (const decide of [confirm, dismiss]) {
    await refuses(() => decide(sql, contractorId, TUESDAY), 409, "break_premium_without_time");
  }
  await refuses(
    () => confirm(sql, contractorId, MONDAY, "meal", at(assignmentIds.none)),
    409,
    "break_premium_without_time",
  );
  await refuses(
    () => confirm(sql, contractorId, MONDAY, "meal", at(assignmentIds.flsa)),
    409,
    "break_premium_not_of_state",
  );
  await refuses(
    () => dismiss(sql, contractorId, MONDAY, "meal", null),
    400,
    "reason_missing",
  );
  const other = await work(sql, [{ date: MONDAY, hours: 8, rule: "california" }], {
    employmentType: "1099",
  });
  await workState(sql, other.assignmentIds.california, "CA");
  await refuses(
    () => confirm(sql, other.contractorId, MONDAY),
    409,
    "break_premium_not_of_employee",
  );
  const nowhere = await work(sql, [{ date: MONDAY, hours: 8, rule: "california" }]);
  await workState(sql, nowhere.assignmentIds.california, null);
  await refuses(
    () => confirm(sql, nowhere.contractorId, MONDAY),
    409,
    "break_premium_not_of_state",
  );
});

test("keep_their_placement_once_a_closed_batch_has_paid_them", async (sql, worker) => {
  const { contractorId, assignmentIds } = worker;
  const first = await confirm(sql, contractorId, MONDAY);
  await close(sql, await prepare(sql, MONDAY));
  const elsewhere = () =>
    confirm(sql, contractorId, MONDAY, "meal", { assignmentId: assignmentIds.california });
  await assertRefusedUnchanged(sql, elsewhere, 409, "break_premium_was_paid");
  assertEquals(await confirm(sql, contractorId, MONDAY), first);
});

test("are_taken_back_whatever_became_of_the_day", async (sql, worker) => {
  const { contractorId, assignmentIds } = worker;
  await confirm(sql, contractorId, MONDAY);
  await sql`update time_entries set status = 'draft' where assignment_id <> ${assignmentIds.flsa}`;
  const dismissed = await dismiss(sql, contractorId, MONDAY);
  assertStrictEquals(dismissed.assignment_id, assignmentIds.california_health_care);
  await assertRefused(confirm(sql, contractorId, MONDAY), 409, "break_premium_not_of_state");
});

Deno.test("break_premiums/are_decided_by_payroll_and_never_by_whose_they_are", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const worker = await work(sql, [{ date: MONDAY, hours: 8, rule: "california" }]);
    await workState(sql, worker.assignmentIds.california, "CA");
    const call = (procedure: string) =>
      `select * from ${procedure}('${worker.contractorId}', '${MONDAY}', 'meal', reason => 'So it was.')`;
    const [confirmed] = await runAs(sql, firm, "payroll", call("confirm_break_premium"));
    assertStrictEquals(confirmed?.confirmed_by, firm.users.payroll);
    await assertRefused(
      runAs(sql, firm, "billing", call("dismiss_break_premium")),
      403,
      "role_required",
    );
    await sql`update contractors set user_id = null where user_id = ${firm.users.payroll}`;
    await sql`update contractors set user_id = ${firm.users.payroll} where id = ${worker.contractorId}`;
    await assertRefused(
      runAs(sql, firm, "payroll", call("dismiss_break_premium")),
      403,
      "own_break_premium_decided",
    );
  }, NOW));
