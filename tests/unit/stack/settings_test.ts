import { assertEquals, assertStrictEquals } from "@std/assert";
import { resolve } from "node:path";
import { readSettings } from "../../../stack/settings.ts";
import { StackError } from "../../../stack/stack_error.ts";
import { assertThrowsWith } from "../../support/rejections.ts";

Deno.test("settings/an_empty_environment_gets_the_documented_defaults", () => {
  assertEquals(readSettings({}), {
    port: 54_321,
    dataDir: resolve(".data"),
    seed: "demo",
    cronSharedSecret: null,
    cronSharedSecretPrevious: null,
    mail: {},
    postgrestBin: null,
    authBin: null,
    consoleDir: resolve(".data/console"),
    runtimeEnvironment: {},
  });
});

Deno.test("settings/an_empty_variable_counts_as_unset", () => {
  const settings = readSettings({
    PORT: "",
    DATA_DIR: "",
    SEED: "",
    POSTGREST_BIN: "",
    AUTH_BIN: "",
  });
  assertEquals(settings, readSettings({}));
});

Deno.test("settings/a_secret_that_is_set_is_taken_as_it_is_also_when_blank", () => {
  for (const secret of ["s3cret", "", "  ", "ünï 'x'"]) {
    assertStrictEquals(readSettings({ CRON_SHARED_SECRET: secret }).cronSharedSecret, secret);
    const { cronSharedSecretPrevious } = readSettings({ CRON_SHARED_SECRET_PREVIOUS: secret });
    assertStrictEquals(cronSharedSecretPrevious, secret);
  }
});

Deno.test("settings/a_port_leaves_room_for_the_database", () => {
  assertEquals(readSettings({ PORT: "1" }).port, 1);
  assertEquals(readSettings({ PORT: "65534" }).port, 65_534);
  for (const port of ["0", "65535", "-1", "1.5", "0x10", "abc", " 80", "99999999999"]) {
    assertThrowsWith(() => readSettings({ PORT: port }), refusal("PORT"), port);
  }
});

Deno.test("settings/the_console_is_served_unless_it_is_switched_off", () => {
  assertStrictEquals(readSettings({ DATA_DIR: "/x" }).consoleDir, resolve("/x/console"));
  assertEquals(readSettings({ CONSOLE: "off" }).consoleDir, null);
  assertThrowsWith(() => readSettings({ CONSOLE: "no" }), refusal("CONSOLE"));
});

Deno.test("settings/a_seed_that_does_not_exist_is_refused_in_one_line", () => {
  assertEquals(readSettings({ SEED: "none" }).seed, "none");
  assertThrowsWith(() => readSettings({ SEED: "big" }), refusal("SEED"));
});

Deno.test("settings/functions_inherit_what_deno_needs_and_nothing_else", () => {
  const { runtimeEnvironment } = readSettings({ HOME: "/h", PATH: "/bin", AWS_SECRET_KEY: "x" });
  assertEquals(runtimeEnvironment, { HOME: "/h", PATH: "/bin" });
});

Deno.test("settings/auth_without_a_postgrest_is_refused_in_one_line", () => {
  const both = readSettings({ POSTGREST_BIN: "/p", AUTH_BIN: "/a" });
  assertEquals([both.postgrestBin, both.authBin], ["/p", "/a"]);
  assertThrowsWith(
    () => readSettings({ AUTH_BIN: "/a" }),
    (error) => error instanceof StackError && /^AUTH_BIN needs POSTGREST_BIN/.test(error.message),
  );
});

function refusal(variable: string) {
  return (error: unknown) =>
    error instanceof StackError && error.message.startsWith(`${variable}=`) &&
    !error.message.includes("\n");
}
