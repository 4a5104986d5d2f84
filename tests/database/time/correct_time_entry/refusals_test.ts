// What is not corrected, and what to do instead.
import { assertEquals } from "@std/assert";
import { runAs } from "../../../support/access/acting.ts";
import { CALLERS } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { MONDAY } from "../../../support/billing/billed_time.ts";
import { invoiceFor } from "../../../support/billing/by_hand.ts";
import { Firm } from "../../../support/firm.ts";
import { batchFor } from "../../../support/payroll/by_hand.ts";
import { withDatabase } from "../../../support/server/database.ts";
import {
  assertRefused,
  assertRefusedUnchanged,
  assertViolates,
} from "../../../support/sql/refusal.ts";
import { correct } from "../../../support/time/corrections.ts";
import { setAside } from "../../../support/time/set_aside.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const CLOCK = { clock: "2026-03-05 18:00:00+00" };

/** An approved Monday of four hours. */
async function approved(firm: Firm): Promise<string> {
  return await firm.entry(await firm.assignment(), "approved", MONDAY);
}

Deno.test("correct_time_entry/refuses_what_is_missing_unknown_or_impossible", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const entry = await approved(firm);
    for (
      const [what, status, slug] of [
        [{}, 400, "argument_missing"],
        [{ hours: "0" }, 400, "hours_out_of_range"],
        [{ hours: "-1" }, 400, "hours_out_of_range"],
        [{ hours: "24.01" }, 400, "hours_out_of_range"],
        [{ hours: "1e20" }, 400, "hours_out_of_range"],
        [{ hours: "NaN" }, 400, "hours_out_of_range"],
        [{ day: "infinity" }, 400, "date_not_finite"],
        [{ day: "1999-12-31" }, 400, "day_out_of_range"],
        [{ day: "2026-03-01" }, 409, "work_date_in_another_week"],
        [{ day: "2026-03-09" }, 409, "work_date_in_another_week"],
        [{ day: "2026-03-07" }, 409, "work_date_not_come"],
      ] as const
    ) await assertRefusedUnchanged(sql, () => correct(sql, entry, what), status, slug);
    await assertRefused(correct(sql, null, { hours: "1" }), 400, "argument_missing");
    for (const reason of [null, " "]) {
      await assertRefused(correct(sql, entry, { hours: "1" }, reason), 400, "reason_missing");
    }
    const unknown = crypto.randomUUID();
    await assertRefused(correct(sql, unknown, { hours: "1" }), 404, "time_entry_not_found");
  }, CLOCK));

Deno.test("correct_time_entry/holds_the_rules_of_days", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment("2026-03-03");
    const entry = await firm.entry(assignment, "approved", MONDAY);
    await firm.entry(assignment, "draft", MONDAY, "13");
    const refused = (what: Parameters<typeof correct>[2], slug: string) =>
      assertRefusedUnchanged(sql, () => correct(sql, entry, what), 409, slug);
    await refused({ hours: "11.01" }, "hours_exceed_day");
    await refused({ day: "2026-03-04" }, "work_date_outside_assignment");
    await correct(sql, entry, { hours: "11" });
  }, CLOCK));

Deno.test("correct_time_entry/takes_approved_time_alone", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment();
    for (const status of ["draft", "submitted", "pending_approval", "locked"]) {
      const entry = await firm.entry(assignment, status, MONDAY, "2");
      const attempt = () => correct(sql, entry, { hours: "1" });
      await assertRefusedUnchanged(sql, attempt, 409, "time_entry_not_approved");
      await setAside(sql, [entry]);
      await assertRefusedUnchanged(sql, attempt, 409, "time_entry_set_aside");
    }
  }, CLOCK));

