import type postgres from "postgres";

interface QueuedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly timeout_milliseconds: number;
}

/**
 * Work of pg_net's background worker (stand_ins.ts): takes the requests out of the queue, does each
 * of them over HTTP, and leaves its answer or what went wrong in net._http_response.
 *
 * @param sql as the owner of the queue
 * @param patience in milliseconds, where a test cannot wait for as long as the request would
 * @returns how many requests there were
 */
export async function answerRequests(sql: postgres.Sql, patience = Infinity): Promise<number> {
  const requests = await sql<QueuedRequest[]>`delete from net.http_request_queue returning *`;
  await Promise.all(requests.map((request) => answer(sql, request, patience)));
  return requests.length;
}

async function answer(sql: postgres.Sql, request: QueuedRequest, patience: number): Promise<void> {
  const { id, url, method, headers, body } = request;
  const timeout = Math.min(request.timeout_milliseconds, patience);
  try {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(url, { method, headers, body, signal });
    const content = await response.text();
    await sql`
      insert into net._http_response (id, status_code, content_type, content, timed_out)
      values (${id}, ${response.status}, ${
      response.headers.get("Content-Type")
    }, ${content}, false)`;
  } catch (error) {
    // What libcurl says in these two cases.
    const timedOut = error instanceof DOMException && error.name === "TimeoutError";
    const message = timedOut ? `Timeout of ${timeout} ms reached.` : "Could not connect to server";
    await sql`
      insert into net._http_response (id, timed_out, error_msg) values (${id}, ${timedOut}, ${message})`;
  }
}
