// Bonuses that were earned over days of their own: in equal weekly shares (29 CFR 778.209 b), or as flat sums.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { close, discard, prepare } from "../../../support/payroll/batches.ts";
import { adjustment, payRate } from "../../../support/payroll/extras.ts";
import { linesOf } from "../../../support/payroll/items.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";
import { correct } from "../../../support/time/corrections.ts";
import { dayOfWeek, entryOf, work, type Worker } from "../../../support/time/worked_time.ts";

const MONDAYS = ["2026-03-02", "2026-03-09", "2026-03-16", "2026-03-23"] as const;
const [FIRST, SECOND, THIRD, FOURTH] = MONDAYS;

/** Somebody who works so many hours a day, at 10.00, on the first six days of each week. */
async function weeksOf(
  sql: postgres.Sql,
  ...weeks: readonly (readonly number[])[]
): Promise<Worker> {
  const worker = await work(
    sql,
    weeks.flatMap((days, week) =>
      days.map((hours, day) => ({
        date: dayOfWeek(FIRST, 7 * week + day + 1),
        hours,
        rule: "flsa" as const,
      }))
    ),
  );
  await payRate(sql, worker.assignmentIds.flsa, "2020-01-01", "10");
  return worker;
}

const HOURS_46 = [8, 8, 8, 8, 8, 6];
const HOURS_40 = [8, 8, 8, 8, 8];

/** A bonus in the regular rate, earned from the first Monday up to the day before another. */
function earn(
  sql: postgres.Sql,
  { contractorId }: Worker,
  amount: string,
  weeks: number,
  { payableOn = FOURTH as string, isFlatSum = false } = {},
): Promise<string> {
  const earned = [FIRST, dayOfWeek(FIRST, 7 * weeks)] as const;
  const also = { inRegularRate: true, isFlatSum, earned };
  return adjustment(sql, contractorId, payableOn, "bonus", amount, also);
}

/** Prepares the batch of a week and closes it; gives its lines but those of time and of what is overpaid. */
async function pay(sql: postgres.Sql, monday: string, weeks = 1): Promise<string[]> {
  const batch = await prepare(sql, monday, weeks);
  await close(sql, batch);
  return (await linesOf(sql, batch)).filter((line) => !/straight|overpayment/.test(line));
}

const nothingIsDue = (sql: postgres.Sql, monday: string) =>
  assertRefused(prepare(sql, monday), 409, "nothing_to_pay");

function test(name: string, body: (sql: postgres.Sql) => Promise<void>): void {
  Deno.test(`payroll_draft/${name}`, () => withDatabase(({ sql }) => body(sql)));
}

test("spreads_a_bonus_over_its_weeks_and_pays_it_on_its_day", async (sql) => {
  const worker = await weeksOf(sql, HOURS_46, HOURS_40, HOURS_46, HOURS_46);
  await earn(sql, worker, "138", 3); // 46 a week, in two with overtime, and not in the fourth
  assertEquals(await pay(sql, FIRST, 4), [
    `${FIRST} overtime_premium 6.00 = 33.00`, // 6 × (10 + 1) / 2
    `${THIRD} overtime_premium 6.00 = 33.00`,
    `${FOURTH} adjustment = 138.00`,
    `${FOURTH} overtime_premium 6.00 = 30.00`,
  ]);
});

test("spreads_no_bonus_that_nobody_approved", async (sql) => {
  const worker = await weeksOf(sql, HOURS_46);
  const also = {
    inRegularRate: true,
    earned: [FIRST, dayOfWeek(FIRST, 7)],
    isApproved: false,
  } as const;
  await adjustment(sql, worker.contractorId, FOURTH, "bonus", "46", also);
  assertEquals(await pay(sql, FIRST), [`${FIRST} overtime_premium 6.00 = 30.00`]);
});

test("adds_a_bonus_to_the_week_of_its_day_where_that_is_one_of_those_that_earned_it", async (sql) => {
  const worker = await weeksOf(sql, HOURS_46, HOURS_46);
  const days = ["2026-03-04", "2026-03-10"] as const; // two workweeks are touched
  await adjustment(sql, worker.contractorId, "2026-03-12", "bonus", "92", {
    inRegularRate: true,
    earned: days,
  });
  assertEquals(await pay(sql, FIRST, 2), [
    `${FIRST} overtime_premium 6.00 = 33.00`,
    `${SECOND} adjustment = 92.00`,
    `${SECOND} overtime_premium 6.00 = 33.00`,
  ]);
});

