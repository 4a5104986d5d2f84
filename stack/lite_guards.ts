/**
 * Corrections before and behind Supabase Lite, where it reads a request otherwise than PostgREST,
 * or fails at it.
 */
import { decodeJwt } from "jose";
import { jsonResponse } from "../supabase/functions/_shared/http.ts";
import { type Relationships, unrelatedEmbed, withWaysNamed } from "./lite_embeds.ts";

/** The code of what Supabase Lite failed at. */
const LITE_FAILED = "SUP";

/** Paths that `auth.admin` of supabase-js asks; Lite's auth has none of them. */
const AUTH_ADMIN = /^\/auth\/v1\/(admin(\/.*)?|invite)$/;
/** As Supabase's auth service words an error: supabase-js tells `msg` as the error's message. */
const NO_AUTH_ADMIN = {
  code: 501,
  error_code: "not_implemented",
  msg: "auth.admin is not available on the embedded stack. Sign people up with auth.signUp, " +
    "or use a hosted project.",
};

/** Answers what Lite's auth has not; null: it may see the request. */
export function refusedBeforeLiteAuth(request: Request): Response | null {
  const { pathname } = new URL(request.url);
  // Lite reads the path unescaped.
  const path = isReadable(pathname) ? decodeURIComponent(pathname) : pathname;
  return AUTH_ADMIN.test(path) ? jsonResponse(501, NO_AUTH_ADMIN) : null;
}

/** Answers as PostgREST what Lite must not see; null: it may. */
export function refusedBeforeLite(request: Request): Response | null {
  const { pathname } = new URL(request.url);
  if (!isReadable(pathname)) return unknownName(pathname);
  // Lite would make a text of a list, and `["service_role"]` would be service_role.
  const role = claimedRole(request.headers.get("authorization"));
  if (role === undefined || typeof role === "string") return null;
  return refusal(401, "22023", `role "${JSON.stringify(role)}" does not exist`);
}

/** A request made anew with its body, which is text. A clone would ask for its signal, of which Deno warns. */
export async function withBodyRead(request: Request): Promise<{ request: Request; body: string }> {
  if (request.body === null) return { request, body: "" };
  const { url, method, headers } = request;
  const body = await request.text();
  return { request: new Request(url, { method, headers, body }), body };
}

/** Digits or an exponent without which no number of JSON is beyond those of JavaScript. */
const MAYBE_TOO_LARGE = /\d{300}|e\+?\d{3}/i;

/**
 * Refuses a body with a number that JavaScript has none for: Lite would write null in its place. PostgREST leaves the
 * number to the column, which refuses it too.
 */
export function refusedNumber(body: string): Response | null {
  if (!MAYBE_TOO_LARGE.test(body)) return null;
  let isTooLarge = false;
  try {
    JSON.parse(body, (_name, value) => {
      if (value === Infinity || value === -Infinity) isTooLarge = true;
      return value;
    });
  } catch {
    return null; // not JSON, which Lite refuses itself
  }
  return isTooLarge ? refusal(400, "22003", "A number is larger than any column takes.") : null;
}

/**
 * Answers as PostgREST an order of a procedure's rows by a column that it has not read: one that is neither selected nor
 * filtered by. Null: it has read them all.
 */
export function refusedOrder(request: Request): Response | null {
  const { pathname, searchParams } = new URL(request.url);
  const [select, order] = [searchParams.get("select"), searchParams.get("order")];
  if (!pathname.startsWith("/rest/v1/rpc/") || !select || !order) return null;
  if (/[*(]/.test(select) || order.includes("(")) return null;
  const selected = select.split(",").map((one) =>
    one.replace(/^[^:]+:(?!:)/, "").split(/::|->/)[0]
  );
  const isRead = (column: string) =>
    selected.includes(column) || searchParams.has(column) ||
    [...searchParams].some(([name, value]) =>
      /(^|\.)(or|and)$/.test(name) && value.includes(column)
    );
  const unread = order.split(",").map((one) => one.split(/\.|->/)[0] ?? "").find((one) =>
    !isRead(one)
  );
  return unread === undefined
    ? null
    : refusal(400, "42703", `column record.${unread} does not exist`);
}

/** Answers as PostgREST an embed that it finds no relationship for, and Lite does; null: there is none. */
export function refusedEmbed(request: Request, known: Relationships): Response | null {
  const embedding = embeddingOf(request);
  if (embedding === null) return null;
  const { table, select } = embedding;
  const unrelated = unrelatedEmbed(known, table, select);
  if (unrelated === null) return null;
  const between = `relationship between '${unrelated.parent}' and '${unrelated.target}'`;
  return jsonResponse(400, {
    code: "PGRST200",
    message: `Could not find a ${between} in the schema cache`,
    details:
      `Searched for a foreign key ${between} in the schema 'public', but no matches were found.`,
    hint: null,
  });
}

/** A request whose embeds name their ways, where Lite would take more than PostgREST does. */
export function withEmbedsNamed(request: Request, body: string, known: Relationships): Request {
  const embedding = embeddingOf(request);
  if (embedding === null) return request;
  const named = withWaysNamed(known, embedding.table, embedding.select);
  if (named === embedding.select) return request;
  const url = new URL(request.url);
  url.searchParams.set("select", named);
  const { method, headers } = request;
  return new Request(url, { method, headers, ...request.body === null ? {} : { body } });
}

/** Table and select of a request that may embed others; null of any other request. */
function embeddingOf(request: Request): { table: string; select: string } | null {
  const { pathname, searchParams } = new URL(request.url);
  const [, table] = /^\/rest\/v1\/(\w+)$/.exec(pathname) ?? [];
  const select = searchParams.get("select");
  if (table === undefined || select === null || !select.includes("(")) return null;
  return { table, select };
}

/** An answer of Lite; where Lite itself failed, without the words of JavaScript, which say what it is made of. */
export async function withoutInsides(answer: Response): Promise<Response> {
  if (answer.status !== 500) return answer;
  const body = await answer.clone().json().catch(() => null);
  if (body?.code !== LITE_FAILED) return answer;
  const hint = "Look it up in docs/embedded_rest.md: a PostgREST answers otherwise.";
  return refusal(500, LITE_FAILED, "The embedded REST cannot read this request.", hint);
}

function refusal(status: number, code: string, message: string, hint: string | null = null) {
  return jsonResponse(status, { code, message, details: null, hint });
}

/** As PostgREST says that there is no such table or procedure, whose name here is no UTF-8. */
function unknownName(path: string): Response {
  const [, isProcedure, name] = /^\/rest\/v1\/(rpc\/)?([^/]*)$/.exec(path) ?? [];
  if (name === undefined) {
    return refusal(404, "PGRST125", "Invalid path specified in request URL");
  }
  return isProcedure === undefined
    ? refusal(404, "PGRST205", "Could not find the table in the schema cache")
    : refusal(404, "PGRST202", "Could not find the function in the schema cache");
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Role that a token names, whether or not the token counts; undefined: nothing. */
function claimedRole(authorization: string | null): unknown {
  const bearer = /^bearer\s+(.+)$/i.exec(authorization ?? "")?.[1];
  if (bearer === undefined) return undefined;
  try {
    return decodeJwt(bearer).role;
  } catch {
    return undefined;
  }
}
