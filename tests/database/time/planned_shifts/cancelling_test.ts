// Planned shifts that are not to be: who cancels them, when that is late, and what a guarantee makes of it.
import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs, assertDenied } from "../../../support/access/acting.ts";
import { CALLERS, identityOf } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { createInvoice, unbilledDifferences } from "../../../support/billing/billed_time.ts";
import { send } from "../../../support/billing/invoices.ts";
import { Firm } from "../../../support/firm.ts";
import { close, discard, prepare } from "../../../support/payroll/batches.ts";
import { withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused, assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { except, guarantee } from "../../../support/time/guarantees.ts";
import { cancel, enterAsPlanned, plan, planAhead } from "../../../support/time/plans.ts";
import { enterShift } from "../../../support/time/shifts.ts";

const NOW = { clock: "2026-03-05 12:00:00+00" };
const MONDAY = "2026-03-02";
const NEXT = "2026-03-09";
const SHIFT = ["2026-03-04 07:00 MST", "2026-03-04 19:30 MST"] as const;

/** An assignment with its shift of Wednesday planned, 4 hours guaranteed of a late cancellation, and 24 hours of notice. */
async function planned(sql: postgres.Sql, notice: number | null = 24) {
  const firm = await Firm.create(sql);
  await sql`update facilities set cancellation_notice_hours = ${notice}`;
  const assignment = await firm.assignment();
  await guarantee(sql, assignment, { code: "cancelled", pay: "4", bill: "6" });
  const { id } = await planAhead(sql, assignment, ...SHIFT, 30);
  return { firm, assignment, id };
}

/** Lines of pay of a batch that are of a guarantee. */
async function paidOf(sql: postgres.Sql, batchId: string): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', line.week_start, line.quantity || ' ×', line.rate, '=', line.amount) || ', ' || line.description
           as line
      from payroll_item_lines as line join payroll_items as item on item.id = line.payroll_item_id
     where item.payroll_batch_id = ${batchId} and line.kind = 'guarantee' order by line.week_start`;
  return lines.map(({ line }) => line);
}

async function billedOf(sql: postgres.Sql, invoiceId: string): Promise<string[]> {
  const lines = await sql<{ line: string }[]>`
    select concat_ws(' ', quantity || ' ×', rate, '=', amount) as line
      from invoice_lines where invoice_id = ${invoiceId} and kind = 'guarantee'`;
  return lines.map(({ line }) => line);
}

Deno.test("cancel_planned_shift/is_for_recruiting_and_says_who_when_and_why", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { id } = await plan(sql, firm.placements.adaNorth, ...SHIFT);
    for (const caller of CALLERS) {
      const cancelling = actingAs(sql, identityOf(caller, firm.users), (sql) => cancel(sql, id));
      if (caller === "signed_out") await assertDenied(cancelling);
      else if (["admin", "recruiting", "service"].includes(caller)) {
        const row = await cancelling;
        assertEquals(
          [row.cancelled_at, row.cancelled_by, row.cancelled_for, row.reason, row.is_within_notice],
          [
            new Date("2026-03-05T12:00:00Z"),
            caller === "service" ? null : firm.users[caller as "admin"],
            "facility",
            "Census is low.",
            false, // no notice is agreed
          ],
        );
        await plan(sql, firm.placements.adaNorth, ...SHIFT);
      } else await assertRefused(cancelling, 403, "role_required");
    }
  }, NOW));

Deno.test("cancel_planned_shift/is_late_for_the_facility_alone_within_its_hours_of_notice_to_the_minute", () =>
  withDatabase(async ({ sql }) => {
    const { assignment } = await planned(sql);
    const isLate = async (at: string, by = "facility") => {
      const { id } = await plan(sql, assignment, ...SHIFT, 30); // it is there
      const { is_within_notice: late } = await cancel(sql, id, { at, by });
      await sql`delete from planned_shifts where id = ${id}`;
      await planAhead(sql, assignment, ...SHIFT, 30);
      return late;
    };
    assertStrictEquals(await isLate("2026-03-03 07:00 MST"), false);
    assertStrictEquals(await isLate("2026-03-03 07:01 MST"), true);
    assertStrictEquals(await isLate("2026-03-04 08:00 MST"), true);
    assertStrictEquals(await isLate("2026-03-04 06:00 MST", "contractor"), false);
    assertStrictEquals(await isLate("2026-03-04 06:00 MST", "firm"), false);
    // Hours that pass, not hours that a clock shows: seven in the morning is twenty-three hours before, that night.
    const spring = await planAhead(sql, assignment, "2026-03-08 07:00 MDT", "2026-03-08 15:00 MDT");
    assertStrictEquals(
      (await cancel(sql, spring.id, { at: "2026-03-04 07:00 MST" })).is_within_notice,
      false,
    );
    await sql`update facilities set cancellation_notice_hours = 96`;
    await plan(sql, assignment, "2026-03-08 07:00 MDT", "2026-03-08 15:00 MDT");
    assertStrictEquals(
      (await cancel(sql, spring.id, { at: "2026-03-04 07:00 MST" })).is_within_notice,
      true,
    );
    await sql`update facilities set cancellation_notice_hours = null`;
    assertStrictEquals(await isLate("2026-03-04 06:00 MST"), false);
  }, NOW));

Deno.test(
  "cancel_planned_shift/is_not_at_a_time_before_it_was_planned_and_not_late_where_that_was_after_its_begin",
  withMovingClock("2026-03-04", async (firm, setClock) => {
    const { sql } = firm;
    await sql`update facilities set cancellation_notice_hours = 24`;
    const assignment = await firm.assignment();
    // Gone by: it is written down, and nobody called it off.
    const gone = await plan(sql, assignment, ...SHIFT, 30);
    const early = () => cancel(sql, gone.id, { at: "2026-03-04 06:00 MST" });
    await assertRefusedUnchanged(sql, early, 400, "cancelled_at_not_valid");
    assertStrictEquals((await cancel(sql, gone.id)).is_within_notice, false);
    const ahead = await plan(sql, assignment, "2026-03-05 07:00 MST", "2026-03-05 15:30 MST", 30);
    const { message } = await assertRejects(
      () => cancel(sql, ahead.id, { at: "2026-03-04 11:59 MST" }),
      Error,
    );
    assertStrictEquals(
      message,
      "The shift of 2026-03-05 was planned at 2026-03-04 12:00, and nobody called it off before that.",
    );
    await setClock("2026-03-06 12:00 America/Denver");
    const isLate = async () =>
      (await cancel(sql, ahead.id, { at: "2026-03-04 12:00 MST" })).is_within_notice;
    assertStrictEquals(await isLate(), true);
    // A cancellation that was written down wrongly is written anew: the plan had it since then.
    await plan(sql, assignment, "2026-03-05 07:00 MST", "2026-03-05 15:30 MST", 30);
    assertStrictEquals(await isLate(), true);
  }),
);

for (const by of ["firm", "contractor"] as const) {
  Deno.test(
    `cancel_planned_shift/is_not_before_it_was_planned_again_after_it_was_cancelled_for_the_${by}`,
    withMovingClock("2026-03-02", async (firm, setClock) => {
      const { sql } = firm;
      await sql`update facilities set cancellation_notice_hours = 24`;
      const assignment = await firm.assignment();
      const { id } = await plan(sql, assignment, ...SHIFT, 30);
      await setClock("2026-03-02 13:00 America/Denver");
      await cancel(sql, id, { by });
      await setClock("2026-03-12 12:00 America/Denver");
      assertStrictEquals((await plan(sql, assignment, ...SHIFT, 30)).id, id);
      const callOff = () => cancel(sql, id, { at: "2026-03-04 06:00 MST" });
      await assertRefusedUnchanged(sql, callOff, 400, "cancelled_at_not_valid");
      // Another break is no other plan.
      await setClock("2026-03-12 13:00 America/Denver");
      await plan(sql, assignment, ...SHIFT);
      const { is_within_notice: isLate } = await cancel(sql, id, { at: "2026-03-12 12:30 MDT" });
      assertStrictEquals(isLate, false);
    }),
  );
}

Deno.test("cancel_planned_shift/again_is_the_same_and_otherwise_is_refused", () =>
  withDatabase(async ({ sql }) => {
    const { id } = await planned(sql);
    const first = await cancel(sql, id, { at: "2026-03-03 12:00 MST" });
    assertEquals(await cancel(sql, id), first);
    await assertRefused(cancel(sql, id, { by: "firm" }), 409, "planned_shift_cancelled");
    await assertRefused(
      cancel(sql, id, { at: "2026-03-03 13:00 MST" }),
      409,
      "planned_shift_cancelled",
    );
    await assertRefused(cancel(sql, id, { reason: "Another." }), 409, "planned_shift_cancelled");
  }, NOW));

Deno.test("cancel_planned_shift/refuses_what_is_missing_unknown_to_come_or_worked", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, id } = await planned(sql);
    const refused = (
      status: 400 | 404 | 409,
      slug: string,
      options: Parameters<typeof cancel>[2],
      of = id,
    ) => assertRefusedUnchanged(sql, () => cancel(sql, of, options), status, slug);
    await refused(400, "reason_missing", { reason: " " });
    await refused(400, "reason_missing", { reason: null });
    await refused(400, "cancelled_for_unknown", { by: "nurse" });
    await refused(400, "cancelled_at_not_valid", { at: "2026-03-05 12:00:01+00" });
    await refused(400, "cancelled_at_not_valid", { at: "-infinity" });
    await refused(400, "day_out_of_range", { at: "1026-03-05 12:00+00" });
    await refused(404, "planned_shift_not_found", {}, crypto.randomUUID());
    await enterShift(sql, assignment, "2026-03-04 09:00 MST", "2026-03-04 12:00 MST");
    await refused(409, "planned_shift_worked", {});
    await sql`delete from time_entries`;
    await cancel(sql, id, { at: "2026-03-04 06:00 MST" });
  }, NOW));

Deno.test("cancel_planned_shift/asks_when_a_facility_with_hours_of_notice_called_off_what_is_over", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, id } = await planned(sql);
    const refused = (at: string | null) =>
      assertRefusedUnchanged(sql, () => cancel(sql, id, { at }), 400, "cancelled_at_not_valid");
    await refused(null); // it ended the evening before
    await refused("2026-03-04 19:30 MST");
    const isLate = async (options: Parameters<typeof cancel>[2]) =>
      (await cancel(sql, id, options)).is_within_notice;
    assertStrictEquals(await isLate({ at: "2026-03-04 19:29 MST" }), true);
    // Nothing is due for it otherwise, and nobody has to ask.
    for (const by of ["contractor", "firm"]) {
      await plan(sql, assignment, ...SHIFT, 30);
      await sql`update planned_shifts set planned_at = '2026-02-25 12:00+00'`;
      assertStrictEquals(await isLate({ by }), false, by);
    }
    await plan(sql, assignment, ...SHIFT, 30);
    await sql`update planned_shifts set planned_at = '2026-02-25 12:00+00'`;
    await sql`update facilities set cancellation_notice_hours = null`;
    assertStrictEquals(await isLate({}), false);
  }, NOW));

Deno.test(
  "cancel_planned_shift/late_pays_and_bills_what_the_guarantee_of_code_cancelled_promises_without_an_entry",
  withMovingClock("2026-03-04", async (firm, setClock) => {
    const { sql } = firm;
    await sql`update facilities set cancellation_notice_hours = 24`;
    const assignment = await firm.assignment();
    await guarantee(sql, assignment, { code: "cancelled", pay: "4", bill: "6" });
    await sql`
      insert into assignment_code_rates (assignment_id, code, effective_from, bill_rate, pay_rate)
      values (${assignment}, 'cancelled', '2026-01-01', 50, 20)`;
    await firm.entry(assignment, "approved", MONDAY, "8");
    const { id } = await planAhead(sql, assignment, ...SHIFT, 30);
    await cancel(sql, id, { at: "2026-03-04 06:00 MST" });
    // Not before the week is over.
    const early = await prepare(sql, MONDAY);
    assertEquals(await paidOf(sql, early), []);
    await discard(sql, early);
    await setClock("2026-03-10 12:00 America/Denver");
    const batch = await prepare(sql, MONDAY);
    assertEquals(await paidOf(sql, batch), [
      `${MONDAY} 4.00 × 20.00 = 80.00, Cancelled shift: 4.00 guaranteed, 0.00 entered`,
    ]);
    const invoice = await createInvoice(sql, firm.facilityId);
    assertEquals(await billedOf(sql, invoice.id), ["6.00 × 50.00 = 300.00"]);
    assertStrictEquals((await sql`select from time_entries`).count, 1);
    // What was paid and sent comes back as differences once the shift is planned after all.
    await close(sql, batch);
    await send(sql, [invoice.id]);
    assertEquals(await unbilledDifferences(sql), []);
    await plan(sql, assignment, ...SHIFT, 30);
    assertEquals((await unbilledDifferences(sql)).length, 1);
    const marked = await sql`select day::text from private.due_marks`;
    assertEquals([...marked], [{ day: MONDAY }]);
  }),
);

Deno.test("guarantees/of_a_late_cancellation_count_once_and_toward_the_hours_of_the_week", () =>
  withDatabase(async ({ sql }) => {
    const { assignment, id } = await planned(sql);
    await guarantee(sql, assignment, { pay: "20", bill: null });
    const due = async () => {
      const rows = await sql<{ line: string }[]>`
        select concat_ws(' ', quantity, description) as line
          from private.guarantees_of_weeks(array(select contractor_id from assignments), array[${MONDAY}::date], 'pay')
         order by 1`;
      return rows.map(({ line }) => line);
    };
    assertEquals(await due(), ["20.00 20.00 guaranteed, 0.00 worked"]);
    await cancel(sql, id, { at: "2026-03-04 06:00 MST" });
    const both = [
      "16.00 20.00 guaranteed, 0.00 worked, 4.00 guaranteed by code",
      "4.00 Cancelled shift: 4.00 guaranteed, 0.00 entered",
    ];
    assertEquals(await due(), both);
    // Time of the code stands for the shift.
    await sql`
      insert into time_entries (assignment_id, work_date, hours, code, status)
      values (${assignment}, '2026-03-04', 3, 'cancelled', 'draft')`;
    await sql`update time_entries set status = 'submitted'`;
    await sql`update time_entries set status = 'approved'`;
    assertEquals(await due(), [
      "1.00 Cancelled shift: 4.00 guaranteed, 3.00 entered",
      "16.00 20.00 guaranteed, 0.00 worked, 3.00 cancelled, 1.00 guaranteed by code",
    ]);
    await sql`select set_aside_time(array(select id from time_entries), 'Entered twice.')`;
    assertEquals(await due(), both);
    // An exception says that the contractor could not come either, or that the contract allows it.
    await except(sql, assignment, "2026-03-04", "4", "call_off_allowed");
    assertEquals(await due(), ["16.00 20.00 guaranteed, 4.00 called off as allowed, 0.00 worked"]);
    await sql`delete from guarantee_exceptions`;
    // And who worked after all is paid for that.
    await enterShift(sql, assignment, "2026-03-04 10:00 MST", "2026-03-04 14:00 MST");
    await sql`update time_entries set status = 'submitted' where set_aside_at is null`;
    await sql`update time_entries set status = 'approved' where set_aside_at is null`;
    assertEquals(await due(), ["16.00 20.00 guaranteed, 4.00 worked"]);
  }, { clock: "2026-03-10 18:00:00+00" }));

Deno.test("enter_planned_shifts/enters_what_is_over_as_enter_shift_would_and_leaves_out_what_was_worked_otherwise", () =>
  withDatabase(async ({ sql }) => {
    const { firm, assignment, id } = await planned(sql);
    await plan(sql, assignment, "2026-03-02 19:00 MST", "2026-03-03 07:30 MST", 30);
    await plan(sql, assignment, "2026-03-05 07:00 MST", "2026-03-05 15:00 MST"); // not over
    await assertRefused(enterAsPlanned(sql, assignment, NEXT), 409, "nothing_planned_to_enter");
    const entered = ["2026-03-02 5.00", "2026-03-03 7.00", "2026-03-04 12.00"];
    assertEquals(await enterAsPlanned(sql, assignment), entered);
    assertEquals(await enterAsPlanned(sql, assignment), entered); // again
    assertStrictEquals((await sql`select from time_entries where status = 'draft'`).count, 3);
    await sql`delete from time_entries`;
    // The night shift was longer; on Wednesday hours alone were entered.
    await enterShift(sql, assignment, "2026-03-02 19:00 MST", "2026-03-03 08:00 MST", {
      breakMinutes: 30,
    });
    await firm.entry(assignment, "draft", "2026-03-04", "6");
    await assertRefused(enterAsPlanned(sql, assignment), 409, "nothing_planned_to_enter");
    await sql`delete from time_entries where shift_id is null`;
    await cancel(sql, id, { by: "contractor" });
    await assertRefused(enterAsPlanned(sql, assignment), 409, "nothing_planned_to_enter");
    await assertRefused(
      enterAsPlanned(sql, assignment, "2026-03-03"),
      400,
      "week_start_not_first_day",
    );
  }, NOW));

Deno.test("enter_planned_shifts/is_for_the_contractor_and_for_staff_who_enter_time", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    await plan(sql, firm.placements.adaNorth, "2026-03-04 20:00 MST", "2026-03-05 04:00 MST");
    for (const caller of CALLERS) {
      const entering = actingAs(
        sql,
        identityOf(caller, firm.users),
        (sql) => enterAsPlanned(sql, firm.placements.adaNorth),
      );
      if (caller === "signed_out") await assertDenied(entering);
      else if (["viewer", "north", "south"].includes(caller)) {
        await assertRefused(entering, 403, "role_required");
      } else if (caller === "ben") await assertRefused(entering, 404, "assignment_not_found");
      else assertEquals(await entering, ["2026-03-04 4.00", "2026-03-05 4.00"], caller);
    }
  }, { clock: "2026-03-09 12:00:00+00" }));
