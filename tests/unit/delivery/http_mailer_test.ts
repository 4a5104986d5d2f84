// Mail by HTTP, against a real provider that knows keys and can lose answers.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { freePort } from "../../../stack/processes.ts";
import { httpMailer } from "../../../supabase/functions/_shared/delivery/http_mailer.ts";
import type { Mailer } from "../../../supabase/functions/_shared/delivery/message.ts";
import { type HttpProvider, startHttpProvider } from "../../support/delivery/http_provider.ts";
import { ALL_BYTES, mailWith } from "../../support/delivery/mails.ts";

const KEY = "3f0d0a0e-6a0e-4d7c-9b57-0f6f8f5c1a11";

async function withProvider(
  test: (provider: HttpProvider, mailer: Mailer) => Promise<void>,
): Promise<void> {
  const provider = await startHttpProvider();
  const mailer = httpMailer(provider, { patience: 1_000, pauses: [10, 10] });
  try {
    await test(provider, mailer);
  } finally {
    mailer.close();
    await provider.close();
  }
}

Deno.test("http_mailer/a_mail_arrives_whole_as_resend_takes_it", () =>
  withProvider(async (provider, mailer) => {
    const attachment = { fileName: "INV-000042.pdf", type: "application/pdf", bytes: ALL_BYTES };
    const sent = await mailer.send(mailWith({ attachment, subject: "Faktura ✓" }), KEY);
    const [mail] = provider.received();
    assert(mail);
    assertEquals(sent, { kind: "sent", providerId: mail.id });
    assertStrictEquals(mail.key, KEY);
    assertEquals(mail.body, {
      from: '"Mesa Staffing" <billing@mesa.example>',
      to: ["ap@lakeside.example"],
      reply_to: "questions@mesa.example",
      subject: "Faktura ✓",
      text: mailWith().text,
      html: mailWith().html,
      attachments: [{
        filename: "INV-000042.pdf",
        content_type: "application/pdf",
        content: btoa(String.fromCharCode(...ALL_BYTES)),
      }],
    });
    assertEquals((await mailer.send(mailWith({ replyTo: null }), "other")).kind, "sent");
    assertEquals(Object.keys(provider.received()[1]?.body ?? {}), [
      "from",
      "to",
      "subject",
      "text",
      "html",
    ]);
  }));

Deno.test("http_mailer/a_name_stays_the_name_of_one_sender", () =>
  withProvider(async (provider, mailer) => {
    for (
      const from of [
        'Mesa, "Inc." <x@evil.example>\r\nBcc: all@evil.example <billing@mesa.example>',
        '"Mesa, \\"Inc.\\" <x@evil.example> Bcc: all@evil.example" <billing@mesa.example>',
      ]
    ) {
      await mailer.send(mailWith({ from }), crypto.randomUUID());
    }
    const name = '"Mesa, \\"Inc.\\" <x@evil.example> Bcc: all@evil.example"';
    const expected = `${name} <billing@mesa.example>`;
    assertEquals(provider.received().map(({ body }) => body["from"]), [expected, expected]);
  }));

Deno.test("http_mailer/an_answer_that_is_lost_is_unknown_and_the_same_key_the_same_mail", () =>
  withProvider(async (provider, mailer) => {
    provider.setMode("lose the answer", 1);
    assertEquals(await mailer.send(mailWith(), KEY), {
      kind: "unknown",
      error: "The mail provider did not say whether it took the mail: the connection was lost.",
    });
    provider.setMode("silent", 1);
    assertEquals(await mailer.send(mailWith(), KEY), {
      kind: "unknown",
      error: "The mail provider did not say whether it took the mail: it did not answer in time.",
    });
    const [mail, ...others] = provider.received();
    assert(mail);
    assertEquals(await mailer.send(mailWith(), KEY), { kind: "sent", providerId: mail.id });
    assertEquals([mail.requests, others], [3, []]);
  }));

