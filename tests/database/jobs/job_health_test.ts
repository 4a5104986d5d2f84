// Whether the jobs do their work, from what they left behind.
import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type postgres from "postgres";
import { accrueOverdueInterest } from "../../../supabase/functions/_shared/jobs/accrue_overdue_interest.ts";
import { lockEndedAssignments } from "../../../supabase/functions/_shared/jobs/lock_ended_assignments.ts";
import { runAs } from "../../support/access/acting.ts";
import { prepareFirm } from "../../support/access/firm/firm.ts";
import { Firm } from "../../support/firm.ts";
import { NOTHING } from "../../support/jobs/counts.ts";
import { withDatabase } from "../../support/server/database.ts";
import { setAside } from "../../support/time/set_aside.ts";
import { makeStandIns } from "../../support/server/stand_ins.ts";

/** A run of lock-ended as it would stand in job_runs. */
interface Run {
  readonly status: "running" | "succeeded" | "failed";
  readonly startedAgo: string;
  readonly remaining?: number;
  readonly dryRun?: boolean;
}

/** Puts runs of lock-ended, each of which took two seconds, and says what became of the health. */
async function healthAfter(sql: postgres.Sql, ...runs: Run[]): Promise<Record<string, unknown>> {
  await sql`delete from job_runs`;
  for (const { status, startedAgo, remaining = 0, dryRun = false } of runs) {
    await sql`
      insert into job_runs (job, today, dry_run, status, counts, error, started_at, finished_at)
      values ('lock-ended', current_date, ${dryRun}, ${status},
              ${status === "succeeded" ? sql.json({ ...NOTHING["lock-ended"], remaining }) : null},
              ${
      status === "failed" ? "the disk is on fire" : null
    }, now() - ${startedAgo}::interval,
              case when ${
      status !== "running"
    } then now() - ${startedAgo}::interval + interval '2 seconds' end)`;
  }
  const [row] = await sql`
    select is_stale, is_behind, stuck_runs, last_error, is_ok from job_health where job = 'lock-ended'`;
  return { ...row };
}

const OK = { is_stale: false, is_behind: false, stuck_runs: 0, last_error: null, is_ok: true };

Deno.test("job_health/has_a_row_for_each_job_also_when_it_never_ran", () =>
  withDatabase(async ({ sql }) => {
    const nothing = {
      last_run_at: null,
      last_run_status: null,
      last_error: null,
      last_success_at: null,
      last_success_age: null,
      is_stale: true,
      is_behind: false,
      stuck_runs: 0,
      left_over: 0,
      last_call_at: null,
      last_call_status: null,
      last_call_error: null,
      is_ok: false,
    };
    assertEquals([...await sql`select * from job_health`], [
      { job: "accrue-interest", ...nothing, unapproved: null },
      { job: "lock-ended", ...nothing, unapproved: 0 },
      { job: "maintain", ...nothing, unapproved: null },
    ]);
  }));

Deno.test("job_health/is_ok_for_26_hours_after_a_success", () =>
  withDatabase(async ({ sql }) => {
    const success = { status: "succeeded" } as const;
    assertEquals(await healthAfter(sql, { ...success, startedAgo: "25 hours 59 minutes" }), OK);
    const stale = await healthAfter(sql, { ...success, startedAgo: "26 hours 1 minute" });
    assertEquals(stale, { ...OK, is_stale: true, is_ok: false });
    const [onTheDot] = await sql.begin(async (sql) => {
      await sql`
        update job_runs set finished_at = now() - stale_after
          from private.jobs where name = 'lock-ended' and job = name`;
      return await sql`select is_stale from job_health where job = 'lock-ended'`;
    });
    assertEquals(onTheDot, { is_stale: false });
  }));

Deno.test("job_health/tells_when_the_last_run_and_the_last_success_were", () =>
  withDatabase(async ({ sql }) => {
    await healthAfter(
      sql,
      { status: "succeeded", startedAgo: "3 hours" },
      { status: "succeeded", startedAgo: "2 hours" },
      { status: "failed", startedAgo: "1 hour" },
      { status: "running", startedAgo: "1 minute" },
    );
    const [row] = await sql`
      select last_run_status, now() - last_run_at as last_run, last_error,
             last_success_age, now() - last_success_at = last_success_age as agree
        from job_health where job = 'lock-ended'`;
    assertEquals(row?.last_run_status, "running");
    assertMatch(row?.last_run, /^00:01:0/);
    assertMatch(row?.last_success_age, /^0(1:59|2:00):/);
    assertEquals(row?.agree, true);
    assertEquals(row?.last_error, "the disk is on fire");
  }));

Deno.test("job_health/does_not_count_dry_runs", () =>
  withDatabase(async ({ sql }) => {
    const dryRun = true;
    const success = { status: "succeeded", startedAgo: "2 hours" } as const;
    const health = await healthAfter(sql, { ...success, dryRun });
    assertEquals(health, { ...OK, is_stale: true, is_ok: false });
    const failed = { status: "failed", startedAgo: "1 hour", dryRun } as const;
    const running = { status: "running", startedAgo: "1 hour", dryRun } as const;
    assertEquals(await healthAfter(sql, success, failed, running), OK);
  }));

