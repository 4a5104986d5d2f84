// deploy/schedulers/run-job, as cron, systemd, GitHub Actions and Kubernetes start it.
import { assertEquals, assertMatch, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { freePort, lines } from "../../stack/processes.ts";
import { ask, assertCounts, JOBS } from "../support/http/cron.ts";
import { ownEnvironment } from "../support/http/function.ts";
import { project } from "../support/http/project.ts";
import { processesWith } from "../support/http/stack.ts";

const RUN_JOB = fileURLToPath(new URL("../../deploy/schedulers/run-job", import.meta.url));

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: readonly string[];
}

/** Runs the script with just these variables; what it says on stderr is heard as it says it. */
async function runJob(
  job: string,
  variables: Record<string, string>,
  heard: (line: string) => void = () => {},
): Promise<Outcome> {
  const child = new Deno.Command(RUN_JOB, {
    args: [job],
    clearEnv: true,
    env: { ...ownEnvironment(), ...variables },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stdout = new Response(child.stdout).text();
  const stderr: string[] = [];
  for await (const line of lines(child.stderr)) {
    stderr.push(line);
    heard(line);
  }
  return { code: (await child.status).code, stdout: await stdout, stderr };
}

/** Runs the script for lock-ended against a server of this process. */
async function runAgainst(
  answer: (request: Request) => Response | Promise<Response>,
  secret: string,
): Promise<Outcome> {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, answer);
  const JOBS_URL = `http://127.0.0.1:${server.addr.port}/`;
  const outcome = await runJob("lock-ended", { JOBS_URL, CRON_SHARED_SECRET: secret });
  await server.shutdown();
  return outcome;
}

const secret = () => project().cronSharedSecret;
const doors = () => [`${project().baseUrl}/api/cron/`, `${project().baseUrl}/functions/v1/cron-`];

Deno.test("run_job/runs_a_job_and_prints_its_counts_at_either_form_of_address", async () => {
  for (const door of doors()) {
    for (const job of JOBS) {
      const run = await runJob(job, { JOBS_URL: door, CRON_SHARED_SECRET: secret() });
      assertEquals([run.code, run.stderr], [0, []], run.stdout);
      const [, text = "", status] = run.stdout.match(/^[\w-]+: (\{.*\}) (\d+)\n$/) ?? [];
      assertCounts(job, {
        status: Number(status),
        headers: new Headers(),
        text,
        json: JSON.parse(text),
      });
    }
  }
});

Deno.test("run_job/reads_the_secret_from_a_file_with_its_newline", async () => {
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, `${secret()}\n`);
  const [door = ""] = doors();
  const run = await runJob("lock-ended", { JOBS_URL: door, CRON_SECRET_FILE: file });
  assertStrictEquals(run.code, 0, run.stdout + run.stderr.join("\n"));
  await Deno.remove(file);
});

Deno.test("run_job/tries_again_while_nobody_listens_and_after_500", async () => {
  const port = freePort();
  const [door = ""] = doors();
  let tries = 0;
  const answer = async (request: Request) => {
    tries++;
    if (tries === 1) return Response.json({ error: "job_failed" }, { status: 500 });
    const bearer = request.headers.get("Authorization")?.slice("Bearer ".length) ?? "";
    const answer = await ask(`${door}lock-ended`, { bearer, body: await request.text() });
    return new Response(answer.text, { status: answer.status });
  };
  let server: Deno.HttpServer | undefined;
  const variables = { JOBS_URL: `http://127.0.0.1:${port}/`, CRON_SHARED_SECRET: secret() };
  const run = await runJob("lock-ended", variables, (line) => {
    if (!line.startsWith("curl: (7)")) return;
    server ??= Deno.serve({ hostname: "127.0.0.1", port, onListen: () => {} }, answer);
  });
  await server?.shutdown();
  assertEquals([run.code, tries], [0, 2], run.stderr.join("\n"));
  assertMatch(run.stdout, /^lock-ended: \{"locked":\d+,.*\} 200\n$/);
  assertEquals(run.stderr.map((line) => line.replace(/(?<=^curl: \(7\)).*/, "")), [
    "curl: (7)",
    "lock-ended:  000, tries again in 1 s",
    'lock-ended: {"error":"job_failed"} 500, tries again in 2 s',
  ]);
});

Deno.test("run_job/takes_a_wrong_secret_or_address_for_an_answer_and_a_busy_door_for_none", async () => {
  for (const [status, tries] of [[401, 1], [404, 1], [308, 1], [429, 2], [503, 2]] as const) {
    let asked = 0;
    const run = await runAgainst(() => {
      asked++;
      return Response.json({ asked }, { status: asked === 1 ? status : 200 });
    }, "any");
    assertEquals([asked, run.code], [tries, tries === 1 ? 1 : 0], `${status}`);
    assertEquals(run.stdout, `lock-ended: {"asked":${tries}} ${tries === 1 ? status : 200}\n`);
  }
});

Deno.test("run_job/shows_the_secret_in_no_command_line_and_prints_it_nowhere", async () => {
  const held = "held-secret-of-run-job";
  let seen: unknown;
  const run = await runAgainst(async (request) => {
    const curls = await processesWith(new URL(request.url).origin);
    seen = [request.headers.get("Authorization"), curls.length, await processesWith(held)];
    return Response.json({});
  }, held);
  assertEquals(seen, [`Bearer ${held}`, 1, []]);
  assertEquals(run, { code: 0, stdout: "lock-ended: {} 200\n", stderr: [] });
});

Deno.test("run_job/takes_a_redirect_for_a_failure", async () => {
  const run = await runAgainst(() => Response.redirect("https://elsewhere.example/", 308), "any");
  assertEquals(run, { code: 1, stdout: "lock-ended:  308\n", stderr: [] });
});

Deno.test("run_job/without_a_job_an_address_or_a_secret_it_says_so_and_asks_nobody", async () => {
  const JOBS_URL = "http://127.0.0.1:1/";
  const empty = await Deno.makeTempFile();
  for (
    const [job, variables, complaint] of [
      ["", { JOBS_URL, CRON_SHARED_SECRET: "any" }, /usage: run-job/],
      ["lock-ended", { CRON_SHARED_SECRET: "any" }, /JOBS_URL: set it/],
      ["lock-ended", { JOBS_URL, CRON_SECRET_FILE: "/nowhere/secret" }, /\/nowhere\/secret/],
      ["lock-ended", { JOBS_URL, CRON_SECRET_FILE: empty }, /secret: is empty/],
    ] as const
  ) {
    const run = await runJob(job, variables);
    assertNotStrictEquals(run.code, 0);
    assertEquals(run.stdout, "");
    assertMatch(run.stderr.join("\n"), complaint);
  }
  await Deno.remove(empty);
});
