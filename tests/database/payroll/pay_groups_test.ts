// Groups of contractors who are paid on the same days, each with periods and batches of its own.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../support/access/acting.ts";
import { Firm } from "../../support/firm.ts";
import {
  advance,
  close,
  closeBatch,
  closePeriod,
  payGroup,
  periodOf,
  periodOfGroup,
  prepare,
  prepareDraft,
  prepareOffCycle,
} from "../../support/payroll/batches.ts";
import { staffMember } from "../../support/people/staff.ts";
import { assertRejectsWith } from "../../support/rejections.ts";
import { withDatabase } from "../../support/server/database.ts";
import { assertRefused, assertViolates } from "../../support/sql/refusal.ts";

const CLOCK = { clock: "2026-03-27 18:00:00+00" };
const WEEK = "2026-03-16";

/** Moves whoever works at an assignment to a group. */
const move = (sql: postgres.Sql, assignment: string, to: string) =>
  sql`update contractors set pay_group_id = ${to}
       where id = (select contractor_id from assignments where id = ${assignment})`;

async function contractorOf(sql: postgres.Sql): Promise<string> {
  const assignment = await (await Firm.create(sql)).assignment();
  const [{ id }] = await sql<[{ id: string }]>`
    select contractor_id as id from assignments where id = ${assignment}`;
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
    const weekly = await payGroup(sql, "Weekly");
    await move(sql, other, weekly);

    const [everybodys, weeklys] = [
      await periodOf(sql, WEEK),
      await periodOfGroup(sql, weekly, WEEK),
    ];
    await assertViolates(periodOfGroup(sql, weekly, WEEK), "payroll_periods_never_overlap");
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
    const [weekly, everybodys] = [await payGroup(sql, "Weekly"), await periodOf(sql, WEEK)];
    const weeklys = await periodOfGroup(sql, weekly, WEEK);
    const draft = await prepareDraft(sql, everybodys);
    await move(sql, mover, weekly);
    await assertRefused(prepareDraft(sql, weeklys), 409, "nothing_to_pay"); // the draft has it
    const emptied = await prepareDraft(sql, everybodys);
    assertEquals([emptied["id"], emptied["status"], emptied["discard_reason"]], [
      draft["id"],
      "discarded",
      "Nothing is left to pay in it.",
    ]);
    await assertRefused(prepareDraft(sql, everybodys), 409, "nothing_to_pay");
    const paid = await prepareDraft(sql, weeklys);
    assertEquals(await hoursOf(sql, paid["id"] ?? ""), ["8.00"]);
  }, CLOCK));

Deno.test("make_payroll_periods/makes_them_eight_ahead_and_pays_before_holidays", () =>
  withDatabase(async ({ sql }) => {
    await sql`insert into holidays (day, name) values ('2026-04-03', 'Good Friday')`;
    const weekly = await payGroup(sql, "Weekly", [1, "2026-01-05", 5]);
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
    const fortnights = await payGroup(sql, "Fortnights", [2, "2026-04-06", 6]);
    assertEquals({ ...(await make(fortnights))[0] }, {
      from_day: "2026-03-23",
      through: "2026-04-05",
      paid: "2026-04-10",
    });
    const [{ id: everybody }] = await sql<
      [{ id: string }]
    >`select id from pay_groups where is_default`;
    await assertRefused(make(everybody), 409, "pay_group_without_calendar");
    await assertRefused(make(crypto.randomUUID()), 404, "pay_group_not_found");
    await assertRefused(
      payGroup(sql, "Odd", [1, "2026-01-06", 5]),
      400,
      "pay_group_not_whole_weeks",
    );
    await assertViolates(
      sql`insert into pay_groups (name, weeks, pay_day_offset) values ('Half', 1, 5)`,
      "calendar_of_pay_group_is_whole",
    );
    await assertViolates(
      payGroup(sql, "Months", [4, "2026-01-05", 5]),
      "pay_group_has_one_or_two_weeks",
    );
    await assertViolates(
      payGroup(sql, "Late", [1, "2026-01-05", 32]),
      "pay_day_is_within_a_month_of_the_period",
    );
    await assertViolates(payGroup(sql, " "), "pay_group_name_is_not_blank");
  }, CLOCK));

Deno.test("make_payroll_periods/goes_on_behind_periods_that_were_entered_by_hand", () =>
  withDatabase(async ({ sql }) => {
    const fortnights = await payGroup(sql, "Fortnights", [2, "2026-03-23", 5]);
    await periodOfGroup(sql, fortnights, "2026-03-23", 3);
    const made = await sql`
      select period_start::text as from_day, period_end::text as through, pay_date::text as paid
        from make_payroll_periods(${fortnights}) order by 1 limit 2`;
    assertEquals(made.map((one) => ({ ...one })), [
      { from_day: "2026-04-13", through: "2026-04-19", paid: "2026-04-24" }, // up to the next of its fortnights
      { from_day: "2026-04-20", through: "2026-05-03", paid: "2026-05-08" },
    ]);
    assertStrictEquals((await sql`select from make_payroll_periods(${fortnights})`).count, 0);
  }, CLOCK));

