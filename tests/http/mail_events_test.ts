// POST /functions/v1/mail-events: the provider tells which mail came back.
import { assertEquals, assertMatch } from "@std/assert";
import type postgres from "postgres";
import {
  mailEventsHandler,
  recordBounce,
} from "../../supabase/functions/_shared/delivery/mail_events.ts";
import {
  bounceEvent,
  type EventChanges,
  eventRequest,
  EVENTS_SECRET,
} from "../support/delivery/mail_events.ts";
import { withFunction } from "../support/http/function.ts";
import { project } from "../support/http/project.ts";
import { type Message, theMessage } from "../support/outbox/messages.ts";
import { withDatabase } from "../support/server/database.ts";

const ADDRESS = "https://project.example/mail-events";
const ID = "56761188-7520-42d8-8898-ff6fc54ce618";
const MINUTES = 60_000;

/** The handler over a database, and what it logs. */
function eventsOf(sql: postgres.Sql, secret: string | null = EVENTS_SECRET) {
  const lines: string[] = [];
  const handle = mailEventsHandler({
    functionName: "mail-events",
    secret,
    recordBounce: (bounce) => recordBounce(sql, bounce),
    log: (line) => void lines.push(line),
  });
  const tell = async (event: string, changes: EventChanges = {}) =>
    await said(await handle(eventRequest(ADDRESS, event, changes)));
  return { handle, tell, lines };
}

async function said(answer: Response): Promise<[number, string]> {
  assertEquals(answer.headers.get("Cache-Control"), "no-store");
  return [answer.status, await answer.text()];
}

/** Writes a mail that the provider took under an id. */
async function sentMail(sql: postgres.Sql, id: string): Promise<Message> {
  await sql`select private.write_message('invoice', gen_random_uuid(), '')`;
  const { id: message } = await theMessage(sql);
  await sql`select private.begin_sending(${message}, 'http', 'ap@lakeside.example', '{}')`;
  await sql`select private.settle_message(${message}, 1, 'sent', ${id}, null)`;
  return await theMessage(sql);
}

const unauthorized = [401, '{"error":"unauthorized"}'];
const recorded = [200, '{"recorded":true}'];
const notRecorded = [200, '{"recorded":false}'];

Deno.test("mail_events/a_mail_that_came_back_fails_with_the_reason_and_keeps_when_it_was_sent", () =>
  withDatabase(async ({ sql }) => {
    const sent = await sentMail(sql, ID);
    const { tell } = eventsOf(sql);
    assertEquals(await tell(bounceEvent(ID)), recorded);
    assertEquals(await theMessage(sql), {
      ...sent,
      status: "failed",
      error: "It came back: No such mailbox",
    });
    const [times] = await sql`
      select failed_at is not null as failed, sent_at is not null as sent from private.outbox`;
    assertEquals({ ...times }, { failed: true, sent: true });
  }));

Deno.test("mail_events/told_again_or_of_a_message_that_somebody_decided_about_nothing_changes", () =>
  withDatabase(async ({ sql }) => {
    await sentMail(sql, ID);
    const { tell } = eventsOf(sql);
    await tell(bounceEvent(ID));
    const row = async () => (await sql`select to_jsonb(outbox) as row from private.outbox`)[0]?.row;
    const failed = await row();
    assertEquals(await tell(bounceEvent(ID, { type: "email.complained" })), recorded);
    assertEquals(await row(), failed);
    await sql`select private.drop_messages(array(select id from private.outbox), 'Somebody decided to drop it.')`;
    const dropped = await row();
    assertEquals(await tell(bounceEvent(ID)), recorded);
    assertEquals(await row(), dropped);
  }));

Deno.test("mail_events/each_event_that_tells_of_mail_that_did_not_arrive_says_why", () =>
  withDatabase(async ({ sql }) => {
    await sentMail(sql, ID);
    const { tell } = eventsOf(sql);
    const none = { bounce: undefined };
    const errors: [string, Record<string, unknown>, string][] = [
      ["email.bounced", none, "It came back."],
      ["email.bounced", { bounce: { message: "a\r\nb\u0000" } }, "It came back: a b"],
      ["email.complained", none, "The recipient marked it as spam."],
      [
        "email.failed",
        { ...none, failed: { reason: "reached_daily_quota" } },
        "The provider could not send it: reached_daily_quota",
      ],
      [
        "email.suppressed",
        { ...none, suppressed: { message: "It bounced before" } },
        "The provider sends no more to this address: It bounced before",
      ],
    ];
    for (const [type, data, error] of errors) {
      await sql`update private.outbox set status = 'sent', failed_at = null, error = null`;
      assertEquals(await tell(bounceEvent(ID, { type, ...data })), recorded);
      const message = await theMessage(sql);
      assertEquals([message.status, message.error], ["failed", error]);
    }
  }));

Deno.test("mail_events/what_tells_of_nothing_wrong_is_confirmed_and_changes_nothing", () =>
  withDatabase(async ({ sql }) => {
    const sent = await sentMail(sql, ID);
    const { tell } = eventsOf(sql);
    for (const type of ["email.sent", "email.delivered", "email.opened", "toString"]) {
      assertEquals(await tell(bounceEvent(ID, { type })), notRecorded);
    }
    assertEquals(await tell('{"type": "contact.created"}'), notRecorded);
    assertEquals(await theMessage(sql), sent);
  }));