test("pays_what_a_bonus_adds_to_weeks_that_were_paid_as_their_difference", async (sql) => {
  const worker = await weeksOf(sql, HOURS_46, HOURS_46);
  await pay(sql, FIRST);
  await earn(sql, worker, "92", 2, { payableOn: "2026-03-15" });
  const second = [
    `${FIRST} difference 0.00 0.00 = 3.00`,
    `${SECOND} adjustment = 92.00`,
    `${SECOND} overtime_premium 6.00 = 33.00`,
  ];
  const discarded = await prepare(sql, SECOND);
  await discard(sql, discarded);
  assertEquals(await pay(sql, SECOND), second);
  await nothingIsDue(sql, THIRD);
});

test("pays_a_bonus_that_is_payable_later_once_though_its_weeks_followed_it_at_once", async (sql) => {
  const worker = await weeksOf(sql, HOURS_46);
  await pay(sql, FIRST);
  await earn(sql, worker, "46", 1);
  assertEquals(await pay(sql, SECOND), [`${FIRST} difference 0.00 0.00 = 3.00`]);
  assertEquals(await pay(sql, FOURTH), [`${FOURTH} adjustment = 46.00`]);
});

for (
  const [how, undo] of [
    ["loses_its_approval", "update payroll_adjustments set approved_at = null"],
    ["is_deleted", "delete from payroll_adjustments"],
    [
      "was_earned_in_other_weeks",
      `
      update payroll_adjustments
         set earned_from = '${SECOND}', earned_to = '${SECOND}', approved_at = now() + interval '1 s'`,
    ],
    [
      "is_left_out_of_the_regular_rate",
      `
      update payroll_adjustments
         set in_regular_rate = false, earned_from = null, earned_to = null, reason = 'A gift',
             approved_at = now() + interval '1 s'`,
    ],
  ] as const
) {
  test(`takes_back_what_a_bonus_added_that_${how}`, async (sql) => {
    const worker = await weeksOf(sql, HOURS_46);
    await earn(sql, worker, "46", 1);
    assertEquals(await pay(sql, FIRST), [`${FIRST} overtime_premium 6.00 = 33.00`]);
    await sql.unsafe(undo);
    assertEquals(await linesOf(sql, await prepare(sql, SECOND)), [
      `${FIRST} difference 0.00 0.00 = -3.00`,
      `${FIRST} overpayment = 3.00`,
    ]);
  });
}

test("follows_a_correction_of_time_in_one_of_the_weeks_of_a_bonus", async (sql) => {
  const worker = await weeksOf(sql, HOURS_46, HOURS_46);
  await earn(sql, worker, "92", 2);
  await pay(sql, FIRST, 2);
  await correct(sql, entryOf(worker, 6), { hours: "10" });
  // 4 h at 10, and 10 h of overtime at half of (500 + 46) / 50, less 33.
  assertEquals(await pay(sql, THIRD), [`${FIRST} difference 4.00 4.00 0.00 = 61.60`]);
});

test("rounds_half_a_cent_up_that_a_share_has_no_decimals_for", async (sql) => {
  const worker = await weeksOf(sql, HOURS_46);
  await earn(sql, worker, "1.15", 3);
  // 30 + 3 × (1.15 / 3) / 46 = 30.025; 1.15 / 3, cut anywhere, would leave less than the half.
  assertEquals(await pay(sql, FIRST), [`${FIRST} overtime_premium 6.00 = 30.03`]);
});

test("rounds_half_a_cent_up_that_a_flat_sum_has_no_decimals_for", async (sql) => {
  const worker = await weeksOf(sql, HOURS_46, [20]);
  await earn(sql, worker, "0.50", 2, { isFlatSum: true });
  // 30 + 9 × 0.50 / 60 = 30.075; 0.50 / 60, cut anywhere, would leave less than the half.
  assertEquals(await pay(sql, FIRST), [`${FIRST} overtime_premium 6.00 = 30.08`]);
});

