// The jobs have their names in private.jobs and in JOB_NAMES; each has a function and a place on the command line.
import { assertEquals } from "@std/assert";
import { parse } from "smol-toml";
import { JOB_NAMES } from "../../../supabase/functions/_shared/jobs/job_name.ts";
import { JOBS } from "../../../supabase/functions/_shared/jobs/jobs.ts";
import { withDatabase } from "../../support/server/database.ts";

Deno.test("job_names/are_the_same_in_the_database_and_in_typescript", () =>
  withDatabase(async ({ sql }) => {
    const rows = await sql<{ name: string }[]>`select name from private.jobs order by name`;
    assertEquals(rows.map((row) => row.name), [...JOB_NAMES].sort());
    assertEquals(Object.keys(JOBS).sort(), [...JOB_NAMES].sort());
  }));

Deno.test("job_names/each_name_a_function_that_the_platform_deploys", async () => {
  const config = await Deno.readTextFile(new URL("../../../supabase/config.toml", import.meta.url));
  const { functions } = parse(config) as { functions: Record<string, unknown> };
  const jobs = Object.keys(functions).filter((name) => name.startsWith("cron-"));
  assertEquals(jobs.sort(), JOB_NAMES.map((name) => `cron-${name}`).sort());
});
