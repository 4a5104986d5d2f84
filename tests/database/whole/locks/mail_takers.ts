/** Mail, ready to be written or dropped. */
import { invite, newcomer } from "../../../support/people/invitations.ts";
import { switchOn, writeDue } from "../../../support/outbox/mail.ts";
import { noon } from "../../../support/receivables/moving_clock.ts";
import { type Taker, write } from "./taker.ts";

/** What locks kinds of mail, and messages. */
export const MAILS: readonly Taker[] = [
  {
    names: ["write_due_mail"],
    prepare: async (firm) => {
      await switchOn(firm.sql, "overdue_reminder");
      await writeDue(firm.sql, "2026-03-19");
      await firm.sentInvoice("2026-03-01");
      return write(
        `select private.write_due_mail(null) from set_config('app.clock', '${
          noon("2026-03-20")
        }', true)`,
      );
    },
  },
  {
    names: ["drop_mail_of_ended_invitation"],
    prepare: async ({ sql }) => {
      await switchOn(sql, "invitation");
      await invite(sql, await newcomer(sql, "contractor"));
      return write(
        "update private.invitations set voided_at = now(), void_reason = 'withdrawn'",
      );
    },
  },
];
