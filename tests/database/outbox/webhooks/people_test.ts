// What webhooks are told of hiring, of assignments that end, and of payroll.
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { Firm } from "../../../support/firm.ts";
import { addWebhook, callsOf, switchWebhook, toldOf } from "../../../support/outbox/webhooks.ts";
import { advance, closeBatch, prepare } from "../../../support/payroll/batches.ts";
import { hire } from "../../../support/people/hiring.ts";
import { noon, withMovingClock } from "../../../support/receivables/moving_clock.ts";
import { withDatabase } from "../../../support/server/database.ts";

/** Calls private.write_due_events: how many it wrote. */
async function writeDueEvents(sql: postgres.Sql, today: string | null = null): Promise<number> {
  const [row] = await sql<[{ written: number }]>`
    select private.write_due_events(${today}::text::date) as written`;
  return row.written;
}

async function setEnd(sql: postgres.Sql, assignment: string, end: string | null): Promise<void> {
  await sql`update assignments set end_date = ${end}::text::date where id = ${assignment}`;
}

/** The ends of assignments that a webhook is told of, in the order in which they were written. */
async function ends(sql: postgres.Sql, webhookId: string): Promise<string[]> {
  const rows = await sql<{ end: string }[]>`
    select kind || ' ' || substr(step, 38) as end from private.outbox
     where webhook_id = ${webhookId} and data = jsonb_build_object('assignment_id', subject_id) order by place`;
  return rows.map(({ end }) => end);
}

Deno.test("webhooks/are_told_of_each_placement_once_under_the_contractor", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const { id } = await addWebhook(sql, { events: ["contractor.hired"] });
    const place = { candidate_id: await firm.candidate(), facility_id: firm.facilityId };
    const first = await hire(sql, { ...place, end_date: "2026-03-31" });
    await hire(sql, { ...place, end_date: "2026-03-31" });
    const second = await hire(sql, { ...place, start_date: "2026-05-01" });
    assertStrictEquals(first.contractor_id, second.contractor_id);
    assertEquals<unknown>(
      await callsOf(sql, id),
      [first, second].map((assignment) => ({
        kind: "contractor.hired",
        data: { contractor_id: assignment.contractor_id, assignment_id: assignment.id },
      })),
    );
    const subjects = await sql`select distinct subject_id from private.outbox`;
    assertEquals(subjects.map((row) => row.subject_id), [first.contractor_id]);
  }));

Deno.test("webhooks/are_told_of_a_batch_once_it_is_closed", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment(), "approved");
    const { id } = await addWebhook(sql);
    const batch = await prepare(sql, "2026-01-05");
    for (let step = 0; step < 2; step++) await advance(sql, batch);
    assertEquals(await callsOf(sql, id), []);
    for (let call = 0; call < 2; call++) await closeBatch(sql, batch);
    assertEquals(await callsOf(sql, id), [
      { kind: "payroll_batch.closed", data: { payroll_batch_id: batch } },
    ]);
  }));

Deno.test(
  "webhooks/are_told_of_an_assignment_once_the_day_of_its_end_is_over",
  withMovingClock("2026-04-09", async (firm, setClock) => {
    const { sql } = firm;
    const { id } = await addWebhook(sql);
    for (const end of ["2026-04-10", "2026-04-11", null]) await firm.assignment(end);
    await setClock("2026-04-10 23:59 America/Denver");
    assertStrictEquals(await writeDueEvents(sql), 0);
    await setClock("2026-04-11 00:00 America/Denver");
    assertEquals(await writeDueEvents(sql), 1);
    assertStrictEquals(await writeDueEvents(sql), 0);
    assertEquals(await writeDueEvents(sql, "2026-04-12"), 1);
    assertEquals(await ends(sql, id), [
      "assignment.ended 2026-04-10",
      "assignment.ended 2026-04-11",
    ]);
  }),
);

Deno.test(
  "webhooks/are_told_late_of_ends_of_the_31_days_before_and_of_no_earlier_ones",
  withMovingClock("2026-03-01", async (firm, setClock) => {
    const { sql } = firm;
    const { id } = await addWebhook(sql);
    for (const end of ["2026-04-09", "2026-03-09", "2026-03-10"]) await firm.assignment(end);
    await setClock(noon("2026-04-10"));
    assertEquals(await writeDueEvents(sql), 2);
    assertEquals(await ends(sql, id), [
      "assignment.ended 2026-03-10",
      "assignment.ended 2026-04-09",
    ]);
  }),
);

