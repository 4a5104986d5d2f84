import { jsonResponse } from "../http.ts";
import type { ApiAnswer } from "./api.ts";
import { type Call, routeOf } from "./routes.ts";
import { type PaperDocument, printed } from "./sheets.ts";
import { Turns } from "./turns.ts";

/** A document that is read and printed takes some 12 MB. */
const AT_ONCE = 4;
/** One after the other they take some ten seconds. */
const WAITING = 40;

/** Handler behind the address of documents. */
export interface Documents {
  /** The function's name, which is also the first segment of its path. */
  readonly functionName: string;
  /** Calls a procedure of the API with what the headers of a request present. */
  readonly call: (call: Call, headers: Headers) => Promise<ApiAnswer>;
  /** Takes one line for the operator. Never given a token, and nothing of what a document says. */
  readonly log: (line: string) => void;
}

/** Pages of every origin may ask: who may read what is a matter of the token, which no browser sends by itself. */
const OPEN_TO_PAGES = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "authorization, apikey, x-client-info, content-type",
  "Access-Control-Allow-Methods": "GET, OPTIONS",
  "Access-Control-Expose-Headers": "content-disposition",
};

/**
 * Answers `GET /documents/<kind>/<id>` with a PDF of what the caller may read. Checks in the order 404
 * (no such path), 405, 401, 400; then the API decides, and its refusals are passed on: 401 without a
 * good token, 404 for what is not the caller's, 400 in words. A few are printed at once; where too many wait for
 * that, 429.
 *
 * @param documents what stands behind the address
 */
export function documentsHandler(documents: Documents): (request: Request) => Promise<Response> {
  const turns = new Turns(AT_ONCE, WAITING);
  return async (request) => {
    const response = request.method === "OPTIONS"
      ? new Response(null, { status: 204 })
      : await answer(request, documents, turns);
    for (const [name, value] of Object.entries(OPEN_TO_PAGES)) response.headers.set(name, value);
    return response;
  };
}

async function answer(
  request: Request,
  documents: Documents,
  turns: Turns,
): Promise<Response> {
  const { functionName } = documents;
  const route = routeOf(new URL(request.url), functionName);
  if (route === null) return jsonResponse(404, { error: "not_found" });
  if (request.method !== "GET") {
    return jsonResponse(405, { error: "method_not_allowed" }, { Allow: "GET" });
  }
  if (!request.headers.has("Authorization") && !request.headers.has("apikey")) {
    return jsonResponse(401, { error: "unauthorized" });
  }
  if ("wrong" in route) {
    return jsonResponse(400, { error: "invalid_request", message: route.wrong });
  }
  return await turns.take(() => paper(route.call, request.headers, documents)) ?? tooMany();
}

async function paper(asked: Call, headers: Headers, { call, log }: Documents): Promise<Response> {
  try {
    const { status, body } = await call(asked, headers);
    if (status !== 200) return refusal(status, body, log);
    const { fileName, bytes } = await printed(body as PaperDocument, log);
    return new Response(bytes, {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Disposition": `inline; filename="${fileName}"`,
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      },
    });
  } catch (error) {
    log(`${asked.procedure} failed: ${error instanceof Error ? error.message : error}`);
    return jsonResponse(500, { error: "document_failed" });
  }
}

function tooMany(): Response {
  const told = {
    error: "too_many_documents",
    message: "Too many documents are being printed right now.",
    hint: "Try again in a few seconds.",
  };
  return jsonResponse(429, told, { "Retry-After": "10" });
}

/** Refusal of the API in our shape; only the operator learns of its failures. */
function refusal(status: number, body: unknown, log: (line: string) => void): Response {
  const told = body !== null && typeof body === "object" ? body as Record<string, unknown> : {};
  if (status === 401 || isOfAnotherRole(told.code)) {
    return jsonResponse(401, { error: "unauthorized" });
  }
  if (![400, 403, 404, 409].includes(status) || typeof told.details !== "string") {
    log(`the API answered ${status}: ${told.code ?? ""} ${told.message ?? ""}`);
    return jsonResponse(500, { error: "document_failed" });
  }
  return jsonResponse(status, { error: told.details, message: told.message, hint: told.hint });
}

/**
 * True if a token names a role that the API does not become for anybody (42501), or that there is
 * not (22023).
 */
function isOfAnotherRole(code: unknown): boolean {
  return code === "42501" || code === "22023";
}
