// Calls of webhooks, against a real receiver by TLS.
import { assert, assertEquals, assertMatch } from "@std/assert";
import { freePort } from "../../../stack/processes.ts";
import type { WebhookCall } from "../../../supabase/functions/_shared/delivery/message.ts";
import {
  webhookCaller,
  type WebhookOptions,
} from "../../../supabase/functions/_shared/delivery/webhook_call.ts";
import { CA } from "../../support/delivery/certificate.ts";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../support/delivery/webhook_receiver.ts";

const secretOf = (letter: string) => `whsec_${btoa(letter.repeat(32))}`;
const SECRET = secretOf("a");
const OTHER = secretOf("b");
const TRUSTED = { allowPrivateAddresses: true, caCerts: [CA], patience: 1_000 };

const callTo = (url: string, changes: Partial<WebhookCall> = {}): WebhookCall => ({
  url,
  id: "0b6e4c51-8a51-4b0c-a4a2-6c1f35f3f0b7",
  type: "invoice.sent",
  timestamp: "2026-11-23T08:00:00.000000Z",
  data: { invoice_id: "6c2d5e0e-2e0f-4a5e-8bb0-4b8d0a4b2f11" },
  secrets: [SECRET],
  ...changes,
});

async function withReceiver(
  test: (receiver: WebhookReceiver) => Promise<void>,
  secret = SECRET,
): Promise<void> {
  const receiver = await startWebhookReceiver(() => secret);
  try {
    await test(receiver);
  } finally {
    await receiver.close();
  }
}

const callWith = (call: WebhookCall, options: Partial<WebhookOptions> = {}) =>
  webhookCaller({ ...TRUSTED, ...options })(call);

Deno.test("webhook_call/a_receiver_verifies_it_and_learns_ids_alone", () =>
  withReceiver(async (receiver) => {
    const call = callTo(`${receiver.url}?from=us`);
    assertEquals(await callWith(call), { kind: "sent", providerId: null });
    const [received, ...others] = receiver.received();
    assert(received);
    assertEquals(others, []);
    assertEquals([received.isSigned, received.id, received.path], [
      true,
      call.id,
      "/hook?from=us",
    ]);
    const { type, timestamp, data } = call;
    assertEquals(JSON.parse(received.body), { type, timestamp, data });
    const { "webhook-timestamp": at, "webhook-signature": signature, ...headers } =
      received.headers;
    assert(Math.abs(Number(at) - Date.now() / 1000) < 5);
    assertMatch(signature ?? "", /^v1,[A-Za-z0-9+/]{43}=$/);
    assertEquals(headers, {
      "content-type": "application/json",
      "user-agent": "staffing-back-office",
      "webhook-id": call.id,
      host: `localhost:${receiver.port}`,
      "content-length": String(received.body.length),
      connection: "close",
    });
  }));

for (const [name, secret] of [["new", SECRET], ["former", OTHER]] as const) {
  Deno.test(`webhook_call/while_secrets_change_the_${name}_one_verifies`, () =>
    withReceiver(async (receiver) => {
      await callWith(callTo(receiver.url, { secrets: [SECRET, OTHER] }));
      assertEquals(receiver.received().map(({ isSigned }) => isSigned), [true]);
      await callWith(callTo(receiver.url, { secrets: [secretOf("c")] }));
      assertEquals(receiver.received().map(({ isSigned }) => isSigned), [true, false]);
    }, secret));
}

Deno.test("webhook_call/each_answer_of_a_receiver_has_its_outcome", () =>
  withReceiver(async (receiver) => {
    const outcomes = {
      200: { kind: "sent", providerId: null },
      202: { kind: "sent", providerId: null },
      302: {
        kind: "not_sent",
        error:
          "The receiver redirects (302), and webhooks follow no redirect. Enter the address that it leads to.",
      },
      400: { kind: "not_sent", error: "The receiver did not take it: 400." },
      404: { kind: "not_sent", error: "The receiver did not take it: 404." },
      410: { kind: "gone", error: "The receiver wants no more calls (410)." },
      429: { kind: "not_sent", error: "The receiver did not take it: 429." },
      500: { kind: "unknown", error: "The receiver failed, and may have taken it: 500." },
    };
    for (const [status, outcome] of Object.entries(outcomes)) {
      receiver.setMode(Number(status));
      assertEquals<unknown>(await callWith(callTo(receiver.url)), outcome);
    }
    assert(receiver.received().every(({ path }) => path === "/hook"), "it followed");
    receiver.setMode("cut");
    assertEquals(await callWith(callTo(receiver.url)), {
      kind: "unknown",
      error: "The webhook may have been called: the connection was lost.",
    });
    receiver.setMode("silent");
    assertEquals(await callWith(callTo(receiver.url), { patience: 300 }), {
      kind: "unknown",
      error: "The webhook may have been called: it did not answer in time.",
    });
  }));

Deno.test("webhook_call/nothing_is_said_to_whom_nobody_vouches_for", () =>
  withReceiver(async (receiver) => {
    const untrusted = {
      kind: "unreachable",
      error: "The webhook was not called: its certificate cannot be trusted.",
    };
    assertEquals<unknown>(await callWith(callTo(receiver.url), { caCerts: [] }), untrusted);
    // The certificate is for localhost and 127.0.0.1, not for this name of the same address.
    const other = receiver.url.replace("localhost", "127.0.0.2");
    assertEquals((await callWith(callTo(other))).kind, "unreachable");
    assertEquals(receiver.received(), []);
  }));

Deno.test("webhook_call/who_is_not_there_or_says_nothing_is_unreachable", async () => {
  assertEquals(await callWith(callTo(`https://localhost:${freePort()}/`)), {
    kind: "unreachable",
    error: "The webhook was not called: nobody listens there.",
  });
  assertEquals(await callWith(callTo("https://nowhere.invalid/")), {
    kind: "unreachable",
    error: "The webhook's name leads nowhere.",
  });
  using mute = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  assertEquals(
    await callWith(callTo(`https://127.0.0.1:${mute.addr.port}/`), { patience: 300 }),
    {
      kind: "unreachable",
      error: "The webhook was not called: it did not answer in time.",
    },
  );
});

Deno.test("webhook_call/nobody_is_called_inside_the_firms_network_unless_allowed", () =>
  withReceiver(async (receiver) => {
    const { port } = receiver;
    for (
      const host of [
        "localhost",
        "127.0.0.1",
        "127.1",
        "0x7f000001",
        "2130706433",
        "0.0.0.0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "10.0.0.1",
        "169.254.169.254",
        "[fd00::1]",
      ]
    ) {
      const outcome = await callWith(callTo(`https://${host}:${port}/hook`), {
        allowPrivateAddresses: false,
      });
      assert(outcome.kind === "refused", host);
      assertMatch(
        outcome.error,
        /leads to an address that is not public.*PRIVATE_ADDRESSES=allow/,
      );
    }
    assertEquals(receiver.received(), []);
  }));

Deno.test("webhook_call/an_address_that_is_not_https_or_has_a_user_is_refused", () =>
  withReceiver(async (receiver) => {
    const { url } = receiver;
    for (
      const wrong of [
        url.replace("https", "http"),
        url.replace("//", "//u:p@"),
        url.replace("//", "//u@"),
        "hook",
      ]
    ) {
      assertEquals((await callWith(callTo(wrong))).kind, "refused", wrong);
    }
    assertEquals((await callWith(callTo(url, { secrets: [] }))).kind, "refused");
    assertEquals((await callWith(callTo(url, { secrets: ["whsec_"] }))).kind, "refused");
    assertEquals(receiver.received(), []);
  }));