Deno.test(
  "webhooks/are_not_told_of_ends_before_they_were_added_or_switched_on_or_wanted_them",
  withMovingClock("2026-04-10", async (firm, setClock) => {
    const { sql } = firm;
    for (const day of ["08", "09", "10", "11", "12"]) await firm.assignment(`2026-04-${day}`);
    const added = await addWebhook(sql);
    const switched = await addWebhook(sql);
    const widened = await addWebhook(sql, { events: ["invoice.sent", "invoice.paid"] });
    const narrowed = await addWebhook(sql, { events: ["invoice.sent", "assignment.ended"] });
    const other = await addWebhook(sql, { events: ["invoice.sent"] });
    await switchWebhook(sql, switched.id, false);
    await setClock(noon("2026-04-12"));
    await switchWebhook(sql, switched.id, true);
    await sql`update webhooks set events = '{assignment.ended}' where id in (${widened.id}, ${narrowed.id})`;
    await setClock(noon("2026-04-14"));
    assertEquals(await writeDueEvents(sql), 8);
    const last = ["assignment.ended 2026-04-12"];
    const all = ["assignment.ended 2026-04-10", "assignment.ended 2026-04-11", ...last];
    assertEquals(await ends(sql, added.id), all);
    assertEquals(await ends(sql, narrowed.id), all);
    assertEquals(await ends(sql, switched.id), last);
    assertEquals(await ends(sql, widened.id), last);
    assertEquals(await ends(sql, other.id), []);
  }),
);

/** As if each call had been made once, and came to nothing. */
async function tryInVain(sql: postgres.Sql): Promise<void> {
  await sql`update private.outbox set tries = 1, error = 'It answered 400.'`;
}

Deno.test(
  "webhooks/are_told_at_once_of_an_end_that_is_set_to_a_day_that_is_over_and_again_of_another",
  withMovingClock("2026-04-10", async (firm, setClock) => {
    const { sql } = firm;
    const { id } = await addWebhook(sql);
    const assignment = await firm.assignment();
    await setEnd(sql, assignment, "2026-04-10");
    assertEquals(await ends(sql, id), []);
    await setEnd(sql, assignment, "2026-01-31");
    assertEquals(await ends(sql, id), ["assignment.ended 2026-01-31"]);
    await tryInVain(sql);
    await setEnd(sql, assignment, "2026-04-12");
    await setClock(noon("2026-04-13"));
    assertEquals(await writeDueEvents(sql), 1);
    await tryInVain(sql);
    await setEnd(sql, assignment, null);
    await setEnd(sql, assignment, "2026-04-12");
    assertStrictEquals(await writeDueEvents(sql), 0);
    assertEquals(await ends(sql, id), [
      "assignment.ended 2026-01-31",
      "assignment.ended 2026-04-12",
    ]);
  }),
);

Deno.test(
  "webhooks/are_told_of_an_end_that_was_taken_back_before_they_heard_of_it_and_is_set_anew",
  withMovingClock("2026-04-10", async (firm) => {
    const { sql } = firm;
    const { id } = await addWebhook(sql);
    const assignment = await firm.assignment();
    await setEnd(sql, assignment, "2026-04-09");
    await setEnd(sql, await firm.assignment(), "2026-04-08");
    await setEnd(sql, assignment, null);
    assertEquals(await ends(sql, id), ["assignment.ended 2026-04-08"]);
    await setEnd(sql, assignment, "2026-04-09");
    assertEquals(await ends(sql, id), [
      "assignment.ended 2026-04-08",
      "assignment.ended 2026-04-09",
    ]);
    assert((await toldOf(sql, id)).every((call) => "url" in call));
  }),
);

Deno.test(
  "webhooks/are_not_called_again_about_an_end_that_was_moved_meanwhile",
  withMovingClock("2026-04-10", async (firm) => {
    const { sql } = firm;
    const { id } = await addWebhook(sql);
    const assignment = await firm.assignment();
    const calls = async () => (await toldOf(sql, id)).map((call) => "url" in call);
    await setEnd(sql, assignment, "2026-04-09");
    await tryInVain(sql);
    assertEquals(await calls(), [true]);
    await setEnd(sql, assignment, "2026-04-08");
    await tryInVain(sql);
    assertEquals(await calls(), [false, true]);
    await setEnd(sql, assignment, null);
    assertEquals(await calls(), [false, false]);
    assertEquals((await toldOf(sql, id))[0], {
      drop: "The assignment ends on another day, or not any more.",
    });
  }),
);
