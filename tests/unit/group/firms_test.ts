import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../../cli/database_argument.ts";
import { csvFile } from "../../../cli/group/csv.ts";
import { readFirms } from "../../../cli/group/firms.ts";

const MESA = {
  firm: "Mesa",
  url: "https://mesa.example/",
  publishable_key: "sb_publishable_mesa",
  email: "group@example.com",
  password_variable: "MESA_PASSWORD",
};
const VARIABLES: Readonly<Record<string, string>> = { MESA_PASSWORD: "a password" };

const read = (firms: unknown) =>
  readFirms("firms.json", JSON.stringify(firms), (name) => VARIABLES[name]);

Deno.test("group_firms/have_their_passwords_from_the_environment", () => {
  assertEquals(read([MESA]), [{
    firm: "Mesa",
    url: "https://mesa.example",
    publishableKey: "sb_publishable_mesa",
    email: "group@example.com",
    password: "a password",
  }]);
});

Deno.test("group_firms/reach_this_machine_without_tls_and_no_other", () => {
  assertEquals(
    read([{ ...MESA, url: "http://127.0.0.1:54321" }])[0]?.url,
    "http://127.0.0.1:54321",
  );
  assertThrows(
    () => read([{ ...MESA, url: "http://mesa.example" }]),
    UsageError,
    "firms.json: firm 1: url is no https:// address.",
  );
});

Deno.test("group_firms/that_are_wrong_are_all_named_a_line_each", () => {
  const { email: _, ...nameless } = MESA;
  const error = assertThrows(
    () => read([{ ...MESA, firm: " " }, { ...nameless, password: "secret" }, 7]),
    UsageError,
  );
  assertEquals(error.message.split("\n"), [
    "firms.json: firm 1: firm is empty.",
    "firms.json: firm 2: email is a text.",
    "firms.json: firm 2: password is not known here. A password stands in the environment.",
    "firms.json: firm 3: is no object.",
  ]);
  const missing = assertThrows(
    () => read([MESA, { ...MESA, password_variable: "HARBOR_PASSWORD" }]),
    UsageError,
  );
  assertEquals(missing.message.split("\n"), [
    "firms.json: Two firms are Mesa.",
    "firms.json: HARBOR_PASSWORD, the password for Mesa, is not set.",
  ]);
  assertThrows(
    () => read([{ ...MESA, publishable_key: "sb_secret_mesa" }]),
    UsageError,
    "firms.json: firm 1: publishable_key is the secret key",
  );
  assertThrows(() => read([]), UsageError, "firms.json: it names no firm.");
  assertThrows(() => readFirms("f.json", "{", () => ""), UsageError, "f.json is no JSON");
});

Deno.test("group_files/quote_what_needs_it_and_disarm_formulas_in_texts", () => {
  const rows = [{ firm: '=1+1, "Ltd"', net: "-40.00" }, { firm: "Mesa" }];
  assertEquals(
    csvFile({ firm: "text", net: "plain" }, rows),
    'firm,net\r\n"\'=1+1, ""Ltd""",-40.00\r\nMesa,\r\n',
  );
});
