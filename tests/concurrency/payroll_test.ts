// Payroll's procedures against each other and against rate hits: named interleavings on real connections.
import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { apply, rateHit } from "../support/assignments/rate_hits.ts";
import {
  advance,
  closeBatch,
  discard,
  periodOf,
  prepare,
  prepareDraft,
} from "../support/payroll/batches.ts";
import { linesOf } from "../support/payroll/items.ts";
import {
  DAY,
  MONDAY,
  move,
  NEXT_MONDAY,
  paidHours,
  states,
  testRace,
} from "../support/payroll/races.ts";
import { connectTo } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { entryOf, work } from "../support/time/worked_time.ts";

const NEXT_DAY = `${NEXT_MONDAY} straight 8.00 60.00 = 480.00`;

async function approvedBatch(sql: postgres.Sql): Promise<string> {
  const batch = await prepare(sql, MONDAY);
  for (const expected of ["draft", "in_review"]) await advance(sql, batch, expected);
  return batch;
}

testRace("is_one_for_ten_who_prepare_it_at_once", async (_, { sql, url }) => {
  const connections = Array.from({ length: 10 }, () => connectTo(url));
  const period = await periodOf(sql, MONDAY);
  const drafts = await Promise.all(connections.map((sql) => prepareDraft(sql, period)));
  await Promise.all(connections.map((sql) => sql.end()));
  assertEquals(new Set(drafts.map(({ id }) => id)).size, 1);
  assertEquals(await states(sql), ["draft"]);
  assertEquals(await linesOf(sql, drafts[0]?.id ?? ""), [DAY]);
});

testRace("of_another_period_prepared_at_once_pays_no_hour_twice", async (_, { sql, url }) => {
  await work(sql, [{ date: NEXT_MONDAY, hours: 8, rule: "flsa" }]);
  const later = await interleave(
    url,
    (first) => prepare(first, MONDAY),
    () => prepare(sql, NEXT_MONDAY),
  );
  assertEquals(await linesOf(sql, later), [NEXT_DAY]);
  assertEquals(await paidHours(sql), ["2026-03-02 8.00", "2026-03-09 8.00"]);
});

testRace("of_the_later_period_prepared_first_leaves_nothing_to_the_other", async (_, race) => {
  await assertRefused(
    interleave(
      race.url,
      (first) => prepare(first, NEXT_MONDAY),
      () => prepare(race.sql, MONDAY),
    ),
    409,
    "nothing_to_pay",
  );
  assertEquals(await states(race.sql), ["draft"]);
});

testRace("advanced_by_a_double_click_goes_one_step", async (_, { sql, url }) => {
  const batch = await prepare(sql, MONDAY);
  for (const [from, to] of [["draft", "in_review"], ["in_review", "approved"]] as const) {
    const second = await interleave(
      url,
      (first) => advance(first, batch, from),
      () => advance(sql, batch, from),
    );
    assertStrictEquals(second.status, to);
    assertEquals(await states(sql), [to]);
  }
});

testRace("advanced_while_it_is_prepared_anew_is_reviewed_as_it_is_then", async (worker, race) => {
  const { sql, url } = race;
  const batch = await prepare(sql, MONDAY);
  await move(sql, entryOf(worker, 2), "approved");
  const reviewed = await interleave(
    url,
    (first) => prepare(first, MONDAY),
    () => advance(sql, batch),
  );
  assertEquals([reviewed.status, reviewed.gross_total], ["in_review", "960.00"]);
});

testRace("is_not_prepared_anew_while_it_is_being_advanced", async (worker, { sql, url }) => {
  const batch = await prepare(sql, MONDAY);
  await move(sql, entryOf(worker, 2), "approved");
  await assertRefused(
    interleave(url, (first) => advance(first, batch), () => prepare(sql, MONDAY)),
    409,
    "payroll_batch_under_review",
  );
  assertEquals(await linesOf(sql, batch), [DAY]);
});

