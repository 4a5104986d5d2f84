// What comes of each outcome of a try, message by message.
import { assertEquals, assertMatch, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import type { Outcome } from "../../../../supabase/functions/_shared/delivery/message.ts";
import {
  letSendersGo,
  letTimePass,
  type Message,
  messages,
  theMessage,
} from "../../../support/outbox/messages.ts";
import { withDatabase } from "../../../support/server/database.ts";

type Kind = Outcome["kind"];
type Provider = "http" | "smtp" | "webhook";

/** Columns of a message that a try may change. */
type State = Pick<
  Message,
  "status" | "tries" | "maybe_sent" | "maybe_twice" | "is_kept" | "again_in"
>;

async function written(sql: postgres.Sql, provider: Provider): Promise<string> {
  if (provider === "webhook") {
    await sql`
      insert into webhooks (id, url, events)
      values ('00000000-0000-4000-8000-00000000000a', 'https://books.example/', '{invoice.sent}')`;
    await sql`
      select private.write_message(
               'invoice.sent', gen_random_uuid(), '', '00000000-0000-4000-8000-00000000000a', '{}')`;
  } else {
    await sql`select private.write_message('invoice', gen_random_uuid(), '')`;
  }
  return (await theMessage(sql)).id;
}

async function begin(sql: postgres.Sql, id: string, provider: Provider): Promise<number> {
  const [sending] = await sql<[{ tries: number }]>`
    select tries from private.begin_sending(${id}, ${provider}, 'ap@lakeside.example', '{}')`;
  return sending.tries;
}

async function settle(sql: postgres.Sql, id: string, tries: number, outcome: Kind): Promise<void> {
  await sql`
    select private.settle_message(
             ${id}, ${tries}, ${outcome}, ${outcome === "sent" ? "p-1" : null},
             ${outcome === "sent" ? null : `It was ${outcome}.`})`;
}

async function after(sql: postgres.Sql, provider: Provider, outcomes: Kind[]): Promise<Message> {
  const id = await written(sql, provider);
  for (const outcome of outcomes) await settle(sql, id, await begin(sql, id, provider), outcome);
  return await theMessage(sql);
}

function stateOf(message: Message): State {
  const { status, tries, maybe_sent, maybe_twice, is_kept, again_in } = message;
  return { status, tries, maybe_sent, maybe_twice, is_kept, again_in };
}

const calm = { maybe_sent: false, maybe_twice: false, is_kept: false };
const sent: State = { ...calm, status: "sent", tries: 1, again_in: null };
const failed: State = { ...calm, status: "failed", tries: 1, again_in: null };
const waiting = (tries: number, again_in: number): State => ({
  ...calm,
  status: "waiting",
  tries,
  again_in,
});
const five = (kind: Kind): Kind[] => Array.from({ length: 5 }, () => kind);

const TABLE: [name: string, Provider, Kind[], State][] = [
  ["a_mail_that_is_taken_is_sent", "http", ["sent"], sent],
  ["a_mail_that_is_refused_fails_at_once", "smtp", ["refused"], failed],
  ["a_mail_that_was_not_sent_waits_five_minutes", "http", ["not_sent"], waiting(1, 5)],
  ["then_half_an_hour", "http", ["not_sent", "not_sent"], waiting(2, 30)],
  ["then_four_hours", "smtp", ["not_sent", "not_sent", "not_sent"], waiting(3, 240)],
  ["then_sixteen_hours", "http", five("not_sent").slice(1), waiting(4, 960)],
  ["and_fails_the_fifth_time", "http", five("not_sent"), { ...failed, tries: 5 }],
  ["a_provider_out_of_reach_is_no_fault_of_the_mail", "http", ["unreachable"], waiting(0, 5)],
  ["nor_is_one_that_refuses_our_key", "smtp", ["not_sent", "unusable"], waiting(1, 30)],
  ["a_webhook_out_of_reach_counts", "webhook", five("unreachable"), { ...failed, tries: 5 }],
  [
    "a_lost_answer_keeps_the_mail_for_the_same_key",
    "http",
    ["unknown"],
    { ...waiting(1, 5), maybe_sent: true, is_kept: true },
  ],
  ["and_under_it_it_is_sent_for_certain", "http", ["unknown", "sent"], { ...sent, tries: 2 }],
  [
    "without_keys_a_lost_answer_allows_one_more_time",
    "smtp",
    ["unknown", "sent"],
    { ...sent, tries: 2, maybe_twice: true },
  ],
  [
    "and_no_more_than_one",
    "smtp",
    ["unknown", "unknown"],
    { ...failed, tries: 2, maybe_sent: true, maybe_twice: true },
  ],
  [
    "also_when_the_second_time_surely_sent_nothing",
    "smtp",
    ["unknown", "not_sent", "not_sent", "not_sent", "unknown"],
    { ...failed, tries: 5, maybe_sent: true, maybe_twice: true },
  ],
  [
    "five_lost_answers_are_somebodys_to_decide",
    "http",
    five("unknown"),
    { ...failed, tries: 5, maybe_sent: true },
  ],
  ["a_webhook_that_is_gone_hears_no_more", "webhook", ["gone"], {
    ...calm,
    status: "dropped",
    tries: 1,
    again_in: null,
  }],
];

for (const [name, provider, outcomes, expected] of TABLE) {
  Deno.test(`deliver/${name}`, () =>
    withDatabase(async ({ sql }) => {
      assertEquals(stateOf(await after(sql, provider, outcomes)), expected);
    }));
}

Deno.test("deliver/a_try_that_surely_sent_nothing_gets_another_key_and_one_that_may_have_keeps_it", () =>
  withDatabase(async ({ sql }) => {
    const id = await written(sql, "http");
    const { key: first } = await theMessage(sql);
    await settle(sql, id, await begin(sql, id, "http"), "not_sent");
    const { key: second } = await theMessage(sql);
    assertNotStrictEquals(second, first);
    await settle(sql, id, await begin(sql, id, "http"), "unknown");
    await settle(sql, id, await begin(sql, id, "http"), "not_sent");
    assertStrictEquals(
      (await theMessage(sql)).key,
      second,
      "the lost one may have been taken under it",
    );
  }));

Deno.test("deliver/another_provider_does_not_know_the_key_of_the_first", () =>
  withDatabase(async ({ sql }) => {
    const id = await written(sql, "smtp");
    await settle(sql, id, await begin(sql, id, "smtp"), "unknown");
    await settle(sql, id, await begin(sql, id, "http"), "sent");
    assertEquals(stateOf(await theMessage(sql)), { ...sent, tries: 2, maybe_twice: true });
  }));

Deno.test("deliver/a_sender_that_went_away_may_have_sent_it", () =>
  withDatabase(async ({ sql }) => {
    const id = await written(sql, "http");
    await begin(sql, id, "http");
    await sql`select private.sweep_outbox()`;
    assertEquals((await theMessage(sql)).status, "sending", "it may still be at it");
    await letSendersGo(sql);
    await sql`select private.sweep_outbox()`;
    const { error, ...message } = await theMessage(sql);
    assertEquals(stateOf({ ...message, error }), {
      ...waiting(1, 5),
      maybe_sent: true,
      is_kept: true,
    });
    assertMatch(error ?? "", /went away/);
  }));

Deno.test("deliver/a_sender_that_comes_back_late_is_believed_when_it_says_sent_and_nothing_else", () =>
  withDatabase(async ({ sql }) => {
    const id = await written(sql, "smtp");
    const late = await begin(sql, id, "smtp");
    await letSendersGo(sql);
    await sql`select private.sweep_outbox()`;
    await settle(sql, id, late, "refused");
    assertEquals((await theMessage(sql)).status, "waiting");
    await settle(sql, id, late, "sent");
    assertEquals(stateOf(await theMessage(sql)), sent);
    await sql`select private.sweep_outbox()`;
    assertEquals((await theMessage(sql)).status, "sent");
  }));

Deno.test("deliver/what_was_first_tried_a_day_ago_is_somebodys_to_decide", () =>
  withDatabase(async ({ sql }) => {
    const id = await written(sql, "http");
    await settle(sql, id, await begin(sql, id, "http"), "unknown");
    const dayAgo = (than: string) =>
      sql`update private.outbox set first_tried_at = (private.clock()).at - ${than}::interval`;
    await dayAgo("23 hours 59 minutes");
    await sql`select private.sweep_outbox()`;
    assertEquals((await theMessage(sql)).status, "waiting");
    await dayAgo("24 hours");
    await sql`select private.sweep_outbox()`;
    const { status, error } = await theMessage(sql);
    assertEquals(status, "failed");
    assertMatch(error ?? "", /^It was unknown\. It was not sent within 24 hours/);
  }));

Deno.test("deliver/a_webhook_that_does_not_answer_is_left_alone_for_a_while", () =>
  withDatabase(async ({ sql }) => {
    const id = await written(sql, "webhook");
    await sql`
      select private.write_message('invoice.sent', gen_random_uuid(), nth::text, webhook_id, '{}')
        from private.outbox, generate_series(1, 3) as nth`;
    await settle(sql, id, await begin(sql, id, "webhook"), "unreachable");
    const due = await sql`select from private.next_message(mail => false, with_print => false)`;
    assertStrictEquals(due.length, 0);
  }));

Deno.test("deliver/what_other_calls_to_a_mute_webhook_wait_is_five_minutes_and_then_thirty", () =>
  withDatabase(async ({ sql }) => {
    const id = await written(sql, "webhook");
    await sql`
      select private.write_message('invoice.sent', gen_random_uuid(), '', webhook_id, '{}') from private.outbox`;
    const waits = async () => (await messages(sql)).map(({ again_in }) => again_in);
    await settle(sql, id, await begin(sql, id, "webhook"), "unreachable");
    assertEquals(await waits(), [5, 5]);
    await letTimePass(sql);
    await settle(sql, id, await begin(sql, id, "webhook"), "unknown");
    assertEquals(await waits(), [30, 30]);
  }));

Deno.test("deliver/the_day_of_a_message_begins_with_the_first_try_that_counts", () =>
  withDatabase(async ({ sql }) => {
    const id = await written(sql, "http");
    const firstTried = async () => {
      const [row] = await sql`select first_tried_at from private.outbox`;
      return row?.first_tried_at;
    };
    for (const outcome of ["unreachable", "unusable"] as const) {
      await settle(sql, id, await begin(sql, id, "http"), outcome);
      assertEquals(await firstTried(), null, outcome);
    }
    await settle(sql, id, await begin(sql, id, "http"), "not_sent");
    const first = await firstTried();
    assertNotStrictEquals(first, null);
    await settle(sql, id, await begin(sql, id, "http"), "unreachable");
    assertEquals(await firstTried(), first);
  }));
