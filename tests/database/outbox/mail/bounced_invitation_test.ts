// An invitation that came back cannot be mailed again: its code was erased when it was sent.
import { assertEquals } from "@std/assert";
import { messages, switchOn } from "../../../support/outbox/mail.ts";
import { invite, newcomer } from "../../../support/people/invitations.ts";
import { withDatabase } from "../../../support/server/database.ts";

const CLOCK = { clock: "2026-03-01 12:00:00+00" };

Deno.test("mail/an_invitation_that_came_back_asks_for_another_and_goes_once_there_is_one", () =>
  withDatabase(async ({ sql }) => {
    await switchOn(sql, "invitation");
    const person = await newcomer(sql, "staff_member");
    await invite(sql, person);
    await sql`
      update private.outbox
         set status = 'sent', sent_at = now(), provider_id = 'p-1', code = null, next_try_at = null`;
    await sql`select private.record_bounce('p-1', 'It came back: No such mailbox')`;
    await sql`select public.send_message_again(id) from private.outbox`;
    const [row] = await sql`select private.mail_data(outbox) as data from private.outbox`;
    assertEquals(row?.data, {
      fail: "The code was erased when it was sent: invite them again, which makes another.",
    });
    await invite(sql, person);
    assertEquals((await messages(sql)).map(({ status, error }) => [status, error]), [
      ["dropped", "They were invited again."],
      ["waiting", null],
    ]);
  }, CLOCK));
