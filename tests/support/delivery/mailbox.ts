/** Mails that a test's server took, read one after the other. */
import { Buffer } from "node:buffer";
import { decodedMail } from "../../../stack/mail_printer.ts";
import type { SmtpTestServer } from "./smtp_server.ts";

const WAIT_MS = 10_000;

/** Gives the newest mail to somebody that was not read yet; waits for it. */
export function mailbox(server: Pick<SmtpTestServer, "received">): (to: string) => Promise<string> {
  const read = new Set<string>();
  return async (to) => {
    for (const until = Date.now() + WAIT_MS; Date.now() < until;) {
      const found = (await server.received()).findLast((mail) =>
        mail.to.includes(to) && !read.has(mail.raw)
      );
      if (found !== undefined) {
        read.add(found.raw);
        return decodedMail(Buffer.from(found.raw, "latin1"));
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`no mail to ${to}`);
  };
}
