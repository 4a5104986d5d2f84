// Mail by SMTP, against a real mail server in a process of its own.
import { assert, assertEquals } from "@std/assert";
import { freePort } from "../../../stack/processes.ts";
import type { Mailer } from "../../../supabase/functions/_shared/delivery/message.ts";
import {
  smtpMailer,
  smtpMailerOf,
  type SmtpOptions,
} from "../../../supabase/functions/_shared/delivery/smtp_mailer.ts";
import { parseSmtpUrl } from "../../../supabase/functions/_shared/delivery/smtp_url.ts";
import { CA } from "../../support/delivery/certificate.ts";
import { ALL_BYTES, mailWith } from "../../support/delivery/mails.ts";
import {
  type SmtpServerSetup,
  type SmtpTestServer,
  startSmtpServer,
} from "../../support/delivery/smtp_server.ts";

const KEY = "3f0d0a0e-6a0e-4d7c-9b57-0f6f8f5c1a11";
const LOGIN = { user: "mesa@mail.example", password: "p:/ss wörd" };

/** Runs a test with a server and a mailer that speaks to it as its setup says. */
async function withServer(
  setup: SmtpServerSetup,
  test: (server: SmtpTestServer, mailer: Mailer) => Promise<void>,
  options: SmtpOptions = {},
): Promise<void> {
  const server = await startSmtpServer(setup);
  const mailer = smtpMailerOf(
    { ...parseSmtpUrl(server.url), tls: setup.tls ?? "none" },
    { caCerts: [CA], ...options },
  );
  try {
    await test(server, mailer);
  } finally {
    mailer.close();
    await server.close();
  }
}

Deno.test("smtp_mailer/a_mail_arrives_whole_in_both_writings_and_with_its_file", () =>
  withServer({}, async (server, mailer) => {
    const attachment = { fileName: "INV-000042.pdf", type: "application/pdf", bytes: ALL_BYTES };
    const sent = await mailer.send(mailWith({ attachment }), KEY);
    assertEquals(sent, { kind: "sent", providerId: null });
    const [mail, ...others] = await server.received();
    assert(mail);
    assertEquals(others, []);
    assertEquals([mail.from, mail.to], ["billing@mesa.example", ["ap@lakeside.example"]]);
    assertEquals(mail.messageId, `<${KEY}@mesa.example>`);
    for (
      const line of [
        "From: Mesa Staffing <billing@mesa.example>",
        "To: ap@lakeside.example",
        "Reply-To: questions@mesa.example",
        "Subject: Invoice INV-000042: $1,250.00, due on December 23, 2026",
        "you owe $1,250.00.",
        "<p>Dear Lakeside,</p><p>you owe <b>$1,250.00</b>.</p>",
        "Content-Type: application/pdf; name=INV-000042.pdf",
      ]
    ) {
      assert(mail.raw.split("\r\n").includes(line), `${line} is not in\n${mail.raw}`);
    }
    const base64 = mail.raw.replaceAll("\r\n", "");
    assert(base64.includes(btoa(String.fromCharCode(...ALL_BYTES))));
  }));

Deno.test("smtp_mailer/names_and_subjects_cannot_become_recipients_or_headers", () =>
  withServer({}, async (server, mailer) => {
    const hostile = mailWith({
      from: 'Mesa, "Inc." <x@evil.example>\r\nBcc: all@evil.example <billing@mesa.example>',
      to: "ap@lakeside.example",
      subject: "Overdue\r\nBcc: all@evil.example",
    });
    assertEquals((await mailer.send(hostile, KEY)).kind, "sent");
    const [mail] = await server.received();
    assert(mail);
    assertEquals([mail.from, mail.to], ["billing@mesa.example", ["ap@lakeside.example"]]);
    const headers = mail.raw.replace(/\r\n\r\n.*/s, "").replace(/\r\n[ \t]+/g, " ").split("\r\n");
    const named = (name: string) => headers.filter((header) => header.startsWith(name));
    assertEquals(named("Bcc"), []);
    const name = '"Mesa, \\"Inc.\\" <x@evil.example> Bcc: all@evil.example"';
    assertEquals(named("From"), [`From: ${name} <billing@mesa.example>`]);
    assertEquals(named("Subject"), ["Subject: Overdue Bcc: all@evil.example"]);
  }));