testRace("that_is_being_closed_is_not_discarded", async (_, { sql, url }) => {
  const batch = await approvedBatch(sql);
  await assertRefused(
    interleave(url, (first) => closeBatch(first, batch), () => discard(sql, batch)),
    409,
    "payroll_batch_closed",
  );
  assertEquals(await paidHours(sql), ["2026-03-02 8.00"]);
});

testRace("that_is_being_discarded_is_not_closed", async (worker, { sql, url }) => {
  const batch = await approvedBatch(sql);
  await assertRefused(
    interleave(url, (first) => discard(first, batch), () => closeBatch(sql, batch)),
    409,
    "payroll_batch_discarded",
  );
  await move(sql, entryOf(worker, 1), "draft"); // neither locked nor held
});

testRace("closed_twice_at_once_is_closed_once", async (_, { sql, url }) => {
  const batch = await approvedBatch(sql);
  const closed: unknown[] = [];
  closed.push(
    await interleave(
      url,
      async (first) => closed.push(await closeBatch(first, batch)),
      () => closeBatch(sql, batch),
    ),
  );
  assertEquals(closed[0], closed[1]);
  const log = await sql`
    select from audit_log where procedure = 'close_and_lock_payroll_batch'`;
  assertEquals(log.length, 1);
});

testRace("that_is_being_discarded_makes_room_for_another", async (_, { sql, url }) => {
  const batch = await prepare(sql, MONDAY);
  const next = await interleave(
    url,
    (first) => discard(first, batch),
    () => prepare(sql, MONDAY),
  );
  assertNotStrictEquals(next, batch);
  assertEquals(await states(sql), ["discarded", "draft"]);
  assertEquals(await linesOf(sql, next), [DAY]);
});

testRace("prepared_while_the_one_before_is_being_closed_pays_the_rest", async (worker, race) => {
  const { sql, url } = race;
  const batch = await approvedBatch(sql);
  await move(sql, entryOf(worker, 2), "approved");
  const next = await interleave(
    url,
    (first) => closeBatch(first, batch),
    () => prepare(sql, MONDAY),
  );
  assertEquals(await states(sql), ["closed", "draft"]);
  assertEquals(await linesOf(sql, next), [DAY]);
});

testRace("discarded_while_a_rate_hit_reprices_it_stays_discarded", async (worker, { sql, url }) => {
  const batch = await prepare(sql, MONDAY);
  const hit = await rateHit(sql, worker.assignmentIds.flsa, MONDAY, { pay: "1" });
  const discarded = await interleave(
    url,
    (first) => apply(first, hit),
    () => discard(sql, batch),
  );
  assertEquals([discarded.status, discarded.gross_total], ["discarded", "488.00"]);
  assertEquals(await paidHours(sql), []);
});

testRace("that_is_being_discarded_is_not_repriced", async (worker, { sql, url }) => {
  const batch = await prepare(sql, MONDAY);
  const hit = await rateHit(sql, worker.assignmentIds.flsa, MONDAY, { pay: "1" });
  await interleave(url, (first) => discard(first, batch), () => apply(sql, hit));
  assertEquals(await linesOf(sql, batch), [DAY]);
});

testRace("prepared_while_a_rate_hit_is_applied_pays_the_new_rate", async (worker, { sql, url }) => {
  const hit = await rateHit(sql, worker.assignmentIds.flsa, MONDAY, { pay: "1" });
  const batch = await interleave(
    url,
    (first) => apply(first, hit),
    () => prepare(sql, MONDAY),
  );
  assertEquals(await linesOf(sql, batch), [`${MONDAY} straight 8.00 61.00 = 488.00`]);
});

testRace("is_repriced_by_a_rate_hit_that_meets_its_preparation", async (worker, { sql, url }) => {
  const hit = await rateHit(sql, worker.assignmentIds.flsa, MONDAY, { pay: "1" });
  await interleave(url, (first) => prepare(first, MONDAY), () => apply(sql, hit));
  const [draft] = await sql`select gross_total from payroll_batches`;
  assertEquals(draft?.gross_total, "488.00");
});