Deno.test("mail_events/a_mail_that_is_not_known_yet_is_told_again_and_an_old_one_is_not_ours", () =>
  withDatabase(async ({ sql }) => {
    await sentMail(sql, ID);
    const { tell, lines } = eventsOf(sql);
    const ago = (minutes: number) => ({ createdAt: new Date(Date.now() - minutes * MINUTES) });
    const unknown = [409, '{"error":"message_unknown"}'];
    assertEquals(await tell(bounceEvent("another", ago(0))), unknown);
    assertEquals(await tell(bounceEvent("another", ago(9))), unknown);
    assertEquals(lines, []);
    assertEquals(await tell(bounceEvent("another", ago(11))), notRecorded);
    assertEquals(lines, ["not ours: the provider tells of a mail another"]);
  }));

Deno.test("mail_events/only_who_signs_with_the_secret_is_believed", () =>
  withDatabase(async ({ sql }) => {
    const sent = await sentMail(sql, ID);
    const { handle, tell, lines } = eventsOf(sql);
    const event = bounceEvent(ID);
    const minutes = (count: number) => ({ signedAt: new Date(Date.now() + count * MINUTES) });
    for (
      const changes of [
        { secret: `whsec_${btoa("another-endpoint-of-the-provider")}` },
        { body: event.replace(ID, ID.replace("5", "6")) },
        { prefix: "x" },
        minutes(-6),
        minutes(6),
      ]
    ) {
      assertEquals(await tell(event, changes), unauthorized);
    }
    const bare = new Request(ADDRESS, { method: "POST", body: event });
    assertEquals(await said(await handle(bare)), unauthorized);
    assertEquals(await theMessage(sql), sent);
    assertEquals(lines.length, 6);
    assertEquals(await tell(event, { prefix: "webhook" }), recorded);
  }));

Deno.test("mail_events/without_a_secret_nobody_is_believed", () =>
  withDatabase(async ({ sql }) => {
    const sent = await sentMail(sql, ID);
    const { tell, lines } = eventsOf(sql, null);
    assertEquals(await tell(bounceEvent(ID)), unauthorized);
    assertEquals(
      lines[0],
      "refused: MAIL_EVENTS_SECRET is unset or blank",
    );
    assertEquals(await theMessage(sql), sent);
  }));

Deno.test("mail_events/what_is_too_long_is_not_read_and_what_is_no_event_is_told_again", () =>
  withDatabase(async ({ sql }) => {
    const { handle, tell } = eventsOf(sql);
    assertEquals(await tell("x".repeat(65_537)), [413, '{"error":"body_too_large"}']);
    const invalid = [400, '{"error":"invalid_body"}'];
    const unnamed = ["\0", "a\nb", "x".repeat(201), ""].map((id) => bounceEvent(id));
    for (
      const text of ["", "no JSON", "[]", '{"type": "email.bounced", "data": {}}', ...unnamed]
    ) {
      assertEquals(await tell(text), invalid, text);
    }
    assertEquals((await handle(new Request(ADDRESS))).status, 405);
    assertEquals((await handle(new Request(`${ADDRESS}/x`, { method: "POST" }))).status, 404);
  }));

Deno.test("mail_events/what_cannot_be_written_down_is_told_again", () =>
  withDatabase(async ({ sql }) => {
    await sentMail(sql, ID);
    await sql`alter function private.record_bounce rename to gone`;
    const { tell, lines } = eventsOf(sql);
    assertEquals(await tell(bounceEvent(ID)), [500, '{"error":"not_recorded"}']);
    assertMatch(lines[0] ?? "", /^failed: function private\.record_bounce/);
  }));

Deno.test("mail_events/the_function_answers_as_a_process_of_its_own_and_prints_no_secret", () =>
  withDatabase(async ({ sql, url }) => {
    await sentMail(sql, ID);
    const variables = { SUPABASE_DB_URL: url, MAIL_EVENTS_SECRET: EVENTS_SECRET };
    await withFunction("mail-events", variables, async (fn) => {
      const tell = async (event: string, changes: EventChanges = {}) =>
        await said(await fetch(eventRequest(fn.url, event, changes)));
      assertEquals(await tell(bounceEvent(ID), { prefix: "none" }), unauthorized);
      assertEquals(await tell(bounceEvent(ID)), recorded);
      assertEquals((await theMessage(sql)).status, "failed");
      fn.kill("SIGKILL");
      await fn.status;
      assertEquals(fn.output, ["refused: the signature is missing, wrong or too old"]);
    });
  }));

Deno.test("mail_events/the_projects_function_asks_for_no_token_and_believes_nobody_unsigned", async () => {
  const url = `${project().baseUrl}/functions/v1/mail-events`;
  const unsigned = await fetch(url, { method: "POST", body: bounceEvent(ID) });
  assertEquals(await said(unsigned), unauthorized);
  const secret = `whsec_${btoa("another-endpoint-of-the-provider")}`;
  const wrong = await fetch(eventRequest(url, bounceEvent(ID), { secret }));
  assertEquals(await said(wrong), unauthorized);
});
