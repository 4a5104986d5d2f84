import type { Mailer, Outcome } from "./message.ts";
import { composeMime, type MimeMessage } from "./mime.ts";
import { type SmtpFailure, smtpOutcome } from "./smtp_outcome.ts";
import { type SmtpPatience, SmtpSession } from "./smtp_session.ts";
import { parseSmtpUrl, type SmtpServer } from "./smtp_url.ts";

/** Twice `send` and twice `connect`, the longest that a try takes, are below the 150 s that a function may run. */
const PATIENCE: SmtpPatience = { connect: 15_000, send: 45_000 };

/** Options that tests set otherwise. */
export interface SmtpOptions {
  readonly patience?: SmtpPatience;
  /** Certificates to trust besides those that everybody trusts, as PEM. */
  readonly caCerts?: readonly string[];
}

/**
 * Sends mail by a mail server. A connection takes one mail after the other, and there are as many as there are
 * mails under way. Mail servers know no keys: the key is in the Message-ID, which tells a mailbox at best.
 *
 * @param url as SMTP_URL says
 * @throws {EnvironmentError} it is none
 */
export function smtpMailer(url: string): Mailer {
  return smtpMailerOf(parseSmtpUrl(url));
}

/** As `smtpMailer`, of an address that is taken apart. */
export function smtpMailerOf(server: SmtpServer, options: SmtpOptions = {}): Mailer {
  const { patience = PATIENCE, caCerts = [] } = options;
  const idle: SmtpSession[] = [];

  async function send(message: MimeMessage): Promise<Outcome> {
    let kept = idle.pop();
    for (;;) {
      const isKept = kept?.isOpen === true;
      const session: SmtpSession = kept?.isOpen
        ? kept
        : await SmtpSession.open(server, patience, caCerts);
      const { failure, isUnderWay } = await session.hand(message, patience.send);
      if (failure === null) {
        idle.push(session);
        return { kind: "sent", providerId: null };
      }
      session.close();
      // The server may have hung up while nothing was asked of it: that says nothing of this mail.
      if (!isKept || isUnderWay || failure.responseCode !== undefined) {
        return smtpOutcome(failure, isUnderWay, server);
      }
      kept = undefined;
    }
  }

  return {
    provider: "smtp",
    send: async (mail, key) => {
      let message: MimeMessage;
      try {
        message = await composeMime(mail, key);
      } catch {
        return { kind: "refused", error: "The mail cannot be put as mail servers want it." };
      }
      return await send(message).catch((failure: SmtpFailure) =>
        smtpOutcome(failure, false, server)
      );
    },
    close: () => {
      for (const session of idle.splice(0)) session.quit();
    },
  };
}