Deno.test("smtp_mailer/several_mails_go_by_one_connection_and_by_another_once_it_was_lost", () =>
  withServer({}, async (server, mailer) => {
    for (const key of ["1", "2", "3"]) await mailer.send(mailWith(), key);
    const sessions = async () => new Set((await server.received()).map(({ session }) => session));
    assertEquals((await sessions()).size, 1);
    await server.setMode("cut kept");
    assertEquals((await mailer.send(mailWith(), "4")).kind, "sent");
    assertEquals((await sessions()).size, 2);
    await server.setMode("cut before data");
    assertEquals((await mailer.send(mailWith(), "5")).kind, "unreachable");
    await server.setMode("accept");
    assertEquals((await mailer.send(mailWith(), "6")).kind, "sent");
    assertEquals((await sessions()).size, 3);
    const keys = (await server.received()).map(({ messageId }) => messageId.slice(1, 2));
    assertEquals(keys, ["1", "2", "3", "4", "6"]);
  }));

Deno.test("smtp_mailer/mails_at_once_go_by_a_connection_each_and_those_after_them_by_the_same", () =>
  withServer({}, async (server, mailer) => {
    const two = (keys: readonly string[]) =>
      Promise.all(keys.map((key) => mailer.send(mailWith(), key)));
    for (const keys of [["1", "2"], ["3", "4"]]) {
      for (const { kind } of await two(keys)) assertEquals(kind, "sent");
    }
    const received = await server.received();
    assertEquals(received.length, 4);
    assertEquals(new Set(received.map(({ session }) => session)).size, 2);
  }));

Deno.test("smtp_mailer/what_a_server_refuses_for_good_is_refused_and_for_now_not_sent", () =>
  withServer({}, async (server, mailer) => {
    const refused = await mailer.send(mailWith({ to: "nobody@lakeside.example" }), KEY);
    assertEquals(refused, {
      kind: "refused",
      error: "The mail server refused it: 550 No such mailbox",
    });
    const busy = await mailer.send(mailWith({ to: "busy@lakeside.example" }), KEY);
    assertEquals(busy, {
      kind: "not_sent",
      error: "The mail server did not take it for now: 451 Come again later",
    });
    await server.setMode("refuse data");
    assertEquals((await mailer.send(mailWith(), KEY)).kind, "refused");
    await server.setMode("busy after data");
    assertEquals((await mailer.send(mailWith(), KEY)).kind, "not_sent");
    await server.setMode("closed");
    const closed = await mailer.send(mailWith(), KEY);
    assertEquals(closed, {
      kind: "unreachable",
      error: "The mail server cannot be used now: 421 Come again later",
    });
    assertEquals(await server.received(), []);
  }));

Deno.test("smtp_mailer/a_mail_that_is_too_large_is_refused_before_it_is_sent", () =>
  withServer({}, async (server, mailer) => {
    const bytes = new Uint8Array(1_000_000);
    const attachment = { fileName: "INV-000042.pdf", type: "application/pdf", bytes };
    assertEquals(await mailer.send(mailWith({ attachment }), KEY), {
      kind: "refused",
      error: "The mail is larger than the mail server takes.",
    });
    assertEquals(await server.received(), []);
  }));

Deno.test("smtp_mailer/a_sender_that_is_refused_is_unusable", () =>
  withServer({}, async (server, mailer) => {
    assertEquals(await mailer.send(mailWith({ from: "nobody@mesa.example" }), KEY), {
      kind: "unusable",
      error: "The mail server does not take our sender: 550 Not a sender of ours",
    });
    assertEquals(await server.received(), []);
  }));

Deno.test("smtp_mailer/an_answer_that_is_lost_after_the_message_is_unknown", () =>
  withServer({}, async (server, mailer) => {
    await mailer.send(mailWith(), "by a connection that is kept");
    await server.setMode("cut after data");
    assertEquals(await mailer.send(mailWith(), "first"), {
      kind: "unknown",
      error: "The connection was lost before the mail server said whether it took it.",
    });
    await server.setMode("silent");
    assertEquals(await mailer.send(mailWith(), "second"), {
      kind: "unknown",
      error: "The mail server did not say in time whether it took it.",
    });
    assertEquals((await server.received()).length, 3);
  }, { patience: { connect: 5_000, send: 1_000 } }));

