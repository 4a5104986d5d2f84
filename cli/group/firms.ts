import { z } from "zod";
import { UsageError } from "../database_argument.ts";

/** A firm that is asked, and the sign-in by which it is. */
export interface Firm {
  /** Name of the firm in the files. */
  readonly firm: string;
  readonly url: string;
  readonly publishableKey: string;
  readonly email: string;
  readonly password: string;
}

/** Hosts of this machine, which a password reaches without TLS. */
const OWN_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

const isSafe = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && OWN_HOSTS.includes(hostname));
};

const Text = z.string({ error: "is a text" }).trim().min(1, { error: "is empty" });

/** A password in the file would be a key that it does not know, and so is refused. */
const Entry = z.strictObject({
  firm: Text,
  url: Text.refine(isSafe, { error: "is no https:// address" }),
  publishable_key: Text.refine((key) => !key.startsWith("sb_secret_"), {
    error: "is the secret key, which is nobody's: give the publishable one",
  }),
  email: Text,
  password_variable: Text.regex(/^[A-Za-z_]\w*$/, { error: "is no name of a variable" }),
});

const File = z.array(Entry, { error: "is no list of firms" }).min(1, { error: "names no firm" });

/**
 * Reads the file of firms. Passwords come from the environment, by the names that the file has.
 *
 * @param path shown in errors
 * @param variable looks a variable up
 * @throws {UsageError} naming each value that cannot be used, a line each
 */
export function readFirms(
  path: string,
  text: string,
  variable: (name: string) => string | undefined,
): Firm[] {
  const { data, error } = File.safeParse(jsonOf(path, text));
  if (data === undefined) {
    throw new UsageError(error.issues.map((issue) => `${path}: ${said(issue)}.`).join("\n"));
  }
  const wrong = data.flatMap(({ firm, password_variable: name }, nth) => [
    ...(data.findIndex((other) => other.firm === firm) < nth ? [`Two firms are ${firm}.`] : []),
    ...(variable(name) ? [] : [`${name}, the password for ${firm}, is not set.`]),
  ]);
  if (wrong.length > 0) throw new UsageError(wrong.map((line) => `${path}: ${line}`).join("\n"));
  return data.map(({ firm, url, publishable_key, email, password_variable }) => ({
    firm,
    url: url.replace(/\/+$/, ""),
    publishableKey: publishable_key,
    email,
    password: variable(password_variable) ?? "",
  }));
}

function jsonOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is no JSON: ${error instanceof Error ? error.message : error}.`);
  }
}

/** `firm 2: url is no https:// address` */
function said({ path: [nth, name], message, ...issue }: z.core.$ZodIssue): string {
  const firm = typeof nth === "number" ? `firm ${nth + 1}: ` : "";
  if (issue.code === "unrecognized_keys") {
    return `${firm}${
      issue.keys.join(", ")
    } is not known here. A password stands in the environment`;
  }
  if (name === undefined) return `${firm}${firm === "" ? `it ${message}` : "is no object"}`;
  return `${firm}${String(name)} ${message}`;
}
