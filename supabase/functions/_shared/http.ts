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

/**
 * The answer to a request that a function does not serve: 404 on a path that is not its own, 405 for
 * another method. Null when it is for the function.
 *
 * @param request the request as received
 * @param functionName also the first segment of its path on the platform
 * @param methods the methods that the function answers
 */
export function refuseOther(
  request: Request,
  functionName: string,
  methods: readonly string[],
): Response | null {
  const { pathname } = new URL(request.url);
  if (!["/", `/${functionName}`, `/${functionName}/`].includes(pathname)) {
    return jsonResponse(404, { error: "not_found" });
  }
  if (!methods.includes(request.method)) {
    return jsonResponse(405, { error: "method_not_allowed" }, { Allow: methods.join(", ") });
  }
  return null;
}
