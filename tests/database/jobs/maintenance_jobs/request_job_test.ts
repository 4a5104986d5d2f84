// What pg_cron's command asks pg_net to do.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import postgres from "postgres";
import { withDatabase } from "../../../support/server/database.ts";
import { makeStandIns } from "../../../support/server/stand_ins.ts";
import { assertRefused, assertViolates } from "../../../support/sql/refusal.ts";

const SECRET = "sécret & 日本 =";

function withVault(test: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  return withDatabase(async ({ sql }) => {
    await makeStandIns(sql);
    await sql`
      select private.keep_in_vault('maintenance_jobs_address', 'https://jobs.example.org/api/cron/<job>', ''),
             private.keep_in_vault('cron_shared_secret', ${SECRET}, '')`;
    await test(sql);
  });
}

Deno.test("request_job/posts_to_the_job_with_the_secret_and_remembers_the_request", () =>
  withVault(async (sql) => {
    const [asked] = await sql`select private.request_job('accrue-interest') as id`;
    const queue = await sql`
      select id, method, url, headers, convert_from(body, 'UTF8') as body, timeout_milliseconds
        from net.http_request_queue`;
    assertEquals([...queue], [{
      id: asked?.id,
      method: "POST",
      url: "https://jobs.example.org/api/cron/accrue-interest",
      headers: { "Content-Type": "application/json", "Authorization": `Bearer ${SECRET}` },
      body: "{}",
      timeout_milliseconds: 150000,
    }]);
    const requests = await sql`select job, request_id from private.job_requests`;
    assertEquals([...requests], [{ job: "accrue-interest", request_id: asked?.id }]);
  }));

Deno.test("request_job/takes_a_new_secret_and_a_new_address_from_vault_at_once", () =>
  withVault(async (sql) => {
    await sql`
      select private.keep_in_vault('maintenance_jobs_address', 'https://other.example.org/cron-<job>', ''),
             private.keep_in_vault('cron_shared_secret', 'newer', '')`;
    await sql`select private.request_job('lock-ended')`;
    const [request] = await sql`select url, headers from net.http_request_queue`;
    assertEquals(request?.url, "https://other.example.org/cron-lock-ended");
    assertEquals(request?.headers.Authorization, "Bearer newer");
    assertEquals((await sql`select from vault.secrets`).length, 2);
  }));

Deno.test("request_job/sends_nothing_without_a_secret_or_an_address", () =>
  withVault(async (sql) => {
    for (const name of ["cron_shared_secret", "maintenance_jobs_address"]) {
      const [kept] = await sql`select secret from vault.secrets where name = ${name}`;
      for (const blank of ["", " \n"]) {
        await sql`update vault.secrets set secret = ${blank} where name = ${name}`;
        const attempt = sql`select private.request_job('lock-ended')`;
        await assertRefused(attempt, 409, "vault_secret_missing");
      }
      await sql`delete from vault.secrets where name = ${name}`;
      const attempt = sql`select private.request_job('lock-ended')`;
      await assertRefused(attempt, 409, "vault_secret_missing");
      await sql`select vault.create_secret(${kept?.secret}, ${name})`;
    }
    assertStrictEquals((await sql`select from net.http_request_queue`).length, 0);
    assertStrictEquals((await sql`select from private.job_requests`).length, 0);
  }));

Deno.test("request_job/does_not_know_other_jobs", () =>
  withVault(async (sql) => {
    await assertViolates(sql`select private.request_job('lock')`, "job_of_request_is_known");
    assertStrictEquals((await sql`select from net.http_request_queue`).length, 0);
  }));

Deno.test("request_job/never_quotes_the_secret_when_the_queue_refuses_the_request", () =>
  withVault(async (sql) => {
    await sql`alter table net.http_request_queue add constraint is_closed check (method = 'none')`;
    const error = await sql`select private.request_job('lock-ended')`.catch((error) => error);
    assert(error instanceof postgres.PostgresError);
    assertEquals(error.code, "23514");
    assertMatch(error.message, /is_closed/);
    assertEquals(error.detail, undefined); // The server's would be the row, as far as 64 bytes a column.
  }));
