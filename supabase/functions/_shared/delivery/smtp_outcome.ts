import { Buffer } from "node:buffer";
import type { Outcome } from "./message.ts";
import type { SmtpServer } from "./smtp_url.ts";

/** Fields of a nodemailer failure; all of it may be missing. */
export interface SmtpFailure extends Error {
  readonly code?: string;
  /** The command that the server refused: `RCPT TO`. */
  readonly command?: string | undefined;
  /** Words of the server, code and text. */
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
}

/** Part of a server's words that is kept. */
const SAID_LENGTH = 200;

/**
 * Result of a mail that was not taken, or may not have been.
 *
 * @param failure what went wrong
 * @param isUnderWay whether the message itself had been begun: then only an answer says that it was not taken
 * @param server whose password must not be told
 */
export function smtpOutcome(
  failure: SmtpFailure,
  isUnderWay: boolean,
  server: SmtpServer,
): Outcome {
  const { code, command, responseCode: status } = failure;
  const said = quote(failure.response ?? "", server);
  if (code === "EAUTH" || status === 530) {
    const isForNow = status !== undefined && status < 500;
    return isForNow
      ? { kind: "unreachable", error: `The mail server lets nobody in for now (${status}).` }
      : { kind: "unusable", error: refusedLogin(server, status) };
  }
  if (status !== undefined && command !== undefined && command !== "CONN") {
    if (status < 500) {
      return { kind: "not_sent", error: `The mail server did not take it for now: ${said}` };
    }
    // A sender whom the server does not take is every mail's; 552 is the size of this one.
    if (command === "MAIL FROM" && status !== 552) {
      return { kind: "unusable", error: `The mail server does not take our sender: ${said}` };
    }
    if (/^(?:MAIL FROM|RCPT TO|DATA)$/.test(command)) {
      return { kind: "refused", error: `The mail server refused it: ${said}` };
    }
  }
  if (status !== undefined) {
    return { kind: "unreachable", error: `The mail server cannot be used now: ${said}` };
  }
  if (code === "EMESSAGE") {
    return { kind: "refused", error: "The mail is larger than the mail server takes." };
  }
  if (code === "EENVELOPE") {
    return { kind: "refused", error: "The mail cannot be put as mail servers want it." };
  }
  if (isUnderWay) {
    return {
      kind: "unknown",
      error: code === "ETIMEDOUT"
        ? "The mail server did not say in time whether it took it."
        : "The connection was lost before the mail server said whether it took it.",
    };
  }
  return { kind: "unreachable", error: unreachable(failure, server) };
}

function refusedLogin({ login }: SmtpServer, status: number | undefined): string {
  const code = status === undefined ? "" : ` (${status})`;
  return login === null
    ? `The mail server asks for a user name and a password${code}, and SMTP_URL has none.`
    : `The mail server refuses the user name or the password of SMTP_URL${code}.`;
}

function unreachable({ code, message }: SmtpFailure, { host, port, tls }: SmtpServer): string {
  const where = `${host}:${port}`;
  if (code === "ETIMEDOUT") return `The mail server at ${where} does not answer.`;
  if (code === "ETLS" || /certificate|tls|ssl/i.test(message)) {
    return tls === "asked for"
      ? `The mail server at ${where} cannot be spoken to in secret: STARTTLS failed.`
      : `The mail server at ${where} cannot be spoken to in secret: TLS failed.`;
  }
  return `The mail server at ${where} cannot be reached.`;
}

/** Words of a server, in one line, without what it may have been told in secret. */
function quote(response: string, { login }: SmtpServer): string {
  const secrets = login === null
    ? []
    : [login.password, Buffer.from(login.password).toString("base64")];
  const open = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), response);
  return open.replace(/\p{Cc}+/gu, " ").trim().slice(0, SAID_LENGTH);
}
