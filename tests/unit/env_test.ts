import assert from "node:assert/strict";
import { EnvironmentError, readCronEnvironment } from "../../supabase/functions/_shared/env.ts";

const URL = "postgresql://postgres@127.0.0.1/postgres";

const read = (variables: Record<string, string>) => readCronEnvironment((name) => variables[name]);

Deno.test("env/takes_a_secret_that_was_read_from_a_file_with_its_newline", () => {
  const { sharedSecret } = read({ SUPABASE_DB_URL: URL, CRON_SHARED_SECRET: " s3cret\n" });
  assert.equal(sharedSecret, "s3cret");
});

Deno.test("env/takes_an_unset_an_empty_and_a_blank_secret_for_none", () => {
  for (const variables of [{}, { CRON_SHARED_SECRET: "" }, { CRON_SHARED_SECRET: " \n" }]) {
    assert.equal(read({ SUPABASE_DB_URL: URL, ...variables }).sharedSecret, null);
  }
});

Deno.test("env/says_what_is_wrong_with_the_databases_address", () => {
  assert.throws(
    () => read({}),
    new EnvironmentError(
      "SUPABASE_DB_URL is not set: set it to the database's direct connection.",
    ),
  );
  for (const url of ["", "mysql://host/db", "host"]) {
    assert.throws(() => read({ SUPABASE_DB_URL: url }), /is not a postgres:\/\/ URL/);
  }
});
