// One request by HTTP: where it goes, and what is known of it when it fails.
import { assertEquals } from "@std/assert";
import { freePort } from "../../../stack/processes.ts";
import {
  post,
  type Posted,
  type PostRequest,
} from "../../../supabase/functions/_shared/delivery/http_post.ts";
import { CA } from "../../support/delivery/certificate.ts";
import { type ReceivedRequest, startHttpServer } from "../../support/delivery/http_server.ts";

const postTo = (url: string, changes: Partial<PostRequest> = {}): Promise<Posted> =>
  post({
    url: new URL(url),
    addresses: ["127.0.0.1"],
    headers: { "Content-Type": "text/plain" },
    body: "wörd",
    patience: 1_000,
    answerBytes: 1_000,
    caCerts: [CA],
    ...changes,
  });

/**
 * Result of reading an answer that comes in these pieces.
 *
 * @param end what the server does after them: it ends the connection, or waits until we do
 */
async function answered(
  pieces: readonly string[],
  changes: Partial<PostRequest> = {},
  end: "close" | "wait" = "close",
): Promise<Posted> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    using connection = await listener.accept();
    await connection.read(new Uint8Array(4_096));
    for (const piece of pieces) {
      await connection.write(new TextEncoder().encode(piece)).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (end === "wait") await ended(connection);
  })();
  const posted = await postTo(`http://127.0.0.1:${listener.addr.port}/`, changes);
  await serving;
  return posted;
}

/** Waits until the other side ends a connection, without reading on: it shows after a while. */
async function ended(connection: Deno.Conn): Promise<void> {
  const nothing = new Uint8Array(1);
  while (await connection.write(nothing).then(() => true, () => false)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

Deno.test("http_post/goes_to_the_address_that_was_looked_at_and_asks_there_for_the_name", async () => {
  const requests: ReceivedRequest[] = [];
  const server = await startHttpServer(true, (request) => {
    requests.push(request);
    return { status: 200, body: "thanks" };
  });
  try {
    // No resolver knows this name: the certificate does.
    const url = `https://hooks.example:${server.port}/a?b=c#d`;
    assertEquals(await postTo(url), { kind: "answered", status: 200, body: "thanks" });
    const [request] = requests;
    assertEquals([request?.method, request?.path, request?.body], ["POST", "/a?b=c", "wörd"]);
    assertEquals(request?.headers["host"], `hooks.example:${server.port}`);
    const other = await postTo(`https://other.example:${server.port}/`);
    assertEquals(other, { kind: "unsent", why: "its certificate cannot be trusted" });
    assertEquals(requests.length, 1);
  } finally {
    await server.close();
  }
});

Deno.test("http_post/tries_the_next_address_while_nothing_was_sent", async () => {
  const server = await startHttpServer(true, () => ({ status: 204 }));
  try {
    const posted = await postTo(`https://hooks.example:${server.port}/`, {
      addresses: ["127.0.0.9", "127.0.0.1"],
    });
    assertEquals(posted.kind, "answered");
  } finally {
    await server.close();
  }
});

Deno.test("http_post/knows_what_surely_was_not_sent", async () => {
  const port = freePort();
  const nobody = { kind: "unsent", why: "nobody listens there" };
  assertEquals<unknown>(await postTo(`https://hooks.example:${port}/`), nobody);
  const server = await startHttpServer(false, () => ({ status: 204 }));
  try {
    const posted = await postTo(`https://hooks.example:${server.port}/`);
    assertEquals(posted, { kind: "unsent", why: "it does not speak TLS" });
  } finally {
    await server.close();
  }
  assertEquals((await answered([])).kind, "unanswered");
});

Deno.test("http_post/reads_an_answer_however_it_comes", async () => {
  const ok = (body: string) => ({ kind: "answered", status: 200, body });
  const head = "HTTP/1.1 200 OK\r\n";
  assertEquals<unknown>(await answered([`${head}Content-Length: 3\r\n\r\nabc`]), ok("abc"));
  assertEquals<unknown>(await answered([...`${head}content-length: 3\r\n\r\nabcdef`]), ok("abc"));
  assertEquals<unknown>(await answered([`${head}\r\nab`, "c"]), ok("abc"));
  const chunks = `${head}Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nab\r\n1\r\nc\r\n0\r\n\r\n`;
  assertEquals<unknown>(await answered([chunks]), ok("abc"));
  assertEquals<unknown>(await answered([...chunks]), ok("abc"));
  assertEquals<unknown>(await answered([`HTTP/1.1 100 Continue\r\n\r\n${head}\r\nabc`]), ok("abc"));
  assertEquals<unknown>(await answered([`HTTP/1.1 200\r\n\r\nabc`]), ok("abc"));
});

Deno.test("http_post/waits_for_no_more_than_an_answer_has", async () => {
  const head = "HTTP/1.1 200 OK\r\n";
  const whole = { kind: "answered", status: 200, body: "abc" };
  const open = (...pieces: string[]) => answered(pieces, {}, "wait");
  assertEquals<unknown>(await open(`${head}Content-Length: 3\r\n\r\nabc`), whole);
  const chunks = `${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`;
  assertEquals<unknown>(await open(chunks), whole);
  assertEquals(await open(head, `X: ${"x".repeat(40_000)}`), {
    kind: "unanswered",
    why: "the connection was lost",
  });
});

Deno.test("http_post/keeps_of_an_answer_what_came_and_no_more_than_was_asked_for", async () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n";
  const cut = await answered([`${head}ab`]);
  assertEquals(cut, { kind: "answered", status: 200, body: "ab" });
  const long = await answered([head, "x".repeat(5_000)], { answerBytes: 4 });
  assertEquals(long, { kind: "answered", status: 200, body: "xxxx" });
  const status = await answered([head, "abc"], { answerBytes: 0 });
  assertEquals(status, { kind: "answered", status: 200, body: "" });
});

Deno.test("http_post/an_answer_counts_also_where_the_rest_of_the_request_is_not_read", async () => {
  const body = "x".repeat(20_000_000);
  const refused = await answered(
    ["HTTP/1.1 413 Too Large\r\n\r\n"],
    { body, answerBytes: 0 },
    "wait",
  );
  assertEquals(refused, { kind: "answered", status: 413, body: "" });
});

Deno.test("http_post/what_is_no_answer_leaves_open_whether_it_was_read", async () => {
  for (
    const pieces of [
      ["220 mail.example ESMTP\r\n\r\n"],
      ["HTTP/1.1 2"],
      ["HTTP/1.1 abc\r\n\r\n"],
      ["HTTP/1.1 100 Continue\r\n\r\n"],
      ["HTTP/1.1 200 OK\r\n", `X: ${"x".repeat(40_000)}`],
    ]
  ) {
    assertEquals((await answered(pieces)).kind, "unanswered", pieces[0]);
  }
});
