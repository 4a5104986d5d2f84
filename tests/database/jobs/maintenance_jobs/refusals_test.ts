// What schedule_maintenance_jobs refuses, each time leaving nothing behind.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { scheduleJobs } from "../../../support/jobs/schedule.ts";
import { withDatabase } from "../../../support/server/database.ts";
import { makeStandIns } from "../../../support/server/stand_ins.ts";
import { assertRefused } from "../../../support/sql/refusal.ts";

function message(attempt: PromiseLike<unknown>): Promise<string> {
  return Promise.resolve(attempt).then(() => "", (error) => error.message);
}

Deno.test("maintenance_jobs/names_the_extensions_that_are_missing", () =>
  withDatabase(async ({ sql }) => {
    await assertRefused(scheduleJobs(sql), 409, "extension_missing");
    assertEquals(
      await message(scheduleJobs(sql)),
      "The database lacks pg_cron, pg_net, supabase_vault.",
    );
    await makeStandIns(sql);
    assertEquals(await message(scheduleJobs(sql)), "The database lacks pg_cron.");
    assertStrictEquals((await sql`select from vault.secrets`).length, 0);
  }));

Deno.test("maintenance_jobs/have_nothing_to_unschedule_without_the_extensions", () =>
  withDatabase(async ({ sql }) => {
    assertEquals([...await sql`select private.unschedule_maintenance_jobs()`], []);
  }));

Deno.test("maintenance_jobs/refuses_an_address_that_would_not_do", () =>
  withDatabase(async ({ sql }) => {
    const bases = [
      "",
      "abc.supabase.co",
      "http://abc.supabase.co",
      "http://localhost.example.org",
      "http://127.0.0.1.example.org",
      "http://127.0.0.1@example.org",
      "https://user:word@abc.supabase.co",
      "https://",
      "https://abc.supabase.co?x=1",
      "https://abc.supabase.co/#x",
      "https://abc.supabase.co/a b",
      " https://abc.supabase.co",
      "ftp://localhost",
      "https://PROJECT_REF.supabase.co",
    ];
    for (const base_url of bases) {
      await assertRefused(scheduleJobs(sql, { base_url }), 400, "job_address_not_valid");
    }
    const paths = [
      "",
      "/",
      "/api/cron/",
      "api/cron/<job>",
      "/<job>/<job>",
      "/<job>?token=x",
      "/ <job>",
    ];
    for (const job_path of paths) {
      await assertRefused(scheduleJobs(sql, { job_path }), 400, "job_address_not_valid");
    }
  }));

Deno.test("maintenance_jobs/takes_addresses_with_a_port_and_a_path_and_unencrypted_ones_nearby", () =>
  withDatabase(async ({ sql }) => {
    const bases = [
      "https://abcdefghijklm.supabase.co",
      "https://abcdefghijklm.supabase.co/",
      "https://jobs.example.org:8443/staffing",
      "http://localhost:54321",
      "http://127.0.0.1:8000",
      "http://[::1]:8000",
      "http://kong:8000",
      "http://host.docker.internal:54321",
    ];
    for (const base_url of bases) {
      // The next thing that is asked for.
      await assertRefused(scheduleJobs(sql, { base_url }), 409, "extension_missing");
    }
  }));

Deno.test("maintenance_jobs/refuses_a_blank_secret_and_one_that_no_header_carries", () =>
  withDatabase(async ({ sql }) => {
    for (const cron_shared_secret of ["", " ", "\t\n", "two\nlines", "nul\u0001", "<the value>"]) {
      await assertRefused(scheduleJobs(sql, { cron_shared_secret }), 400, "cron_secret_not_valid");
    }
    // Blanks around a secret don't count.
    const accepted = scheduleJobs(sql, { cron_shared_secret: " s3cret\n" });
    await assertRefused(accepted, 409, "extension_missing");
  }));

Deno.test("maintenance_jobs/refuses_arguments_that_are_null_and_names_them", () =>
  withDatabase(async ({ sql }) => {
    const nothing = { base_url: null, job_path: null, lock_ended_schedule: null };
    await assertRefused(scheduleJobs(sql, nothing), 400, "argument_missing");
    assertEquals(
      await message(scheduleJobs(sql, nothing)),
      "No value is given for base url, job path, lock ended schedule.",
    );
  }));

Deno.test("maintenance_jobs/refuses_a_database_whose_requests_pg_net_never_sends", () =>
  withDatabase(async ({ sql }) => {
    await makeStandIns(sql);
    // As pg_cron has it; none of it is called before the refusal.
    await sql.unsafe(
      `create schema cron; create function cron.schedule(text, text, text) returns bigint
      language sql return 1`,
    );
    const reserved = await sql.reserve();
    await reserved`set pg_net.database_name = 'elsewhere'`;
    await assertRefused(scheduleJobs(reserved), 409, "pg_net_in_other_database");
    assertStrictEquals((await sql`select from vault.secrets`).length, 0);
    reserved.release();
  }));
