// Batches of several pay groups, and off the cycle, that meet: each hour is paid once, by whichever comes first.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../support/firm.ts";
import {
  advance,
  closeBatch,
  closePeriod,
  discard,
  moveTo,
  payGroup,
  periodOf,
  periodOfGroup,
  prepareDraft,
  prepareOffCycle,
} from "../support/payroll/batches.ts";
import { paidHours } from "../support/payroll/races.ts";
import { type TestDatabase, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

const MONDAY = "2026-03-02";
const NEXT_MONDAY = "2026-03-09";

interface Given extends TestDatabase {
  readonly firm: Firm;
  readonly assignment: string;
  readonly person: string;
  /** Of everybody, of the week. */
  readonly period: string;
  /** Of the same, of the week after it. */
  readonly next: string;
}

/** Registers a test about somebody who worked on Monday, and another who did. */
function race(name: string, test: (given: Given) => Promise<void>): void {
  Deno.test(`pay_groups/${name}`, () =>
    withDatabase(async (database) => {
      const { sql } = database;
      const firm = await Firm.create(sql);
      const [assignment, other] = [await firm.assignment(), await firm.assignment()];
      await firm.entry(assignment, "approved", MONDAY, "8");
      await firm.entry(other, "approved", MONDAY, "3");
      const [{ id: person }] = await sql<[{ id: string }]>`
        select contractor_id as id from assignments where id = ${assignment}`;
      const [period, next] = [await periodOf(sql, MONDAY), await periodOf(sql, NEXT_MONDAY)];
      await test({ ...database, firm, assignment, person, period, next });
    }, { clock: "2026-03-10 18:00:00+00" }));
}

/** Hours by the kind of their batch, of batches that are not discarded. */
async function hoursByKind(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ paid: string }[]>`
    select concat_ws(' ', batch.kind, batch.status, sum(line.hours)) as paid
      from payroll_item_lines as line
      join payroll_items as item on item.id = line.payroll_item_id
      join payroll_batches as batch on batch.id = item.payroll_batch_id and batch.status <> 'discarded'
     where line.kind in ('straight', 'difference') group by batch.id order by 1`;
  return rows.map(({ paid }) => paid);
}

race("pay_somebody_who_moves_while_a_batch_is_prepared_by_that_batch_alone", async (given) => {
  const { sql, url, person, period } = given;
  const nights = await payGroup(sql);
  const others = await periodOfGroup(sql, nights, MONDAY);
  await assertRefused(
    interleave(
      url,
      async (first) => {
        await prepareDraft(first, period);
        await moveTo(sql, person, nights);
      },
      () => prepareDraft(sql, others),
    ),
    409,
    "nothing_to_pay",
  );
  assertEquals((await paidHours(sql)).toSorted(), [`${MONDAY} 3.00`, `${MONDAY} 8.00`]);
  // Built anew, the batch of the former group lets them go.
  const { id } = await prepareDraft(sql, period);
  await prepareDraft(sql, others);
  assertEquals(await hoursByKind(sql), ["regular draft 3.00", "regular draft 8.00"]);
  await discard(sql, id);
});

race("are_prepared_in_turns_of_which_each_pays_its_own_people", async (given) => {
  const { sql, url, person, period } = given;
  const nights = await payGroup(sql);
  await moveTo(sql, person, nights);
  const others = await periodOfGroup(sql, nights, MONDAY);
  await interleave(
    url,
    (first) => prepareDraft(first, period),
    () => prepareDraft(sql, others),
  );
  assertEquals(await hoursByKind(sql), ["regular draft 3.00", "regular draft 8.00"]);
});

race("do_not_lose_who_is_paid_off_the_cycle_while_another_period_is_prepared", async (given) => {
  const { sql, url, person, period, next } = given;
  await assertRefused(
    interleave(
      url,
      (first) => prepareDraft(first, next),
      () => prepareOffCycle(sql, period, [person]),
    ),
    409,
    "payroll_in_progress",
  );
  assertEquals(await hoursByKind(sql), ["regular draft 11.00"]);
  await prepareOffCycle(sql, period, [person]);
  assertEquals(await hoursByKind(sql), ["off_cycle draft 8.00", "regular draft 3.00"]);
});

