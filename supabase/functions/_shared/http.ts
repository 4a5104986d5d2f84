/**
 * A JSON answer that no cache keeps.
 *
 * @param status the HTTP status
 * @param body what is answered, as JSON
 * @param headers further headers
 */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
