// Mail is off until somebody switches it on, and what is switched off is not sent weeks later.
import { assertEquals } from "@std/assert";
import { MAIL_KINDS } from "../../../../supabase/functions/_shared/delivery/texts/mail_kinds.ts";
import { messages, switchMailOn } from "../../../support/outbox/messages.ts";
import { addWebhook, switchWebhook } from "../../../support/outbox/webhooks.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

Deno.test("mail_kinds/are_all_off_at_first_and_say_since_when_they_are_on", () =>
  withDatabase(async ({ sql }) => {
    const on = async () =>
      (await sql`select kind, on_since::text, written_on from mail_kinds where is_on`).map((
        row,
      ) => ({ ...row }));
    assertEquals(await on(), []);
    assertEquals((await sql`select from mail_kinds`).length, MAIL_KINDS.length);
    await sql`update mail_kinds set is_on = true where kind = 'invoice'`;
    assertEquals(await on(), [
      { kind: "invoice", on_since: "2026-03-02 12:00:00+00", written_on: null },
    ]);
    await sql`update mail_kinds set is_on = false where kind = 'invoice'`;
    assertEquals(await on(), []);
  }, { clock: "2026-03-02 12:00:00+00" }));

Deno.test("mail_settings/nothing_is_mailed_without_a_provider_and_a_provider_needs_a_sender", () =>
  withDatabase(async ({ sql }) => {
    const mails = async () => (await sql`select private.mails('invoice') as mails`)[0]?.mails;
    await sql`update mail_kinds set is_on = true where kind = 'invoice'`;
    assertEquals(await mails(), false);
    await assertRejectsWith(async () => await sql`update mail_settings set provider = 'smtp'`, {
      constraint_name: "mail_has_a_sender",
    });
    await switchMailOn(sql, "smtp", []);
    assertEquals(await mails(), true);
    await sql`update mail_kinds set is_on = false where kind = 'invoice'`;
    assertEquals(await mails(), false);
    await assertRejectsWith(async () => await sql`delete from mail_settings`, {
      detail: "mail_settings_are_kept",
    });
  }));

Deno.test("mail_kinds/what_waits_of_a_kind_that_is_switched_off_is_dropped_and_its_code_erased", () =>
  withDatabase(async ({ sql }) => {
    await switchMailOn(sql, "http", ["invitation", "invoice"]);
    await sql`select private.write_message('invitation', gen_random_uuid(), '', code => 'the-code')`;
    await sql`select private.write_message('invoice', gen_random_uuid(), '')`;
    await sql`update mail_kinds set is_on = false where kind = 'invitation'`;
    assertEquals((await messages(sql)).map(({ kind, status, code }) => [kind, status, code]), [
      ["invitation", "dropped", null],
      ["invoice", "waiting", null],
    ]);
    await sql`update mail_settings set provider = 'smtp'`;
    assertEquals((await messages(sql))[1]?.status, "waiting", "another provider sends it");
    await sql`update mail_settings set provider = 'none'`;
    assertEquals((await messages(sql))[1]?.status, "dropped");
  }));

Deno.test("job_health/asks_for_deliver_only_while_mail_has_a_provider_or_a_webhook_is_active", () =>
  withDatabase(async ({ sql }) => {
    const isAsked = async () =>
      (await sql`select from job_health where job = 'deliver'`).length === 1;
    assertEquals(await isAsked(), false);
    await switchMailOn(sql, "http", []);
    assertEquals(await isAsked(), true);
    await sql`update mail_settings set provider = 'none'`;
    assertEquals(await isAsked(), false);
    const { id } = await addWebhook(sql);
    assertEquals(await isAsked(), true);
    await switchWebhook(sql, id, false);
    assertEquals(await isAsked(), false);
  }));

Deno.test("job_health/deliver_is_stale_after_an_hour_and_behind_after_six_and_counts_what_is_due", () =>
  withDatabase(async ({ sql }) => {
    await switchMailOn(sql, "http", ["invoice"]);
    await sql`select private.write_message('invoice', gen_random_uuid(), '')`;
    const run = (ago: string, remaining: number) =>
      sql`
        insert into job_runs (job, today, status, counts, started_at, finished_at)
        values ('deliver', current_date, 'succeeded', ${
        sql.json({ written: 0, sent: 1, dropped: 0, failed: 0, postponed: 0, remaining })
      }, now() - ${ago}::interval, now() - ${ago}::interval)`;
    const health = async () => {
      const [row] =
        await sql`select is_ok, is_stale, is_behind, left_over from job_health where job = 'deliver'`;
      return { ...row };
    };
    await run("61 minutes", 0);
    assertEquals(await health(), {
      is_ok: false,
      is_stale: true,
      is_behind: false,
      left_over: 1,
    });
    await run("5 minutes", 7);
    assertEquals(await health(), {
      is_ok: true,
      is_stale: false,
      is_behind: false,
      left_over: 1,
    });
    await sql`delete from job_runs where counts ->> 'remaining' = '0'`;
    assertEquals(await health(), {
      is_ok: false,
      is_stale: false,
      is_behind: true,
      left_over: 1,
    });
  }));
