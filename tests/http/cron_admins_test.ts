// An admin of the firm runs a job with the token of their session; nobody else who is signed in does.
import { ask, assertCounts, assertUnauthorized, JOBS } from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";
import { accessToken } from "../support/access/users.ts";
import { withProjectFirm } from "../support/access/project.ts";

Deno.test("cron/an_admin_runs_each_job_and_others_who_are_signed_in_do_not", () =>
  withProjectFirm(async ({ firm }) => {
    const { baseUrl } = project();
    const admin = await accessToken(firm.users.admin);
    const others = await Promise.all(
      [firm.users.viewer, firm.users.payroll, firm.users.ada, firm.users.north].map(accessToken),
    );
    for (const job of JOBS) {
      const url = `${baseUrl}/functions/v1/cron-${job}`;
      const answer = await ask(url, { bearer: admin, body: '{"dry_run": true}' });
      assertCounts(job, answer);
      for (const bearer of [...others, `${admin}x`, "not.a.token"]) {
        const refused = await ask(url, { bearer, body: '{"dry_run": true}' });
        assertUnauthorized(refused, job);
      }
    }
  }));
