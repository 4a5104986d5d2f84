// What people do with messages that failed.
import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { actingAs } from "../../../support/access/acting.ts";
import type { DatabaseIdentity } from "../../../support/access/callers.ts";
import { addWebhook } from "../../../support/outbox/webhooks.ts";
import { type Message, theMessage } from "../../../support/outbox/messages.ts";
import { staffMember } from "../../../support/people/staff.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { assertRejectsWith } from "../../../support/rejections.ts";

type Decision = "send_message_again" | "drop_message";

/** A message of a mail, or of a webhook's call, that failed. */
async function failedMessage(
  sql: postgres.Sql,
  { maybeSent = false, event = false } = {},
): Promise<string> {
  if (event) {
    const { id } = await addWebhook(sql);
    await sql`select private.write_message('invoice.sent', gen_random_uuid(), ${id}, ${id}, '{}')`;
  } else {
    await sql`select private.write_message('invitation', gen_random_uuid(), '', code => 'the-code')`;
  }
  const { id } = await theMessage(sql);
  await sql`
    update private.outbox set maybe_sent = ${maybeSent}, tries = 5, first_tried_at = (private.clock()).at`;
  await sql`select private.fail_message(${id}, 'The mailbox is full.')`;
  return id;
}

async function decide(
  sql: postgres.Sql,
  who: DatabaseIdentity,
  decision: Decision,
  id: string,
): Promise<string> {
  const [row] = await actingAs(
    sql,
    who,
    (sql) => sql.unsafe<[{ status: string }]>(`select status from public.${decision}($1)`, [id]),
  );
  return row.status;
}

async function statusAfter(
  sql: postgres.Sql,
  id: string,
  status: Message["status"],
): Promise<void> {
  await sql`
    update private.outbox
       set status = ${status}, failed_at = null, code = null,
           next_try_at = case when ${status} = 'waiting' then now() end,
           sending_at = case when ${status} = 'sending' then now() end,
           sent_at = case when ${status} = 'sent' then now() end,
           dropped_at = case when ${status} = 'dropped' then now() end
     where id = ${id}`;
}

Deno.test("send_message_again/begins_anew_under_another_key_and_the_log_says_who_decided", () =>
  withDatabase(async ({ sql }) => {
    const id = await failedMessage(sql);
    const before = await theMessage(sql);
    const billing = await staffMember(sql, "billing");
    assertEquals(await decide(sql, billing, "send_message_again", id), "waiting");
    const after = await theMessage(sql);
    assertEquals([after.tries, after.error, after.code, after.maybe_twice], [
      0,
      null,
      "the-code",
      false,
    ]);
    assertNotStrictEquals(after.key, before.key);
    const [row] =
      await sql`select decided_by is not null as is_known from public.outbox where id = ${id}`;
    assertEquals(row, { is_known: true });
    const [log] = await sql<[{ old: Record<string, unknown>; new: Record<string, unknown> }]>`
      select old, new from audit_log where procedure = 'send_message_again' and row_id = ${id}`;
    assertEquals([log.old.status, log.new.status], ["failed", "waiting"]);
    for (const secret of ["code", "key", "mail", "attachment"]) {
      assertEquals(secret in log.new || secret in log.old, false, `the log has its ${secret}`);
    }
  }));

Deno.test("send_message_again/says_that_it_may_arrive_twice_where_it_may_have_been_sent", () =>
  withDatabase(async ({ sql }) => {
    const id = await failedMessage(sql, { maybeSent: true });
    await decide(sql, await staffMember(sql, "recruiting"), "send_message_again", id);
    const { maybe_sent, maybe_twice } = await theMessage(sql);
    assertEquals([maybe_sent, maybe_twice], [false, true]);
  }));

Deno.test("send_message_again/leaves_what_waits_is_sent_or_is_being_sent_and_refuses_what_was_dropped", () =>
  withDatabase(async ({ sql }) => {
    const id = await failedMessage(sql);
    const billing = await staffMember(sql, "billing");
    for (const status of ["waiting", "sending", "sent"] as const) {
      await statusAfter(sql, id, status);
      assertStrictEquals(await decide(sql, billing, "send_message_again", id), status);
    }
    await statusAfter(sql, id, "dropped");
    await assertRejectsWith(() => decide(sql, billing, "send_message_again", id), {
      detail: "message_dropped",
    });
    assertEquals([...await sql`select from audit_log where table_name = 'outbox'`], []);
  }));

Deno.test("drop_message/erases_the_code_and_says_who_dropped_it", () =>
  withDatabase(async ({ sql }) => {
    const id = await failedMessage(sql);
    const billing = await staffMember(sql, "billing");
    assertEquals(await decide(sql, billing, "drop_message", id), "dropped");
    const { code, error } = await theMessage(sql);
    assertEquals([code, error], [null, "Somebody decided to drop it."]);
    assertEquals(await decide(sql, billing, "drop_message", id), "dropped");
    const log =
      await sql`select from audit_log where procedure = 'drop_message' and row_id = ${id}`;
    assertEquals(log.length, 1, "again changes nothing");
  }));

Deno.test("drop_message/refuses_what_is_sent_or_being_sent", () =>
  withDatabase(async ({ sql }) => {
    const id = await failedMessage(sql);
    const admin = await staffMember(sql, "admin");
    for (const status of ["sending", "sent"] as const) {
      await statusAfter(sql, id, status);
      await assertRejectsWith(() => decide(sql, admin, "drop_message", id), {
        detail: "message_not_waiting",
      });
      assertStrictEquals((await theMessage(sql)).status, status);
    }
  }));

Deno.test("outbox/mail_is_decided_by_billing_and_recruiting_and_calls_of_webhooks_by_admins", async (t) => {
  for (const event of [false, true]) {
    for (const decision of ["send_message_again", "drop_message"] as const) {
      await t.step(
        `${decision} of ${event ? "a call" : "a mail"}`,
        () =>
          withDatabase(async ({ sql }) => {
            const id = await failedMessage(sql, { event });
            const allowed = event ? ["admin"] : ["admin", "billing", "recruiting"];
            for (const role of ["viewer", "payroll", "recruiting", "billing"]) {
              if (allowed.includes(role)) continue;
              const member = await staffMember(sql, role);
              await assertRejectsWith(() => decide(sql, member, decision, id), {
                detail: "role_required",
              });
            }
            assertEquals((await theMessage(sql)).status, "failed");
            const [last = ""] = allowed;
            await decide(sql, await staffMember(sql, last), decision, id);
            assertNotStrictEquals((await theMessage(sql)).status, "failed");
          }),
      );
    }
  }
});

Deno.test("outbox/a_message_that_there_is_not_is_not_found_and_others_than_staff_learn_nothing", () =>
  withDatabase(async ({ sql }) => {
    const id = await failedMessage(sql);
    const stranger = await staffMember(sql, "billing");
    await sql`update staff_members set is_active = false`;
    await assertRejectsWith(() => decide(sql, stranger, "drop_message", crypto.randomUUID()), {
      detail: "staff_only",
    });
    await assertRejectsWith(() => decide(sql, stranger, "drop_message", id), {
      detail: "role_required",
    });
    const rows = await actingAs(sql, stranger, (sql) => sql`select from public.outbox`);
    assertStrictEquals(rows.length, 0);
    const billing = await staffMember(sql, "billing");
    await assertRejectsWith(() => decide(sql, billing, "drop_message", crypto.randomUUID()), {
      detail: "message_not_found",
    });
  }));
