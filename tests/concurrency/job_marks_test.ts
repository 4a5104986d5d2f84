// A failed run says so in job_runs, also when the session that should have said it was lost, too.
import { assertEquals, assertRejects } from "@std/assert";
import { connect } from "../../supabase/functions/_shared/database.ts";
import { recordRun } from "../../supabase/functions/_shared/jobs/job_run.ts";
import { NOTHING } from "../support/jobs/counts.ts";
import { withDatabase } from "../support/server/database.ts";
import { startRelay, through } from "../support/server/relay.ts";

Deno.test("job_runs/a_failed_run_says_so_though_the_next_session_was_lost_too_and_nobody_knew", () =>
  withDatabase(async ({ sql, url }) => {
    const relay = startRelay(Number(new URL(url).port));
    const client = connect(through(relay, url));
    try {
      const failing = recordRun(client, "lock-ended", {}, async () => {
        await Promise.all([client`select pg_sleep(0.1)`, client`select pg_sleep(0.1)`]);
        relay.setMode({ closeLate: 300 });
        await sql`
          select pg_terminate_backend(pid, 5000) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`;
        throw new Error("the work failed");
      });
      await assertRejects(() => failing, Error, "the work failed");
      const [run] = await sql`select status, error from job_runs`;
      assertEquals({ ...run }, { status: "failed", error: "the work failed" });
    } finally {
      await client.end({ timeout: 0 });
      relay.close();
    }
  }));

Deno.test("job_runs/a_run_never_ends_before_it_began_though_the_clock_was_put_back", () =>
  withDatabase(async ({ sql }) => {
    const later = () =>
      sql`update job_runs set started_at = started_at + interval '1 hour' where status = 'running'`;
    await recordRun(sql, "lock-ended", {}, async () => {
      await later();
      return NOTHING["lock-ended"];
    });
    const failing = recordRun(sql, "lock-ended", {}, async () => {
      await later();
      throw new Error("the work failed");
    });
    await assertRejects(() => failing);
    const runs = await sql`select finished_at >= started_at as is_in_order from job_runs`;
    assertEquals(runs.map((run) => run.is_in_order), [true, true]);
  }));
