/** Asks the embedded REST, and a PostgREST where there is one, the same calls. */
import { type StackKeys, tokenKey } from "../../stack/keys.ts";
import { claimsOf, token } from "../../tests/support/access/tokens.ts";
import { ALIKE } from "./rest_alike.ts";
import { APART } from "./rest_apart.ts";
import type { CallApart, PostgrestMajor, RestCall } from "./rest_call.ts";
import type { Findings } from "./findings.ts";

/** Answering side: a gateway at an address, or a part of a stack. */
export type Answers = (request: Request) => Promise<Response>;

/**
 * Asks all of the list, and holds that the answers are those that the list has.
 *
 * @param column of the list, the one that is held
 * @param adminId a user who is an admin of the firm
 */
export async function compareWithList(
  answers: Answers,
  column: "embedded" | "postgrest",
  keys: StackKeys,
  adminId: string,
  findings: Findings,
): Promise<void> {
  const major = column === "embedded" ? null : await majorOf(answers, keys);
  const wanted = [
    ...ALIKE.map((call) => [call, call.told] as const),
    ...APART.map((call) => [call, listedOf(call, major)] as const),
  ];
  for (const [call, listed] of wanted) {
    const told = await toldBy(answers, call, column, keys, adminId);
    if (told === listed) continue;
    findings.add(
      `docs/embedded_rest.md is wrong: who ${call.what}, gets ${told} of ${column}`,
      `it says ${listed}: ${call.method} ${call.path} ${call.body ?? ""}`,
    );
  }
}

/** Answer that the list has for a call, of the embedded REST or of a version of PostgREST. */
function listedOf({ embedded, postgrest }: CallApart, major: PostgrestMajor | null): string {
  if (major === null) return embedded;
  return typeof postgrest === "string" ? postgrest : postgrest[major];
}

/** The version of PostgREST that answers; of one that the list does not know, the newest that it knows. */
async function majorOf(answers: Answers, { secretKey }: StackKeys): Promise<PostgrestMajor> {
  const headers = { apikey: secretKey };
  const answer = await answers(
    new Request("http://127.0.0.1/rest/v1/", { method: "HEAD", headers }),
  );
  await answer.body?.cancel();
  return answer.headers.get("server")?.startsWith("postgrest/14") ? "14" : "16";
}

async function toldBy(
  answers: Answers,
  call: RestCall,
  column: "embedded" | "postgrest",
  keys: StackKeys,
  adminId: string,
): Promise<string> {
  // The embedded REST reads no other than HS256.
  const key = column === "embedded" ? keys.jwtSecret : tokenKey(keys);
  const bearing = (claims: object) => ({
    apikey: keys.publishableKey,
    authorization: `Bearer ${token(claimsOf(adminId, { ...claims }), key)}`,
  });
  const who = {
    "signed out": { apikey: keys.publishableKey },
    "service": { apikey: keys.secretKey },
    "admin": bearing({}),
    "no such role": bearing({ role: "nosuch" }),
  }[call.as];
  const answer = await answers(
    new Request(`http://127.0.0.1/rest/v1${call.path}`, {
      method: call.method,
      headers: { "content-type": "application/json", ...who, ...call.headers },
      body: call.body ?? null,
    }),
  );
  const text = await answer.text();
  const code = answer.status >= 400 ? codeIn(text) : "";
  return `${answer.status} ${code}`.trim();
}

function codeIn(text: string): string {
  try {
    return String(JSON.parse(text).code ?? "");
  } catch {
    return "";
  }
}
