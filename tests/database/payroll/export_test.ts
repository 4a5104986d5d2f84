import { assertEquals } from "@std/assert";
import type postgres from "postgres";
import type { OvertimeRule } from "../../../fixtures/assignments.ts";
import { close, draftOf, prepare } from "../../support/payroll/batches.ts";
import { adjustment, stipend } from "../../support/payroll/extras.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../support/sql/refusal.ts";
import { dayOfWeek, work } from "../../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

const exported = (sql: postgres.Sql, batch: string | null) =>
  sql`select * from payroll_export(${batch})`;

/** A week of eleven-hour days and one of thirteen. */
function week(rule: OvertimeRule) {
  return [11, 11, 11, 11, 13].map((hours, i) => ({ date: dayOfWeek(MONDAY, i + 1), hours, rule }));
}

Deno.test("payroll_export/gives_hours_and_pay_by_class_that_add_up", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, week("california"));
    await stipend(sql, nurse.assignmentIds.california, "reimbursement", "100");
    await stipend(sql, nurse.assignmentIds.california, "hours_driven", "57");
    await adjustment(sql, nurse.contractorId, MONDAY, "bonus", "250");
    await adjustment(sql, nurse.contractorId, MONDAY, "reimbursement", "84.50");
    await adjustment(sql, nurse.contractorId, MONDAY, "deduction", "120");
    const batch = await prepare(sql, MONDAY);
    await close(sql, batch);
    const [row, ...others] = await exported(sql, batch);
    assertEquals(others, []);
    // Regular rate: (57 × 60 + 57) / 57 = 61.
    assertEquals({ ...row, email: "", contractor_id: "" }, {
      contractor_id: "",
      last_name: "Nurse",
      first_name: "Ada",
      email: "",
      employment_type: "w2",
      period_start: new Date(MONDAY),
      period_end: new Date("2026-03-08"),
      pay_date: new Date("2026-03-13"),
      batch_status: "closed",
      regular_hours: "40.00",
      overtime_hours: "16.00",
      doubletime_hours: "1.00",
      straight_pay: "3420.00",
      overtime_premium: "488.00",
      doubletime_premium: "61.00",
      differences: "0.00",
      hours_driven_stipends: "57.00",
      reimbursement_stipends: "100.00",
      bonuses: "250.00",
      reimbursements: "84.50",
      deductions: "-120.00",
      gross_pay: "4340.50",
      recoveries: "0.00",
      prior_year_recoveries: "0.00",
      break_premiums: "0.00",
      codes: "0.00",
      reimbursement_codes: "0.00",
    });
  }));

Deno.test("payroll_export/has_flat_sums_among_the_stipends_that_are_wages", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, week("flsa"));
    await stipend(sql, nurse.assignmentIds.flsa, "reimbursement", "10", { per: "day" });
    await stipend(sql, nurse.assignmentIds.flsa, "hours_driven", "57");
    await stipend(sql, nurse.assignmentIds.flsa, "flat_sum", "80", { per: "shift" });
    const batch = await prepare(sql, MONDAY);
    const [row] = await exported(sql, batch);
    assertEquals(
      [row?.hours_driven_stipends, row?.reimbursement_stipends],
      ["457.00", "50.00"],
    );
    const kinds = await sql`
      select pay_kind, amount from payroll_item_lines where kind = 'stipend' order by amount`;
    assertEquals(kinds.map(({ pay_kind, amount }) => [pay_kind, amount]), [
      ["reimbursement", "50.00"],
      ["hours_driven", "57.00"],
      ["flat_sum", "400.00"],
    ]);
  }));

Deno.test("payroll_export/gives_what_a_correction_takes_back_as_a_difference", () =>
  withDatabase(async ({ sql }) => {
    const nurse = await work(sql, week("flsa"));
    await sql`update time_entries set status = 'draft' where work_date = ${MONDAY}`;
    await close(sql, await prepare(sql, MONDAY));
    await sql`update time_entries set status = 'submitted' where status = 'draft'`;
    await sql`update time_entries set status = 'approved' where status = 'submitted'`;
    const [row] = await exported(sql, await prepare(sql, "2026-03-09"));
    assertEquals(
      [
        row?.contractor_id,
        row?.batch_status,
        row?.overtime_hours,
        row?.straight_pay,
        row?.differences,
        row?.gross_pay,
      ],
      [nurse.contractorId, "draft", "11.00", "660.00", "330.00", "990.00"],
    );
  }));

Deno.test("payroll_export/has_one_row_per_contractor_in_the_order_of_their_names", () =>
  withDatabase(async ({ sql }) => {
    for (const [first, last] of [["Bea", "Young"], ["Abe", "Young"], ["Zoe", "Adams"]] as const) {
      const { contractorId } = await work(sql, week("none"));
      await sql`update contractors set first_name = ${first}, last_name = ${last} where id = ${contractorId}`;
    }
    const rows = await exported(sql, await prepare(sql, MONDAY));
    assertEquals(rows.map(({ first_name }) => first_name), ["Zoe", "Abe", "Bea"]);
  }));

Deno.test("payroll_export/of_an_empty_batch_has_no_rows_and_of_none_is_refused", () =>
  withDatabase(async ({ sql }) => {
    assertEquals([...await exported(sql, await draftOf(sql, MONDAY))], []);
    await assertRefusedUnchanged(sql, () => exported(sql, null), 400, "argument_missing");
    const unknown = () => exported(sql, crypto.randomUUID());
    await assertRefusedUnchanged(sql, unknown, 404, "payroll_batch_not_found");
  }));
