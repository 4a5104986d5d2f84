// Mail that is written or dropped while others write, send or switch it: named interleavings on two connections.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { Firm } from "../support/firm.ts";
import { messages, switchOn, writeDue } from "../support/outbox/mail.ts";
import { acceptAs, invite, newcomer, userOf } from "../support/people/invitations.ts";
import { connectTo, withDatabase } from "../support/server/database.ts";
import { interleave } from "../support/sql/interleaving.ts";

const CLOCK = { clock: "2026-05-04 18:00:00+00" };

Deno.test("mail/of_an_invitation_that_is_accepted_while_it_is_claimed_is_sent_and_nobody_is_refused", () =>
  withDatabase(async ({ sql, url }) => {
    await switchOn(sql, "invitation");
    const person = await newcomer(sql, "contractor");
    const code = await invite(sql, person);
    const user = crypto.randomUUID();
    await interleave(
      url,
      (sql) =>
        sql`select private.begin_sending(id, 'smtp', 'ben@example.org', '{}')
              from private.next_message(mail => true, with_print => true)`,
      () => acceptAs(sql, user, code),
    );
    assertStrictEquals(await userOf(sql, person), user);
    assertEquals((await messages(sql)).map(({ status }) => status), ["sending"]);
  }, CLOCK));

Deno.test("mail/of_an_invitation_that_is_being_accepted_is_passed_over_and_then_gone", () =>
  withDatabase(async ({ sql }) => {
    await switchOn(sql, "invitation");
    const code = await invite(sql, await newcomer(sql, "contractor"));
    const next = () => sql`select id from private.next_message(mail => true, with_print => true)`;
    await sql.begin(async (accepting) => {
      await accepting`
        update private.invitations set accepted_at = now(), accepted_by = gen_random_uuid()
         where code_sha256 = private.code_sha256(${code})`;
      assertEquals([...await next()], []);
    });
    assertEquals([...await next()], []);
    assertEquals((await messages(sql)).map(({ status }) => status), ["dropped"]);
  }, CLOCK));

Deno.test("mail/due_by_day_is_left_to_who_writes_it_already_or_switches_it_off", () =>
  withDatabase(async ({ sql, url }) => {
    const deliverer = connectTo(url, { lock_timeout: "2s" });
    const firm = await Firm.create(sql);
    await firm.sentInvoice("2026-05-01");
    await switchOn(sql, "overdue_reminder");
    await sql.begin(async (other) => {
      await other`update mail_kinds set is_on = false`;
      assertStrictEquals(await writeDue(deliverer), 0);
    });
    assertStrictEquals(await writeDue(sql), 0);
    await switchOn(sql, "overdue_reminder");
    await sql.begin(async (other) => {
      const [row] = await other`select private.write_due_mail(null) as written`;
      assertEquals(row?.written, 1);
      assertStrictEquals(await writeDue(deliverer), 0);
    });
    assertStrictEquals(await writeDue(sql), 0);
    assertEquals((await messages(sql)).length, 1);
    await deliverer.end();
  }, CLOCK));
