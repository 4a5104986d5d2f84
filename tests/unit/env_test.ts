import { assertEquals } from "@std/assert";
import { readCronEnvironment } from "../../supabase/functions/_shared/env.ts";
import { assertThrowsWith } from "../support/rejections.ts";

const URL = "postgresql://postgres@127.0.0.1/postgres";

const read = (variables: Record<string, string>) => readCronEnvironment((name) => variables[name]);

Deno.test("env/takes_a_secret_that_was_read_from_a_file_with_its_newline", () => {
  const { sharedSecrets } = read({
    SUPABASE_DB_URL: URL,
    CRON_SHARED_SECRET: " s3cret\n",
    CRON_SHARED_SECRET_PREVIOUS: "0lder\n",
  });
  assertEquals(sharedSecrets, ["s3cret", "0lder"]);
});

Deno.test("env/takes_an_unset_an_empty_and_a_blank_secret_for_none", () => {
  for (const variables of [{}, { CRON_SHARED_SECRET: "" }, { CRON_SHARED_SECRET: " \n" }]) {
    assertEquals(read({ SUPABASE_DB_URL: URL, ...variables }).sharedSecrets, []);
  }
});

Deno.test("env/the_previous_secret_counts_for_nothing_without_the_one_in_force", () => {
  for (const secret of [{}, { CRON_SHARED_SECRET: "" }, { CRON_SHARED_SECRET: " \n" }]) {
    const variables = { SUPABASE_DB_URL: URL, CRON_SHARED_SECRET_PREVIOUS: "0lder", ...secret };
    assertEquals(read(variables).sharedSecrets, []);
  }
});

Deno.test("env/a_blank_previous_secret_and_one_that_is_still_in_force_add_none", () => {
  for (const previous of ["", " \n", "s3cret", "s3cret\n"]) {
    const variables = {
      SUPABASE_DB_URL: URL,
      CRON_SHARED_SECRET: "s3cret",
      CRON_SHARED_SECRET_PREVIOUS: previous,
    };
    assertEquals(read(variables).sharedSecrets, ["s3cret"]);
  }
});

Deno.test("env/says_what_is_wrong_with_the_databases_address", () => {
  assertThrowsWith(
    () => read({}),
    {
      name: "EnvironmentError",
      message: "SUPABASE_DB_URL is not set: set it to the database's direct connection.",
    },
  );
  for (const url of ["", "mysql://host/db", "host"]) {
    assertThrowsWith(() => read({ SUPABASE_DB_URL: url }), /is not a postgres:\/\/ URL/);
  }
});
