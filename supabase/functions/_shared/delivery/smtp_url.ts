import { EnvironmentError } from "../env.ts";
import { isOnThisMachine } from "../this_machine.ts";

/** A mail server and how to speak to it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `at once` (port 465), `asked for` by STARTTLS, which must succeed, or `none` on this machine. */
  readonly tls: "at once" | "asked for" | "none";
  readonly login: { readonly user: string; readonly password: string } | null;
}

/**
 * Takes `smtps://user:password@mail.example:465` or `smtp://user:password@mail.example:587` apart. What
 * is special in user and password is encoded, as in all URLs.
 *
 * @throws {EnvironmentError} SMTP_URL is none of these; the message does not quote it
 */
export function parseSmtpUrl(text: string): SmtpServer {
  const [, scheme, userinfo, bracketed, name, port, rest] =
    /^(smtps?):\/\/(?:([^/?#]*)@)?(?:\[([0-9a-fA-F:.]+)\]|([^/?#@:[\]\s]+))(?::(\d{1,5}))?\/?(.*)$/
      .exec(text) ?? [];
  const host = bracketed ?? name;
  const number = port === undefined ? undefined : Number(port);
  if (host === undefined || rest !== "" || (number !== undefined && !isPort(number))) {
    throw refusal();
  }
  if (scheme === "smtps") {
    return { host, port: number ?? 465, tls: "at once", login: login(userinfo) };
  }
  return {
    host,
    port: number ?? 587,
    tls: isOnThisMachine(host) ? "none" : "asked for",
    login: login(userinfo),
  };
}

function isPort(number: number): boolean {
  return number >= 1 && number <= 65_535;
}

function login(userinfo: string | undefined): SmtpServer["login"] {
  if (userinfo === undefined) return null;
  const [, user, password] = /^([^:]+):([^:]+)$/.exec(userinfo) ?? [];
  if (user === undefined || password === undefined) throw refusal();
  try {
    return { user: decodeURIComponent(user), password: decodeURIComponent(password) };
  } catch {
    throw refusal();
  }
}

function refusal(): EnvironmentError {
  return new EnvironmentError(
    "SMTP_URL is not the address of a mail server: write smtps://user:password@host:465 or " +
      "smtp://user:password@host:587, and encode what is special in the password.",
  );
}
