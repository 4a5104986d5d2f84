/** Headers that concern one connection only; `fetch` and `Deno.serve` set their own. */
const CONNECTION_HEADERS = [
  "connection",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Where a request goes on to; headers and search are the request's own unless given. */
export interface Destination {
  readonly port: number;
  readonly path: string;
  readonly search?: string;
  readonly headers?: Headers;
}

/**
 * Passes a request on to a server on this machine, and its answer back: method, query, headers and
 * body as they are, the body in a stream. When the client leaves, the other side still finishes.
 *
 * @throws TypeError when nobody answers.
 */
export async function forward(request: Request, to: Destination): Promise<Response> {
  const url = new URL(request.url);
  const headers = new Headers(to.headers ?? request.headers);
  for (const name of CONNECTION_HEADERS) headers.delete(name);
  // `fetch` would unpack a packed answer; the gateway packs it for the client.
  headers.set("accept-encoding", "identity");
  headers.set("x-forwarded-host", url.host);
  headers.set("x-forwarded-proto", "http");
  const answer = await fetch(`http://127.0.0.1:${to.port}${to.path}${to.search ?? url.search}`, {
    method: request.method,
    headers,
    body: request.body,
    redirect: "manual",
  });
  const answerHeaders = new Headers(answer.headers);
  for (const name of CONNECTION_HEADERS) answerHeaders.delete(name);
  return new Response(answer.body, { status: answer.status, headers: answerHeaders });
}