Deno.test("smtp_mailer/a_server_that_is_not_there_is_unreachable", async () => {
  const nowhere = freePort();
  assertEquals(await smtpMailer(`smtp://127.0.0.1:${nowhere}`).send(mailWith(), KEY), {
    kind: "unreachable",
    error: `The mail server at 127.0.0.1:${nowhere} cannot be reached.`,
  });
  const unknown = await smtpMailer("smtps://nowhere.invalid").send(mailWith(), KEY);
  assertEquals(unknown, {
    kind: "unreachable",
    error: "The mail server at nowhere.invalid:465 cannot be reached.",
  });
});

/** A server that says these lines, one for each that it hears, and then nothing, or cuts the connection. */
async function withLines(
  lines: readonly string[],
  end: "mute" | "cut",
  test: (url: string) => Promise<void>,
): Promise<void> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const connections: Deno.Conn[] = [];
  const serving = (async () => {
    for await (const connection of listener) {
      connections.push(connection);
      for (const line of lines) {
        await connection.write(new TextEncoder().encode(`${line}\r\n`));
        await connection.read(new Uint8Array(1_024));
      }
      if (end === "cut") connection.close();
    }
  })();
  try {
    await test(`smtp://u:p@127.0.0.1:${listener.addr.port}`);
  } finally {
    listener.close();
    await serving.catch(() => {});
    if (end === "mute") connections.forEach((connection) => connection.close());
  }
}

const HELLO = ["220 hello", "250-hello\r\n250 AUTH LOGIN PLAIN"];

for (const [when, said] of [["at_first", []], ["while_signing_in", HELLO]] as const) {
  for (const end of ["mute", "cut"] as const) {
    Deno.test(`smtp_mailer/a_server_that_goes_${end}_${when}_is_unreachable`, () =>
      withLines(said, end, async (url) => {
        const { host, port } = parseSmtpUrl(url);
        const mailer = smtpMailerOf(parseSmtpUrl(url), { patience: { connect: 300, send: 300 } });
        assertEquals(await mailer.send(mailWith(), KEY), {
          kind: "unreachable",
          error: end === "mute"
            ? `The mail server at ${host}:${port} does not answer.`
            : `The mail server at ${host}:${port} cannot be reached.`,
        });
      }));
  }
}

for (const tls of ["at once", "asked for"] as const) {
  const name = tls.replace(" ", "_");
  Deno.test(`smtp_mailer/signs_in_over_tls_${name}`, () =>
    withServer({ tls, login: LOGIN }, async (server, mailer) => {
      assertEquals((await mailer.send(mailWith(), KEY)).kind, "sent");
      const [mail] = await server.received();
      assertEquals([mail?.user, mail?.isEncrypted], [LOGIN.user, true]);
    }));

  Deno.test(`smtp_mailer/sends_nothing_to_a_server_that_nobody_vouches_for_tls_${name}`, () =>
    withServer({ tls, login: LOGIN }, async (server, mailer) => {
      const { port } = server;
      assertEquals(await mailer.send(mailWith(), KEY), {
        kind: "unreachable",
        error: tls === "at once"
          ? `The mail server at 127.0.0.1:${port} cannot be spoken to in secret: TLS failed.`
          : `The mail server at 127.0.0.1:${port} cannot be spoken to in secret: STARTTLS failed.`,
      });
      assertEquals(await server.received(), []);
    }, { caCerts: [] }));
}

Deno.test("smtp_mailer/says_no_password_to_a_server_that_knows_no_starttls", () =>
  withServer({ login: LOGIN }, async (server) => {
    const mailer = smtpMailerOf({ ...parseSmtpUrl(server.url), tls: "asked for" });
    const outcome = await mailer.send(mailWith(), KEY);
    assertEquals(outcome.kind, "unreachable");
    assertEquals(await server.received(), []);
  }));

Deno.test("smtp_mailer/a_login_that_is_refused_is_unusable_and_not_told", () =>
  withServer({ login: LOGIN }, async (server) => {
    const wrong = server.url.replace(/\/\/.*@/, "//mesa:hush-hush@");
    assertEquals(await smtpMailer(wrong).send(mailWith(), KEY), {
      kind: "unusable",
      error: "The mail server refuses the user name or the password of SMTP_URL (535).",
    });
    const none = server.url.replace(/\/\/.*@/, "//");
    assertEquals(await smtpMailer(none).send(mailWith(), KEY), {
      kind: "unusable",
      error: "The mail server asks for a user name and a password (530), and SMTP_URL has none.",
    });
  }));
