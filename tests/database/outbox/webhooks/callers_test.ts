// Who adds webhooks and makes their secrets: admins and the secret key. Nobody reads a secret.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { CALLERS, STAFF } from "../../../support/access/callers.ts";
import { prepareFirm } from "../../../support/access/firm/firm.ts";
import { addWebhook } from "../../../support/outbox/webhooks.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

Deno.test("webhooks/are_added_and_given_secrets_by_admins_and_the_secret_key_alone", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { id } = await addWebhook(sql);
    for (const caller of CALLERS) {
      const calls = [
        `select add_webhook('https://books.example/of/${caller}', '{invoice.sent}')`,
        `select rotate_webhook_secret('${id}')`,
      ];
      for (const call of calls) {
        const attempt = runAs(sql, firm, caller, call);
        if (["admin", "service"].includes(caller)) await attempt;
        else if (caller === "signed_out") await assertDenied(attempt, call);
        else await assertRefused(attempt, 403, "role_required");
      }
    }
  }));

Deno.test("webhooks/have_secrets_that_no_caller_reads_and_instants_that_none_writes", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const { id } = await addWebhook(sql);
    const statements = [
      "select from private.webhook_secrets",
      "select private.webhook_call(null)",
      "select private.write_events('invoice.sent', gen_random_uuid(), '', '{}')",
      `select private.switch_off_webhook('${id}', 'gone')`,
      "update webhooks set told_since = now()",
      "update webhooks set switched_off_because = 'gone'",
      "insert into webhooks (url, events) values ('https://books.example/', '{invoice.sent}')",
      "delete from webhooks",
    ];
    for (const caller of CALLERS) {
      for (const statement of statements) {
        await assertDenied(runAs(sql, firm, caller, statement), `${caller}: ${statement}`);
      }
    }
    const [row] = await sql`select is_active from webhooks where id = ${id}`;
    assertEquals(row?.is_active, true);
  }));

Deno.test("webhooks/have_addresses_that_admins_and_the_secret_key_alone_read", () =>
  withDatabase(async ({ sql }) => {
    const firm = await prepareFirm(sql);
    const url = "https://hooks.example/services/a-token";
    const { id } = await addWebhook(sql, { url });
    await sql`
      insert into private.outbox (kind, subject_id, step, webhook_id, data, status, written_at, sending_at, recipient)
      values ('invoice.sent', gen_random_uuid(), 'x', ${id}, '{}', 'sending', now(), now(), ${url}),
             ('invoice', gen_random_uuid(), '', null, null, 'sending', now(), now(), 'billing@north.example')`;
    for (const caller of STAFF) {
      const isAdmin = caller === "admin";
      const found = await runAs(sql, firm, caller, `select from webhooks where id = '${id}'`);
      assertStrictEquals(found.length, isAdmin ? 1 : 0, caller);
      const written = await runAs(
        sql,
        firm,
        caller,
        "select recipient from outbox where status = 'sending' order by kind",
      );
      const expected = ["billing@north.example", isAdmin ? url : null];
      assertEquals(written.map(({ recipient }) => recipient), expected, caller);
      const asked = `select from outbox where recipient like '%a-token'`;
      assertStrictEquals((await runAs(sql, firm, caller, asked)).length, isAdmin ? 1 : 0, caller);
    }
    const [call] = await runAs(
      sql,
      firm,
      "service",
      `select recipient from outbox where webhook_id = '${id}'`,
    );
    assertStrictEquals(call?.recipient, url);
  }));
