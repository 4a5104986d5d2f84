// The schedulers of deploy/ besides the script run-job: that each starts every job, as its platform reads it.
import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import worker from "../../deploy/cloudflare/worker.ts";
import { GET } from "../../deploy/vercel/api/schedule/[job].ts";
import { JOBS, withProjectDatabase } from "../support/http/cron.ts";
import { project } from "../support/http/project.ts";
import { assertRejectsWith } from "../support/rejections.ts";

const DEPLOY = fileURLToPath(new URL("../../deploy", import.meta.url));
const read = (path: string) => Deno.readTextFile(join(DEPLOY, path));

/** The names of the jobs that a text gives to run-job. */
function startedBy(text: string): string[] {
  return [...text.matchAll(/run-job,? ([a-z][a-z-]*)/g)].map(([, job]) => job ?? "");
}

/** Half past midnight in Denver in winter, half past one in summer. */
const ONCE_A_DAY = "30 7 * * *";
const AT_NIGHT = "15 9 * * *";
const HOURLY = "10 * * * *";
const EACH_MINUTE = "* * * * *";

/** Words of a text after a given word, such as the schedules of a file. */
function allAfter(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found]) => found ?? "");
}

Deno.test("schedulers/start_lock_ended_once_a_day_after_midnight_interest_hourly_maintain_at_night_and_deliver_each_minute", async () => {
  const crontab = await read("schedulers/crontab");
  const schedules = [ONCE_A_DAY, HOURLY, AT_NIGHT, EACH_MINUTE];
  assertEquals(allAfter(crontab, /^(\S+ \S+ \S+ \S+ \S+) staffing/gm), schedules);
  const kubernetes = await read("schedulers/kubernetes.yaml");
  assertEquals(allAfter(kubernetes, /schedule: "(.*)"/g), schedules);
  const { crons } = JSON.parse(await read("vercel/vercel.json"));
  assertEquals(crons.map((cron: { schedule: string }) => cron.schedule), schedules);
  const timers = [
    await read("schedulers/staffing-job@lock-ended.timer"),
    await read("schedulers/staffing-job@.timer"),
    await read("schedulers/staffing-job@maintain.timer"),
    await read("schedulers/staffing-job@deliver.timer"),
  ];
  assertEquals(timers.flatMap((timer) => allAfter(timer, /^OnCalendar=(.*)$/gm)), [
    "*-*-* 07:30:00 UTC",
    "hourly",
    "*-*-* 09:15:00 UTC",
    "*-*-* *:*:00",
  ]);
  const workflow = await read("schedulers/github-actions.yml");
  const asGithubHasIt = [ONCE_A_DAY, HOURLY, AT_NIGHT, "*/5 * * * *"]; // five minutes are its shortest
  assertEquals(allAfter(workflow, /cron: "(.*)"/g).sort(), asGithubHasIt.toSorted());
  assertEquals(allAfter(workflow, / schedule: "(.*)" /g), asGithubHasIt);
  assertMatch(workflow, /if: .*github\.event\.schedule == matrix\.schedule\n/);
  const wrangler = await read("cloudflare/wrangler.toml");
  assertEquals(
    /^crons = (.*)$/m.exec(wrangler)?.[1],
    `["${HOURLY}", "${EACH_MINUTE}", "${AT_NIGHT}", "${ONCE_A_DAY}"]`,
  );
});

