// Shifts that turn out wrong once they are approved: corrected by their times.
import { assert, assertEquals, assertNotEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { createInvoice, linesOf } from "../../../support/billing/billed_time.ts";
import { Firm } from "../../../support/firm.ts";
import { close, prepare } from "../../../support/payroll/batches.ts";
import { linesOf as payLinesOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged } from "../../../support/sql/refusal.ts";
import { contents } from "../../../support/sql/rows.ts";
import { correct, type Correction } from "../../../support/time/corrections.ts";
import { enterParts, type Part } from "../../../support/time/shifts.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

const CLOCK = { clock: "2026-03-30 12:00:00+00" };
const MONDAY = "2026-03-02";

interface Night {
  readonly sql: postgres.Sql;
  readonly firm: Firm;
  readonly assignment: string;
  /** Before midnight: 19:25 to 24:00, 4.58 hours. */
  readonly evening: Part;
  /** After midnight: to 07:05, with a break of 30 minutes, 6.59 hours, since both are 11.17. */
  readonly morning: Part;
}

/** An approved night, and a test on it. */
function testNight(name: string, test: (night: Night) => Promise<void>): void {
  Deno.test(`correct_time_entry/${name}`, () =>
    withDatabase(async ({ sql }) => {
      const firm = await Firm.create(sql);
      const assignment = await firm.assignment();
      const [evening, morning] = await enterParts(
        sql,
        assignment,
        `${MONDAY} 19:25 MST`,
        "2026-03-03 07:05 MST",
        { breakMinutes: 30 },
      );
      assert(evening && morning);
      for (
        const status of ["submitted", "approved"]
      ) await sql`update time_entries set status = ${status}`;
      await test({ sql, firm, assignment, evening, morning });
    }, CLOCK));
}

/** Entries as `"2026-03-02 4.58"`, in order. */
async function hoursOf(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ entry: string }[]>`
    select concat_ws(' ', work_date, hours) as entry from time_entries order by started_at`;
  return rows.map(({ entry }) => entry);
}

testNight("gives_a_shift_the_hours_of_its_times", async ({ sql, evening, morning }) => {
  assertEquals(await hoursOf(sql), ["2026-03-02 4.58", "2026-03-03 6.59"]);
  const row = await correct(
    sql,
    evening.id,
    { startedAt: `${MONDAY} 19:00 MST` },
    "Came at seven.",
  );
  assertEquals(row.hours, "5.00");
  assertEquals(row.hours_before_correction, "4.58");
  assertStrictEquals(row.work_date, MONDAY);
  assertEquals(row.correction_reason, "Came at seven.");
  assertEquals(await hoursOf(sql), ["2026-03-02 5.00", "2026-03-03 6.59"]);
  await correct(sql, morning.id, { endedAt: "2026-03-03 07:00 MST" });
  assertEquals(await hoursOf(sql), ["2026-03-02 5.00", "2026-03-03 6.50"]);
  await correct(sql, morning.id, { breakMinutes: 0 });
  assertEquals(await hoursOf(sql), ["2026-03-02 5.00", "2026-03-03 7.00"]);
});

testNight("moves_a_shift_within_its_day_also_with_the_same_hours", async ({ sql, evening }) => {
  await close(sql, await prepare(sql, MONDAY));
  const row = await correct(sql, evening.id, {
    startedAt: `${MONDAY} 19:20 MST`,
    endedAt: `${MONDAY} 23:55 MST`,
  });
  assertEquals(row.hours, "4.58");
  const marks = await sql`select day::text from private.due_marks order by day`;
  // Its order in the day may decide, and how what follows goes on.
  assertEquals([...marks], [{ day: MONDAY }, { day: "2026-03-03" }]);
  // Twice in one transaction, where the clock stands still.
  await sql.begin(async (sql) => {
    await correct(sql, evening.id, { endedAt: `${MONDAY} 23:50 MST` });
    await correct(sql, evening.id, {
      startedAt: `${MONDAY} 19:15 MST`,
      endedAt: `${MONDAY} 23:45 MST`,
    });
  });
  assertEquals(await hoursOf(sql), ["2026-03-02 4.50", "2026-03-03 6.59"]);
});

testNight("says_when_a_break_began", async ({ sql, evening, morning }) => {
  const breaks = async () => {
    const rows = await sql<{ at: string }[]>`
      select concat_ws(' ', work_date, hours, break_minutes,
                       to_char(break_started_at at time zone 'America/Denver', 'HH24:MI')) as at
        from time_entries order by started_at`;
    return rows.map(({ at }) => at);
  };
  await sql`
    insert into premium_rules (title, effective_from, from_time, to_time, pay_multiplier, pay_amount,
                               bill_multiplier, bill_amount)
    values ('Small hours', '2026-01-01', '00:00', '02:00', 1, 6, 1, 0)`;
  await close(sql, await prepare(sql, MONDAY));
  assertEquals(await breaks(), ["2026-03-02 4.58 0", "2026-03-03 6.59 30"]);
  const row = await correct(sql, morning.id, { breakStartedAt: "2026-03-03 01:00 MST" });
  assertStrictEquals(row.hours_before_correction, "6.59");
  assertEquals(await breaks(), ["2026-03-02 4.58 0", "2026-03-03 6.59 30 01:00"]);
  // Half an hour less of the small hours, though the hours are the same.
  const [batch] = await sql<[{ due: string }]>`
    select sum(amount)::text as due from payroll_item_lines as line
      join payroll_items as item on item.id = line.payroll_item_id
     where item.payroll_batch_id = ${await prepare(
    sql,
    "2026-03-09",
  )} and line.kind = 'difference'`;
  assertStrictEquals(batch.due, "-3.00");
  // What is left of it says nothing of a break that there was not.
  await correct(sql, morning.id, { breakMinutes: 0 });
  assertEquals(await breaks(), ["2026-03-02 4.58 0", "2026-03-03 7.09 0"]);
  for (
    const [id, correction] of [
      [evening.id, { breakStartedAt: `${MONDAY} 20:00 MST` }], // no break
      [morning.id, { breakMinutes: 30, breakStartedAt: "2026-03-03 06:40 MST" }], // beyond the end
      [morning.id, { breakMinutes: 30, breakStartedAt: "2026-03-03 01:00:30 MST" }],
      [morning.id, { breakMinutes: 30, breakStartedAt: `${MONDAY} 23:50 MST` }], // in the other part
      [morning.id, { breakMinutes: 30, breakStartedAt: "infinity" }],
    ] as const
  ) {
    await assertRefusedUnchanged(sql, () => correct(sql, id, correction), 400, "break_not_valid");
  }
});