race("take_who_is_paid_off_the_cycle_out_of_a_draft_that_was_just_prepared", async (given) => {
  const { sql, url, person, period } = given;
  await interleave(
    url,
    (first) => prepareDraft(first, period),
    () => prepareOffCycle(sql, period, [person]),
  );
  assertEquals(await hoursByKind(sql), ["off_cycle draft 8.00", "regular draft 3.00"]);
});

race("leave_out_who_is_just_being_paid_off_the_cycle", async (given) => {
  const { sql, url, person, period, next } = given;
  for (const prepared of [next, period]) {
    const { id } = await interleave(
      url,
      (first) => prepareOffCycle(first, period, [person]),
      () => prepareDraft(sql, prepared),
    );
    assertEquals(await hoursByKind(sql), ["off_cycle draft 8.00", "regular draft 3.00"]);
    await discard(sql, id);
  }
});

race("are_paid_once_by_two_who_pay_the_same_people_off_the_cycle", async (given) => {
  const { sql, url, person, period, next } = given;
  await assertRefused(
    interleave(
      url,
      (first) => prepareOffCycle(first, period, [person]),
      () => prepareOffCycle(sql, next, [person]),
    ),
    409,
    "payroll_in_progress",
  );
  assertEquals(await hoursByKind(sql), ["off_cycle draft 8.00"]);
});

race("keep_a_period_open_in_which_somebody_is_just_being_paid_off_the_cycle", async (given) => {
  const { sql, url, person, period } = given;
  const draft = await prepareDraft(sql, period);
  for (const _step of ["in_review", "approved"]) await advance(sql, draft["id"]);
  await closeBatch(sql, draft["id"]);
  await given.firm.entry(given.assignment, "approved", "2026-03-03", "4");
  await assertRefused(
    interleave(
      url,
      (first) => prepareOffCycle(first, period, [person]),
      () => closePeriod(sql, period),
    ),
    409,
    "payroll_period_not_finished",
  );
});

race("pay_off_the_cycle_of_a_period_that_was_just_closed", async (given) => {
  const { sql, url, person, period, assignment, firm } = given;
  const draft = await prepareDraft(sql, period);
  for (const _step of ["in_review", "approved"]) await advance(sql, draft["id"]);
  await closeBatch(sql, draft["id"]);
  await interleave(
    url,
    async (first) => {
      await closePeriod(first, period);
      await firm.entry(assignment, "approved", "2026-03-03", "4");
    },
    () => prepareOffCycle(sql, period, [person]),
  );
  assertEquals(await hoursByKind(sql), ["off_cycle draft 4.00", "regular closed 11.00"]);
});

race("pay_off_the_cycle_the_difference_to_a_batch_that_is_just_being_closed", async (given) => {
  const { sql, url, person, period, assignment, firm } = given;
  const draft = await prepareDraft(sql, period);
  for (const _step of ["in_review", "approved"]) await advance(sql, draft["id"]);
  await firm.entry(assignment, "approved", "2026-03-03", "4");
  await interleave(
    url,
    (first) => closeBatch(first, draft["id"]),
    () => prepareOffCycle(sql, period, [person]),
  );
  assertEquals(await hoursByKind(sql), ["off_cycle draft 4.00", "regular closed 11.00"]);
});

race("have_each_period_once_where_two_make_them", async ({ sql, url }) => {
  const weekly = await payGroup(sql, "Weekly", [1, MONDAY, 5]);
  const make = (sql: Pick<postgres.Sql, "unsafe">) =>
    sql.unsafe("select * from make_payroll_periods($1)", [weekly]);
  assertStrictEquals((await interleave(url, make, () => make(sql))).length, 0);
  const made = await sql`select from payroll_periods where pay_group_id = ${weekly}`;
  assertStrictEquals(made.count, 9);
});
