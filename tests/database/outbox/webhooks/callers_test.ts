// Who adds webhooks and makes their secrets: admins and the secret key. Nobody reads a secret.
import assert from "node:assert/strict";
import { assertDenied, runAs } from "../../../support/access/acting.ts";
import { CALLERS } from "../../../support/access/callers.ts";
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
    assert.equal(row?.is_active, true);
  }));