testNight("of_a_shift_ten_times_is_one_correction", async ({ sql, morning }) => {
  await correct(sql, morning.id, { endedAt: "2026-03-03 06:00 MST" });
  const once = await contents(sql);
  for (let n = 0; n < 9; n++) {
    await correct(sql, morning.id, { endedAt: "2026-03-03 06:00 MST" }, "Again.");
  }
  assertEquals(await contents(sql), once);
});

testNight("of_a_shift_and_its_reverse_leave_nothing", async ({ sql, firm, evening, morning }) => {
  const invoice = await createInvoice(sql, firm.facilityId);
  const lines = await linesOf(sql, invoice.id);
  const batch = await prepare(sql, MONDAY);
  const pay = await payLinesOf(sql, batch);
  for (const closed of [false, true]) {
    if (closed) await close(sql, batch);
    await correct(sql, evening.id, { startedAt: `${MONDAY} 18:01 MST` });
    await correct(sql, morning.id, { endedAt: "2026-03-03 09:03 MST", breakMinutes: 45 });
    assertNotEquals(await linesOf(sql, invoice.id), lines);
    await correct(sql, evening.id, { startedAt: `${MONDAY} 19:25 MST` });
    await correct(sql, morning.id, { endedAt: "2026-03-03 07:05 MST", breakMinutes: 30 });
    assertEquals(await hoursOf(sql), ["2026-03-02 4.58", "2026-03-03 6.59"]);
    assertEquals(await linesOf(sql, invoice.id), lines);
    if (!closed) assertEquals(await payLinesOf(sql, batch), pay);
    else await assertRejectsWith(() => prepare(sql, "2026-03-09"), { detail: "nothing_to_pay" });
  }
});

testNight("refuses_what_no_shift_has", async ({ sql, firm, assignment, evening, morning }) => {
  await enterParts(sql, assignment, "2026-03-03 08:00 MST", "2026-03-03 12:00 MST");
  const alone = await firm.entry(assignment, "approved", "2026-03-04", "8");
  const refused = (id: string, correction: Correction, status: 400 | 409, slug: string) =>
    assertRefusedUnchanged(sql, () => correct(sql, id, correction), status, slug);
  await refused(evening.id, { hours: "4" }, 409, "time_entry_of_shift");
  await refused(evening.id, { day: "2026-03-04" }, 409, "time_entry_of_shift");
  await refused(
    evening.id,
    { hours: "4", endedAt: `${MONDAY} 23:00 MST` },
    409,
    "time_entry_of_shift",
  );
  await refused(alone, { breakMinutes: 30 }, 409, "time_entry_without_times");
  await refused(
    alone,
    { hours: "4", startedAt: "2026-03-04 08:00 MST" },
    409,
    "time_entry_without_times",
  );
  await refused(evening.id, { endedAt: "2026-03-03 00:30 MST" }, 400, "shift_day_not_right");
  await refused(morning.id, { startedAt: `${MONDAY} 23:30 MST` }, 400, "shift_day_not_right");
  await refused(evening.id, { endedAt: `${MONDAY} 19:25 MST` }, 400, "shift_not_valid");
  await refused(evening.id, { endedAt: `${MONDAY} 20:00:30 MST` }, 400, "shift_not_valid");
  await refused(morning.id, { breakMinutes: 29 }, 400, "break_not_valid");
  await refused(morning.id, { breakMinutes: 425 }, 400, "break_not_valid");
  await refused(morning.id, { endedAt: "2026-03-03 08:01 MST" }, 409, "shift_overlaps");
  await firm.entry(assignment, "draft", "2026-03-03", "13");
  await refused(morning.id, { endedAt: "2026-03-03 08:00 MST" }, 409, "hours_exceed_day");
  await correct(sql, alone, { hours: "7" });
});

Deno.test("correct_time_entry/counts_a_break_that_went_over_midnight_as_one", () =>
  withDatabase(async ({ sql }) => {
    const assignment = await (await Firm.create(sql)).assignment();
    const [evening, morning] = await enterParts(
      sql,
      assignment,
      `${MONDAY} 19:00 MST`,
      "2026-03-03 07:00 MST",
      { breakMinutes: 30, breakStartedAt: `${MONDAY} 23:40 MST` },
    );
    assert(evening && morning);
    for (const status of ["submitted", "approved"]) {
      await sql`update time_entries set status = ${status}`;
    }
    await assertRejectsWith(() => correct(sql, morning.id, { breakMinutes: 9 }), {
      detail: "break_not_valid",
    });
    await correct(sql, morning.id, { breakMinutes: 11 });
    await correct(sql, morning.id, { breakMinutes: 0 });
    await correct(sql, evening.id, { breakMinutes: 0 });
    assertEquals(await hoursOf(sql), ["2026-03-02 5.00", "2026-03-03 7.00"]);
  }, CLOCK));
