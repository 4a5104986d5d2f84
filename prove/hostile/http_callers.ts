/** Callers over HTTP: their keys and tokens, and their rights. */
import { type StackKeys, tokenKey } from "../../stack/keys.ts";
import { type Caller, PEOPLE, type Users } from "../../tests/support/access/callers.ts";
import { claimsOf, token } from "../../tests/support/access/tokens.ts";
import { FORMER, NOBODY, oddClaims } from "./callers.ts";

/** Somebody who calls over HTTP. */
export interface HttpCaller {
  readonly name: string;
  /** Their column of the matrix; null: may do nothing. */
  readonly column: Caller | null;
  /** True if functions know them nevertheless: a token is enough for documents and jobs, and the key is added. */
  readonly isKnownToFunctions?: boolean;
  /** True if they are signed in, though perhaps as nobody. */
  readonly isSignedIn: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

const HOUR_S = 60 * 60;

/**
 * All who call over HTTP.
 *
 * @param users the people of the firm
 * @param lasts how long tokens have to last, in milliseconds
 */
export function httpCallers(keys: StackKeys, users: Users, lasts: number): HttpCaller[] {
  const apikey = keys.publishableKey;
  const key = tokenKey(keys);
  const now = Math.floor(Date.now() / 1000);
  const exp = now + Math.ceil(lasts / 1000);
  const signed = (claims: object) => token({ exp, ...claims }, key);
  const bearing = (name: string, bearer: string, isSignedIn = false): HttpCaller => ({
    name,
    column: null,
    isSignedIn,
    headers: { apikey, authorization: `Bearer ${bearer}` },
  });
  const plain = (name: string, headers: Record<string, string>): HttpCaller => ({
    name,
    column: null,
    isSignedIn: false,
    headers,
  });
  const admin = claimsOf(users.admin, { exp });
  const people = PEOPLE.map((person) => ({
    ...bearing(person, signed(claimsOf(users[person], { exp })), true),
    column: person,
  }));
  return [
    ...people,
    { ...plain("service", { apikey: keys.secretKey }), column: "service" },
    plain("no key", {}),
    plain("an empty key", { apikey: "" }),
    plain("a wrong key", { apikey: "sb_secret_AAAAAAAAAAAAAAAAAAAAAA_AAAAAAAA" }),
    plain("an odd key", { apikey: "\u00ff' or true --".repeat(50) }),
    plain("the publishable key", { apikey }),
    plain("a cookie", { apikey, cookie: `sb-access-token=${signed(admin)}` }),
    plain("a token as key", { apikey: signed(admin) }),
    {
      ...plain("a token without key", { authorization: `Bearer ${signed(admin)}` }),
      isKnownToFunctions: true,
    },
    plain("basic", { apikey, authorization: "Basic YWRtaW46YWRtaW4=" }),
    bearing("nobody", signed(claimsOf(NOBODY, { exp })), true),
    bearing("former admin", signed(claimsOf(FORMER, { exp })), true),
    bearing("expired", token({ ...admin, exp: now - HOUR_S }, key)),
    bearing("not yet", token({ ...admin, nbf: exp }, key)),
    bearing("forged", token(admin, "another secret of thirty-two characters")),
    bearing("forged for the server", token({ role: "service_role", exp }, "x".repeat(40))),
    bearing("without algorithm", unsigned(admin, "none")),
    bearing("without algorithm, for the server", unsigned({ role: "service_role", exp }, "NONE")),
    bearing("another algorithm", token(admin, key, { alg: "RS256" })),
    bearing(
      "an odd header",
      token(admin, "x", { kid: "../../dev/null", jku: "http://127.0.0.1/" }),
    ),
    bearing("no token", "null"),
    bearing("dots", "..."),
    bearing("long", "e".repeat(8_000)),
    ...[
      "postgres",
      "authenticator",
      "supabase_auth_admin",
      "pg_read_all_data",
      "none",
      "nosuch",
      "",
    ]
      .map((role) => bearing(`role ${role}`, signed({ ...admin, role }))),
    ...[null, 1, ["service_role"], { a: 1 }, "service_role'; --", "x".repeat(3_000)].map((
      role,
      nth,
    ) => bearing(`odd role ${nth}`, signed({ ...admin, role }))),
    ...oddClaims(users.admin).map((claims, nth) =>
      bearing(`odd claims ${nth}`, signed({ role: "authenticated", ...claims }), true)
    ),
  ];
}

function unsigned(claims: object, alg: string): string {
  const encode = (part: object) => btoa(JSON.stringify(part)).replaceAll("=", "");
  return `${encode({ alg, typ: "JWT" })}.${encode(claims)}.`;
}
