// Corrections of approved time while others bill, pay and lock it: named interleavings on real connections.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { lockEndedAssignments } from "../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { createInvoice, linesOf } from "../support/billing/billed_time.ts";
import { send } from "../support/billing/invoices.ts";
import { runWeek } from "../support/billing/runs.ts";
import { advance, closeBatch, prepare } from "../support/payroll/batches.ts";
import { linesOf as payLinesOf } from "../support/payroll/items.ts";
import { MONDAY, NEXT_MONDAY } from "../support/payroll/races.ts";
import { connectTo, type TestDatabase, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { correct } from "../support/time/corrections.ts";
import { setAside } from "../support/time/set_aside.ts";
import { entryOf, work } from "../support/time/worked_time.ts";

type Sql = Pick<postgres.Sql, "unsafe">;
interface Monday {
  readonly entry: string;
  readonly facility: string;
  readonly assignment: string;
}

/** Registers a race about somebody's approved Monday of eight hours. */
function testRace(
  name: string,
  test: (monday: Monday, database: TestDatabase) => Promise<void>,
): void {
  Deno.test(`correct_time_entry/${name}`, () =>
    withDatabase(async (database) => {
      const { sql } = database;
      const worker = await work(sql, [{ date: MONDAY, hours: 8, rule: "flsa" }]);
      const [{ facility }] = await sql<[{ facility: string }]>`
        select facility_id as facility from assignments where id = ${worker.assignmentIds.flsa}`;
      const assignment = worker.assignmentIds.flsa;
      await test({ entry: entryOf(worker, 1), facility, assignment }, database);
    }, { clock: "2026-03-20 12:00:00+00" }));
}

const to4 = (entry: string) => (sql: Sql) => correct(sql, entry, { hours: "4" });
const BILLED = ["2026-03-02 regular 4.00 × 100.00 × 1.000 = 400.00"];
const PAID = ["2026-03-02 straight 4.00 60.00 = 240.00"];

/** The only draft invoice. */
async function draftOf(sql: postgres.Sql): Promise<string> {
  const [invoice, ...more] = await sql<{ id: string }[]>`select id from invoices`;
  assert(invoice && more.length === 0);
  return invoice.id;
}

for (
  const [name, bill] of [
    ["an_invoice_is_created", (facility: string) => (sql: Sql) => createInvoice(sql, facility)],
    ["a_week_is_billed", () => (sql: Sql) => runWeek(sql, MONDAY)],
  ] as const
) {
  testRace(
    `before_or_after_${name}_comes_to_the_same`,
    async ({ entry, facility }, { sql, url }) => {
      await interleave(url, bill(facility), () => to4(entry)(sql));
      assertEquals(await linesOf(sql, await draftOf(sql)), BILLED);
    },
  );
  testRace(`is_waited_for_when_${name}`, async ({ entry, facility }, { sql, url }) => {
    await interleave<unknown>(url, to4(entry), () => bill(facility)(sql));
    assertEquals(await linesOf(sql, await draftOf(sql)), BILLED);
  });
}

testRace("waits_for_who_sends_and_is_refused", async ({ entry, facility }, { sql, url }) => {
  const { id } = await createInvoice(sql, facility);
  const correcting = interleave(url, (first) => send(first, [id]), () => to4(entry)(sql));
  await assertRefused(correcting, 409, "time_entry_on_live_invoice");
});

testRace("is_waited_for_by_who_sends", async ({ entry, facility }, { sql, url }) => {
  const { id } = await createInvoice(sql, facility);
  const [sent] = await interleave(url, to4(entry), () => send(sql, [id]));
  assertEquals([sent?.status, sent?.total], ["sent", "400.00"]);
});

testRace("waits_for_who_prepares_payroll", async ({ entry }, { sql, url }) => {
  await interleave(url, (first) => prepare(first, MONDAY), () => to4(entry)(sql));
  const [{ id }] = await sql<[{ id: string }]>`select id from payroll_batches`;
  assertEquals(await payLinesOf(sql, id), PAID);
});

testRace("is_waited_for_by_who_prepares_payroll", async ({ entry }, { sql, url }) => {
  const batch = await interleave(url, to4(entry), () => prepare(sql, MONDAY));
  assertEquals(await payLinesOf(sql, batch), PAID);
});

testRace("waits_for_a_batch_that_goes_into_review", async ({ entry }, { sql, url }) => {
  const batch = await prepare(sql, MONDAY);
  const correcting = interleave(url, (first) => advance(first, batch), () => to4(entry)(sql));
  await assertRefused(correcting, 409, "payroll_batch_under_review");
});

testRace("waits_for_a_batch_that_is_closed_and_is_paid_next", async (monday, { sql, url }) => {
  const batch = await prepare(sql, MONDAY);
  for (let step = 0; step < 2; step++) await advance(sql, batch);
  const row = await interleave(
    url,
    (first) => closeBatch(first, batch),
    () => to4(monday.entry)(sql),
  );
  assertEquals([row.status, row.hours], ["locked", "4.00"]);
  await sql`insert into time_entries (assignment_id, work_date, hours, status)
            values (${monday.assignment}, ${NEXT_MONDAY}, 8, 'approved')`;
  assertEquals(await payLinesOf(sql, await prepare(sql, NEXT_MONDAY)), [
    "2026-03-02 difference -4.00 0.00 0.00 = -240.00",
    "2026-03-02 overpayment = 240.00",
    "2026-03-09 straight 8.00 60.00 = 480.00",
  ]);
});

testRace("and_lock_ended_take_turns", async ({ entry, assignment }, { sql, url }) => {
  await sql`update assignments set end_date = ${MONDAY} where id = ${assignment}`;
  const correcting = connectTo(url);
  await correcting.begin(async (first) => {
    await to4(entry)(first);
    const { locked } = await lockEndedAssignments(sql, { today: "2026-03-20" });
    assertStrictEquals(locked, 0, "what is being corrected is left to the next run");
  });
  await correcting.end();
  await interleave(
    url,
    (first) => first`update time_entries set status = 'locked' where id = ${entry}`,
    () => correct(sql, entry, { hours: "5" }),
  );
  const [row] = await sql`select status, hours from time_entries where id = ${entry}`;
  assertEquals(row, { status: "locked", hours: "5.00" });
});

testRace("of_the_same_at_once_is_one_effect", async ({ entry }, { sql, url }) => {
  await interleave(url, to4(entry), () => to4(entry)(sql));
  const log = await sql`select from audit_log where procedure = 'correct_time_entry'`;
  assertEquals(log.length, 1);
});

testRace("and_setting_aside_wait_for_each_other", async ({ entry }, { sql, url }) => {
  const correcting = interleave(url, (first) => setAside(first, [entry]), () => to4(entry)(sql));
  await assertRefused(correcting, 409, "time_entry_set_aside");
});

testRace(
  "is_not_needed_for_time_approved_a_moment_ago_to_be_left",
  async (monday, { sql, url }) => {
    await sql`insert into time_entries (assignment_id, work_date, hours, status)
            values (${monday.assignment}, ${NEXT_MONDAY}, 8, 'submitted')`;
    const [{ id }] = await sql<[{ id: string }]>`
    select id from time_entries where work_date = ${NEXT_MONDAY}`;
    const aside = interleave(
      url,
      async (first) => {
        await first`select private.hold_time()`;
        await first`update time_entries set status = 'approved' where id = ${id}`;
      },
      () => setAside(sql, [id]),
    );
    await assertRefused(aside, 409, "time_entry_in_progress");
    assertEquals(await setAside(sql, [id]), [id]);
  },
);
