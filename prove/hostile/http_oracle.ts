/** Possible results of a request. */
import type { ErrorsPage } from "../errors_page.ts";
import { ANSWERS_A_SECRET, internalsIn, isTooLarge } from "./internals.ts";
import { isListed } from "./differences.ts";
import type { HttpAnswer } from "./http_answer.ts";
import type { HttpCall } from "./http_call.ts";
import type { HttpCaller } from "./http_callers.ts";
import type { Callers } from "./who.ts";

/** Facts that the oracle knows. */
export interface HttpKnowledge {
  readonly who: ReadonlyMap<string, Callers>;
  readonly explanations: ErrorsPage;
  /** Texts that no answer may contain: keys and passwords of this stack. */
  readonly secrets: readonly string[];
  /** True if a real PostgREST answers. */
  readonly isPostgrest: boolean;
  /** By procedure, table or view the arguments or columns that are lists. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

/** Fault of an answer of its kind; null: none. */
export function wrongWith(
  call: HttpCall,
  caller: HttpCaller,
  answer: HttpAnswer,
  knowledge: HttpKnowledge,
): string | null {
  if (answer.status === 0) return `no answer: ${answer.body}`;
  if (knowledge.secrets.some((secret) => answer.body.includes(secret))) return "it tells a secret";
  const error = errorOf(answer);
  const told = answer.status < 400 && call.kind === "rpc" && ANSWERS_A_SECRET.test(call.target)
    ? ""
    : answer.body;
  const asked = `${call.path} ${decoded(call.path)} ${call.body ?? ""} ${call.headers.join()}`;
  const internals = internalsIn(told, asked) ?? internalsIn(answer.headers, asked);
  if (internals !== null) return `${answer.status} tells ${internals}`;
  if (answer.status >= 500) return serverError(call, answer, error, knowledge);
  return shapeWrong(call, answer) ?? refusalWrong(error, answer, knowledge) ??
    rightWrong(call, caller, answer, knowledge);
}

/** A path as people read it, where it can be read. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}

/** A search text that is none; a row or a change without columns, and a name without letters: embedded_rest.md lists them. */
const EXPLAINED_SYNTAX =
  /in tsquery|zero-length delimited identifier|at end of input|at or near "(\)|where|returning)"$/;

interface ToldError {
  readonly code: string;
  readonly slug: string;
  readonly message: string;
}

/** Error that an answer tells; empty where it is none. */
export function errorOf({ json, status }: HttpAnswer): ToldError {
  const body = status >= 400 && json !== null && typeof json === "object"
    ? json as Record<string, unknown>
    : {};
  return {
    code: String(body.code ?? body.error ?? ""),
    slug: String(body.details ?? ""),
    message: String(body.message ?? ""),
  };
}

function serverError(
  call: HttpCall,
  { status }: HttpAnswer,
  { code, message }: ToldError,
  { isPostgrest, lists }: HttpKnowledge,
): string | null {
  // The monitor is answered so while a job did not run.
  if (status === 503 && call.path.includes("health")) return null;
  if (status === 501 && code === "501" && call.kind === "auth") return null;
  if (isTooLarge(code, message)) return null;
  if (!isPostgrest && isListed(call, status, code, lists)) return null;
  return `${status} ${code} ${message.replaceAll(/[\d.]+|"[^"]*"/g, "…").slice(0, 120)}`;
}

/** Errors are JSON, and so is what was asked for as JSON. */
function shapeWrong(
  call: HttpCall,
  { status, contentType, json, body }: HttpAnswer,
): string | null {
  if (body === "" || call.method === "HEAD" || json !== null || body === "null") return null;
  if (status >= 400) return `${status} that is no JSON, ${contentType}`;
  const asksElse = call.headers.some(([name]) => name === "accept");
  return contentType.includes("json") && !asksElse && body.length < 100_000
    ? `${status} says JSON and is none`
    : null;
}

function refusalWrong(
  { code, slug, message }: ToldError,
  { status }: HttpAnswer,
  { explanations }: HttpKnowledge,
): string | null {
  if (/^PT\d{3}$/.test(code)) {
    return explanations.hasRefusal(slug, status) && code === `PT${status}`
      ? null
      : `a refusal that errors.md does not have, ${status} ${code} ${slug}`;
  }
  // Text of a caller became part of a statement.
  if (code === "42601" && !EXPLAINED_SYNTAX.test(message)) return `${status} a syntax error`;
  return /^(XX|53|55|57|58|P0|0A|21|2F|38|39|40)[0-9A-Z]{3}$/.test(code)
    ? `${status} ${code}`
    : null;
}

function rightWrong(
  call: HttpCall,
  caller: HttpCaller,
  answer: HttpAnswer,
  { who }: HttpKnowledge,
): string | null {
  if (answer.status >= 300 || call.method === "OPTIONS") return null;
  if (call.kind === "rpc") {
    if (asksForNoRow(call, answer)) return null;
    const callers = who.get(call.target)?.all;
    if (callers === undefined) return "a function is called that is none of the API";
    if (callers === "signed in") {
      return caller.isSignedIn || caller.column !== null ? null : "called by who is signed out";
    }
    return caller.column !== null && callers.has(caller.column)
      ? null
      : "somebody called what is not theirs";
  }
  if (caller.column !== null) return null;
  if (call.kind === "documents") {
    return caller.isKnownToFunctions ? null : "somebody without rights got a document";
  }
  const isData = call.kind === "read" || call.kind === "write";
  if (!isData || !hasRows(answer)) return null;
  return caller.isSignedIn && call.target === "me" ? null : "somebody without rights got rows";
}

/** True if PostgREST was asked for none of a procedure's rows: PostgreSQL then does not call it. */
function asksForNoRow({ path }: HttpCall, { json }: HttpAnswer): boolean {
  return /[?&]limit=(0|-)/.test(path) && Array.isArray(json) && json.length === 0;
}

/** True if an answer has rows, as JSON or below a head as CSV; an aggregate's answer about none is none. */
function hasRows({ json, body }: HttpAnswer): boolean {
  if (json === null) {
    return body.trim().split("\n").slice(1).some((line) => !/^[0,\s]*$/.test(line));
  }
  if (!Array.isArray(json)) return true;
  const isCountOfNothing = json.length === 1 &&
    Object.values(json[0] ?? {}).every((value) => value === 0 || value === null);
  return json.length > 0 && !isCountOfNothing;
}
