// Calls of webhooks, as deliver signs them, before the receiver of packages/client.
import { assert, assertEquals, assertRejects } from "@std/assert";
import { Webhook } from "standardwebhooks";
import { webhookCaller } from "../../../supabase/functions/_shared/delivery/webhook_call.ts";
import {
  verifyWebhook,
  WebhookNotReadable,
  WebhookNotVerified,
} from "../../../packages/client/src/verify_webhook.ts";
import { CA } from "../../support/delivery/certificate.ts";
import { startHttpServer } from "../../support/delivery/http_server.ts";

const SECRET = `whsec_${btoa("a".repeat(32))}`;
const OTHER = `whsec_${btoa("b".repeat(32))}`;
const ID = "6c2d5e0e-2e0f-4a5e-8bb0-4b8d0a4b2f11";
const BODY = JSON.stringify({
  type: "invoice.paid",
  timestamp: "2026-11-23T08:00:00.000000Z",
  data: { invoice_id: ID },
});

/** Headers of a call of that body at a time, signed by each of these secrets. */
function signed(at: Date, ...secrets: readonly string[]): Record<string, string> {
  return signedBody(BODY, at, ...secrets);
}

function signedBody(
  body: string,
  at: Date,
  ...secrets: readonly string[]
): Record<string, string> {
  return {
    "webhook-id": "m-1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign("m-1", at, body)).join(
      " ",
    ),
  };
}

const refused = (promise: Promise<unknown>) => assertRejects(() => promise, WebhookNotVerified);

Deno.test("verify_webhook/takes_what_deliver_sends_and_refuses_what_another_secret_signed", async () => {
  const told: unknown[] = [];
  const server = await startHttpServer(true, async ({ headers, body }) => {
    const status = await verifyWebhook(body, headers, SECRET).then(
      (call) => {
        told.push(call);
        return 204;
      },
      (error) => error instanceof WebhookNotVerified ? 401 : 500,
    );
    return { status };
  });
  try {
    const call = webhookCaller({ allowPrivateAddresses: true, caCerts: [CA] });
    const event = JSON.parse(BODY);
    const url = `https://localhost:${server.port}/`;
    const refused = await call({ url, id: "m-1", ...event, secrets: [OTHER] });
    assertEquals(refused, {
      kind: "not_sent",
      error: "The receiver did not take it: 401.",
    });
    assertEquals((await call({ url, id: "m-1", ...event, secrets: [OTHER, SECRET] })).kind, "sent");
    assertEquals(told, [{ id: "m-1", event }]);
  } finally {
    await server.close();
  }
});

Deno.test("verify_webhook/reads_the_headers_of_fetch_and_of_node", async () => {
  const headers = signed(new Date(), OTHER, SECRET);
  const { event } = await verifyWebhook(BODY, new Headers(headers), SECRET);
  assert(event.type === "invoice.paid");
  assertEquals(event.data.invoice_id, ID);
  assertEquals((await verifyWebhook(BODY, headers, SECRET)).id, "m-1");
});

Deno.test("verify_webhook/refuses_another_body_an_old_call_and_missing_or_odd_headers", async () => {
  const now = new Date();
  const good = signed(now, SECRET);
  await refused(verifyWebhook(`${BODY} `, good, SECRET));
  for (const minutes of [-6, 6]) {
    const then = new Date(now.getTime() + minutes * 60_000);
    await refused(verifyWebhook(BODY, signed(then, SECRET), SECRET));
  }
  for (const name of Object.keys(good)) {
    for (const value of ["", "v1,", "v1,!", "v2,YQ==", "1e3", undefined]) {
      await refused(verifyWebhook(BODY, { ...good, [name]: value }, SECRET));
    }
  }
  await assertRejects(() => verifyWebhook(BODY, good, "whsec_!"), TypeError);
});

// A receiver took it for a fault of its own, and answered 500.
Deno.test("verify_webhook/says_of_a_signed_body_that_is_no_event_that_it_cannot_be_read", async () => {
  for (const body of ["", "{", "null", '"invoice.paid"', "[]", '{"type":1}']) {
    await assertRejects(
      () => verifyWebhook(body, signedBody(body, new Date(), SECRET), SECRET),
      WebhookNotReadable,
      "The call is signed, and its body is no event in JSON.",
    );
    await refused(verifyWebhook(body, signedBody(body, new Date(), OTHER), SECRET));
  }
});