Deno.test("job_health/is_not_ok_while_the_last_run_that_ended_failed", () =>
  withDatabase(async ({ sql }) => {
    const earlier = { status: "succeeded", startedAgo: "2 hours" } as const;
    const failed = { status: "failed", startedAgo: "1 hour" } as const;
    const running = { status: "running", startedAgo: "1 minute" } as const;
    const later = { status: "succeeded", startedAgo: "1 minute" } as const;
    const notOk = { ...OK, last_error: "the disk is on fire", is_ok: false };
    assertEquals(await healthAfter(sql, earlier, failed), notOk);
    assertEquals(await healthAfter(sql, earlier, failed, running), notOk);
    assertEquals(await healthAfter(sql, earlier, failed, later), OK);
  }));

Deno.test("job_health/is_not_ok_while_runs_are_stuck", () =>
  withDatabase(async ({ sql }) => {
    const success = { status: "succeeded", startedAgo: "1 hour" } as const;
    const running = { status: "running" } as const;
    const short = await healthAfter(sql, success, {
      ...running,
      startedAgo: "4 minutes 50 seconds",
    });
    assertEquals(short, OK);
    const long = await healthAfter(
      sql,
      success,
      { ...running, startedAgo: "5 minutes 1 second" },
      { ...running, startedAgo: "2 days" },
    );
    assertEquals(long, { ...OK, stuck_runs: 2, is_ok: false });
  }));

Deno.test("job_health/is_not_ok_when_no_run_of_a_day_got_through", () =>
  withDatabase(async ({ sql }) => {
    const through = { status: "succeeded", remaining: 0 } as const;
    const part = { status: "succeeded", remaining: 7 } as const;
    const behind = { ...OK, is_behind: true, is_ok: false };
    assertEquals(
      await healthAfter(sql, { ...through, startedAgo: "25 hours" }, {
        ...part,
        startedAgo: "1 hour",
      }),
      OK,
    );
    assertEquals(
      await healthAfter(sql, { ...through, startedAgo: "27 hours" }, {
        ...part,
        startedAgo: "1 hour",
      }),
      behind,
    );
  }));

Deno.test("job_health/counts_as_left_over_what_a_run_would_take", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    await firm.terms();
    for (const end of ["2026-02-27", "2026-02-28", "2026-03-01", null]) {
      const assignment = await firm.assignment(end);
      for (const status of ["draft", "submitted", "approved", "pending_approval", "locked"]) {
        await firm.entry(assignment, status);
      }
    }
    const [, dueYesterday = ""] = [
      await firm.sentInvoice("2026-01-10"),
      await firm.sentInvoice("2026-02-28"),
      await firm.sentInvoice("2026-03-01"),
    ];
    await firm.pay(await firm.sentInvoice("2026-01-20"), "2026-01-25", "1000.00"); // Late.
    await firm.pay(await firm.sentInvoice("2026-01-20"), "2026-01-20", "1000.00"); // In time.
    await firm.pay(dueYesterday, "2026-02-20", "400.00");

    const leftOver = async () => {
      const rows = await sql`select left_over from job_health where job <> 'maintain'`;
      return rows.map((row) => row.left_over);
    };
    const interest = await accrueOverdueInterest(sql, { dryRun: true });
    const locks = await lockEndedAssignments(sql, { dryRun: true });
    assertEquals(await leftOver(), [interest.scanned, locks.locked]);
    assertEquals(await leftOver(), [3, 6]);

    await accrueOverdueInterest(sql, { limit: 1 });
    assertEquals(await leftOver(), [2, 6]);
    await accrueOverdueInterest(sql);
    await lockEndedAssignments(sql);
    assertEquals(await leftOver(), [0, 0]);
    await firm.pay(dueYesterday, "2026-03-01", "100.00");
    assertEquals(await leftOver(), [1, 0]);
  }, { clock: "2026-03-01 12:00:00+00" }));

Deno.test("job_health/counts_for_lock_ended_what_was_locked_without_an_approval", () =>
  withDatabase(async ({ sql }) => {
    const firm = await Firm.create(sql);
    const assignment = await firm.assignment("2026-02-28");
    for (const status of ["draft", "submitted", "approved", "pending_approval"]) {
      await firm.entry(assignment, status);
    }
    await setAside(sql, [await firm.entry(assignment, "draft")]);
    const unapproved = async () => {
      const [row] = await sql`select unapproved from job_health where job = 'lock-ended'`;
      return row?.unapproved;
    };
    assertStrictEquals(await unapproved(), 0);
    await lockEndedAssignments(sql, { today: "2026-03-01" });
    assertEquals(await unapproved(), 2);
  }));

Deno.test("job_health/shows_calls_to_all_staff_and_the_service_role_and_nothing_to_others", () =>
  withDatabase(async ({ sql }) => {
    await makeStandIns(sql);
    const firm = await prepareFirm(sql);
    await sql`insert into private.job_requests (job, request_id) values ('lock-ended', 7)`;
    await sql`insert into net._http_response (id, status_code) values (7, 503)`;
    const statement = "select job, last_call_status from job_health where last_call_at is not null";
    for (const caller of ["viewer", "payroll", "admin", "service"] as const) {
      const seen = [...await runAs(sql, firm, caller, statement)];
      assertEquals(seen, [{ job: "lock-ended", last_call_status: 503 }], caller);
    }
    for (const caller of ["ada", "north"] as const) {
      for (const hidden of ["job_health", "private.job_calls()"]) {
        assertEquals([...await runAs(sql, firm, caller, `select from ${hidden}`)], [], caller);
      }
    }
  }));