Deno.test("correct_time_entry/and_set_aside_time_leave_sent_invoices_and_batches_under_review", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    for (const status of ["sent", "partially_paid", "paid"] as const) {
      const entry = await approved(firm);
      await invoiceFor(firm, entry, status);
      for (
        const attempt of [() => correct(sql, entry, { hours: "1" }), () => setAside(sql, [entry])]
      ) {
        await assertRefusedUnchanged(sql, attempt, 409, "time_entry_on_live_invoice");
      }
      const [hours, aside] = ["hours = 1", "set_aside_at = now(), set_aside_reason = 'x'"];
      for (
        const set of [
          `${hours}, corrected_at = now(), correction_reason = 'x',
               hours_before_correction = 4, work_date_before_correction = '${MONDAY}'`,
          aside,
        ]
      ) {
        const direct = sql.unsafe(`update time_entries set ${set} where id = '${entry}'`);
        await assertRefused(direct, 409, "time_entry_on_live_invoice");
      }
    }
    for (const status of ["in_review", "approved"]) {
      const entry = await approved(firm);
      const batch = await batchFor(sql, entry, status);
      for (
        const attempt of [() => correct(sql, entry, { hours: "1" }), () => setAside(sql, [entry])]
      ) {
        await assertRefusedUnchanged(sql, attempt, 409, "payroll_batch_under_review");
      }
      await sql`update payroll_batches set status = 'discarded' where id = ${batch}`;
    }
  }, CLOCK));

Deno.test("correct_time_entry/is_payrolls_and_not_of_ones_own_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const entry = firm.id("time_entries", "ada at north approved");
    const call = `select id from correct_time_entry('${entry}', 'Left early.', 1)`;
    for (const caller of CALLERS) {
      const attempt = runAs(sql, firm, caller, call);
      if (["payroll", "admin", "service"].includes(caller)) {
        assertEquals([...await attempt], [{ id: entry }], caller);
      } else if (caller === "signed_out") {
        await assertRejectsWith(() => Promise.resolve(attempt), { code: "42501" });
      } else await assertRefused(attempt, 403, "role_required");
    }
    await sql`update contractors set user_id = ${firm.users.payroll}
               where id = (select contractor_id from assignments where id = ${firm.placements.adaNorth})`;
    const own = call.replace(", 1)", ", 2)");
    await assertRefused(runAs(sql, firm, "payroll", own), 403, "own_time_corrected");
    await sql`update contractors set user_id = null where user_id = ${firm.users.payroll}`;
    await sql`update contractors set user_id = ${firm.users.payroll} where id = ${firm.people.ben}`;
    assertEquals([...await runAs(sql, firm, "payroll", own)], [{ id: entry }], "a colleague's");
  }));

Deno.test("correct_time_entry/is_not_done_by_hand", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const entry = firm.id("time_entries", "ada at north approved");
    const write = (caller: "payroll" | "service", set: string) =>
      runAs(sql, firm, caller, `update time_entries set ${set} where id = '${entry}'`);
    const correction = `hours = 2, corrected_at = now(), correction_reason = 'x',
      hours_before_correction = 8, work_date_before_correction = work_date`;
    await assertRejectsWith(() => Promise.resolve(write("payroll", correction)), { code: "42501" });
    await assertRefused(write("service", correction), 409, "time_entry_correction_not_writable");
    const aside = "set_aside_at = now(), set_aside_reason = 'x'";
    await assertRefused(write("service", aside), 409, "time_entry_approved");
    const owner = (set: string) =>
      sql.unsafe(`update time_entries set ${set} where id = '${entry}'`);
    await assertRefused(
      owner(`${correction}, notes = 'y'`),
      409,
      "time_entry_correction_not_writable",
    );
    await assertViolates(
      owner("hours = 2, corrected_at = now()"),
      "corrected_time_says_why_and_what_it_was",
    );
    await assertViolates(
      sql.unsafe(`insert into time_entries (assignment_id, work_date, hours, corrected_by)
                  values ('${firm.placements.adaNorth}', '2026-01-07', 1, gen_random_uuid())`),
      "only_corrected_time_says_by_whom",
    );
  }));
