/**
 * Corrections before and behind Supabase Lite, where it reads a request otherwise than PostgREST,
 * or fails at it.
 */
import { decodeJwt } from "jose";
import { jsonResponse } from "../supabase/functions/_shared/http.ts";

/** The code of what Supabase Lite failed at. */
const LITE_FAILED = "SUP";

/** Answers as PostgREST what Lite must not see; null: it may. */
export function refusedBeforeLite(request: Request): Response | null {
  if (!isReadable(new URL(request.url).pathname)) {
    return refusal(404, "PGRST125", "Invalid path specified in request URL");
  }
  // Lite would make a text of a list, and `["service_role"]` would be service_role.
  const role = claimedRole(request.headers.get("authorization"));
  if (role === undefined || typeof role === "string") return null;
  return refusal(401, "22023", `role "${JSON.stringify(role)}" does not exist`);
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
