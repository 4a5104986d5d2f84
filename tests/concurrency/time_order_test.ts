// Many entries of time at once, by people and by procedures, in whatever order each comes to them: once, two who met
// waited for each other, and one of them was told 40P01. Each test stops both half-way, where they would cross.
import { assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../support/access/acting.ts";
import { type DatabaseIdentity, SERVICE } from "../support/access/callers.ts";
import { advance, closeBatch, prepare } from "../support/payroll/batches.ts";
import { staffMember } from "../support/people/staff.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { waitUntilBlocked } from "../support/sql/interleaving.ts";
import { setAside } from "../support/time/set_aside.ts";
import { dayOfWeek, entryOf, work } from "../support/time/worked_time.ts";

const MONDAY = "2026-03-02";

/** As they lie in the table, and by day: the opposite, since the last day was entered first. */
const ORDERS = {
  as_they_lie: "set local enable_indexscan = off; set local enable_bitmapscan = off",
  by_day: "set local enable_seqscan = off; set local enable_bitmapscan = off",
};
type Order = keyof typeof ORDERS;

/** Somebody's approved Monday, Tuesday and Wednesday, the last entered first. */
function threeDays(sql: postgres.Sql) {
  return work(sql, [3, 2, 1].map((n) => ({ date: dayOfWeek(MONDAY, n), hours: 8, rule: "flsa" })));
}

/** Holds a row while each call, begun once the one before waits, comes to where it waits; then lets all go on. */
async function crossing(
  { sql, url }: { sql: postgres.Sql; url: string },
  held: string,
  ...calls: readonly ((sql: postgres.Sql) => Promise<unknown>)[]
): Promise<void> {
  const connections = calls.map(() => connectTo(url));
  const blocker = connectTo(url);
  try {
    const outcomes: Promise<unknown>[] = [];
    await blocker.begin(async (blocker) => {
      await blocker.unsafe(`select from ${held} for update`);
      for (const [nth, call] of calls.entries()) {
        outcomes.push(call(connections[nth] ?? sql).then(() => "done", (error) => error.message));
        await waitUntilBlocked(sql, nth + 1);
      }
    });
    assertEquals(await Promise.all(outcomes), calls.map(() => "done"));
  } finally {
    for (const connection of [...connections, blocker]) await connection.end();
  }
}

/** Notes on somebody's time by one statement, in an order. */
function note(identity: DatabaseIdentity, order: Order, assignment: string) {
  return (sql: postgres.Sql) =>
    actingAs(sql, identity, async (sql) => {
      await sql.unsafe(ORDERS[order]);
      const { count } = await sql.unsafe(
        "update time_entries set notes = 'Seen.' where assignment_id = $1 and work_date < '2027-01-01'",
        [assignment],
      );
      assertEquals(count, 3);
    });
}

Deno.test("time_entries/changed_in_bulk_by_two_in_opposite_orders_do_not_deadlock", () =>
  withDatabase(async (database) => {
    const { sql } = database;
    const payroll = await staffMember(sql, "payroll");
    const worker = await threeDays(sql);
    await crossing(
      database,
      `time_entries where id = '${entryOf(worker, 2)}'`,
      note(payroll, "as_they_lie", worker.assignmentIds.flsa),
      note(SERVICE, "by_day", worker.assignmentIds.flsa),
    );
  }));

Deno.test("time_entries/deleted_in_bulk_while_others_change_them_do_not_deadlock", () =>
  withDatabase(async (database) => {
    const { sql } = database;
    const payroll = await staffMember(sql, "payroll");
    const worker = await threeDays(sql);
    await sql`update time_entries set status = 'draft'`;
    await crossing(
      database,
      `time_entries where id = '${entryOf(worker, 2)}'`,
      note(payroll, "as_they_lie", worker.assignmentIds.flsa),
      (sql) =>
        actingAs(sql, SERVICE, async (sql) => {
          await sql.unsafe(ORDERS.by_day);
          await sql`delete from time_entries where assignment_id = ${worker.assignmentIds.flsa}`;
        }),
    );
    assertStrictEquals((await sql`select from time_entries`).length, 0);
  }));

for (const order of Object.keys(ORDERS) as Order[]) {
  Deno.test(`close_and_lock_payroll_batch/beside_a_bulk_change_of_its_time_${order}_does_not_deadlock`, () =>
    withDatabase(async (database) => {
      const { sql } = database;
      const payroll = await staffMember(sql, "payroll");
      const worker = await threeDays(sql);
      const batch = await prepare(sql, MONDAY);
      for (let step = 0; step < 2; step++) await advance(sql, batch);
      await crossing(
        database,
        `time_entries where id = '${entryOf(worker, 2)}'`,
        note(payroll, order, worker.assignmentIds.flsa),
        (sql) => actingAs(sql, payroll, (sql) => closeBatch(sql, batch)),
      );
      const locked =
        await sql`select from time_entries where status = 'locked' and notes = 'Seen.'`;
      assertEquals(locked.length, 3);
    }));

  Deno.test(`set_aside_time/beside_a_bulk_change_${order}_does_not_deadlock`, () =>
    withDatabase(async (database) => {
      const { sql } = database;
      const payroll = await staffMember(sql, "payroll");
      const worker = await threeDays(sql);
      await sql`update time_entries set status = 'draft'`;
      await crossing(
        database,
        `time_entries where id = '${entryOf(worker, 2)}'`,
        note(payroll, order, worker.assignmentIds.flsa),
        (sql) => actingAs(sql, payroll, (sql) => setAside(sql, worker.entryIds)),
      );
    }));
}

/** Three contractors in the order of their ids, with drafts of Monday entered in this order, of Tuesday in the opposite. */
async function threeContractors(sql: postgres.Sql) {
  const workers = [await work(sql, []), await work(sql, []), await work(sql, [])];
  workers.sort((one, other) => one.contractorId < other.contractorId ? -1 : 1);
  for (const [day, inOrder] of [[1, workers], [2, workers.toReversed()]] as const) {
    for (const { assignmentIds } of inOrder) {
      await sql`
        insert into time_entries (assignment_id, work_date, hours)
        values (${assignmentIds.flsa}, ${dayOfWeek(MONDAY, day)}, 8)`;
    }
  }
  const [, middle] = workers;
  return { workers, middle: `contractors where id = '${middle?.contractorId}'` };
}

/** Sets the hours of all drafts of a day. */
function setHours(day: number) {
  return (sql: postgres.Sql) =>
    actingAs(sql, SERVICE, async (sql) => {
      await sql.unsafe(ORDERS.as_they_lie);
      await sql`update time_entries set hours = 7 where work_date = ${dayOfWeek(MONDAY, day)}`;
    });
}

Deno.test("time_entries/of_several_contractors_changed_in_opposite_orders_do_not_deadlock", () =>
  withDatabase(async (database) => {
    const { middle } = await threeContractors(database.sql);
    await crossing(database, middle, setHours(1), setHours(2));
  }));

Deno.test("time_entries/of_several_contractors_entered_beside_a_bulk_change_do_not_deadlock", () =>
  withDatabase(async (database) => {
    const { middle, workers } = await threeContractors(database.sql);
    const enter = (sql: postgres.Sql) =>
      actingAs(sql, SERVICE, (sql) =>
        sql`insert into time_entries (assignment_id, work_date, hours)
            select unnest(${
          workers.map(({ assignmentIds }) => assignmentIds.flsa)
        }::uuid[]), '2026-03-05', 8`);
    await crossing(database, middle, setHours(2), enter);
  }));

Deno.test("time_entries/entered_in_bulk_while_assignments_change_in_bulk_do_not_deadlock", () =>
  withDatabase(async (database) => {
    const { sql } = database;
    const recruiting = await staffMember(sql, "recruiting");
    const { middle, workers } = await threeContractors(sql);
    const ids = workers.map(({ assignmentIds }) => assignmentIds.flsa);
    for (const id of ids.toReversed()) { // as they lie, the last contractor comes first
      await sql`update assignments set bill_overtime_multiplier = 1.4 where id = ${id}`;
    }
    const end = (sql: postgres.Sql) =>
      actingAs(sql, recruiting, async (sql) => {
        await sql.unsafe(ORDERS.as_they_lie);
        await sql`update assignments set end_date = '2026-12-31' where id = any (${ids})`;
      });
    const enter = (sql: postgres.Sql) =>
      actingAs(sql, SERVICE, (sql) =>
        sql`insert into time_entries (assignment_id, work_date, hours)
            select unnest(${ids}::uuid[]), '2026-03-05', 8`);
    await crossing(database, middle, end, enter);
  }));
