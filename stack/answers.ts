/** A JSON answer that nobody keeps. */
export function json(status: number, body: Readonly<Record<string, string>>): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}
