import { databaseUrl, EnvironmentError } from "../env.ts";
import { isOnThisMachine } from "../this_machine.ts";
import { parseSmtpUrl } from "./smtp_url.ts";

/** Address at which Resend takes mail; others who speak as it does are named by MAIL_API_URL. */
const RESEND = "https://api.resend.com";

/** The HTTP provider of mail. */
export interface MailApi {
  /** Without a slash at its end: `https://api.resend.com`. */
  readonly url: string;
  readonly key: string;
}

/** Settings that delivering reads from its environment. */
export interface DeliveryEnvironment {
  /** The providers that are set up, by the words of `mail_settings.provider`; null = it is not. */
  readonly mailers: { readonly http: MailApi | null; readonly smtp: string | null };
  /** True if webhooks may be on this machine or inside the firm's own network. */
  readonly allowPrivateAddresses: boolean;
}

/** Settings that the function mail-events reads from its environment. */
export interface MailEventsEnvironment {
  readonly databaseUrl: string;
  /** Secret that the provider signs with, `whsec_…`; null refuses every request. */
  readonly secret: string | null;
}

type Lookup = (name: string) => string | undefined;

/**
 * Reads and checks MAIL_API_KEY, MAIL_API_URL, SMTP_URL and WEBHOOK_PRIVATE_ADDRESSES. What is unset or
 * blank is not set up.
 *
 * @param get looks a variable up, such as `(name) => Deno.env.get(name)`
 * @throws {EnvironmentError} one of them cannot be used; the message quotes no secret
 */
export function readDeliveryEnvironment(get: Lookup): DeliveryEnvironment {
  const key = read(get, "MAIL_API_KEY");
  // A header carries nothing else.
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) {
    throw new EnvironmentError("MAIL_API_KEY has a character that no key has: copy it again.");
  }
  const url = mailApiUrl(read(get, "MAIL_API_URL"));
  const smtp = read(get, "SMTP_URL");
  if (smtp !== null) parseSmtpUrl(smtp);
  return {
    mailers: { http: key === null ? null : { url, key }, smtp },
    allowPrivateAddresses: allowsPrivateAddresses(read(get, "WEBHOOK_PRIVATE_ADDRESSES")),
  };
}

/**
 * Reads and checks SUPABASE_DB_URL and MAIL_EVENTS_SECRET.
 *
 * @param get looks a variable up, such as `(name) => Deno.env.get(name)`
 * @throws {EnvironmentError} one of them cannot be used; the message quotes no secret
 */
export function readMailEventsEnvironment(get: Lookup): MailEventsEnvironment {
  const url = databaseUrl.safeParse(get("SUPABASE_DB_URL"));
  if (!url.success) {
    throw new EnvironmentError(
      `SUPABASE_DB_URL ${
        url.error.issues[0]?.message
      }: set it to the database's direct connection.`,
    );
  }
  const secret = read(get, "MAIL_EVENTS_SECRET");
  // 24 bytes, which Standard Webhooks asks for at least, are 32 characters in base64.
  if (secret !== null && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) {
    throw new EnvironmentError(
      "MAIL_EVENTS_SECRET is not a signing secret: set it to the one that the provider shows, whsec_….",
    );
  }
  return { databaseUrl: url.data, secret };
}

/** A value without the blanks and the newline that one from a file has around it; null = none. */
function read(get: Lookup, name: string): string | null {
  return get(name)?.trim() || null;
}

function mailApiUrl(text: string | null): string {
  if (text === null) return RESEND;
  const url = URL.parse(text);
  if (
    !url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search ||
    url.hash
  ) {
    throw new EnvironmentError(
      "MAIL_API_URL is not an https:// address: set it to the provider's, or leave it out for Resend.",
    );
  }
  if (url.protocol === "http:" && !isOnThisMachine(url.hostname.replace(/^\[(.*)\]$/, "$1"))) {
    throw new EnvironmentError(
      "MAIL_API_URL begins with http://, which shows the key to whoever listens: use https://.",
    );
  }
  return url.href.replace(/\/+$/, "");
}

function allowsPrivateAddresses(text: string | null): boolean {
  if (text === null || text === "refuse") return false;
  if (text === "allow") return true;
  throw new EnvironmentError(
    `WEBHOOK_PRIVATE_ADDRESSES=${text} cannot be used: set it to allow or refuse.`,
  );
}
