import type { DocumentsEnvironment } from "../env.ts";
import type { Call } from "./routes.ts";

/** Answer of the API: its status, and its body as a value. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

const TIME_LIMIT_MS = 30_000;

/**
 * Calls a procedure of the project's API as whoever made a request: with the token and the key that
 * they presented, so that what they may read is decided there and nowhere else.
 *
 * @param environment where the API is, and the key for callers who send none
 * @param call the procedure
 * @param headers those of the request
 * @throws TypeError or TimeoutError when the API does not answer
 */
export async function callApi(
  { apiUrl, publishableKey }: DocumentsEnvironment,
  call: Call,
  headers: Headers,
): Promise<ApiAnswer> {
  const token = headers.get("Authorization");
  const key = headers.get("apikey") ?? publishableKey;
  const response = await fetch(`${apiUrl}/rest/v1/rpc/${call.procedure}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token === null ? {} : { Authorization: token }),
      ...(key === null ? {} : { apikey: key }),
    },
    body: JSON.stringify(call.arguments),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  const text = await response.text();
  return { status: response.status, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
