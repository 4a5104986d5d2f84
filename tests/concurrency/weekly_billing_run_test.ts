// Weekly billing while others bill, approve, send back, send and void: named interleavings on real connections.
import { assertEquals, assertMatch, assertNotStrictEquals, fail } from "@std/assert";
import {
  createInvoice,
  invoiceOf,
  linesOf,
  recompute,
  unbilled,
} from "../support/billing/billed_time.ts";
import { send, voidInvoice } from "../support/billing/invoices.ts";
import {
  assertNoneIsHalfBilled,
  billed,
  facilityBeyondMeasure,
  facilityWithTime,
  outcomeOf,
  runWeek,
  WEEK,
} from "../support/billing/runs.ts";
import type { Firm } from "../support/firm.ts";
import { connectTo, type TestDatabase, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";
import { assertRefused } from "../support/sql/refusal.ts";

const DAY = "2026-03-02 regular 8.00 800.00";

/** Registers a test on a facility with one approved day of the week. */
function testRace(
  name: string,
  test: (firm: Firm, database: TestDatabase) => Promise<void>,
): void {
  Deno.test(`weekly_billing_run/${name}`, () =>
    withDatabase(async (database) => {
      await test(await facilityWithTime(database.sql, "Mercy", WEEK), database);
    }));
}

/** The draft of the week, made by a run. */
async function weekDraft(firm: Firm): Promise<string> {
  return outcomeOf(await runWeek(firm.sql), firm).invoice_id ?? fail("no draft");
}

testRace("that_meets_another_bills_no_hour_twice", async (firm, { sql, url }) => {
  await facilityWithTime(sql, "South", WEEK);
  const second = await interleave(url, (first) => runWeek(first), () => runWeek(sql));
  assertEquals(
    [second.invoices_created, second.invoices_existing, second.entries_billed],
    [0, 2, 2],
  );
  assertEquals(await billed(firm), [DAY]);
  assertEquals((await sql`select from invoices`).length, 2);
});

testRace("from_ten_connections_at_once_makes_one_draft_a_facility", async (_, { sql, url }) => {
  for (const name of ["South", "East"]) await facilityWithTime(sql, name, WEEK, "2026-03-05");
  await facilityBeyondMeasure(sql, "West");
  const connections = Array.from({ length: 10 }, () => connectTo(url));
  const runs = await Promise.all(connections.map((sql) => runWeek(sql)));
  await Promise.all(connections.map((sql) => sql.end()));
  assertEquals(runs.map((run) => run.invoices_created).sort(), [...Array(9).fill(0), 3]);
  for (const { entries_billed, amount, facilities_skipped } of runs) {
    assertEquals([entries_billed, amount, facilities_skipped], [5, "4000.00", 1]);
  }
  assertEquals((await sql`select from invoice_lines`).length, 5);
});

testRace("takes_over_the_draft_that_somebody_is_making", async (firm, { sql, url }) => {
  const made: string[] = [];
  const run = await interleave(
    url,
    async (first) => made.push((await createInvoice(first, firm.facilityId)).id),
    () => runWeek(sql),
  );
  const { outcome, invoice_id } = outcomeOf(run, firm);
  assertEquals([outcome, invoice_id], ["existing", made[0]]);
  assertEquals(await billed(firm), [DAY]);
});

testRace("makes_the_draft_that_somebody_is_waiting_to_make", async (firm, { sql, url }) => {
  const draft = await interleave(
    url,
    (first) => runWeek(first),
    () => createInvoice(sql, firm.facilityId),
  );
  assertEquals(draft.kind, "weekly");
  assertEquals(await billed(firm), [DAY]);
});

testRace("leaves_time_that_is_being_approved_to_the_next", async (firm, { sql, url }) => {
  const entry = await firm.entry(await firm.assignment(), "submitted", "2026-03-03", "8");
  const approver = connectTo(url);
  await approver.begin(async (approver) => {
    await approver`update time_entries set status = 'approved' where id = ${entry}`;
    assertEquals((await runWeek(sql)).entries_billed, 1);
  });
  await approver.end();
  assertEquals(await unbilled(sql), ["2026-03-03 8.00"]);
  await assertNoneIsHalfBilled(sql);
  assertEquals((await runWeek(sql)).entries_billed, 2);
});

testRace("does_not_wait_for_approvals_nor_they_for_it", async (firm, { sql, url }) => {
  const entry = await firm.entry(await firm.assignment(), "submitted", "2026-03-03", "8");
  const other = connectTo(url);
  await other.begin(async (running) => {
    await runWeek(running);
    await sql`update time_entries set status = 'approved' where id = ${entry}`;
  });
  await other.end();
  assertEquals(await billed(firm), [DAY]);
  assertEquals(await unbilled(sql), ["2026-03-03 8.00"]);
});

testRace("half_bills_nothing_while_approvals_pour_in", async (firm, { sql, url }) => {
  const assignment = await firm.assignment();
  const days = Array.from({ length: 30 }, (_, n) => `2026-03-0${2 + n % 7}`);
  const entries: string[] = [];
  for (const day of days) entries.push(await firm.entry(assignment, "submitted", day, "3.25"));
  const approver = connectTo(url, {});
  const approving = (async () => {
    for (const entry of entries) {
      await approver`update time_entries set status = 'approved' where id = ${entry}`;
    }
  })();
  for (let run = 0; run < 5; run++) {
    await runWeek(sql);
    await assertNoneIsHalfBilled(sql);
  }
  await approving;
  await approver.end();
  assertEquals((await runWeek(sql)).entries_billed, 31);
  await assertNoneIsHalfBilled(sql);
});

testRace("holds_what_it_bills_against_being_sent_back", async (firm, { sql, url }) => {
  await assertRefused(
    interleave(
      url,
      (first) => runWeek(first),
      () => sql`update time_entries set status = 'draft'`,
    ),
    409,
    "time_entry_on_live_invoice",
  );
  assertEquals(await billed(firm), [DAY]);
});

testRace("leaves_out_what_is_being_sent_back", async (firm, { sql, url }) => {
  const other = connectTo(url);
  await other.begin(async (first) => {
    await first`update time_entries set status = 'draft'`;
    assertEquals((await runWeek(sql)).details, []);
  });
  await other.end();
  assertEquals([await billed(firm), await unbilled(sql)], [[], []]);
});

testRace("leaves_a_draft_alone_that_is_being_sent", async (firm, { sql, url }) => {
  const draft = await weekDraft(firm);
  await firm.entry(await firm.assignment(), "approved", "2026-03-03", "8");
  const run = await interleave(url, (first) => send(first, [draft]), () => runWeek(sql));
  assertMatch(outcomeOf(run, firm).reason ?? "", /^Invoice INV-\d{4}-000001 /);
  assertEquals([run.facilities_skipped, run.late_entries], [1, 1]);
  assertEquals(await billed(firm), [DAY]);
});

testRace("is_waited_for_by_who_sends_its_draft", async (firm, { sql, url }) => {
  const draft = await weekDraft(firm);
  await firm.entry(await firm.assignment(), "approved", "2026-03-03", "8");
  const [sent] = await interleave(url, (first) => runWeek(first), () => send(sql, [draft]));
  assertEquals(sent?.total, "1600.00");
});

testRace("bills_anew_what_a_draft_that_is_being_voided_frees", async (firm, { sql, url }) => {
  const draft = await weekDraft(firm);
  const run = await interleave(url, (first) => voidInvoice(first, draft), () => runWeek(sql));
  assertEquals(outcomeOf(run, firm).outcome, "created");
  assertNotStrictEquals(outcomeOf(run, firm).invoice_id, draft);
  assertEquals(await billed(firm), [DAY]);
});

testRace("is_waited_for_by_who_voids_its_draft", async (firm, { sql, url }) => {
  const draft = await weekDraft(firm);
  await firm.entry(await firm.assignment(), "approved", "2026-03-03", "8");
  await interleave(url, (first) => runWeek(first), () => voidInvoice(sql, draft));
  assertEquals(await billed(firm), []);
  assertEquals(await unbilled(sql), [`${WEEK} 8.00`, "2026-03-03 8.00"]);
});

testRace(
  "by_halves_and_who_sends_its_drafts_never_lock_each_other_out",
  async (_, { sql, url }) => {
    for (const name of ["A", "B", "C", "D", "E"]) await facilityWithTime(sql, name, WEEK);
    await facilityBeyondMeasure(sql, "F");
    await runWeek(sql);
    const other = connectTo(url);
    for (let round = 0; round < 4; round++) {
      const drafts = await sql<{ id: string }[]>`select id from invoices where status = 'draft'`;
      const sending = send(other, drafts.map(({ id }) => id));
      const [run, sent] = await Promise.all([runWeek(sql), sending]);
      assertEquals(run.facilities_skipped, 1);
      for (const { id } of sent) await voidInvoice(sql, id);
      await runWeek(sql);
    }
    await other.end();
    await assertNoneIsHalfBilled(sql);
  },
);

testRace("or_a_recompute_is_sent_as_it_leaves_the_draft", async (firm, { sql, url }) => {
  const draft = await weekDraft(firm);
  await firm.entry(await firm.assignment(), "approved", "2026-03-03", "8");
  const [sent] = await interleave(
    url,
    (first) => recompute(first, draft),
    () => send(sql, [draft]),
  );
  assertEquals(sent?.total, "1600.00");
  assertEquals((await linesOf(sql, draft)).length, 2);
});

testRace("or_a_draft_that_is_being_sent_is_not_recomputed", async (firm, { sql, url }) => {
  const draft = await weekDraft(firm);
  await firm.entry(await firm.assignment(), "approved", "2026-03-03", "8");
  await assertRefused(
    interleave(url, (first) => send(first, [draft]), () => recompute(sql, draft)),
    409,
    "invoice_not_draft",
  );
  assertEquals((await invoiceOf(sql, draft)).total, "800.00");
});
