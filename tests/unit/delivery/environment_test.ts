// What delivering reads of its environment.
import { assert, assertEquals, assertMatch, assertNotMatch, assertThrows } from "@std/assert";
import {
  readDeliveryEnvironment,
  readMailEventsEnvironment,
} from "../../../supabase/functions/_shared/delivery/environment.ts";
import { parseSmtpUrl } from "../../../supabase/functions/_shared/delivery/smtp_url.ts";
import { assertThrowsWith } from "../../support/rejections.ts";

const DB = "postgresql://postgres@127.0.0.1/postgres";
const SECRET = `whsec_${"A".repeat(43)}=`;

const read = (variables: Record<string, string>) =>
  readDeliveryEnvironment((name) => variables[name]);
const readEvents = (variables: Record<string, string>) =>
  readMailEventsEnvironment((name) => variables[name]);

Deno.test("delivery_environment/nothing_is_set_up_where_nothing_is_set", () => {
  const nothing = { mailers: { http: null, smtp: null }, allowPrivateAddresses: false };
  assertEquals(read({}), nothing);
  assertEquals(
    read({ MAIL_API_KEY: " ", MAIL_API_URL: "", SMTP_URL: "\n", WEBHOOK_PRIVATE_ADDRESSES: "" }),
    nothing,
  );
  assertEquals(read({ MAIL_API_URL: "https://mail.example" }).mailers.http, null);
});

Deno.test("delivery_environment/takes_resend_unless_another_address_is_named", () => {
  assertEquals(read({ MAIL_API_KEY: "re_123\n" }).mailers.http, {
    url: "https://api.resend.com",
    key: "re_123",
  });
  const url = (text: string) => read({ MAIL_API_KEY: "k", MAIL_API_URL: text }).mailers.http?.url;
  assertEquals(url("https://mail.example/v1/"), "https://mail.example/v1");
  assertEquals(url("http://127.0.0.1:8025"), "http://127.0.0.1:8025");
});

Deno.test("delivery_environment/refuses_what_cannot_be_an_address_or_a_key_and_quotes_no_secret", () => {
  const wrong = {
    MAIL_API_KEY: ["re_hush 123", "re_hush\n123", "hush\u00e9"],
    MAIL_API_URL: [
      "api.resend.com",
      "ftp://hush.example",
      "https://u:hush@mail.example",
      "https://mail.example?key=hush",
      "http://mail.example",
    ],
    SMTP_URL: [
      "mail.example",
      "https://hush@mail.example",
      "smtp://user@mail.example",
      "smtp://user:hush%zz@mail.example",
      "smtp://user:hu/sh@mail.example",
      "smtps://user:hush@mail.example:0",
      "smtps://user:hush@mail.example:465/inbox",
      "smtps://user:hush@mail.example?tls=no",
    ],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      assertThrowsWith(() => read({ [name]: value }), (error) => {
        assert(error instanceof Error && error.name === "EnvironmentError", value);
        assertMatch(error.message, new RegExp(`^${name} `));
        assertNotMatch(error.message, /hush|mail\.example/);
        return true;
      }, value);
    }
  }
  assertThrowsWith(
    () => read({ WEBHOOK_PRIVATE_ADDRESSES: "yes" }),
    /WEBHOOK_PRIVATE_ADDRESSES=yes cannot be used: set it to allow or refuse\./,
  );
  assertEquals(read({ WEBHOOK_PRIVATE_ADDRESSES: "allow" }).allowPrivateAddresses, true);
});

Deno.test("smtp_url/asks_for_tls_everywhere_but_on_this_machine", () => {
  const server = (text: string) => {
    const { host, port, tls } = parseSmtpUrl(text);
    return [host, port, tls];
  };
  assertEquals(server("smtps://mail.example"), ["mail.example", 465, "at once"]);
  assertEquals(server("smtps://127.0.0.1:4465"), ["127.0.0.1", 4465, "at once"]);
  assertEquals(server("smtp://mail.example"), ["mail.example", 587, "asked for"]);
  assertEquals(server("smtp://10.0.0.7:2525/"), ["10.0.0.7", 2525, "asked for"]);
  assertEquals(server("smtp://[2001:db8::1]:25"), ["2001:db8::1", 25, "asked for"]);
  for (const host of ["127.0.0.1", "localhost", "mailpit", "host.docker.internal"]) {
    assertEquals(server(`smtp://${host}:1025`), [host, 1025, "none"]);
  }
  assertEquals(server("smtp://[::1]:1025"), ["::1", 1025, "none"]);
});

Deno.test("smtp_url/takes_user_and_password_out_of_their_encoding", () => {
  assertEquals(parseSmtpUrl("smtps://mail%40firm.example:p%3A%2Fss@mail.example:465").login, {
    user: "mail@firm.example",
    password: "p:/ss",
  });
  assertEquals(parseSmtpUrl("smtps://mail.example:465").login, null);
});

Deno.test("delivery_environment/mail_events_has_a_database_and_perhaps_a_secret", () => {
  assertEquals(readEvents({ SUPABASE_DB_URL: DB }), { databaseUrl: DB, secret: null });
  assertEquals(readEvents({ SUPABASE_DB_URL: DB, MAIL_EVENTS_SECRET: `${SECRET}\n` }), {
    databaseUrl: DB,
    secret: SECRET,
  });
  assertThrows(() => readEvents({}), Error, "SUPABASE_DB_URL is not set");
  for (const secret of ["re_123", "whsec_", "whsec_hush", SECRET.slice("whsec_".length)]) {
    assertThrowsWith(
      () => readEvents({ SUPABASE_DB_URL: DB, MAIL_EVENTS_SECRET: secret }),
      /^EnvironmentError: MAIL_EVENTS_SECRET is not a signing secret: set it/,
    );
  }
});
