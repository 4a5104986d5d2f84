import { assert, assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { forward } from "../../../stack/gateway.ts";

/** Runs a test with a server behind the gateway. */
async function withServer(
  handler: (request: Request) => Response | Promise<Response>,
  test: (port: number) => Promise<void>,
): Promise<void> {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  try {
    await test(server.addr.port);
  } finally {
    await server.shutdown();
  }
}

/** Request as a server behind the gateway sees it, and the answer that the client gets. */
async function pass(request: Request, path: string) {
  const seen: { method: string; url: string; headers: Headers; body: string }[] = [];
  const got: { answer: Response; text: string }[] = [];
  await withServer(async (arrived) => {
    const { method, url, headers } = arrived;
    seen.push({ method, url, headers, body: await arrived.text() });
    return new Response("made", { status: 207, headers: { "x-made": "1" } });
  }, async (port) => {
    const answer = await forward(request, { port, path });
    got.push({ answer, text: await answer.text() });
  });
  const [[arrived], [back]] = [seen, got];
  assert(arrived && back);
  return { seen: arrived, ...back };
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
  assertEquals(seen.method, "POST");
  assertEquals(url.pathname, "/cron-lock-ended");
  assertEquals(url.search, "?token=a%20b+c&x=%C3%BC");
  assertEquals(seen.headers.get("authorization"), "Bearer \u00c3\u00bc");
  assertEquals(seen.body, '{"dry_run": true}');
  assertEquals(answer.status, 207);
  assertEquals(answer.headers.get("x-made"), "1");
  assertEquals(text, "made");
});

Deno.test("forward/another_query_and_other_headers_go_on_instead_of_the_requests_own", async () => {
  const says = ({ url, headers }: Request) =>
    Response.json([new URL(url).search, headers.get("authorization"), headers.get("apikey")]);
  await withServer(says, async (port) => {
    const request = new Request("http://127.0.0.1:1/?apikey=k&x=1", { headers: { apikey: "k" } });
    const headers = new Headers({ authorization: "Bearer t" });
    const answer = await forward(request, { port, path: "/", search: "?x=1", headers });
    assertEquals(await answer.json(), ["?x=1", "Bearer t", null]);
  });
});

Deno.test("forward/no_authorization_and_no_body_are_added", async () => {
  const { seen } = await pass(new Request("http://127.0.0.1:1/api/cron/x"), "/cron-x");
  assertEquals(seen.method, "GET");
  assertEquals(seen.headers.get("authorization"), null);
  assertEquals(seen.body, "");
});

Deno.test("forward/nobody_listening_is_an_error_for_the_caller_to_name", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  await assertRejects(
    () => forward(new Request("http://127.0.0.1:1/"), { port, path: "/" }),
    TypeError,
  );
});

Deno.test("forward/what_concerns_one_connection_stays_behind_and_the_gateway_is_named", async () => {
  const ofOneConnection = {
    "connection": "keep-alive, x-mine",
    "keep-alive": "timeout=5",
    "proxy-authorization": "Basic eDp5",
    "te": "trailers",
    "upgrade": "h2c",
  };
  const { seen } = await pass(
    new Request("http://127.0.0.1:7/functions/v1/x", {
      headers: {
        ...ofOneConnection,
        "host": "elsewhere.example",
        "x-forwarded-host": "forged.example",
        "x-forwarded-proto": "https",
        "accept-encoding": "gzip, br",
        "x-mine": "1",
      },
    }),
    "/x",
  );
  for (const name of Object.keys(ofOneConnection)) assertEquals(seen.headers.get(name), null, name);
  assertStrictEquals(seen.headers.get("host"), new URL(seen.url).host);
  assertMatch(seen.headers.get("host") ?? "", /^127\.0\.0\.1:/);
  assertEquals(seen.headers.get("x-forwarded-host"), "127.0.0.1:7");
  assertEquals(seen.headers.get("x-forwarded-proto"), "http");
  assertEquals(seen.headers.get("accept-encoding"), "identity");
  assertEquals(seen.headers.get("x-mine"), "1");
});

Deno.test("forward/an_answer_that_points_elsewhere_is_the_clients_to_follow", async () => {
  const location = "http://127.0.0.1:1/elsewhere";
  await withServer(
    () => new Response(null, { status: 307, headers: { location } }),
    async (port) => {
      const answer = await forward(new Request("http://127.0.0.1:1/"), { port, path: "/" });
      assertEquals([answer.status, answer.headers.get("location")], [307, location]);
    },
  );
});

Deno.test("forward/the_length_of_a_body_arrives_with_it", async () => {
  const says = (request: Request) => new Response(request.headers.get("content-length"));
  await withServer(says, async (port) => {
    // A second server as the gateway, because only such a request comes with its length.
    await withServer((request) => forward(request, { port, path: "/" }), async (gateway) => {
      const body = new Uint8Array(1_000_000);
      const answer = await fetch(`http://127.0.0.1:${gateway}/`, { method: "POST", body });
      assertEquals(await answer.text(), "1000000");
    });
  });
});

Deno.test("forward/a_body_goes_through_while_it_is_still_being_sent", async () => {
  const echo = (request: Request) => new Response(request.body);
  await withServer(echo, async (port) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const request = new Request("http://127.0.0.1:1/", { method: "POST", body: readable });
    const answering = forward(request, { port, path: "/" });
    void writer.write(new TextEncoder().encode("one"));
    const reader = (await answering).body?.pipeThrough(new TextDecoderStream()).getReader();
    assertEquals((await reader?.read())?.value, "one");
    void writer.write(new TextEncoder().encode("two"));
    assertEquals((await reader?.read())?.value, "two");
    await writer.close();
    assertEquals((await reader?.read())?.done, true);
  });
});

Deno.test("forward/the_other_side_finishes_when_the_client_leaves", async () => {
  const arrived = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const slow = async () => {
    arrived.resolve();
    await mayAnswer.promise;
    return new Response("finished");
  };
  await withServer(slow, async (port) => {
    const client = new AbortController();
    const request = new Request("http://127.0.0.1:1/", { signal: client.signal });
    const answering = forward(request, { port, path: "/" });
    await arrived.promise;
    client.abort();
    mayAnswer.resolve();
    assertEquals(await (await answering).text(), "finished");
  });
});