test("divides_a_flat_sum_by_the_hours_of_all_its_weeks_that_are_no_overtime", async (sql) => {
  const worker = await weeksOf(sql, HOURS_46, [20], [8, 8, 8, 8, 8, 8]);
  await earn(sql, worker, "150", 3, { isFlatSum: true }); // 1.50 for each of 100 hours
  assertEquals(await pay(sql, FIRST, 4), [
    `${FIRST} overtime_premium 6.00 = 43.50`, // 30 + 1.5 × 6 × 1.50
    `${THIRD} overtime_premium 8.00 = 58.00`,
    `${FOURTH} adjustment = 150.00`,
  ]);
});

test("changes_all_weeks_of_a_flat_sum_when_time_of_one_comes_late", async (sql) => {
  const worker = await weeksOf(sql, HOURS_46, [20]);
  await earn(sql, worker, "120", 2, { isFlatSum: true }); // 2.00 for each of 60 hours
  assertEquals(await pay(sql, FIRST, 2), [`${FIRST} overtime_premium 6.00 = 48.00`]);
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    values (${worker.assignmentIds.flsa}, '2026-03-10', 15, 'approved')`;
  // 1.60 for each of 75.
  assertEquals(await pay(sql, THIRD), [`${FIRST} difference 0.00 0.00 = -3.60`]);
  await correct(sql, entryOf(worker, 7), { hours: "24" });
  // 9 × 120 / 79 = 13.67 in place of 14.40.
  assertEquals(await pay(sql, dayOfWeek(FOURTH, 8)), [
    `${FIRST} difference 0.00 0.00 = -0.73`,
    `${SECOND} difference 4.00 0.00 0.00 = 40.00`,
    `${FOURTH} adjustment = 120.00`,
  ]);
  assertStrictEquals((await sql`select from private.due_marks`).count, 0);
});

test("sees_in_an_earlier_week_what_time_of_a_later_one_makes_of_a_flat_sum", async (sql) => {
  const worker = await weeksOf(sql, HOURS_46);
  await earn(sql, worker, "120", 2, { isFlatSum: true }); // 3.00 for each of 40 hours
  await pay(sql, FIRST);
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    values (${worker.assignmentIds.flsa}, ${SECOND}, 20, 'approved')`;
  await adjustment(sql, worker.contractorId, "2026-02-23", "reimbursement", "50");
  // 2.00 for each of 60; the second week itself is later than the period.
  assertEquals(await pay(sql, FIRST), [
    `2026-02-23 adjustment = 50.00`,
    `${FIRST} difference 0.00 0.00 = -9.00`,
  ]);
  assertEquals(await pay(sql, SECOND), []);
  await pay(sql, FOURTH);
  assertStrictEquals((await sql`select from private.due_marks`).count, 0);
});

test("keeps_in_mind_what_late_time_of_a_flat_sum_makes_of_a_later_week", async (sql) => {
  const worker = await weeksOf(sql, [20], HOURS_46);
  await earn(sql, worker, "120", 2, { isFlatSum: true });
  await pay(sql, FIRST);
  assertEquals(await pay(sql, SECOND), [`${SECOND} overtime_premium 6.00 = 48.00`]);
  await sql`
    insert into time_entries (assignment_id, work_date, hours, status)
    values (${worker.assignmentIds.flsa}, '2026-03-03', 15, 'approved')`;
  assertEquals(await pay(sql, FIRST), []); // the week is paid, and its mark would be needless
  assertEquals(await linesOf(sql, await prepare(sql, THIRD)), [
    `${SECOND} difference 0.00 0.00 = -3.60`,
    `${SECOND} overpayment = 3.60`,
  ]);
});

for (
  const [order, mondays, isFirst] of [
    ["is_first", MONDAYS, true],
    ["is_last", MONDAYS, false],
    ["meets_weeks_that_are_paid_backwards", [THIRD, SECOND, FIRST, FOURTH], true],
  ] as const
) {
  test(`comes_to_the_same_when_a_flat_sum_${order}`, async (sql) => {
    const worker = await weeksOf(sql, HOURS_46, [20], HOURS_46);
    const bonus = () => earn(sql, worker, "100.01", 3, { isFlatSum: true });
    if (isFirst) await bonus();
    for (const monday of mondays) {
      if (monday === FOURTH && !isFirst) await bonus();
      await pay(sql, monday).catch((error) => assertMatch(String(error), /already in a batch/));
    }
    const [paid] = await sql<
      [{ total: string }]
    >`select sum(gross_pay) as total from payroll_items`;
    assertEquals(paid.total, "1298.01"); // 1,120 of time, 100.01, and twice 30 + 9 × 100.01 / 100
  });
}
