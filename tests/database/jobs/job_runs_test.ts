// Each run leaves a row, also when it fails.
import { assert, assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import {
  InvalidJobOptionError,
  JobFailedError,
} from "../../../supabase/functions/_shared/jobs/job_run.ts";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { Firm } from "../../support/firm.ts";
import { connectTo, withDatabase } from "../../support/server/database.ts";

Deno.test("job_runs/a_run_leaves_its_counts", () =>
  withDatabase(async ({ sql }) => {
    const counts = await accrueOverdueInterest(sql, { today: "2026-03-01" });
    const [run] = await sql`
      select job, today::text, dry_run, status, counts, error, finished_at >= started_at as in_order
        from job_runs`;
    assertEquals(run, {
      job: "accrue-interest",
      today: "2026-03-01",
      dry_run: false,
      status: "succeeded",
      counts,
      error: null,
      in_order: true,
    });
  }));

Deno.test("job_runs/a_failed_run_leaves_its_error_and_throws_it_with_the_run_id", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment("2026-02-28"), "draft");
    await sql.unsafe(`
      create function public.fail() returns trigger language plpgsql as
        $$ begin raise exception 'the disk is on fire'; end; $$;
      create trigger fail before update on public.time_entries
        for each row execute function public.fail();`);

    const error = await lockEndedAssignments(sql, { today: "2026-03-01" }).catch((error) => error);

    assert(error instanceof JobFailedError);
    const [run] = await sql`select id, status, error, counts from job_runs`;
    assertEquals(run, {
      id: error.runId,
      status: "failed",
      error: "the disk is on fire",
      counts: null,
    });
  }));

Deno.test("job_runs/a_run_that_lost_the_database_half_way_is_marked_failed_by_the_next_after_a_restart", () =>
  withDatabase(async ({ sql }) => {
    // The row that such a run leaves: begun before the server was started again.
    await sql`
      insert into job_runs (job, today, started_at)
      values ('lock-ended', '2026-03-01', pg_postmaster_start_time() - interval '1 second')`;

    await accrueOverdueInterest(sql);

    const runs = await sql`select job, status, error from job_runs order by started_at`;
    assertEquals(runs.map((run) => [run.job, run.status]), [
      ["lock-ended", "failed"],
      ["accrue-interest", "succeeded"],
    ]);
    assertMatch(runs[0]?.error, /went away/);
  }));

Deno.test("job_runs/a_run_older_than_any_lasts_is_marked_failed_and_a_running_one_is_not", () =>
  withDatabase(async ({ sql, url }) => {
    // A server that has been up for a day, so that the age alone decides.
    await sql.unsafe(`
      create schema long_up;
      create function long_up.pg_postmaster_start_time() returns timestamptz language sql
        as $$ select now() - interval '1 day' $$;`);
    await sql`
      insert into job_runs (job, today, started_at)
      values ('lock-ended', '2026-03-01', now() - interval '6 minutes'),
             ('accrue-interest', '2026-03-02', now() - interval '2 minutes')`;
    const longUp = connectTo(url, { search_path: "long_up, pg_catalog" });

    await lockEndedAssignments(longUp);
    await longUp.end();

    const runs = await sql`select status from job_runs order by started_at`;
    assertEquals(runs.map((run) => run.status), ["failed", "running", "succeeded"]);
  }));

Deno.test("job_runs/a_run_whose_connection_is_cut_fails_with_its_run_id_and_the_next_succeeds", () =>
  withDatabase(async ({ sql, url }) => {
    const firm = await Firm.create(sql);
    await firm.entry(await firm.assignment("2026-02-28"), "draft");
    await sql.unsafe(`
      create function public.cut() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end; $$;
      create trigger cut before update on public.time_entries
        for each row execute function public.cut();`);
    const victim = connectTo(url);

    const error = await lockEndedAssignments(victim, { today: "2026-03-01" }).catch((error) =>
      error
    );
    await victim.end({ timeout: 1 });

    assert(error instanceof JobFailedError, String(error));
    const [run] = await sql`select id, status from job_runs`;
    assertEquals(run, { id: error.runId, status: "failed" });
    await sql`drop trigger cut on public.time_entries`;
    assertEquals((await lockEndedAssignments(sql, { today: "2026-03-01" })).locked, 1);
  }));

Deno.test("job_runs/a_day_that_does_not_exist_is_refused_and_nothing_ran", () =>
  withDatabase(async ({ sql }) => {
    for (const today of ["2026-02-30", "tomorrow", "2026-3-1", ""]) {
      await assertRejects(() => lockEndedAssignments(sql, { today }), InvalidJobOptionError);
    }
    for (const limit of [0, 1001, 1.5, NaN]) {
      await assertRejects(() => accrueOverdueInterest(sql, { limit }), InvalidJobOptionError);
    }
    assertStrictEquals((await sql`select from job_runs`).length, 0);
  }));
