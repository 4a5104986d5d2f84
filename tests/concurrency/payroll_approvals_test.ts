// Preparing payroll while others approve and send back: named interleavings on real connections.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { prepare } from "../support/payroll/batches.ts";
import { adjustment } from "../support/payroll/extras.ts";
import { linesOf } from "../support/payroll/items.ts";
import { DAY, MONDAY, move, NEXT_MONDAY, paidHours, testRace } from "../support/payroll/races.ts";
import { connectTo } from "../support/server/database.ts";
import { interleave, waitUntilBlocked } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";
import { dayOfWeek, entryOf, work } from "../support/time/worked_time.ts";

testRace("leaves_time_that_is_being_approved_to_the_next_prepare", async (worker, { sql, url }) => {
  const approver = connectTo(url);
  await approver.begin(async (approver) => {
    await move(approver, entryOf(worker, 2), "approved");
    assertEquals(await linesOf(sql, await prepare(sql, MONDAY)), [DAY]);
  });
  await approver.end();
  assertEquals(await linesOf(sql, await prepare(sql, MONDAY)), [DAY, DAY]);
});

testRace("does_not_keep_approvers_waiting", async (worker, { sql, url }) => {
  const other = connectTo(url);
  await other.begin(async (preparing) => {
    await prepare(preparing, MONDAY);
    await move(sql, entryOf(worker, 2), "approved");
  });
  await other.end();
  assertEquals(await paidHours(sql), ["2026-03-02 8.00"]);
});

testRace("pays_whole_weeks_while_approvals_pour_in", async (_, { sql, url }) => {
  const days = Array.from({ length: 21 }, (_, n) => dayOfWeek(NEXT_MONDAY, 1 + n % 7));
  const nurse = await work(sql, days.map((date) => ({ date, hours: 3, rule: "flsa" })));
  for (const status of ["draft", "submitted"]) {
    await sql`update time_entries set status = ${status} where work_date >= ${NEXT_MONDAY}`;
  }
  const approver = connectTo(url);
  const approving = (async () => {
    for (const entry of nurse.entryIds) await move(approver, entry, "approved");
  })();
  const pay = async () => {
    const batch = await prepare(sql, NEXT_MONDAY);
    const [paid] = await sql<[{ hours: number; gross: number }]>`
      select count(*)::int * 3 as hours, coalesce(max(gross_pay), 0)::int as gross
        from payroll_items as item join payroll_item_lines as line on line.payroll_item_id = item.id
       where payroll_batch_id = ${batch} and contractor_id = ${nurse.contractorId} and kind = 'straight'`;
    assertStrictEquals(paid.gross, 60 * paid.hours + 30 * Math.max(0, paid.hours - 40));
    return paid.hours;
  };
  for (let round = 0; round < 5; round++) await pay();
  await approving;
  await approver.end();
  assertEquals(await pay(), 63);
});

testRace("holds_what_it_pays_against_being_sent_back", async (worker, { sql, url }) => {
  await assertRefused(
    interleave(
      url,
      (first) => prepare(first, MONDAY),
      () => move(sql, entryOf(worker, 1), "draft"),
    ),
    409,
    "time_entry_on_live_batch",
  );
  assertEquals(await paidHours(sql), ["2026-03-02 8.00"]);
});

testRace("leaves_out_time_that_is_being_sent_back", async (worker, { sql, url }) => {
  await move(sql, entryOf(worker, 2), "approved");
  await interleave(
    url,
    (first) => move(first, entryOf(worker, 1), "draft"),
    () => prepare(sql, MONDAY),
  );
  assertEquals(await paidHours(sql), ["2026-03-03 8.00"]);
});

// They once waited for each other: each held an entry that the other wanted.
testRace("waits_for_who_sends_back_in_whatever_order", async (worker, { sql, url }) => {
  await move(sql, entryOf(worker, 2), "approved");
  for (const order of [[1, 2], [2, 1]] as const) {
    const sender = connectTo(url);
    const preparing = await sender.begin(async (sending) => {
      await move(sending, entryOf(worker, order[0]), "draft");
      const preparing = prepare(sql, MONDAY).then(() => null, (error) => error);
      await waitUntilBlocked(sql);
      await move(sending, entryOf(worker, order[1]), "draft");
      return { outcome: preparing };
    });
    await sender.end();
    await assertRefused(Promise.reject(await preparing.outcome), 409, "nothing_to_pay");
    for (const status of ["submitted", "approved"]) {
      await sql`update time_entries set status = ${status}`;
    }
  }
});

testRace("leaves_out_an_adjustment_that_loses_its_approval", async (worker, { sql, url }) => {
  await adjustment(sql, worker.contractorId, MONDAY, "bonus", "25");
  const batch = await interleave(
    url,
    (first) => first`update payroll_adjustments set approved_at = null`,
    () => prepare(sql, MONDAY),
  );
  assertEquals(await linesOf(sql, batch), [DAY]);
});
