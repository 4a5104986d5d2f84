// Leave by hand, and leave that is paid out.
import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import {
  addNurse,
  addPlan,
  balanceOf,
  ledgerOf,
  openWith,
  payWeeks,
  sumsOf,
  takeLeave,
  workWeeks,
} from "../../support/leave/leave.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../support/sql/refusal.ts";

const DAY = "2026-03-02";

interface Call {
  readonly contractor?: string | null;
  readonly plan?: string | null;
  readonly day?: string | null;
  readonly hours?: string | null;
  readonly reason?: string | null;
  readonly request?: string | null;
}

const adjust = (sql: postgres.Sql, call: Call) =>
  sql`select public.adjust_leave(${call.contractor ?? null}, ${call.plan ?? null},
        ${call.day === undefined ? DAY : call.day}::text::date,
        ${call.hours === undefined ? "1" : call.hours}::text::numeric,
        ${call.reason === undefined ? "Agreed" : call.reason}, ${call.request ?? null})`;

const payOut = (sql: postgres.Sql, call: Call) =>
  sql`select public.pay_out_leave(${call.contractor ?? null}, ${call.plan ?? null},
        ${call.day === undefined ? DAY : call.day}::text::date,
        ${call.reason === undefined ? "Last day" : call.reason}, ${call.request ?? null})`;

Deno.test("adjust_leave/gives_and_takes_hours_with_a_reason_once_a_request", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    const { contractorId } = await addNurse(sql);
    const call = { contractor: contractorId, plan };
    const request = crypto.randomUUID();
    await adjust(sql, { ...call, hours: "4.5", request });
    await adjust(sql, { ...call, hours: "4.5", request });
    await adjust(sql, { ...call, hours: "-4.5" });
    assertEquals(await ledgerOf(sql, contractorId), [
      "2026-03-02 adjusted 4.5000",
      "2026-03-02 adjusted -4.5000",
    ]);
    await assertRefused(adjust(sql, { ...call, hours: "-1", request }), 409, "request_id_reused");
  }));

Deno.test("adjust_leave/refuses_what_is_not_to_be_written", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql);
    const unused = await addPlan(sql, { in_use_from: null });
    const { contractorId, at } = await addNurse(sql);
    const { contractorId: other } = await addNurse(sql, ["CO"], { employment: "1099" });
    await openWith(sql, plan, contractorId, "2026-03-01", 10);
    await takeLeave(sql, at.CO, DAY, 6, { status: "draft" });
    const call = { contractor: contractorId, plan };
    const refused: readonly [400 | 404 | 409, string, Call][] = [
      [400, "argument_missing", { ...call, hours: null }],
      [400, "argument_missing", { ...call, contractor: null }],
      [400, "argument_missing", { ...call, plan: null }],
      [400, "argument_missing", { ...call, day: null }],
      [400, "date_not_finite", { ...call, day: "infinity" }],
      [400, "day_out_of_range", { ...call, day: "1926-03-02" }],
      [400, "leave_hours_out_of_range", { ...call, hours: "0" }],
      [400, "leave_hours_out_of_range", { ...call, hours: "NaN" }],
      [400, "leave_hours_out_of_range", { ...call, hours: "-10000" }],
      [400, "leave_hours_out_of_range", { ...call, hours: "1.00001" }],
      [400, "reason_missing", { ...call, reason: " " }],
      [404, "leave_plan_not_found", { ...call, plan: crypto.randomUUID() }],
      [409, "leave_plan_not_in_use", { ...call, plan: unused }],
      [404, "contractor_not_found", { ...call, contractor: crypto.randomUUID() }],
      [409, "leave_of_employees_only", { ...call, contractor: other }],
      [409, "leave_not_enough", { ...call, hours: "-4.01" }],
    ];
    for (const [status, slug, what] of refused) {
      await assertRefusedUnchanged(sql, () => adjust(sql, what), status, slug);
    }
    await adjust(sql, { ...call, hours: "-4" });
  }));

Deno.test("pay_out_leave/pays_what_is_left_as_a_bonus_that_is_in_no_regular_rate", () =>
  withDatabase(async ({ sql }) => {
    const plan = await addPlan(sql, { state: null, code: "vacation", paid_out: true });
    const { contractorId, at } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 10.3333);
    const request = crypto.randomUUID();
    const call = { contractor: contractorId, plan, request };
    await payOut(sql, call);
    await payOut(sql, call);
    assertEquals(await sumsOf(sql, plan, contractorId), ["opening 10.3333", "paid_out -10.3333"]);
    const adjustments = await sql`
      select kind, amount, in_regular_rate, payable_on::text, reason, approved_at from payroll_adjustments`;
    assertEquals([...adjustments], [{
      kind: "bonus",
      amount: "620.00",
      in_regular_rate: false,
      payable_on: DAY,
      reason: "Last day",
      approved_at: null,
    }]);
    await assertRefused(payOut(sql, { ...call, request: null }), 409, "leave_not_enough");
    // Removed before it is paid, the leave is there again.
    await sql`delete from payroll_adjustments`;
    assertEquals(await balanceOf(sql, plan, contractorId), 10.3333);
    await payOut(sql, { ...call, request: null });
    await sql`update payroll_adjustments set approved_at = now()`;
    await workWeeks(sql, at.CO, DAY, { days: 1 });
    await payWeeks(sql, DAY);
    const [item] = await sql`select adjustment_pay from payroll_items`;
    assertEquals(item, { adjustment_pay: "620.00" });
  }));

Deno.test("pay_out_leave/refuses_what_is_not_paid_out", () =>
  withDatabase(async ({ sql }) => {
    const sick = await addPlan(sql);
    const plan = await addPlan(sql, { state: null, code: "vacation", paid_out: true });
    const unused = await addPlan(sql, {
      state: "WA",
      code: "vacation",
      in_use_from: null,
      paid_out: true,
    });
    const { contractorId } = await addNurse(sql, ["CO"], { from: "2026-03-10" });
    const { contractorId: other } = await addNurse(sql, ["CO"], { employment: "1099" });
    const { contractorId: poor } = await addNurse(sql);
    await openWith(sql, plan, contractorId, "2026-03-01", 10);
    await openWith(sql, sick, contractorId, "2026-03-01", 10);
    const call = { contractor: contractorId, plan };
    const refused: readonly [400 | 404 | 409, string, Call][] = [
      [400, "argument_missing", { ...call, contractor: null }],
      [400, "argument_missing", { ...call, plan: null }],
      [400, "argument_missing", { ...call, day: null }],
      [400, "date_not_finite", { ...call, day: "infinity" }],
      [400, "day_out_of_range", { ...call, day: "1926-03-02" }],
      [400, "reason_missing", { ...call, reason: null }],
      [404, "leave_plan_not_found", { ...call, plan: crypto.randomUUID() }],
      [409, "leave_plan_not_in_use", { ...call, plan: unused }],
      [409, "leave_not_paid_out", { ...call, plan: sick }],
      [404, "contractor_not_found", { ...call, contractor: crypto.randomUUID() }],
      [409, "leave_of_employees_only", { ...call, contractor: other }],
      [409, "code_without_rate", call],
      [409, "leave_not_enough", { ...call, contractor: poor }],
    ];
    for (const [status, slug, what] of refused) {
      await assertRefusedUnchanged(sql, () => payOut(sql, what), status, slug);
    }
    await payOut(sql, { ...call, day: "2026-03-10" });
  }));