Deno.test("schedulers/the_crontab_starts_each_job_as_an_own_user", async () => {
  const entries = (await read("schedulers/crontab")).split("\n").filter((line) =>
    !/^(#|\w+=|$)/.test(line)
  );
  for (const entry of entries) assertMatch(entry, /^\S+ \S+ \* \* \* staffing \/[\w/-]+ [a-z-]+ /);
  assertEquals(startedBy(entries.join("\n")), [...JOBS]);
});

Deno.test("schedulers/kubernetes_and_github_start_each_job", async () => {
  assertEquals(startedBy(await read("schedulers/kubernetes.yaml")), [...JOBS]);
  const workflow = await read("schedulers/github-actions.yml");
  assertEquals(allAfter(workflow, /\{ job: ([a-z-]+),/g), [...JOBS]);
  assertMatch(workflow, /run: deploy\/schedulers\/run-job \$\{\{ matrix\.job \}\}/);
});

const SYSTEMD_ANALYZE = "/usr/bin/systemd-analyze";

Deno.test({
  name: "schedulers/systemd_takes_the_units_of_each_job",
  ignore: !await Deno.stat(SYSTEMD_ANALYZE).then(() => true, () => false), // Part of Debian's systemd.
  fn: async () => {
    const directory = await Deno.makeTempDir();
    const units = ["staffing-job@.service", "staffing-job@.timer"].concat(
      ["lock-ended", "maintain", "deliver"].map((job) => `staffing-job@${job}.timer`),
    );
    for (const unit of units) {
      const text = await read(`schedulers/${unit}`);
      // It looks for the program, which is here and not yet in /usr/local/bin.
      const here = text.replaceAll("/usr/local/bin", join(DEPLOY, "schedulers"));
      await Deno.writeTextFile(join(directory, unit), here);
    }
    for (const job of JOBS) {
      const units = ["service", "timer"].map((kind) => `${directory}/staffing-job@${job}.${kind}`);
      const analysis = new Deno.Command(SYSTEMD_ANALYZE, { args: ["verify", ...units] });
      const { code, stderr } = await analysis.output();
      assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
    }
    await Deno.remove(directory, { recursive: true });
  },
});

/** Runs a test with functions that fail a number of times before the project's answer. */
async function withFailing(times: number, test: (url: string) => Promise<void>): Promise<void> {
  const failed = new Map<string, number>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const before = failed.get(pathname) ?? 0;
      failed.set(pathname, before + 1);
      if (before < times) return Response.json({ error: "job_failed" }, { status: 500 });
      const { method, headers } = request;
      return await fetch(project().baseUrl + pathname, { method, headers });
    },
  );
  try {
    await test(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

Deno.test("schedulers/the_worker_runs_each_job_again_after_a_failure", async () => {
  await withProjectDatabase(async (sql) => {
    await withFailing(1, async (url) => {
      const [before] = await sql<[{ at: Date }]>`select clock_timestamp() as at`;
      const env = {
        FUNCTIONS_URL: `${url}/functions/v1`,
        CRON_SHARED_SECRET: project().cronSharedSecret,
      };
      const ran = async () => {
        const runs = await sql<{ job: string }[]>`
          select distinct job from job_runs where status = 'succeeded' and started_at >= ${before.at}`;
        return runs.map((run) => run.job).sort();
      };
      const triggers = [[HOURLY, "accrue-interest"], [EACH_MINUTE, "deliver"], [
        ONCE_A_DAY,
        "lock-ended",
      ], [AT_NIGHT, "maintain"]] as const;
      for (const [cron, job] of triggers) {
        await worker.scheduled({ cron }, env);
        // Other tests run jobs of this project meanwhile.
        assert((await ran()).includes(job), job);
      }
      assertEquals(await ran(), [...JOBS].sort());
    });
  });
});

Deno.test("schedulers/the_worker_fails_with_what_each_job_answered_and_without_the_secret", async () => {
  const env = {
    FUNCTIONS_URL: `${project().baseUrl}/functions/v1`,
    CRON_SHARED_SECRET: "a-wrong-one",
  };
  await assertRejectsWith(() => worker.scheduled({ cron: ONCE_A_DAY }, env), {
    message: 'lock-ended: {"error":"unauthorized"} 401',
  });
});

/** Request of Vercel Cron, with the secret that it was given. */
async function vercelCron(url: string, path: string, secret: string): Promise<Response> {
  Deno.env.set("SUPABASE_URL", url);
  const headers = { Authorization: `Bearer ${secret}` };
  return await GET(new Request(`https://app.example${path}`, { headers }));
}

Deno.test("schedulers/the_route_of_vercel_posts_for_each_of_its_crons_and_again_after_a_failure", async () => {
  const { crons } = JSON.parse(await read("vercel/vercel.json"));
  assertEquals(crons.map((cron: { path: string }) => basename(cron.path)), [...JOBS]);
  await withFailing(1, async (url) => {
    for (const { path } of crons) {
      const answer = await vercelCron(url, path, project().cronSharedSecret);
      assertEquals(answer.status, 200);
      assert(typeof (await answer.json()).remaining === "number");
    }
  });
});

Deno.test("schedulers/the_route_of_vercel_lets_nobody_in_whom_the_function_refuses", async () => {
  const path = "/api/schedule/lock-ended";
  const wrong = await vercelCron(project().baseUrl, path, "wrong");
  assertEquals([wrong.status, await wrong.text()], [401, '{"error":"unauthorized"}']);
  const { status } = await vercelCron(project().baseUrl, `${path}/x`, project().cronSharedSecret);
  assertEquals(status, 404);
});

Deno.test("schedulers/vercel_rewrites_each_job_to_its_function_and_nothing_else", async () => {
  const { rewrites: [rewrite] } = JSON.parse(await read("vercel/vercel.json"));
  const pattern = new URLPattern({ pathname: rewrite.source });
  const jobOf = (path: string) =>
    pattern.exec({ pathname: `/api/cron/${path}` })?.pathname.groups["job"];
  for (const job of JOBS) {
    assertStrictEquals(jobOf(job), job);
    for (const other of [`${job}/`, `${job}/x`, `${job}s`, `cron-${job}`, ""]) {
      assertEquals(jobOf(other), undefined, other);
    }
  }
  assertMatch(rewrite.destination, /^https:\/\/.*\/functions\/v1\/cron-:job$/);
});
