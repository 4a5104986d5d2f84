import assert from "node:assert/strict";
import { forward } from "../../../stack/forward.ts";

/** What a server behind the gateway sees of a request, and what the client gets back. */
async function pass(request: Request, path: string) {
  const seen: { method: string; url: string; headers: Headers; body: string }[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (arrived) => {
      const { method, url, headers } = arrived;
      seen.push({ method, url, headers, body: await arrived.text() });
      return new Response("made", { status: 207, headers: { "x-made": "1" } });
    },
  );
  try {
    const answer = await forward(request, { port: server.addr.port, path });
    const [request1] = seen;
    assert.ok(request1);
    return { seen: request1, answer, text: await answer.text() };
  } finally {
    await server.shutdown();
  }
}

Deno.test("forward/method_query_authorization_and_body_arrive_as_sent", async () => {
  const request = new Request("http://127.0.0.1:1/api/cron/lock-ended?token=a%20b+c&x=%C3%BC", {
    method: "POST",
    // The bytes of "ü" in UTF-8, as curl sends them and as Deno holds them.
    headers: { authorization: "Bearer \u00c3\u00bc" },
    body: '{"dry_run": true}',
  });
  const { seen, answer, text } = await pass(request, "/cron-lock-ended");
  const url = new URL(seen.url);
  assert.equal(seen.method, "POST");
  assert.equal(url.pathname, "/cron-lock-ended");
  assert.equal(url.search, "?token=a%20b+c&x=%C3%BC");
  assert.equal(seen.headers.get("authorization"), "Bearer \u00c3\u00bc");
  assert.equal(seen.body, '{"dry_run": true}');
  assert.equal(answer.status, 207);
  assert.equal(answer.headers.get("x-made"), "1");
  assert.equal(text, "made");
});

Deno.test("forward/no_authorization_and_no_body_are_added", async () => {
  const { seen } = await pass(new Request("http://127.0.0.1:1/api/cron/x"), "/cron-x");
  assert.equal(seen.method, "GET");
  assert.equal(seen.headers.get("authorization"), null);
  assert.equal(seen.body, "");
});

Deno.test("forward/nobody_listening_is_an_error_for_the_caller_to_name", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  await assert.rejects(forward(new Request("http://127.0.0.1:1/"), { port, path: "/" }), TypeError);
});