Deno.test("http_mailer/another_mail_under_a_key_that_was_used_is_refused", () =>
  withProvider(async (provider, mailer) => {
    await mailer.send(mailWith(), KEY);
    assertEquals(await mailer.send(mailWith({ subject: "Another" }), KEY), {
      kind: "refused",
      error:
        "The mail provider knows another mail by this key: 409 This key was used for another mail.",
    });
    assertEquals(provider.received().length, 1);
  }));

Deno.test("http_mailer/each_answer_of_a_provider_has_its_outcome", () =>
  withProvider(async (provider, mailer) => {
    const outcomes = {
      400: ["refused", "The mail provider refused it: 400 As told: 400."],
      401: ["unusable", "The mail provider does not let us send: 401 As told: 401."],
      403: ["unusable", "The mail provider does not let us send: 403 As told: 403."],
      422: ["refused", "The mail provider refused it: 422 As told: 422."],
      429: ["unreachable", "The mail provider takes no more for now: 429 As told: 429."],
      500: ["unknown", "The mail provider failed, and may have taken it: 500 As told: 500."],
      503: ["unknown", "The mail provider failed, and may have taken it: 503 As told: 503."],
    };
    for (const [status, [kind, error]] of Object.entries(outcomes)) {
      provider.setMode(Number(status));
      assertEquals<unknown>(await mailer.send(mailWith(), KEY), { kind, error });
    }
    for (const status of [302, 404]) {
      provider.setMode(status);
      const outcome = await mailer.send(mailWith(), KEY);
      assert(outcome.kind === "unusable");
      assertMatch(outcome.error, /^There is no mail provider at 127\.0\.0\.1:\d+; look at MAIL_A/);
    }
    for (
      const page of [
        "<!doctype html><p>Welcome</p>",
        '{"ok": true}',
        '{"id": 7}',
        '{"id": " "}',
        `{"id": "${"x".repeat(201)}"}`,
        '{"id": "a\\u0000"}',
      ]
    ) {
      provider.setMode({ page });
      const outcome = await mailer.send(mailWith(), KEY);
      assert(outcome.kind === "no_receipt", page);
      assertMatch(
        outcome.error,
        /^127\.0\.0\.1:\d+ answered otherwise than a provider of mail: 200\. Look at MAIL_API_URL\.$/,
      );
    }
    assertEquals(provider.received(), []);
    provider.setMode("accept");
    assertEquals(await mailer.send(mailWith({ to: "nobody@" }), KEY), {
      kind: "refused",
      error: "The mail provider refused it: 422 Invalid `to` field.",
    });
  }));

Deno.test("http_mailer/waits_and_asks_again_where_it_was_too_fast", () =>
  withProvider(async (provider, mailer) => {
    provider.setMode(429, 2);
    assertEquals((await mailer.send(mailWith(), KEY)).kind, "sent");
    assertEquals(provider.requests().length, 3);
  }));

Deno.test("http_mailer/a_key_that_is_refused_is_not_told", () =>
  withProvider(async (provider) => {
    const mailer = httpMailer({ url: provider.url, key: "re_hush_hush" });
    assertEquals(await mailer.send(mailWith(), KEY), {
      kind: "unusable",
      error: "The mail provider does not let us send: 401 API key is invalid: Bearer …",
    });
  }));

Deno.test("http_mailer/a_provider_that_is_not_there_is_unreachable", async () => {
  const port = freePort();
  const refused = await httpMailer({ url: `http://127.0.0.1:${port}`, key: "k" })
    .send(mailWith(), KEY);
  assertEquals(refused, {
    kind: "unreachable",
    error: `The mail provider at 127.0.0.1:${port}: nobody listens there.`,
  });
  const unknown = await httpMailer({ url: "https://nowhere.invalid", key: "k" })
    .send(mailWith(), KEY);
  assertEquals(unknown, {
    kind: "unreachable",
    error: "The mail provider at nowhere.invalid: its name leads nowhere.",
  });
});
