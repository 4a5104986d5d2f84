// An address is told of events from the call on, and its secret is answered once.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { actingAs } from "../../../support/access/acting.ts";
import { signedIn } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { addWebhook, rotate } from "../../../support/outbox/webhooks.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefusedUnchanged, assertViolates } from "../../../support/sql/refusal.ts";

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

const VALID = [
  "https://books.example/",
  "https://books.example",
  "https://books.example?firm=7",
  "https://BOOKS.example:8443/a/@b/c?d=e:f@g",
  "https://[2001:db8::7]:443/events",
  "https://10.0.0.7/events",
  "https://my_service/events",
];

const NOT_VALID = [
  "",
  "http://books.example/",
  "ftp://books.example/",
  "books.example",
  "https://",
  "https:///events",
  "https://?a",
  "https://:443/",
  "https://user@books.example/",
  "https://user:word@books.example/",
  "https://books.example@other.example/",
  "https://books.example\\@other.example/",
  "https://books.example/#part",
  "https://books.example#part",
  "https://books.example/a b",
  "https://books.example/\n",
  "\nhttps://books.example/",
  " https://books.example/",
  "https://bücher.example/",
  "https://books.example:port/",
  `https://books.example/${"a".repeat(2000)}`,
];

Deno.test("webhooks/are_added_with_a_secret_that_is_answered_once_and_is_in_no_log", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const asAdmin = <T>(call: (sql: Parameters<typeof rotate>[0]) => Promise<T>) =>
      actingAs(sql, signedIn(firm.users.admin), call);
    const { id, secret } = await asAdmin((sql) =>
      addWebhook(sql, { url: "https://books.example/", description: "  Our books " })
    );
    assertMatch(secret, SECRET);
    const [row] = await sql`select * from webhooks where id = ${id}`;
    assertEquals(row?.description, "Our books");
    assertEquals([row?.is_active, row?.switched_off_at], [true, null]);
    const rotated = await asAdmin((sql) => rotate(sql, id));
    const log = await sql<{ procedure: string; actor: string; text: string }[]>`
      select procedure, actor, concat(old, new) as text from audit_log
       where row_id = ${id} order by at`;
    assertEquals(log.map(({ procedure }) => procedure), [
      "add_webhook",
      "rotate_webhook_secret",
    ]);
    for (const { actor, text } of log) {
      assertStrictEquals(actor, firm.users.admin);
      assert(!text.includes(secret.slice(6)) && !text.includes(rotated.secret.slice(6)));
    }
  }));

Deno.test("webhooks/have_secrets_of_32_bytes_no_two_alike", () =>
  withDatabase(async ({ sql }) => {
    const secrets = new Set<string>();
    for (let count = 0; count < 20; count++) {
      const { secret } = await addWebhook(sql);
      assertEquals(atob(secret.slice(6)).length, 32);
      secrets.add(secret);
    }
    assertEquals(secrets.size, 20);
  }));

Deno.test("webhooks/have_https_addresses_with_a_host_and_without_a_user_or_a_fragment", () =>
  withDatabase(async ({ sql }) => {
    for (const url of VALID) await addWebhook(sql, { url });
    const { id } = await addWebhook(sql);
    for (const url of NOT_VALID) {
      await assertRefusedUnchanged(
        sql,
        () => addWebhook(sql, { url }),
        400,
        "webhook_url_not_valid",
      );
      await assertViolates(
        sql`update webhooks set url = ${url} where id = ${id}`,
        "webhook_url_is_https",
        url,
      );
    }
  }));

Deno.test("webhooks/are_refused_without_events_that_there_are", () =>
  withDatabase(async ({ sql }) => {
    const lists = [[], ["invoice.mailed"], ["invoice.sent", "invoice"], ["invoice.sent", null]];
    for (const events of lists) {
      await assertRefusedUnchanged(sql, () => addWebhook(sql, { events }), 400, "event_unknown");
    }
    for (const missing of [{ url: null }, { events: null }]) {
      await assertRefusedUnchanged(sql, () => addWebhook(sql, missing), 400, "argument_missing");
    }
    const { id } = await addWebhook(sql);
    for (const [events, constraint] of [["{}", "webhook_wants_events"], ["{invoice.mailed}"]]) {
      await assertViolates(
        sql.unsafe(`update webhooks set events = '${events}' where id = '${id}'`),
        constraint ?? "webhook_events_are_known",
      );
    }
  }));

Deno.test("webhooks/are_not_added_twice_for_one_address", () =>
  withDatabase(async ({ sql }) => {
    const url = "https://books.example/";
    await addWebhook(sql, { url });
    await assertRefusedUnchanged(sql, () => addWebhook(sql, { url }), 409, "webhook_exists");
    await sql`update webhooks set is_active = false`;
    await assertRefusedUnchanged(sql, () => addWebhook(sql, { url }), 409, "webhook_exists");
  }));

Deno.test("webhooks/a_description_of_white_space_is_none", () =>
  withDatabase(async ({ sql }) => {
    for (const [nth, description] of ["", " ", "\t\n\r"].entries()) {
      const { id } = await addWebhook(sql, { url: `https://books.example/${nth}`, description });
      const [row] = await sql`select description from webhooks where id = ${id}`;
      assertEquals(row?.description, null, JSON.stringify(description));
    }
  }));
