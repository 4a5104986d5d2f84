// What database.types.ts promises is what PostgREST answers. The types are checked with the tests.
import { assert, assertEquals } from "@std/assert";
import { clientWith } from "../support/http/client.ts";
import { project } from "../support/http/project.ts";

Deno.test("types/know_the_columns_of_a_table", async () => {
  const client = clientWith(project().secretKey);
  const { data, error } = await client.from("organization_settings")
    .select("operating_timezone, workweek_starts_on").single();
  assertEquals(error, null);
  const timezone: string | undefined = data?.operating_timezone;
  const weekday: number | undefined = data?.workweek_starts_on;
  assertEquals([typeof timezone, typeof weekday], ["string", "number"]);
});

Deno.test("types/know_the_result_of_a_procedure_under_both_its_paths", async () => {
  const client = clientWith(project().secretKey);
  for (const path of ["rls_auto_enable", "rlsautoenable"] as const) {
    const { data, error } = await client.rpc(path);
    assertEquals(error, null);
    const names: string[] | null = data;
    assert(Array.isArray(names));
  }
});
