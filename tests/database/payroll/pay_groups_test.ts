// Groups of contractors who are paid on the same days, each with periods and batches of its own.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../support/firm.ts";
import {
  advance,
  closeBatch,
  closePeriod,
  periodOf,
  prepareDraft,
} from "../../support/payroll/batches.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-03-27 18:00:00+00" };
const WEEK = "2026-03-16";

/** A pay group; without a calendar unless it has one. */
async function group(
  sql: postgres.Sql,
  name: string,
  calendar = "null, null, null",
): Promise<string> {
  const [{ id }] = await sql.unsafe<[{ id: string }]>(
    `insert into pay_groups (name, weeks, first_day, pay_day_offset) values ('${name}', ${calendar}) returning id`,
  );
  return id;
}

/** Moves whoever works at an assignment to a group. */
const move = (sql: postgres.Sql, assignment: string, to: string) =>
  sql`update contractors set pay_group_id = ${to}
       where id = (select contractor_id from assignments where id = ${assignment})`;

/** Period of a group, of the week. */
async function periodOfGroup(sql: postgres.Sql, of: string): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into payroll_periods (pay_group_id, period_start, period_end, pay_date)
    values (${of}, ${WEEK}, ${WEEK}::date + 6, ${WEEK}::date + 11) returning id`;
  return id;
}

/** Hours that a batch pays. */
async function hoursOf(sql: postgres.Sql, batch: string): Promise<string[]> {
  const rows = await sql<{ hours: string }[]>`
    select line.hours::text as hours from payroll_items as item
      join payroll_item_lines as line on line.payroll_item_id = item.id
     where item.payroll_batch_id = ${batch} and line.kind = 'straight' order by line.hours`;
  return rows.map(({ hours }) => hours);
}

Deno.test("pay_groups/have_periods_and_open_batches_of_their_own_and_pay_each_their_people", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [one, other] = [await firm.assignment(), await firm.assignment()];
    await firm.entry(one, "approved", WEEK, "8");
    await firm.entry(other, "approved", WEEK, "6");
    const weekly = await group(sql, "Weekly");
    await move(sql, other, weekly);

    const [everybodys, weeklys] = [await periodOf(sql, WEEK), await periodOfGroup(sql, weekly)];
    await assertViolates(periodOfGroup(sql, weekly), "payroll_periods_never_overlap");
    const [first, second] = [await prepareDraft(sql, everybodys), await prepareDraft(sql, weeklys)];
    assertEquals(await hoursOf(sql, first["id"] ?? ""), ["8.00"]);
    assertEquals(await hoursOf(sql, second["id"] ?? ""), ["6.00"]);

    // The other group's pay is due, and keeps nobody's period open.
    for (const _step of ["in_review", "approved"]) await advance(sql, first["id"] ?? "");
    await closeBatch(sql, first["id"] ?? "");
    assertStrictEquals((await closePeriod(sql, everybodys))["status"], "closed");
    await assertRefused(closePeriod(sql, weeklys), 409, "payroll_period_not_finished");
  }, CLOCK));

Deno.test("pay_groups/pay_who_moves_once_by_whichever_batch_comes_next", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const mover = await firm.assignment();
    await firm.entry(mover, "approved", WEEK, "8");
    const [weekly, everybodys] = [await group(sql, "Weekly"), await periodOf(sql, WEEK)];
    const weeklys = await periodOfGroup(sql, weekly);
    const draft = await prepareDraft(sql, everybodys);
    await move(sql, mover, weekly);
    await assertRefused(prepareDraft(sql, weeklys), 409, "nothing_to_pay"); // the draft has it
    await assertRefused(prepareDraft(sql, everybodys), 409, "nothing_to_pay"); // and is rolled back to itself
    await sql`select discard_payroll_batch(${draft["id"] ?? ""}, 'They moved.')`;
    const paid = await prepareDraft(sql, weeklys);
    assertEquals(await hoursOf(sql, paid["id"] ?? ""), ["8.00"]);
  }, CLOCK));

Deno.test("make_payroll_periods/makes_them_eight_ahead_and_pays_before_holidays", () =>
  withDatabase(async ({ sql }) => {
    await sql`insert into holidays (day, name) values ('2026-04-03', 'Good Friday')`;
    const weekly = await group(sql, "Weekly", "1, '2026-01-05', 5");
    const make = (of: string) =>
      sql`
      select period_start::text as from_day, period_end::text as through, pay_date::text as paid
        from make_payroll_periods(${of})`;
    const made = await make(weekly);
    assertEquals([made.count, { ...made[0] }, { ...made.at(-1) }], [
      9,
      { from_day: "2026-03-23", through: "2026-03-29", paid: "2026-04-02" },
      { from_day: "2026-05-18", through: "2026-05-24", paid: "2026-05-29" },
    ]);
    assertStrictEquals((await make(weekly)).count, 0);
    const fortnights = await group(sql, "Fortnights", "2, '2026-04-06', 6");
    assertEquals({ ...(await make(fortnights))[0] }, {
      from_day: "2026-03-23",
      through: "2026-04-05",
      paid: "2026-04-10",
    });
    const [{ id: everybody }] = await sql<
      [{ id: string }]
    >`select id from pay_groups where is_default`;
    await assertRefused(make(everybody), 409, "pay_group_without_calendar");
    await assertRefused(group(sql, "Odd", "1, '2026-01-06', 5"), 400, "pay_group_not_whole_weeks");
    await assertViolates(group(sql, "Half", "1, null, 5"), "calendar_of_pay_group_is_whole");
  }, CLOCK));