Deno.test("make_payroll_periods/makes_those_that_were_missed_too", () =>
  withDatabase(async ({ sql }) => {
    const weekly = await payGroup(sql, "Weekly", [1, "2026-01-05", 5]);
    await periodOfGroup(sql, weekly, "2026-02-23");
    const made = await sql<{ day: string }[]>`
      select period_start::text as day from make_payroll_periods(${weekly}) order by 1`;
    assertEquals(made.slice(0, 3).map(({ day }) => day), [
      "2026-03-02",
      "2026-03-09",
      "2026-03-16",
    ]);
    assertStrictEquals(made.at(-1)?.day, "2026-05-11");
  }, { clock: "2026-03-20 18:00:00+00" }));

Deno.test("pay_groups/have_one_default_at_the_end_of_each_transaction", () =>
  withDatabase(async ({ sql }) => {
    const nights = await payGroup(sql, "Nights");
    await assertRefused(
      sql.begin(async (sql) => {
        await sql`set local role service_role`;
        await sql`update pay_groups set is_default = false`;
      }),
      409,
      "pay_group_is_default",
    );
    await sql.begin(async (sql) => {
      await sql`set local role service_role`;
      await sql`update pay_groups set is_default = false where is_default`;
      await sql`update pay_groups set is_default = true where id = ${nights}`;
    });
    const [left] = await sql`select name from pay_groups where is_default`;
    assertStrictEquals(left?.["name"], "Nights");
  }));

Deno.test("pay_groups/are_written_by_payroll_and_the_one_of_everybody_stays", () =>
  withDatabase(async ({ sql }) => {
    const [payroll, recruiting] = [
      await staffMember(sql, "payroll"),
      await staffMember(sql, "recruiting"),
    ];
    const as = (who: typeof payroll, statement: string) =>
      actingAs(sql, who, (sql) => sql.unsafe(statement));
    const person = await contractorOf(sql);
    const [made] = await as(
      payroll,
      "insert into pay_groups (name, weeks, first_day, pay_day_offset) values ('Nights', 1, '2026-01-05', 5) returning id",
    );
    // Whoever says no group has that of everybody.
    await as(
      payroll,
      "insert into payroll_periods (period_start, period_end, pay_date) values ('2026-03-16', '2026-03-22', '2026-03-27')",
    );
    await as(
      payroll,
      `update contractors set pay_group_id = '${made?.["id"]}' where id = '${person}'`,
    );
    await assertRefused(
      as(recruiting, `update contractors set pay_group_id = default where id = '${person}'`),
      403,
      "role_required",
    );
    await assertRefused(as(recruiting, "delete from pay_groups"), 403, "role_required");
    await assertRefused(
      as(payroll, "delete from pay_groups where is_default"),
      409,
      "pay_group_is_default",
    );
    await assertRejectsWith(
      () => as(payroll, `delete from pay_groups where id = '${made?.["id"]}'`),
      { code: "23503" },
    );
    await as(payroll, `update contractors set pay_group_id = default where id = '${person}'`);
    await as(payroll, `delete from pay_groups where id = '${made?.["id"]}'`);
    const left = await sql<{ name: string; periods: number }[]>`
      select name, (select count(*)::int from payroll_periods where pay_group_id = pay_groups.id) as periods
        from pay_groups`;
    assertEquals(left.map((one) => ({ ...one })), [{ name: "Everybody", periods: 1 }]);
    assertStrictEquals(
      (await sql`select from audit_log where table_name = 'pay_groups'`).count,
      2,
      "its beginning and its end are in the log",
    );
  }, CLOCK));

Deno.test("payroll_batch_review/compares_with_the_period_before_of_the_group", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [one, other] = [await firm.assignment(), await firm.assignment()];
    await firm.entry(one, "approved", "2026-03-02", "8");
    await firm.entry(other, "approved", "2026-03-09", "6");
    const weekly = await payGroup(sql, "Weekly");
    await move(sql, other, weekly);
    await close(sql, await prepare(sql, "2026-03-02"));
    const others = await prepareDraft(sql, await periodOfGroup(sql, weekly, "2026-03-09"));
    await close(sql, others["id"] ?? "");
    await firm.entry(one, "approved", WEEK, "4");
    const batch = await prepare(sql, WEEK);
    const review = await sql`
      select hours::text as hours, hours_before::text as before from payroll_batch_review(${batch})`;
    assertEquals([...review], [{ hours: "4.00", before: "8.00" }]);
  }, CLOCK));

Deno.test("payroll_batch_review/compares_with_a_period_that_has_a_regular_batch_and_sums_all_of_it", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const [one, other] = [await firm.assignment(), await firm.assignment()];
    const [{ id: person }] = await sql<[{ id: string }]>`
      select contractor_id as id from assignments where id = ${one}`;
    const [{ id: leaving }] = await sql<[{ id: string }]>`
      select contractor_id as id from assignments where id = ${other}`;
    await firm.entry(one, "approved", "2026-03-02", "8");
    await close(sql, await prepare(sql, "2026-03-02"));
    await firm.entry(one, "approved", "2026-03-03", "2");
    const late = await prepareOffCycle(sql, await periodOf(sql, "2026-03-02"), [person]);
    await close(sql, late["id"] ?? "");
    await firm.entry(other, "approved", "2026-03-09", "6");
    const last = await prepareOffCycle(sql, await periodOf(sql, "2026-03-09"), [leaving]);
    await close(sql, last["id"] ?? "");
    await firm.entry(one, "approved", WEEK, "4");
    const batch = await prepare(sql, WEEK);
    const review = await sql`
      select hours::text as hours, hours_before::text as before from payroll_batch_review(${batch})
       where contractor_id = ${person}`;
    assertEquals([...review], [{ hours: "4.00", before: "10.00" }]);
  }, CLOCK));
