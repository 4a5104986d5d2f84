// The faults of `deno task prove` happen during each procedure that may write.
import { assertEquals, assertMatch } from "@std/assert";
import { ACTS } from "../../../prove/faults/acts.ts";
import { NOT_CALLED } from "../../../prove/faults/procedure_calls.ts";
import { JOB_NAMES } from "../../../supabase/functions/_shared/jobs/job_name.ts";
import { readFunctions } from "../../../tools/catalog.ts";
import { procedures } from "../../../tools/procedures.ts";
import { withDatabase } from "../../support/server/database.ts";

Deno.test("faults/each procedure that may write is called, or stands in a list with a reason", () =>
  withDatabase(async ({ sql }) => {
    const volatile = await sql<{ name: string }[]>`
      select proname as name from pg_proc
       where pronamespace = 'public'::regnamespace and provolatile = 'v'`;
    const named = new Set(procedures(await readFunctions(sql)).map(({ name }) => name));
    const writing = volatile.map(({ name }) => name).filter((name) => named.has(name));
    const called = ACTS.flatMap((act) => "procedure" in act ? [act.procedure] : []);
    assertEquals(
      [...new Set(called), ...Object.keys(NOT_CALLED)].toSorted(),
      writing.toSorted(),
      "add a call to prove/faults/procedure_calls.ts, or a reason to NOT_CALLED",
    );
    for (const reason of Object.values(NOT_CALLED)) assertMatch(reason, /\w{3}/);
  }));

Deno.test("faults/they happen during each job", () => {
  const jobs = ACTS.flatMap((act) => "job" in act ? [act.job] : []);
  assertEquals(jobs.toSorted(), JOB_NAMES.toSorted());
});
